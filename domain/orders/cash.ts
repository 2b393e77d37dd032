import { formatRupees, type Rupees } from '#domain/money.ts'
import type { Settings } from '#domain/shop/settings.ts'

/** Why an order cannot be paid in cash. Limits in rupees; 0: none. */
export type CashRefusal = { kind: 'off' } | { kind: 'outside-limits'; smallest: Rupees; largest: Rupees }

type CashSettings = Pick<Settings, 'cashOnDelivery' | 'smallestCashOrder' | 'largestCashOrder'>

/** Undefined: cash is possible. The cart says it before the press, and the server decides by it. */
export function findCashRefusal(settings: CashSettings, total: Rupees): CashRefusal | undefined {
  const { cashOnDelivery, smallestCashOrder: smallest, largestCashOrder: largest } = settings
  // Nothing has to be collected, and online payment takes no order that costs nothing.
  if (total === 0) return undefined
  if (!cashOnDelivery) return { kind: 'off' }
  if (total < smallest || (largest > 0 && total > largest)) return { kind: 'outside-limits', smallest, largest }
  return undefined
}

export function cashMessage(refusal: CashRefusal, mayPayOnline: boolean): string {
  if (refusal.kind === 'off') {
    return mayPayOnline
      ? 'Cash on delivery is not available. Pay online instead.'
      : 'We can’t take orders at the moment. Your cart is saved. Please come back later.'
  }
  const limits = `Cash on delivery is possible ${rangeOf(refusal)}`
  return mayPayOnline
    ? `${limits}. Pay online instead.`
    : `${limits}, and online payment is not available at the moment. Please change your cart.`
}

function rangeOf({ smallest, largest }: { smallest: Rupees; largest: Rupees }): string {
  if (largest === 0) return `from ${formatRupees(smallest)}`
  if (smallest === 0) return `up to ${formatRupees(largest)}`
  return `from ${formatRupees(smallest)} to ${formatRupees(largest)}`
}
