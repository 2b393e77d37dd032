import { and, eq, ne, placeholder, type SQL, sql } from 'drizzle-orm'
import type { ProductId } from '#domain/catalog/product.ts'
import { mobileKey } from '#domain/delivery/delivery-area.ts'
import type { Offer, OfferUse } from '#domain/offers/offer.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { user } from '#server/db/schema/accounts.ts'
import { offers, offerUses } from '#server/db/schema/offers.ts'
import { orders, SEARCHED_IN_ORDERS } from '#server/db/schema/shop.ts'
import { offerColumns } from './queries.ts'

export type FoundOffer = Offer & {
  used: number
  usedByBuyer: number
  /** Those of the asked products that it names, by themselves or by a collection. */
  products: ProductId[]
}

/** The time for which an open payment holds the uses of its offers. */
const HELD = sql.raw(`interval '15 minutes'`)

/** Somebody who orders: one account, or one mobile number with several. `mobileNumber`: as typed; absent: not known yet. */
export type Person = { userId: string; mobileNumber?: string | undefined }

const ten = (mobileNumber: SQL) => sql`right(regexp_replace(${mobileNumber}, '\\D', '', 'g'), 10)`

type Asked = {
  productIds: readonly ProductId[]
  /** Undefined: not logged in. */
  buyer: Person | undefined
  /** The offer of the code that was typed. */
  codeOfferId: number | undefined
  /** An open payment that asks again for what it holds. */
  checkoutKey?: string | undefined
  /** An order whose offers are decided again, as of the moment at which it was placed. */
  order?: { id: number; time: Date } | undefined
}

/**
 * The offers on orders that hold now, and the one of the code, whenever it holds. Uses are those of orders that stand and
 * of open payments; a cancelled order has used none.
 */
export async function findOrderOffers(db: Db, asked: Asked): Promise<FoundOffer[]> {
  const { productIds, buyer, codeOfferId, checkoutKey, order } = asked
  return orderOffersQuery(db).execute({
    productIds,
    userId: buyer?.userId ?? '',
    mobile: mobileKey(buyer?.mobileNumber ?? '') ?? '',
    codeOfferId: codeOfferId ?? 0,
    checkoutKey: checkoutKey ?? '',
    orderId: order?.id ?? 0,
    orderTime: order?.time.toISOString() ?? null,
  })
}

/** Prepared, because every order asks it and PostgreSQL takes longer to plan it than to run it. */
function orderOffersQuery(db: Db) {
  const { id, isPrice, needsCode, appliesTo, collectionId, startsAt, endsAt, usesInAll, usesByPerson } = offers
  const userId = placeholder('userId')
  const mobile = placeholder('mobile')
  const orderId = placeholder('orderId')
  const at = sql`coalesce(${placeholder('orderTime')}::timestamptz, clock_timestamp())`
  const isOwn = sql`user_id = ${userId} or (${mobile} <> '' and ${ten(sql`mobile_number`)} = ${mobile})`
  const uses = sql`lateral (
    select count(*) as all_of_them, count(*) filter (where ${isOwn}) as own from (
      select user_id, mobile_number from offer_uses join orders on orders.id = order_id
      where offer_id = ${id} and cancel <> 'cancelled' and orders.id <> ${orderId}
      union all
      select user_id, mobile_number from checkouts as c
      where state = 'open' and c.offers <> '[]' and c.offers @> jsonb_build_array(jsonb_build_object('id', ${id}))
        and time > clock_timestamp() - ${HELD}
        and not (user_id = ${userId} and checkout_key::text = ${placeholder('checkoutKey')})
    ) as each
  ) as uses`
  const isNow = sql`${startsAt} <= ${at} and (${endsAt} is null or ${endsAt} > ${at})`
  return db
    .select({
      ...offerColumns,
      used: sql<number>`coalesce(uses.all_of_them, 0)::integer`,
      usedByBuyer: sql<number>`coalesce(uses.own, 0)::integer`,
      products: sql<ProductId[]>`array(select id::float8 from unnest(${placeholder('productIds')}::bigint[]) as id
        where ${appliesTo} in ('products', 'collection') and fits_offer(${offers.id}, ${appliesTo}, ${collectionId}, id))`,
    })
    .from(offers)
    .leftJoin(uses, sql`${usesInAll} + ${usesByPerson} > 0`)
    .where(sql`${id} = ${placeholder('codeOfferId')} or not ${isPrice} and not ${needsCode} and ${isNow}`)
    .orderBy(id)
    .prepare('find_order_offers')
}

