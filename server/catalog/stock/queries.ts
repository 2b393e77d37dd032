import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { ProductId } from '#domain/catalog/product.ts'
import { type CellUnits, type StockCell, unitsFor } from '#domain/catalog/stock/stock.ts'
import type { StockReason } from '#domain/catalog/stock/stock-mode.ts'
import { readSettings } from '#domain/shop/settings.ts'
import { type Db, queryPrepared, type Transaction } from '#server/db/connection.ts'
import { user } from '#server/db/schema/accounts.ts'
import { outbox } from '#server/db/schema/outbox.ts'
import { checkouts } from '#server/db/schema/payments.ts'
import { productRaise } from '#server/db/schema/shop.ts'
import { stockCells, stockHolds } from '#server/db/schema/stock.ts'

export type CellKey = { productId: ProductId; sizeCode: string; finish: string }
export type CellQuantity = CellKey & { quantity: number }

/** A cell with its units on hand, and those that are held by others and by this shopper. */
export type CellState = CellKey & StockCell & CellUnits

type CellRow = Omit<CellState, 'productId' | 'held' | 'own'> & { productId: string; held: string; own: string }

const cellColumns = `c.product_id as "productId", c.size_code as "sizeCode", c.finish, c.units, c.price, c.sku`

/** Units in holds that have not expired; `shopper` is an SQL expression. */
const heldColumns = (shopper: string) => `
  (select coalesce(sum(quantity), 0) from stock_holds as h
    where h.product_id = c.product_id and h.size_code = c.size_code and h.finish = c.finish
      and h.expires_at > clock_timestamp() and h.user_id is distinct from ${shopper}) as held,
  (select coalesce(sum(quantity), 0) from stock_holds as h
    where h.product_id = c.product_id and h.size_code = c.size_code and h.finish = c.finish
      and h.expires_at > clock_timestamp() and h.user_id = ${shopper}) as own`

const listCellsSql = {
  name: 'list_stock_cells',
  text: `
    select ${cellColumns}, ${heldColumns('$2::text')}
    from stock_cells as c where product_id = any ($1::bigint[]) order by product_id, size_code, finish`,
}

/** All cells of these products, without locks. @param userId whose holds count as their own */
export async function listCells(db: Db, ids: readonly ProductId[], userId?: string): Promise<CellState[]> {
  if (ids.length === 0) return []
  return (await queryPrepared<CellRow>(db, listCellsSql, [ids, userId])).map(toCell)
}

const wanted = `
  jsonb_to_recordset($1::jsonb) as w ("productId" bigint, "sizeCode" text, finish text, quantity integer)`
const isWanted = (table: string) =>
  `${table}.product_id = w."productId" and ${table}.size_code = w."sizeCode" and ${table}.finish = w.finish`

const holdCellsSql = {
  name: 'hold_stock_cells',
  text: `
    select from stock_cells as c join ${wanted} on ${isWanted('c')}
    order by c.product_id, c.size_code, c.finish for update of c`,
}

const readCellsSql = {
  name: 'read_stock_cells',
  text: `
    select ${cellColumns}, ${heldColumns('$2::text')}
    from stock_cells as c join ${wanted} on ${isWanted('c')} order by c.product_id, c.size_code, c.finish`,
}

/**
 * Locks these cells until the transaction ends, in the sequence of their keys; call it after orders and products are
 * locked. Cells that do not exist are left out.
 *
 * @param userId whose holds count as their own
 */
export async function lockCells(tx: Transaction, keys: readonly CellKey[], userId?: string): Promise<CellState[]> {
  if (keys.length === 0) return []
  const list = JSON.stringify(keys.map(({ productId, sizeCode, finish }) => ({ productId, sizeCode, finish })))
  // Two statements, because the second must see what was committed while the first waited for the locks.
  const [, rows] = await Promise.all([
    queryPrepared(tx, holdCellsSql, [list]),
    queryPrepared<CellRow>(tx, readCellsSql, [list, userId]),
  ])
  return rows.map(toCell)
}

/** Locks all cells of these products; call it after the products are locked. */
export async function lockCellsOf(tx: Transaction, ...ids: ProductId[]): Promise<CellState[]> {
  const keys = await tx
    .select({ productId: stockCells.productId, sizeCode: stockCells.sizeCode, finish: stockCells.finish })
    .from(stockCells)
    .where(inArray(stockCells.productId, ids))
  return lockCells(tx, keys)
}

function toCell({ productId, held, own, ...row }: CellRow): CellState {
  return { ...row, productId: Number(productId), held: Number(held), own: Number(own) }
}

