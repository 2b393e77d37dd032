import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Payment, Refund } from '#sandbox/provider-state.ts'
import type { House } from './environment.ts'
import type { Ledger } from './ledger.ts'

/** What is wrong between the ledger, the shop's own books and the provider's; nothing: all is well. */
export async function compareBooks(house: House, ledger: Ledger): Promise<string[]> {
  // As they are at this moment: what is said yes to while we look is looked at the next time.
  const said = {
    placed: [...ledger.placed.values()],
    paid: [...ledger.paidOrders],
    cancelAsked: [...ledger.cancelAsked],
    cancelled: [...ledger.cancelled],
    delivered: [...ledger.delivered],
    added: [...ledger.added],
  }
  const orders = await house.sql<OrderRow>(
    `select id::integer, user_id as uid, checkout_key as key, status, cancel, total_amount::integer as total, payment_id
     from orders where email like '%@torture.example'`,
  )
  const byId = new Map(orders.map((order) => [order.id, order]))
  const byKey = Map.groupBy(orders, ({ key }) => key)
  const problems = [...ledger.contradictions]

  for (const { key, orderId, total } of said.placed) {
    const order = byId.get(orderId)
    if (!order) problems.push(`lost: order ${orderId}`)
    else if (order.key !== key || order.total !== total) problems.push(`changed: order ${orderId}`)
  }
  for (const key of said.paid) if (!byKey.has(key)) problems.push(`lost: the paid order of checkout ${key}`)
  for (const [key, same] of byKey) {
    if (same.length > 1) problems.push(`doubled: checkout ${key} is orders ${same.map(({ id }) => id).join(', ')}`)
    const wish = ledger.asked.get(key)
    if (!wish || wish.uid !== same[0]?.uid) problems.push(`stray: nobody has asked for checkout ${key}`)
  }
  for (const id of said.delivered) {
    if (byId.get(id)?.status !== 'delivered') problems.push(`lost: the delivery of order ${id}`)
  }
  for (const id of said.cancelled) {
    if (byId.get(id)?.cancel !== 'cancelled') problems.push(`lost: the cancellation of order ${id}`)
  }
  for (const id of said.cancelAsked) {
    const order = byId.get(id)
    if (order?.cancel === 'none' && order.status !== 'delivered') problems.push(`lost: the wish to cancel order ${id}`)
  }
  const titles = await house.sql<{ title: string }>(`select title from products where title like 'Torture %'`)
  const known = new Set(titles.map(({ title }) => title))
  for (const title of said.added) if (!known.has(title)) problems.push(`lost: product ${title}`)
  return problems
}

type OrderRow = {
  id: number
  uid: string
  key: string
  status: string
  cancel: string
  total: number
  payment_id: string | null
}

/** Money that is neither an order nor on its way back, or that is both, or orders without the money they speak of. */
export async function compareMoney(house: House): Promise<{ problems: string[]; open: string[]; settled: number }> {
  const { payments, refunds } = readProvider(join(house.dataDir, 'sandbox.sqlite'))
  const orders = await house.sql<{ id: number; payment_id: string; paise: number; cancel: string }>(
    `select id::integer, payment_id, total_amount::integer * 100 as paise, cancel from orders where payment_id is not null`,
  )
  const promised = await house.sql<{ payment_id: string; state: string }>('select payment_id, state from refunds')
  const orderOf = Map.groupBy(orders, ({ payment_id }) => payment_id)
  const refundOf = new Map(promised.map((refund) => [refund.payment_id, refund]))
  const backOf = Map.groupBy(refunds, ({ payment_id }) => payment_id)
  const problems: string[] = []
  const open: string[] = []
  let settled = 0

  for (const payment of payments.filter(({ captured }) => captured)) {
    const its = orderOf.get(payment.id) ?? []
    const back = refundOf.get(payment.id)
    const given = backOf.get(payment.id) ?? []
    if (its.length > 1) problems.push(`payment ${payment.id} has paid for ${its.length} orders`)
    if (its[0] && its[0].paise !== payment.amount) problems.push(`payment ${payment.id} is not what its order costs`)
    if (given.length > 1) problems.push(`payment ${payment.id} went back ${given.length} times`)
    if (given.length > 0 && !back) problems.push(`payment ${payment.id} went back, and the shop knows nothing of it`)
    const isKept = its[0] && its[0].cancel !== 'cancelled'
    if (isKept && back) problems.push(`payment ${payment.id} goes back, and its order stands`)
    if (!isKept && back?.state !== 'processed')
      open.push(`payment ${payment.id}: ${back ? `refund ${back.state}` : 'unknown'}`)
    else settled += 1
  }
  const known = new Set(payments.map(({ id }) => id))
  for (const { id, payment_id } of orders) {
    if (!known.has(payment_id)) problems.push(`order ${id} speaks of money that nobody has paid`)
  }
  return { problems, open, settled }
}

/** The provider's own books, read past the shop. */
function readProvider(file: string): { payments: Payment[]; refunds: Refund[] } {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    const all = <T>(kind: string) =>
      database
        .prepare('select value from things where kind = ?')
        .all(kind)
        .map(({ value }) => JSON.parse(String(value)) as T)
    return { payments: all<Payment>('payment'), refunds: all<Refund>('refund') }
  } finally {
    database.close()
  }
}
