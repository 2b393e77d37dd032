import { and, asc, desc, eq, exists, gte, inArray, lte, max, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Cursor, InvoiceFilter } from '#domain/admin-lists.ts'
import type { UnnumberedInvoice } from '#domain/billing/compose-invoice.ts'
import { financialYearOf } from '#domain/billing/financial-year.ts'
import type { ReturnInvoice } from '#domain/billing/gstr1.ts'
import type { BuyerAnswer, Invoice, InvoiceLine } from '#domain/billing/invoice.ts'
import type { InvoiceNumber } from '#domain/billing/invoice-number.ts'
import type { MonthReturn, ReturnPeriod } from '#domain/billing/return-period.ts'
import { type Rupees, toPaise } from '#domain/money.ts'
import { feeLeft, leftOf } from '#domain/orders/amounts.ts'
import { withoutCredited } from '#domain/orders/order-refund.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { LineAmount, ShipmentId } from '#domain/orders/shipment.ts'
import { type GstRate, RATES_ENDED_ON } from '#domain/shop/settings.ts'
import type { StateCode } from '#domain/states.ts'
import { daysOfMonth } from '#domain/time.ts'
import { type Db, getWritten, type Transaction } from '#server/db/connection.ts'
import { countUpTo, type Key, NUMBER, type Page, readPage } from '#server/db/keyset-pagination.ts'
import { billCounters, bills, HAS_ENDED_RATE, LACKS_HSN } from '#server/db/schema/billing.ts'
import { orderRefunds } from '#server/db/schema/payments.ts'
import { shipmentLines, shipments } from '#server/db/schema/shipping.ts'
import { orderLines, orders, products } from '#server/db/schema/shop.ts'
import { productVariants } from '#server/db/schema/stock.ts'

const summaryColumns = {
  id: bills.id,
  number: bills.number,
  kind: bills.kind,
  date: bills.date,
  shipmentId: bills.shipmentId,
  total: bills.total,
  invoiceId: bills.invoiceId,
  time: bills.time,
}

type InvoiceRecord = typeof bills.$inferSelect
export type InvoiceSummary = Pick<InvoiceRecord, keyof typeof summaryColumns>

/** An order's invoices and credit notes, oldest first. */
export async function listInvoicesOf(db: Db, orderId: OrderId): Promise<InvoiceSummary[]> {
  return db.select(summaryColumns).from(bills).where(eq(bills.orderId, orderId)).orderBy(asc(bills.id))
}

export async function findCreditNoteOf(db: Db, returnId: number) {
  const { id, number, total } = bills
  const [note] = await db.select({ id, number, total }).from(bills).where(eq(bills.returnId, returnId))
  return note
}

export async function hasInvoices(db: Db, userId: string): Promise<boolean> {
  const rows = await db.select({ id: bills.id }).from(bills).where(eq(bills.userId, userId)).limit(1)
  return rows.length > 0
}

/**
 * The number of the last invoice of any series. A restored database that was not migrated yet may have no table of invoices.
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

export type StoredInvoice = InvoiceSummary & Pick<InvoiceRecord, 'orderId' | 'userId' | 'document' | 'buyerAnswer'>

export async function findInvoice(db: Db, id: number): Promise<StoredInvoice | undefined> {
  const { orderId, userId, document, buyerAnswer } = bills
  const [invoice] = await db
    .select({ ...summaryColumns, orderId, userId, document, buyerAnswer })
    .from(bills)
    .where(eq(bills.id, id))
  return invoice
}

/**
 * These lines as they were ordered, with their products' codes and tax rates of today: the rate is that of the supply
 * (CGST Act 2017, section 14). Those of a deleted product are the ones that the order remembers.
 */
export async function listLinesToInvoice(db: Db, orderId: OrderId, lines: readonly LineAmount[]) {
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
      set: orderLines.partOf,
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
    quantity: 0,
    amount: 0,
    ...lines.find((line) => line.position === row.position),
  }))
}

export type SeriesOfSeller = Pick<InvoiceNumber, 'supplierGstin' | 'series'>
type SeriesOfYear = SeriesOfSeller & Pick<InvoiceNumber, 'financialYear'>

