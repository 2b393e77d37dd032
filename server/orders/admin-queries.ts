import { and, asc, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Cursor, OrderFilter, OrderShow, TimeSort } from '#domain/admin-lists.ts'
import { stateProblem } from '#domain/delivery/pincode-states.ts'
import type { LeftBehind } from '#domain/orders/action-questions.ts'
import type { Order } from '#domain/orders/order.ts'
import { type OrderSearch, parseOrderSearch } from '#domain/orders/order-search.ts'
import { CANCELLATIONS, ORDER_STATUSES, type OrderId } from '#domain/orders/order-state.ts'
import type { Db } from '#server/db/connection.ts'
import {
  byNumber,
  containsText,
  NUMBER,
  type Page,
  type PageOptions,
  readKeysetPage,
  readPage,
} from '#server/db/keyset-pagination.ts'
import { findOldest, type Waits } from '#server/db/oldest.ts'
import { bills } from '#server/db/schema/billing.ts'
import { OPEN_DISPUTE } from '#server/db/schema/payments.ts'
import { shipments } from '#server/db/schema/shipping.ts'
import { AWAITS_CONFIRMATION, orderLines, orders, SEARCHED_IN_ORDERS, TO_DISPATCH } from '#server/db/schema/shop.ts'
import { needs, UNCOUNTED, whereWord } from './parcel-word-queries.ts'
import { listOrdersByIds, toLine, withLines } from './queries.ts'

const SHOWN: Record<OrderShow, SQL> = {
  'to-pack': whereWord('To pack'),
  packed: whereWord('Packed'),
  'on-the-way': whereWord('On the way', 'Out for delivery'),
  'not-confirmed': AWAITS_CONFIRMATION,
  problems: sql`id in (
    select order_id from shipments where kind <> 'return' and step not in ('delivered', 'returned', 'cancelled')
      and (step = 'not-delivered' or booking = 'failed')
    union all select order_id from shipments where step = 'returned' and ${UNCOUNTED}
    union all select paid.id from disputes join orders as paid using (payment_id) where ${OPEN_DISPUTE}
    union all select order_id from disputes join payments on payments.id = disputes.payment_id and allocation = 'order'
      join checkouts on checkouts.id = checkout_id where ${OPEN_DISPUTE})`,
  cancellations: sql`cancel = 'requested'`,
  // Work that must not be overlooked, also of orders of which something is still to pack.
  'not-delivered': needs('Not delivered'),
  'coming-back': needs('Coming back'),
}

/** How many orders need this work. */
export async function countOrders(db: Db, show: OrderShow): Promise<number> {
  return db.$count(orders, SHOWN[show])
}

/** How many orders need this work, and when the first of them was placed. */
export function findOldestOrder(db: Db, show: OrderShow): Promise<Waits> {
  return findOldest(db, sql`orders`, SHOWN[show])
}

/** An order in the list, with what is left when it is deleted. */
export type ListedOrder = Order & { left: LeftBehind }

export async function listOrders(db: Db, filter: OrderFilter, cursor: Cursor, options?: PageOptions) {
  const page = await listAllOrders(db, filter, cursor, options)
  const left = await listLeftBehind(
    db,
    page.rows.map(({ id }) => id),
  )
  return { ...page, rows: page.rows.map((order) => ({ ...order, left: left(order.id) })) }
}

/** The records that these orders leave behind when they are deleted. */
export async function listLeftBehind(db: Db, ids: readonly OrderId[]): Promise<(id: OrderId) => LeftBehind> {
  if (ids.length === 0) return () => ({ invoices: [], onTheWay: 0 })
  const billed = await db
    .select({ orderId: bills.orderId, number: bills.number })
    .from(bills)
    .where(and(inArray(bills.orderId, ids), eq(bills.series, 'bill')))
    .orderBy(asc(bills.id))
  const sent = await db
    .select({ orderId: shipments.orderId })
    .from(shipments)
    .where(
      and(
        inArray(shipments.orderId, ids),
        notInArray(shipments.step, ['delivered', 'cancelled']),
        UNCOUNTED,
        eq(shipments.kind, 'sale'),
      ),
    )
  return (id) => ({
    invoices: billed.filter(({ orderId }) => orderId === id).map(({ number }) => number),
    onTheWay: sent.filter(({ orderId }) => orderId === id).length,
  })
}

/** Orders that are still to be sent whose State is not the one of their pincode, oldest first, with what to check. */
export async function listWrongStates(db: Db): Promise<{ id: OrderId; problem: string }[]> {
  const { id, pincode, stateCode } = orders
  const rows = await db
    .select({ id, pincode, stateCode })
    .from(orders)
    // A State is stored only where it does not follow from the pincode.
    .where(sql`(${TO_DISPATCH} or ${AWAITS_CONFIRMATION}) and ${stateCode} <> ''`)
    .orderBy(asc(id))
  return rows.flatMap((row) => {
    const problem = stateProblem(row)
    return problem ? [{ id: row.id, problem }] : []
  })
}

