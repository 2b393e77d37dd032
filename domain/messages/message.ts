import { formatRupees, type Rupees } from '#domain/money.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { signatureOf } from '#domain/shop/seller.ts'
import type { ShopInfo } from '#domain/shop/shop-info.ts'
import { emailName } from './email-text.ts'

/** An email as its template says it. Plain texts, because an email service may or may not escape them. */
export type Message = {
  email: string
  /** E.164, of one that goes by WhatsApp. */
  phone?: string
  name: string
  /** Empty in one that is about no order. */
  amount: string
  status: string
  items?: readonly MessageItem[]
  /** Lines between the items and the total: an offer, the delivery. */
  terms?: readonly MessageTerm[]
  /** The same as a text, in a row that an older version stored. */
  lines?: string
  orderId?: OrderId
  paymentId?: string
  /** The page of the shop that it is about, for staff; its address is added when it is sent. */
  path?: string
}

/** @param detail such as `C04, Grey Stone`; may be empty */
export type MessageItem = { title: string; detail: string; quantity: number; price: Rupees }

/** @param amount negative: off the price */
export type MessageTerm = { label: string; amount: Rupees }

/** The bought items as a text: numbered, so that the lines stay readable when a template joins them. */
export function linesOf({ items = [], terms = [], lines }: Pick<Message, 'items' | 'terms' | 'lines'>): string {
  const numbered = items.map((item, index) => `${index + 1}. ${formatItem(item)}`)
  return lines ?? [...numbered, ...terms.map(({ label, amount }) => `${label}: ${formatRupees(amount)}`)].join('\n')
}

function formatItem({ title, detail, quantity, price }: MessageItem): string {
  const sum =
    quantity === 1 ? formatRupees(price) : `${quantity} × ${formatRupees(price)} = ${formatRupees(quantity * price)}`
  return `${[title, detail].filter(Boolean).join(', ')}: ${sum}`
}

/** Adds the shop's name, and the seller's details as far as they are filled in, below the sentence. */
export function signEmail(params: Message, shop: ShopInfo): Message {
  return { ...params, status: `${params.status}\n\n${signatureOf(shop)}` }
}

export function withAddress(params: Message, origin: string): Message {
  return params.path === undefined
    ? params
    : { ...params, status: `${params.status}\n\nSee it: ${origin}${params.path}` }
}

/** An email that is about no order: it has neither an amount nor items. */
export function writePlainEmail({ name, email }: { name: string; email: string }, status: string): Message {
  return { email, name: emailName(name), amount: '', status }
}
