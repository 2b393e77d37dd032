import type { Paise } from '#domain/money.ts'

/**
 * Why a part of an order's money goes back. `price-reduced`: agreed on a lower price; `item-missing`: it was not in the
 * parcel; `goodwill`: no price is reduced; `returned`: it settles a return request.
 */
export type OrderRefundReason = 'price-reduced' | 'goodwill' | 'item-missing' | 'returned'

/** The share of a line; `quantity` is how many of it are missing, 0 when only their price is reduced. */
export type RefundLine = { position: number; quantity: number; amount: Paise }

/**
 * Shares of an amount among lines in proportion to their prices. They are differences of rounded sums, so that they add up
 * and none is more than its price.
 */
export function shareOut(amount: Paise, prices: readonly Paise[]): Paise[] {
  const all = prices.reduce((sum, price) => sum + price, 0)
  if (all === 0) return prices.map(() => 0)
  let sum = 0
  return prices.map((price) => {
    const before = Math.round((amount * sum) / all)
    sum += price
    return Math.round((amount * sum) / all) - before
  })
}

/** Goodwill reduces no price, so it has no credit note (CGST Act 2017, section 34(1)). */
export function isCredited(reason: OrderRefundReason): boolean {
  return reason !== 'goodwill'
}

/** What is left of these lines after a part of them was credited. */
export function withoutCredited(lines: readonly RefundLine[], credited: readonly RefundLine[]): RefundLine[] {
  return lines
    .map((line) => {
      const done = credited.filter(({ position }) => position === line.position)
      return {
        position: line.position,
        quantity: Math.max(0, line.quantity - done.reduce((sum, { quantity }) => sum + quantity, 0)),
        amount: line.amount - done.reduce((sum, { amount }) => sum + amount, 0),
      }
    })
    .filter(({ amount }) => amount > 0)
}
