import type { ProductId } from '#domain/catalog/product.ts'
import { formatRupees, type Paise, type Rupees } from '#domain/money.ts'
import {
  type ChangedOfferLine,
  decideOffers,
  keepShares,
  type OfferLine,
  type OffersDecision,
  withOffers,
} from '#domain/offers/decide.ts'
import {
  conditionsOf,
  inWords,
  type OfferUse,
  plainCode,
  type QuotedOffers,
  refusalText,
  type ShownOffers,
} from '#domain/offers/offer.ts'
import type { OrderDecision, QuotedLine } from '#domain/orders/order.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import type { RateLimitKey } from '#server/http/rate-limit.ts'
import type { Shop } from '#server/shop.ts'
import {
  type FoundOffer,
  findByCode,
  findOrderOffers,
  hasOrdered,
  isCodeUsed,
  isConfirmed,
  listOfferUses,
  lockOffersById,
  type Person,
} from './use-queries.ts'

/** A code as it was typed, with the offer that it belongs to. */
export type FoundCode = { code: string; offerId: number | undefined; isMade: boolean }

/** The offers that a checkout names: its code, and the rupees that the shopper saw taken off. */
export type WantedOffers = { code: FoundCode | undefined; seen: Rupees }

/**
 * Looks a code up. Five that nobody has may be tried in a minute, by an account and from a network; guests from many networks
 * have to log in after 600 in an hour.
 *
 * @returns undefined: none was typed
 */
export async function findCode(
  shop: Pick<Shop, 'db' | 'limits'>,
  typed: string,
  client: RateLimitKey,
): Promise<{ ok: true; code: FoundCode | undefined } | { ok: false; message: string; retryAfter: number }> {
  const code = plainCode(typed)
  if (code === '') return { ok: true, code: undefined }
  // Counted before it is looked up, so that many tries at once are no more than five.
  const tooMany = await shop.limits.consume('offerCode', client)
  if (tooMany) return { ok: false, ...tooMany }
  const isGuest = client.account === undefined
  const tooManyGuests = isGuest ? await shop.limits.consume('offerCodeGuests', ALL_GUESTS) : undefined
  if (tooManyGuests) return { ok: false, ...tooManyGuests, message: refusalText({ kind: 'log-in' }) }
  const found = await findByCode(shop.db, code)
  if (found) await shop.limits.giveBack('offerCode', client)
  if (found && isGuest) await shop.limits.giveBack('offerCodeGuests', ALL_GUESTS)
  return { ok: true, code: { code, offerId: found?.offerId, isMade: found?.isMade ?? false } }
}

const ALL_GUESTS = { address: 'shop' }

/** The offers of a submitted checkout. */
export async function resolveOffers(
  shop: Pick<Shop, 'db' | 'limits'>,
  typed: { code: string; seen: Rupees },
  client: RateLimitKey,
): Promise<{ ok: true; wanted: WantedOffers } | { ok: false; message: string; retryAfter: number }> {
  const found = await findCode(shop, typed.code, client)
  return found.ok ? { ok: true, wanted: { code: found.code, seen: typed.seen } } : found
}

type PricedLine = Pick<OfferLine, 'id' | 'price' | 'quantity' | 'regular' | 'discount'>

type AskedOrder = {
  lines: readonly PricedLine[]
  /** Undefined: not logged in. */
  buyer: (Person & { email: string }) | undefined
  code: FoundCode | undefined
  /** A checkout that asks again for what it holds. */
  checkoutKey?: string
  /** An order whose offers are decided again. */
  order?: { id: number; time: Date }
}

/** The offers of an order that is about to be written, with the order as they make it. */
export type LockedOffers =
  | { ok: true; decision: Decided; uses: OfferUse[] }
  /** They take another amount off than the shopper saw. */
  | { ok: false; reason: 'offers'; message: string }

type Decided = Extract<OrderDecision, { ok: true }>

