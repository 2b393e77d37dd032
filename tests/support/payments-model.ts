import { randomUUID } from 'node:crypto'
import { approveCancellation, deleteOrder, requestCancel } from '#server/orders/cancel.ts'
import { deliverOrder } from '#server/orders/deliver.ts'
import { openCheckout } from '#server/orders/payments/checkout.ts'
import { confirmPayment } from '#server/orders/payments/confirm.ts'
import { reconcile } from '#server/orders/payments/reconcile.ts'
import type { RequestedCheckout } from '#server/orders/place.ts'
import { placeOrder } from '#server/orders/place.ts'
import { addProduct, addUser, lineFor } from './factories.ts'
import { Killed, openPaymentWorld } from './payment-harness.ts'

/** The faults of a call; `none` most of the time. */
export const FAULTS = ['none', 'killed-before', 'killed-after', 'lost-before', 'lost-after', '429', '500'] as const
export type Fault = (typeof FAULTS)[number]

/** One step of a schedule. Numbers select an existing record; without one the step does nothing. */
export type Step =
  | { do: 'open' | 'cash'; cart: number }
  | { do: 'pay'; widget: number; how: 'well' | 'held' | 'refused' | 'again' | 'too-little' | 'in-dollars' }
  | { do: 'report'; payment: number; forged: boolean }
  | { do: 'capture' | 'let-go' | 'refund-at-desk'; payment: number }
  | { do: 'webhooks'; pick: number; isHeard: boolean }
  | { do: 'reconcile'; every: boolean }
  | { do: 'jobs' | 'sell' | 'restock' | 'reprice' | 'cut' }
  | { do: 'cancel' | 'approve' | 'deliver' | 'delete'; order: number }
  | { do: 'finish-refund'; refund: number; isGood: boolean }

export type Schedule = { batches: Step[][]; faults: number[] }

type Found = {
  orders: { id: number; status: string; cancel: string; total: number; payment: string | null; key: string }[]
  known: { id: string; status: string; allocation: string | null }[]
  refunds: { payment: string; state: string }[]
  emails: { order: number; revision: number }[]
}
type Widget = { checkoutId: string; providerOrderId: string; cart: number }

export type Model = Awaited<ReturnType<typeof openModel>>

