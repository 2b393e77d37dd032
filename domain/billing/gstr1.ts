import type { Cell } from '#domain/cells.ts'
import type { Paise } from '#domain/money.ts'
import { STATES, type StateCode } from '#domain/states.ts'
import { formatDay } from '#domain/time.ts'
import { isDelivery } from './compose-invoice.ts'
import {
  BUYER_ANSWERS,
  type BuyerAnswer,
  type Invoice,
  type InvoiceKind,
  type InvoiceLine,
  isVoucher,
  type Series,
} from './invoice.ts'
import type { ReturnPeriod } from './return-period.ts'

/** A document of the month. `against`: the invoice that a credit note refers to. */
export type ReturnInvoice = NumberedInvoice & {
  invoice: Invoice
  against?: { kind: InvoiceKind; total: Paise; isComposition: boolean } | undefined
  /** Null: no credit note of a registered buyer. */
  buyerAnswer?: BuyerAnswer | null
}

/** A file of the return. */
export type Gstr1Section = { name: string; columns: readonly string[]; rows: Cell[][] }

/**
 * GSTR-1 of a month or quarter, one section a file, with the file names and headings of the GST offline tool. Only what a Regular
 * taxpayer sold counts. Sections are those of CGST Rules 2017, form GSTR-1: tables 4 (b2b), 5 (b2cl), 7 (b2cs), 8 (exemp),
 * 9B (cdnr, cdnur), 12 (hsn), 13 (docs).
 *
 * @param b2clThreshold paise: an inter-State invoice to a consumer above it is reported by itself
 * @param period of an IFF: only sales to registered buyers and their credit notes (CGST Rules 2017, rule 59(5))
 */
