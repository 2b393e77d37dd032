import { eq, inArray, sql } from 'drizzle-orm'
import type { FilteredVariant } from '#domain/catalog/filters/filters.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import type { StockedVariant } from '#domain/catalog/stock/stock-form.ts'
import type { StockReason } from '#domain/catalog/stock-mode.ts'
import type { Variant, VariantName, Variants } from '#domain/catalog/variant.ts'
import { type Db, queryPrepared, type Transaction } from '#server/db/connection.ts'
import { outbox } from '#server/db/schema/operations.ts'
import { checkouts } from '#server/db/schema/payments.ts'
import { productVariants, variantWords } from '#server/db/schema/stock.ts'
import { WANTED, WITH_PARTS } from './set-queries.ts'

const listVariantsText = (ids: string) => `
    select v.id::float8 as id, v.product_id::float8 as "productId", v.family, v.size_code as "sizeCode", v.finish, v.price, v.regular, v.was, v.image,
      v.barcode, v.is_available as "isAvailable", least(v.on_hand, v.available + own.quantity) as available
    from sellable_variants as v
    cross join lateral (
      select coalesce(sum(quantity), 0)::integer as quantity from stock_holds
      where v.on_hand > 0 and variant_id = v.id and user_id = $2 and expires_at > clock_timestamp()) as own
    left join families on families.name = v.family
    left join sizes on sizes.code = v.size_code
    left join finishes on finishes.name = v.finish
    where v.product_id = any (${ids})
    order by families.position, width * depth * height, v.size_code, finishes.position, v.position, v.id`
const listVariantsSql = { name: 'list_variants', text: listVariantsText(WANTED) }
const listWithPartsSql = { name: 'list_variants_with_parts', text: listVariantsText(WITH_PARTS) }

/**
 * The variants of these products that are on sale.
 *
 * @param userId the shopper, who may take the units of their own holds
 * @param withParts also of the products that these sets hold
 */
export async function listVariants(
  db: Db,
  ids: readonly ProductId[],
  userId?: string,
  { withParts = false } = {},
): Promise<Variants> {
  if (ids.length === 0) return new Map()
  const prepared = withParts ? listWithPartsSql : listVariantsSql
  const rows = await queryPrepared<Variant & { productId: ProductId }>(db, prepared, [ids, userId])
  return Map.groupBy(rows, ({ productId }) => productId)
}

/** The variants of these products as filters need them, in a third of the time that `listVariants` takes for very many. */
export async function listOffered(db: Db, ids: readonly ProductId[]): Promise<Map<ProductId, FilteredVariant[]>> {
  if (ids.length === 0) return new Map()
  const rows = await queryPrepared<FilteredVariant & { productId: ProductId }>(db, listOfferedSql, [ids])
  return Map.groupBy(rows, ({ productId }) => productId)
}

const listOfferedSql = {
  name: 'list_offered',
  text: `
    select v.product_id::float8 as "productId", v.size_code as "sizeCode", v.finish, v.price, v.was, v.image, v.is_available as "isAvailable"
    from sellable_variants as v left join finishes on finishes.name = v.finish
    where v.product_id = any (${WANTED})
    order by finishes.position, v.position, v.id`,
}

const holdVariantsSql = {
  name: 'hold_variants',
  text: 'select from product_variants where id = any ($1::bigint[]) order by id for update',
}

/** Locks these variants until the transaction ends, in order of their ids; call it after orders and products are locked. */
export async function lockVariants(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await queryPrepared(tx, holdVariantsSql, [ids])
}

/** The products of these variants; a variant never moves to another one. */
export async function listProductsOfVariants(db: Db, ids: readonly number[]): Promise<ProductId[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectDistinct({ id: productVariants.productId })
    .from(productVariants)
    .where(inArray(productVariants.id, ids))
  return rows.map(({ id }) => id)
}

/** Products, sizes and finishes of these variants, as a cart names them. */
export async function listVariantNames(db: Db, ids: readonly number[]) {
  const { rows } = await db.execute<{ variant: string; id: string; sizeCode: string; selectedColor: string }>(sql`
    select v.id as variant, v.product_id as id, coalesce(v.size_code, '') as "sizeCode",
      ${sql.raw(variantWords('v'))} as "selectedColor"
    from product_variants as v where id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`)
  return new Map(rows.map(({ variant, id, ...name }) => [Number(variant), { ...name, id: Number(id) }]))
}

/** A variant with what staff entered for it. */
export type StoredVariant = StockedVariant & { id: number; productId: ProductId }

const listStockedSql = {
  name: 'list_stocked_variants',
  text: `
    select id::float8 as id, product_id::float8 as "productId", coalesce(size_code, '') as "sizeCode", ${variantWords('v')} as finish,
      on_hand as units, price, sku, case when size_code is null then barcode end as barcode,
      case when size_code is null then weight::double precision end as weight,
      case when size_code is null then image end as image
    from product_variants as v where product_id = any ($1::bigint[]) and offered
    order by product_id, size_code, v.finish, position`,
}

