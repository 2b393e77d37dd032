import { formatRupees, type Rupees } from '#domain/money.ts'
import { formatDateTime } from '#domain/time.ts'

export const OFFER_KINDS = { percent: 'Percent off', rupees: 'Rupees off', 'buy-get': 'Buy and get' } as const
export type OfferKind = keyof typeof OFFER_KINDS

export const APPLIES_TO = {
  all: 'All products',
  collection: 'Collection',
  products: 'Products',
  order: 'The order',
} as const
export type AppliesTo = keyof typeof APPLIES_TO

export type Offer = {
  id: number
  name: string
  kind: OfferKind
  /** Percent or rupees; 0 for `buy-get`. */
  amount: number
  /** Of `buy-get`: so many are bought, so many of the cheapest are free; otherwise 0. */
  buy: number
  get: number
  appliesTo: AppliesTo
  /** Null: it applies to something else, or its collection was deleted. */
  collectionId: number | null
  startsAt: Date
  /** Null: until it is ended. */
  endsAt: Date | null
  /** Rupees of the cart before discounts; 0: any. */
  smallestOrder: Rupees
  firstOrderOnly: boolean
  paidOnlineOnly: boolean
  /** In capitals; empty: it has none, or only made ones. */
  code: string
  /** It needs a code, its own or a made one. */
  needsCode: boolean
  /** 0: no limit. */
  usesInAll: number
  usesByPerson: number
  /** The email of the only one who can use it; empty: anyone. */
  onlyFor: string
  /** It adds up with others that do. */
  addsUp: boolean
  version: number
}

export type OfferState = 'soon' | 'now' | 'ended'

export function stateOf({ startsAt, endsAt }: Pick<Offer, 'startsAt' | 'endsAt'>, now: Date): OfferState {
  if (endsAt && endsAt <= now) return 'ended'
  return startsAt > now ? 'soon' : 'now'
}

/** Such an offer is the same for everybody, so it shows as the price of its products; the column `is_price` says so in SQL. */
export function isPriceOffer(offer: Omit<Offer, 'id' | 'version'>): boolean {
  const { kind, appliesTo, smallestOrder, usesInAll, usesByPerson, onlyFor } = offer
  return (
    kind !== 'buy-get' &&
    appliesTo !== 'order' &&
    !(offer.needsCode || offer.firstOrderOnly || offer.paidOnlineOnly || onlyFor) &&
    smallestOrder + usesInAll + usesByPerson === 0
  )
}

export type Reduction = Pick<Offer, 'kind' | 'amount'>

/** A price with an offer, rounded in the shopper's favour: the function `reduced_price` in SQL. */
export function reducedPrice({ kind, amount }: Reduction, price: Rupees): Rupees {
  return kind === 'percent' ? Math.floor((price * (100 - amount)) / 100) : Math.max(0, price - amount)
}

/** `20% off all products`, `Buy 2, get 1 free`. @param of the name of its collection, or a number of products */
export function inWords({ kind, amount, buy, get, appliesTo }: Omit<Offer, 'id'>, of: string): string {
  const target = appliesTo === 'all' ? 'all products' : appliesTo === 'order' ? 'the order' : of
  if (kind === 'buy-get') return `Buy ${buy}, get ${get} free: ${target}`
  return `${kind === 'percent' ? `${amount}%` : formatRupees(amount)} off ${target}`
}

export function conditionsOf(offer: Pick<Offer, 'smallestOrder' | 'firstOrderOnly' | 'paidOnlineOnly' | 'onlyFor'>) {
  return [
    offer.smallestOrder > 0 && `from ${formatRupees(offer.smallestOrder)}`,
    offer.firstOrderOnly && 'first order',
    offer.paidOnlineOnly && 'paid online',
    offer.onlyFor && `for ${offer.onlyFor}`,
  ].filter((text) => text !== false && text !== '')
}

/** Fields of the checkout: a code, and the rupees that the shopper saw taken off. */
export const OFFER_CODE = 'offerCode'
export const OFFER_SEEN = 'offersTakeOff'
export const CODE_MAX = 40

/** A code as codes are compared: without spaces, in capitals. */
export function plainCode(typed: string): string {
  return typed.replace(/\s+/g, '').toUpperCase()
}

/** The reason for which an offer does not hold for a cart. */
export type OfferRefusal =
  | { kind: 'unknown' }
  | { kind: 'used-up' }
  | { kind: 'used-by-you'; times: number }
  | { kind: 'another-person' }
  /** Nobody has shown that this account's email is theirs. */
  | { kind: 'unconfirmed' }
  | { kind: 'log-in' }
  | { kind: 'ended'; at: Date }
  | { kind: 'not-yet'; at: Date }
  | { kind: 'too-small'; from: Rupees }
  | { kind: 'not-first' }
  | { kind: 'cash' }
  | { kind: 'no-goods' }
  /** Another offer gives more. */
  | { kind: 'less'; than: string }

export function refusalText(refusal: OfferRefusal): string {
  switch (refusal.kind) {
    case 'unknown':
      return 'We don’t know this code. Please check it.'
    case 'used-up':
      return 'This code has been used up.'
    case 'used-by-you':
      return refusal.times === 1
        ? 'You have used this code already, with this account or mobile number.'
        : `You have used this code ${refusal.times} times already, with this account or mobile number.`
    case 'another-person':
      return 'This code is for another person.'
    case 'unconfirmed':
      return 'This code is for your email only. Confirm your email in your account to use it.'
    case 'log-in':
      return 'Log in to use this code.'
    case 'ended':
      return `This code expired on ${formatDateTime(refusal.at)}.`
    case 'not-yet':
      return `This code can be used from ${formatDateTime(refusal.at)}.`
    case 'too-small':
      return `This code can be used from an order of ${formatRupees(refusal.from)}.`
    case 'not-first':
      return 'This code is for a first order. This account or mobile number has one already.'
    case 'cash':
      return 'This code is for orders that are paid online.'
    case 'no-goods':
      return 'This code takes nothing off your cart, or less than its prices have off already.'
    case 'less':
      return `“${refusal.than}” takes more off this cart, so it is used in place of your code.`
  }
}

/** A line of the cart that names an offer. */
export type ShownOffer = { name: string; discount: Rupees; why: string; isTyped: boolean }
/** `refusal`: why the typed code takes nothing off. */
export type ShownOffers = { offers: ShownOffer[]; discount: Rupees; refusal?: string }

export type QuotedOffers = Record<'online' | 'cash', ShownOffers> & {
  /** Milliseconds until one of them ends; absent: none does. */
  endsIn?: number
}

/** An offer of an order or of an open payment, as it was decided. `code`: with which it was used; empty: without one. */
export type OfferUse = { id: number; name: string; discount: Rupees; code: string }

export function hasSameUses(one: readonly OfferUse[], other: readonly OfferUse[]): boolean {
  const keyOf = (uses: readonly OfferUse[]) => uses.map(({ id, discount, code }) => `${id} ${discount} ${code}`).join()
  return keyOf(one) === keyOf(other)
}
