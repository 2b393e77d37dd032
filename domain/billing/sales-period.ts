import { calendarDay, DAY_MS, dayAfter, daysOfMonth, isCalendarDay } from '#domain/time.ts'
import { firstDayOfFinancialYear } from './financial-year.ts'

/** Days of the Indian calendar, both included. */
export type Period = { from: string; until: string }

export function daysIn({ from, until }: Period): number {
  return (Date.parse(until) - Date.parse(from)) / DAY_MS + 1
}

/** As many days, just before. */
export function periodBefore(period: Period): Period {
  return { from: dayAfter(period.from, -daysIn(period)), until: dayAfter(period.from, -1) }
}

/** The moments between which a period lies. India has no summer time. */
export function momentsOf({ from, until }: Period): { start: Date; end: Date } {
  return { start: new Date(`${from}T00:00:00+05:30`), end: new Date(`${dayAfter(until)}T00:00:00+05:30`) }
}

/** The periods that one press chooses. */
export function listPresets(today: string): { label: string; period: Period }[] {
  const yesterday = dayAfter(today, -1)
  const lastMonth = dayAfter(daysOfMonth(today.slice(0, 7)).first, -1).slice(0, 7)
  const { first, last } = daysOfMonth(lastMonth)
  const until = today
  return [
    { label: 'Today', period: { from: today, until } },
    { label: 'Yesterday', period: { from: yesterday, until: yesterday } },
    { label: 'Last 7 days', period: { from: dayAfter(today, -6), until } },
    { label: 'Last 30 days', period: { from: dayAfter(today, -29), until } },
    { label: 'This month', period: { from: daysOfMonth(today.slice(0, 7)).first, until } },
    { label: 'Last month', period: { from: first, until: last } },
    { label: 'This financial year', period: { from: firstDayOfFinancialYear(today), until } },
  ]
}

/** The first of the presets that are these days: on the 30th this month is the last 30 days. */
export function findPreset({ from, until }: Period, today: string) {
  return listPresets(today).find(({ period }) => period.from === from && period.until === until)
}

function parseDay(text: string | null): string | undefined {
  return text !== null && isCalendarDay(text) && text >= '2000-01-01' && text <= '2099-12-31' ? text : undefined
}

/** `from` and `until` of an address; the last 30 days where one is missing or wrong. Days in the wrong sequence are exchanged. */
export function parsePeriod(params: URLSearchParams, now: Date): Period {
  const today = calendarDay(now)
  const from = parseDay(params.get('from'))
  const until = parseDay(params.get('until'))
  if (!from || !until) return { from: dayAfter(today, -29), until: today }
  return from <= until ? { from, until } : { from: until, until: from }
}
