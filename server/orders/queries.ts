import { and, asc, desc, eq, inArray, lt, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { ProductId } from '#domain/catalog/product.ts'
import { mobileKey } from '#domain/delivery/delivery-area.ts'
import type { Rupees } from '#domain/money.ts'
import { type DeliveryAddress, storedAddress, toAddress } from '#domain/orders/address.ts'
import { awaitsConfirmation, type WaitingCash } from '#domain/orders/cash.ts'
import type { PresentLine } from '#domain/orders/change-lines.ts'
import type { KeptLine } from '#domain/orders/change-sets.ts'
import type { WantedOrder } from '#domain/orders/find-order.ts'
import { type Order, type OrderLine, type OrderTerms, storedTerms, toTerms } from '#domain/orders/order.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { type ParcelState, wordOfOrder } from '#domain/orders/parcel-word.ts'
import { promiseOf } from '#domain/orders/promise.ts'
import { refundedInParts, worstState } from '#domain/orders/refund.ts'
import type { Shipment } from '#domain/orders/shipment.ts'
import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import { NOTICE_VERSION } from '#domain/privacy/notice.ts'
import { type Db, getWritten, queryPrepared, type Transaction } from '#server/db/connection.ts'
import { orderEmailJobSql } from '#server/db/enqueue.ts'
import { checkouts, payments, refunds, usedCheckoutKeys } from '#server/db/schema/payments.ts'
import { shipments } from '#server/db/schema/shipping.ts'
import { AWAITS_CONFIRMATION, orderChanges, orderLines, orders } from '#server/db/schema/shop.ts'
import { whatsappUpdates } from '#server/db/schema/whatsapp.ts'
import { listParcelStatesOf } from './parcel-word-queries.ts'

/** Orders per page of a shopper's list. */
export const ORDERS_A_PAGE = 20

export type OrderRow = typeof orders.$inferSelect
type LineRow = typeof orderLines.$inferSelect

/**
 * A shopper's orders, newest first.
 *
 * @param before only orders older than this one
 * @returns `next`: the `before` of the next page, if there is one
 */
export async function listOrdersOf(db: Db, userId: string, { before }: { before?: OrderId | undefined } = {}) {
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), before === undefined ? undefined : lt(orders.id, before)))
    .orderBy(desc(orders.id))
    .limit(ORDERS_A_PAGE + 1)
  const page = rows.slice(0, ORDERS_A_PAGE)
  return { orders: await withLines(db, page), next: rows.length > page.length ? page.at(-1)?.id : undefined }
}

export async function findOrder(db: Db, id: OrderId): Promise<Order | undefined> {
  return findOneOrder(db, eq(orders.id, id))
}

/** Was the order with this number placed with this email or mobile number? */
export async function isOrderOf(db: Db, { id, email, mobile }: WantedOrder): Promise<boolean> {
  const digits = sql`right(regexp_replace(${orders.mobileNumber}, '\\D', '', 'g'), 10)`
  const ofBuyer = email === undefined ? sql`${digits} = ${mobile ?? ''}` : sql`lower(${orders.email}) = ${email}`
  return (await db.$count(orders, and(eq(orders.id, id), ne(orders.userId, DELETED_USER.id), ofBuyer))) > 0
}

/** The order that this payment has paid, or the rest of it. */
export async function findOrderPaidBy(db: Db, paymentId: string): Promise<Order | undefined> {
  const ofRest = db
    .select({ id: checkouts.orderId })
    .from(checkouts)
    .innerJoin(payments, and(eq(payments.checkoutId, checkouts.id), eq(payments.allocation, 'order')))
    .where(eq(payments.id, paymentId))
  return findOneOrder(db, or(eq(orders.paymentId, paymentId), inArray(orders.id, ofRest)))
}

/** In no order; ids that do not exist are left out. */
export async function listOrdersByIds(db: Db, ids: readonly OrderId[]): Promise<Order[]> {
  const rows = await db.select().from(orders).where(inArray(orders.id, ids))
  return withLines(db, rows)
}

/** The SKUs of these orders' lines, by order and position. */
export async function listSkusOf(db: Db, orderIds: readonly OrderId[]): Promise<Map<string, string>> {
  if (orderIds.length === 0) return new Map()
  const { orderId, position, sku } = orderLines
  const rows = await db.select({ orderId, position, sku }).from(orderLines).where(inArray(orderId, orderIds))
  return new Map(rows.map((row) => [`${row.orderId}/${row.position}`, row.sku]))
}

