import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { ProductId } from '#domain/catalog/product.ts'
import { type StockedVariant, unitsFor, type VariantUnits } from '#domain/catalog/stock/stock.ts'
import type { StockReason } from '#domain/catalog/stock/stock-mode.ts'
import { readSettings } from '#domain/shop/settings.ts'
import { type Db, queryPrepared, type Transaction } from '#server/db/connection.ts'
import { outbox } from '#server/db/schema/operations.ts'
import { checkouts } from '#server/db/schema/payments.ts'
import { productRaise } from '#server/db/schema/shop.ts'
import { stockHolds } from '#server/db/schema/stock.ts'

export type VariantKey = { productId: ProductId; sizeCode: string; finish: string }
export type VariantQuantity = VariantKey & { quantity: number }

/** A variant with its units on hand, and those that are held by others and by this shopper. */
export type VariantState = VariantKey & StockedVariant & VariantUnits & { id: number }

type VariantRow = Omit<VariantState, 'id' | 'productId' | 'held' | 'own'> & {
  id: string
  productId: string
  held: string
  own: string
}

/** As `sellable_variants` names them. */
const NAME = `coalesce(v.size_code, '') as "sizeCode", coalesce(v.finish, array_to_string(v.options, ' · ')) as finish`

/** Expired holds count for nothing; `shopper` is an SQL expression. */
const readVariants = (shopper: string) => `
  select v.id, v.product_id as "productId", ${NAME}, v.on_hand as units, v.price, v.sku,
    v.held - h.own - h.expired as held, h.own
  from product_variants as v cross join lateral (
    select coalesce(sum(quantity) filter (where expires_at > clock_timestamp() and user_id = ${shopper}), 0) as own,
      coalesce(sum(quantity) filter (where expires_at <= clock_timestamp()), 0) as expired
    from stock_holds where v.held > 0 and variant_id = v.id) as h`

const listStockedSql = {
  name: 'list_stocked_variants',
  text: `${readVariants('$2::text')}
    where product_id = any ($1::bigint[]) and offered order by product_id, size_code, finish, position`,
}

/** The variants of these products that are offered if they are counted. @param userId whose holds count as their own */
export async function listStocked(db: Db, ids: readonly ProductId[], userId?: string): Promise<VariantState[]> {
  if (ids.length === 0) return []
  return (await queryPrepared<VariantRow>(db, listStockedSql, [ids, userId])).map(toState)
}

const wanted = `
  jsonb_to_recordset($1::jsonb) as w ("productId" bigint, "sizeCode" text, finish text, quantity integer)`
const isWanted = `v.product_id = w."productId" and v.offered and coalesce(v.size_code, '') = w."sizeCode"
  and coalesce(v.finish, array_to_string(v.options, ' · ')) = w.finish`

const holdVariantsSql = {
  name: 'hold_variants',
  text: `select from product_variants as v join ${wanted} on ${isWanted} order by v.id for update of v`,
}

const readVariantsSql = {
  name: 'read_variants',
  text: `${readVariants('$2::text')} join ${wanted} on ${isWanted} order by v.id`,
}

/**
 * Locks these variants until the transaction ends, in the sequence of their ids; call it after orders and products are
 * locked. Variants that are not offered are left out.
 *
 * @param userId whose holds count as their own
 */
export async function lockVariants(
  tx: Transaction,
  keys: readonly VariantKey[],
  userId?: string,
): Promise<VariantState[]> {
  if (keys.length === 0) return []
  const list = JSON.stringify(keys.map(({ productId, sizeCode, finish }) => ({ productId, sizeCode, finish })))
  // Two statements, because the second must see what was committed while the first waited for the locks.
  const [, rows] = await Promise.all([
    queryPrepared(tx, holdVariantsSql, [list]),
    queryPrepared<VariantRow>(tx, readVariantsSql, [list, userId]),
  ])
  return rows.map(toState)
}

/**
 * Locks the variants of these products that are offered; call it after the products are locked, without which no other
 * variant changes.
 */
export async function lockVariantsOf(tx: Transaction, ...ids: ProductId[]): Promise<VariantState[]> {
  if (ids.length === 0) return []
  const [, list] = await Promise.all([queryPrepared(tx, holdAllSql, [ids]), listStocked(tx, ids)])
  return list
}

const holdAllSql = {
  name: 'hold_all_variants',
  text: 'select from product_variants where product_id = any ($1::bigint[]) and offered order by id for update',
}

function toState({ id, productId, held, own, ...row }: VariantRow): VariantState {
  return { ...row, id: Number(id), productId: Number(productId), held: Number(held), own: Number(own) }
}

/** A variant with the units that the shopper can have whose holds `own` counts. */
export function toAvailable({ sizeCode, finish, price, ...units }: VariantState) {
  return { sizeCode, finish, price, free: unitsFor(units) }
}