/** The variants of these products that are offered if they are counted. */
export async function listStocked(db: Db, ids: readonly ProductId[]): Promise<StoredVariant[]> {
  if (ids.length === 0) return []
  return queryPrepared<StoredVariant>(db, listStockedSql, [ids])
}

const holdAllSql = {
  name: 'hold_all_variants',
  text: 'select from product_variants where product_id = any ($1::bigint[]) and offered order by id for update',
}

/** Locks all variants of these products; call it after the products are locked. @returns those that are offered */
export async function lockVariantsOf(tx: Transaction, ...ids: ProductId[]): Promise<StoredVariant[]> {
  if (ids.length === 0) return []
  const [, list] = await Promise.all([queryPrepared(tx, holdAllSql, [ids]), listStocked(tx, ids)])
  return list
}

export type UnitsOfVariant = { id: number; quantity: number }

/** Of variants that are locked. */
const units = 'jsonb_to_recordset($1::jsonb) as w (id bigint, quantity integer)'

const takeUnitsSql = {
  name: 'take_units',
  text: `
    with taken as (
      update product_variants as v set on_hand = v.on_hand - w.quantity from ${units} where v.id = w.id
      returning v.*, w.quantity
    ),
    used as (delete from stock_holds as h using ${units} where h.variant_id = w.id and h.user_id = $3),
    written as (
      insert into stock_changes (variant_id, product_id, size_code, finish, options, change, units_after, reason, order_id,
        change_id, shipment_id)
      select id, product_id, size_code, finish, options, -quantity, on_hand,
        case when $5::bigint is not null then 'replaced' when $4::bigint is null then 'ordered' else 'changed' end, $2, $4, $5
      from taken
    )
    select count(*)::integer as count from taken`,
}

/** `shipmentId`: of a replacement. */
export type TakenFor = { orderId: number; userId: string; changeId?: number; shipmentId?: number }

/**
 * Takes units of locked variants, which are available to this shopper, for an order, and deletes the shopper's holds of them.
 *
 * @throws when a variant is missing
 */
export async function takeUnits(
  tx: Transaction,
  { orderId, userId, changeId, shipmentId }: TakenFor,
  list: readonly UnitsOfVariant[],
): Promise<void> {
  if (list.length === 0) return
  const values = [JSON.stringify(list), orderId, userId, changeId, shipmentId]
  const [taken] = await queryPrepared<{ count: number }>(tx, takeUnitsSql, values)
  if (taken?.count !== list.length) throw new Error(`Order ${orderId} took ${taken?.count} of ${list.length} variants`)
}

const takenByOrderSql = {
  name: 'taken_by_order',
  text: `
    select id::float8, quantity from (
      select variant_id as id, taken - (
        select coalesce(sum(sent.quantity), 0)::integer from shipments as s
        join shipment_lines as sent on sent.shipment_id = s.id
        join order_lines as l on l.order_id = s.order_id and l.position = sent.position
        where s.order_id = $1 and s.kind = 'sale' and s.step <> 'cancelled' and l.variant_id = changes.variant_id) as quantity
      from (
        select variant_id, bool_or(reason in ('cancelled', 'deleted')) as given,
          case when bool_or(reason = 'changed') then least(-sum(change), (
            select coalesce(sum(quantity), 0) from order_lines as l where l.order_id = $1 and l.variant_id = c.variant_id))
          else -sum(change) end::integer as taken
        from stock_changes as c where order_id = $1 and return_id is null and shipment_id is null group by variant_id
      ) as changes where not given
    ) as rest where quantity > 0 and id is not null order by rest.id`,
}

/**
 * Units that this order took and has neither sent nor given back. Sent units come back with a return only. What a change gave
 * back counts as 0 if its variant was not offered then, so no more is taken than the order's lines say.
 */
export async function listTaken(tx: Transaction, orderId: number): Promise<UnitsOfVariant[]> {
  return queryPrepared<UnitsOfVariant>(tx, takenByOrderSql, [orderId])
}

const giveBackSql = {
  name: 'give_back_units',
  text: `
    with taken as (
      select distinct on (w.id) c.*, w.quantity from ${units} join stock_changes as c
      on c.order_id = $2 and c.reason in ('ordered', 'changed', 'replaced') and c.variant_id = w.id
      order by w.id, c.id
    ),
    given as (
      update product_variants as v set on_hand = v.on_hand + taken.quantity from taken where v.id = taken.variant_id and v.offered
      returning v.id, v.on_hand
    ),
    written as (
      insert into stock_changes (variant_id, product_id, size_code, finish, options, change, units_after, reason, order_id,
        actor_id, return_id, change_id, shipment_id)
      select variant_id, product_id, size_code, taken.finish, options, case when given.id is null then 0 else quantity end,
        given.on_hand, $3, $2, $4, $5, $6, $7
      from taken left join given on given.id = taken.variant_id
    )
    select distinct product_id as id from taken`,
}

/**
 * Adds units of an order to its locked variants that are still offered; for others it only records that they came back.
 * Variants that were not counted when the order took them are left out.
 *
 * @returns the products
 */
