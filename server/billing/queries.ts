import { and, asc, desc, eq, exists, inArray, max, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Bill, BillKind, BillLine } from '#domain/billing/bill.ts'
import type { BillNumber } from '#domain/billing/bill-number.ts'
import type { LineToBill, UnnumberedBill } from '#domain/billing/compose-bill.ts'
import { type Paise, toPaise } from '#domain/money.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { LineQuantity, ShipmentId } from '#domain/orders/shipment.ts'
import type { GstRate } from '#domain/shop/settings.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { billCounters, bills } from '#server/db/schema/billing.ts'
import { shipmentLines, shipments } from '#server/db/schema/shipping.ts'
import { orderLines, products } from '#server/db/schema/shop.ts'
import { productVariants } from '#server/db/schema/stock.ts'

export type BillSummary = {
  id: number
  number: string
  kind: BillKind
  /** `2026-11-22`, of the Indian calendar. */
  date: string
  /** Null: a voucher. */
  shipmentId: ShipmentId | null
  total: Paise
  /** The bill that a credit note refers to, or the receipt voucher of a refund voucher. */
  billId: number | null
}

const summaryColumns = {
  id: bills.id,
  number: bills.number,
  kind: bills.kind,
  date: bills.date,
  shipmentId: bills.shipmentId,
  total: bills.total,
  billId: bills.billId,
}

/** An order's bills and credit notes, oldest first. */
export async function listBillsOf(db: Db, orderId: OrderId): Promise<BillSummary[]> {
  return db.select(summaryColumns).from(bills).where(eq(bills.orderId, orderId)).orderBy(asc(bills.id))
}

export async function findCreditNoteOf(
  db: Db,
  returnId: number,
): Promise<{ id: number; number: string; total: Paise } | undefined> {
  const { id, number, total } = bills
  const [note] = await db.select({ id, number, total }).from(bills).where(eq(bills.returnId, returnId))
  return note
}

export async function hasBills(db: Db, userId: string): Promise<boolean> {
  const rows = await db.select({ id: bills.id }).from(bills).where(eq(bills.userId, userId)).limit(1)
  return rows.length > 0
}

/**
 * The number of the last bill of any series. A restored database that was not migrated yet may have no table of bills.
 */
export async function findLastNumber(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ known: boolean }>(sql`select to_regclass('bills') is not null as known`)
  if (!rows[0]?.known) return undefined
  const [last] = await db
    .select({ number: bills.number })
    .from(bills)
    .where(eq(bills.series, 'bill'))
    .orderBy(desc(bills.id))
    .limit(1)
  return last?.number
}

/** `userId` is null when the account was deleted. */
export type StoredBill = BillSummary & { orderId: OrderId; userId: string | null; document: Bill }

export async function findBill(db: Db, id: number): Promise<StoredBill | undefined> {
  const { orderId, userId, document } = bills
  const [bill] = await db
    .select({ ...summaryColumns, orderId, userId, document })
    .from(bills)
    .where(eq(bills.id, id))
  return bill
}

/**
 * These lines as they were ordered, with their products' codes and tax rates of today: the rate is that of the supply
 * (CGST Act 2017, section 14). Those of a deleted product are the ones that the order remembers.
 */
export async function listLinesToBill(db: Db, orderId: OrderId, lines: readonly LineQuantity[]): Promise<LineToBill[]> {
  const { position, title, sizeLabel, selectedColor, price } = orderLines
  const rows = await db
    .select({
      position,
      title,
      sizeLabel,
      selectedColor,
      price,
      // A counted variant may have a SKU of its own.
      sku: sql<string>`coalesce(${productVariants.sku}, ${products.sku}, ${orderLines.sku})`,
      hsn: sql<string>`coalesce(${products.hsn}, ${orderLines.hsn})`,
      // A product without a rate has the shop's default, whatever its rate was when it was ordered.
      gstRate: sql<GstRate | null>`case when ${products.id} is null then ${orderLines.gstRate} else ${products.gstRate} end`,
    })
    .from(orderLines)
    .leftJoin(products, eq(products.id, orderLines.productId))
    .leftJoin(productVariants, and(eq(productVariants.id, orderLines.variantId), eq(products.stock, 'counted')))
    .where(
      and(
        eq(orderLines.orderId, orderId),
        inArray(
          position,
          lines.map((line) => line.position),
        ),
      ),
    )
    .orderBy(asc(position))
  return rows.map(({ price: rupees, ...row }) => ({
    ...row,
    unitPrice: toPaise(rupees),
    quantity: lines.reduce((sum, line) => sum + (line.position === row.position ? line.quantity : 0), 0),
  }))
}

export type SeriesOfSeller = Pick<BillNumber, 'supplierGstin' | 'series'>
type SeriesOfYear = SeriesOfSeller & Pick<BillNumber, 'financialYear'>

/** Locks the counter until the transaction ends, and increments it. */
export async function takeSerial(
  tx: Transaction,
  { supplierGstin: gstin, series, financialYear }: SeriesOfYear,
): Promise<number> {
  const [counter] = await tx
    .insert(billCounters)
    .values({ gstin, series, financialYear, last: 1 })
    .onConflictDoUpdate({
      target: [billCounters.gstin, billCounters.series, billCounters.financialYear],
      set: { last: sql`${billCounters.last} + 1` },
    })
    .returning({ last: billCounters.last })
  if (!counter) throw new Error('The counter of bills was not written')
  return counter.last
}

