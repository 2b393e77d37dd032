import { formatRupees } from '#domain/money.ts'
import { emailTitle } from './email-text.ts'
import { type Message, writePlainEmail } from './message.ts'
import type { Say } from './say.ts'

/** To somebody who asked for a product while it was Sold. */
export function writeAvailableEmail(say: Say, requester: { name: string; email: string }, title: string): Message {
  return writePlainEmail(requester, say('product-available', { product: emailTitle(title) }))
}

type Fall = { name: string; email: string; title: string; before: number; price: number }

/** To somebody who asked to be told of a lower price. */
export function writePriceEmail(say: Say, { title, before, price, ...requester }: Fall): Message {
  const prices = { price: formatRupees(price), 'price-before': formatRupees(before) }
  return writePlainEmail(requester, say('price-fell', { product: emailTitle(title), ...prices }))
}