export function createGstr1(
  b2clThreshold: Paise,
  { reportedBefore = '', isIff = false }: Pick<ReturnPeriod, 'reportedBefore' | 'isIff'> = {},
) {
  const rows: Record<'b2b' | 'b2cl' | 'cdnr' | 'cdnur', Cell[][]> = { b2b: [], b2cl: [], cdnr: [], cdnur: [] }
  const small = new Map<string, { state: StateCode | ''; rate: number; taxable: Paise }>()
  const exempt = new Map<string, Paise>()
  const goods = { b2b: new Map<string, Goods>(), b2c: new Map<string, Goods>() }
  const numbered: NumberedInvoice[] = []
  const answers: Cell[][] = []

  function add(entry: ReturnInvoice): void {
    if (!isOfRegular(entry)) return
    const { invoice, kind } = entry
    const { series, financialYear, serial, number, isCancelled } = entry
    numbered.push({ series, financialYear, serial, number, kind, ...(isCancelled && { isCancelled }) })
    // An advance for goods is no supply yet (Notification 66/2017, Central Tax), and a replacement is none (rule 55), so they
    // are in table 13 only.
    if (isVoucher(kind) || kind === 'delivery-challan') return
    const { buyer, placeOfSupply: state } = invoice
    const sign = kind === 'credit-note' ? -1 : 1
    if (entry.buyerAnswer) answers.push(answerRow(entry, entry.buyerAnswer))
    addGoods(invoice, sign)
    addExempt(invoice, sign)
    for (const { rate, taxable } of byRate(invoice)) {
      if (buyer.gstin !== '') {
        if (invoice.date >= reportedBefore) rows[sign > 0 ? 'b2b' : 'cdnr'].push(registeredRow(entry, rate, taxable))
      } else if (isLarge(entry)) rows[sign > 0 ? 'b2cl' : 'cdnur'].push(largeRow(entry, rate, taxable))
      else getOrAdd(small, `${state} ${rate}`, { state, rate, taxable: 0 }).taxable += sign * taxable
    }
  }

  /** A credit note is as large as its invoice, so that it is reported in the matching section. */
  function isLarge({ invoice, against }: ReturnInvoice): boolean {
    const value = against?.total ?? invoice.totals.total
    return isBetweenStates(invoice) && value > b2clThreshold
  }

  function addGoods({ lines, buyer }: Invoice, sign: number): void {
    const sums = goods[buyer.gstin === '' ? 'b2c' : 'b2b']
    for (const { hsn, unit, rate, ...line } of lines) {
      const sum = getOrAdd(sums, `${hsn} ${unit} ${rate}`, { hsn, unit, rate, ...ZERO_SUM })
      // The delivery is one supply with the goods, not one piece more.
      for (const name of SUMMED) if (name !== 'quantity' || !isDelivery(line)) sum[name] += sign * line[name]
    }
  }

  function addExempt(invoice: Invoice, sign: number): void {
    const amount = sumOf(invoice.lines.filter(({ rate }) => rate === 0).map(({ total }) => total))
    if (amount === 0) return
    const where = isBetweenStates(invoice) ? 'Inter-State' : 'Intra-State'
    const row = `${where} supplies to ${invoice.buyer.gstin === '' ? 'unregistered' : 'registered'} persons`
    exempt.set(row, (exempt.get(row) ?? 0) + sign * amount)
  }

  function toSections(): Gstr1Section[] {
    // Goods that were sold and came back in one period need no report.
    const b2cs = inOrder(small)
      .filter(({ taxable }) => taxable !== 0)
      .map(({ state, rate, taxable }) => ['OE', placeText(state), '', rate, { paise: taxable }, ZERO, ''])
    const exemp = [...exempt]
      .sort()
      .filter(([, paise]) => paise !== 0)
      .map(([row, paise]) => [row, { paise }, ZERO, ZERO])
    const sections = [
      { name: 'b2b', columns: B2B, rows: rows.b2b },
      { name: 'b2cl', columns: B2CL, rows: rows.b2cl },
      { name: 'b2cs', columns: B2CS, rows: b2cs },
      { name: 'cdnr', columns: CDNR, rows: rows.cdnr },
      { name: 'cdnur', columns: CDNUR, rows: rows.cdnur },
      { name: 'exemp', columns: EXEMP, rows: exemp },
      { name: 'hsn(b2b)', columns: HSN, rows: inOrder(goods.b2b).filter(isReported).map(goodsRow) },
      { name: 'hsn(b2c)', columns: HSN, rows: inOrder(goods.b2c).filter(isReported).map(goodsRow) },
      { name: 'docs', columns: DOCS, rows: countDocuments(numbered) },
      // No section of the tool: which notes reduce the tax is the buyer's to accept (CGST Act 2017, section 34(2)).
      ...(answers.length > 0 ? [{ name: 'credit notes in IMS', columns: ANSWERS, rows: answers }] : []),
    ]
    return isIff
      ? sections.filter(({ name }) => name === 'b2b' || name === 'cdnr' || name === 'credit notes in IMS')
      : sections
  }

  return { add, toSections }
}

const SUMMED = ['quantity', 'total', 'taxable', 'igst', 'cgst', 'sgst', 'utgst'] as const
type Summed = Record<(typeof SUMMED)[number], number>
const ZERO_SUM: Summed = { quantity: 0, total: 0, taxable: 0, igst: 0, cgst: 0, sgst: 0, utgst: 0 }
type Goods = Pick<InvoiceLine, 'hsn' | 'unit' | 'rate'> & Summed

function isReported({ total, taxable, igst, cgst, sgst, utgst }: Goods): boolean {
  return [total, taxable, igst, cgst, sgst, utgst].some((amount) => amount !== 0)
}

/** Returns the sum under this name, or adds `empty` if there is none yet. */
function getOrAdd<Sum>(sums: Map<string, Sum>, name: string, empty: Sum): Sum {
  const sum = sums.get(name) ?? empty
  sums.set(name, sum)
  return sum
}

function inOrder<Sum>(sums: ReadonlyMap<string, Sum>): Sum[] {
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum)
}

