import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { COMMAND_LINE } from '#server/db/audit-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { orderLines, orders, products } from '#server/db/schema/shop.ts'

/** Any number, as long as every process uses the same. */
const SEED_LOCK = 4_204_200_043

/** Held until this transaction ends, so that two processes that start at once seed one demo shop. */
export async function lockSeeding(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`)
}

/**
 * True when no product or order was ever added: deletions leave records in the audit log. Records of the command line do
 * not count, because create-admin may run before the first start.
 */
export async function isEmptyShop(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ empty: boolean }>(
    sql`select not exists (select from products) and not exists (select from orders)
      and not exists (select from audit where actor_id <> ${COMMAND_LINE.uid}) as empty`,
  )
  return rows[0]?.empty === true
}

export type SeededProduct = typeof products.$inferSelect
type ProductSeed = Omit<typeof products.$inferInsert, 'time'> & { daysAgo: number }

export async function insertSeedProducts(tx: Transaction, seeds: readonly ProductSeed[]): Promise<SeededProduct[]> {
  return tx
    .insert(products)
    .values(seeds.map(({ daysAgo, ...product }) => ({ ...product, time: daysBeforeNow(daysAgo) })))
    .returning()
}

type OrderSeed = Omit<typeof orders.$inferInsert, 'time' | 'deliveredAt' | 'checkoutKey'> & { daysAgo: number }
type LineSeed = Omit<typeof orderLines.$inferInsert, 'orderId' | 'position' | 'deliveredAt'>

export async function insertSeedOrder(
  tx: Transaction,
  { daysAgo, ...order }: OrderSeed,
  lines: readonly LineSeed[],
): Promise<void> {
  const deliveredAt = order.status === 'delivered' ? daysBeforeNow(daysAgo - 3) : null
  const [inserted] = await tx
    .insert(orders)
    .values({ ...order, deliveredAt, checkoutKey: randomUUID(), time: daysBeforeNow(daysAgo) })
    .returning({ orderId: orders.id })
  if (!inserted) throw new Error('The inserted order was not returned')
  await tx.insert(orderLines).values(lines.map((line, position) => ({ ...line, ...inserted, position, deliveredAt })))
}

function daysBeforeNow(days: number) {
  return sql`now() - make_interval(days => ${days})`
}
