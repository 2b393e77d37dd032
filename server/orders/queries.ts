import { and, asc, desc, eq, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { ProductId } from '#domain/catalog/product.ts'
import type { Rupees } from '#domain/money.ts'
import type { DeliveryAddress } from '#domain/orders/address.ts'
import type { Cancellation, Order, OrderId, OrderLine } from '#domain/orders/order.ts'
import type { RefundState } from '#domain/orders/payment.ts'
import { type Db, queryPrepared, type Transaction } from '#server/db/connection.ts'
import { orderEmailJobSql } from '#server/db/enqueue.ts'
import { usedCheckoutKeys } from '#server/db/schema/payments.ts'
import { orderLines, orders } from '#server/db/schema/shop.ts'
import { listRefundStates } from './payments/queries.ts'

/** Orders on one page of a shopper's list. */
export const ORDERS_A_PAGE = 20

type OrderRow = typeof orders.$inferSelect
type LineRow = typeof orderLines.$inferSelect

/**
 * A shopper's orders, newest first.
 *
 * @param before only orders older than this one
 * @returns `next`: what to pass as `before` for the orders after these, if there are more
 */
export async function listOrdersOf(
  db: Db,
  userId: string,
  { before }: { before?: OrderId | undefined } = {},
): Promise<{ orders: Order[]; next: OrderId | undefined }> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), before === undefined ? undefined : lt(orders.id, before)))
    .orderBy(desc(orders.id))
    .limit(ORDERS_A_PAGE + 1)
  const page = rows.slice(0, ORDERS_A_PAGE)
  return { orders: await withLines(db, page), next: rows.length > page.length ? page.at(-1)?.id : undefined }
}

/** Undefined: not there, or somebody else's. */
export async function findOrderOf(db: Db, userId: string, id: OrderId): Promise<Order | undefined> {
  return findWhole(db, and(eq(orders.id, id), eq(orders.userId, userId)))
}

export async function findOrder(db: Db, id: OrderId): Promise<Order | undefined> {
  return findWhole(db, eq(orders.id, id))
}

/** All that is kept of an order, column by column: what its deletion takes away. */
export async function findStoredOrder(db: Db, id: OrderId): Promise<(OrderRow & { lines: LineRow[] }) | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id))
  const lines = db.select().from(orderLines).where(eq(orderLines.orderId, id)).orderBy(asc(orderLines.position))
  return row && { ...row, lines: await lines }
}

/** The order that this checkout has become, if it has. */
export async function findOrderByKey(db: Db, userId: string, key: string): Promise<Order | undefined> {
  return findWhole(db, and(eq(orders.userId, userId), eq(orders.checkoutKey, key)))
}

/**
 * The same, for whoever is about to be told of it. The process that wrote it may have given up waiting for the standbys;
 * a transaction that writes nothing does not wait for them, and this note makes it one that does.
 */
export async function findOrderDurably(tx: Transaction, userId: string, key: string): Promise<Order | undefined> {
  const order = await findOrderByKey(tx, userId, key)
  if (order) await tx.execute(sql`select pg_logical_emit_message(true, 'gamla', 'told')`)
  return order
}

async function findWhole(db: Db, which: ReturnType<typeof and>): Promise<Order | undefined> {
  const [order] = await withLines(db, await db.select().from(orders).where(which))
  return order
}

/** These orders, in this order, each with its lines. */
export async function withLines(db: Db, rows: OrderRow[]): Promise<Order[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const lines = await db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, ids))
    .orderBy(asc(orderLines.orderId), asc(orderLines.position))
  const byOrder = Map.groupBy(lines, ({ orderId }) => orderId)
  const refunds = await listRefundStates(
    db,
    rows.flatMap(({ id, paymentId }) => (paymentId === null ? [] : [id])),
  )
  return rows.map((row) => toOrder(row, byOrder.get(row.id) ?? [], refunds.get(row.id)))
}