/** Call it after products and stock are locked, and before a voucher is. */
export async function lockOffersById(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.execute(sql`select from offers where id = any (${sql.param(ids)}::bigint[]) order by id for update`)
}

/** The offer of a code. `isMade`: one of its made codes, which is good for one order. */
export async function findByCode(db: Db, code: string) {
  const { rows } = await db.execute<{ id: string; made: boolean }>(sql`
    select id, false as made from offers where code = ${code} and code <> ''
    union all select offer_id, true from offer_codes where code = ${code} limit 1`)
  const [row] = rows
  return row && { offerId: Number(row.id), isMade: row.made }
}

/** True if an order that stands, or an open payment of another checkout, has this made code. */
export async function isCodeUsed(db: Db, code: string, { checkoutKey, order }: Pick<Asked, 'checkoutKey' | 'order'>) {
  const { rows } = await db.execute(sql`
    select from offer_uses join orders on orders.id = order_id where code = ${code} and cancel <> 'cancelled' and orders.id <> ${order?.id ?? 0}
    union all
    select from checkouts where state = 'open' and offers <> '[]' and offers @> jsonb_build_array(jsonb_build_object('code', ${code}::text))
      and time > clock_timestamp() - ${HELD} and checkout_key::text <> ${checkoutKey ?? ''}
    limit 1`)
  return rows.length > 0
}

/** True if this person has an order that stands. @param but another than this one */
export async function hasOrdered(db: Db, { userId, mobileNumber = '' }: Person, but = 0) {
  const stands = and(ne(orders.cancel, 'cancelled'), ne(orders.id, but))
  const isOwn = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), stands))
    .limit(1)
  if ((await isOwn).length > 0) return true
  const mobile = mobileKey(mobileNumber)
  if (!mobile) return false
  // By the index of the desk's search.
  const ofMobile = sql`${SEARCHED_IN_ORDERS} like ${`%. ${mobile} `}`
  return (await db.select({ id: orders.id }).from(orders).where(and(ofMobile, stands)).limit(1)).length > 0
}

/** True if emails to this account's address have been shown to reach its owner. */
export async function isConfirmed(db: Db, userId: string): Promise<boolean> {
  return (await db.$count(user, and(eq(user.id, userId), user.emailVerified))) > 0
}

/** True once shoppers can have a code. */
export async function hasCodes(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from offers where needs_code and (ends_at is null or ends_at > clock_timestamp()) limit 1`)
  return rows.length > 0
}

export async function insertOfferUses(tx: Transaction, orderId: number, uses: readonly OfferUse[]): Promise<void> {
  if (uses.length === 0) return
  await tx.insert(offerUses).values(uses.map(({ id, ...use }) => ({ orderId, offerId: id, ...use })))
}

/** The uses of an order. */
export async function listOfferUses(db: Db, orderId: number): Promise<OfferUse[]> {
  const { offerId: id, name, discount, code } = offerUses
  return db.select({ id, name, discount, code }).from(offerUses).where(eq(offerUses.orderId, orderId)).orderBy(id)
}

export async function replaceOfferUses(tx: Transaction, orderId: number, uses: readonly OfferUse[]): Promise<void> {
  await tx.delete(offerUses).where(eq(offerUses.orderId, orderId))
  await insertOfferUses(tx, orderId, uses)
}