/** Share-locks the order, so that nobody changes it until this transaction ends. */
export async function holdOrder(tx: Transaction, id: OrderId): Promise<void> {
  await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, id)).for('share')
}

/** The complete stored order with its lines, for the audit log. */
export async function findStoredOrder(db: Db, id: OrderId): Promise<(OrderRow & { lines: LineRow[] }) | undefined> {
  const row = await findOrderRow(db, id)
  const lines = db.select().from(orderLines).where(eq(orderLines.orderId, id)).orderBy(asc(orderLines.position))
  return row && { ...row, lines: await lines }
}

/** The order with this checkout key, if any. */
export async function findOrderByKey(db: Db, userId: string, key: string): Promise<Order | undefined> {
  return findOneOrder(db, and(eq(orders.userId, userId), eq(orders.checkoutKey, key)))
}

/**
 * Finds an order, and waits until the standbys have it too, because the process that wrote it may have died before. A
 * read-only transaction does not wait for standbys, but the emitted message makes this one wait.
 */
export async function findOrderDurably(tx: Transaction, userId: string, key: string): Promise<Order | undefined> {
  const order = await findOrderByKey(tx, userId, key)
  if (order) await tx.execute(sql`select pg_logical_emit_message(true, 'gamla', 'told')`)
  return order
}

async function findOneOrder(db: Db, which: ReturnType<typeof and>): Promise<Order | undefined> {
  const [order] = await withLines(db, await db.select().from(orders).where(which))
  return order
}

export async function withLines(db: Db, rows: OrderRow[]): Promise<Order[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const lines = await db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, ids))
    .orderBy(asc(orderLines.orderId), asc(orderLines.position))
  const byOrder = Map.groupBy(lines, ({ orderId }) => orderId)
  const paid = rows.flatMap(({ id, paymentId }) => (paymentId === null ? [] : [id]))
  const refundsOf = Map.groupBy(await listRefundsOfOrders(db, paid), ({ orderId }) => orderId)
  const parcelsOf = await listParcelStatesOf(db, ids)
  return rows.map((row) => {
    const order = toOrder(row, byOrder.get(row.id) ?? [], refundsOf.get(row.id) ?? [])
    return withWord(order, parcelsOf.get(row.id) ?? [])
  })
}

function withWord(order: Order, parcels: readonly ParcelState[]): Order {
  const parcelWord = wordOfOrder(order, parcels)
  return parcelWord ? { ...order, parcelWord } : order
}

type OrderRefund = Pick<typeof refunds.$inferSelect, 'state' | 'amount' | 'reason'>

async function listRefundsOfOrders(db: Db, ids: OrderId[]): Promise<(OrderRefund & { orderId: OrderId | null })[]> {
  if (ids.length === 0) return []
  const { orderId, state, amount, reason } = refunds
  return db.select({ orderId, state, amount, reason }).from(refunds).where(inArray(orderId, ids))
}

function toOrder(row: OrderRow, lines: LineRow[], refunds: readonly OrderRefund[]): Order {
  const { id, email, totalAmount, status, cancel, paymentId, productSize, warrantyAmount } = row
  // A refund for a change lowers the total instead, so only a failed one is a state of the order.
  const shown = refunds.filter(({ reason, state }) => reason !== 'changed' || state === 'failed')
  const refund = worstState(shown.map(({ state }) => state))
  const refundedPart = refundedInParts(refunds)
  const promise = promiseOf(row, new Date())
  return {
    id,
    userId: row.userId,
    email,
    cartItems: lines.map(toLine),
    addressInfo: toAddress(row),
    totalAmount,
    ...toTerms(row),
    status,
    cancel,
    ...(row.dispatched !== 'none' && { dispatched: row.dispatched }),
    ...(awaitsConfirmation(row) && { awaitsConfirmation: true }),
    ...(paymentId !== null && { paymentId }),
    ...(row.due > 0 && { due: row.due }),
    ...(row.paidAtCounter !== null && { paidAtCounter: true as const }),
    ...(row.voucherPaid > 0 && { voucherPaid: row.voucherPaid }),
    ...(row.paidByVoucher && { paidByVoucher: true as const }),
    ...(refund && { refund }),
    ...(refundedPart > 0 && { refundedPart }),
    ...(productSize !== null && { productSize }),
    ...(warrantyAmount !== null && { warrantyAmount }),
    ...(promise && { promise }),
    time: row.time.toISOString(),
  }
}

