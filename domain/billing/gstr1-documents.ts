import type { BillKind, Series } from './bill.ts'

export type NumberedBill = { series: Series; financialYear: string; serial: number; number: string; kind: BillKind }

const NATURES: Record<Series, string> = {
  bill: 'Invoices for outward supply',
  'credit-note': 'Credit Note',
  'receipt-voucher': 'Receipt Voucher',
  'refund-voucher': 'Refund Voucher',
}

/**
 * The documents issued (form GSTR-1, table 13): first and last number, how many, and how many were cancelled. The last
 * is always 0, because the shop issues a credit note instead. A row ends where the prefix changes or numbers are
 * missing: bills under another tax regime are not in this return.
 */
export function countDocuments(bills: readonly NumberedBill[]): [string, string, string, number, number][] {
  const runs: NumberedBill[][] = []
  for (const bill of bills.toSorted(byNumber)) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last && follows(bill, last)) run.push(bill)
    else runs.push([bill])
  }
  return runs.flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)]
    return first && last ? [[NATURES[first.series], first.number, last.number, run.length, 0]] : []
  })
}

function byNumber(one: NumberedBill, other: NumberedBill): number {
  return (
    one.series.localeCompare(other.series) ||
    one.financialYear.localeCompare(other.financialYear) ||
    one.serial - other.serial
  )
}

function follows(bill: NumberedBill, last: NumberedBill): boolean {
  const sameSeries = bill.series === last.series && bill.financialYear === last.financialYear
  return sameSeries && bill.serial === last.serial + 1 && startOf(bill) === startOf(last)
}

/** The part of a number before its serial. The owner may change it in the middle of a month. */
function startOf({ number }: NumberedBill): string {
  return number.slice(0, number.lastIndexOf('/'))
}
