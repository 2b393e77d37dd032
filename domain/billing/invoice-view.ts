import { formatPaise, formatRupees, type Paise } from '#domain/money.ts'
import { paymentWord } from '#domain/orders/cash.ts'
import { STATES, type StateCode } from '#domain/states.ts'
import { formatDay } from '#domain/time.ts'
import {
  INVOICE_TITLES,
  type Invoice,
  type InvoiceKind,
  type InvoiceLine,
  isTaxed,
  isVoucher,
  titleOf,
} from './invoice.ts'

export type Fact = { label: string; value: string }

export type Party = { heading: string; name: string; lines: string[] }

export type InvoiceColumn = { heading: string; kind: 'count' | 'text' | 'code' | 'quantity' | 'amount' }
/** `note` is a second, smaller line. */
export type InvoiceCell = { text: string; note?: string }

/** Everything that an invoice says, in words: the page and the PDF both show this, so that they never differ. */
export type InvoiceView = ReturnType<typeof viewInvoice>

/**
 * All of rule 46 (tax invoice), 49 (bill of supply) or 53 (credit note) of the CGST Rules that applies to this invoice. The
 * receipt of an unregistered seller, and the note on it, have no word about tax (CGST Act 2017, section 32).
 */
export function viewInvoice(invoice: Invoice) {
  const taxes = taxesOf(invoice)
  return {
    title: titleOf(invoice),
    copy: COPIES[invoice.kind],
    number: invoice.number,
    /** Words that the law wants at the top. */
    declaration: invoice.declaration,
    shopName: invoice.supplier.shopName,
    supplier: supplierOf(invoice),
    buyer: buyerOf(invoice),
    /** Undefined: the goods went to the buyer's address. */
    delivery: deliveryOf(invoice),
    facts: factsOf(invoice),
    columns: columnsOf(invoice, taxes),
    rows: invoice.lines.map((line, index) => rowOf(invoice, line, index, taxes)),
    /** The last one is the total. */
    sums: sumsOf(invoice, taxes),
    inWords: invoice.totalInWords,
    notes: notesOf(invoice),
    /** A receipt needs no signature. */
    signatory: invoice.kind === 'receipt' ? undefined : sellerNameOf(invoice),
  }
}

/** CGST Rules 2017, rules 48 and 55(2). */
const COPIES: Partial<Record<InvoiceKind, string>> = {
  'tax-invoice': 'Original for recipient',
  'bill-of-supply': 'Original for recipient',
  'delivery-challan': 'Original for consignee',
}

type TaxName = 'cgst' | 'sgst' | 'utgst' | 'igst'
const TAX_LABELS: Record<TaxName, string> = { cgst: 'CGST', sgst: 'SGST', utgst: 'UTGST', igst: 'IGST' }

/** The components of tax that this invoice has; none on a bill of supply, a receipt and their credit notes. */
function taxesOf(invoice: Invoice): TaxName[] {
  const { totals, supplier, placeOfSupply } = invoice
  if (!isTaxed(invoice)) return []
  if (totals.igst > 0) return ['igst']
  if (totals.utgst > 0) return ['cgst', 'utgst']
  if (totals.sgst > 0) return ['cgst', 'sgst']
  // No tax was charged, because all lines are at 0 %.
  return supplier.state === placeOfSupply ? ['cgst', 'sgst'] : ['igst']
}

function isOfUnregistered({ kind, against, supplier }: Pick<Invoice, 'kind' | 'against' | 'supplier'>): boolean {
  if (kind === 'delivery-challan') return supplier.gstin === ''
  return (against?.kind ?? kind) === 'receipt'
}

function sellerNameOf({ supplier }: Invoice): string {
  return supplier.legalName || supplier.shopName
}

function supplierOf(invoice: Invoice): Party {
  const { shopName, address, state, gstin, email, phone } = invoice.supplier
  const name = sellerNameOf(invoice)
  const lines = [
    name === shopName ? '' : `Shop: ${shopName}`,
    ...address.split('\n'),
    stateLine(invoice, state),
    gstin && `GSTIN: ${gstin}`,
    [email, phone].filter(Boolean).join(' · '),
  ]
  return { heading: 'Sold by', name, lines: lines.filter(Boolean) }
}

