import { desc, eq, sql } from 'drizzle-orm'
import type { CustomerNote } from '#domain/accounts/customer-note.ts'
import { type Rupees, toRupees } from '#domain/money.ts'
import type { OrderState } from '#domain/orders/order-state.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { user } from '#server/db/schema/accounts.ts'
import { consents, customerNotes } from '#server/db/schema/customers.ts'
import { returns } from '#server/db/schema/shipping.ts'
import { orders } from '#server/db/schema/shop.ts'

/** When the account was created, ISO 8601. */
export async function findSignedUp(db: Db, userId: string): Promise<string | undefined> {
  const [row] = await db.select({ time: user.createdAt }).from(user).where(eq(user.id, userId))
  return row?.time.toISOString()
}

/** How many orders a customer has in each state, and what they add up to. */
export async function sumOrdersOf(db: Db, userId: string): Promise<(OrderState & { count: number; amount: Rupees })[]> {
  const { status, cancel, totalAmount } = orders
  return db
    .select({
      status,
      cancel,
      count: sql<number>`count(*)::integer`,
      amount: sql`sum(${totalAmount})`.mapWith(Number),
    })
    .from(orders)
    .where(eq(orders.userId, userId))
    .groupBy(status, cancel)
}

export type CustomerReturn = Awaited<ReturnType<typeof listReturnsOf>>[number]

/** Newest first, with the state of its order. Without an amount the refund is not decided yet. */
export async function listReturnsOf(db: Db, userId: string) {
  const { id, orderId, reason, amount, time } = returns
  const order = { status: orders.status, cancel: orders.cancel }
  const rows = await db
    .select({ id, orderId, order, reason, amount, time })
    .from(returns)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(eq(orders.userId, userId))
    .orderBy(desc(id))
  return rows.map((row) => ({
    ...row,
    amount: row.amount === null ? undefined : toRupees(row.amount),
    time: row.time.toISOString(),
  }))
}

/** Which version of the notice about their data somebody saw, newest first. */
export async function listConsentsOf(db: Db, userId: string) {
  const { purpose, textVersion, time } = consents
  const rows = await db
    .select({ purpose, textVersion, time })
    .from(consents)
    .where(eq(consents.userId, userId))
    .orderBy(desc(consents.id))
  return rows.map((row) => ({ ...row, time: row.time.toISOString() }))
}

/** Call it while the account is locked, if the note is to be changed. */
export async function findCustomerNote(db: Db, userId: string): Promise<CustomerNote> {
  const { note, tags, version } = customerNotes
  const [row] = await db.select({ note, tags, version }).from(customerNotes).where(eq(customerNotes.userId, userId))
  return row ?? { note: '', tags: [], version: 0 }
}

export async function upsertCustomerNote(tx: Transaction, userId: string, changed: CustomerNote): Promise<void> {
  await tx
    .insert(customerNotes)
    .values({ userId, ...changed })
    .onConflictDoUpdate({ target: customerNotes.userId, set: { ...changed, time: sql`now()` } })
}

/** The tags of all customers, by name. */
export async function listTags(db: Db, most = 200): Promise<string[]> {
  const { rows } = await db.execute<{ tag: string }>(
    sql`select distinct unnest(tags) as tag from customer_notes order by 1 limit ${most}`,
  )
  return rows.map(({ tag }) => tag)
}
