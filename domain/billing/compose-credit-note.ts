import { type Paise, toRupees } from '#domain/money.ts'
import { shareOf, spread } from '#domain/orders/amounts.ts'
import type { RefundLine } from '#domain/orders/order-refund.ts'
import type { LineQuantity } from '#domain/orders/shipment.ts'
import { rupeesInWords } from './amount-in-words.ts'
import { gstSplitIfKnown, isDelivery, type UnnumberedInvoice } from './compose-invoice.ts'
import { type Invoice, type InvoiceLine, isTaxed, type TaxedAmount } from './invoice.ts'
import { differenceOf, sumOf, taxWithin, withoutTax, ZERO_AMOUNT } from './tax.ts'

type Credit = {
  credited: readonly (LineQuantity & { total: Paise })[]
  lines: readonly LineQuantity[]
  reason: string
  amount?: Paise | undefined
  /** The delivery fee goes back too. */
  withFee?: boolean
}

/**
 * The credit note for a part of an invoice (CGST Act 2017, section 34). Its value and tax on each line are those of all that is
 * credited so far less what was credited before, so that rounding never makes the notes differ from the invoice.
 *
 * @param credited lines of earlier notes
 * @param amount by which the price is reduced; undefined: the full price of what comes back
 * @returns undefined: nothing of it is on the invoice, or nothing is credited
 * @throws when more comes back than was billed
 */
export function composeCreditNote(
  invoice: Invoice,
  { credited, lines, reason, amount, withFee = false }: Credit,
): UnnumberedInvoice | undefined {
  const returned = byPosition(lines)
  const back = invoice.lines
    .map((line) => ({ line, quantity: isDelivery(line) ? Number(withFee) : (returned.get(line.position) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
  for (const { line, quantity } of back) {
    const already = creditedOn(credited, line).quantity
    if (already + quantity > line.quantity)
      throw new Error(
        `More of ${invoice.number} comes back than was billed: ${already} and ${quantity} of ${line.quantity}`,
      )
  }
  const prices = back.map(({ line, quantity }) =>
    shareOf({ amount: line.total, quantity: line.quantity }, quantity, creditedOn(credited, line).quantity),
  )
  const isPart = amount !== undefined && amount < prices.reduce((sum, price) => sum + price, 0)
  const totals = isPart ? spread(amount, prices) : prices
  const parts = back.map((part, index) => ({ ...part, total: totals[index] ?? 0 }))
  return noteOf(invoice, { credited, reason, parts: isPart && amount === 0 ? [] : parts })
}

/**
 * How much of a price reduction an invoice can take: on each line what is not credited yet.
 *
 * @param wanted shares of the order's lines; `quantity` is how many are missing
 */
export function reductionWithin(
  invoice: Pick<Invoice, 'lines'>,
  credited: Credit['credited'],
  wanted: readonly RefundLine[],
): RefundLine[] {
  return wanted.flatMap(({ position, quantity, amount }) => {
    const line = invoice.lines.find((one) => one.position === position)
    if (!line) return []
    const before = creditedOn(credited, line)
    const possible = Math.min(amount, line.total - before.total)
    if (possible <= 0) return []
    return [{ position, quantity: Math.min(quantity, line.quantity - before.quantity), amount: possible }]
  })
}

/** The credit note for a lower price of goods that stay with the buyer, or for those that were missing (section 34(1)). */
export function composeReduction(
  invoice: Invoice,
  { credited, lines, reason }: { credited: Credit['credited']; lines: readonly RefundLine[]; reason: string },
): UnnumberedInvoice | undefined {
  const parts = lines.flatMap(({ position, quantity, amount: total }) => {
    const line = invoice.lines.find((one) => one.position === position)
    return line ? [{ line, quantity, total }] : []
  })
  return noteOf(invoice, { credited, reason, parts })
}

type Part = { line: InvoiceLine; quantity: number; total: Paise }

/** A line is never credited by more than was billed, also where its price was reduced before. */
function noteOf(
  invoice: Invoice,
  { credited, parts, reason }: Pick<Credit, 'credited' | 'reason'> & { parts: readonly Part[] },
): UnnumberedInvoice | undefined {
  const lines = parts.map(({ line, quantity, total }) => {
    const before = creditedOn(credited, line).total
    const after = Math.min(before + total, line.total)
    const { discount: _, ...copy } = line
    return { ...copy, quantity, ...differenceOf(valueWithin(invoice, line, after), valueWithin(invoice, line, before)) }
  })
  if (lines.length === 0) return undefined
  const sum = sumOf(lines)
  const { number, date, kind, declaration, ...copy } = invoice
  return {
    ...copy,
    kind: 'credit-note',
    lines,
    totals: sum,
    totalInWords: rupeesInWords(toRupees(sum.total)),
    against: { number, date, kind },
    reason,
  }
}

function creditedOn(credited: Credit['credited'], { position }: Pick<InvoiceLine, 'position'>) {
  return credited
    .filter((one) => one.position === position)
    .reduce((sum, one) => ({ quantity: sum.quantity + one.quantity, total: sum.total + one.total }), {
      quantity: 0,
      total: 0,
    })
}

/**
 * The refund voucher for what was paid and is not supplied (CGST Act 2017, section 31(3)(e); CGST Rules 2017, rule 51).
 *
 * @param unsent of the order; what was sent has an invoice
 * @param withFee the delivery fee is in no invoice
 * @returns undefined: all of it was sent
 */
export function composeRefundVoucher(
  voucher: Invoice,
  { unsent, reason, withFee }: { unsent: readonly LineQuantity[]; reason: string; withFee: boolean },
): UnnumberedInvoice | undefined {
  const left = byPosition(unsent)
  const lines = voucher.lines.map(({ position, quantity }) => ({
    position,
    quantity: Math.min(quantity, left.get(position) ?? 0),
  }))
  const note = composeCreditNote(voucher, { credited: [], lines, reason, withFee })
  const { declaration } = voucher
  return note && note.totals.total > 0
    ? { ...note, kind: 'refund-voucher', ...(declaration !== undefined && { declaration }) }
    : undefined
}

/** The receipt voucher of a payment that is only a part of the price of its goods. */
export function limitAdvance(voucher: UnnumberedInvoice, amount: Paise): UnnumberedInvoice {
  if (amount >= voucher.totals.total) return voucher
  const { lines } = voucher
  const whole = { credited: [], lines, reason: '', withFee: true }
  const part = composeCreditNote({ ...voucher, number: '', date: '' }, { ...whole, amount })
  return part ? { ...voucher, lines: part.lines, totals: part.totals, totalInWords: part.totalInWords } : voucher
}

function byPosition(lines: readonly LineQuantity[]): Map<number, number> {
  const quantities = new Map<number, number>()
  for (const { position, quantity } of lines) quantities.set(position, (quantities.get(position) ?? 0) + quantity)
  return quantities
}

/** Value and tax within a part of what was billed on a line; those of all of it are exactly the line's. */
function valueWithin(invoice: Invoice, line: InvoiceLine, total: Paise): TaxedAmount {
  if (total === 0) return ZERO_AMOUNT
  if (total === line.total) return line
  if (!isTaxed(invoice)) return withoutTax(total)
  // A voucher may have no State of delivery.
  const split = gstSplitIfKnown(invoice.supplier.state, invoice.placeOfSupply) ?? 'igst'
  return taxWithin(total, line.rate, split)
}
