import { useEffect, useEffectEvent, useState } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import { wordsFor } from '#domain/catalog/kind.ts'
import { formatRupees } from '#domain/money.ts'
import { OFFER_CODE, type QuotedOffers } from '#domain/offers/offer.ts'
import { messageFor, type QuotedLine, type QuotedPart } from '#domain/orders/order.ts'
import type { Topic } from '#domain/permissions.ts'
import { type Cart, lineKey } from '#domain/storage/stored-cart.ts'
import { getCart } from '#web/client/cart.ts'
import { cartOfferCode } from '#web/client/cart-codes.ts'
import { changeCart } from '#web/client/change-cart.ts'
import { useLiveChanges } from '#web/client/live.ts'
import { lastPincode } from '#web/client/pincode.ts'
import { useShopInfo, useWords } from '#web/ui/shop-info.ts'
import type { action } from './quote.ts'

/** A message beside a cart line. `blocks`: the line must be removed before ordering. */
export type LineNote = { text: string; blocks: boolean }

/** A timer cannot wait for longer. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000

/**
 * Re-prices the cart on the server when the cart page opens, when lines are added or removed, when the quantity of a line with
 * a problem changes, and when a product, a size or an offer changes; with an offer also when a quantity does.
 * A changed price is shown and stored in the cart, which counts as seen by the shopper.
 */
export function useQuotes(cart: Cart) {
  const words = useWords()
  const { submit, data } = useFetcher<typeof action>()
  const { revalidate } = useRevalidator()
  const [notes, setNotes] = useState<ReadonlyMap<string, LineNote>>(new Map())
  const code = cartOfferCode.use()
  const hasFees = useShopInfo().deliveryFees.length > 0
  const pincode = lastPincode.use()
  const answer = data?.ok ? data : undefined
  const offers = answer?.offers
  // Another quantity may resolve a line's problem, so the quantity is part of the key of such a line.
  const lines = cart
    .map((item) =>
      offers || hasFees || notes.get(lineKey(item))?.blocks ? `${lineKey(item)} ${item.quantity}` : lineKey(item),
    )
    .join()
  const change = useOfferChange(offers, `${cart.map((item) => `${lineKey(item)} ${item.quantity}`)} ${code}`)

  function requote() {
    // Not `cart`, which may be outdated: this also runs after the settings were reloaded, and the cart may have changed meanwhile.
    const current = getCart()
    if (current.length === 0) return
    const fields = {
      lines: requestedLines(current),
      [OFFER_CODE]: cartOfferCode.get(),
      pincode: lastPincode.get(),
      // A person has one first order, whichever account it is of.
      mobileNumber: document.querySelector<HTMLInputElement>('[name=mobileNumber]')?.value ?? '',
    }
    submit(fields, { method: 'post', action: '/cart/quote' })
  }

  function note(quotes: readonly QuotedLine[]) {
    const fresh = new Map<string, LineNote>()
    for (const quote of quotes) {
      if (!quote.problem) continue
      const text = messageFor(quote.problem, wordsFor(quote, words), formatRupees)
      fresh.set(lineKey(quote), { text, blocks: quote.problem.kind !== 'price-changed' })
      if (quote.price !== undefined) changeCart({ type: 'SET_PRICE', line: quote, price: quote.price })
    }
    // Keep showing a price change although the cart now has the new price.
    setNotes((previous) => new Map([...[...previous].filter(([, { blocks }]) => !blocks), ...fresh]))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: other quantities and prices do not affect the quote
  useEffect(requote, [lines, code, hasFees && pincode])
  const requoteLater = useEffectEvent(requote)
  useEffect(() => {
    if (offers?.endsIn === undefined || offers.endsIn > LONGEST_WAIT_MS) return
    const timer = setTimeout(requoteLater, offers.endsIn + 500)
    return () => clearTimeout(timer)
  }, [offers])
  useLiveChanges(refresh, 'product', 'settings')

  /** Delivery and cash settings come with the page's data. */
  function refresh(changed: ReadonlySet<Topic>) {
    if (!changed.has('settings')) return requote()
    // In sequence, because submitting a form aborts a revalidation. A navigation makes it reject.
    void revalidate()
      .catch(() => {})
      .finally(requote)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per response
  useEffect(() => {
    if (data?.ok) note(data.quotes)
  }, [data])

  const blocked = cart.some((item) => notes.get(lineKey(item))?.blocks)
  const problem = data?.ok === false ? data.problem : undefined
  return {
    notes,
    blocked,
    problem,
    note,
    requote,
    isTestMode: answer?.isTestMode ?? false,
    // Assume yes until the quote arrives; the server checks again.
    mayPayOnline: answer?.mayPayOnline ?? true,
    /** The promises of the page about returns, in short. */
    promises: answer?.promises ?? [],
    /** The shop has made a voucher, so that this shopper may have one. */
    hasVouchers: answer?.hasVouchers ?? false,
    goesWith: answer?.goesWith ?? [],
    parts: new Map((answer?.quotes ?? []).map((quote) => [lineKey(quote), partsOfOne(quote)])),
    /** Undefined: delivery is free, as specified, or not known yet. */
    fees: answer?.delivery,
    offers: { quoted: offers, hasCodes: answer?.hasCodes ?? false, change },
  }
}

/** The parts of one set of this line; empty if it is not a set. */
function partsOfOne({ parts = [], quantity }: QuotedLine): QuotedPart[] {
  return parts.map((part) => ({ ...part, quantity: part.quantity / quantity }))
}

/** The part of it that checkout needs. */
export type QuotedCart = Pick<
  ReturnType<typeof useQuotes>,
  'blocked' | 'note' | 'requote' | 'mayPayOnline' | 'promises' | 'hasVouchers' | 'fees' | 'offers'
>

/** A sentence once what offers take off this cart has changed by itself, such as at the end of an offer. */
function useOfferChange(offers: QuotedOffers | undefined, cart: string): string | undefined {
  const [seen, setSeen] = useState({ cart, offers, change: undefined as string | undefined })
  if (seen.offers === offers) return seen.cart === cart ? seen.change : undefined
  const before = seen.cart === cart ? seen.offers : undefined
  const isChanged = before && JSON.stringify(discountsOf(before)) !== JSON.stringify(discountsOf(offers))
  const change = isChanged ? 'An offer for your cart has changed. Please check the total.' : undefined
  setSeen({ cart, offers, change: change ?? (seen.cart === cart ? seen.change : undefined) })
  return change
}

function discountsOf(offers: QuotedOffers | undefined) {
  return offers && [offers.online.discount, offers.cash.discount]
}

/** The cart lines as the server expects them, with the price that the shopper sees. */
export function requestedLines(cart: Cart): string {
  return JSON.stringify(
    cart.map(({ id, sizeCode, selectedColor, quantity, price }) => ({
      id,
      sizeCode,
      selectedColor,
      quantity,
      seenPrice: price,
    })),
  )
}
