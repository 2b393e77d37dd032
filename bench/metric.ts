/** One row of the results table. */
export type Metric = {
  work: string
  ours: string
  /** The baseline: the best that this machine can do, measured in the same minute. */
  limit?: string
  ratio?: string
  wanted: string
  good: boolean
}

/** @param wanted minimum ratio to the limit */
export function atLeast(work: string, ours: number, limit: number, wanted: number, unit: string): Metric {
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

/** @param wanted maximum ratio to the limit */
export function atMost(work: string, ours: number, limit: number, wanted: number, unit: string): Metric {
  return { ...atLeast(work, ours, limit, wanted, unit), wanted: `at most ${wanted} ×`, good: ours / limit <= wanted }
}

export function under(work: string, ours: number, most: number, unit: string): Metric {
  return { work, ours: `${show(ours)} ${unit}`, wanted: `under ${show(most)} ${unit}`, good: ours < most }
}

export function median(values: number[]): number {
  return quantile(values, 0.5)
}

export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (value === undefined) throw new Error('No measurements')
  return value
}

function show(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-IN') : String(Number(value.toPrecision(3)))
}
