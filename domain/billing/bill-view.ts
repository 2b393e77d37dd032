import { formatPaise, type Paise } from '#domain/money.ts'
import { STATES, type StateCode } from '#domain/states.ts'
import { formatDay } from '#domain/time.ts'
import { type Bill, type BillKind, type BillLine, isTaxed, isVoucher, titleOf } from './bill.ts'

/** A label and its value. */
export type Fact = { label: string; value: string }

export type Party = { heading: string; name: string; lines: string[] }

export type BillColumn = { heading: string; kind: 'count' | 'text' | 'code' | 'quantity' | 'amount' }
/** `note` is a second, smaller line. */
export type BillCell = { text: string; note?: string }

/** Everything that a bill says, in words: the page and the PDF both show this, so that they never differ. */
export type BillView = {
  title: string
  /** Rule 48 of the CGST Rules. */
  copy: string | undefined
  number: string
  /** Words that the law wants at the top. */
  declaration: string | undefined
  shopName: string
  supplier: Party
  buyer: Party
  /** Undefined: the goods went to the buyer's address. */
  delivery: Party | undefined
  facts: Fact[]
  columns: BillColumn[]
  rows: BillCell[][]
  /** The last one is the total. */
  sums: Fact[]
  inWords: string
  notes: string[]
  /** The signatory; undefined: a receipt needs no signature. */
  signatory: string | undefined
}

/**
 * All of rule 46 (tax invoice), 49 (bill of supply) or 53 (credit note) of the CGST Rules that applies to this bill. The
 * receipt of an unregistered seller, and the note on it, have no word about tax (CGST Act 2017, section 32).
 */
export function viewBill(bill: Bill): BillView {
  const taxes = taxesOf(bill)
  return {
    title: titleOf(bill),
    copy: bill.kind === 'tax-invoice' || bill.kind === 'bill-of-supply' ? 'Original for recipient' : undefined,
    number: bill.number,
    declaration: bill.declaration,
    shopName: bill.supplier.shopName,
    supplier: supplierOf(bill),
    buyer: buyerOf(bill),
    delivery: deliveryOf(bill),
    facts: factsOf(bill),
    columns: columnsOf(bill, taxes),
    rows: bill.lines.map((line, index) => rowOf(bill, line, index, taxes)),
    sums: sumsOf(bill, taxes),
    inWords: bill.totalInWords,
    notes: notesOf(bill),
    signatory: bill.kind === 'receipt' ? undefined : sellerNameOf(bill),
  }
}

type TaxName = 'cgst' | 'sgst' | 'utgst' | 'igst'
const TAX_LABELS: Record<TaxName, string> = { cgst: 'CGST', sgst: 'SGST', utgst: 'UTGST', igst: 'IGST' }

/** The components of tax that this bill has; none on a bill of supply, a receipt and their credit notes. */
function taxesOf(bill: Bill): TaxName[] {
  const { totals, supplier, placeOfSupply } = bill
  if (!isTaxed(bill)) return []
  if (totals.igst > 0) return ['igst']
  if (totals.utgst > 0) return ['cgst', 'utgst']
  if (totals.sgst > 0) return ['cgst', 'sgst']
  // No tax was charged, because all lines are at 0 %.
  return supplier.state === placeOfSupply ? ['cgst', 'sgst'] : ['igst']
}

function isOfUnregistered({ kind, against }: Pick<Bill, 'kind' | 'against'>): boolean {
  return (against?.kind ?? kind) === 'receipt'
}

function sellerNameOf({ supplier }: Bill): string {
  return supplier.legalName || supplier.shopName
}

function supplierOf(bill: Bill): Party {
  const { shopName, address, state, gstin, email, phone } = bill.supplier
  const name = sellerNameOf(bill)
  const lines = [
    name === shopName ? '' : `Shop: ${shopName}`,
    ...address.split('\n'),
    stateLine(bill, state),
    gstin && `GSTIN: ${gstin}`,
    [email, phone].filter(Boolean).join(' · '),
  ]
  return { heading: 'Sold by', name, lines: lines.filter(Boolean) }
}

const VOUCHER_HEADINGS: Partial<Record<BillKind, string>> = {
  'receipt-voucher': 'Received from',
  'refund-voucher': 'Refunded to',
}

function buyerOf(bill: Bill): Party {
  const { buyer } = bill
  const lines = [
    buyer.firm && buyer.name,
    ...buyer.address.split('\n'),
    [buyer.city, buyer.pincode].filter(Boolean).join(' '),
    stateLine(bill, buyer.state),
    buyer.gstin === '' || isOfUnregistered(bill) ? '' : `GSTIN: ${buyer.gstin}`,
  ]
  const heading = VOUCHER_HEADINGS[bill.kind] ?? (buyer.deliverTo ? 'Billed to' : 'Billed and delivered to')
  return { heading, name: buyer.firm || buyer.name, lines: lines.filter(Boolean) }
}

