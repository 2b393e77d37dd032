import type { Paise } from '#domain/money.ts'

/** A cell of a file for the accountant: amounts stay in paise until they are written. */
export type Cell = string | number | { paise: Paise }

/** Rupees with two decimals, and text that no spreadsheet takes for a formula. */
export function cellText(cell: Cell): string {
  if (typeof cell === 'string') return escapeFormula(cell)
  if (typeof cell === 'number') return String(cell)
  return (cell.paise / 100).toFixed(2)
}

/** Spreadsheets read such a cell as a formula; some also accept the full-width characters. */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/
/** Spreadsheets that separate cells by semicolons or tabs start a new cell here. */
const INNER = /([;\t])(?=['=+\-@＝＋－＠])/g
const INNER_ESCAPED = /([;\t])'/g

/** Escapes a cell against CSV injection; a cell that looks escaped already gets one more apostrophe, so none is lost. */
export function escapeFormula(text: string): string {
  const inner = text.replace(INNER, "$1'")
  return FORMULA.test(inner) ? `'${inner}` : inner
}

export function unescapeFormula(cell: string): string {
  const inner = cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
  return inner.replace(INNER_ESCAPED, '$1')
}

export const IMPORT_MAX_BYTES = 10 * 1024 * 1024
export const importTooLarge = 'This file is larger than 10 MB. Import it in parts.'
