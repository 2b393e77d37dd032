import { toRupees } from '#domain/money.ts'
import type { LineQuantity } from '#domain/orders/shipment.ts'
import { rupeesInWords } from './amount-in-words.ts'
import { type Bill, type BillLine, isTaxed, type TaxedAmount } from './bill.ts'
import { gstSplitIfKnown, type UnnumberedBill } from './compose-bill.ts'
import { differenceOf, sumOf, taxWithin, withoutTax, ZERO_AMOUNT } from './tax.ts'

/**
 * The credit note for a part of a bill (CGST Act 2017, section 34). Its amount is the value of all units returned so far less
 * the value credited before, so that rounding never makes the notes differ from the bill.
 *
 * @param credited by earlier notes
 * @returns undefined: nothing of it is on the bill
 * @throws when more comes back than was billed
 */
export function composeCreditNote(
  bill: Bill,
  { credited, lines, reason }: { credited: readonly LineQuantity[]; lines: readonly LineQuantity[]; reason: string },
): UnnumberedBill | undefined {
  const before = byPosition(credited)
  const returned = byPosition(lines)
  const creditedLines = bill.lines.flatMap((line) => {
    const already = before.get(line.position) ?? 0
    const quantity = returned.get(line.position) ?? 0
    if (quantity === 0) return []
    if (already + quantity > line.quantity)
      throw new Error(
        `More of ${bill.number} comes back than was billed: ${already} and ${quantity} of ${line.quantity}`,
      )
    const amount = differenceOf(valueOfUnits(bill, line, already + quantity), valueOfUnits(bill, line, already))
    return [{ ...line, quantity, ...amount }]
  })
  if (creditedLines.length === 0) return undefined
  const totals = sumOf(creditedLines)
  const { number, date, kind, declaration, ...copy } = bill
  return {
    ...copy,
    kind: 'credit-note',
    lines: creditedLines,
    totals,
    totalInWords: rupeesInWords(toRupees(totals.total)),
    against: { number, date, kind },
    reason,
  }
}

/**
 * The refund voucher for what was paid and is not supplied (CGST Act 2017, section 31(3)(e); CGST Rules 2017, rule 51).
 *
 * @param unsent of the order; what was sent has an invoice
 * @returns undefined: all of it was sent
 */
export function composeRefundVoucher(
  voucher: Bill,
  { unsent, reason }: { unsent: readonly LineQuantity[]; reason: string },
): UnnumberedBill | undefined {
  const left = byPosition(unsent)
  const lines = voucher.lines.map(({ position, quantity }) => ({
    position,
    quantity: Math.min(quantity, left.get(position) ?? 0),
  }))
  const note = composeCreditNote(voucher, { credited: [], lines, reason })
  const { declaration } = voucher
  return note && { ...note, kind: 'refund-voucher', ...(declaration !== undefined && { declaration }) }
}

function byPosition(lines: readonly LineQuantity[]): Map<number, number> {
  const quantities = new Map<number, number>()
  for (const { position, quantity } of lines) quantities.set(position, (quantities.get(position) ?? 0) + quantity)
  return quantities
}

/** The amounts of the first `quantity` pieces of a billed line; those of all pieces are exactly what was billed. */
function valueOfUnits(bill: Bill, line: BillLine, quantity: number): TaxedAmount {
  if (quantity === 0) return ZERO_AMOUNT
  if (quantity === line.quantity) return line
  const total = line.unitPrice * quantity
  if (!isTaxed(bill)) return withoutTax(total)
  // A voucher may have no State of delivery.
  const split = gstSplitIfKnown(bill.supplier.state, bill.placeOfSupply) ?? 'igst'
  return taxWithin(total, line.rate, split)
}
