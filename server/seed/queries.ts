import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import type { ShopContents } from '#domain/setup/new-shop.ts'
import { type StoredProduct, storedColumns } from '#server/catalog/queries.ts'
import { COMMAND_LINE } from '#server/db/audit-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { families, finishes, sizes } from '#server/db/schema/catalogue.ts'
import { orderLines, orders, products } from '#server/db/schema/shop.ts'

/** An arbitrary number that all processes share. */
const SEED_LOCK = 4_204_200_043

/** Locks seeding until this transaction ends, so that of two processes that start at once only one seeds the demo. */
export async function lockSeeding(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`)
}

/** The audit entry that marks a shop that was begun without demo data, also after a restore. */
export const BEGUN_EMPTY = { action: 'begin an empty shop', subject: 'shop' } as const

export const begunEmpty = sql`select from audit where subject = ${BEGUN_EMPTY.subject} and action = ${BEGUN_EMPTY.action}`
const changedByPeople = sql`select from audit where actor_id <> ${COMMAND_LINE.userId}`

/**
 * True when no product or order was ever added: deletions leave entries in the audit log. Entries of the command line
 * do not count, because create-admin may run before the first start, except the one that begins an empty shop.
 */
export async function isEmptyShop(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ empty: boolean }>(
    sql`select not exists (select from products) and not exists (select from orders)
      and not exists (${changedByPeople}) and not exists (${begunEmpty}) as empty`,
  )
  return rows[0]?.empty === true
}

/** @param admin an account that does not count in a shop that was begun for them */
export async function readContents(tx: Transaction, admin: string): Promise<ShopContents & { isBegun: boolean }> {
  const { rows } = await tx.execute<ShopContents & { isBegun: boolean }>(
    sql`select exists (select from products) as products, exists (select from orders) as orders,
      exists (select from "user" where id <> ${DELETED_USER.id}
        and not (email = ${admin} and exists (${begunEmpty}))) as accounts,
      exists (select from contact_messages) as messages, exists (select from product_raise) as requests,
      exists (${changedByPeople}) as changes, exists (${begunEmpty}) as "isBegun"`,
  )
  if (!rows[0]) throw new Error('The contents of the database could not be read')
  return rows[0]
}

/** Removes the families, sizes and finishes that every database is migrated with. */
export async function removeCatalogue(tx: Transaction): Promise<void> {
  await tx.delete(sizes)
  await tx.delete(families)
  await tx.delete(finishes)
}

type ProductSeed = Omit<typeof products.$inferInsert, 'time'> & { daysAgo: number }

export async function insertSeedProducts(tx: Transaction, seeds: readonly ProductSeed[]): Promise<StoredProduct[]> {
  return tx
    .insert(products)
    .values(seeds.map(({ daysAgo, ...product }) => ({ ...product, time: daysBeforeNow(daysAgo) })))
    .returning(storedColumns)
}

type OrderSeed = Omit<typeof orders.$inferInsert, 'time' | 'deliveredAt' | 'checkoutKey'> & { daysAgo: number }
type LineSeed = Omit<typeof orderLines.$inferInsert, 'orderId' | 'position' | 'deliveredAt'>

export async function insertSeedOrder(tx: Transaction, { daysAgo, ...order }: OrderSeed, lines: readonly LineSeed[]) {
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
