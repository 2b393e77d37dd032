import type { Problems } from '#domain/form-fields.ts'
import { cleanLine, cleanText, lengthOf } from '#domain/text.ts'
import type { DeliveryAddress } from './address.ts'

/** An order for somebody else: the parcel is addressed to them, and nothing in it says a price. */
export type Gift = { recipient: string; message: string }

/** Fields of the checkout. */
export const GIFT = 'gift'
export const GIFT_RECIPIENT = 'giftRecipient'
export const GIFT_MESSAGE = 'giftMessage'

const RECIPIENT_MAX = 100
export const GIFT_MESSAGE_MAX = 300

/** @returns undefined: it is no gift */
export function parseGift(form: FormData): { ok: true; value: Gift | undefined } | { ok: false; problems: Problems } {
  if (form.get(GIFT) === null) return { ok: true, value: undefined }
  const recipient = cleanLine(String(form.get(GIFT_RECIPIENT) ?? ''))
  const message = cleanText(String(form.get(GIFT_MESSAGE) ?? ''))
  const problems: Problems = {
    ...(recipient === '' && { [GIFT_RECIPIENT]: 'Enter who gets it.' }),
    ...(lengthOf(recipient) > RECIPIENT_MAX && { [GIFT_RECIPIENT]: `Use at most ${RECIPIENT_MAX} characters.` }),
    ...(lengthOf(message) > GIFT_MESSAGE_MAX && { [GIFT_MESSAGE]: `Use at most ${GIFT_MESSAGE_MAX} characters.` }),
  }
  return Object.keys(problems).length > 0 ? { ok: false, problems } : { ok: true, value: { recipient, message } }
}

/** The address on the parcel. A bill has that of the buyer. */
export function deliverTo({ addressInfo, gift }: { addressInfo: DeliveryAddress; gift?: Gift }): DeliveryAddress {
  return gift ? { ...addressInfo, name: gift.recipient, firm: '', gstin: '' } : addressInfo
}
