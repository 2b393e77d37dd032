import { emailTitle } from './email-text.ts'
import { type Message, writePlainEmail } from './message.ts'
import type { Say } from './say.ts'

/** To somebody who asked for a product while it was Sold. */
export function writeAvailableEmail(say: Say, requester: { name: string; email: string }, title: string): Message {
  return writePlainEmail(requester, say('product-available', { product: emailTitle(title) }))
}
