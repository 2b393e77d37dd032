/** `26-27` for every day from 1 April 2026 to 31 March 2027 in India (General Clauses Act 1897, section 3(21)). */
export function financialYearOf(day: string): string {
  const first = firstYearOf(day)
  return `${twoDigits(first)}-${twoDigits(first + 1)}`
}

export function firstDayOfFinancialYear(day: string): string {
  return `${firstYearOf(day)}-04-01`
}

/** Full years for which invoices are kept (Companies Act 2013, section 128(5)); 72 months of CGST Act, section 36, are less. */
const KEPT_YEARS = 8

/** The first day whose invoices are still kept: eight financial years before this one. */
export function invoicesKeptSince(today: string): string {
  return `${firstYearOf(today) - KEPT_YEARS}-04-01`
}

function firstYearOf(day: string): number {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return month >= 4 ? year : year - 1
}

function twoDigits(year: number): string {
  return String(year % 100).padStart(2, '0')
}
