import type { PaymentWorld } from './payment-harness.ts'

type Found = {
  orders: { id: number; status: string; cancel: string; total: number; payment: string | null; key: string }[]
  known: { id: string; status: string; allocation: string | null }[]
  refunds: { payment: string; state: string }[]
  emails: { order: number; revision: number }[]
}

/** Checks the invariants; when everything `isOver`, also that nothing is left unfinished. */
export async function findWrong({ provider, sql }: PaymentWorld, { isOver = false } = {}): Promise<string[]> {
  const { state } = provider
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
  for (const payment of state.listAllPayments().filter(({ captured }) => captured)) {
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
      if (one) complain(one.total * 100 !== amount || currency !== 'INR', `order ${one.id} costs other than ${id} paid`)
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
