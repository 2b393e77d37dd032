import type { Refund } from '#sandbox/provider-state.ts'
import { READABLE_JOBS } from '#server/db/enqueue.ts'
import type { PaymentWorld } from './payment-harness.ts'

type Found = {
  /** `total`: rupees that are paid online. */
  orders: { id: number; status: string; cancel: string; total: number; payment: string | null; key: string }[]
  known: { id: string; status: string; allocation: string | null }[]
  refunds: FoundRefund[]
  /** Paise of what came back, by payment. */
  returned: { payment: string; amount: number }[]
  emails: { order: number; revision: number }[]
}
type FoundRefund = {
  id: number
  payment: string
  return: number | null
  asked: number | null
  amount: number | null
  reason: string
  state: string
  provider: string | null
}

/** Checks the invariants; when everything `isOver`, also that nothing is left unfinished. */
export async function findWrong({ provider, sql }: PaymentWorld, { isOver = false } = {}): Promise<string[]> {
  const { state } = provider
  const [found] = await sql<Found>(`select
    (select coalesce(json_agg(json_build_object('id', id, 'status', status, 'cancel', cancel, 'total', total_amount - rest_in_cash,
       'payment', payment_id, 'key', user_id || checkout_key)), '[]') from orders) as orders,
    (select coalesce(json_agg(payments), '[]') from payments) as known,
    (select coalesce(json_agg(json_build_object('id', id, 'payment', payment_id, 'return', return_id, 'asked', order_refund_id, 'amount', amount,
       'reason', reason, 'state', state, 'provider', provider_refund_id)), '[]') from refunds) as refunds,
    (select coalesce(json_agg(came_back), '[]') from (
       select o.payment_id as payment, sum((b.good + b.damaged) * l.price * 100) as amount
       from returns as r join return_lines as b on b.return_id = r.id join orders as o on o.id = r.order_id
         join order_lines as l on l.order_id = o.id and l.position = b.position
       where o.payment_id is not null group by o.payment_id) as came_back) as returned,
    (select coalesce(json_agg(json_build_object('order', payload -> 'orderId', 'revision', revision)), '[]') from (
       select payload, revision from ${READABLE_JOBS} as job where task_identifier = 'send-order-email'
       union all select (job -> 'payload')::json, 0 from outbox where job ->> 'task' = 'send-order-email') as jobs) as emails`)
  if (!found) throw new Error('The database says nothing')
  const { orders, known, emails } = found
  const wrong: string[] = []
  const complain = (is: boolean, what: string) => is && wrong.push(what)

  const ledger = { orders: 0, refunds: 0, open: 0, captured: 0 }
  for (const payment of state.listAllPayments().filter(({ captured }) => captured)) {
    const { id, amount, currency } = payment
    const its = known.find((row) => row.id === id)
    const order = orders.filter((row) => row.payment === id)
    const back = found.refunds.filter((row) => row.payment === id)
    const sent = state.listRefunds(id).filter(({ status }) => status !== 'failed')
    const sum = sumOf(sent)
    ledger.captured += amount
    complain(order.length > 1, `${id} has ${order.length} orders`)
    complain(sum > amount, `${sum} of ${amount} of ${id} go back`)
    for (const one of back) {
      const times = sent.filter(({ notes }) => (notes as { refund?: string }).refund === String(one.id)).length
      complain(times > 1, `refund ${one.id} is made ${times} times`)
    }
    if (its?.status !== 'captured') {
      ledger.open += amount
      complain(back.length > 0, `${id} goes back before it has come`)
      complain(isOver, `${id} was captured, and nobody has noticed`)
      continue
    }
    const hasFailed = back.some((one) => one.state === 'failed')
    const wanted = found.returned.find((one) => one.payment === id)?.amount ?? 0
    complain(isOver && !hasFailed && sum < Math.min(wanted, amount), `${wanted} of ${id} came back, ${sum} is refunded`)
    if (isOver) wrong.push(...findUnfinished(back, sent, amount))
    if (its.allocation === 'order') {
      ledger.orders += amount
      const [one] = order
      // Deleting a delivered order does not refund it.
      if (one) complain(one.total * 100 !== amount || currency !== 'INR', `order ${one.id} costs other than ${id} paid`)
      if (one) complain(one.status === 'pending', `order ${one.id} waits for money that has come`)
      if (one && one.status !== 'delivered')
        complain(one.cancel === 'cancelled', `order ${one.id} is cancelled and paid`)
      const whole = back.filter((row) => row.return === null && row.asked === null && row.reason !== 'external')
      complain(whole.length > 0, `${id} is an order and goes back`)
      // Without an amount it is the whole payment.
      const asked = back.reduce((all, row) => all + (row.asked === null ? 0 : (row.amount ?? amount)), 0)
      const isAllBack = isOver && !hasFailed && sum === amount && wanted + asked < amount
      complain(one !== undefined && isAllBack, `${id} is an order, and all of it went back`)
    } else {
      ledger.refunds += amount
      complain(back.length === 0, `${id} goes back, but no refund is requested`)
      for (const one of order) {
        const isGone = one.cancel === 'cancelled' || one.status === 'delivered'
        complain(!isGone, `order ${one.id} stands although ${id} goes back`)
      }
      complain(isOver && !hasFailed && sum < amount, `${id} goes back, and ${amount - sum} of it is left`)
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

/** @param sent what the provider has refunded or is about to */
function findUnfinished(back: FoundRefund[], sent: Refund[], paid: number): string[] {
  return [
    ...back
      .filter(({ state }) => state !== 'processed' && state !== 'failed')
      .map(({ id, state }) => `refund ${id} is still ${state}`),
    ...back
      .filter(({ state, provider, amount }) => {
        const made = sent.find(({ id }) => id === provider)
        return state === 'processed' && made?.amount !== (amount ?? paid)
      })
      .map(({ id }) => `refund ${id} says it is back, and is not`),
    ...sent.filter(({ id }) => !back.some(({ provider }) => provider === id)).map(({ id }) => `${id} is not recorded`),
  ]
}

function sumOf(refunds: readonly Refund[]): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0)
}
