import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { DeliveryAddress } from '#domain/address.ts'
import type { Paise } from '#domain/money.ts'
import type { OrderId, OrderLine } from '#domain/order.ts'
import type { Db, Transaction } from './connection.ts'
import { checkouts } from './schema-payments.ts'

export type Checkout = typeof checkouts.$inferSelect

export type NewCheckout = {
  userId: string
  email: string
  checkoutKey: string
  address: DeliveryAddress
  lines: (OrderLine & { sellerId: string | null })[]
  amount: Paise
}

/** Its key is locked, and has no open one. */
export async function insertCheckout(tx: Transaction, { address, ...checkout }: NewCheckout): Promise<Checkout> {
  const [row] = await tx
    .insert(checkouts)
    .values({ ...checkout, ...address })
    .returning()
  return row as Checkout
}

/** The open checkout under this key. Until the transaction ends, nobody else opens, settles or closes one under it. */
export async function lockOpenCheckout(tx: Transaction, userId: string, key: string): Promise<Checkout | undefined> {
  await lockKey(tx, sql`(values (${userId}, ${key}::uuid)) as owner (user_id, checkout_key)`)
  const [row] = await tx
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.userId, userId), eq(checkouts.checkoutKey, key), eq(checkouts.state, 'open')))
  return row
}

/** The checkout that this order of the provider's is for, with its key locked: whoever settles one closes the others too. */
export async function lockCheckoutOf(tx: Transaction, providerOrderId: string): Promise<Checkout | undefined> {
  await lockKey(tx, sql`checkouts where provider_order_id = ${providerOrderId}`)
  const [row] = await tx.select().from(checkouts).where(eq(checkouts.providerOrderId, providerOrderId))
  return row
}

/** The same for the checkouts that this order may have been. */
export async function lockCheckoutsOfOrder(tx: Transaction, orderId: OrderId): Promise<void> {
  await lockKey(tx, sql`orders where id = ${orderId}`)
}

/**
 * One lock for all checkouts under a key, taken before any row. Locking the rows themselves, in whatever order, deadlocks:
 * another transaction may add one meanwhile.
 */
async function lockKey(tx: Transaction, source: SQL): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(user_id || ' ' || checkout_key, 0)) from ${source}`,
  )
}

/** Undefined: not there, or somebody else's. */
export async function findCheckoutOf(db: Db, userId: string, id: string): Promise<Checkout | undefined> {
  const [row] = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.id, id), eq(checkouts.userId, userId)))
  return row
}

/**
 * It is opened again, so from now on the provider is asked about it as about a new one: it may be paid weeks after it was
 * first opened. The amount stays: the provider's order is for that.
 */
export async function updateCheckout(
  tx: Transaction,
  id: string,
  { address, lines }: Pick<NewCheckout, 'address' | 'lines'>,
): Promise<void> {
  await tx
    .update(checkouts)
    .set({ ...address, lines, time: sql`now()` })
    .where(eq(checkouts.id, id))
}

export async function replaceCheckout(tx: Transaction, id: string): Promise<void> {
  await tx.update(checkouts).set({ state: 'replaced' }).where(eq(checkouts.id, id))
}

/** The provider's order of this checkout: the one given, unless there was one already. */
export async function keepProviderOrder(db: Db, id: string, providerOrderId: string): Promise<string> {
  await db
    .update(checkouts)
    .set({ providerOrderId })
    .where(and(eq(checkouts.id, id), isNull(checkouts.providerOrderId)))
  const [row] = await db.select({ kept: checkouts.providerOrderId }).from(checkouts).where(eq(checkouts.id, id))
  if (!row?.kept) throw new Error(`Checkout ${id} is gone`)
  return row.kept
}

/** Nothing more can come of this key: later money for it goes back. */
export async function closeCheckouts(tx: Transaction, userId: string, key: string): Promise<void> {
  await tx
    .update(checkouts)
    .set({ state: 'over' })
    .where(and(eq(checkouts.userId, userId), eq(checkouts.checkoutKey, key), ne(checkouts.state, 'over')))
}

/**
 * The provider's orders to ask about: at least a quarter of an hour old, and not older than the week within which a bank
 * may still change its mind. The older one is, the rarer it is asked about, but for `every` one that may become an order.
 * In no order: a few that are never answered must not end every round before it comes to the same others.
 */
export async function listToAskAbout(db: Db, { every }: { every: boolean }): Promise<string[]> {
  const age = sql`(now() - ${checkouts.time})`
  const rows = await db
    .select({ id: checkouts.providerOrderId })
    .from(checkouts)
    .where(
      sql`${checkouts.time} between now() - interval '8 days' and now() - interval '15 minutes'
        and ${checkouts.providerOrderId} is not null
        and ((${every} and ${checkouts.state} <> 'over') or ${checkouts.askedAt} is null or now() - ${checkouts.askedAt} > ${age} / 4)`,
    )
    .orderBy(sql`random()`)
    .limit(500)
  return rows.flatMap(({ id }) => id ?? [])
}

export async function noteAsked(db: Db, providerOrderId: string): Promise<void> {
  await db.update(checkouts).set({ askedAt: sql`now()` }).where(eq(checkouts.providerOrderId, providerOrderId))
}
