import type { Words } from '#domain/shop/wording.ts'
import { emailTitle } from './email-text.ts'
import { type Message, writePlainEmail } from './message.ts'

/** To somebody who asked for a product while it was Sold. */
export function writeAvailableEmail(
  requester: { name: string; email: string },
  { title, link }: { title: string; link: string },
  { noun }: Words,
): Message {
  const status = `The ${noun} you asked for, ${emailTitle(title)}, is available again: ${link}`
  return writePlainEmail(requester, status)
}