const VOUCHER_HEADINGS: Partial<Record<InvoiceKind, string>> = {
  'receipt-voucher': 'Received from',
  'refund-voucher': 'Refunded to',
  'delivery-challan': 'Consigned to',
}

function buyerOf(invoice: Invoice): Party {
  const { buyer } = invoice
  const lines = [
    buyer.firm && buyer.name,
    ...buyer.address.split('\n'),
    [buyer.city, buyer.pincode].filter(Boolean).join(' '),
    stateLine(invoice, buyer.state),
    buyer.gstin === '' || isOfUnregistered(invoice) ? '' : `GSTIN: ${buyer.gstin}`,
  ]
  const heading = VOUCHER_HEADINGS[invoice.kind] ?? (buyer.deliverTo ? 'Billed to' : 'Billed and delivered to')
  return { heading, name: buyer.firm || buyer.name, lines: lines.filter(Boolean) }
}

function deliveryOf(invoice: Invoice): Party | undefined {
  const { deliverTo } = invoice.buyer
  if (!deliverTo) return undefined
  const { name, address, city, pincode, state } = deliverTo
  const lines = [...address.split('\n'), [city, pincode].filter(Boolean).join(' '), stateLine(invoice, state)]
  return {
    heading: isVoucher(invoice.kind) ? 'To be delivered to' : 'Delivered to',
    name,
    lines: lines.filter(Boolean),
  }
}

/** With the code of GST returns, which a receipt does not have. */
function stateLine(invoice: Invoice, state: StateCode | ''): string {
  if (state === '') return ''
  return `State: ${isOfUnregistered(invoice) ? STATES[state] : stateText(state)}`
}

/** `Maharashtra (27)` */
export function stateText(state: StateCode): string {
  return `${STATES[state]} (${state})`
}

/** Shorter names than the titles. */
const SHORT_NAMES: Partial<Record<InvoiceKind, string>> = { 'tax-invoice': 'Invoice', 'delivery-challan': 'Challan' }

function factsOf(invoice: Invoice): Fact[] {
  const saysReverseCharge = isVoucher(invoice.kind) || (invoice.kind === 'tax-invoice' && taxesOf(invoice).length > 0)
  const facts: (Fact | undefined)[] = [
    { label: `${SHORT_NAMES[invoice.kind] ?? INVOICE_TITLES[invoice.kind]} no.`, value: invoice.number },
    { label: 'Date', value: formatDay(invoice.date) },
    invoice.against && { label: 'Against', value: `${invoice.against.number} of ${formatDay(invoice.against.date)}` },
    invoice.reason ? { label: 'Reason', value: invoice.reason } : undefined,
    { label: 'Order', value: `#${invoice.orderId} of ${formatDay(invoice.orderDate)}` },
    invoice.kind === 'delivery-challan'
      ? { label: 'Payment', value: 'Nothing to pay' }
      : {
          label: invoice.against ? 'Was paid' : 'Payment',
          value: [paymentWord(invoice), invoice.paymentId, ...partsOf(invoice)].filter(Boolean).join(', '),
        },
    invoice.placeOfSupply === '' || isOfUnregistered(invoice)
      ? undefined
      : { label: 'Place of supply', value: stateText(invoice.placeOfSupply) },
    saysReverseCharge ? { label: 'Reverse charge', value: 'No' } : undefined,
  ]
  return facts.filter((fact) => fact !== undefined)
}

function columnsOf(invoice: Invoice, taxes: readonly TaxName[]): InvoiceColumn[] {
  return [
    { heading: 'No.', kind: 'count' },
    { heading: 'Description', kind: 'text' },
    ...(isOfUnregistered(invoice) ? [] : [{ heading: 'HSN', kind: 'code' } as const]),
    { heading: 'Qty', kind: 'quantity' },
    { heading: taxes.length > 0 ? 'Price incl. tax' : 'Price', kind: 'amount' },
    ...(taxes.length > 0 ? [{ heading: 'Taxable value', kind: 'amount' } as const] : []),
    ...taxes.map((tax): InvoiceColumn => ({ heading: TAX_LABELS[tax], kind: 'amount' })),
    { heading: 'Total', kind: 'amount' },
  ]
}

