import { formatRupees, type Rupees } from '#domain/money.ts'

/** `zone`: States and pincodes with commas, as they were typed. `upToKg` 0: any weight. */
export type FeeRow = { zone: string; upToKg: number; fee: Rupees }

export type FeeSettings = { deliveryFees: readonly FeeRow[]; freeFrom: Rupees }

export function highestFee({ deliveryFees }: Pick<FeeSettings, 'deliveryFees'>): Rupees {
  return Math.max(0, ...deliveryFees.map(({ fee }) => fee))
}

/** `₹49 to ₹199`; undefined: delivery is free. */
export function feeRange(settings: Pick<FeeSettings, 'deliveryFees'>): string | undefined {
  const highest = highestFee(settings)
  if (highest === 0) return undefined
  const lowest = Math.min(...settings.deliveryFees.map(({ fee }) => fee))
  return lowest === highest ? formatRupees(highest) : `${formatRupees(lowest)} to ${formatRupees(highest)}`
}