function toOrder(row: OrderRow, lines: LineRow[], refund: RefundState | undefined): Order {
  const { id, email, totalAmount, status, cancel, paymentId, productSize, warrantyAmount } = row
  const { name, address, city, pincode, mobileNumber } = row
  return {
    id,
    userid: row.userId,
    email,
    cartItems: lines.map(toLine),
    addressInfo: { name, address, city, pincode, mobileNumber },
    totalAmount,
    status,
    cancel,
    ...(paymentId !== null && { paymentId }),
    ...(refund && { refund }),
    ...(productSize !== null && { productSize }),
    ...(warrantyAmount !== null && { warrantyAmount }),
    time: row.time.toISOString(),
  }
}

export function toLine({ productId, title, price, quantity, ...row }: LineRow): OrderLine {
  const { productImageUrl, category, sizeCode, sizeLabel, selectedColor } = row
  return { id: productId, title, price, quantity, productImageUrl, category, sizeCode, sizeLabel, selectedColor }
}

export type LockedOrder = Pick<
  OrderRow,
  'id' | 'userId' | 'status' | 'cancel' | 'paymentId' | 'totalAmount' | 'checkoutKey'
>

/** The order's state, which nobody else can change until this transaction ends. */
export async function lockOrder(tx: Transaction, id: OrderId): Promise<LockedOrder | undefined> {
  return lockWhere(tx, eq(orders.id, id))
}

/** The same for the order that this checkout has become, if it has. */
export async function lockOrderByKey(tx: Transaction, userId: string, key: string): Promise<LockedOrder | undefined> {
  return lockWhere(tx, and(eq(orders.userId, userId), eq(orders.checkoutKey, key)))
}

async function lockWhere(tx: Transaction, which: SQL | undefined): Promise<LockedOrder | undefined> {
  const { id, userId, status, cancel, paymentId, totalAmount, checkoutKey } = orders
  const [row] = await tx
    .select({ id, userId, status, cancel, paymentId, totalAmount, checkoutKey })
    .from(orders)
    .where(which)
    .for('update')
  return row
}

export type NewOrder = {
  userId: string
  email: string
  checkoutKey: string
  address: DeliveryAddress
  totalAmount: Rupees
  /** Each with whose product it is. */
  lines: (OrderLine & { sellerId: string | null })[]
  /** Paid for online; absent: on delivery. */
  payment?: { id: string; status: 'pending' | 'confirmed' }
}

const insertOrderSql = {
  name: 'insert_order',
  text: `
    with placed as (
      insert into orders (user_id, email, checkout_key, total_amount, name, address, city, pincode, mobile_number,
        payment_id, status, product_size)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      on conflict (user_id, checkout_key) do nothing
      returning id, time
    ),
    lines as (
      insert into order_lines (order_id, position, product_id, title, price, quantity, product_image_url, category,
        size_code, size_label, selected_color, seller_id)
      select placed.id, position, line.id, title, price, quantity, "productImageUrl", category, "sizeCode", "sizeLabel",
        "selectedColor", "sellerId"
      from placed, jsonb_to_recordset($13::jsonb) as line (position smallint, id bigint, title text, price integer,
        quantity integer, "productImageUrl" text[], category text, "sizeCode" text, "sizeLabel" text,
        "selectedColor" text, "sellerId" text)
      order by position
    )
    select id, time, is_checkout_key_used($1, $3) as used,
      case when $14::boolean then ${orderEmailJobSql('id')} is not null end from placed`,
}

/** The order of this checkout has been deleted, which nobody could know before it was written anew. */
export class CheckoutKeyUsed extends Error {}

/**
 * Waits for another transaction that is just making an order of this checkout.
 *
 * @param withLetter also promises to write to the shopper
 * @returns undefined: this checkout is an order already
 * @throws CheckoutKeyUsed when it was one; the transaction must not be committed
 */
