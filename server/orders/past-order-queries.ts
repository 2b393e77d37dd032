import { randomUUID } from 'node:crypto'
import { desc, eq, inArray, sql } from 'drizzle-orm'
import type { PastCustomer, PastOrder } from '#domain/orders/past-order.ts'
import { batchesOf, type Db, type Transaction } from '#server/db/connection.ts'
import { user } from '#server/db/schema/accounts.ts'
import { pastOrders } from '#server/db/schema/customers.ts'

/** Rows per statement. */
const BATCH = 500

/** Adds accounts without a password, and without a confirmed address. Those that are there stay as they are. @returns how many */
export async function insertCustomers(tx: Transaction, list: readonly PastCustomer[]): Promise<number> {
  let added = 0
  for (const batch of batchesOf(list, BATCH)) {
    const values = batch.map((customer) => ({ id: randomUUID(), ...customer }))
    const { rowCount } = await tx.insert(user).values(values).onConflictDoNothing({ target: user.email })
    added += rowCount ?? 0
  }
  return added
}

/** Adds orders that were not imported before, for accounts that are there. @returns how many */
export async function insertPastOrders(tx: Transaction, list: readonly (PastOrder & PastCustomer)[]): Promise<number> {
  let added = 0
  for (const batch of batchesOf(list, BATCH)) {
    const emails = batch.map(({ email }) => email)
    const accounts = await tx.select({ id: user.id, email: user.email }).from(user).where(inArray(user.email, emails))
    const idOf = new Map(accounts.map(({ id, email }) => [email, id]))
    const values = batch.flatMap(({ email, name: _, placedAt, ...order }) => {
      const userId = idOf.get(email)
      return userId ? { ...order, userId, placedAt: new Date(placedAt) } : []
    })
    const { rowCount } = await tx
      .insert(pastOrders)
      .values(values)
      .onConflictDoNothing({ target: [pastOrders.source, pastOrders.number] })
    added += rowCount ?? 0
  }
  return added
}

/** `total`: undefined for staff who see no money. */
export type PastOrderShown = Omit<PastOrder, 'total'> & { id: number; total: number | undefined }

const MOST = 200

/** Newest first. */
export async function listPastOrdersOf(db: Db, userId: string): Promise<PastOrderShown[]> {
  const { id, source, number, placedAt, total, state, lines } = pastOrders
  const rows = await db
    .select({ id, source, number, placedAt, total, state, lines })
    .from(pastOrders)
    .where(eq(pastOrders.userId, userId))
    .orderBy(desc(placedAt), desc(sql`id`))
    .limit(MOST)
  return rows.map((row) => ({ ...row, placedAt: row.placedAt.toISOString() }))
}
