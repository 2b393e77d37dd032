import { plural } from '#domain/text.ts'
import { daysOfMonth, formatMonth } from '#domain/time.ts'

/**
 * The file of a return. Under QRMP (CGST Act 2017, section 39(1) proviso) GSTR-1 is of a quarter, and the invoice furnishing
 * facility takes the sales to registered buyers of its first two months (CGST Rules 2017, rule 59(2)). What an IFF had is not
 * in the quarter's GSTR-1 again (rule 59(3)).
 */
export type ReturnFile = 'month' | 'quarter' | 'quarter-after-iff' | 'iff'

/** `first` and `last` are its days. */
export type ReturnPeriod = {
  first: string
  last: string
  /** As a part of the file's name. */
  name: string
  /** Sales to registered buyers before this day were reported by IFF. */
  reportedBefore?: string
  isIff?: boolean
}

/** The three months, oldest first, of the quarter that has this month. */
export function quarterOf(month: string): [string, string, string] {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const first = number - ((number - 1) % 3)
  const nameOf = (each: number) => `${year}-${String(each).padStart(2, '0')}`
  return [nameOf(first), nameOf(first + 1), nameOf(first + 2)]
}

/** The files that a shop may need for this month, with their labels. */
export function returnFilesOf(month: string): [ReturnFile, string][] {
  const [first, , last] = quarterOf(month)
  const quarter = `GSTR-1 of ${formatMonth(first).split(' ')[0]} to ${formatMonth(last)}`
  return [
    ['month', `GSTR-1 of ${formatMonth(month)}`],
    ['quarter', quarter],
    ['quarter-after-iff', `${quarter}, without what IFF had`],
    ...(month === last ? [] : [['iff', `IFF of ${formatMonth(month)}`] as [ReturnFile, string]]),
  ]
}

/** @returns undefined: there is no such file for this month */
export function returnPeriodOf(month: string, file: string): ReturnPeriod | undefined {
  const known = returnFilesOf(month).find(([name]) => name === file)?.[0]
  const [first, , last] = quarterOf(month)
  const quarter = { first: daysOfMonth(first).first, last: daysOfMonth(last).last, name: `gstr1-${first}-to-${last}` }
  switch (known) {
    case 'month':
      return { ...daysOfMonth(month), name: `gstr1-${month}` }
    case 'quarter':
      return quarter
    case 'quarter-after-iff':
      return { ...quarter, reportedBefore: daysOfMonth(last).first }
    case 'iff':
      return { ...daysOfMonth(month), name: `iff-${month}`, isIff: true }
    case undefined:
      return undefined
  }
}

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

/** Warnings before the export, as sentences. */
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
  return `${plural(count, 'document')}: ${numbers.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