function deliveryOf(bill: Bill): Party | undefined {
  const { deliverTo } = bill.buyer
  if (!deliverTo) return undefined
  const { name, address, city, pincode, state } = deliverTo
  const lines = [...address.split('\n'), `${city} ${pincode}`, stateLine(bill, state)]
  return { heading: isVoucher(bill.kind) ? 'To be delivered to' : 'Delivered to', name, lines: lines.filter(Boolean) }
}

/** With the code of GST returns, which a receipt does not have. */
function stateLine(bill: Bill, state: StateCode | ''): string {
  if (state === '') return ''
  return `State: ${isOfUnregistered(bill) ? STATES[state] : stateText(state)}`
}

/** `Maharashtra (27)` */
export function stateText(state: StateCode): string {
  return `${STATES[state]} (${state})`
}

const NUMBER_LABELS: Record<BillKind, string> = {
  'tax-invoice': 'Invoice no.',
  'bill-of-supply': 'Bill of supply no.',
  receipt: 'Receipt no.',
  'credit-note': 'Credit note no.',
  'receipt-voucher': 'Receipt voucher no.',
  'refund-voucher': 'Refund voucher no.',
}

function factsOf(bill: Bill): Fact[] {
  const saysReverseCharge = isVoucher(bill.kind) || (bill.kind === 'tax-invoice' && taxesOf(bill).length > 0)
  const facts: (Fact | undefined)[] = [
    { label: NUMBER_LABELS[bill.kind], value: bill.number },
    { label: 'Date', value: formatDay(bill.date) },
    bill.against && { label: 'Against', value: `${bill.against.number} of ${formatDay(bill.against.date)}` },
    bill.reason ? { label: 'Reason', value: bill.reason } : undefined,
    { label: 'Order', value: `#${bill.orderId} of ${formatDay(bill.orderDate)}` },
    {
      label: bill.against ? 'Was paid' : 'Payment',
      value: bill.paymentId ? `Online, ${bill.paymentId}` : 'Cash on delivery',
    },
    bill.placeOfSupply === '' || isOfUnregistered(bill)
      ? undefined
      : { label: 'Place of supply', value: stateText(bill.placeOfSupply) },
    saysReverseCharge ? { label: 'Reverse charge', value: 'No' } : undefined,
  ]
  return facts.filter((fact) => fact !== undefined)
}

function columnsOf(bill: Bill, taxes: readonly TaxName[]): BillColumn[] {
  return [
    { heading: 'No.', kind: 'count' },
    { heading: 'Description', kind: 'text' },
    ...(isOfUnregistered(bill) ? [] : [{ heading: 'HSN', kind: 'code' } as const]),
    { heading: 'Qty', kind: 'quantity' },
    { heading: taxes.length > 0 ? 'Price incl. tax' : 'Price', kind: 'amount' },
    ...(taxes.length > 0 ? [{ heading: 'Taxable value', kind: 'amount' } as const] : []),
    ...taxes.map((tax): BillColumn => ({ heading: TAX_LABELS[tax], kind: 'amount' })),
    { heading: 'Total', kind: 'amount' },
  ]
}

function rowOf(bill: Bill, line: BillLine, index: number, taxes: readonly TaxName[]): BillCell[] {
  // Within a State the rate is shared between the Union and the State.
  const rate = `${line.rate / taxes.length}%`
  return [
    { text: String(index + 1) },
    { text: line.description, ...(line.sku && { note: `SKU ${line.sku}` }) },
    ...(isOfUnregistered(bill) ? [] : [{ text: line.hsn || '–' }]),
    { text: String(line.quantity), note: line.unit },
    { ...amount(line.unitPrice), ...(line.unitPrice * line.quantity !== line.total && { note: 'credited in part' }) },
    ...(taxes.length > 0 ? [amount(line.taxable)] : []),
    ...taxes.map((tax) => ({ ...amount(line[tax]), note: rate })),
    amount(line.total),
  ]
}

function amount(paise: Paise): BillCell {
  return { text: formatPaise(paise) }
}

const TOTAL_LABELS: Partial<Record<BillKind, string>> = {
  'credit-note': 'Total credited',
  'receipt-voucher': 'Advance received',
  'refund-voucher': 'Total refunded',
}

function sumsOf({ kind, totals }: Bill, taxes: readonly TaxName[]): Fact[] {
  return [
    ...(taxes.length > 0 ? [{ label: 'Taxable value', value: formatPaise(totals.taxable) }] : []),
    ...taxes.map((tax) => ({ label: TAX_LABELS[tax], value: formatPaise(totals[tax]) })),
    { label: TOTAL_LABELS[kind] ?? 'Total', value: formatPaise(totals.total) },
  ]
}

function notesOf(bill: Bill): string[] {
  if (bill.kind === 'tax-invoice') return ['Prices include GST. Tax is not payable on reverse charge.']
  if (bill.kind === 'receipt-voucher')
    return [
      'This is no invoice: that comes with the goods.',
      // A composition taxable person collects no tax at all.
      ...(isTaxed(bill)
        ? [
            'Prices include GST. It is payable with the invoice, not on this advance (Notification 66/2017, Central Tax).',
          ]
        : []),
    ]
  return []
}
