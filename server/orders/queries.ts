import { and, asc, desc, eq, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { ProductId } from '#domain/catalog/product.ts'
import type { Rupees } from '#domain/money.ts'
import { type DeliveryAddress, storedAddress, toAddress } from '#domain/orders/address.ts'
import { awaitsConfirmation } from '#domain/orders/cash/confirmation.ts'
import type { Order, OrderLine } from '#domain/orders/order.ts'
import type { Cancellation, Dispatched, OrderId, OrderStatus } from '#domain/orders/order-state.ts'
import { refundedInParts, worstState } from '#domain/orders/refund.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { refunds, usedCheckoutKeys } from '#server/db/schema/payments.ts'
import { orderLines, orders } from '#server/db/schema/shop.ts'

/** Orders per page of a shopper's list. */
export const ORDERS_A_PAGE = 20

type OrderRow = typeof orders.$inferSelect
type LineRow = typeof orderLines.$inferSelect

/**
 * A shopper's orders, newest first.
 *
 * @param before only orders older than this one
 * @returns `next`: the `before` of the next page, if there is one
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

export async function findOrder(db: Db, id: OrderId): Promise<Order | undefined> {
  return findOneOrder(db, eq(orders.id, id))
}

export async function findOrderPaidBy(db: Db, paymentId: string): Promise<Order | undefined> {
  return findOneOrder(db, eq(orders.paymentId, paymentId))
}

/** Share-locks the order, so that nobody changes it until this transaction ends. */
export async function holdOrder(tx: Transaction, id: OrderId): Promise<void> {
  await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, id)).for('share')
}

/** The complete stored order with its lines, for the audit log. */
export async function findStoredOrder(db: Db, id: OrderId): Promise<(OrderRow & { lines: LineRow[] }) | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id))
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
  const refundsOf = await listRefundsOfOrders(
    db,
    rows.flatMap(({ id, paymentId }) => (paymentId === null ? [] : [id])),
  )
  return rows.map((row) => toOrder(row, byOrder.get(row.id) ?? [], refundsOf.get(row.id) ?? []))
}

type OrderRefund = Pick<typeof refunds.$inferSelect, 'state' | 'amount' | 'reason'>

async function listRefundsOfOrders(db: Db, orderIds: OrderId[]): Promise<Map<OrderId, OrderRefund[]>> {
  if (orderIds.length === 0) return new Map()
  const { orderId, state, amount, reason } = refunds
  const rows = await db.select({ orderId, state, amount, reason }).from(refunds).where(inArray(orderId, orderIds))
  const known = rows.flatMap(({ orderId, ...row }) => (orderId === null ? [] : [{ orderId, row }]))
  return new Map(
    Array.from(
      Map.groupBy(known, ({ orderId }) => orderId),
      ([id, its]) => [id, its.map(({ row }) => row)],
    ),
  )
}

