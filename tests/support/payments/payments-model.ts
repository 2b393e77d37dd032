import { randomUUID } from 'node:crypto'
import type { RequestedCheckout } from '#domain/orders/order.ts'
import { releaseExpiredHolds } from '#server/catalog/stock/stock.ts'
import { approveCancellation, deleteOrder, requestCancel } from '#server/order-page/cancel.ts'
import { refundOrder } from '#server/order-page/refund-order.ts'
import { placeOrder } from '#server/orders/place.ts'
import { deliverOrder } from '#server/parcels/deliver.ts'
import { dispatchOrder } from '#server/parcels/dispatch.ts'
import { takeBack } from '#server/parcels/returns.ts'
import { openCheckout } from '#server/payments/checkout.ts'
import { confirmPayment } from '#server/payments/confirm.ts'
import { openPayInstead } from '#server/payments/pay-instead.ts'
import { reconcile } from '#server/payments/reconcile.ts'
import { upsertSettings } from '#server/settings/queries.ts'
import { addCounted, addProduct, addUser, lineFor } from '#tests/support/fixtures/factories.ts'
import { findWrongStock } from '#tests/support/fixtures/stock-ledger.ts'
import { MAKE_JOBS_DUE, REMOVE_JOBS } from '#tests/support/jobs.ts'
import { Killed, openPaymentWorld } from './payment-harness.ts'
import { findWrong } from './payment-invariants.ts'

/** The faults of a call; `none` most of the time. */
export const FAULTS = ['none', 'killed-before', 'killed-after', 'lost-before', 'lost-after', '429', '500'] as const
export type Fault = (typeof FAULTS)[number]

/** One step of a schedule. Numbers select an existing record; without one the step does nothing. */
export type Step =
  /** From 3 on, the carts are paid in part. */
  | { do: 'open' | 'cash'; cart: number }
  | { do: 'pay'; widget: number; how: 'well' | 'held' | 'refused' | 'again' | 'too-little' | 'in-dollars' }
  | { do: 'report'; payment: number; forged: boolean }
  | { do: 'capture' | 'let-go' | 'refund-at-desk'; payment: number }
  /** `amount`: paise. */
  | { do: 'refund-part-at-desk'; payment: number; amount: number }
  | { do: 'take-back'; order: number; isGood: boolean }
  /** Asked in the back office; `amount`: paise. */
  | { do: 'refund-asked'; order: number; amount: number; isTwice: boolean }
  | { do: 'webhooks'; pick: number; isHeard: boolean }
  | { do: 'reconcile'; every: boolean }
  | { do: 'jobs' | 'sell' | 'restock' | 'let-holds-end' | 'reprice' | 'cut' }
  | { do: 'cancel' | 'approve' | 'deliver' | 'delete' | 'pay-instead'; order: number }
  | { do: 'finish-refund'; refund: number; isGood: boolean }

export type Schedule = { batches: Step[][]; faults: number[] }

/** On hand when the pot is counted: too few for all carts. */
const UNITS = 5
/** Rupees that are paid online of a cart that is paid in part. */
const PART = 200

type Widget = { checkoutId: string; providerOrderId: string; cart: number }

export type Model = Awaited<ReturnType<typeof openModel>>

