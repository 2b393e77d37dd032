/**
 * Tests whether two samples come from one distribution.
 *
 * @returns `slower`: how probably a value of the first is larger than one of the second; `p` of the Mann–Whitney test that
 *   this is a half, two-sided; `distance`: the largest one between their distribution functions (Kolmogorov–Smirnov)
 */
export function compare(first: readonly number[], second: readonly number[]) {
  const [n, m] = [first.length, second.length]
  const sorted = [...first.map((value) => ({ value, of: 0 })), ...second.map((value) => ({ value, of: 1 }))].sort(
    (a, b) => a.value - b.value,
  )
  let [below, larger, distance] = [0, 0, 0]
  let seen = 0
  for (const { of } of sorted) {
    if (of === 1) below += 1
    else {
      larger += below
      seen += 1
    }
    distance = Math.max(distance, Math.abs(seen / n - below / m))
  }
  const deviation = Math.sqrt((n * m * (n + m + 1)) / 12)
  const z = Math.abs(larger - (n * m) / 2) / deviation
  return { slower: larger / (n * m), p: 2 * (1 - normal(z)), distance }
}

/** The normal distribution function for z ≥ 0, to 7.5e-8 (Abramowitz and Stegun 26.2.17). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series
}
