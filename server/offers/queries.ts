import { and, asc, desc, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import type { PickedProduct } from '#domain/catalog/picked-products.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import type { Offer } from '#domain/offers/offer.ts'
import { type Db, getWritten, type Transaction } from '#server/db/connection.ts'
import { collections } from '#server/db/schema/collections.ts'
import { offerCodes, offerProducts, offers, offerUses } from '#server/db/schema/offers.ts'
import { outbox } from '#server/db/schema/operations.ts'
import { orders, products } from '#server/db/schema/shop.ts'

const { isPrice, time: _time, ...offerColumns } = getTableColumns(offers)

export { offerColumns }

export type ListedOffer = Offer & {
  isPrice: boolean
  /** Null: it applies to no collection, or to one that was deleted. */
  collection: string | null
  products: number
  madeCodes: number
  /** Orders that stand. */
  uses: number
}

/** Most that the list shows. */
const LISTED = 500

/** Those that hold or will hold first, then the ended ones, newest first. */
export async function listOffers(db: Db): Promise<ListedOffer[]> {
  return db
    .select({
      ...offerColumns,
      isPrice,
      collection: collections.name,
      products: db.$count(offerProducts, eq(offerProducts.offerId, offers.id)),
      madeCodes: db.$count(offerCodes, eq(offerCodes.offerId, offers.id)),
      uses: sql<number>`(
        select count(*)::integer from offer_uses join orders on orders.id = order_id
        where offer_id = ${offers.id} and cancel <> 'cancelled')`,
    })
    .from(offers)
    .leftJoin(collections, eq(collections.id, offers.collectionId))
    .orderBy(sql`coalesce(${offers.endsAt} <= clock_timestamp(), false)`, desc(offers.id))
    .limit(LISTED)
}

export async function findOffer(db: Db, id: number): Promise<Offer | undefined> {
  const [row] = await db.select(offerColumns).from(offers).where(eq(offers.id, id))
  return row
}

export async function lockOffer(tx: Transaction, id: number): Promise<Offer | undefined> {
  const [row] = await tx.select(offerColumns).from(offers).where(eq(offers.id, id)).for('update')
  return row
}

export async function insertOffer(tx: Transaction, values: Omit<Offer, 'id' | 'version'>): Promise<number> {
  const { id } = await getWritten(tx.insert(offers).values(values).returning({ id: offers.id }))
  return id
}

export async function updateOffer(tx: Transaction, id: number, values: Partial<Offer>): Promise<void> {
  await tx
    .update(offers)
    .set({ version: sql`${offers.version} + 1`, ...values })
    .where(eq(offers.id, id))
}

export async function removeOffer(tx: Transaction, id: number): Promise<void> {
  await tx.delete(offers).where(eq(offers.id, id))
}

export async function listOfferProducts(db: Db, offerId: number): Promise<PickedProduct[]> {
  return db
    .select({ id: products.id, title: products.title })
    .from(offerProducts)
    .innerJoin(products, eq(products.id, offerProducts.productId))
    .where(eq(offerProducts.offerId, offerId))
    .orderBy(asc(products.id))
}

/** Those that no longer exist are left out. */
export async function replaceOfferProducts(tx: Transaction, offerId: number, ids: readonly ProductId[]): Promise<void> {
  await tx.delete(offerProducts).where(eq(offerProducts.offerId, offerId))
  await tx.execute(sql`
    insert into offer_products (offer_id, product_id)
    select ${offerId}, id from products where id = any (${sql.param(ids)}::bigint[])`)
}

/** All pages that show prices are made anew, and open carts ask again. */
export async function publishOffers(tx: Transaction): Promise<void> {
  await tx.insert(outbox).values({ change: 'product *' })
}

/** @returns how many of these are new */
export async function insertCodes(tx: Transaction, offerId: number, codes: readonly string[]): Promise<number> {
  const added = await tx
    .insert(offerCodes)
    .values(codes.map((code) => ({ code, offerId })))
    .onConflictDoNothing()
    .returning({ code: offerCodes.code })
  return added.length
}

export async function countCodes(db: Db, offerId: number): Promise<number> {
  return db.$count(offerCodes, eq(offerCodes.offerId, offerId))
}

export async function isMadeCode(db: Db, code: string): Promise<boolean> {
  return (await db.$count(offerCodes, eq(offerCodes.code, code))) > 0
}

/** Made codes with the order that has used each; empty: none has. */
export async function listCodes(db: Db, offerId: number): Promise<{ code: string; order: string }[]> {
  return db
    .select({ code: offerCodes.code, order: sql<string>`coalesce(min(${orders.id})::text, '')` })
    .from(offerCodes)
    .leftJoin(offerUses, eq(offerUses.code, offerCodes.code))
    .leftJoin(orders, and(eq(orders.id, offerUses.orderId), ne(orders.cancel, 'cancelled')))
    .where(eq(offerCodes.offerId, offerId))
    .groupBy(offerCodes.code, offerCodes.time)
    .orderBy(asc(offerCodes.time), asc(offerCodes.code))
}

/** True if an order names it. */
export async function isUsed(tx: Transaction, offerId: number): Promise<boolean> {
  return (await tx.$count(offerUses, eq(offerUses.offerId, offerId))) > 0
}

/**
 * The next moment at which an offer on prices begins or ends, by the clock of the database. `isDue`: one has passed since.
 *
 * @param since undefined: now
 */
export async function findNextPriceChange(db: Db, since: Date | undefined) {
  const { rows } = await db.execute<{ is_due: boolean | null; next: string | null; now: string }>(sql`
    select bool_or(moment <= now and moment > ${since?.toISOString() ?? null}::timestamptz) as is_due,
      min(moment) filter (where moment > now) as next, now
    from (select clock_timestamp() as now) as clock
    left join (
      select unnest(array[starts_at, ends_at]) as moment from offers where is_price
    ) as changes on moment is not null
    group by now`)
  const [row] = rows
  return { isDue: row?.is_due ?? false, next: row?.next ? new Date(row.next) : undefined, now: new Date(row?.now ?? 0) }
}