/**
 * Decides the offers at this second. Call it after products and stock are locked, and before a voucher is.
 *
 * @param wanted undefined: nobody has seen a total yet
 */
export async function lockOffersForCheckout(
  tx: Transaction,
  wanted: WantedOffers | undefined,
  { priced, buyer }: { priced: Decided; buyer: Payer },
): Promise<LockedOffers> {
  const { userId, email, mobileNumber, paysOnline, checkoutKey } = buyer
  const code = wanted?.code
  const asked = { lines: priced.lines, buyer: { userId, email, mobileNumber }, code, checkoutKey }
  let offers = await readOffers(tx, asked)
  // Read again under the locks; most shops have none to lock.
  if (offers.found.some(isCounted) || code?.isMade) {
    await lockOffersById(
      tx,
      offers.found.map(({ id }) => id),
    )
    offers = await readOffers(tx, asked)
  }
  const { decision, uses } = offers.at(paysOnline, new Date())
  if (wanted && wanted.seen !== decision.discount)
    return { ok: false, reason: 'offers', message: changeText(wanted, decision) }
  return { ok: true, decision: withOffers(priced, decision), uses }
}

/** Its uses are counted, so two orders at once must not both have the last one. */
function isCounted({ usesInAll, usesByPerson, firstOrderOnly }: FoundOffer): boolean {
  return usesInAll + usesByPerson > 0 || firstOrderOnly
}

type Payer = Required<Person> & { email: string; paysOnline: boolean; checkoutKey: string }

function changeText({ code, seen }: WantedOffers, { discount, refusal }: OffersDecision): string {
  const why = code && refusal ? `${refusalText(refusal)} ` : ''
  const change = discount < seen ? `takes ${formatRupees(discount)} off now, not ${formatRupees(seen)}` : 'has changed'
  return `${why}The offer for your cart ${change}. Please check the total, then order again.`
}

/** Decides the offers of a cart or an order for each way to pay; reads only. */
async function readOffers(db: Db, asked: AskedOrder) {
  const { lines, buyer, code, ...again } = asked
  const found = await findOrderOffers(db, {
    productIds: [...new Set(lines.map(({ id }) => id))],
    buyer,
    codeOfferId: code?.offerId,
    ...again,
  })
  const isFirstOrder =
    buyer !== undefined &&
    found.some(({ firstOrderOnly }) => firstOrderOnly) &&
    !(await hasOrdered(db, buyer, again.order?.id))
  const isOwner =
    buyer !== undefined && found.some(({ onlyFor }) => onlyFor !== '') && (await isConfirmed(db, buyer.userId))
  const isUsed = code?.isMade === true && (await isCodeUsed(db, code.code, again))
  const offered = lines.map((line) => ({
    ...line,
    offers: found.filter(({ products }) => products.includes(line.id)).map(({ id }) => id),
  }))
  function at(paysOnline: boolean, now: Date) {
    const decision = decideOffers(offered, found, {
      buyer: { email: buyer?.email, isConfirmed: isOwner, isFirstOrder, paysOnline },
      now,
      code: code && { offerId: code.offerId, isUsed },
    })
    const uses = decision.applied.map((applied) => ({
      ...applied,
      code: applied.id === code?.offerId ? code.code : '',
    }))
    return { decision, uses }
  }
  return { at, found, hasOffers: found.length > 0, ends: found.flatMap(({ endsAt }) => endsAt ?? []) }
}

/**
 * The totals of an open cart for each way to pay. Lines that cannot be ordered count for nothing.
 *
 * @returns undefined: no offer on orders holds, and no code was typed
 */
