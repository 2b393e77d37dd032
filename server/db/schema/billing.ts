import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { BuyerAnswer, Invoice, InvoiceKind, Series } from '#domain/billing/invoice.ts'
import { ENDED_GST_RATES } from '#domain/shop/settings.ts'
import { user } from './accounts.ts'
import { bigId, time } from './columns.ts'
import { orderRefunds } from './payments.ts'
import { returns, shipments } from './shipping.ts'

/** Does a line of the document lack its HSN? */
export const LACKS_HSN = sql`document @? '$.lines[*] ? (@.hsn == "")'`

/** Is a line of the document taxed at a rate that GST no longer has? */
export const HAS_ENDED_RATE = sql`document @? '$.lines[*] ? (${sql.raw(ENDED_GST_RATES.map((rate) => `@.rate == ${rate}`).join(' || '))})'`

/**
 * Invoices, bills of supply, receipts, credit notes, vouchers and delivery challans, each as it was on its day. Only ever added
 * to, except for `buyerAnswer`.
 */
export const bills = pgTable(
  'bills',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    series: text().$type<Series>().notNull(),
    /** Such as `26-27`, of the Indian calendar. */
    financialYear: text().notNull(),
    serial: integer().notNull(),
    /** Such as `GM/26-27/00001`. */
    number: text().notNull(),
    kind: text().$type<InvoiceKind>().notNull(),
    /** Of the Indian calendar. */
    date: date().notNull(),
    /** No foreign key: the order may be deleted. */
    orderId: bigId().notNull(),
    /** The shopper; null: the account was deleted. */
    userId: text().references(() => user.id, { onDelete: 'set null' }),
    /** Null: a voucher, because nothing has been sent. */
    shipmentId: bigId().references(() => shipments.id),
    /** The invoice that a credit note refers to, or the receipt voucher of a refund voucher. */
    invoiceId: bigint('bill_id', { mode: 'number' }).references((): AnyPgColumn => bills.id),
    returnId: bigId().references(() => returns.id),
    /** The refund for which a credit note reduces the price. */
    orderRefundId: bigId().references(() => orderRefunds.id),
    /** A registered buyer's answer to a credit note in the Invoice Management System; null: a consumer's, or no credit note. */
    buyerAnswer: text().$type<BuyerAnswer>(),
    /** Two-digit GST code; empty: an unregistered seller's receipt may have none. */
    placeOfSupply: text().notNull(),
    /** Each registration has its own numbers and returns. Empty: an unregistered seller. */
    supplierGstin: text().notNull(),
    /** Empty: a consumer. */
    buyerGstin: text().notNull(),
    /** Paise, as the buyer paid it or gets it back. */
    total: bigId().notNull(),
    document: jsonb().$type<Invoice>().notNull(),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    unique('bills_serial').on(t.supplierGstin, t.series, t.financialYear, t.serial),
    unique('bills_number').on(t.number),
    uniqueIndex('bills_of_shipment').on(t.shipmentId).where(sql`series in ('bill', 'delivery-challan')`),
    uniqueIndex('bills_of_return').on(t.returnId).where(sql`return_id is not null`),
    uniqueIndex('bills_of_order_refund').on(t.orderRefundId, t.invoiceId).where(sql`order_refund_id is not null`),
    check('bills_buyer_answer', sql`${t.buyerAnswer} is null or ${t.series} = 'credit-note'`),
    check('bills_buyer_answers', sql`${t.buyerAnswer} in ('waiting', 'accepted', 'rejected')`),
    check(
      'bills_series',
      sql`${t.series} in ('bill', 'credit-note', 'receipt-voucher', 'refund-voucher', 'delivery-challan')`,
    ),
    check(
      'bills_kind',
      sql`${t.kind} in ('tax-invoice', 'bill-of-supply', 'receipt', 'credit-note', 'receipt-voucher', 'refund-voucher', 'delivery-challan')`,
    ),
    check('bills_credit', sql`(${t.series} in ('credit-note', 'refund-voucher')) = (${t.invoiceId} is not null)`),
    check('bills_sent', sql`(${t.series} in ('receipt-voucher', 'refund-voucher')) = (${t.shipmentId} is null)`),
    uniqueIndex('bills_refunded').on(t.invoiceId).where(sql`series = 'refund-voucher'`),
    check('bills_total', sql`${t.total} >= 0`),
    // Rule 46(b) of the CGST Rules.
    check('bills_number_length', sql`length(${t.number}) between 1 and 16`),
    index('bills_of_order').on(t.orderId, t.id),
    index('bills_credited').on(t.invoiceId).where(sql`bill_id is not null`),
    index('bills_by_user').on(t.userId),
    index('bills_by_date').on(t.date, t.id),
    index('bills_by_state').on(t.placeOfSupply, t.date, t.id),
    // The few documents with something to mend before a GST return: found without reading all of a quarter.
    index('bills_lacking').on(t.supplierGstin, t.date).where(sql`${LACKS_HSN} or ${HAS_ENDED_RATE}`),
    index('bills_by_gstin').on(t.buyerGstin, t.date, t.id).where(sql`buyer_gstin <> ''`),
  ],
)

/** The last serial of each registration, series and year, locked while a number is given, so that none is skipped or given twice. */
export const billCounters = pgTable(
  'bill_counters',
  {
    /** The seller's; empty: an unregistered seller. */
    gstin: text().notNull(),
    series: text().$type<Series>().notNull(),
    financialYear: text().notNull(),
    last: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.gstin, t.series, t.financialYear] })],
)
