import { signatureOf } from '#domain/shop/seller.ts'
import type { ShopInfo } from '#domain/shop/shop-info.ts'
import { emailName } from './email-text.ts'

/** An email as its template says it. Plain texts, because an email service may or may not escape them. */
export type Message = {
  email: string
  name: string
  /** Empty, as `lines`, in one that is about no order. */
  amount: string
  status: string
  /** What was bought, one numbered line for each. */
  lines: string
  paymentId?: string
}

/** Adds the shop's name, and the seller's details as far as they are filled in, below the sentence. */
export function signEmail(params: Message, shop: ShopInfo): Message {
  return { ...params, status: `${params.status}\n\n${signatureOf(shop)}` }
}

/** An email that is about no order: it has neither an amount nor lines. */
export function writePlainEmail({ name, email }: { name: string; email: string }, status: string): Message {
  return { email, name: emailName(name), amount: '', status, lines: '' }
}
