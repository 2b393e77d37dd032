import type { Rupees } from '#domain/money.ts'
import type { QuotedOffers, ShownOffers } from '#domain/offers/offer.ts'
import { partPaidNow } from '#domain/shop/part-paid.ts'
import type { QuotedFee } from '#server/delivery/fee.ts'

/** How an order is paid; the values of the cards. */
export type PaymentWay = 'online' | 'part' | 'cash'

/** The parts of a cart's price, as far as the page knows them. */
export type Quoted = {
  subtotal: Rupees
  offers: QuotedOffers | undefined
  /** Undefined: delivery is free. */
  fees: Record<'online' | 'cash', QuotedFee> | undefined
  /** The rest of the voucher; 0: there is none. */
  balance: Rupees
}

/** The price of a cart that is paid in one way. */
export type Price = {
  offers: ShownOffers | undefined
  /** Undefined: it is free. */
  delivery: QuotedFee | undefined
  total: Rupees
  /** The part of the total that the voucher pays. */
  byVoucher: Rupees
  /** To be paid online or in cash. */
  rest: Rupees
}

/** Offers and delivery cost the same with a part in cash as with all of it. */
export function priceBy(way: PaymentWay, { subtotal, offers, fees, balance }: Quoted): Price {
  const paid = way === 'online' ? 'online' : 'cash'
  const delivery = fees?.[paid]
  const total = Math.max(0, subtotal - (offers?.[paid].discount ?? 0)) + (delivery?.fee ?? 0)
  const byVoucher = Math.min(total, balance)
  return { offers: offers?.[paid], delivery, total, byVoucher, rest: total - byVoucher }
}

/** The amounts paid online now, and in cash on delivery. */
export type Parts = { now: Rupees; rest: Rupees }

/** @param setting as `PART_PAID` has it @returns undefined: nothing is paid in two parts */
export function partsOf(setting: string, amount: Rupees): Parts | undefined {
  const now = partPaidNow(setting, amount)
  return now === undefined ? undefined : { now, rest: amount - now }
}

/** The ways that the shop takes, the first one first. */
export function waysToPay(takes: { online: boolean; parts: boolean; cash: boolean }): PaymentWay[] {
  const { online, parts, cash } = takes
  const ways: (PaymentWay | false)[] = [online && 'online', online && cash && parts && 'part', cash && 'cash']
  return ways.filter((way) => way !== false)
}