function rowOf(invoice: Invoice, line: InvoiceLine, index: number, taxes: readonly TaxName[]): InvoiceCell[] {
  // Within a State the rate is shared between the Union and the State.
  const rate = `${line.rate / taxes.length}%`
  return [
    { text: String(index + 1) },
    { text: line.description, ...noteOnGoods(line) },
    ...(isOfUnregistered(invoice) ? [] : [{ text: line.hsn || '–' }]),
    // A lower price of goods that stay with the buyer.
    line.quantity === 0 ? { text: '–' } : { text: String(line.quantity), note: line.unit },
    { ...amount(line.unitPrice), ...noteOnPrice(line, invoice.kind) },
    ...(taxes.length > 0 ? [amount(line.taxable)] : []),
    ...taxes.map((tax) => ({ ...amount(line[tax]), note: rate })),
    amount(line.total),
  ]
}

function noteOnGoods({ set, sku }: InvoiceLine): Pick<InvoiceCell, 'note'> {
  const note = [set && `Set: ${set}`, sku && `SKU ${sku}`].filter(Boolean).join(' · ')
  return note ? { note } : {}
}

function noteOnPrice(
  { unitPrice, quantity, total, discount }: InvoiceLine,
  kind: InvoiceKind,
): Pick<InvoiceCell, 'note'> {
  if (quantity === 0) return { note: 'price reduced' }
  if (discount !== undefined) return { note: `less ${formatPaise(discount)}` }
  if (unitPrice * quantity === total) return {}
  return { note: kind === 'receipt-voucher' ? 'paid in part' : 'credited in part' }
}

function amount(paise: Paise): InvoiceCell {
  return { text: formatPaise(paise) }
}

const TOTAL_LABELS: Partial<Record<InvoiceKind, string>> = {
  'credit-note': 'Total credited',
  'receipt-voucher': 'Advance received',
  'refund-voucher': 'Total refunded',
  'delivery-challan': 'Value of the goods',
}

function sumsOf({ kind, totals }: Invoice, taxes: readonly TaxName[]): Fact[] {
  return [
    ...(taxes.length > 0 ? [{ label: 'Taxable value', value: formatPaise(totals.taxable) }] : []),
    ...taxes.map((tax) => ({ label: TAX_LABELS[tax], value: formatPaise(totals[tax]) })),
    { label: TOTAL_LABELS[kind] ?? 'Total', value: formatPaise(totals.total) },
  ]
}

function notesOf(invoice: Invoice): string[] {
  if (invoice.kind === 'tax-invoice') return ['Prices include GST. Tax is not payable on reverse charge.']
  if (invoice.kind === 'receipt-voucher')
    return [
      'This is no invoice: that comes with the goods.',
      // A composition taxable person collects no tax at all.
      ...(isTaxed(invoice)
        ? [
            'Prices include GST. It is payable with the invoice, not on this advance (Notification 66/2017, Central Tax).',
          ]
        : []),
    ]
  if (invoice.kind === 'delivery-challan')
    return [
      'Goods sent as a replacement without a charge, otherwise than by way of supply (CGST Rules 2017, rule 55). This is no invoice.',
    ]
  return []
}

/** The parts of its order that a voucher has paid, and that are paid in cash; none where it was paid in one. */
function partsOf({ voucherPaid, paidByVoucher, restInCash }: Invoice): string[] {
  return [
    ...(voucherPaid === undefined || paidByVoucher ? [] : [`${formatRupees(voucherPaid)} of the order by voucher`]),
    ...(restInCash === undefined ? [] : [`${formatRupees(restInCash)} of the order in cash`]),
  ]
}
