const LENGTHS = [8, 12, 13, 14]

/**
 * Why this is no GTIN (EAN, UPC or ISBN with 13 digits). Undefined: it is one.
 *
 * @see https://www.gs1.org/services/how-calculate-check-digit-manually
 */
export function findBarcodeProblem(digits: string): string | undefined {
  if (!/^\d+$/.test(digits) || !LENGTHS.includes(digits.length)) return 'A barcode has 8, 12, 13 or 14 digits.'
  const [check = 0, ...others] = [...digits].reverse().map(Number)
  const sum = others.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0)
  if ((sum + check) % 10 === 0) return undefined
  return 'The last digit of this barcode doesn’t fit the others. Check the number.'
}
