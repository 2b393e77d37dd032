import type { ShopInfo } from '#domain/shop/shop-info.ts'
import { startOf } from '#domain/short-text.ts'
import { lengthOf } from '#domain/text.ts'
import { listPlaceholders, shopValueOf } from '#domain/texts/placeholders.ts'
import { WORDINGS, type WordingKey } from './wordings.ts'

/** `isNeeded`: without it the message is of no use. `part`: another wording fills it, or nothing does. */
type Placeholder = { meaning: string; isNeeded?: boolean } & ({ sample: string } | { part: WordingKey })

/** Filled in anew at each sending, so that no stored message holds a link or a code. Samples are paths. */
const LINKS = {
  'order-link': { meaning: 'The page of the order, without login', sample: '/track/1001/…' },
  'pay-link': { meaning: 'Where the order is paid online', sample: '/orders/1001' },
  'confirm-link': { meaning: 'Where the order is confirmed', sample: '/orders/1001/confirm/…', isNeeded: true },
  'redeliver-link': {
    meaning: 'Where the buyer says when to try again',
    sample: '/orders/1001/redeliver/…',
    isNeeded: true,
  },
  'tracking-link': { meaning: 'The courier’s page', sample: 'https://courier.example/track/1234567890' },
  'credit-note-link': { meaning: 'The page of the credit note', sample: '/bills/12' },
  'product-link': { meaning: 'The page of the product', sample: '/productinfo/7' },
  'stop-prices-link': { meaning: 'Where emails about prices are stopped', sample: '/wishlist/stop/…', isNeeded: true },
  'review-link': { meaning: 'The page of the order, where its items are reviewed', sample: '/orders/1001#items' },
  'pick-up-code': { meaning: 'The code for the counter', sample: '482 913', isNeeded: true },
  'contact-link': { meaning: 'The contact page', sample: '/contactUs' },
  'code-login-link': { meaning: 'Where to log in with a code', sample: '/login/code' },
  'new-password-link': { meaning: 'Where to ask for a new password', sample: '/forgot-password' },
} as const satisfies Record<string, Placeholder & { sample: string }>

export type LinkName = keyof typeof LINKS

