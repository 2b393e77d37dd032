import { asc, inArray, type SQL, sql } from 'drizzle-orm'
import { type Cursor, DESK_ORDERS_A_PAGE, type OrderFilter } from '#domain/admin-lists.ts'
import { stateProblem } from '#domain/delivery/pincode-states.ts'
import type { Order, OrderLine } from '#domain/orders/order.ts'
import type { Cancellation, Dispatched, OrderId, OrderStatus } from '#domain/orders/order-state.ts'
import { CANCELLATIONS, ORDER_STATUSES } from '#domain/orders/order-state.ts'
import { parseId } from '#domain/text.ts'
import type { Db } from '#server/db/connection.ts'
import { byNumber, containsText, NUMBER, type Page, readKeysetPage, readPage } from '#server/db/keyset-pagination.ts'
import { orderLines, orders } from '#server/db/schema/shop.ts'
import { toLine, withLines } from './queries.ts'

/** The expression of the trigram index in schema/shop.ts. */
const buyer = sql`lower(name || ' ' || email || ' ' || coalesce(payment_id, ''))`

/** Must equal the condition of the partial index, and `isToDispatch`. */
const TO_DISPATCH = sql`status = 'confirmed' and cancel = 'none' and dispatched <> 'whole'`

/** Both begin with the condition of the partial index, so that each list is found by it. */
const SHOWN: Record<NonNullable<OrderFilter['show']>, SQL> = {
  'to-dispatch': TO_DISPATCH,
  'not-confirmed': sql`${TO_DISPATCH} and payment_id is null and cash_confirmed_at is null`,
}

/** Orders of which something is still to be sent. */
export async function countToDispatch(db: Db): Promise<number> {
  return db.$count(orders, TO_DISPATCH)
}

/** Orders to dispatch whose State is not the one of their pincode, oldest first, with what to check. */
export async function listWrongStates(db: Db): Promise<{ id: OrderId; problem: string }[]> {
  const { id, pincode, stateCode } = orders
  const rows = await db
    .select({ id, pincode, stateCode })
    .from(orders)
    // A State is stored only where it does not follow from the pincode.
    .where(sql`${TO_DISPATCH} and ${stateCode} <> ''`)
    .orderBy(asc(id))
  return rows.flatMap((row) => {
    const problem = stateProblem(row)
    return problem ? [{ id: row.id, problem }] : []
  })
}

/** An order in the list of whole orders. */
export type DeskOrderRow = { order: Order; dispatched: Dispatched }

/** The list of whole orders. */
export async function listDeskOrders(db: Db, filter: OrderFilter, cursor: Cursor): Promise<Page<DeskOrderRow>> {
  const { rows, ...page } = await listAllOrders(db, filter, cursor, DESK_ORDERS_A_PAGE)
  const dispatched = await listDispatched(
    db,
    rows.map(({ id }) => id),
  )
  return { ...page, rows: rows.map((order) => ({ order, dispatched: dispatched.get(order.id) ?? 'none' })) }
}

async function listDispatched(db: Db, ids: readonly OrderId[]): Promise<Map<OrderId, Dispatched>> {
  if (ids.length === 0) return new Map()
  const { id, dispatched } = orders
  const rows = await db
    .select({ id, dispatched })
    .from(orders)
    .where(inArray(id, [...ids]))
  return new Map(rows.map((row) => [row.id, row.dispatched]))
}

/** A page holds complete orders; the table shows one row per cart item. */
export async function listAllOrders(
  db: Db,
  filter: OrderFilter,
  cursor: Cursor,
  rowsAPage?: number,
): Promise<Page<Order>> {
  const number = parseId(filter.q?.replace(/^#/, ''))
  const numbered = number ? await readOrders(db, await withinShown(db, number, filter.show)) : undefined
  // A search for an existing order number returns that order.
  const rows = [...(numbered?.values() ?? [])].filter((order) => matchesFilter(order, filter))
  if (rows.length > 0) return { rows, first: 1, previous: undefined, next: undefined, count: rows.length }

  const statuses = filter.status ? [filter.status] : ORDER_STATUSES
  const cancellations = filter.cancel ? [filter.cancel] : CANCELLATIONS
  const isWhole = !filter.status && !filter.cancel && !filter.show
  const list = {
    table: sql`orders`,
    order: [byNumber(sql`id`)],
    descending: filter.sort === 'newest',
    branches: filter.show ? [SHOWN[filter.show]] : isWhole ? [sql`true`] : inStates(statuses, cancellations),
    match: filter.q === undefined ? undefined : containsText(buyer, filter.q),
  }
  return readKeysetPage(db, list, cursor, (ids) => readOrders(db, ids), { rowsAPage })
}

function inStates(statuses: readonly OrderStatus[], cancellations: readonly Cancellation[]): SQL[] {
  return statuses.flatMap((status) => cancellations.map((cancel) => sql`(status = ${status} and cancel = ${cancel})`))
}

async function withinShown(db: Db, id: OrderId, show: OrderFilter['show']): Promise<string[]> {
  if (!show) return [String(id)]
  const rows = await db.select({ id: orders.id }).from(orders).where(sql`id = ${id} and ${SHOWN[show]}`)
  return rows.map((row) => String(row.id))
}

function matchesFilter({ status, cancel }: Order, filter: OrderFilter): boolean {
  return (filter.status ?? status) === status && (filter.cancel ?? cancel) === cancel
}

async function readOrders(db: Db, ids: string[]): Promise<ReadonlyMap<string, Order>> {
  const rows = await db
    .select()
    .from(orders)
    .where(inArray(orders.id, ids.map(Number)))
  return new Map((await withLines(db, rows)).map((order) => [String(order.id), order]))
}

/** An order line as the seller of its product sees it: without phone, address or email. */
export type SaleRow = {
  orderId: OrderId
  position: number
  status: OrderStatus
  cancel: Cancellation
  /** The buyer's name. */
  name: string
  line: OrderLine
  /** When the order was placed, ISO 8601. */
  time: string
}

/** The lines of orders that hold this seller's products, newest orders first. */
export async function listSalesOf(db: Db, userId: string, cursor: Cursor): Promise<Page<SaleRow>> {
  const page = await readPage<SaleRow>(cursor, {
    read: (from, backwards, limit) => readSales(db, userId, from, backwards, limit),
    keyOf: (sale) => [String(sale.orderId), String(sale.position)],
    cursorFormat: [NUMBER, /^\d{1,4}$/],
  })
  return { ...page, count: undefined }
}

async function readSales(
  db: Db,
  userId: string,
  from: readonly string[] | undefined,
  backwards: boolean,
  limit: number,
): Promise<SaleRow[]> {
  const { orderId, position, sellerId } = orderLines
  const [order, place] = from ?? []
  const beyond = from
    ? sql`(${orderId}, ${position}) ${backwards ? sql`>` : sql`<`} (${order}::bigint, ${place}::smallint)`
    : sql`true`
  const rows = await db
    .select({ row: orderLines, status: orders.status, cancel: orders.cancel, name: orders.name, time: orders.time })
    .from(orderLines)
    .innerJoin(orders, sql`${orders.id} = ${orderId}`)
    .where(sql`${sellerId} = ${userId} and ${beyond}`)
    .orderBy(backwards ? sql`${orderId}, ${position}` : sql`${orderId} desc, ${position} desc`)
    .limit(limit)
  return rows.map(({ row, time, ...order }) => ({
    ...order,
    orderId: row.orderId,
    position: row.position,
    line: toLine(row),
    time: time.toISOString(),
  }))
}