/** Locks the counter until the transaction ends, and increments it. */
export async function takeSerial(tx: Transaction, { supplierGstin: gstin, series, financialYear }: SeriesOfYear) {
  const { last } = await getWritten(
    tx
      .insert(billCounters)
      .values({ gstin, series, financialYear, last: 1 })
      .onConflictDoUpdate({
        target: [billCounters.gstin, billCounters.series, billCounters.financialYear],
        set: { last: sql`${billCounters.last} + 1` },
      })
      .returning({ last: billCounters.last }),
  )
  return last
}

/** Those of these numbers that exist, and the day of the previous invoice. Call it while the counter is locked. */
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
export async function findLastNumberOf(tx: Transaction, { supplierGstin, series }: SeriesOfSeller) {
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

export type NewInvoice = { userId: string | null; invoiceId?: number; returnId?: number; orderRefundId?: number }

/** Keeps why a shipment has no invoice. */
export async function updateMissingForInvoice(tx: Transaction, id: ShipmentId, missing: string[]): Promise<void> {
  await tx.update(shipments).set({ missingForInvoice: missing }).where(eq(shipments.id, id))
}

export async function insertInvoice(
  tx: Transaction,
  invoice: UnnumberedInvoice,
  { number, date, ...serial }: InvoiceNumber,
  links: NewInvoice,
): Promise<number> {
  const document: Invoice = { ...invoice, number, date }
  const { id } = await getWritten(
    tx
      .insert(bills)
      .values({
        ...serial,
        ...links,
        number,
        date,
        kind: invoice.kind,
        orderId: invoice.orderId,
        shipmentId: invoice.shipmentId ?? null,
        placeOfSupply: invoice.placeOfSupply,
        buyerGstin: invoice.buyer.gstin,
        total: invoice.totals.total,
        buyerAnswer: firstAnswer(invoice),
        document,
      })
      .returning({ id: bills.id }),
  )
  return id
}

/** A credit note on a tax invoice of a registered buyer waits for them (CGST Act 2017, section 34(2)). */
function firstAnswer({ kind, against, buyer }: UnnumberedInvoice): BuyerAnswer | null {
  return kind === 'credit-note' && against?.kind === 'tax-invoice' && buyer.gstin !== '' ? 'waiting' : null
}

/** The invoices of an order, locked so that their credit notes are issued one after the other. */
export async function lockInvoicesOf(tx: Transaction, orderId: OrderId) {
  const { id, userId, document } = bills
  return tx
    .select({ id, userId, document })
    .from(bills)
    .where(and(eq(bills.orderId, orderId), eq(bills.series, 'bill')))
    .orderBy(asc(id))
    .for('update')
}

/** Refunds of an order that reduce prices, oldest first, with what is not credited yet of their lines. */
export async function listReductions(tx: Transaction, orderId: OrderId) {
  const { id, reason, lines } = orderRefunds
  const rows = await tx
    .select({ id, reason, lines })
    .from(orderRefunds)
    .where(and(eq(orderRefunds.orderId, orderId), ne(reason, 'goodwill')))
    .orderBy(asc(id))
  const open = []
  for (const row of rows) {
    const notes = await tx.select({ document: bills.document }).from(bills).where(eq(bills.orderRefundId, row.id))
    const credited = notes.flatMap(({ document }) => document.lines)
    const rest = withoutCredited(
      row.lines,
      credited.map(({ position, quantity, total }) => ({ position, quantity, amount: total })),
    )
    if (rest.length > 0) open.push({ ...row, lines: rest })
  }
  return open
}

/** The invoice of a shipment, locked so that its credit notes are issued one after the other. */
export async function lockInvoiceOf(tx: Transaction, shipmentId: ShipmentId) {
  const { id, userId, document } = bills
  const [invoice] = await tx
    .select({ id, userId, document })
    .from(bills)
    .where(and(eq(bills.shipmentId, shipmentId), eq(bills.series, 'bill')))
    .for('update')
  return invoice
}

/** Locks a credit note that its buyer accepts or rejects. */
export async function lockBuyerAnswer(tx: Transaction, id: number) {
  const { number, buyerAnswer } = bills
  const [note] = await tx.select({ number, buyerAnswer }).from(bills).where(eq(bills.id, id)).for('update')
  return note
}

export async function updateBuyerAnswer(tx: Transaction, id: number, buyerAnswer: BuyerAnswer): Promise<void> {
  await tx.update(bills).set({ buyerAnswer }).where(eq(bills.id, id))
}

/** The lines of the credit notes on an invoice. */
export async function listCredited(tx: Transaction, invoiceId: number): Promise<InvoiceLine[]> {
  const notes = await tx.select({ document: bills.document }).from(bills).where(eq(bills.invoiceId, invoiceId))
  return notes.flatMap(({ document }) => document.lines)
}

/** The receipt vouchers of an order, locked so that each is refunded once. */
export async function listReceiptVouchers(tx: Transaction, orderId: OrderId) {
  const { id, userId, document } = bills
  const refund = alias(bills, 'refund')
  const isRefunded = exists(tx.select({ id: refund.id }).from(refund).where(eq(refund.invoiceId, id)))
  return tx
    .select({ id, userId, document, isRefunded: sql<boolean>`${isRefunded}` })
    .from(bills)
    .where(and(eq(bills.orderId, orderId), eq(bills.series, 'receipt-voucher')))
    .orderBy(asc(id))
    .for('update')
}

/** The lines of a parcel, and rupees of the delivery fee that it bears. */
export async function readBilled(tx: Transaction, id: ShipmentId): Promise<{ lines: LineAmount[]; fee: Rupees }> {
  const { position, quantity, amount, shipmentId } = shipmentLines
  const lines = await tx
    .select({ position, quantity, amount })
    .from(shipmentLines)
    .where(eq(shipmentId, id))
    .orderBy(position)
  const [parcel] = await tx.select({ fee: shipments.fee }).from(shipments).where(eq(shipments.id, id))
  return { lines, fee: parcel?.fee ?? 0 }
}

/** The lines that are in no parcel yet, rupees of the delivery fee that none bears, and of a rest in cash that none brings. */
export type Unsent = { lines: LineAmount[]; fee: Rupees; inCash: Rupees }

export async function readUnsent(tx: Transaction, id: OrderId): Promise<Unsent> {
  const { orderId, position, price, quantity, discount } = orderLines
  const ordered = await tx
    .select({ price, quantity, discount })
    .from(orderLines)
    .where(eq(orderId, id))
    .orderBy(position)
  const isSold = and(eq(shipments.orderId, id), eq(shipments.kind, 'sale'), ne(shipments.step, 'cancelled'))
  const sent = await tx
    .select({ position: shipmentLines.position, quantity: shipmentLines.quantity, amount: shipmentLines.amount })
    .from(shipmentLines)
    .innerJoin(shipments, eq(shipments.id, shipmentLines.shipmentId))
    .where(isSold)
  const { deliveryFee, restInCash } = orders
  const [order] = await tx.select({ deliveryFee, restInCash }).from(orders).where(eq(orders.id, id))
  const parcels = await tx.select({ fee: shipments.fee, cash: shipments.cash }).from(shipments).where(isSold)
  const collected = parcels.reduce((sum, { cash }) => sum + cash, 0)
  return {
    lines: leftOf(ordered, sent),
    fee: feeLeft(order ?? {}, parcels),
    inCash: Math.max(0, (order?.restInCash ?? 0) - collected),
  }
}

const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Invoices and credit notes, newest first. Each filter has an index of its own, so a page always costs the same. */
export async function listInvoices(db: Db, filter: InvoiceFilter, cursor: Cursor): Promise<Page<InvoiceRow>> {
  const which = matching(filter)
  const [page, count] = await Promise.all([
    readPage(cursor, {
      read: (from, backwards, limit) => readInvoices(db, which, { from, backwards, limit }),
      keyOf: ({ date, id }) => [date, String(id)],
      cursorFormat: [DATE, NUMBER],
    }),
    countUpTo(db, sql`bills`, which),
  ])
  return { ...page, count }
}

function matching({ month, state, gstin }: InvoiceFilter): SQL {
  const days = month === undefined ? undefined : daysOfMonth(month)
  const which = and(
    days && and(gte(bills.date, days.first), lte(bills.date, days.last)),
    state === undefined ? undefined : eq(bills.placeOfSupply, state),
    // The index contains invoices with a GSTIN only.
    gstin === undefined ? undefined : sql`(${bills.buyerGstin} = ${gstin} and ${bills.buyerGstin} <> '')`,
  )
  return which ?? sql`true`
}

type InvoiceRow = Awaited<ReturnType<typeof readInvoices>>[number]
type Place = { from: Key | undefined; backwards: boolean; limit: number }

/** `buyer`: their firm or, without one, their name. `total`: of a credit note the credited amount. */
async function readInvoices(db: Db, which: SQL, { from, backwards, limit }: Place) {
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

/** The day of the first invoice; undefined: there is none. */
export async function findFirstInvoiceDay(db: Db): Promise<string | undefined> {
  const [first] = await db.select({ date: bills.date }).from(bills).orderBy(asc(bills.date), asc(bills.id)).limit(1)
  return first?.date
}

const BATCH = 500

/** `date`: the day by which it is listed. */
export type MonthInvoice = ReturnInvoice & { id: number; date: string; awb: string }

type Days = Pick<ReturnPeriod, 'first' | 'last'>

/**
 * The documents of a period by day, in batches, between which no connection is held.
 *
 * @param gstin of the seller, for its return; absent: what all have sold, and so no vouchers
 */
export async function* readPeriod(db: Db, { first, last }: Days, gstin?: string): AsyncGenerator<MonthInvoice[]> {
  let after = { date: first, id: 0 }
  for (;;) {
    const batch = await readBatch(db, { last, gstin }, after)
    const end = batch.at(-1)
    if (!end) return
    yield batch
    after = { date: end.date, id: end.id }
  }
}

async function readBatch(
  db: Db,
  { last, gstin }: { last: string; gstin: string | undefined },
  after: { date: string; id: number },
): Promise<MonthInvoice[]> {
  const billed = alias(bills, 'billed')
  const { id, series, financialYear, serial, number, kind, document, date } = bills
  const rows = await db
    .select({
      id,
      date,
      series,
      financialYear,
      serial,
      number,
      kind,
      invoice: document,
      awb: shipments.awb,
      isCancelled: sql<boolean>`${kind} = 'delivery-challan' and ${shipments.step} is not distinct from 'cancelled'`,
      buyerAnswer: bills.buyerAnswer,
      billedKind: billed.kind,
      billedTotal: billed.total,
      billedDeclaration: sql<string | null>`${billed.document}->>'declaration'`,
    })
    .from(bills)
    .leftJoin(shipments, eq(shipments.id, bills.shipmentId))
    .leftJoin(billed, eq(billed.id, bills.invoiceId))
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
  return rows.map(({ awb, billedKind, billedTotal, billedDeclaration, ...invoice }) => ({
    ...invoice,
    awb: awb ?? '',
    ...(billedKind !== null &&
      billedTotal !== null && {
        against: { kind: billedKind, total: billedTotal, isComposition: billedDeclaration !== null },
      }),
  }))
}

/**
 * The registrations that sold as a Regular taxpayer in these whole months of a financial year, by month, even if the tax regime
 * has changed since.
 */
export async function listReturns(db: Db, { first, last }: Days): Promise<MonthReturn[]> {
  const reported = (which: SQL) => sql`
    from (
      select *, ${LACKS_HSN} as "lacksHsn", ${HAS_ENDED_RATE} as "hasEndedRate" from bills
      where supplier_gstin = gstin and date between month::date and (month + interval '1 month - 1 day')::date and (${which})
    ) as invoice
    left join bills as credited on credited.id = invoice.bill_id
    where coalesce(credited.kind, invoice.kind) in ('tax-invoice', 'bill-of-supply')
      and not coalesce(credited.document, invoice.document) ? 'declaration'`
  const isEnded = sql`"hasEndedRate" and coalesce(credited.date, invoice.date) >= ${RATES_ENDED_ON}::date`
  const { rows } = await db.execute<MonthReturn>(sql`
    select gstin, to_char(month, 'YYYY-MM') as month, lacking.*
    from (select distinct gstin from bill_counters where financial_year = ${financialYearOf(first)}) as sellers
    cross join generate_series(${first}::timestamp, ${last}::timestamp, interval '1 month') as month
    cross join lateral (
      select count(*) filter (where "lacksHsn")::integer as "withoutHsn",
        coalesce((array_agg(invoice.number order by invoice.id) filter (where "lacksHsn"))[1:5], '{}') as "firstWithoutHsn",
        count(*) filter (where ${isEnded})::integer as "atEndedRate",
        coalesce((array_agg(invoice.number order by invoice.id) filter (where ${isEnded}))[1:5], '{}') as "firstAtEndedRate"
      ${reported(sql`${LACKS_HSN} or ${HAS_ENDED_RATE}`)}
    ) as lacking
    where (select true ${reported(sql`true`)} limit 1)
    order by month, gstin`)
  return rows
}
