import { formatRupees, type Rupees } from '#domain/money.ts'

/**
 * The borders between bands of prices, in rupees. The same in every shop and at all times, so that an
 * address keeps its meaning when prices change; bands that no product is in are not shown.
 */
export const BAND_STARTS: readonly Rupees[] = [
  100, 200, 300, 500, 1000, 2000, 3000, 5000, 10_000, 20_000, 30_000, 50_000, 100_000, 200_000, 300_000, 500_000,
]

/** Whole rupees, both included; the highest band has no end. */
export type PriceBand = { from: Rupees; to?: Rupees }

const BANDS: readonly PriceBand[] = [0, ...BAND_STARTS].map((from, index) => {
  const next = BAND_STARTS[index]
  return next === undefined ? { from } : { from, to: next - 1 }
})

/** As addresses name it: `1000-1999`, the highest one `500000-`. */
function nameOf({ from, to }: PriceBand): string {
  return `${from}-${to ?? ''}`
}

export const PRICE_BANDS: readonly string[] = BANDS.map(nameOf)

const byName = new Map(BANDS.map((band) => [nameOf(band), band]))

export function findBand(name: string): PriceBand | undefined {
  return byName.get(name)
}

export function bandOf(price: Rupees): string {
  return bandAt(BAND_STARTS.filter((start) => start <= price).length)
}

/** @param number of band starts at or below a price, as the database counts them too */
export function bandAt(number: number): string {
  return PRICE_BANDS[number] as string
}

/** `₹1,000 – ₹1,999`, `Under ₹100`, `₹5,00,000 and above`. */
export function labelOfBand({ from, to }: PriceBand): string {
  if (to === undefined) return `${formatRupees(from)} and above`
  return from === 0 ? `Under ${formatRupees(to + 1)}` : `${formatRupees(from)} – ${formatRupees(to)}`
}

/** `Under ₹500`, for a band below which nothing costs less. */
export function labelUpTo(name: string): string {
  const band = findBand(name) ?? { from: 0 }
  return labelOfBand(band.to === undefined ? band : { ...band, from: 0 })
}

export function listBands(): { value: string; label: string }[] {
  return BANDS.map((band) => ({ value: nameOf(band), label: labelOfBand(band) }))
}