/** Filled in when the message is written. The shop's own are those of the texts. */
const VALUES = {
  order: { meaning: 'The number of the order', sample: '1001' },
  amount: { meaning: 'Rupees', sample: '₹1,485' },
  cash: { meaning: 'What is paid in cash on delivery', sample: '₹1,188' },
  total: { meaning: 'What the order costs now', sample: '₹1,980' },
  changes: { meaning: 'What was changed', sample: '1 × Cubee, C02, Grey Stone added' },
  refund: { meaning: 'What is refunded', part: 'refund-whole' },
  parcel: { meaning: 'The order, or a part of it', part: 'parcel-whole' },
  courier: { meaning: 'Who brings it', part: 'with-courier' },
  'courier-name': { meaning: 'The courier', sample: 'Delhivery' },
  awb: { meaning: 'The AWB, where there is one', part: 'with-awb' },
  'awb-number': { meaning: 'The AWB', sample: '1234567890' },
  place: { meaning: 'Where it is picked up', sample: 'our workshop, 12 MG Road, Pune 411001' },
  'opening-hours': { meaning: 'When that place is open', sample: 'Mon–Sat 10 am–7 pm' },
  'bring-cash': { meaning: 'What the buyer pays at the counter, if anything', part: 'bring-cash' },
  'keep-cash': { meaning: 'What the courier collects, if anything', part: 'keep-cash' },
  attempts: { meaning: 'How often the courier tried', sample: 'twice' },
  'what-next': { meaning: 'What the buyer can do, or that it comes back', part: 'not-delivered-choose' },
  track: { meaning: 'The courier’s page, where there is one', part: 'track-parcel' },
  invoice: { meaning: 'The number of the invoice, where there is one', part: 'name-invoice' },
  document: { meaning: 'The kind of invoice', sample: 'Tax invoice' },
  number: { meaning: 'The number of the document', sample: 'GM/26-27/00001' },
  hours: { meaning: 'How long, as the settings have it', sample: '24 hours' },
  'confirm-within': { meaning: 'When it is cancelled otherwise, if ever', part: 'confirm-within' },
  'pay-now': { meaning: 'The offer to pay online, where that is set up', part: 'pay-now' },
  'that-order': { meaning: 'The order, with its number where it has one', part: 'order-named' },
  'credit-note': { meaning: 'The credit note, where there is one', part: 'name-credit-note' },
  reference: { meaning: 'The reference of the payment', sample: 'UTR 77' },
  day: { meaning: 'The day', sample: '24 Nov 2026' },
  time: { meaning: 'Day and time', sample: '24 Nov 2026, 12:00 pm' },
  code: { meaning: 'The code of six digits', sample: '012345', isNeeded: true },
  minutes: { meaning: 'For how many minutes it works', sample: '10' },
  days: { meaning: 'For how many days it works', sample: '7' },
  'takes-over': { meaning: 'What the code changes, if anything', part: 'takes-over' },
  'reset-link': { meaning: 'The link for a new password', sample: '/reset-password?token=…', isNeeded: true },
  'data-link': { meaning: 'The link to the copy', sample: '/account/privacy/download/…', isNeeded: true },
  'voucher-code': { meaning: 'The code of the voucher', sample: 'GV-7K2M-0Q1X-9ZZZ', isNeeded: true },
  'vouchers-link': { meaning: 'The vouchers on the account page', sample: '/account#vouchers' },
  'invite-link': { meaning: 'The link of the invite', sample: '/staff/join?token=…', isNeeded: true },
  inviter: { meaning: 'Who invites', sample: 'Meera' },
  role: { meaning: 'The role', sample: 'Owner' },
  failures: { meaning: 'How many logins failed', sample: '31' },
  networks: { meaning: 'From how many networks', sample: '4' },
  product: { meaning: 'The name of the product', sample: 'Cubee' },
  price: { meaning: 'What it costs now', sample: '₹1,999' },
  'price-before': { meaning: 'What it cost before', sample: '₹2,255' },
  return: { meaning: 'The number of the return', sample: 'RET-1001' },
  note: { meaning: 'A fact about it, where there is one', sample: 'AWB 1234567890.' },
  why: { meaning: 'Why it was not published, or was declined', sample: 'it contains a link' },
  message: { meaning: 'The number of the message', sample: 'C-2001' },
  news: { meaning: 'What has happened', part: 'notice-new-order', isNeeded: true },
  count: { meaning: 'How many', sample: '12' },
  'of-order': { meaning: 'The order of the payment, where it has one', part: 'of-order' },
  new: { meaning: 'What is new since the last digest', part: 'digest-news', isNeeded: true },
  waiting: { meaning: 'What waits, if anything does', part: 'digest-waiting' },
  'news-list': { meaning: 'What has happened', sample: 'New order 1001, ₹1,485; 2 new messages', isNeeded: true },
  'waiting-list': {
    meaning: 'The lists that wait',
    sample: '3 orders to pack (since 24 Nov 2026, 12:00 pm)',
    isNeeded: true,
  },
  reply: { meaning: 'What you answer', sample: 'Yes, it can stand in the rain.', isNeeded: true },
} as const satisfies Record<string, Placeholder>

const PLACEHOLDERS: Record<string, Placeholder> = { ...VALUES, ...LINKS }

type NamesIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | NamesIn<Rest> : never
/** The values that a writer gives for a wording. */
type ValueName<Key extends WordingKey> = Key extends WordingKey
  ? Extract<NamesIn<(typeof WORDINGS)[Key]>, keyof typeof VALUES>
  : never

/** The sentence of a wording. Links in it are still placeholders. */
export type Say = <Key extends WordingKey>(key: Key, values: Record<ValueName<Key>, string>) => string

/** @param ownTexts the owner's, by key; the others are the ones that come with the shop */
export function sayIn(shop: ShopInfo, ownTexts: ReadonlyMap<WordingKey, string> = new Map()): Say {
  return (key, values: Record<string, string>) =>
    fill(ownTexts.get(key) ?? WORDINGS[key], (name) => ownValue(values, name) ?? shopValueOf(name, shop))
}

const NAMED = /\{\{([\w-]{1,40})\}\}/g
/** Stands where a value is empty: a sign that no text has. */
const EMPTY = '\0'