/** A cell as a choice for the shopper whose holds `own` counts. */
export function toChoice({ sizeCode, finish, price, ...units }: CellState) {
  return { sizeCode, finish, price, free: unitsFor(units) }
}

/** Read from the database, because a use case may have no cache of the settings. */
export async function readLowStock(db: Db): Promise<number> {
  return readSettings(await queryPrepared<{ name: string; value: unknown }>(db, readLowStockSql, [])).lowStock
}

const readLowStockSql = { name: 'read_low_stock', text: `select name, value from settings where name = 'lowStock'` }

const takeUnitsSql = {
  name: 'take_units',
  text: `
    with taken as (
      update stock_cells as c set units = c.units - w.quantity from ${wanted} where ${isWanted('c')}
      returning c.product_id, c.size_code, c.finish, c.units, w.quantity
    ),
    used as (delete from stock_holds as h using ${wanted} where ${isWanted('h')} and h.user_id = $3),
    written as (
      insert into stock_changes (product_id, size_code, finish, change, units_after, reason, order_id)
      select product_id, size_code, finish, -quantity, units, 'ordered', $2 from taken
    )
    select count(*)::integer as count from taken`,
}

/**
 * Takes units of locked cells for an order, and deletes the shopper's holds of these cells.
 *
 * @throws when a cell is missing
 */
export async function updateTaken(
  tx: Transaction,
  orderId: number,
  userId: string,
  cells: readonly CellQuantity[],
): Promise<void> {
  const [taken] = await queryPrepared<{ count: number }>(tx, takeUnitsSql, [JSON.stringify(cells), orderId, userId])
  if (taken?.count !== cells.length) throw new Error(`Order ${orderId} took ${taken?.count} of ${cells.length} choices`)
}

const takenByOrderSql = {
  name: 'taken_by_order',
  text: `
    select * from (
      select product_id as "productId", size_code as "sizeCode", finish, -change - (
        select coalesce(sum(sent.quantity), 0)::integer from shipments as s
        join shipment_lines as sent on sent.shipment_id = s.id
        join order_lines as l on l.order_id = s.order_id and l.position = sent.position
        where s.order_id = $1 and l.product_id = taken.product_id and l.size_code = taken.size_code
          and l.selected_color = taken.finish) as quantity
      from stock_changes as taken
      where order_id = $1 and reason = 'ordered' and not exists (
        select from stock_changes as given
        where given.order_id = $1 and given.reason <> 'ordered' and given.return_id is null
          and given.product_id = taken.product_id and given.size_code = taken.size_code and given.finish = taken.finish)
    ) as rest where quantity > 0
    order by "productId", "sizeCode", finish`,
}

/** Units that this order took and has neither sent nor given back. Sent units come back with a return only. */
export async function listTaken(tx: Transaction, orderId: number): Promise<CellQuantity[]> {
  const rows = await queryPrepared<Omit<CellQuantity, 'productId'> & { productId: string }>(tx, takenByOrderSql, [
    orderId,
  ])
  return rows.map((row) => ({ ...row, productId: Number(row.productId) }))
}

const listOrderedSql = {
  name: 'list_ordered_cells',
  text: `
    select product_id as "productId", size_code as "sizeCode", finish
    from stock_changes where order_id = $1 and reason = 'ordered'`,
}

/** The cells from which this order has taken units. */
export async function listOrderedCells(tx: Transaction, orderId: number): Promise<CellKey[]> {
  const rows = await queryPrepared<Omit<CellKey, 'productId'> & { productId: string }>(tx, listOrderedSql, [orderId])
  return rows.map((row) => ({ ...row, productId: Number(row.productId) }))
}

const giveBackSql = {
  name: 'give_back_units',
  text: `
    with given as (
      update stock_cells as c set units = c.units + w.quantity from ${wanted} where ${isWanted('c')}
      returning c.product_id, c.size_code, c.finish, c.units, w.quantity
    )
    insert into stock_changes (product_id, size_code, finish, change, units_after, reason, order_id, actor_id, return_id)
    select w."productId", w."sizeCode", w.finish, coalesce(given.quantity, 0), given.units, $3, $2, $4, $5
    from ${wanted} left join given on ${isWanted('given')}`,
}

/** Adds units of an order to the cells that still exist; for the others it only records that they came back. */
export async function updateGivenBack(
  tx: Transaction,
  order: { orderId: number; reason: StockReason; actorId: string | null; returnId?: number },
  cells: readonly CellQuantity[],
): Promise<void> {
  const { orderId, reason, actorId, returnId } = order
  await queryPrepared(tx, giveBackSql, [JSON.stringify(cells), orderId, reason, actorId, returnId])
}

