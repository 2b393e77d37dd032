import { eq, sql } from 'drizzle-orm'
import { mobileKey } from '#domain/delivery/delivery-area.ts'
import type { CashFacts, WaitingCash } from '#domain/orders/cash.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { type Db, queryPrepared, type Transaction } from '#server/db/connection.ts'
import { AWAITS_CONFIRMATION, orders } from '#server/db/schema/shop.ts'

const findCashHistorySql = {
  name: 'find_cash_history',
  text: `
    select not exists (select from orders where user_id = $1 and cancel <> 'cancelled') as first,
      exists (select from shipments where mobile = $2 and step = 'returned') as returned`,
}

/**
 * Facts about earlier orders that decide whether this one may be paid in cash on delivery (COD, here `cash`).
 *
 * @param mobile as it was typed
 */
export async function findCashHistory(
  db: Db,
  userId: string,
  mobile: string,
): Promise<Required<Pick<CashFacts, 'isFirstOrder' | 'hasReturned'>>> {
  const [row] = await queryPrepared<{ first: boolean; returned: boolean }>(db, findCashHistorySql, [
    userId,
    mobileKey(mobile) ?? null,
  ])
  return { isFirstOrder: row?.first ?? false, hasReturned: row?.returned ?? false }
}

const lockUnconfirmedSql = {
  name: 'lock_unconfirmed_buyer',
  text: 'select from "user" where id = $1 and not email_verified for no key update',
}

const findWaitingCashSql = {
  name: 'find_waiting_cash',
  text: `
    select count(orders.id)::integer as orders, coalesce(sum(total_amount), 0) as value
    from "user" as buyer
    left join orders on user_id = buyer.id and status = 'confirmed' and cancel <> 'cancelled' and dispatched = 'none'
      and payment_id is null and cash_confirmed_at is null
    where buyer.id = $1 and not email_verified group by buyer.id`,
}

/** What this buyer has ordered in cash and nobody has confirmed; undefined: their email address is confirmed. */
export async function findWaitingCash(db: Db, userId: string): Promise<WaitingCash | undefined> {
  const [row] = await queryPrepared<{ orders: number; value: string }>(db, findWaitingCashSql, [userId])
  return row && { orders: row.orders, value: Number(row.value) }
}

/**
 * Locks the account if it is unconfirmed, so that orders sent at the same time are counted one after the other. Call it
 * after products and stock are locked.
 */
export async function lockWaitingCash(tx: Transaction, userId: string): Promise<WaitingCash | undefined> {
  // Two statements, because the second must see what was committed while the first waited for the lock.
  const [, waiting] = await Promise.all([queryPrepared(tx, lockUnconfirmedSql, [userId]), findWaitingCash(tx, userId)])
  return waiting
}

/** The fields that the rules of cash on delivery need. */
export async function findCashOrder(db: Db, id: OrderId) {
  const { userId, email, status, cancel, paymentId, dispatched, confirmationAskedAt, cashConfirmedAt, totalAmount } =
    orders
  const state = { status, cancel, paymentId, dispatched, confirmationAskedAt, cashConfirmedAt }
  const [row] = await db
    .select({ userId, email, totalAmount, ...state })
    .from(orders)
    .where(eq(orders.id, id))
  return row
}

export async function updateConfirmationAsked(tx: Transaction, id: OrderId): Promise<void> {
  await tx.update(orders).set({ confirmationAskedAt: sql`now()` }).where(eq(orders.id, id))
}

export async function updateConfirmed(tx: Transaction, id: OrderId): Promise<void> {
  await tx.update(orders).set({ cashConfirmedAt: sql`now()` }).where(eq(orders.id, id))
}

/**
 * Cash orders that await the buyer's confirmation, oldest first, and whose buyer was sent the email at least so many hours
 * ago.
 */
export async function listUnconfirmed(db: Db, hours: number): Promise<OrderId[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select orders.id from orders join emails on template = 'confirm-cash' and subject = 'order ' || orders.id
    where ${AWAITS_CONFIRMATION} and emails.state = 'sent' and emails.time < now() - make_interval(hours => ${hours})
    order by orders.id limit 200`)
  return rows.map(({ id }) => Number(id))
}
