import type { ProductId } from '#domain/catalog/product.ts'
import { type Paise, type Rupees, toPaise } from '#domain/money.ts'
import { spread } from '#domain/orders/amounts.ts'
import type { OrderDecision } from '#domain/orders/order.ts'
import { isPriceOffer, type Offer, type OfferRefusal, stateOf } from './offer.ts'

export type OfferLine = {
  id: ProductId
  price: Rupees
  quantity: number
  /** The price without the offer that it shows already; absent: it shows none. */
  regular?: Rupees | undefined
  /** Paise that a set's price has taken off it already. */
  discount?: Paise | undefined
  /** Ids of the offers that name its product, by itself or by a collection. */
  offers: readonly number[]
}

/** The facts about the buyer on which offers depend. */
export type Buyer = {
  /** Undefined: not logged in, so nothing is known about the buyer. */
  email: string | undefined
  /** They have shown that emails to this address reach them. */
  isConfirmed: boolean
  isFirstOrder: boolean
  paysOnline: boolean
}

export type UsableOffer = Offer & {
  /** Uses by orders that stand and by open payments: of all buyers, and of this one. */
  used: number
  usedByBuyer: number
}

/** A code that was typed, with the offer that it belongs to. `isUsed`: a made code, which another order has. */
export type TypedCode = { offerId: number | undefined; isUsed: boolean }

export type AppliedOffer = { id: number; name: string; discount: Rupees }

export type OffersDecision = {
  /** The offers that hold; more than one only where they add up. */
  applied: AppliedOffer[]
  discount: Rupees
  /** Paise off each line. */
  shares: Paise[]
  /** The number of offers that take something off. */
  considered: number
  /** The reason for which the typed code takes nothing off. */
  refusal?: OfferRefusal
}

type Candidate = { offer: UsableOffer; parts: Paise[] }

/**
 * The best of the offers on an order. Offers do not add up, unless each of them says so; and a line whose price is an
 * offer gets only what an offer on the order takes off beyond it. The discount is in whole rupees, rounded in the shopper's
 * favour.
 *
 * @param offers with or without codes, such as all that are stored; one on prices changes nothing here
 */
export function decideOffers(
  lines: readonly OfferLine[],
  offers: readonly UsableOffer[],
  { buyer, now, code }: { buyer: Buyer; now: Date; code?: TypedCode | undefined },
): OffersDecision {
  const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const candidates: Candidate[] = []
  let refusal: OfferRefusal | undefined = code && { kind: code.isUsed ? 'used-up' : 'unknown' }
  for (const offer of offers) {
    const isTyped = offer.id === code?.offerId && !code.isUsed
    if (isPriceOffer(offer) || (offer.needsCode && !isTyped)) continue
    const parts = partsOf(offer, lines)
    const refused = findRefusal(offer, { subtotal, buyer, now }) ?? (sumOf(parts) === 0 ? NO_GOODS : undefined)
    if (isTyped) refusal = refused
    if (refused) continue
    // Of equal ones the typed code is used.
    if (isTyped) candidates.unshift({ offer, parts })
    else candidates.push({ offer, parts })
  }
  const chosen = bestOf(candidates, lines)
  const typed = candidates.find(({ offer }) => offer.id === code?.offerId && !code.isUsed)
  if (typed && !chosen.includes(typed))
    refusal = { kind: 'less', than: chosen.map(({ offer }) => offer.name).join(', ') }
  return { ...totalOf(chosen, lines), considered: candidates.length, ...(refusal && { refusal }) }
}

const NO_GOODS: OfferRefusal = { kind: 'no-goods' }

function findRefusal(
  offer: UsableOffer,
  { subtotal, buyer, now }: { subtotal: Rupees; buyer: Buyer; now: Date },
): OfferRefusal | undefined {
  const { startsAt, endsAt, smallestOrder, usesInAll, usesByPerson, onlyFor } = offer
  const state = stateOf(offer, now)
  if (state === 'ended') return { kind: 'ended', at: endsAt ?? now }
  if (state === 'soon') return { kind: 'not-yet', at: startsAt }
  if (usesInAll > 0 && offer.used >= usesInAll) return { kind: 'used-up' }
  if (buyer.email === undefined && (onlyFor || offer.firstOrderOnly || usesByPerson > 0)) return { kind: 'log-in' }
  if (onlyFor && onlyFor !== buyer.email?.toLowerCase()) return { kind: 'another-person' }
  if (onlyFor && !buyer.isConfirmed) return { kind: 'unconfirmed' }
  if (usesByPerson > 0 && offer.usedByBuyer >= usesByPerson) return { kind: 'used-by-you', times: usesByPerson }
  if (offer.firstOrderOnly && !buyer.isFirstOrder) return { kind: 'not-first' }
  if (subtotal < smallestOrder) return { kind: 'too-small', from: smallestOrder }
  if (offer.paidOnlineOnly && !buyer.paysOnline) return { kind: 'cash' }
  return undefined
}

/** The discount of an offer on each line, beyond what its price has off already. */
function partsOf(offer: UsableOffer, lines: readonly OfferLine[]): Paise[] {
  const regular = lines.map((line) => (offer.addsUp ? line.price : (line.regular ?? line.price)))
  const fits = lines.map(
    ({ offers }) => offer.appliesTo === 'order' || offer.appliesTo === 'all' || offers.includes(offer.id),
  )
  return offFrom(offer, lines, regular, fits).map((off, index) => {
    const line = lines[index]
    if (!line || offer.addsUp) return off
    return Math.max(0, off - toPaise(((regular[index] ?? 0) - line.price) * line.quantity) - (line.discount ?? 0))
  })
}

