import { useEffect, useState } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import { wordsFor } from '#domain/catalog/kind.ts'
import { formatRupees } from '#domain/money.ts'
import { messageFor, type QuotedLine } from '#domain/orders/order.ts'
import type { Topic } from '#domain/permissions.ts'
import { type Cart, lineKey } from '#domain/storage/stored-cart.ts'
import { getCart } from '#web/client/cart.ts'
import { changeCart } from '#web/client/change-cart.ts'
import { useLiveChanges } from '#web/client/live.ts'
import { useWords } from '#web/ui/shop-info.ts'
import type { action } from './quote.ts'

/** A message beside a cart line. `blocks`: the line must be removed before ordering. */
export type LineNote = { text: string; blocks: boolean }

/**
 * Re-prices the cart on the server when the cart page opens, when lines are added or removed, when the quantity of a line with
 * a problem changes, and when a product or a size changes.
 * A changed price is shown and stored in the cart, which counts as seen by the shopper.
 */
export function useQuotes(cart: Cart) {
  const words = useWords()
  const { submit, data } = useFetcher<typeof action>()
  const { revalidate } = useRevalidator()
  const [notes, setNotes] = useState<ReadonlyMap<string, LineNote>>(new Map())
  // Another quantity may resolve a line's problem, so the quantity is part of the key of such a line.
  const lines = cart
    .map((item) => (notes.get(lineKey(item))?.blocks ? `${lineKey(item)} ${item.quantity}` : lineKey(item)))
    .join()

  function requote() {
    // Not `cart`, which may be outdated: this also runs after the settings were reloaded, and the cart may have changed meanwhile.
    const current = getCart()
    if (current.length > 0) submit({ lines: requestedLines(current) }, { method: 'post', action: '/cart/quote' })
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
  useEffect(requote, [lines])
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
  const isTestMode = data?.ok === true && data.isTestMode
  // Assume yes until the quote arrives; the server checks again.
  const mayPayOnline = data?.ok !== true || data.mayPayOnline
  const promises = data?.ok === true ? data.promises : []
  const hasVouchers = data?.ok === true && data.hasVouchers
  const goesWith = data?.ok === true ? data.goesWith : []
  return { notes, blocked, problem, note, isTestMode, mayPayOnline, promises, hasVouchers, goesWith }
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
