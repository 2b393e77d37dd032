import { type Measures, readMeasures } from './amounts.ts'

/** Null: not told. Shops that oversold write numbers below zero. */
export function readUnits(cell: string): number | null {
  const text = cell.trim()
  if (!/^-?\d{1,9}(\.\d{1,4})?$/.test(text)) return null
  return Math.min(999_999, Math.max(0, Math.trunc(Number(text))))
}

/** @param texts about a product with a single size, in which its measures may be found; otherwise empty */
export function measuresOfVariant(size: string, texts: readonly string[]): Partial<Measures> {
  const own = readMeasures(size)
  if (own.width !== undefined) return own
  const told = texts.flatMap((text) => text.split('\n')).map(readMeasures)
  return told.find(isWhole) ?? told.find(({ width }) => width !== undefined) ?? {}
}

export function isWhole(measures: Partial<Measures>): measures is Measures {
  return measures.width !== undefined && measures.depth !== undefined && measures.height !== undefined
}
