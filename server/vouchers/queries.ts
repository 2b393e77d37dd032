import { and, desc, eq, gt, ne, sql, sum } from 'drizzle-orm'
import type { Paise } from '#domain/money.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { isFaultOfShop } from '#domain/returns/return-request.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { checkouts } from '#server/db/schema/payments.ts'
import { returnRequests } from '#server/db/schema/returns.ts'
import { orders } from '#server/db/schema/shop.ts'
import { vouchers, voucherUses } from '#server/db/schema/vouchers.ts'

export type VoucherRow = typeof vouchers.$inferSelect
type VoucherUse = typeof voucherUses.$inferSelect

/** Undefined: this key has made one before. */
export async function insertVoucher(
  tx: Transaction,
  voucher: Pick<VoucherRow, 'key' | 'userId' | 'amount' | 'returnRequestId' | 'expiresOn' | 'time'>,
): Promise<VoucherRow | undefined> {
  const values = { ...voucher, balance: voucher.amount }
  const [row] = await tx.insert(vouchers).values(values).onConflictDoNothing({ target: vouchers.key }).returning()
  return row
}

export async function findVoucherByKey(db: Db, key: string): Promise<VoucherRow | undefined> {
  const [row] = await db.select().from(vouchers).where(eq(vouchers.key, key))
  return row
}

export async function findVoucher(db: Db, id: number): Promise<VoucherRow | undefined> {
  const [row] = await db.select().from(vouchers).where(eq(vouchers.id, id))
  return row
}

/** True once the shop has made a voucher. */
export async function hasVouchers(db: Db): Promise<boolean> {
  const rows = await db.select({ id: vouchers.id }).from(vouchers).limit(1)
  return rows.length > 0
}

/** Newest first. */
export async function listVouchersOf(db: Db, userId: string): Promise<VoucherRow[]> {
  return db.select().from(vouchers).where(eq(vouchers.userId, userId)).orderBy(desc(vouchers.id))
}

/** Which of them took the place of money for a fault of the shop, with the request and its order. */
export async function listForFaults(db: Db, userId: string) {
  const { id, orderId, reason, settledAs } = returnRequests
  const rows = await db
    .select({ voucherId: vouchers.id, requestId: id, orderId, reason })
    .from(vouchers)
    .innerJoin(returnRequests, eq(id, vouchers.returnRequestId))
    .where(and(eq(vouchers.userId, userId), eq(settledAs, 'voucher')))
  return rows.filter(({ reason }) => isFaultOfShop(reason))
}

/** Amounts of orders that vouchers have paid, by voucher, newest first. */
export async function listUsesOf(db: Db, userId: string): Promise<VoucherUse[]> {
  const own = db.select({ id: vouchers.id }).from(vouchers).where(eq(vouchers.userId, userId))
  return db.select().from(voucherUses).where(sql`${voucherUses.voucherId} in ${own}`).orderBy(desc(voucherUses.id))
}

/** Undefined: there is none, or it is another person's. */
export async function lockVoucher(tx: Transaction, { id, userId }: { id: number; userId: string }) {
  const [row] = await tx
    .select()
    .from(vouchers)
    .where(and(eq(vouchers.id, id), eq(vouchers.userId, userId)))
    .for('update')
  return row
}

const GIVEN = sql`${vouchers.amount} - case when ${returnRequests.settledAs} = 'money' then ${returnRequests.amount} else 0 end`

/** The sum of vouchers given in place of money for returns of this order, less those turned into money. */
export async function sumGivenFor(db: Db, orderId: OrderId): Promise<Paise> {
  const [row] = await db
    .select({ given: sum(GIVEN).mapWith(Number) })
    .from(vouchers)
    .innerJoin(returnRequests, eq(returnRequests.id, vouchers.returnRequestId))
    .where(eq(returnRequests.orderId, orderId))
  return row?.given ?? 0
}

/** Given to settle this return request. */
export async function findVoucherOfReturn(db: Db, returnRequestId: number): Promise<VoucherRow | undefined> {
  const [row] = await db.select().from(vouchers).where(eq(vouchers.returnRequestId, returnRequestId))
  return row
}

/** Call it while the voucher is locked. */
export async function emptyVoucher(tx: Transaction, id: number): Promise<void> {
  await tx.update(vouchers).set({ balance: 0 }).where(eq(vouchers.id, id))
}

/** The amount that open checkouts hold of it, but for the one with this key. */
export async function sumHeld(db: Db, voucherId: number, checkoutKey?: string): Promise<Paise> {
  const isHeld = and(
    eq(checkouts.voucherId, voucherId),
    checkoutKey === undefined ? undefined : ne(checkouts.checkoutKey, checkoutKey),
    eq(checkouts.state, 'open'),
    gt(checkouts.voucherHeldUntil, sql`clock_timestamp()`),
  )
  const [row] = await db
    .select({ held: sum(checkouts.voucherAmount).mapWith(Number) })
    .from(checkouts)
    .where(isHeld)
  return row?.held ?? 0
}

/** Call it while the voucher is locked. */
export async function insertUse(
  tx: Transaction,
  { voucherId, orderId, amount }: Pick<VoucherUse, 'voucherId' | 'orderId' | 'amount'>,
): Promise<void> {
  await tx.insert(voucherUses).values({ voucherId, orderId, amount })
  await tx
    .update(vouchers)
    .set({ balance: sql`${vouchers.balance} - ${amount}` })
    .where(eq(vouchers.id, voucherId))
  await tx
    .update(orders)
    .set({ voucherPaid: amount / 100 })
    .where(eq(orders.id, orderId))
}

/** The use of a voucher by this order. */
export async function findUse(db: Db, orderId: OrderId): Promise<VoucherUse | undefined> {
  const [row] = await db.select().from(voucherUses).where(eq(voucherUses.orderId, orderId))
  return row
}

/** The use of a voucher by this order, with the voucher locked. Call it while the order is locked. */
export async function lockUse(tx: Transaction, orderId: OrderId): Promise<VoucherUse | undefined> {
  const [row] = await tx
    .select({ use: voucherUses })
    .from(voucherUses)
    .innerJoin(vouchers, eq(vouchers.id, voucherUses.voucherId))
    .where(eq(voucherUses.orderId, orderId))
    .for('update')
  return row?.use
}

/** Call it after `lockUse`. @param expiresOn at the earliest */
export async function updateGivenBack(
  tx: Transaction,
  { id, voucherId }: VoucherUse,
  { amount, expiresOn }: { amount: Paise; expiresOn: string },
): Promise<void> {
  await tx
    .update(voucherUses)
    .set({ givenBack: sql`${voucherUses.givenBack} + ${amount}` })
    .where(eq(voucherUses.id, id))
  await tx
    .update(vouchers)
    .set({
      balance: sql`${vouchers.balance} + ${amount}`,
      expiresOn: sql`greatest(${vouchers.expiresOn}, ${expiresOn}::date)`,
      remindedAt: null,
    })
    .where(eq(vouchers.id, voucherId))
}
