import { formatMonth } from '#domain/time.ts'

/** One registration's GSTR-1 of a month, and what it still lacks. */
export type MonthReturn = {
  gstin: string
  /** `2026-11` */
  month: string
  /** Documents with goods without HSN, and the first of their numbers. */
  withoutHsn: number
  firstWithoutHsn: string[]
  /** Documents at a rate that had ended on their day. */
  atEndedRate: number
  firstAtEndedRate: string[]
}

/** What to look at before the export, as sentences. */
export function missingForReturns(returns: readonly MonthReturn[]): string[] {
  return returns.flatMap(({ month, withoutHsn, firstWithoutHsn, atEndedRate, firstAtEndedRate }) => [
    ...(withoutHsn > 0
      ? [
          `${formatMonth(month)}: HSN is missing on ${listed(withoutHsn, firstWithoutHsn)}. Table 12 of GSTR-1 asks for it. Add it to your products and complete the file.`,
        ]
      : []),
    ...(atEndedRate > 0
      ? [
          `${formatMonth(month)}: 12 % or 28 % is on ${listed(atEndedRate, firstAtEndedRate)}. Both rates ended on 22 September 2025. Change the rate of your products.`,
        ]
      : []),
  ])
}

/** `3 documents: GM/26-27/00001, GM/26-27/00004 and 1 more` */
function listed(count: number, numbers: readonly string[]): string {
  const more = count - numbers.length
  return `${count} ${count === 1 ? 'document' : 'documents'}: ${numbers.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
