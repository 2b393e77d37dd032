import { type Paise, type Rupees, toPaise } from '#domain/money.ts'
import type { LineAmount, LineQuantity, Shipment } from './shipment.ts'

export type PricedLine = { price: Rupees; quantity: number; discount?: Paise | undefined }

/** Paid, or to be paid, for all units of a line. */
export function paidFor({ price, quantity, discount = 0 }: PricedLine): Paise {
  return toPaise(price * quantity) - discount
}

/** An order's total: its lines, and the delivery. Discounts are whole rupees in all, so the total is too. */
export function orderTotal(lines: readonly PricedLine[], deliveryFee: Rupees = 0): Rupees {
  return Math.round(lines.reduce((sum, line) => sum + paidFor(line), 0) / 100) + deliveryFee
}

/**
 * Shares of an amount in proportion to weights, by the largest remainder: they add up to the amount exactly, and none is more
 * than its weight while the amount is not more than all of them. The first of equal remainders gets the odd unit.
 */
export function spread(amount: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  if (all === 0) return weights.map(() => 0)
  // Whole numbers of any size, because products of paise lose digits as floats.
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight))
  const shares = exact.map((product) => Number(product / BigInt(all)))
  let odd = amount - shares.reduce((sum, share) => sum + share, 0)
  const byRemainder = exact
    .map((product, index) => ({ index, rest: product % BigInt(all) }))
    .sort((one, other) => (one.rest === other.rest ? one.index - other.index : one.rest < other.rest ? 1 : -1))
  for (const { index } of byRemainder) if (odd-- > 0) shares[index] = (shares[index] ?? 0) + 1
  return shares
}

/**
 * The amount of some units of a line, as a difference of rounded sums: the shares of all its units add up to the line exactly.
 *
 * @param before units of which the shares were taken before
 */
export function shareOf(
  { amount, quantity }: Pick<LineAmount, 'amount' | 'quantity'>,
  units: number,
  before = 0,
): Paise {
  const upTo = (count: number) => Math.round((amount * Math.min(count, quantity)) / quantity)
  return upTo(before + units) - upTo(before)
}

/** The part of an order's lines that is left, with its price. @param taken the part that was sent */
export function leftOf(ordered: readonly PricedLine[], taken: readonly LineAmount[]): LineAmount[] {
  return ordered.flatMap((line, position) => {
    const gone = taken.filter((part) => part.position === position)
    const quantity = line.quantity - gone.reduce((sum, part) => sum + part.quantity, 0)
    if (quantity <= 0) return []
    const amount = paidFor(line) - gone.reduce((sum, part) => sum + part.amount, 0)
    return [{ position, quantity, amount: Math.max(0, amount) }]
  })
}

/** These units with their amounts. @param from lines of which they are a part, such as what is left of an order */
export function amountsOf(units: readonly LineQuantity[], from: readonly LineAmount[]): LineAmount[] {
  return units.map(({ position, quantity }) => {
    const line = from.find((one) => one.position === position)
    return { position, quantity, amount: line ? shareOf(line, quantity) : 0 }
  })
}

export function sumOfAmounts(lines: readonly Pick<LineAmount, 'amount'>[]): Paise {
  return lines.reduce((sum, { amount }) => sum + amount, 0)
}

/** Parcels with which goods of the order are sold, and that are not cancelled. */
export function soldIn<Parcel extends Pick<Shipment, 'kind' | 'step'>>(parcels: readonly Parcel[]): Parcel[] {
  return parcels.filter(({ kind, step }) => kind === 'sale' && step !== 'cancelled')
}

/** The price of a parcel, with the delivery fee that it bears. */
export function priceOf({ lines, fee }: { lines: readonly LineAmount[]; fee: Rupees }): Paise {
  return sumOfAmounts(lines) + toPaise(fee)
}

/** Rupees of an order's delivery fee that no parcel bears yet. */
export function feeLeft(
  { deliveryFee = 0 }: { deliveryFee?: Rupees | undefined },
  parcels: readonly Pick<Shipment, 'fee'>[],
): Rupees {
  return Math.max(0, deliveryFee - parcels.reduce((sum, { fee }) => sum + fee, 0))
}