const ZERO: Cell = { paise: 0 }
const RATED = ['Rate', 'Taxable Value', 'Cess Amount']
const B2B = [
  ...['GSTIN/UIN of Recipient', 'Receiver Name', 'Invoice Number', 'Invoice date', 'Invoice Value', 'Place Of Supply'],
  ...['Reverse Charge', 'Applicable % of Tax Rate', 'Invoice Type', 'E-Commerce GSTIN', ...RATED],
]
const B2CL = [
  ...['Invoice Number', 'Invoice date', 'Invoice Value', 'Place Of Supply', 'Applicable % of Tax Rate', ...RATED],
  'E-Commerce GSTIN',
]
const B2CS = ['Type', 'Place Of Supply', 'Applicable % of Tax Rate', ...RATED, 'E-Commerce GSTIN']
const CDNR = [
  ...['GSTIN/UIN of Recipient', 'Receiver Name', 'Note Number', 'Note Date', 'Note Type', 'Place Of Supply'],
  ...['Reverse Charge', 'Note Supply Type', 'Note Value', 'Applicable % of Tax Rate', ...RATED],
]
const CDNUR = [
  ...['UR Type', 'Note Number', 'Note Date', 'Note Type', 'Place Of Supply', 'Note Value'],
  ...['Applicable % of Tax Rate', ...RATED],
]
const EXEMP = ['Description', 'Nil Rated Supplies', 'Exempted(other than nil rated/non GST supply)', 'Non-GST Supplies']
const HSN = [
  ...['HSN', 'Description', 'UQC', 'Total Quantity', 'Total Value', 'Rate', 'Taxable Value'],
  ...['Integrated Tax Amount', 'Central Tax Amount', 'State/UT Tax Amount', 'Cess Amount'],
]
const DOCS = ['Nature of Document', 'Sr. No. From', 'Sr. No. To', 'Total Number', 'Cancelled']

/** Sales of a composition or unregistered seller are in no GSTR-1, nor are the credit notes on them. */
function isOfRegular({ kind, invoice, against }: ReturnInvoice): boolean {
  if (kind === 'delivery-challan') return invoice.supplier.gstin !== '' && !isComposition(invoice)
  if (isVoucher(kind)) return !isComposition(invoice)
  if (kind === 'credit-note') return against !== undefined && isRegularKind(against.kind, against.isComposition)
  return isRegularKind(kind, isComposition(invoice))
}

function isRegularKind(kind: InvoiceKind, composition: boolean): boolean {
  return kind === 'tax-invoice' || (kind === 'bill-of-supply' && !composition)
}

/** Only a composition invoice carries words that the law asks for; a Regular seller's invoice of exempt goods carries none. */
function isComposition({ declaration }: Pick<Invoice, 'declaration'>): boolean {
  return declaration !== undefined
}

function isBetweenStates({ supplier, placeOfSupply }: Invoice): boolean {
  return supplier.state !== placeOfSupply
}

/** The taxed part of an invoice, by rate; goods for nothing are in no table. */
function byRate({ lines }: Invoice): { rate: number; taxable: Paise }[] {
  const rates = Map.groupBy(
    lines.filter(({ rate }) => rate > 0),
    ({ rate }) => rate,
  )
  return [...rates]
    .map(([rate, some]) => ({ rate, taxable: sumOf(some.map(({ taxable }) => taxable)) }))
    .filter(({ taxable }) => taxable !== 0)
}

function registeredRow({ kind, number, invoice }: ReturnInvoice, rate: number, taxable: Paise): Cell[] {
  const { buyer, date, totals, placeOfSupply } = invoice
  const place = placeText(placeOfSupply)
  const start = [buyer.gstin, buyer.firm || buyer.name, number, dayText(date)]
  const end: Cell[] = [rate, { paise: taxable }, ZERO]
  const value = { paise: totals.total }
  if (kind === 'credit-note') return [...start, 'C', place, 'N', 'Regular B2B', value, '', ...end]
  return [...start, value, place, 'N', '', 'Regular B2B', '', ...end]
}

