import { type EventKind, FAILED_MESSAGE } from '#domain/accounts/notifications.ts'
import type { User } from '#domain/accounts/user.ts'
import { messageNumber } from '#domain/contact.ts'
import { formatRupees, type Rupees } from '#domain/money.ts'
import { hasRight, homeOf, mayOpen } from '#domain/permissions.ts'
import { returnNumberOf } from '#domain/returns/return-request.ts'
import { formatDateTime } from '#domain/time.ts'
import { counted, type ToDo } from '#domain/to-do.ts'
import { emailTitle } from './email-text.ts'
import { type Message, writePlainEmail } from './message.ts'

/** Events of one kind since a person was told last; `about` of the last of them. */
export type News = { kind: EventKind; count: number; amount: Rupees; about: string }

const ORDERS = '/adminDashboard/orders'

type Words = {
  one(about: string): string
  many: string
  /** The page of one of them, and the list of all. */
  page: (about: string) => string
  list: string
  /** The page of sellers; undefined: they don't hear of it. */
  ofSellers?: string
}

const orderPage = (id: string) => `${ORDERS}/${id}`
const SALES = '/sellerDashboard/orders'

const words: Record<EventKind, Words> = {
  'new-order': { one: (id) => `New order ${id}`, many: 'new orders', page: orderPage, list: ORDERS, ofSellers: SALES },
  cancellation: {
    one: (id) => `Cancellation of order ${id} requested`,
    many: 'cancellations requested',
    page: orderPage,
    list: `${ORDERS}?view=cancellations`,
    ofSellers: SALES,
  },
  message: {
    one: (id) => `New message ${messageNumber(Number(id))}`,
    many: 'new messages',
    page: (id) => `/adminDashboard/messages/${id}`,
    list: '/adminDashboard/messages?state=new',
  },
  return: {
    one: (id) => `New return ${returnNumberOf(Number(id))}`,
    many: 'new returns',
    page: (id) => `/adminDashboard/returns/${returnNumberOf(Number(id))}`,
    list: '/adminDashboard/returns',
  },
  request: {
    one: () => 'New request for a sold product',
    many: 'new requests for sold products',
    page: () => '/adminDashboard/requests',
    list: '/adminDashboard/requests',
  },
  'low-stock': {
    one: (title) => `Low stock: ${emailTitle(title)}`,
    many: 'variants low on stock',
    page: () => '/adminDashboard?view=low-stock',
    list: '/adminDashboard?view=low-stock',
    ofSellers: '/sellerDashboard',
  },
  failure: {
    one: (about) =>
      about === FAILED_MESSAGE ? 'A message was not sent' : `A payment${about && ` of order ${about}`} failed`,
    many: 'messages or payments failed',
    page: (about) => (about === FAILED_MESSAGE ? '/adminDashboard/emails' : about ? orderPage(about) : ORDERS),
    list: '/adminDashboard/overview',
  },
  'not-delivered': {
    one: (id) => `Order ${id} was not delivered`,
    many: 'orders not delivered',
    page: orderPage,
    list: `${ORDERS}?show=not-delivered`,
    ofSellers: SALES,
  },
}

/** `New order 1001, ₹450` or `57 new orders, ₹1,23,400`; the sum only for those who may see money. */
export function headlineOf({ kind, count, amount, about }: News, reader: Pick<User, 'role' | 'staff'>): string {
  const { one, many } = words[kind]
  const text = count === 1 ? one(about) : counted(count, many, many)
  const seesMoney = reader.role === 'seller' || hasRight(reader, 'see money')
  return amount > 0 && seesMoney ? `${text}, ${formatRupees(amount)}` : text
}

/** The page that shows it, which this person may open. */
export function pageOf({ kind, count, about }: News, reader: Pick<User, 'role' | 'staff'>): string {
  const { page, list, ofSellers } = words[kind]
  const wanted = reader.role === 'seller' ? (ofSellers ?? '/sellerDashboard') : count === 1 ? page(about) : list
  return mayOpen(reader, wanted) ? wanted : homeOf(reader)
}

export function writeNotice(reader: User, news: News): Message {
  return { ...writePlainEmail(reader, `${headlineOf(news, reader)}.`), path: pageOf(news, reader) }
}

/**
 * Sums up the events since the last digest, and the lists that wait.
 *
 * @param waits of the lists that this person may open, oldest first
 */
export function writeDigest(reader: User, news: readonly News[], waits: readonly ToDo[]): Message | undefined {
  if (news.length === 0 && waits.length === 0) return undefined
  const status = [
    news.length > 0 ? `New: ${news.map((one) => headlineOf(one, reader)).join('; ')}.` : 'Nothing new.',
    waits.length > 0 && `Waiting: ${waits.map(({ text, oldest }) => `${text}${sinceOf(oldest)}`).join('; ')}.`,
  ]
  return { ...writePlainEmail(reader, status.filter(Boolean).join('\n')), path: homeOf(reader) }
}

function sinceOf(oldest: string | null): string {
  return oldest === null ? '' : ` (since ${formatDateTime(oldest)})`
}

/** Of a subject: a device shows the last message of each kind, and a push service keeps the last one. */
export function tagOf(subject: string): string {
  return subject
    .split(' ')
    .slice(0, subject.startsWith('notice ') ? 2 : 1)
    .join('-')
}
