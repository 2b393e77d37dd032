import * as v from 'valibot'
import { parseWith } from '#domain/form-fields.ts'
import { hasRight, type Right } from '#domain/permissions.ts'
import { TIMINGS, type Timing, timingField, type Way, wayField } from './notification-choices.ts'
import type { User } from './user.ts'

type KindRow = {
  label: string
  /** Staff with one of these rights may hear of it. */
  rights: readonly Right[]
  /** Sellers hear of it for their own products. */
  isForSellers?: true
}

/** The kinds of events that staff and sellers may hear of, in the order of the account page. */
export const EVENT_KINDS = {
  'new-order': { label: 'New order', rights: ['see orders'], isForSellers: true },
  cancellation: { label: 'Cancellation request', rights: ['see orders'], isForSellers: true },
  message: { label: 'Message', rights: ['answer messages'] },
  return: { label: 'Return asked for', rights: ['settle returns'] },
  request: { label: 'Product request', rights: ['see requests'] },
  'low-stock': { label: 'Low stock', rights: ['see products'], isForSellers: true },
  dispute: { label: 'Payment disputed at the bank', rights: ['see money'] },
  failure: { label: 'Failed message or payment', rights: ['send emails', 'see money'] },
  'not-delivered': { label: 'Not delivered by the courier', rights: ['see orders'], isForSellers: true },
} as const satisfies Record<string, KindRow>

export type EventKind = keyof typeof EVENT_KINDS
const ALL_KINDS = Object.keys(EVENT_KINDS) as EventKind[]

export type NotificationChoice = { kind: EventKind; timing: Timing; channel: Way }

type Person = Pick<User, 'role' | 'staff'>

export function mayHear(person: Person, kind: EventKind): boolean {
  const { rights, isForSellers }: KindRow = EVENT_KINDS[kind]
  return (person.role === 'seller' && isForSellers === true) || rights.some((right) => hasRight(person, right))
}

export function kindsFor(person: Person): EventKind[] {
  return ALL_KINDS.filter((kind) => mayHear(person, kind))
}

/**
 * Something that happened.
 *
 * @param userId of the seller whose own part it is; null: of the whole shop, for staff
 * @param about an order's or a message's id, or a product's title; of a failure `message`, or the order of the payment
 */
export type Happened = { kind: EventKind; about: string; userId: string | null }

/** Is this person told? Sellers hear of their own lines, staff of what they may see. */
export function hears(person: Person & Pick<User, 'userId'>, { kind, about, userId }: Happened): boolean {
  if (userId !== null) return person.role === 'seller' && person.userId === userId && mayHear(person, kind)
  if (person.role === 'seller') return false
  if (kind === 'failure') return hasRight(person, about === FAILED_MESSAGE ? 'send emails' : 'see money')
  return mayHear(person, kind)
}

export const FAILED_MESSAGE = 'message'

/** The chosen row of each kind that this person may hear of; anything unknown is `Never`, by email. */
export function parseChoices(form: FormData, person: Person, ways: readonly Way[]): NotificationChoice[] {
  return kindsFor(person).map((kind) => {
    const timing = Object.keys(TIMINGS).find((known) => known === form.get(timingField(kind))) as Timing | undefined
    const channel = ways.find((known) => known === form.get(wayField(kind)))
    return { kind, timing: timing ?? 'never', channel: channel ?? 'email' }
  })
}

export const MAX_DEVICES = 10

/** Of Chrome and most others, Firefox, Safari and Edge. */
const PUSH_SERVICES =
  /(^|\.)(googleapis\.com|google\.com|push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com)$/

/** May the shop send to this address? A browser names it, so only known push services are called. @param more origins */
export function isPushService(endpoint: string, more: readonly string[]): boolean {
  const url = URL.parse(endpoint)
  if (url?.username !== '' || url.password !== '') return false
  if (more.includes(url.origin)) return true
  return url.protocol === 'https:' && url.port === '' && PUSH_SERVICES.test(url.hostname)
}

const deviceSchema = v.object({
  endpoint: v.pipe(v.string(), v.maxLength(1000), v.url()),
  /** The device's public key: an uncompressed point of P-256. */
  p256dh: v.pipe(v.string(), v.regex(/^B[\w-]{86}$/)),
  /** Its secret of 16 bytes. */
  auth: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
})

/** A browser's address at its push service, and the keys that pushes are encrypted with, in base64url. */
export type PushSubscription = v.InferOutput<typeof deviceSchema>

/** Undefined: no browser has made it, or its push service is unknown. */
export function parsePushSubscription(form: FormData, more: readonly string[]): PushSubscription | undefined {
  const parsed = parseWith(deviceSchema, form)
  return parsed.ok && isPushService(parsed.value.endpoint, more) ? parsed.value : undefined
}