/** A page holds complete orders; the table of lines shows one row per cart item. */
export async function listAllOrders(db: Db, filter: OrderFilter, cursor: Cursor, options?: PageOptions) {
  const search = filter.q === undefined ? undefined : parseOrderSearch(filter.q)
  const numbered = search?.number && (await findShown(db, search.number, filter))
  if (numbered && search.isNumberOnly)
    return { rows: [numbered], first: 1, previous: undefined, next: undefined, count: 1 }

  const statuses = filter.status ? [filter.status] : ORDER_STATUSES
  const cancellations = filter.cancel ? [filter.cancel] : CANCELLATIONS
  const isWhole = !filter.status && !filter.cancel
  const ofStates = statuses.flatMap((status) =>
    cancellations.map((cancel) => sql`(status = ${status} and cancel = ${cancel})`),
  )
  const shown = shownBy(filter)
  const list = {
    table: sql`orders`,
    order: [byNumber(sql`id`)],
    descending: filter.sort === 'newest',
    branches: isWhole ? [shown ?? sql`true`] : ofStates.map((state) => (shown ? sql`(${state} and ${shown})` : state)),
    match: search && matching(search, filter.sort),
  }
  const page = await readKeysetPage(db, list, cursor, (ids) => readOrders(db, ids), options)
  return numbered ? withFirst(numbered, page) : page
}

/** A search for a SKU finds this many order lines, those that the list begins with. */
const MOST_LINES_BY_SKU = 1000

/** Does an order fit the search? The order with the searched number is left out: it stands before the others. */
function matching({ q, number, digits, codes }: OrderSearch, sort: TimeSort): SQL {
  const words = digits
    ? // One array, because putting these words together costs more than comparing them.
      sql`${SEARCHED_IN_ORDERS} like any (${sql.param(placesOf(digits))}::text[])`
    : containsText(SEARCHED_IN_ORDERS, q)
  const known = sql`${sql.param(codes)}::text[]`
  // As an array, so that the index of the numbers finds these orders within one scan of both indexes.
  const coded = sql`array(
    select order_id from shipments where upper(awb) = any(${known})
    union all select order_id from bills where number = any(${known})
    union all (
      select order_id from order_lines where sku <> '' and upper(sku) = any(${known})
      order by order_id ${sort === 'newest' ? sql`desc` : sql`asc`} limit ${MOST_LINES_BY_SKU}))`
  return sql`(${words} or id = any(${coded})) and id is distinct from ${number ?? null}::bigint`
}

/** Patterns for a phone that ends or begins with these digits and, if they are as many as in a pincode, for that pincode. */
function placesOf(digits: string): string[] {
  return [`%${digits} %`, `%. ${digits}%`, ...(digits.length < 6 ? [] : [`% ${digits}. %`])]
}

/** Puts the order with the searched number before all others. */
function withFirst(order: Order, page: Page<Order>): Page<Order> {
  if (page.first > 1) return { ...page, first: page.first + 1 }
  const rows = [order, ...page.rows]
  return { ...page, rows, count: page.next ? undefined : rows.length }
}

/** The condition of the view and of the word of the parcels; undefined: every order. */
function shownBy({ show, word }: OrderFilter): SQL | undefined {
  return and(show && SHOWN[show], word && whereWord(word))
}

/** The order with this number, if the filter shows it. */
async function findShown(db: Db, id: OrderId, filter: OrderFilter): Promise<Order | undefined> {
  const { status, cancel } = filter
  const which = and(
    eq(orders.id, id),
    shownBy(filter),
    status && eq(orders.status, status),
    cancel && eq(orders.cancel, cancel),
  )
  const [order] = await withLines(db, await db.select().from(orders).where(which))
  return order
}

async function readOrders(db: Db, ids: string[]): Promise<ReadonlyMap<string, Order>> {
  return new Map((await listOrdersByIds(db, ids.map(Number))).map((order) => [String(order.id), order]))
}

/**
 * The lines of orders that hold this seller's products, newest orders first: with the buyer's name, but without phone, address
 * or email.
 */
export async function listSalesOf(db: Db, userId: string, cursor: Cursor) {
  const { orderId, position, sellerId } = orderLines
  const { status, cancel, pickUp, name, time } = orders
  const page = await readPage(cursor, {
    async read(from, backwards, limit) {
      const [order, place] = from ?? []
      const beyond = from
        ? sql`(${orderId}, ${position}) ${backwards ? sql`>` : sql`<`} (${order}::bigint, ${place}::smallint)`
        : sql`true`
      const rows = await db
        .select({ row: orderLines, status, cancel, pickUp, name, time })
        .from(orderLines)
        .innerJoin(orders, sql`${orders.id} = ${orderId}`)
        .where(sql`${sellerId} = ${userId} and ${beyond}`)
        .orderBy(backwards ? sql`${orderId}, ${position}` : sql`${orderId} desc, ${position} desc`)
        .limit(limit)
      return rows.map(({ row, time, pickUp, ...order }) => ({
        ...order,
        isPickedUp: pickUp !== null,
        orderId: row.orderId,
        position: row.position,
        line: toLine(row),
        time: time.toISOString(),
      }))
    },
    keyOf: (sale) => [String(sale.orderId), String(sale.position)],
    cursorFormat: [NUMBER, /^\d{1,4}$/],
  })
  return { ...page, count: undefined }
}
