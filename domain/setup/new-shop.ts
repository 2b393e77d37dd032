import * as v from 'valibot'
import { accountFields, type SignupForm } from '#domain/accounts/account.ts'
import { line, type Parsed, parseWith } from '#domain/form-fields.ts'
import type { Settings } from '#domain/shop/settings.ts'

const SHOP_NAME_MAX = 60

/** The words of an empty shop, instead of the demo's, until its owner has entered their own. */
export const NEW_SHOP_WORDS = {
  productNoun: 'product',
  productNounPlural: 'products',
  finishLabel: 'Colour',
  pictureNote: '',
  categories: ['Products'],
} satisfies Partial<Settings>

export type NewShop = { shopName: string; admin: SignupForm }

const newShopSchema = v.object({
  shopName: v.pipe(
    line,
    v.minLength(1, 'Enter the name of the shop.'),
    v.maxLength(SHOP_NAME_MAX, `Use at most ${SHOP_NAME_MAX} characters for the name of the shop.`),
  ),
  email: accountFields.email,
})

/** @param password of the admin, who is called as their address is before the @ */
export function parseNewShop(given: { name: string; admin: string }, password: string): Parsed<NewShop> {
  const parsed = parseWith(newShopSchema, { shopName: given.name, email: given.admin })
  if (!parsed.ok) return parsed
  const { shopName, email } = parsed.value
  const [name = email] = email.split('@')
  return { ok: true, value: { shopName, admin: { name, email, password } } }
}

/** Which kinds of records a database holds. */
export type ShopContents = {
  products: boolean
  orders: boolean
  /** Other than the admin whom an earlier run of the command has made. */
  accounts: boolean
  messages: boolean
  requests: boolean
  /** Entries of people in the audit log, which outlive the records that they are about. */
  changes: boolean
}

const KINDS: Record<keyof ShopContents, string> = {
  products: 'products',
  orders: 'orders',
  accounts: 'accounts',
  messages: 'contact messages',
  requests: 'product requests',
  changes: 'changes in the audit log',
}

/** The contents in words, such as `products, orders and accounts`; undefined: an empty shop may begin here. */
export function whyNotEmpty(contents: ShopContents): string | undefined {
  const held = Object.entries(KINDS).flatMap(([kind, words]) => (contents[kind as keyof ShopContents] ? [words] : []))
  return held.length > 0 ? new Intl.ListFormat('en-IN').format(held) : undefined
}
