import type { Payment, Refund } from '#sandbox/provider-state.ts'
import type { TestEnvironment } from './environment.ts'
import type { Ledger } from './ledger.ts'
import { readSandbox } from './sandbox.ts'

/** Compares the ledger with the shop's database. @returns one line for each violated invariant */
export async function checkOrders(environment: TestEnvironment, ledger: Ledger): Promise<string[]> {
  // Copied first: an order that is acknowledged while the database is read is checked after the next fault.
  const acknowledged = {
    placed: [...ledger.placed.values()],
    paid: [...ledger.paidOrders],
    cancelRequests: [...ledger.cancelRequests],
    kept: [...ledger.kept],
  }
  const orders = await environment.sql<OrderRow>(
    // The total as it was ordered: `checkRecords` follows it through the changes.
    `select id::integer, user_id as "userId", checkout_key as key, status, cancel, coalesce(
       (select total_before from order_changes as c where c.order_id = orders.id order by id limit 1), total_amount
     )::integer as total, exists (
       select from audit where action = 'approve cancellation' and subject = 'order ' || orders.id and before->>'cancel' = 'none'
       union all select from delivery_answers as d join shipments as s on s.id = d.shipment_id and s.order_id = orders.id
       where d.answer = 'cancel'
     ) as "isUnwanted" from orders where email like '%@torture.example'`,
  )
  const byId = new Map(orders.map((order) => [order.id, order]))
  const byKey = Map.groupBy(orders, ({ key }) => key)
  const problems = [...ledger.contradictions]

  for (const { key, orderId, total } of acknowledged.placed) {
    const order = byId.get(orderId)
    if (!order) problems.push(`lost: order ${orderId}`)
    else if (order.key !== key || order.total !== total) problems.push(`changed: order ${orderId}`)
  }
  for (const key of acknowledged.paid) if (!byKey.has(key)) problems.push(`lost: the paid order of checkout ${key}`)
  for (const [key, same] of byKey) {
    if (same.length > 1) problems.push(`duplicate: checkout ${key} is orders ${same.map(({ id }) => id).join(', ')}`)
    // The desk takes orders, too.
    const isSent = ledger.intents.get(key)?.userId === same[0]?.userId || ledger.keys.has(key)
    if (!isSent) problems.push(`unexpected: nobody sent checkout ${key}`)
  }
  for (const id of acknowledged.cancelRequests) {
    const order = byId.get(id)
    if (ledger.keeping.has(id)) continue
    if (order?.cancel === 'none' && order.status !== 'delivered')
      problems.push(`lost: the cancellation request of order ${id}`)
  }
  for (const id of acknowledged.kept) {
    const order = byId.get(id)
    if (order?.cancel !== 'none' && !order?.isUnwanted) problems.push(`lost: order ${id} was to be kept`)
  }
  return problems
}

type OrderRow = {
  id: number
  userId: string
  key: string
  status: string
  cancel: string
  total: number
  /** The desk has removed its last line, or its buyer cancelled when it was not delivered. */
  isUnwanted: boolean
}

/**
 * Every captured payment belongs to exactly one order or was refunded once, as far as returns and changes have not refunded
 * it already, and every paid order has a payment. `open`: not settled yet.
 */
export async function checkMoney(
  environment: TestEnvironment,
): Promise<{ problems: string[]; open: string[]; settled: number }> {
  const [payments, refunds] = [readSandbox<Payment>(environment, 'payment'), readSandbox<Refund>(environment, 'refund')]
  const orders = await environment.sql<PaidOrder>(
    // A payment link pays an order that is there.
    `select o.id::integer, p.id as payment_id, o.cancel, c.amount::integer as paise
     from payments as p join checkouts as c on c.id = p.checkout_id
     join orders as o on o.payment_id = p.id or o.id = c.order_id and p.allocation = 'order'`,
  )
  const refundRows = await environment.sql<RefundRow>(
    'select id::integer, payment_id, return_id is null and change_id is null and order_refund_id is null as "isWhole", state from refunds',
  )
  const orderOf = Map.groupBy(orders, ({ payment_id }) => payment_id)
  const refundsOf = Map.groupBy(refundRows, ({ payment_id }) => payment_id)
  const providerRefundsOf = Map.groupBy(refunds, ({ payment_id }) => payment_id)
  const problems: string[] = []
  const open: string[] = []
  let settled = 0

  for (const payment of payments.filter(({ captured }) => captured)) {
    const facts = {
      payment,
      orders: orderOf.get(payment.id) ?? [],
      refunds: refundsOf.get(payment.id) ?? [],
      made: providerRefundsOf.get(payment.id) ?? [],
    }
    problems.push(...findWrongMoney(facts))
    const unsettled = findUnsettled(facts)
    // Under a clock that was ahead, the sandbox has put its webhook off until then.
    const isPutOff = payment.created_at * 1000 > Date.now()
    if (!unsettled) settled += 1
    else if (!isPutOff) open.push(`payment ${payment.id}: ${unsettled}`)
  }
  const known = new Set(payments.map(({ id }) => id))
  for (const { id, payment_id } of orders) {
    if (!known.has(payment_id)) problems.push(`order ${id} has a payment that the provider does not know`)
  }
  return { problems, open, settled }
}

type PaidOrder = { id: number; payment_id: string; paise: number; cancel: string }
type RefundRow = { id: number; payment_id: string; isWhole: boolean; state: string }
type MoneyFacts = { payment: Payment; orders: PaidOrder[]; refunds: RefundRow[]; made: Refund[] }

function findWrongMoney({ payment: { id, amount }, orders, refunds, made }: MoneyFacts): string[] {
  const problems: string[] = []
  const [order] = orders
  const alive = made.filter(({ status }) => status !== 'failed')
  const sum = alive.reduce((all, refund) => all + refund.amount, 0)
  if (orders.length > 1) problems.push(`payment ${id} has ${orders.length} orders`)
  if (order && order.paise !== amount) problems.push(`payment ${id} differs from its checkout's amount`)
  if (sum > amount) problems.push(`${sum} of the ${amount} of payment ${id} were refunded`)
  for (const refund of refunds) {
    const times = alive.filter(({ notes }) => (notes as { refund?: string }).refund === String(refund.id)).length
    if (times > 1) problems.push(`refund ${refund.id} of payment ${id} was made ${times} times`)
  }
  if (alive.length > refunds.length) problems.push(`payment ${id} was refunded without the shop's knowledge`)
  const isActive = order && order.cancel !== 'cancelled'
  const hasWhole = refunds.some(({ isWhole }) => isWhole)
  if (isActive && hasWhole) problems.push(`payment ${id} is refunded although its order is active`)
  return problems
}

/** @returns what is missing */
function findUnsettled({ orders: [order], refunds }: MoneyFacts): string | undefined {
  const waiting = refunds.find(({ state }) => state !== 'processed')
  if (waiting) return `refund ${waiting.state}`
  const isActive = order && order.cancel !== 'cancelled'
  return isActive || refunds.length > 0 ? undefined : 'no order and no refund'
}