/** A shop, one shopper with three carts under two keys, the provider, and everything that can happen between them. */
export async function openModel({ isCounted = false } = {}) {
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
  await db.transaction((tx) => upsertSettings(tx, { partPaidOnline: `₹${PART}` }))
  const pot = isCounted ? await addCounted(db, { 'Grey Stone': UNITS }) : await addProduct(db, { price: 495 })
  let price = 495
  let carts: RequestedCheckout[] = []
  let widgets: Widget[] = []

  async function begin(schedule: Schedule): Promise<void> {
    faults = []
    await sql(`delete from outbox; ${REMOVE_JOBS}; delete from refunds; delete from counter_refunds; delete from order_refunds;
      delete from payments;
      delete from checkouts; delete from payment_events; delete from orders;
      delete from stock_holds; delete from stock_changes where order_id is not null;
      delete from bills; delete from returns; delete from shipments; update product_variants set on_hand = ${UNITS} where offered;
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
  const orderIds = async () => (await world.ordersOf(meera.userId)).map(({ id }) => Number(id))

  /** Requests the prices that the browser shows. */
  const asked = (cart: number) => {
    const wanted = carts[cart % 3] as RequestedCheckout
    return { ...wanted, lines: wanted.lines.map((line) => ({ ...line, seenPrice: price })) }
  }

  async function act(step: Step): Promise<unknown> {
    switch (step.do) {
      case 'open': {
        const part = step.cart > 2 ? { seenPart: PART } : {}
        const opened = await openCheckout(shop, meera, { ...asked(step.cart), ...part })
        if (opened.kind === 'pay') widgets.push({ ...opened, cart: step.cart % 3 })
        return
      }
      case 'pay-instead': {
        const id = pick(await orderIds(), step.order)
        const opened = id === undefined ? undefined : await openPayInstead(shop, meera, id)
        if (opened?.kind === 'pay') widgets.push({ ...opened, cart: -1 })
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
      case 'refund-part-at-desk': {
        const payment = pick(payments(), step.payment)
        return payment && state.refund(payment.id, { amount: step.amount })
      }
      case 'take-back': {
        const id = pick(await orderIds(), step.order)
        return id === undefined ? undefined : takeOneBack(id, step.isGood)
      }
      case 'refund-asked': {
        const orderId = pick(await orderIds(), step.order)
        if (orderId === undefined) return
        const asked = { orderId, key: randomUUID(), amount: step.amount, reason: 'goodwill', positions: [] } as const
        const press = () => refundOrder(shop, admin, { ...asked, positions: [] })
        return Promise.all(step.isTwice ? [press(), press()] : [press()])
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
      case 'let-holds-end':
        await sql("update stock_holds set expires_at = expires_at - interval '16 minutes'")
        await sql("update checkouts set held_until = held_until - interval '16 minutes'")
        return releaseExpiredHolds(shop)
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

  /** Sends what was not sent yet, and takes one pot of the first parcel back. */
  async function takeOneBack(orderId: number, isGood: boolean): Promise<unknown> {
    const parcel = { courier: '', awb: '', trackingLink: '', book: false }
    await dispatchOrder(shop, admin, { ...parcel, key: randomUUID(), orderId, lines: 'rest' })
    const [first] = await sql<{ id: string }>('select id from shipments where order_id = $1 order by id', [orderId])
    if (!first) return
    const lines = [{ position: 0, good: isGood ? 1 : 0, damaged: isGood ? 0 : 1 }]
    return takeBack(shop, admin, {
      key: randomUUID(),
      shipmentId: Number(first.id),
      lines,
      reason: 'returned',
      refund: 'full',
    })
  }

  /** Another shopper's order of the same pot is delivered. */
  async function sell(): Promise<void> {
    const placed = await placeOrder({ db }, buyer, { ...asked(0), key: randomUUID() })
    if (placed.ok) await deliverOrder({ db }, admin, placed.order.id)
  }

  async function run(schedule: Schedule): Promise<string[]> {
    await begin(schedule)
    for (const batch of schedule.batches) {
      const steps = await Promise.allSettled(batch.map(act))
      for (const step of steps) if (step.status === 'rejected') reset(step.reason)
      const wrong = [...(await findWrong(world)), ...(await findWrongStock(sql))]
      if (wrong.length > 0) return wrong
    }
    await recover()
    return [...(await findWrong(world, { isOver: true })), ...(await findWrongStock(sql))]
  }

  /** Finishes everything after the faults: captures payments, delivers webhooks and runs jobs. */
  async function recover(): Promise<void> {
    faults = []
    for (const { id, status } of payments()) if (status === 'authorized') state.capture(id)
    for (let isDone = false; !isDone; ) {
      await passTime('1 day')
      // The first query after a cut may use a dead connection.
      isDone = await reconcile(shop, { every: true }).then(() => true, reset)
      // Makes delayed refund jobs due.
      await sql(MAKE_JOBS_DUE)
      if ((await world.doJobs()) > 0) isDone = false
      for (const { id, status } of allRefunds()) {
        if (status !== 'pending') continue
        state.finishRefund(id, 'processed')
        isDone = false
      }
    }
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
