/** One line of the table: what was measured, what we got, and what it is held against. */
export type Figure = {
  work: string
  ours: string
  /** What this machine can do at best, measured in the same minute. */
  limit?: string
  ratio?: string
  wanted: string
  good: boolean
}

/** @param wanted the least share of the limit */
export function atLeast(work: string, ours: number, limit: number, wanted: number, unit: string): Figure {
  const ratio = ours / limit
  return {
    work,
    ours: `${show(ours)} ${unit}`,
    limit: `${show(limit)} ${unit}`,
    ratio: ratio.toFixed(2),
    wanted: `at least ${wanted} ×`,
    good: ratio >= wanted,
  }
}

/** @param wanted the most times the limit */
export function atMost(work: string, ours: number, limit: number, wanted: number, unit: string): Figure {
  return { ...atLeast(work, ours, limit, wanted, unit), wanted: `at most ${wanted} ×`, good: ours / limit <= wanted }
}

export function under(work: string, ours: number, most: number, unit: string): Figure {
  return { work, ours: `${show(ours)} ${unit}`, wanted: `under ${show(most)} ${unit}`, good: ours < most }
}

export function median(values: number[]): number {
  return quantile(values, 0.5)
}

export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (value === undefined) throw new Error('Nothing was measured')
  return value
}

function show(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-IN') : String(Number(value.toPrecision(3)))
}