function offFrom(
  { kind, amount, buy, get, appliesTo }: Offer,
  lines: readonly OfferLine[],
  regular: readonly Rupees[],
  fits: readonly boolean[],
): Paise[] {
  const prices = lines.map((_, index) => (fits[index] ? (regular[index] ?? 0) : 0))
  const sums = lines.map(({ quantity }, index) => toPaise((prices[index] ?? 0) * quantity))
  // Prices are whole rupees, so a percentage of one is whole paise.
  if (kind === 'percent') return sums.map((sum) => (sum / 100) * amount)
  if (kind === 'rupees' && appliesTo === 'order') return spread(Math.min(toPaise(amount), sumOf(sums)), sums)
  if (kind === 'rupees')
    return lines.map(({ quantity }, index) => toPaise(Math.min(amount, prices[index] ?? 0) * quantity))
  return freeUnits(lines, prices, fits, { buy, get })
}

/** Of each `buy + get` units the cheapest are free; of units that are left over, those beyond `buy`. */
function freeUnits(
  lines: readonly OfferLine[],
  prices: readonly Rupees[],
  fits: readonly boolean[],
  { buy, get }: { buy: number; get: number },
): Paise[] {
  const units = lines.reduce((sum, { quantity }, index) => sum + (fits[index] ? quantity : 0), 0)
  const over = units % (buy + get)
  let free = ((units - over) / (buy + get)) * get + Math.max(0, over - buy)
  const parts = lines.map(() => 0)
  const cheapest = [...lines.keys()].filter((index) => fits[index]).sort((a, b) => (prices[a] ?? 0) - (prices[b] ?? 0))
  for (const index of cheapest) {
    const taken = Math.min(free, lines[index]?.quantity ?? 0)
    parts[index] = toPaise((prices[index] ?? 0) * taken)
    free -= taken
  }
  return parts
}

/** The one that takes most off, or all that add up if they take more; of equal ones the first. */
function bestOf(candidates: readonly Candidate[], lines: readonly OfferLine[]): Candidate[] {
  const together = candidates.filter(({ offer }) => offer.addsUp)
  const choices = [...candidates.map((one) => [one]), ...(together.length > 1 ? [together] : [])]
  let best: Candidate[] = []
  for (const choice of choices) if (totalOf(choice, lines).discount > totalOf(best, lines).discount) best = choice
  return best
}

/** In paise first, then rounded to the rupee in all; the paise of rounding go off what is left of the lines. */
function totalOf(
  chosen: readonly Candidate[],
  lines: readonly OfferLine[],
): Pick<OffersDecision, 'applied' | 'discount' | 'shares'> {
  const left = lines.map(({ price, quantity, discount: off = 0 }) => toPaise(price * quantity) - off)
  const shares = lines.map(() => 0)
  const applied: AppliedOffer[] = []
  let discount = 0
  for (const { offer, parts } of chosen) {
    const taken = parts.map((part, index) => Math.min(part, left[index] ?? 0))
    const exact = sumOf(taken)
    const rounded = Math.ceil(exact / 100)
    const room = left.map((amount, index) => amount - (taken[index] ?? 0))
    const odd = spread(toPaise(rounded) - exact, room)
    for (const index of lines.keys()) {
      const share = (taken[index] ?? 0) + (odd[index] ?? 0)
      shares[index] = (shares[index] ?? 0) + share
      left[index] = (left[index] ?? 0) - share
    }
    if (rounded > 0) applied.push({ id: offer.id, name: offer.name, discount: rounded })
    discount += rounded
  }
  return { applied, discount, shares }
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

type Decided = Extract<OrderDecision, { ok: true }>

/** An order with what offers take off it. */
export function withOffers(order: Decided, { shares, discount, applied }: OffersDecision): Decided {
  if (discount === 0) return order
  return {
    ...order,
    lines: order.lines.map((line, index) => ({ ...line, discount: (line.discount ?? 0) + (shares[index] ?? 0) })),
    totalAmount: order.totalAmount - discount,
    terms: { ...order.terms, offer: { name: applied.map(({ name }) => name).join(', '), discount } },
  }
}

/** A line of an order after a change; `before`: as it was, with what offers took off it, if it was there. */
export type ChangedOfferLine = Pick<OfferLine, 'price' | 'regular' | 'quantity' | 'discount'> & {
  before?: { quantity: number; discount?: Paise | undefined }
  /** Units of it that have left the shop. */
  sent: number
}

/**
 * The discounts of an order of which a part has left the shop with its amounts: each line keeps its share for the units
 * that stay. The whole is rounded to the rupee in the buyer's favour, off lines that have not left.
 */
export function keepShares(lines: readonly ChangedOfferLine[]): Pick<OffersDecision, 'discount' | 'shares'> {
  const shares = lines.map(({ quantity, before }) => {
    if (!before?.discount) return 0
    return quantity >= before.quantity ? before.discount : Math.floor((before.discount * quantity) / before.quantity)
  })
  const exact = sumOf(shares)
  const room = lines.map(({ price, quantity, sent, discount = 0 }, index) =>
    sent < quantity ? toPaise(price * quantity) - discount - (shares[index] ?? 0) : 0,
  )
  const odd = Math.min((100 - (exact % 100)) % 100, sumOf(room))
  const more = spread(odd, room)
  return { discount: Math.ceil(exact / 100), shares: shares.map((share, index) => share + (more[index] ?? 0)) }
}