/** Read from the database, because a use case may have no cache of the settings. */
export async function readLowStock(db: Db): Promise<number> {
  return readSettings(await queryPrepared<{ name: string; value: unknown }>(db, readLowStockSql, [])).lowStock
}

const readLowStockSql = { name: 'read_low_stock', text: `select name, value from settings where name = 'lowStock'` }

/** Of variants that are locked. */
const units = `jsonb_to_recordset($1::jsonb) as w (id bigint, quantity integer)`

export type UnitsOfVariant = { id: number; quantity: number }

const takeUnitsSql = {
  name: 'take_units',
  text: `
    with taken as (
      update product_variants as v set on_hand = v.on_hand - w.quantity from ${units} where v.id = w.id
      returning v.*, w.quantity
    ),
    used as (delete from stock_holds as h using ${units} where h.variant_id = w.id and h.user_id = $3),
    written as (
      insert into stock_changes (variant_id, product_id, size_code, finish, options, change, units_after, reason, order_id)
      select id, product_id, size_code, finish, options, -quantity, on_hand, 'ordered', $2 from taken
    )
    select count(*)::integer as count from taken`,
}

/**
 * Takes units of locked variants for an order, and deletes the shopper's holds of these variants.
 *
 * @throws when a variant is missing
 */
export async function updateTaken(
  tx: Transaction,
  orderId: number,
  userId: string,
  list: readonly UnitsOfVariant[],
): Promise<void> {
  const [taken] = await queryPrepared<{ count: number }>(tx, takeUnitsSql, [JSON.stringify(list), orderId, userId])
  if (taken?.count !== list.length) throw new Error(`Order ${orderId} took ${taken?.count} of ${list.length} variants`)
}

/** Names of what an order took, as its history has them. */
const KEY_OF_CHANGE = `product_id as "productId", coalesce(size_code, '') as "sizeCode",
  coalesce(finish, array_to_string(options, ' · ')) as finish`

type KeyRow = Omit<VariantKey, 'productId'> & { productId: string }
const toKey = <Row extends KeyRow>(row: Row) => ({ ...row, productId: Number(row.productId) })

const takenByOrderSql = {
  name: 'taken_by_order',
  text: `
    select * from (
      select ${KEY_OF_CHANGE}, -change - (
        select coalesce(sum(sent.quantity), 0)::integer from shipments as s
        join shipment_lines as sent on sent.shipment_id = s.id
        join order_lines as l on l.order_id = s.order_id and l.position = sent.position
        where s.order_id = $1 and l.variant_id = taken.variant_id) as quantity
      from stock_changes as taken
      where order_id = $1 and reason = 'ordered' and not exists (
        select from stock_changes as given
        where given.order_id = $1 and given.reason <> 'ordered' and given.return_id is null
          and given.variant_id = taken.variant_id)
    ) as rest where quantity > 0
    order by "productId", "sizeCode", finish`,
}

/** Units that this order took and has neither sent nor given back. Sent units come back with a return only. */
export async function listTaken(tx: Transaction, orderId: number): Promise<VariantQuantity[]> {
  return (await queryPrepared<KeyRow & { quantity: number }>(tx, takenByOrderSql, [orderId])).map(toKey)
}

const listOrderedSql = {
  name: 'list_ordered_variants',
  text: `select ${KEY_OF_CHANGE} from stock_changes where order_id = $1 and reason = 'ordered'`,
}

/** The variants of which this order has taken units. */
export async function listOrdered(tx: Transaction, orderId: number): Promise<VariantKey[]> {
  return (await queryPrepared<KeyRow>(tx, listOrderedSql, [orderId])).map(toKey)
}

const giveBackSql = {
  name: 'give_back_units',
  text: `
    with given as (
      update product_variants as v set on_hand = v.on_hand + w.quantity from ${wanted} where ${isWanted}
      returning v.id, v.on_hand, w.quantity
    )
    insert into stock_changes (variant_id, product_id, size_code, finish, options, change, units_after, reason, order_id, actor_id,
      return_id)
    select taken.variant_id, taken.product_id, taken.size_code, taken.finish, taken.options, coalesce(given.quantity, 0),
      given.on_hand, $3, $2, $4, $5
    from ${wanted} join stock_changes as taken on taken.order_id = $2 and taken.reason = 'ordered'
      and taken.product_id = w."productId" and coalesce(taken.size_code, '') = w."sizeCode"
      and coalesce(taken.finish, array_to_string(taken.options, ' · ')) = w.finish
    left join given on given.id = taken.variant_id`,
}

/** Adds units of an order to the variants that are still offered; for the others it only records that they came back. */
export async function updateGivenBack(
  tx: Transaction,
  order: { orderId: number; reason: StockReason; actorId: string | null; returnId?: number },
  list: readonly VariantQuantity[],
): Promise<void> {
  const { orderId, reason, actorId, returnId } = order
  await queryPrepared(tx, giveBackSql, [JSON.stringify(list), orderId, reason, actorId, returnId])
}