export function toLine({ productId, title, price, regular, quantity, discount, partOf, ...row }: LineRow): OrderLine {
  const { productImageUrl, category, sizeCode, sizeLabel, selectedColor } = row
  const shown = { productImageUrl, category, sizeCode, sizeLabel, selectedColor }
  return {
    id: productId,
    title,
    price,
    ...(regular !== null && { regular }),
    quantity,
    ...(discount > 0 && { discount }),
    ...shown,
    ...(partOf && { set: partOf }),
  }
}

/** The stored order; `findOrder` gives it as pages show it. */
export async function findOrderRow(db: Db, id: OrderId): Promise<OrderRow | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id))
  return row
}

export async function lockOrder(tx: Transaction, id: OrderId): Promise<OrderRow | undefined> {
  return lockWhere(tx, eq(orders.id, id))
}

/** Locks the order with this checkout key, if any. */
export async function lockOrderByKey(tx: Transaction, userId: string, key: string): Promise<OrderRow | undefined> {
  return lockWhere(tx, and(eq(orders.userId, userId), eq(orders.checkoutKey, key)))
}

async function lockWhere(tx: Transaction, which: SQL | undefined): Promise<OrderRow | undefined> {
  const [row] = await tx.select().from(orders).where(which).for('update')
  return row
}

/** Call it while the order is locked. */
export async function updateOrder(tx: Transaction, id: OrderId, changes: PgUpdateSetSource<typeof orders>) {
  await tx.update(orders).set(changes).where(eq(orders.id, id))
}

/** Updates by WhatsApp follow the number of their order, if there are any. @param number in E.164; undefined: it gets none */
export async function moveUpdates(tx: Transaction, { userId, checkoutKey }: OrderRow, number: string | undefined) {
  const isIt = and(eq(whatsappUpdates.userId, userId), eq(whatsappUpdates.checkoutKey, checkoutKey))
  if (number === undefined) await tx.delete(whatsappUpdates).where(isIt)
  else await tx.update(whatsappUpdates).set({ number }).where(isIt)
}

/** How far an order's parcels are, for what may still be changed. */
export async function listParcelStates(tx: Transaction, id: OrderId): Promise<Pick<Shipment, 'step' | 'booking'>[]> {
  const { step, booking } = shipments
  const rows = await tx.select({ step, booking }).from(shipments).where(eq(shipments.orderId, id))
  return rows.map((row) => ({ ...row, booking: row.booking ?? undefined }))
}

/** The order of a form's key, whoever is its customer. */
export async function findOrderByForm(db: Db, key: string): Promise<Order | undefined> {
  return findOneOrder(db, eq(orders.checkoutKey, key))
}

