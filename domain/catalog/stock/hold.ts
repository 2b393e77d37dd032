import { MAX_QUANTITY } from '#domain/catalog/product.ts'

/** How long an online payment keeps its units, counted from when its checkout was first opened. */
export const HOLD_SECONDS = 15 * 60
/** After this long without a hold, a checkout that is opened again counts as a new one. */
const DAY_SECONDS = 24 * 60 * 60
/** Checkouts of one account that may hold units within a day without being paid. */
const UNPAID_A_DAY = 5
/** The most that one account holds at the same time: less than a whole shop, but enough for 99 of one product. */
const MAX_VARIANTS = 10
const MAX_UNITS = MAX_QUANTITY

export type HoldFacts = {
  /** Until the hold of this checkout ends; negative: since it has ended; undefined: it has had none. */
  secondsLeft: number | undefined
  /** Other checkouts of this account that held units within a day and became no order. */
  unpaid: number
  /** The variants and units that those checkouts hold now. */
  variants: number
  units: number
}

/**
 * The units that an online payment holds, and for how long. A limited hold refuses no payment: units that are not held
 * are sold to the one who pays first.
 */
export function decideHold<T extends { quantity: number }>(
  wanted: readonly T[],
  { secondsLeft, unpaid, variants, units }: HoldFacts,
): { held: T[]; seconds: number } {
  const isNew = secondsLeft === undefined || secondsLeft < -DAY_SECONDS
  const seconds = isNew ? HOLD_SECONDS : secondsLeft
  if (seconds <= 0 || (isNew && unpaid >= UNPAID_A_DAY)) return { held: [], seconds: 0 }
  let unitsLeft = MAX_UNITS - units
  const held = wanted.slice(0, Math.max(0, MAX_VARIANTS - variants)).flatMap((one) => {
    const quantity = Math.min(one.quantity, unitsLeft)
    unitsLeft -= quantity
    return quantity > 0 ? [{ ...one, quantity }] : []
  })
  return { held, seconds }
}