/** Those of these numbers that exist, and the day of the previous bill. Call it while the counter is locked. */
export async function listNumbersNear(
  tx: Transaction,
  { supplierGstin, series, financialYear, serial, numbers }: SeriesOfYear & { serial: number; numbers: string[] },
): Promise<{ taken: string[]; previousDay: string | undefined }> {
  const isPrevious = and(
    eq(bills.supplierGstin, supplierGstin),
    eq(bills.series, series),
    eq(bills.financialYear, financialYear),
    eq(bills.serial, serial - 1),
  )
  const { number, date } = bills
  const rows = await tx
    .select({ number, date, isPrevious: sql<boolean>`${isPrevious}` })
    .from(bills)
    .where(or(isPrevious, inArray(number, numbers)))
  return { taken: rows.map((row) => row.number), previousDay: rows.find((row) => row.isPrevious)?.date }
}

/** The last number of a seller's series in any year. */
export async function findLastNumberOf(
  tx: Transaction,
  { supplierGstin, series }: SeriesOfSeller,
): Promise<string | undefined> {
  const [last] = await tx
    .select({ number: bills.number })
    .from(bills)
    .where(and(eq(bills.supplierGstin, supplierGstin), eq(bills.series, series)))
    .orderBy(desc(bills.id))
    .limit(1)
  return last?.number
}

/** Which of these prefixes began numbers of other registrations in this year, with one of those. */
export async function listPrefixesOfOthers(
  tx: Transaction,
  { supplierGstin, financialYear, prefixes }: { supplierGstin: string; financialYear: string; prefixes: string[] },
): Promise<{ prefix: string; gstin: string }[]> {
  const prefix = sql<string>`split_part(${bills.number}, '/', 1)`
  return tx
    .select({ prefix, gstin: max(bills.supplierGstin).mapWith(String) })
    .from(bills)
    .where(
      and(ne(bills.supplierGstin, supplierGstin), eq(bills.financialYear, financialYear), inArray(prefix, prefixes)),
    )
    .groupBy(prefix)
}

type NewBill = { userId: string | null; billId?: number; returnId?: number }

/** Keeps why a shipment has no bill. */
export async function updateMissingForBill(tx: Transaction, id: ShipmentId, missing: string[]): Promise<void> {
  await tx.update(shipments).set({ missingForBill: missing }).where(eq(shipments.id, id))
}

export async function insertBill(
  tx: Transaction,
  bill: UnnumberedBill,
  { number, date, ...serial }: BillNumber,
  links: NewBill,
): Promise<number> {
  const document: Bill = { ...bill, number, date }
  const [row] = await tx
    .insert(bills)
    .values({
      ...serial,
      ...links,
      number,
      date,
      kind: bill.kind,
      orderId: bill.orderId,
      shipmentId: bill.shipmentId ?? null,
      placeOfSupply: bill.placeOfSupply,
      buyerGstin: bill.buyer.gstin,
      total: bill.totals.total,
      document,
    })
    .returning({ id: bills.id })
  if (!row) throw new Error('The bill was not written')
  return row.id
}

/** The bill of a shipment, locked so that its credit notes are issued one after the other. */
export async function lockBillOf(
  tx: Transaction,
  shipmentId: ShipmentId,
): Promise<{ id: number; userId: string | null; document: Bill } | undefined> {
  const { id, userId, document } = bills
  const [bill] = await tx
    .select({ id, userId, document })
    .from(bills)
    .where(and(eq(bills.shipmentId, shipmentId), eq(bills.series, 'bill')))
    .for('update')
  return bill
}

/** The lines of the credit notes on a bill. */
export async function listCredited(tx: Transaction, billId: number): Promise<BillLine[]> {
  const notes = await tx.select({ document: bills.document }).from(bills).where(eq(bills.billId, billId))
  return notes.flatMap(({ document }) => document.lines)
}

/** The latest receipt voucher of an order, locked so that it is refunded once. */
export async function findReceiptVoucher(
  tx: Transaction,
  orderId: OrderId,
): Promise<{ id: number; userId: string | null; document: Bill; isRefunded: boolean } | undefined> {
  const { id, userId, document } = bills
  const refund = alias(bills, 'refund')
  const isRefunded = exists(tx.select({ id: refund.id }).from(refund).where(eq(refund.billId, id)))
  const [voucher] = await tx
    .select({ id, userId, document, isRefunded: sql<boolean>`${isRefunded}` })
    .from(bills)
    .where(and(eq(bills.orderId, orderId), eq(bills.series, 'receipt-voucher')))
    .orderBy(desc(id))
    .limit(1)
    .for('update')
  return voucher
}

/** What of an order is in no parcel yet. */
export async function listUnsent(tx: Transaction, orderId: OrderId): Promise<LineQuantity[]> {
  const { position, quantity } = orderLines
  const sent = sql`coalesce((
    select sum(sent.quantity) from ${shipmentLines} as sent join ${shipments} as parcel on parcel.id = sent.shipment_id
    where parcel.order_id = ${orderLines.orderId} and sent.position = ${position}), 0)`
  const rows = await tx
    .select({ position, quantity: sql<number>`${quantity} - ${sent}`.mapWith(Number) })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(position))
  return rows.filter((line) => line.quantity > 0)
}
