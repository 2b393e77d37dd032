import type { ShopInfo } from '#domain/shop/shop-info.ts'
import type { Message } from './message.ts'
import { type RenderedEmail, renderEmail } from './render-email.ts'
import { previewWording, type Say, sayIn } from './say.ts'
import type { EmailKind } from './templates.ts'
import { WORDING_KEYS, WORDING_LIST, WORDINGS, type WordingKey } from './wordings.ts'

const SUBJECT = /^subject-(.+)$/
const wordings = WORDING_LIST.flatMap(({ group, wordings }) => wordings.map((wording) => ({ group, ...wording })))
/** Those that are the text of an email, neither a part of another one nor a subject. */
export const EMAIL_WORDINGS = wordings.flatMap(({ key, title }) => (/^(Part|Subject):/.test(title) ? [] : [key]))
const aboutNoOrder = new Set(wordings.flatMap(({ key, group }) => (/Account|Staff|Requests/.test(group) ? [key] : [])))
const kinds = WORDING_KEYS.flatMap((key) => (SUBJECT.exec(key)?.[1] ?? []) as EmailKind)

/** The email that a wording is the text of. */
export function emailKindOf(key: WordingKey): EmailKind {
  if (key.startsWith('code-')) return 'account-code'
  if (key.startsWith('return-')) return 'return-step'
  if (key === 'delivered-at-counter') return 'handed-over'
  if (key === 'data-ready') return 'data-copy'
  if (key === 'reset-password') return 'reset-link'
  if (key === 'reset-unconfirmed') return 'login-code'
  return kinds.find((kind) => key === kind || key.startsWith(`${kind}-`)) ?? 'refund-requested'
}

const account = { email: 'meera@gamla.example', name: 'Meera', amount: '' }
const items = [
  { title: 'Cubee', detail: 'C02, Grey Stone', quantity: 2, price: 545 },
  { title: 'Terrace Bowl', detail: 'C01, Sandstone', quantity: 1, price: 395 },
]
const order = { ...account, amount: '₹1,485', items, orderId: 1001, paymentId: 'pay_N5kq' }

/** With examples for its placeholders; about an order where the wording is. */
export function sampleMessage(key: WordingKey, text: string, shop: ShopInfo, origin: string): Message {
  return { ...(aboutNoOrder.has(key) ? account : order), status: previewWording(text, shop, origin) }
}

/**
 * The email with this text, or under this subject, as SMTP sends it. Undefined: the wording is a part of others.
 *
 * @param say the other wordings, as they are now
 */
export function previewEmail(
  key: WordingKey,
  text: string,
  { shop, say, origin }: { shop: ShopInfo; say: Say; origin: string },
): RenderedEmail | undefined {
  const subjectOf = SUBJECT.exec(key)?.[1]
  const shown = subjectOf === undefined ? key : EMAIL_WORDINGS.find((wording) => emailKindOf(wording) === subjectOf)
  if (shown === undefined || !EMAIL_WORDINGS.includes(shown)) return undefined
  const isSubject = shown !== key
  return renderEmail({
    message: sampleMessage(shown, isSubject ? WORDINGS[shown] : text, shop, origin),
    kind: emailKindOf(shown),
    shop,
    say: isSubject ? sayIn(shop, new Map([[key, text]])) : say,
    origin,
  })
}