function toOrder(row: OrderRow, lines: LineRow[], refunds: readonly OrderRefund[]): Order {
  const { id, email, totalAmount, status, cancel, paymentId, productSize, warrantyAmount } = row
  const refund = worstState(refunds.map(({ state }) => state))
  const refundedPart = refundedInParts(refunds)
  return {
    id,
    userid: row.userId,
    email,
    cartItems: lines.map(toLine),
    addressInfo: toAddress(row),
    totalAmount,
    status,
    cancel,
    ...(row.dispatched !== 'none' && { dispatched: row.dispatched }),
    ...(awaitsConfirmation(row) && { awaitsConfirmation: true }),
    ...(paymentId !== null && { paymentId }),
    ...(refund && { refund }),
    ...(refundedPart > 0 && { refundedPart }),
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
  | 'id'
  | 'userId'
  | 'status'
  | 'cancel'
  | 'dispatched'
  | 'paymentId'
  | 'totalAmount'
  | 'checkoutKey'
  | 'billToConfirmedAt'
>

export async function lockOrder(tx: Transaction, id: OrderId): Promise<LockedOrder | undefined> {
  return lockWhere(tx, eq(orders.id, id))
}

/** Locks the order with this checkout key, if any. */
export async function lockOrderByKey(tx: Transaction, userId: string, key: string): Promise<LockedOrder | undefined> {
  return lockWhere(tx, and(eq(orders.userId, userId), eq(orders.checkoutKey, key)))
}

async function lockWhere(tx: Transaction, which: SQL | undefined): Promise<LockedOrder | undefined> {
  const { id, userId, status, cancel, dispatched, paymentId, totalAmount, checkoutKey, billToConfirmedAt } = orders
  const [row] = await tx
    .select({ id, userId, status, cancel, dispatched, paymentId, totalAmount, checkoutKey, billToConfirmedAt })
    .from(orders)
    .where(which)
    .for('update')
  return row
}

export async function updatePaid(tx: Transaction, id: OrderId, paymentId: string): Promise<void> {
  await tx.update(orders).set({ status: 'confirmed', paymentId }).where(eq(orders.id, id))
}

/** Records that a cash order was paid online instead. */
export async function updatePaidInstead(tx: Transaction, id: OrderId, paymentId: string): Promise<void> {
  const sizes = sql`(select string_agg(size_code, ', ' order by position) from order_lines where order_id = ${id})`
  await tx.update(orders).set({ paymentId, productSize: sizes }).where(eq(orders.id, id))
}

export async function updateCancel(tx: Transaction, id: OrderId, cancel: Cancellation): Promise<void> {
  await tx.update(orders).set({ cancel }).where(eq(orders.id, id))
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
  await tx.update(orders).set({ status: 'delivered', cancel: 'none', deliveredAt: now }).where(eq(orders.id, id))
  const sameTime = sql`(select ${orders.deliveredAt} from ${orders} where ${orders.id} = ${id})`
  await tx.update(orderLines).set({ deliveredAt: sameTime }).where(eq(orderLines.orderId, id))
}

/** Deletes the order with its lines and blocks its checkout key for good. */
export async function removeOrder(tx: Transaction, { id, userId, checkoutKey }: LockedOrder): Promise<void> {
  await tx.delete(orders).where(eq(orders.id, id))
  await tx.insert(usedCheckoutKeys).values({ userId, checkoutKey, orderId: id }).onConflictDoNothing()
}

/** True when the order of this checkout key was deleted. */
export async function isCheckoutKeyUsed(db: Db, userId: string, key: string): Promise<boolean> {
  const rows = await db
    .select({ orderId: usedCheckoutKeys.orderId })
    .from(usedCheckoutKeys)
    .where(and(eq(usedCheckoutKeys.userId, userId), eq(usedCheckoutKeys.checkoutKey, key)))
  return rows.length > 0
}

export type LockedAddress = DeliveryAddress & {
  userId: string
  status: OrderStatus
  cancel: Cancellation
  dispatched: Dispatched
  /** Null: to be paid in cash. */
  paymentId: string | null
  totalAmount: Rupees
}

export async function lockAddress(tx: Transaction, id: OrderId): Promise<LockedAddress | undefined> {
  const { userId, status, cancel, dispatched, paymentId, totalAmount } = orders
  const { name, address, city, pincode, mobileNumber } = orders
  const { stateCode, firm, gstin, registeredAddress } = orders
  const whole = { name, address, city, pincode, mobileNumber, stateCode, firm, gstin, registeredAddress }
  const [row] = await tx
    .select({ userId, status, cancel, dispatched, paymentId, totalAmount, ...whole })
    .from(orders)
    .where(eq(orders.id, id))
    .for('update')
  return row
}

/** Where another address is billed has to be confirmed anew. */
export async function updateAddress(tx: Transaction, id: OrderId, address: DeliveryAddress): Promise<void> {
  await tx
    .update(orders)
    .set({ ...storedAddress(address), billToConfirmedAt: null })
    .where(eq(orders.id, id))
}

export async function updateBillTo(tx: Transaction, id: OrderId, registeredAddress: string): Promise<void> {
  await tx.update(orders).set({ registeredAddress, billToConfirmedAt: sql`now()` }).where(eq(orders.id, id))
}

export async function lockNote(tx: Transaction, id: OrderId): Promise<string | undefined> {
  const [row] = await tx.select({ note: orders.note }).from(orders).where(eq(orders.id, id)).for('update')
  return row?.note
}

export async function updateNote(tx: Transaction, id: OrderId, note: string): Promise<void> {
  await tx.update(orders).set({ note }).where(eq(orders.id, id))
}