const holdUnitsSql = {
  name: 'hold_units',
  text: `
    insert into stock_holds (variant_id, user_id, checkout_id, quantity, expires_at)
    select id, $2, $3, quantity, clock_timestamp() + make_interval(secs => $4) from ${units}
    on conflict (variant_id, user_id) do update
    set checkout_id = excluded.checkout_id, quantity = excluded.quantity, expires_at = excluded.expires_at`,
}

/** Holds units of locked variants. A shopper has one hold per variant, so it replaces one for an earlier checkout. */
export async function upsertHolds(
  tx: Transaction,
  { userId, checkoutId, seconds }: { userId: string; checkoutId: string; seconds: number },
  list: readonly UnitsOfVariant[],
): Promise<void> {
  await queryPrepared(tx, holdUnitsSql, [JSON.stringify(list), userId, checkoutId, seconds])
}

const holdsOfSql = {
  name: 'holds_of_checkouts',
  text: `
    select product_id as "productId", ${NAME} from stock_holds join product_variants as v on v.id = variant_id
    where checkout_id = any ($1::uuid[])`,
}

export async function listHeldVariants(tx: Transaction, checkoutIds: readonly string[]): Promise<VariantKey[]> {
  return (await queryPrepared<KeyRow>(tx, holdsOfSql, [checkoutIds])).map(toKey)
}

/** Call it while the variants are locked. */
export async function deleteHolds(tx: Transaction, checkoutIds: readonly string[]): Promise<void> {
  await tx.delete(stockHolds).where(inArray(stockHolds.checkoutId, [...checkoutIds]))
}

export type StockHold = Omit<VariantQuantity, 'productId'> & { checkoutId: string; email: string; until: string }

const listHoldsSql = {
  name: 'list_holds',
  text: `
    select ${NAME}, h.quantity, h.checkout_id as "checkoutId", u.email, h.expires_at as until
    from stock_holds as h join product_variants as v on v.id = h.variant_id join "user" as u on u.id = h.user_id
    where v.product_id = $1 and h.expires_at > clock_timestamp()
    order by h.expires_at desc, v.size_code, v.finish, v.position limit 100`,
}

/** What online payments hold of this product now, those that end last first; at most 100. */
export async function listHolds(db: Db, productId: ProductId): Promise<StockHold[]> {
  const rows = await queryPrepared<Omit<StockHold, 'until'> & { until: Date }>(db, listHoldsSql, [productId])
  return rows.map((row) => ({ ...row, until: row.until.toISOString() }))
}

/**
 * Deletes the hold of a locked variant; its checkout holds nothing anew.
 *
 * @returns the units that were held; undefined: none
 */
export async function deleteHold(tx: Transaction, variantId: number, checkoutId: string): Promise<number | undefined> {
  const [deleted] = await tx
    .delete(stockHolds)
    .where(and(eq(stockHolds.variantId, variantId), eq(stockHolds.checkoutId, checkoutId)))
    .returning({ quantity: stockHolds.quantity })
  await tx
    .update(checkouts)
    .set({ heldUntil: sql`least(held_until, clock_timestamp())` })
    .where(eq(checkouts.id, checkoutId))
  return deleted?.quantity
}

const expiredSql = {
  name: 'expired_holds',
  text: `
    select distinct product_id as "productId", ${NAME} from stock_holds join product_variants as v on v.id = variant_id
    where expires_at <= clock_timestamp() limit 500`,
}

/** Variants with holds that have expired, at most 500. */
export async function listExpired(tx: Transaction): Promise<VariantKey[]> {
  return (await queryPrepared<KeyRow>(tx, expiredSql, [])).map(toKey)
}

const deleteExpiredSql = {
  name: 'delete_expired_holds',
  text: `
    delete from stock_holds where variant_id = any ($1::bigint[]) and expires_at <= clock_timestamp()
    returning variant_id as id, quantity`,
}

/** Deletes the expired holds of locked variants. @returns them */
export async function deleteExpired(tx: Transaction, ids: readonly number[]): Promise<UnitsOfVariant[]> {
  const rows = await queryPrepared<{ id: string; quantity: number }>(tx, deleteExpiredSql, [ids])
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

/** Publishes a change of these products to all pages that show them. */
export async function publishProducts(tx: Transaction, ids: readonly ProductId[]): Promise<void> {
  if (ids.length === 0) return
  await tx.insert(outbox).values(ids.map((id) => ({ change: `product ${id}` })))
}

/** Those of these products whose availability somebody has asked to be notified of. */
export async function listAwaited(tx: Transaction, ids: readonly ProductId[]): Promise<ProductId[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectDistinct({ id: productRaise.productId })
    .from(productRaise)
    .where(and(inArray(productRaise.productId, [...ids]), isNull(productRaise.notifiedAt)))
  return rows.map(({ id }) => id)
}