export async function insertOrder(
  tx: Transaction,
  order: NewOrder,
  { withEmail = false } = {},
): Promise<Order | undefined> {
  const { userId, email, checkoutKey, address, totalAmount, payment } = order
  const status = payment?.status ?? 'confirmed'
  const productSize = payment && order.lines.map(({ sizeCode }) => sizeCode).join(', ')
  const { name, city, pincode, mobileNumber } = address
  // In one round trip, for the lines' products are held for other shoppers' orders until the end.
  const [row] = await queryPrepared<{ id: string; time: Date; used: boolean }>(tx, insertOrderSql, [
    userId,
    email,
    checkoutKey,
    totalAmount,
    name,
    address.address,
    city,
    pincode,
    mobileNumber,
    payment?.id,
    status,
    productSize,
    JSON.stringify(order.lines.map((line, position) => ({ ...line, position }))),
    withEmail,
  ])
  if (row?.used) throw new CheckoutKeyUsed('The order of this checkout was deleted')
  return (
    row && {
      id: Number(row.id),
      userid: userId,
      email,
      cartItems: order.lines.map(({ sellerId, ...line }) => line),
      addressInfo: { name, address: address.address, city, pincode, mobileNumber },
      totalAmount,
      status,
      cancel: 'none',
      ...(payment && { paymentId: payment.id }),
      ...(productSize !== undefined && { productSize }),
      time: row.time.toISOString(),
    }
  )
}

/** The money of this payment has come. */
export async function updatePaid(tx: Transaction, id: OrderId, paymentId: string): Promise<void> {
  await tx.update(orders).set({ status: 'confirmed', paymentId }).where(eq(orders.id, id))
}

export async function updateCancel(tx: Transaction, id: OrderId, cancel: Cancellation): Promise<void> {
  await tx.update(orders).set({ cancel }).where(eq(orders.id, id))
}

/** For an order whose money has gone; what was delivered stays delivered. */
export async function cancelUndelivered(tx: Transaction, id: OrderId): Promise<void> {
  await tx
    .update(orders)
    .set({ cancel: 'cancelled' })
    .where(and(eq(orders.id, id), ne(orders.status, 'delivered')))
}

export async function listProductsOf(db: Db, id: OrderId): Promise<ProductId[]> {
  const rows = await db
    .selectDistinct({ id: orderLines.productId })
    .from(orderLines)
    .where(eq(orderLines.orderId, id))
    .orderBy(asc(orderLines.productId))
  return rows.map((row) => row.id)
}

/** A cancellation that was only asked for is settled by the delivery. */
export async function updateDelivered(tx: Transaction, id: OrderId): Promise<void> {
  // The database's clock, read now that the locks are ours: a restock comes before or after it, wherever it was pressed.
  const now = sql`clock_timestamp()`
  await tx.update(orders).set({ status: 'delivered', cancel: 'none', deliveredAt: now }).where(eq(orders.id, id))
  const sameMoment = sql`(select ${orders.deliveredAt} from ${orders} where ${orders.id} = ${id})`
  await tx.update(orderLines).set({ deliveredAt: sameMoment }).where(eq(orderLines.orderId, id))
}

/** Its lines go with it; its checkout makes no order again. */
export async function removeOrder(tx: Transaction, { id, userId, checkoutKey }: LockedOrder): Promise<void> {
  await tx.delete(orders).where(eq(orders.id, id))
  await tx.insert(usedCheckoutKeys).values({ userId, checkoutKey, orderId: id }).onConflictDoNothing()
}

/** Has an order of this checkout been deleted? */
export async function isCheckoutKeyUsed(db: Db, userId: string, key: string): Promise<boolean> {
  const rows = await db
    .select({ orderId: usedCheckoutKeys.orderId })
    .from(usedCheckoutKeys)
    .where(and(eq(usedCheckoutKeys.userId, userId), eq(usedCheckoutKeys.checkoutKey, key)))
  return rows.length > 0
}