/** Locks a form's key, so that it takes one order, however often it is sent. */
export async function lockForm(tx: Transaction, key: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`desk order ${key}`}, 0))`)
}

/** Records that a cash order was paid online instead. */
export async function updatePaidInstead(tx: Transaction, id: OrderId, paymentId: string): Promise<void> {
  await updateOrder(tx, id, { paymentId, due: 0, productSize: sizesOf(id) })
}

/** The specified `productSize` of an order paid online. */
function sizesOf(id: OrderId): SQL {
  return sql`(select string_agg(size_code, ', ' order by position) from order_lines where order_id = ${id})`
}

/** The lines of an order, for a change of them. Call it while the order is locked. */
export async function listLinesToChange(db: Db, id: OrderId): Promise<Omit<PresentLine, 'sent'>[]> {
  const rows = await db.select().from(orderLines).where(eq(orderLines.orderId, id)).orderBy(asc(orderLines.position))
  return rows.map((row) => ({ ...toLine(row), position: row.position, variantId: row.variantId }))
}

export type NewLines = {
  /** Lines that stay; all others are removed. */
  kept: readonly KeptLine[]
  /** Of the lines that stay, to the places of removed ones. */
  moved: readonly { from: number; to: number }[]
  added: readonly { position: number; line: OrderLine; sellerId: string | null }[]
  /** On the whole order; absent: none. */
  offer?: Order['offer']
  totalAmount: Rupees
  due: Rupees
  voucherPaid: Rupees
  restInCash: Rupees
}

/** Changes what a locked order holds. */
export async function updateLines(
  tx: Transaction,
  { id, paymentId }: OrderRow,
  { kept, moved, added, offer, ...amounts }: NewLines,
): Promise<void> {
  const { orderId, position } = orderLines
  const stays = kept.map((line) => line.position)
  await tx.delete(orderLines).where(and(eq(orderId, id), notInArray(position, stays)))
  for (const line of kept)
    await tx
      .update(orderLines)
      .set({ quantity: line.quantity, discount: line.discount ?? 0, ...(line.set && { partOf: line.set }) })
      .where(
        and(
          eq(orderId, id),
          eq(position, line.position),
          or(ne(orderLines.quantity, line.quantity), ne(orderLines.discount, line.discount ?? 0)),
        ),
      )
  // Deleted and inserted, because an update of a line's key locks its product as a delivery does.
  for (const { from, to } of moved) {
    const removed = await tx
      .delete(orderLines)
      .where(and(eq(orderId, id), eq(position, from)))
      .returning()
    await tx.insert(orderLines).values(removed.map((line) => ({ ...line, position: to })))
  }
  const lines = added.map(({ line, ...place }) => toLineRow({ ...line, ...place }))
  if (lines.length > 0) await queryPrepared(tx, insertLinesSql, [id, JSON.stringify(lines)])
  const productSize = paymentId === null ? null : sizesOf(id)
  const { discount, name: offerName } = offer ?? { discount: 0, name: '' }
  await updateOrder(tx, id, { ...amounts, discount, offerName, productSize })
}

export type OrderChange = typeof orderChanges.$inferSelect

export async function insertChange(tx: Transaction, change: Omit<OrderChange, 'id' | 'time'>): Promise<number> {
  const { id } = await getWritten(tx.insert(orderChanges).values(change).returning({ id: orderChanges.id }))
  return id
}

export async function findChange(db: Db, which: { key: string } | { id: number }): Promise<OrderChange | undefined> {
  const [row] = await db
    .select()
    .from(orderChanges)
    .where('key' in which ? eq(orderChanges.key, which.key) : eq(orderChanges.id, which.id))
  return row
}

/** Oldest first. */
export async function listChangesOf(db: Db, orderId: OrderId): Promise<OrderChange[]> {
  return db.select().from(orderChanges).where(eq(orderChanges.orderId, orderId)).orderBy(asc(orderChanges.id))
}

/** Cancels an order whose payment was refunded or expired. @returns false when it was delivered */
export async function cancelUndelivered(tx: Transaction, id: OrderId): Promise<boolean> {
  const cancelled = await tx
    .update(orders)
    .set({ cancel: 'cancelled' })
    .where(and(eq(orders.id, id), ne(orders.status, 'delivered')))
    .returning({ id: orders.id })
  return cancelled.length > 0
}

export async function listProductsOf(db: Db, id: OrderId): Promise<ProductId[]> {
  const rows = await db
    .selectDistinct({ id: orderLines.productId })
    .from(orderLines)
    .where(eq(orderLines.orderId, id))
    .orderBy(asc(orderLines.productId))
  return rows.map((row) => row.id)
}

/** Delivery also clears a requested cancellation. */
export async function updateDelivered(tx: Transaction, id: OrderId): Promise<void> {
  // The database's clock, read while the products are locked, so that delivery and restock have a clear sequence.
  const now = sql`clock_timestamp()`
  await updateOrder(tx, id, { status: 'delivered', cancel: 'none', deliveredAt: now })
  const sameTime = sql`(select ${orders.deliveredAt} from ${orders} where ${orders.id} = ${id})`
  await tx.update(orderLines).set({ deliveredAt: sameTime }).where(eq(orderLines.orderId, id))
}

/** Call it while their products are locked. */
export async function updateLinesDelivered(tx: Transaction, id: OrderId, lines: readonly { position: number }[]) {
  const positions = lines.map(({ position }) => position)
  await tx
    .update(orderLines)
    .set({ deliveredAt: sql`clock_timestamp()` })
    .where(and(eq(orderLines.orderId, id), inArray(orderLines.position, positions)))
}

/** Deletes the order with its lines and blocks its checkout key for good. */
export async function removeOrder(tx: Transaction, { id, userId, checkoutKey }: OrderRow): Promise<void> {
  await tx.delete(orders).where(eq(orders.id, id))
  await tx.insert(usedCheckoutKeys).values({ userId, checkoutKey, orderId: id }).onConflictDoNothing()
}

/** True when the order of this checkout key was deleted. */
export async function isCheckoutKeyUsed(db: Db, userId: string, key: string): Promise<boolean> {
  const isUsed = and(eq(usedCheckoutKeys.userId, userId), eq(usedCheckoutKeys.checkoutKey, key))
  return (await db.$count(usedCheckoutKeys, isUsed)) > 0
}

export type NewOrder = {
  userId: string
  email: string
  checkoutKey: string
  address: DeliveryAddress
  totalAmount: Rupees
  terms?: OrderTerms
  lines: (OrderLine & { sellerId: string | null })[]
  /** The day by which checkout promises it, such as `2026-11-26`. */
  deliversBy?: string | undefined
  /** Online payment; absent: cash on delivery. */
  payment?: { id: string; status: 'pending' | 'confirmed' }
}

/** The columns of a line that its order brings. */
const LINE_COLUMNS = `position, product_id, title, price, regular, quantity, discount, product_image_url, category, size_code, size_label,
        selected_color, seller_id, part_of`

/** Inserts lines with the codes, tax rate and weight of their variants today. @param order the id of their order in SQL */
const insertLines = (order: string, lines: string) => `
      insert into order_lines (order_id, variant_id, sku, hsn, gst_rate, weight, ${LINE_COLUMNS})
      select ${order}, variant.id, coalesce(variant.sku, product.sku, ''), coalesce(product.hsn, ''), product.gst_rate, variant.weight,
        ${LINE_COLUMNS}
      from ${lines} as line
        left join lateral (select sku, hsn, gst_rate from products where id = line.product_id) as product on true
        -- Without the limit, PostgreSQL expects a hundred lines and reads the variants of all products.
        left join lateral (
          select id, sku, weight from sellable_variants as v
          where (v.product_id, v.size_code, v.finish) = (line.product_id, line.size_code, line.selected_color) limit 1
        ) as variant on true
      order by position`

const insertLinesSql = {
  name: 'insert_lines',
  text: insertLines('$1::bigint', 'jsonb_populate_recordset(null::order_lines, $2::jsonb)'),
}

function toLineRow({
  id: productId,
  set: partOf,
  discount = 0,
  ...line
}: NewOrder['lines'][number] & { position: number }) {
  return toRow({ ...line, productId, discount, partOf })
}

/** Names these values as their columns. */
function toRow(values: object) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [toSnakeCase(name), value]))
}

/** The columns that a new order brings. */
const ORDER_COLUMNS = `user_id, email, checkout_key, total_amount, discount, offer_name, delivery_fee, gift_recipient, gift_message,
        rest_in_cash, pick_up, name, address, city, pincode, mobile_number, payment_id, status, product_size, state_code, firm,
        gstin, registered_address, delivers_by`

/** Looks first, because `on conflict` waits for whoever changes an order that exists, who may wait for our products. */
const insertOrderSql = {
  name: 'insert_order',
  text: `
    with placed as (
      insert into orders (${ORDER_COLUMNS})
      select ${ORDER_COLUMNS} from jsonb_populate_record(null::orders, $1::jsonb) as wanted
      where not exists (
        select from orders where user_id = wanted.user_id and checkout_key = wanted.checkout_key)
      on conflict (user_id, checkout_key) do nothing
      returning id, time, user_id, checkout_key
    ),
    lines as (${insertLines('placed.id', 'placed, jsonb_populate_recordset(null::order_lines, $2::jsonb)')}
    ),
    email as (insert into outbox (job) select ${orderEmailJobSql('id')} from placed where $3::boolean),
    seen as (
      insert into consents (user_id, purpose, text_version)
      select user_id, 'checkout', $4::text from placed where $4::text is not null
      on conflict do nothing
    )
    select id, time, is_checkout_key_used(user_id, checkout_key) as used from placed`,
}

type InsertedRow = { id: string; time: Date; used: boolean }

/** The order of this checkout key was deleted. Thrown after inserting, so the transaction must roll back. */
export class CheckoutKeyUsed extends Error {}

/**
 * Inserts an order; waits for a concurrent insert with the same key.
 *
 * @param withEmail also enqueues the confirmation email
 * @param byDesk staff take the order for the customer
 * @returns undefined: this key has an order already
 * @throws CheckoutKeyUsed when its order was deleted; the transaction must not commit
 */
export async function insertOrder(tx: Transaction, order: NewOrder, { withEmail = false, byDesk = false } = {}) {
  const { address, payment, lines, terms = {}, ...rest } = order
  const wanted = {
    ...rest,
    ...storedTerms(terms),
    ...storedAddress(address),
    paymentId: payment?.id,
    status: payment?.status ?? 'confirmed',
    productSize: payment && lines.map(({ sizeCode }) => sizeCode).join(', '),
  }
  const rows = lines.map((line, position) => toLineRow({ ...line, position }))
  // A customer on the phone has read no notice.
  const notice = byDesk ? null : NOTICE_VERSION
  const values = [JSON.stringify(toRow(wanted)), JSON.stringify(rows), withEmail, notice]
  const [row] = await queryPrepared<InsertedRow>(tx, insertOrderSql, values)
  if (row?.used) throw new CheckoutKeyUsed('The order of this checkout was deleted')
  return row && toPlaced(order, row)
}

function toPlaced(
  { checkoutKey, payment, lines, address, terms, ...order }: NewOrder,
  { id, time }: InsertedRow,
): Order {
  const placed: Order = {
    id: Number(id),
    userId: order.userId,
    email: order.email,
    cartItems: lines.map(({ sellerId, ...line }) => line),
    addressInfo: toAddress(address),
    totalAmount: order.totalAmount,
    ...terms,
    status: payment?.status ?? 'confirmed',
    cancel: 'none',
    ...(payment && { paymentId: payment.id, productSize: lines.map(({ sizeCode }) => sizeCode).join(', ') }),
    ...(order.deliversBy && { promise: { by: order.deliversBy, isLate: false } }),
    time: time.toISOString(),
  }
  return withWord(placed, [])
}

const findCashHistorySql = {
  name: 'find_cash_history',
  text: `
    select not exists (select from orders where user_id = $1 and cancel <> 'cancelled') as first,
      exists (select from shipments where mobile = $2 and step = 'returned') as returned`,
}

/**
 * Facts about earlier orders that decide whether this one may be paid in cash on delivery (COD, here `cash`).
 *
 * @param mobile as it was typed
 */
export async function findCashHistory(db: Db, userId: string, mobile: string) {
  const [row] = await queryPrepared<{ first: boolean; returned: boolean }>(db, findCashHistorySql, [
    userId,
    mobileKey(mobile) ?? null,
  ])
  return { isFirstOrder: row?.first ?? false, hasReturned: row?.returned ?? false }
}

const lockUnconfirmedSql = {
  name: 'lock_unconfirmed_buyer',
  text: 'select from "user" where id = $1 and not email_verified for no key update',
}

const findWaitingCashSql = {
  name: 'find_waiting_cash',
  text: `
    select count(orders.id)::integer as orders, coalesce(sum(total_amount - voucher_paid), 0) as value
    from "user" as buyer
    left join orders on user_id = buyer.id and status = 'confirmed' and cancel <> 'cancelled' and dispatched = 'none'
      and payment_id is null and paid_at_counter is null and not paid_by_voucher and cash_confirmed_at is null
    where buyer.id = $1 and not email_verified group by buyer.id`,
}

/** This buyer's unconfirmed cash orders; undefined: their email address is confirmed. */
export async function findWaitingCash(db: Db, userId: string): Promise<WaitingCash | undefined> {
  const [row] = await queryPrepared<{ orders: number; value: string }>(db, findWaitingCashSql, [userId])
  return row && { orders: row.orders, value: Number(row.value) }
}

/**
 * Locks the account if it is unconfirmed, so that orders sent at the same time are counted one after the other. Call it
 * after products and stock are locked.
 */
export async function lockWaitingCash(tx: Transaction, userId: string): Promise<WaitingCash | undefined> {
  // Two statements, because the second must see what was committed while the first waited for the lock.
  const [, waiting] = await Promise.all([queryPrepared(tx, lockUnconfirmedSql, [userId]), findWaitingCash(tx, userId)])
  return waiting
}

/**
 * Cash orders that await the buyer's confirmation, oldest first, and whose buyer was sent the email at least so many hours
 * ago.
 */
export async function listUnconfirmed(db: Db, hours: number): Promise<OrderId[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select orders.id from orders where ${AWAITS_CONFIRMATION} and exists (
      select from sent_messages where template = 'confirm-cash' and subject = 'order ' || orders.id
        and sent_messages.state in ('sent', 'delivered', 'read') and sent_messages.time < now() - make_interval(hours => ${hours}))
    order by orders.id limit 200`)
  return rows.map(({ id }) => Number(id))
}