export async function quoteOffers(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  { quotes, ...order }: Pick<AskedOrder, 'buyer' | 'code'> & { quotes: readonly QuotedLine[] },
): Promise<QuotedOffers | undefined> {
  // Offers go off the parts of a set, as the order has them.
  const lines = quotes.flatMap(({ price, problem, parts, ...line }): PricedLine[] =>
    price === undefined || (problem && problem.kind !== 'price-changed') ? [] : (parts ?? [{ ...line, price }]),
  )
  const decide = await readOffers(db, { ...order, lines })
  if (!decide.hasOffers && !order.code) return undefined
  const show = (paysOnline: boolean): ShownOffers => {
    const { decision } = decide.at(paysOnline, now())
    const isOnTop = lines.some(({ price, regular = price }) => regular > price)
    const offers = decision.applied.map(({ id, name, discount }) => {
      const offer = decide.found.find((one) => one.id === id)
      return {
        name,
        discount,
        why: offer ? whyOf(offer, { ...decision, isOnTop }) : '',
        isTyped: id === order.code?.offerId,
      }
    })
    return { offers, discount: decision.discount, ...(decision.refusal && { refusal: refusalText(decision.refusal) }) }
  }
  const ends = decide.ends.map((end) => end.getTime() - now().getTime())
  return { online: show(true), cash: show(false), ...(ends.length > 0 && { endsIn: Math.max(0, Math.min(...ends)) }) }
}

/** @param isOnTop the price of a line has an offer already, of which an offer on the order takes off the rest */
function whyOf(offer: FoundOffer, { considered, isOnTop }: { considered: number; isOnTop: boolean }): string {
  const words = [inWords(offer, 'some products'), ...conditionsOf(offer)].join(', ')
  return [
    `${words}.`,
    isOnTop && !offer.addsUp && 'What prices have off already counts.',
    considered > 1 && !offer.addsUp && `The best of ${considered} offers for this cart.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** The uses that a payment was opened with, if as many are left; an open payment holds them for 15 minutes. */
export async function areUsesLeft(
  tx: Transaction,
  uses: readonly OfferUse[],
  { userId, checkoutKey }: { userId: string; checkoutKey: string },
): Promise<boolean> {
  if (uses.length === 0) return true
  await lockOffersById(
    tx,
    uses.map(({ id }) => id),
  )
  for (const { id, code } of uses) {
    const [offer] = (
      await findOrderOffers(tx, { productIds: [], buyer: { userId }, codeOfferId: id, checkoutKey })
    ).filter((found) => found.id === id)
    if (!offer) return false
    if (offer.usesInAll > 0 && offer.used >= offer.usesInAll) return false
    if (offer.usesByPerson > 0 && offer.usedByBuyer >= offer.usesByPerson) return false
    if (code !== '' && code !== offer.code && (await isCodeUsed(tx, code, { checkoutKey }))) return false
  }
  return true
}

type OfferedOrder = Required<Person> & { id: number; email: string; time: Date; isPaid: boolean }

/**
 * The offers of a locked order that holds other lines now: those that held when it was placed, for the whole order; or, once a
 * part of it has left the shop, what the lines that stay have already.
 */
export async function decideAgain(
  tx: Transaction,
  { id, userId, email, mobileNumber, time, isPaid }: OfferedOrder,
  lines: readonly (ChangedOfferLine & { id: ProductId; discount?: Paise })[],
): Promise<{ shares: Paise[]; discount: Rupees; uses: OfferUse[] }> {
  const had = await listOfferUses(tx, id)
  if (lines.some(({ sent }) => sent > 0)) {
    const kept = keepShares(lines)
    const [first, ...others] = had
    const uses = first ? [{ ...first, discount: kept.discount }, ...others.map((use) => ({ ...use, discount: 0 }))] : []
    return { ...kept, uses: kept.discount > 0 ? uses : [] }
  }
  const typed = had.find(({ code }) => code !== '')
  const found = typed && (await findByCode(tx, typed.code))
  const code = typed && { code: typed.code, offerId: found?.offerId, isMade: found?.isMade ?? false }
  const offers = await readOffers(tx, { lines, buyer: { userId, email, mobileNumber }, code, order: { id, time } })
  const { decision, uses } = offers.at(isPaid, time)
  return { ...decision, uses }
}
