import type { Revenue } from '#server/admin/overview-queries.ts'

/** Rupees of the last day, and of its week from Monday on. */
export function salesNow({ days }: Pick<Revenue, 'days'>): { today: number; week: number } {
  const today = days.at(-1)
  const sinceMonday = today ? (new Date(today.day).getUTCDay() + 6) % 7 : 0
  const week = days.slice(-1 - sinceMonday).reduce((sum, { amount }) => sum + amount, 0)
  return { today: today?.amount ?? 0, week }
}
