import { calendarDay, DAY_MS } from '#domain/time.ts'
import { financialYearOf } from './financial-year.ts'
import type { Series } from './invoice.ts'

/** The position of a document in its series; `date` is its day. */
export type InvoiceNumber = {
  /** The seller's; each registration has series of its own. Empty: an unregistered seller. */
  supplierGstin: string
  series: Series
  financialYear: string
  serial: number
  number: string
  date: string
}

/** CGST Rules 2017, rule 46(b). */
const MAX_LENGTH = 16
const DIGITS = 5

/**
 * Candidate numbers for this serial, preferred first: `GM/26-27/00001`, and `GM/2627/00001` when two
 * series have used one prefix in one year. From 100,000 on a serial has more digits, and a prefix of four characters leaves
 * room for them with the second form only.
 *
 * @param prefix one to four letters and digits
 */
export function numbersFor(prefix: string, financialYear: string, serial: number): string[] {
  const digits = String(serial).padStart(DIGITS, '0')
  return [financialYear, financialYear.replace('-', '')]
    .map((year) => `${prefix}/${year}/${digits}`)
    .filter((number) => number.length <= MAX_LENGTH)
}

/** `GM` of `GM/26-27/00001`. */
export function prefixOf(number: string): string {
  return number.slice(0, number.indexOf('/'))
}

const SUFFIXES = {
  'credit-note': 'CN',
  'receipt-voucher': 'RV',
  'refund-voucher': 'RF',
  'delivery-challan': 'DC',
} as const

/**
 * `GMRV` for receipt vouchers of a shop whose invoices begin with `GM`. Credit notes have a setting for it, but not those on
 * invoices of a registration that the shop no longer has.
 */
export function prefixFrom(prefix: string, series: keyof typeof SUFFIXES): string {
  return prefix.slice(0, 2) + SUFFIXES[series]
}

/**
 * The day on an invoice, of the Indian calendar. Processes' clocks differ around midnight: if the previous invoice already bears
 * tomorrow's date, this one does, too, so that dates never go backwards.
 *
 * @param previous day of the invoice before in its series and year
 */
export function invoiceDay(now: Date, previous: string | undefined): string {
  const today = calendarDay(now)
  const tomorrow = calendarDay(new Date(now.getTime() + DAY_MS))
  return previous === tomorrow && financialYearOf(tomorrow) === financialYearOf(today) ? tomorrow : today
}
