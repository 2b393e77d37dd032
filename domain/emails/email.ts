import { signatureOf } from '#domain/shop/seller.ts'
import type { ShopInfo } from '#domain/shop/shop-info.ts'
import { emailName } from './email-text.ts'

/** Parameters of the email template at EmailJS; the names are part of that template. */
export type EmailParams = {
  email: string
  user_name: string
  amount: string
  status: string
  cartDetails: string
  payment_id?: string
}

/** Adds the shop's name, and the seller's details as far as they are filled in, below the sentence. */
export function signEmail(params: EmailParams, shop: ShopInfo): EmailParams {
  return { ...params, status: `${params.status}\n\n${signatureOf(shop)}` }
}

/** An email that is about no order: it has neither an amount nor lines. */
export function writePlainEmail({ name, email }: { name: string; email: string }, status: string): EmailParams {
  return { email, user_name: emailName(name), amount: '', status, cartDetails: '' }
}
