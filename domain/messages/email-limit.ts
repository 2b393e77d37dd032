import type { MessageTemplate } from './templates.ts'

/** Emails a day to an unconfirmed address that a stranger can cause, so that nobody floods another person's inbox. */
const DAILY_EMAILS = 5

/**
 * Emails that a stranger can cause without paying and without anybody of the shop; those of one kind are counted together.
 * All others are always sent.
 */
export const LIMITED_EMAILS = {
  notice: ['order-placed', 'cancellation-requested', 'cancelled', 'product-available', 'price-fell'],
  'confirm-cash': ['confirm-cash'],
  // On its own, so that whoever types another person's address into the contact form holds back none of their orders' emails.
  acknowledgement: ['message-received'],
} as const satisfies Record<string, readonly MessageTemplate[]>

export type LimitedKind = keyof typeof LIMITED_EMAILS

/** Undefined: always sent, as emails about a payment are. */
export function limitedKindOf(email: { template: MessageTemplate; isPaid: boolean }): LimitedKind | undefined {
  if (email.isPaid) return undefined
  const kinds = Object.keys(LIMITED_EMAILS) as LimitedKind[]
  return kinds.find((kind) => LIMITED_EMAILS[kind].some((template) => template === email.template))
}

/**
 * @param sent emails of this kind to this mailbox within the last day
 * @param factor multiplies the limit, as for rate limits; 0: no limit
 * @param cashOrders how many cash orders may wait for an unconfirmed buyer, who must be able to confirm each; 0: any number
 */
export function mayEmail(facts: {
  kind: LimitedKind
  isConfirmed: boolean
  sent: number
  factor: number
  cashOrders: number
}): boolean {
  const { kind, isConfirmed, sent, factor, cashOrders } = facts
  if (factor === 0) return true
  // The contact form takes any address, so that its owner has confirmed it says nothing about the sender.
  if (isConfirmed && kind !== 'acknowledgement') return true
  if (kind !== 'confirm-cash') return sent < Math.ceil(DAILY_EMAILS * factor)
  return cashOrders === 0 || sent < Math.ceil(cashOrders * factor)
}

/** Providers that ignore dots in the local part. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com'])

/** The mailbox behind an address: `a.b+shop@gmail.com` is `ab@gmail.com`. */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const host = address.slice(at + 1).toLowerCase()
  const [name = ''] = address.slice(0, at).toLowerCase().split('+')
  return DOTLESS.has(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`
}
