import { calendarDay, DAY_MS, daysOfMonth } from '#domain/time.ts'
import { firstDayOfFinancialYear } from './financial-year.ts'

/** Days of the Indian calendar, both included. */
export type Period = { from: string; until: string }

function moved(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

export function daysIn({ from, until }: Period): number {
  return (Date.parse(until) - Date.parse(from)) / DAY_MS + 1
}

/** As many days, just before. */
export function periodBefore(period: Period): Period {
  return { from: moved(period.from, -daysIn(period)), until: moved(period.from, -1) }
}

/** The moments between which a period lies. India has no summer time. */
export function momentsOf({ from, until }: Period): { start: Date; end: Date } {
  return { start: new Date(`${from}T00:00:00+05:30`), end: new Date(`${moved(until, 1)}T00:00:00+05:30`) }
}

/** The periods that one press chooses. */
export function listPresets(today: string): { label: string; period: Period }[] {
  const yesterday = moved(today, -1)
  const lastMonth = moved(daysOfMonth(today.slice(0, 7)).first, -1).slice(0, 7)
  const { first, last } = daysOfMonth(lastMonth)
  const until = today
  return [
    { label: 'Today', period: { from: today, until } },
    { label: 'Yesterday', period: { from: yesterday, until: yesterday } },
    { label: 'Last 7 days', period: { from: moved(today, -6), until } },
    { label: 'Last 30 days', period: { from: moved(today, -29), until } },
    { label: 'This month', period: { from: daysOfMonth(today.slice(0, 7)).first, until } },
    { label: 'Last month', period: { from: first, until: last } },
    { label: 'This financial year', period: { from: firstDayOfFinancialYear(today), until } },
  ]
}

const EARLIEST = '2000-01-01'
const LATEST = '2099-12-31'

function parseDay(text: string | null): string | undefined {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text) || text < EARLIEST || text > LATEST) return undefined
  const date = new Date(text)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined
}

/** `from` and `until` of an address; the last 30 days where one is missing or wrong. Days in the wrong sequence are exchanged. */
export function parsePeriod(params: URLSearchParams, now: Date): Period {
  const today = calendarDay(now)
  const [from, until] = [parseDay(params.get('from')), parseDay(params.get('until'))]
  if (!from || !until) return { from: moved(today, -29), until: today }
  return from <= until ? { from, until } : { from: until, until: from }
}