const holdUnitsSql = {
  name: 'hold_units',
  text: `
    insert into stock_holds (product_id, size_code, finish, user_id, checkout_id, quantity, expires_at)
    select "productId", "sizeCode", finish, $2, $3, quantity, clock_timestamp() + make_interval(secs => $4)
    from ${wanted}
    on conflict (product_id, size_code, finish, user_id) do update
    set checkout_id = excluded.checkout_id, quantity = excluded.quantity, expires_at = excluded.expires_at`,
}

/** Holds units of locked cells. A shopper has one hold per cell, so it replaces one for an earlier checkout. */
export async function upsertHolds(
  tx: Transaction,
  { userId, checkoutId, seconds }: { userId: string; checkoutId: string; seconds: number },
  cells: readonly CellQuantity[],
): Promise<void> {
  await queryPrepared(tx, holdUnitsSql, [JSON.stringify(cells), userId, checkoutId, seconds])
}

const holdsOfSql = {
  name: 'holds_of_checkouts',
  text: `
    select product_id as "productId", size_code as "sizeCode", finish from stock_holds
    where checkout_id = any ($1::uuid[])`,
}

export async function listHeldCells(tx: Transaction, checkoutIds: readonly string[]): Promise<CellKey[]> {
  const rows = await queryPrepared<Omit<CellKey, 'productId'> & { productId: string }>(tx, holdsOfSql, [checkoutIds])
  return rows.map((row) => ({ ...row, productId: Number(row.productId) }))
}

/** Call it while the cells are locked. */
export async function deleteHolds(tx: Transaction, checkoutIds: readonly string[]): Promise<void> {
  await tx.delete(stockHolds).where(inArray(stockHolds.checkoutId, [...checkoutIds]))
}

export type StockHold = Omit<CellQuantity, 'productId'> & { checkoutId: string; email: string; until: string }

/** How many holds the page of a product lists. */
const LISTED_HOLDS = 100

/** What online payments hold of this product now, those that end last first. */
export async function listHolds(db: Db, productId: ProductId): Promise<StockHold[]> {
  const { sizeCode, finish, quantity, checkoutId, expiresAt } = stockHolds
  const rows = await db
    .select({ sizeCode, finish, quantity, checkoutId, email: user.email, expiresAt })
    .from(stockHolds)
    .innerJoin(user, eq(user.id, stockHolds.userId))
    .where(and(eq(stockHolds.productId, productId), sql`${expiresAt} > clock_timestamp()`))
    .orderBy(desc(expiresAt), sizeCode, finish)
    .limit(LISTED_HOLDS)
  return rows.map(({ expiresAt: until, ...row }) => ({ ...row, until: until.toISOString() }))
}

/**
 * Deletes the hold of a locked cell; its checkout holds nothing anew.
 *
 * @returns the units that were held; undefined: none
 */
export async function deleteHold(
  tx: Transaction,
  { productId, sizeCode, finish }: CellKey,
  checkoutId: string,
): Promise<number | undefined> {
  const [deleted] = await tx
    .delete(stockHolds)
    .where(
      and(
        eq(stockHolds.productId, productId),
        eq(stockHolds.sizeCode, sizeCode),
        eq(stockHolds.finish, finish),
        eq(stockHolds.checkoutId, checkoutId),
      ),
    )
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
    select product_id as "productId", size_code as "sizeCode", finish, sum(quantity)::integer as quantity
    from stock_holds where expires_at <= clock_timestamp()
    group by 1, 2, 3 order by 1, 2, 3 limit 500`,
}

/** Cells with holds that have expired, at most 500. */
export async function listExpired(tx: Transaction): Promise<CellKey[]> {
  const rows = await queryPrepared<Omit<CellKey, 'productId'> & { productId: string }>(tx, expiredSql, [])
  return rows.map(({ productId, sizeCode, finish }) => ({ productId: Number(productId), sizeCode, finish }))
}

const deleteExpiredSql = {
  name: 'delete_expired_holds',
  text: `
    delete from stock_holds as h using ${wanted} where ${isWanted('h')} and h.expires_at <= clock_timestamp()
    returning h.product_id as "productId", h.size_code as "sizeCode", h.finish, h.quantity`,
}

/** Deletes the expired holds of locked cells. @returns them */
export async function deleteExpired(tx: Transaction, cells: readonly CellKey[]): Promise<CellQuantity[]> {
  const rows = await queryPrepared<Omit<CellQuantity, 'productId'> & { productId: string }>(tx, deleteExpiredSql, [
    JSON.stringify(cells),
  ])
  return rows.map((row) => ({ ...row, productId: Number(row.productId) }))
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
