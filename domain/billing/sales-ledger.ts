import type { Cell } from '#domain/cells.ts'
import { paymentWord } from '#domain/orders/cash.ts'
import { STATES } from '#domain/states.ts'
import { INVOICE_TITLES, type Invoice } from './invoice.ts'

export const LEDGER_COLUMNS = [
  ...[
    'Date',
    'Voucher type',
    'Voucher number',
    'Against',
    'Party',
    'GSTIN',
    'Place of supply',
    'Taxable',
    'CGST',
    'SGST',
  ],
  ...['UTGST', 'IGST', 'Total', 'Order', 'Payment', 'AWB', 'Seller GSTIN'],
]

/**
 * A row of the sales ledger. A credit note has negative amounts, so that a column adds up to the month.
 *
 * @param awb empty: the parcel has none
 */
export function ledgerRow({ invoice, awb }: { invoice: Invoice; awb: string }): Cell[] {
  const { kind, number, date, supplier, buyer, placeOfSupply, totals, orderId, paymentId, restInCash, against } =
    invoice
  const sign = kind === 'credit-note' ? -1 : 1
  const { taxable, cgst, sgst, utgst, igst, total } = totals
  return [
    // 22-11-2026, which Tally reads.
    date.split('-').reverse().join('-'),
    INVOICE_TITLES[kind],
    number,
    against?.number ?? '',
    buyer.firm || buyer.name,
    buyer.gstin,
    placeOfSupply === '' ? '' : STATES[placeOfSupply],
    ...[taxable, cgst, sgst, utgst, igst, total].map((paise) => ({ paise: sign * paise })),
    orderId,
    [paymentId ?? paymentWord(invoice), restInCash && 'rest in cash'].filter(Boolean).join(', '),
    awb,
    supplier.gstin,
  ]
}