/** An empty value takes the space or line break before it along. Values are not looked through for placeholders. */
function fill(text: string, find: (name: string) => string | undefined): string {
  const filled = text.replace(NAMED, (whole, name: string) => {
    const value = find(name)
    return value === '' ? EMPTY : (value ?? whole)
  })
  return filled.replace(/[ \n]?\0/g, '').trim()
}

function ownValue<Value>(values: Partial<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

/** The links that a written message waits for. */
export function linksIn(text: string): LinkName[] {
  return [...new Set([...text.matchAll(NAMED)].map(([, name]) => name))].filter(isLink)
}

export function fillLinks(text: string, links: Partial<Record<LinkName, string>>): string {
  return fill(text, (name) => ownValue(links, name))
}

function isLink(name: string | undefined): name is LinkName {
  return name !== undefined && Object.hasOwn(LINKS, name)
}

/** Characters. */
export const WORDING_MAX = 1000

/** Why an own text cannot be saved. Messages are plain text, because an email service may or may not escape them. */
export function listWordingProblems(key: WordingKey, text: string, shop: ShopInfo): string[] {
  const known = new Set(listWordingPlaceholders(key, shop).map(({ name }) => `{{${name}}}`))
  const typed = listBraces(text)
  const missing = namesIn(WORDINGS[key])
    .filter((name) => PLACEHOLDERS[name]?.isNeeded)
    .map((name) => `{{${name}}}`)
    .filter((name) => !text.includes(name))
  const length = lengthOf(text)
  return [
    ...(text === '' ? ['Enter the text.'] : []),
    ...(length > WORDING_MAX ? [`Use at most ${WORDING_MAX} characters. This text has ${length}.`] : []),
    ...typed
      .filter((name) => !known.has(name))
      .map((name) => `${startOf(name, 60)} is not one of the placeholders of this message.`),
    ...(text === '' ? [] : missing.map((name) => `Add ${name}: without it this message is of no use.`)),
    ...listGivenAway(text).map(
      (name) => `Leave a space before {{${name}}}: as a part of another address it would be given away.`,
    ),
    ...(/[<>]/.test(text) ? ['Leave out “<” and “>”: messages are plain text.'] : []),
  ]
}

/** `{{order}}` and, as somebody may mistype it, `{order}` or `{{order}`. */
function listBraces(text: string): string[] {
  const found: string[] = []
  for (let from = text.indexOf('{'); from >= 0; from = text.indexOf('{', from)) {
    const end = text.indexOf('}', from)
    if (end < 0) break
    const until = text.charAt(end + 1) === '}' ? end + 2 : end + 1
    found.push(text.slice(from, until))
    from = until
  }
  return [...new Set(found)]
}

/** Codes and links that are a part of another address: whoever gets hold of them acts for the reader. */
function listGivenAway(text: string): string[] {
  const found = [...text.matchAll(NAMED)].filter(({ 1: name = '', index }) => {
    const isSecret = name.endsWith('code') || name.endsWith('-link')
    return isSecret && index > 0 && /[^\s(]/.test(text.charAt(index - 1))
  })
  return [...new Set(found.map(([, name = '']) => name))]
}

function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(NAMED)].map(([, name = '']) => name))]
}

/** Its own first, then those of the shop. */
export function listWordingPlaceholders(key: WordingKey, shop: ShopInfo) {
  const own = namesIn(WORDINGS[key]).flatMap((name) => {
    const placeholder = PLACEHOLDERS[name]
    return placeholder ? [{ name, meaning: placeholder.meaning, value: sampleOf(placeholder, shop, '') ?? '' }] : []
  })
  return [...own, ...listPlaceholders(shop).filter(({ name }) => name !== 'category')]
}

/** A text with sample values. @param origin of the links */
export function previewWording(text: string, shop: ShopInfo, origin: string): string {
  return fill(text, (name) => sampleOf(ownValue(PLACEHOLDERS, name), shop, origin) ?? shopValueOf(name, shop))
}

function sampleOf(placeholder: Placeholder | undefined, shop: ShopInfo, origin: string): string | undefined {
  if (!placeholder) return undefined
  if ('part' in placeholder) return previewWording(WORDINGS[placeholder.part], shop, origin)
  return placeholder.sample.replace(/^\//, `${origin}/`)
}