export async function updateGivenBack(
  tx: Transaction,
  order: Omit<TakenFor, 'userId'> & { reason: StockReason; actorId: string | null; returnId?: number },
  list: readonly UnitsOfVariant[],
): Promise<ProductId[]> {
  const { orderId, reason, actorId, returnId, changeId, shipmentId } = order
  const values = [JSON.stringify(list), orderId, reason, actorId, returnId, changeId, shipmentId]
  const rows = await queryPrepared<{ id: string }>(tx, giveBackSql, values)
  return rows.map(({ id }) => Number(id))
}

/** The counted units that a replacement took. */
export async function listReplacing(tx: Transaction, shipmentId: number): Promise<UnitsOfVariant[]> {
  const { rows } = await tx.execute<UnitsOfVariant>(sql`
    select variant_id::float8 as id, -change as quantity from stock_changes
    where shipment_id = ${shipmentId} and reason = 'replaced' and variant_id is not null`)
  return rows
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

/** Of the hold of each variant: those of these checkouts, or, without any, those that have expired. At most 500. */
const lockHeldSql = {
  name: 'lock_held_variants',
  text: `
    select id from product_variants where id = any (array(
      select variant_id from stock_holds
      where case when $1::uuid[] is null then expires_at <= clock_timestamp() else checkout_id = any ($1) end limit 500))
    order by id for update`,
}
const deleteHeldSql = {
  name: 'delete_holds',
  text: `
    delete from stock_holds using product_variants as v
    where variant_id = v.id and v.id = any ($2::bigint[])
      and case when $1::uuid[] is null then expires_at <= clock_timestamp() else checkout_id = any ($1) end
    returning v.product_id as id, quantity`,
}

/** Deletes holds, under the locks of their variants. @param checkouts undefined: all that have expired, at most 500 */
export async function deleteHolds(tx: Transaction, checkoutIds?: readonly string[]): Promise<ProductId[]> {
  const held = await queryPrepared<{ id: string }>(tx, lockHeldSql, [checkoutIds])
  if (held.length === 0) return []
  const variants = held.map(({ id }) => id)
  const rows = await queryPrepared<{ id: string }>(tx, deleteHeldSql, [checkoutIds, variants])
  return [...new Set(rows.map(({ id }) => Number(id)))]
}

export type StockHold = VariantName & {
  variantId: number
  quantity: number
  checkoutId: string
  email: string
  until: string
}

const listHoldsSql = {
  name: 'list_holds',
  text: `
    select v.id::float8 as "variantId", coalesce(v.size_code, '') as "sizeCode", ${variantWords('v')} as finish, h.quantity,
      h.checkout_id as "checkoutId", u.email, h.expires_at as until
    from stock_holds as h join product_variants as v on v.id = h.variant_id join "user" as u on u.id = h.user_id
    where v.product_id = $1 and h.expires_at > clock_timestamp()
    order by h.expires_at desc, v.size_code, v.finish, v.position limit 100`,
}

/** The units that online payments hold of this product now, those that end last first; at most 100. */
export async function listHolds(db: Db, productId: ProductId): Promise<StockHold[]> {
  const rows = await queryPrepared<Omit<StockHold, 'until'> & { until: Date }>(db, listHoldsSql, [productId])
  return rows.map((row) => ({ ...row, until: row.until.toISOString() }))
}

/**
 * Deletes the hold of a locked variant; its checkout holds nothing anew.
 *
 * @returns what was held; undefined: nothing
 */
export async function deleteHold(
  tx: Transaction,
  { variantId, checkoutId }: { variantId: number; checkoutId: string },
) {
  type Held = VariantName & { productId: ProductId; quantity: number }
  const [deleted] = await queryPrepared<Held>(tx, deleteHoldSql, [variantId, checkoutId])
  await tx
    .update(checkouts)
    .set({ heldUntil: sql`least(held_until, clock_timestamp())` })
    .where(eq(checkouts.id, checkoutId))
  return deleted
}

const deleteHoldSql = {
  name: 'delete_hold',
  text: `
    delete from stock_holds using product_variants as v where variant_id = v.id and v.id = $1 and checkout_id = $2
    returning v.product_id::float8 as "productId", coalesce(v.size_code, '') as "sizeCode", ${variantWords('v')} as finish, quantity`,
}

/** Publishes a change of this product to all pages that show it. */
export async function publishProduct(tx: Transaction, id: ProductId): Promise<void> {
  await tx.insert(outbox).values({ change: `product ${id}` })
}

/** Those of these products, and of the sets that hold one, whose availability somebody has asked to be notified of. */
export async function listAwaited(tx: Transaction, ids: readonly ProductId[]): Promise<ProductId[]> {
  if (ids.length === 0) return []
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct product_id as id from product_raise where notified_at is null and product_id = any (array(
      select unnest(${sql.param(ids)}::bigint[])
      union select s.product_id from set_parts as s join product_variants as v on v.id = s.variant_id
      where v.product_id = any (${sql.param(ids)}::bigint[])))`)
  return rows.map(({ id }) => Number(id))
}
