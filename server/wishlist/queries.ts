import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { ProductId } from '#domain/catalog/product.ts'
import { isUuid } from '#domain/text.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { user } from '#server/db/schema/accounts.ts'
import { wishlistItems, wishlistLinks } from '#server/db/schema/customers.ts'
import { productRaise } from '#server/db/schema/shop.ts'

const { userId, productId, time } = wishlistItems

/** Newest first, with those that are not on sale now. */
export async function listSaved(db: Db, owner: string): Promise<ProductId[]> {
  const rows = await db
    .select({ productId })
    .from(wishlistItems)
    .where(eq(userId, owner))
    .orderBy(desc(time), desc(productId))
  return rows.map((row) => row.productId)
}

/** Makes the other changes of this wishlist wait until the end of the transaction. */
export async function lockWishlist(tx: Transaction, owner: string): Promise<void> {
  await tx.select({ id: user.id }).from(user).where(eq(user.id, owner)).for('no key update')
}

/** @param ids newest first; those that no approved product has are left out */
export async function insertSaved(db: Db, owner: string, ids: readonly ProductId[]): Promise<void> {
  if (ids.length === 0) return
  await db.execute(sql`
    insert into wishlist_items (user_id, product_id, time)
    select ${owner}, p.id, now() - wanted.place * interval '1 microsecond'
    from unnest(${sql.param(ids)}::bigint[]) with ordinality as wanted (id, place) join products as p using (id)
    where p.approved
    on conflict do nothing`)
}

export async function deleteSaved(db: Db, owner: string, id: ProductId): Promise<void> {
  await db.delete(wishlistItems).where(and(eq(userId, owner), eq(productId, id)))
}

/** The token of the link to a wishlist; undefined: it is not shared. */
export async function findLink(db: Db, owner: string): Promise<string | undefined> {
  const { token } = wishlistLinks
  const [row] = await db.select({ token }).from(wishlistLinks).where(eq(wishlistLinks.userId, owner))
  return row?.token
}

export async function insertLink(db: Db, owner: string): Promise<void> {
  await db.insert(wishlistLinks).values({ userId: owner }).onConflictDoNothing()
}

export async function deleteLink(db: Db, owner: string): Promise<void> {
  await db.delete(wishlistLinks).where(eq(wishlistLinks.userId, owner))
}

/** The owner of the list that a link leads to. */
export async function findSharer(db: Db, token: string): Promise<string | undefined> {
  if (!isUuid(token)) return undefined
  const [row] = await db
    .select({ userId: wishlistLinks.userId })
    .from(wishlistLinks)
    .where(eq(wishlistLinks.token, token))
  return row?.userId
}

/** Products that this account asked to be told of and was not told of yet. */
export async function listAsked(db: Db, owner: string): Promise<ProductId[]> {
  const rows = await db.selectDistinct({ id: productRaise.productId }).from(productRaise).where(isWaiting(owner))
  return rows.map(({ id }) => id)
}

export async function deleteAsked(db: Db, owner: string, id: ProductId): Promise<void> {
  await db.delete(productRaise).where(and(isWaiting(owner), eq(productRaise.productId, id)))
}

function isWaiting(owner: string) {
  return and(eq(productRaise.userId, owner), isNull(productRaise.notifiedAt))
}

/** Saved products whose owner asked to be told of a lower price. */
export async function listWatched(db: Db, owner: string): Promise<ProductId[]> {
  const rows = await db
    .select({ productId })
    .from(wishlistItems)
    .where(and(eq(userId, owner), isNotNull(wishlistItems.askedPrice)))
  return rows.map((row) => row.productId)
}

/** From the price of now on. Asked again, nothing changes. */
export async function watchPrice(db: Db, owner: string, id: ProductId): Promise<void> {
  await db.execute(sql`
    update wishlist_items as w set asked_price = p.price, known_price = p.price from products as p
    where w.user_id = ${owner} and w.product_id = ${id} and p.id = w.product_id and p.approved and asked_price is null`)
}

/** @param id undefined: all of them */
export async function unwatchPrices(db: Db, owner: string, id?: ProductId): Promise<void> {
  await db
    .update(wishlistItems)
    .set({ askedPrice: null, knownPrice: null, toldAt: null })
    .where(
      and(eq(userId, owner), isNotNull(wishlistItems.askedPrice), id === undefined ? undefined : eq(productId, id)),
    )
}

export type PriceFall = { userId: string; productId: ProductId; name: string; email: string; title: string } & {
  before: number
  price: number
}

/** Nobody is told of one product more often, however often its price moves. */
const DAYS_BETWEEN_FALLS = 7

/** Locks those that no other run has taken. */
export async function listFallen(tx: Transaction, limit: number, now: Date): Promise<PriceFall[]> {
  const { rows } = await tx.execute<PriceFall>(sql`
    select w.user_id as "userId", w.product_id::float8 as "productId", u.name, u.email, p.title, w.known_price as before, p.price
    from wishlist_items as w join products as p on p.id = w.product_id join "user" as u on u.id = w.user_id
    where w.asked_price is not null and p.price < w.known_price and p.approved and p.on_sale and not p.is_sold
      and (told_at is null or told_at <= ${now.toISOString()}::timestamptz - make_interval(days => ${DAYS_BETWEEN_FALLS}::integer))
    order by w.product_id, w.user_id limit ${limit} for update of w skip locked`)
  return rows
}

export async function updateKnownPrice(tx: Transaction, fall: PriceFall, toldAt: Date): Promise<void> {
  await tx
    .update(wishlistItems)
    .set({ knownPrice: fall.price, toldAt })
    .where(and(eq(userId, fall.userId), eq(productId, fall.productId)))
}
