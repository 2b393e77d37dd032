import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { formatRupees } from '#domain/money.ts'
import { type Cart, lineKey } from '#domain/orders/cart.ts'
import { messageFor, type QuotedLine } from '#domain/orders/order.ts'
import { changeCart } from '#web/client/cart.ts'
import { useLiveChanges } from '#web/client/live.ts'
import type { action } from './quote.ts'

/** What stands beside a line of the cart, and whether the line has to go before an order is possible. */
export type LineNote = { text: string; blocks: boolean }

/**
 * Asks the shop what the cart costs today: when it opens, when lines come or go, and when a product changes.
 * A new price is taken over and told; from then on the shopper has seen it.
 */
export function useQuotes(cart: Cart) {
  const { submit, data } = useFetcher<typeof action>()
  const [notes, setNotes] = useState<ReadonlyMap<string, LineNote>>(new Map())
  const lines = cart.map(lineKey).join()

  function ask() {
    if (cart.length > 0) submit({ lines: requestedLines(cart) }, { method: 'post', action: '/cart/quote' })
  }

  function note(quotes: readonly QuotedLine[]) {
    const fresh = new Map<string, LineNote>()
    for (const quote of quotes) {
      if (!quote.problem) continue
      const text = messageFor(quote.problem, formatRupees)
      fresh.set(lineKey(quote), { text, blocks: quote.problem.kind !== 'price-changed' })
      if (quote.price !== undefined) changeCart({ type: 'SET_PRICE', line: quote, price: quote.price })
    }
    // A changed price stays told, although the cart holds the new one by now.
    setNotes((before) => new Map([...[...before].filter(([, { blocks }]) => !blocks), ...fresh]))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: quantities and prices do not change what to ask
  useEffect(ask, [lines])
  useLiveChanges(ask, 'product')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (data?.ok) note(data.quotes)
  }, [data])

  const blocked = cart.some((item) => notes.get(lineKey(item))?.blocks)
  const problem = data?.ok === false ? data.problem : undefined
  // Whether paying online moves real money.
  const isTestMode = data?.ok === true && data.isTestMode
  // Until the shop says otherwise; a press asks it in any case.
  const mayPayOnline = data?.ok !== true || data.mayPayOnline
  return { notes, blocked, problem, note, isTestMode, mayPayOnline }
}

/** The lines as the server reads them: which pots, how many, and the price that is on the screen. */
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
