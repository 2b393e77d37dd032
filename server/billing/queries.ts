import { and, asc, desc, eq, exists, gte, inArray, lte, max, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { BillFilter, Cursor } from '#domain/admin-lists.ts'
import type { Bill, BillKind, BillLine } from '#domain/billing/bill.ts'
import type { BillNumber } from '#domain/billing/bill-number.ts'
import type { LineToBill, UnnumberedBill } from '#domain/billing/compose-bill.ts'
import type { ReturnBill } from '#domain/billing/gstr1.ts'
import type { MonthReturn, ReturnPeriod } from '#domain/billing/return-period.ts'
import { type Paise, toPaise } from '#domain/money.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { LineQuantity, ShipmentId } from '#domain/orders/shipment.ts'
import { ENDED_GST_RATES, type GstRate, RATES_ENDED_ON } from '#domain/shop/settings.ts'
import type { StateCode } from '#domain/states.ts'
import { daysOfMonth } from '#domain/time.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { countUpTo, type Key, NUMBER, type Page, readPage } from '#server/db/keyset-pagination.ts'
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
  time: Date
}

const summaryColumns = {
  id: bills.id,
  number: bills.number,
  kind: bills.kind,
  date: bills.date,
  shipmentId: bills.shipmentId,
  total: bills.total,
  billId: bills.billId,
  time: bills.time,
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

export type NewBill = { userId: string | null; billId?: number; returnId?: number }

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

/** A bill in the list of the back office. */
export type BillRow = {
  id: number
  number: string
  kind: BillKind
  /** `2026-11-22` */
  date: string
  orderId: OrderId
  placeOfSupply: StateCode | ''
  buyerGstin: string
  /** The buyer's firm or, without one, their name. */
  buyer: string
  /** Paise; for a credit note the credited amount. */
  total: Paise
}

const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Bills and credit notes, newest first. Each filter has an index of its own, so a page always costs the same. */
export async function listBills(db: Db, filter: BillFilter, cursor: Cursor): Promise<Page<BillRow>> {
  const which = matching(filter)
  const [page, count] = await Promise.all([
    readPage<BillRow>(cursor, {
      read: (from, backwards, limit) => readBills(db, which, { from, backwards, limit }),
      keyOf: ({ date, id }) => [date, String(id)],
      cursorFormat: [DATE, NUMBER],
    }),
    countUpTo(db, sql`bills`, which),
  ])
  return { ...page, count }
}

function matching({ month, state, gstin }: BillFilter): SQL {
  const days = month === undefined ? undefined : daysOfMonth(month)
  const which = and(
    days && and(gte(bills.date, days.first), lte(bills.date, days.last)),
    state === undefined ? undefined : eq(bills.placeOfSupply, state),
    // The index contains bills with a GSTIN only.
    gstin === undefined ? undefined : sql`(${bills.buyerGstin} = ${gstin} and ${bills.buyerGstin} <> '')`,
  )
  return which ?? sql`true`
}

type Place = { from: Key | undefined; backwards: boolean; limit: number }

async function readBills(db: Db, which: SQL, { from, backwards, limit }: Place): Promise<BillRow[]> {
  const { id, number, kind, date, orderId, placeOfSupply, buyerGstin, total, document } = bills
  const [day, last] = from ?? []
  const beyond = from && sql`(${date}, ${id}) ${backwards ? sql`>` : sql`<`} (${day}::date, ${last}::bigint)`
  const buyer = sql<string>`coalesce(nullif(${document}->'buyer'->>'firm', ''), ${document}->'buyer'->>'name', '')`
  const rows = await db
    .select({ id, number, kind, date, orderId, placeOfSupply, buyerGstin, buyer, total })
    .from(bills)
    .where(and(which, beyond))
    .orderBy(...(backwards ? [asc(date), asc(id)] : [desc(date), desc(id)]))
    .limit(limit)
  return rows.map((row) => ({ ...row, placeOfSupply: row.placeOfSupply as StateCode | '' }))
}

/** The day of the first bill; undefined: there is none. */
export async function findFirstBillDay(db: Db): Promise<string | undefined> {
  const [first] = await db.select({ date: bills.date }).from(bills).orderBy(asc(bills.date), asc(bills.id)).limit(1)
  return first?.date
}

const BATCH = 500

export type MonthBill = ReturnBill & { id: number; awb: string }

type Days = Pick<ReturnPeriod, 'first' | 'last'>

/**
 * The documents of a period by day, in batches, between which no connection is held.
 *
 * @param gstin of the seller, for its return; absent: what all have sold, and so no vouchers
 */
export async function* readPeriod(db: Db, { first, last }: Days, gstin?: string): AsyncGenerator<MonthBill[]> {
  let after = { date: first, id: 0 }
  for (;;) {
    const batch = await readBatch(db, { last, gstin }, after)
    const end = batch.at(-1)
    if (!end) return
    yield batch
    after = { date: end.bill.date, id: end.id }
  }
}

async function readBatch(
  db: Db,
  { last, gstin }: { last: string; gstin: string | undefined },
  after: { date: string; id: number },
): Promise<MonthBill[]> {
  const billed = alias(bills, 'billed')
  const { id, series, financialYear, serial, number, kind, document, date } = bills
  const rows = await db
    .select({
      ...{ id, series, financialYear, serial, number, kind, bill: document },
      awb: shipments.awb,
      billedKind: billed.kind,
      billedTotal: billed.total,
      billedDeclaration: sql<string | null>`${billed.document}->>'declaration'`,
    })
    .from(bills)
    .leftJoin(shipments, eq(shipments.id, bills.shipmentId))
    .leftJoin(billed, eq(billed.id, bills.billId))
    .where(
      and(
        gte(date, after.date),
        lte(date, last),
        gstin === undefined ? inArray(series, ['bill', 'credit-note']) : eq(bills.supplierGstin, gstin),
        sql`(${date}, ${id}) > (${after.date}::date, ${after.id}::bigint)`,
      ),
    )
    .orderBy(asc(date), asc(id))
    .limit(BATCH)
  return rows.map(({ awb, billedKind, billedTotal, billedDeclaration, ...bill }) => ({
    ...bill,
    awb: awb ?? '',
    ...(billedKind !== null &&
      billedTotal !== null && {
        against: { kind: billedKind, total: billedTotal, isComposition: billedDeclaration !== null },
      }),
  }))
}

/** The registrations that sold as a Regular taxpayer in these days, by month, even if the tax regime has changed since. */
export async function listReturns(db: Db, { first, last }: Days): Promise<MonthReturn[]> {
  const endedRates = sql.join(
    ENDED_GST_RATES.map((rate) => sql`${rate}::real`),
    sql`, `,
  )
  const { rows } = await db.execute<MonthReturn>(sql`
    select bill.supplier_gstin as gstin, to_char(bill.date, 'YYYY-MM') as month,
      count(*) filter (where "lacksHsn")::integer as "withoutHsn",
      coalesce((array_agg(bill.number order by bill.id) filter (where "lacksHsn"))[1:5], '{}') as "firstWithoutHsn",
      count(*) filter (where "isEnded")::integer as "atEndedRate",
      coalesce((array_agg(bill.number order by bill.id) filter (where "isEnded"))[1:5], '{}') as "firstAtEndedRate"
    from bills as bill
    left join bills as credited on credited.id = bill.bill_id
    cross join lateral (
      select coalesce(bool_or(line ->> 'hsn' = ''), false) as "lacksHsn",
        coalesce(bool_or((line ->> 'rate')::real in (${endedRates})), false)
          and coalesce(credited.date, bill.date) >= ${RATES_ENDED_ON}::date as "isEnded"
      from jsonb_array_elements(bill.document -> 'lines') as line
    ) as goods
    where bill.date between ${first}::date and ${last}::date
      and coalesce(credited.kind, bill.kind) in ('tax-invoice', 'bill-of-supply')
      and not coalesce(credited.document, bill.document) ? 'declaration'
    group by 1, 2 order by 2, 1`)
  return rows
}
