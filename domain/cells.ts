import { escapeFormula } from '#domain/catalog/csv.ts'
import type { Paise } from '#domain/money.ts'

/** A cell of a file for the accountant: amounts stay in paise until they are written. */
export type Cell = string | number | { paise: Paise }

/** Rupees with two decimals, and text that no spreadsheet takes for a formula. */
export function cellText(cell: Cell): string {
  if (typeof cell === 'string') return escapeFormula(cell)
  if (typeof cell === 'number') return String(cell)
  return (cell.paise / 100).toFixed(2)
}