/** A shop, one shopper with three carts under two keys, the provider, and everything that can happen between them. */
export async function openModel() {
  let faults: Fault[] = []
  const next = (): Fault => faults.shift() ?? 'none'
  const world = await openPaymentWorld({
    async transaction(run) {
      const fault = next()
      const value = await run(fault === 'killed-before')
      if (fault === 'killed-after') throw new Killed()
      return value
    },
    async question(ask) {
      const fault = next()
      if (fault === 'killed-before') throw new Killed()
      const value = await ask()
      if (fault === 'killed-after') throw new Killed()
      return value
    },
    async request(send) {
      const fault = next()
      if (fault === 'lost-before') throw new TypeError('fetch failed')
      if (fault === '429' || fault === '500') return new Response('{}', { status: Number(fault) })
      const answer = await send()
      if (fault === 'lost-after') throw new TypeError('fetch failed')
      return answer
    },
  })
  const { shop, db, provider, sql } = world
  const { state } = provider
  const admin = await addUser(db, 'admin')
  const buyer = await addUser(db)
  const meera = await addUser(db)
  const pot = await addProduct(db, { price: 495 })
  let price = 495
  let carts: RequestedCheckout[] = []
  let widgets: Widget[] = []

  async function begin(schedule: Schedule): Promise<void> {
    faults = []
    await sql(`delete from outbox; delete from graphile_worker._private_jobs; delete from refunds; delete from payments;
      delete from checkouts; delete from payment_events; delete from orders;
      update products set price = 495`)
    provider.reset()
    price = 495
    widgets = []
    const first = world.wanted(pot)
    carts = [
      first,
      world.wanted(pot, { lines: [lineFor(pot, { quantity: 2 })] }),
      // The first cart's key with another cart, as a confused browser would send it.
      { ...first, lines: [lineFor(pot, { quantity: 3 })], address: { ...first.address, city: 'Mysuru' } },
    ]
    faults = schedule.faults.map((number) => FAULTS[number] ?? 'none')
  }

  const payments = () => state.listAllPayments()
  const allRefunds = () => payments().flatMap(({ id }) => state.listRefunds(id))
  const pick = <T>(list: T[], number: number): T | undefined => list[number % Math.max(1, list.length)]
  const orderIds = async () => (await world.ordersOf(meera.uid)).map(({ id }) => Number(id))

  /** Requests the prices that the browser shows. */
  const asked = (cart: number) => {
    const wanted = carts[cart % 3] as RequestedCheckout
    return { ...wanted, lines: wanted.lines.map((line) => ({ ...line, seenPrice: price })) }
  }

  async function act(step: Step): Promise<unknown> {
    switch (step.do) {
      case 'open': {
        const opened = await openCheckout(shop, meera, asked(step.cart))
        if (opened.kind === 'pay') widgets.push({ ...opened, cart: step.cart % 3 })
        return
      }
      case 'cash':
        return placeOrder(shop, meera, asked(step.cart))
      case 'pay': {
        const widget = pick(widgets, step.widget)
        if (!widget) return
        return state.pay(
          widget.providerOrderId,
          {},
          {
            isHeld: step.how === 'held',
            isRefused: step.how === 'refused',
            isAgain: step.how === 'again',
            ...(step.how === 'too-little' && { amount: 100 }),
            ...(step.how === 'in-dollars' && { currency: 'USD' }),
          },
        )
      }
      case 'report': {
        const payment = pick(payments(), step.payment)
        const widget = widgets.find(({ providerOrderId }) => providerOrderId === payment?.order_id)
        if (!payment || !widget) return
        const { razorpay_signature } = provider.signResult(widget.providerOrderId, payment.id)
        const signature = step.forged
          ? razorpay_signature.replace(/./, (c) => (c === '0' ? '1' : '0'))
          : razorpay_signature
        return confirmPayment(shop, meera, { checkoutId: widget.checkoutId, paymentId: payment.id, signature })
      }
      case 'capture':
      case 'let-go':
      case 'refund-at-desk': {
        const payment = pick(payments(), step.payment)
        if (!payment) return
        if (step.do === 'capture') return state.capture(payment.id)
        return step.do === 'let-go' ? state.expireAuthorization(payment.id) : state.refund(payment.id, {})
      }
      case 'webhooks': {
        const messages = provider.webhooks.list()
        // Webhooks in any order, some of them repeated.
        const some = messages.filter((_, index) => (step.pick >> (index % 5)) & 1).reverse()
        return world.deliver(some, { isHeard: step.isHeard })
      }
      case 'jobs':
        return world.doJobs()
      case 'reconcile':
        await passTime()
        return reconcile(shop, { every: step.every })
      case 'sell':
        return sell()
      case 'restock':
        return sql('update products set restocked_at = clock_timestamp() where id = $1', [pot])
      case 'reprice':
        price = price === 495 ? 600 : 495
        return sql('update products set price = $2 where id = $1', [pot, price])
      case 'cut':
        // Breaks the database connection in the middle of a step.
        return sql(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name = 'gamla' order by random() limit 1`,
        )
      case 'cancel':
      case 'approve':
      case 'deliver':
      case 'delete': {
        const id = pick(await orderIds(), step.order)
        if (id === undefined) return
        if (step.do === 'cancel') return requestCancel(shop, meera, id)
        const change = { approve: approveCancellation, deliver: deliverOrder, delete: deleteOrder }[step.do]
        return change(shop, admin, id)
      }
      case 'finish-refund': {
        const refund = pick(allRefunds(), step.refund)
        return refund && state.finishRefund(refund.id, step.isGood ? 'processed' : 'failed')
      }
    }
  }

  /** The reconciler skips records younger than 15 minutes, and checks settled ones less and less often. */
  async function passTime(how = '16 minutes'): Promise<void> {
    await sql('update checkouts set time = time - $1::interval, checked_at = checked_at - $1::interval', [how])
  }

  /** Another shopper's order of the same pot is delivered. */
  async function sell(): Promise<void> {
    const placed = await placeOrder({ db }, buyer, { ...asked(0), key: randomUUID() })
    if (placed.ok) await deliverOrder({ db }, admin, placed.order.id)
  }

  async function run(schedule: Schedule): Promise<string[]> {
    await begin(schedule)
    for (const batch of schedule.batches) {
      await Promise.all(batch.map((step) => act(step).catch(reset)))
      const wrong = await findWrong()
      if (wrong.length > 0) return wrong
    }
    await recover()
    return findWrong({ isOver: true })
  }

  /** Finishes everything after the faults: captures payments, delivers webhooks and runs jobs. */
  async function recover(): Promise<void> {
    faults = []
    await passTime('1 day')
    for (const { id, status } of payments()) if (status === 'authorized') state.capture(id)
    for (let isDone = false; !isDone; ) {
      // The first query after a cut may use a dead connection.
      isDone = await reconcile(shop, { every: true }).then(() => true, reset)
      // Makes delayed refund jobs due.
      await sql("update graphile_worker._private_jobs set run_at = now() where run_at > now() and key like 'refund:%'")
      if ((await world.doJobs()) > 0) isDone = false
      for (const { id, status } of allRefunds()) {
        if (status !== 'pending') continue
        state.finishRefund(id, 'processed')
        isDone = false
      }
    }
  }

  /** Checks the invariants; when everything `isOver`, also that nothing is left unfinished. */
  async function findWrong({ isOver = false } = {}): Promise<string[]> {
    const [found] = await sql<Found>(`select
      (select coalesce(json_agg(json_build_object('id', id, 'status', status, 'cancel', cancel, 'total', total_amount,
         'payment', payment_id, 'key', user_id || checkout_key)), '[]') from orders) as orders,
      (select coalesce(json_agg(payments), '[]') from payments) as known,
      (select coalesce(json_agg(json_build_object('payment', payment_id, 'state', state)), '[]') from refunds) as refunds,
      (select coalesce(json_agg(json_build_object('order', payload -> 'orderId', 'revision', revision)), '[]') from (
         select payload, revision from graphile_worker._private_jobs where key like 'order-email:%'
         union all select (job -> 'payload')::json, 0 from outbox where job ->> 'task' = 'send-order-email') as jobs) as emails`)
    if (!found) throw new Error('The database says nothing')
    const { orders, known, refunds, emails } = found
    const wrong: string[] = []
    const complain = (is: boolean, what: string) => is && wrong.push(what)

    const ledger = { orders: 0, refunds: 0, open: 0, captured: 0 }
    for (const payment of payments().filter(({ captured }) => captured)) {
      const { id, amount, currency } = payment
      const its = known.find((row) => row.id === id)
      const order = orders.filter((row) => row.payment === id)
      const back = refunds.find((row) => row.payment === id)
      const sent = state.listRefunds(id).filter(({ status }) => status !== 'failed')
      ledger.captured += amount
      complain(order.length > 1, `${id} has ${order.length} orders`)
      complain(sent.length > 1, `${id} goes back ${sent.length} times`)
      if (its?.status !== 'captured') {
        ledger.open += amount
        complain(back !== undefined, `${id} goes back before it has come`)
        complain(isOver, `${id} was captured, and nobody has noticed`)
        continue
      }
      if (its.allocation === 'order') {
        ledger.orders += amount
        const [one] = order
        // Deleting a delivered order does not refund it.
        if (one)
          complain(one.total * 100 !== amount || currency !== 'INR', `order ${one.id} costs other than ${id} paid`)
        if (one) complain(one.status === 'pending', `order ${one.id} waits for money that has come`)
        if (one && one.status !== 'delivered')
          complain(one.cancel === 'cancelled', `order ${one.id} is cancelled and paid`)
        complain(back !== undefined, `${id} is an order and goes back`)
        complain(isOver && sent.length > 0, `${id} is an order, and the provider has sent it back`)
      } else {
        ledger.refunds += amount
        complain(back === undefined, `${id} goes back, but no refund is requested`)
        for (const one of order) {
          const isGone = one.cancel === 'cancelled' || one.status === 'delivered'
          complain(!isGone, `order ${one.id} stands although ${id} goes back`)
        }
        complain(isOver && back?.state !== 'processed' && back?.state !== 'failed', `${id} is still ${back?.state}`)
        complain(isOver && back?.state === 'processed' && sent.length !== 1, `${id} says it is back, and is not`)
      }
    }
    const { captured, ...parts } = ledger
    const sum = parts.orders + parts.refunds + parts.open
    complain(sum !== captured, `captured ${captured} is not ${JSON.stringify(parts)}`)

    for (const { id, payment, status } of orders) {
      if (payment === null) continue
      const bankSays = state.getPayment(payment)
      complain(status !== 'pending' && !bankSays.captured, `order ${id} stands for money that never came`)
    }
    for (const { id, status } of orders) {
      const queued = emails.filter(({ order }) => order === id)
      const expected = status === 'pending' ? 0 : 1
      const isOnce = queued.length === expected && queued.every(({ revision }) => revision === 0)
      complain(!isOnce, `order ${id} (${status}) has ${queued.length} emails queued`)
    }
    complain(new Set(orders.map(({ key }) => key)).size < orders.length, 'a checkout has two orders')
    return wrong
  }

  return { run, close: world.close }
}

/** Swallows the errors that injected faults cause. Any other error is a defect. */
function reset(error: Error): false {
  const names = ['Killed', 'ProviderUnavailableError', 'ProviderRejectedError', 'RequestRejected']
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    if (names.includes(one.name) || names.includes(one.constructor.name)) return false
    // The connection was cut.
    if (/terminat|Connection|ECONN|EPIPE|not queryable/i.test(one.message)) return false
  }
  throw error
}
