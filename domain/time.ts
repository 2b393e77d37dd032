import { memoize } from './memoize.ts'

export const MINUTE_MS = 60_000
export const DAY_MS = 24 * 60 * MINUTE_MS

function indianFormat(locale: string, options: Intl.DateTimeFormatOptions) {
  return memoize(() => new Intl.DateTimeFormat(locale, { timeZone: 'Asia/Kolkata', ...options }))
}

const dateTimeFormat = indianFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})

/** `21 Nov 2026, 9:15 am`, in Indian time. */
export function formatDateTime(time: string | Date): string {
  return dateTimeFormat().format(new Date(time))
}

const dayFormat = indianFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' })

/** `2026-11-21`, in Indian time. */
export function calendarDay(time: string | Date): string {
  return dayFormat().format(new Date(time))
}

/** Is this a day of the calendar, such as `2026-12-25`? */
export function isCalendarDay(text: string): boolean {
  const time = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && time.toJSON()?.startsWith(text) === true
}

/** @param day such as `2026-11-21` */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * `22 Nov 2026`.
 *
 * @param day such as `2026-11-22`
 */
export function formatDay(day: string, separator = ' '): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return [Number(date), MONTHS[Number(month) - 1], year].join(separator)
}

/**
 * `November 2026`.
 *
 * @param month such as `2026-11`
 */
export function formatMonth(month: string): string {
  return monthFormat().format(new Date(`${month}-01T12:00:00+05:30`))
}

const monthFormat = indianFormat('en-IN', { month: 'long', year: 'numeric' })

/** The first and the last day of a month such as `2026-11`: `2026-11-01`, `2026-11-30`. */
export function daysOfMonth(month: string): { first: string; last: string } {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return { first: `${month}-01`, last: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

/** Newest first, such as `2026-11`, back to the month of that day. */
export function monthsSince(day: string, today: string): string[] {
  const months: string[] = []
  let [year, month] = today.split('-').map(Number) as [number, number]
  for (;;) {
    const name = `${year}-${String(month).padStart(2, '0')}`
    months.push(name)
    if (name <= day.slice(0, 7)) return months
    ;[year, month] = month === 1 ? [year - 1, 12] : [year, month - 1]
  }
}

/** The last so many days of the calendar in India with the moment each begins, oldest first; the last one is today. */
export function lastDays(now: Date, count: number): { day: string; start: Date }[] {
  return Array.from({ length: count }, (_, index) => {
    const day = calendarDay(new Date(now.getTime() - (count - 1 - index) * DAY_MS))
    return { day, start: new Date(`${day}T00:00:00+05:30`) }
  })
}

/** `2026-11-21T09:15:00+05:30`: the same moment everywhere, as the clock in India shows it. India has no summer time. */
export function formatIndianIso(time: string | Date): string {
  const shifted = new Date(new Date(time).getTime() + 5.5 * 60 * 60 * 1000)
  return `${shifted.toISOString().slice(0, 19)}+05:30`
}

/** The same day and hour so many months later, or the last day of a shorter month. */
export function addMonths(from: Date, months: number): Date {
  const until = new Date(from)
  until.setUTCMonth(until.getUTCMonth() + months)
  if (until.getUTCDate() !== from.getUTCDate()) until.setUTCDate(0)
  return until
}