const ANSWERS = ['GSTIN/UIN of Recipient', 'Receiver Name', 'Note Number', 'Note date', 'Note Value', 'Answer in IMS']

function answerRow({ number, invoice }: ReturnInvoice, answer: BuyerAnswer): Cell[] {
  const { buyer, date, totals } = invoice
  return [buyer.gstin, buyer.firm || buyer.name, number, dayText(date), { paise: totals.total }, BUYER_ANSWERS[answer]]
}

function largeRow({ kind, number, invoice }: ReturnInvoice, rate: number, taxable: Paise): Cell[] {
  const value = { paise: invoice.totals.total }
  const place = placeText(invoice.placeOfSupply)
  const end: Cell[] = [rate, { paise: taxable }, ZERO]
  if (kind === 'credit-note') return ['B2CL', number, dayText(invoice.date), 'C', place, value, '', ...end]
  return [number, dayText(invoice.date), value, place, '', ...end, '']
}

const UNITS: Record<string, string> = { PCS: 'PIECES', NOS: 'NUMBERS' }

function goodsRow({ hsn, unit, rate, quantity, total, taxable, igst, cgst, sgst, utgst }: Goods): Cell[] {
  const amounts = [taxable, igst, cgst, sgst + utgst, 0].map((paise) => ({ paise }))
  return [hsn, '', `${unit}-${UNITS[unit] ?? 'OTHERS'}`, quantity, { paise: total }, rate, ...amounts]
}

/** `27-Maharashtra`, as the portal writes it. */
function placeText(state: StateCode | ''): string {
  return state === '' ? '' : `${state}-${STATES[state].replaceAll(' and ', ' & ')}`
}

/** `22-Nov-2026` */
function dayText(day: string): string {
  return formatDay(day, '-').padStart(11, '0')
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0)
}

export type NumberedInvoice = {
  series: Series
  financialYear: string
  serial: number
  number: string
  kind: InvoiceKind
  /** Of a delivery challan whose goods have not left the shop. */
  isCancelled?: boolean
}

const NATURES: Record<Series, string> = {
  bill: 'Invoices for outward supply',
  'credit-note': 'Credit Note',
  'receipt-voucher': 'Receipt Voucher',
  'refund-voucher': 'Refund Voucher',
  'delivery-challan': 'Delivery Challan in case other than by way of supply (excluding at S no. 9 to 11)',
}

/**
 * The documents issued (form GSTR-1, table 13): first and last number, how many, and how many were cancelled. Only delivery
 * challans are: for every other document the shop issues a credit note instead. A row ends where the prefix changes or numbers are
 * missing: invoices under another tax regime are not in this return.
 */
export function countDocuments(invoices: readonly NumberedInvoice[]): [string, string, string, number, number][] {
  const runs: NumberedInvoice[][] = []
  for (const invoice of invoices.toSorted(byNumber)) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last && follows(invoice, last)) run.push(invoice)
    else runs.push([invoice])
  }
  return runs.flatMap((run) => {
    const first = run[0]
    const last = run.at(-1)
    const cancelled = run.filter(({ isCancelled }) => isCancelled).length
    return first && last ? [[NATURES[first.series], first.number, last.number, run.length, cancelled]] : []
  })
}

function byNumber(one: NumberedInvoice, other: NumberedInvoice): number {
  return (
    one.series.localeCompare(other.series) ||
    one.financialYear.localeCompare(other.financialYear) ||
    one.serial - other.serial
  )
}

function follows(invoice: NumberedInvoice, last: NumberedInvoice): boolean {
  const sameSeries = invoice.series === last.series && invoice.financialYear === last.financialYear
  return sameSeries && invoice.serial === last.serial + 1 && startOf(invoice) === startOf(last)
}

/** The part of a number before its serial. The owner may change it in the middle of a month. */
function startOf({ number }: NumberedInvoice): string {
  return number.slice(0, number.lastIndexOf('/'))
}
