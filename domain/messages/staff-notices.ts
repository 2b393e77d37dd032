import { type EventKind, FAILED_MESSAGE } from '#domain/accounts/notifications.ts'
import type { User } from '#domain/accounts/user.ts'
import { messageNumber } from '#domain/contact.ts'
import { formatRupees, type Rupees } from '#domain/money.ts'
import { hasRight, homeOf, mayOpen } from '#domain/permissions.ts'
import { returnNumberOf } from '#domain/returns/return-request.ts'
import { formatDateTime } from '#domain/time.ts'
import type { ToDo } from '#domain/to-do.ts'
import { emailTitle } from './email-text.ts'
import { type Message, writePlainEmail } from './message.ts'
import type { Say } from './say.ts'

/** Events of one kind since a person was told last; `about` of the last of them. */
export type News = { kind: EventKind; count: number; amount: Rupees; about: string }

const ORDERS = '/adminDashboard/orders'

type Pages = {
  /** The page of one of them, and the list of all. */
  page: (about: string) => string
  list: string
  /** The page of sellers; undefined: they don't hear of it. */
  ofSellers?: string
}

const orderPage = (id: string) => `${ORDERS}/${id}`
const SALES = '/sellerDashboard/orders'

const pages: Record<EventKind, Pages> = {
  'new-order': { page: orderPage, list: ORDERS, ofSellers: SALES },
  cancellation: { page: orderPage, list: `${ORDERS}?view=cancellations`, ofSellers: SALES },
  message: { page: (id) => `/adminDashboard/messages/${id}`, list: '/adminDashboard/messages?state=new' },
  return: { page: (id) => `/adminDashboard/returns/${returnNumberOf(Number(id))}`, list: '/adminDashboard/returns' },
  request: { page: () => '/adminDashboard/requests', list: '/adminDashboard/requests' },
  'low-stock': {
    page: () => '/adminDashboard?view=low-stock',
    list: '/adminDashboard?view=low-stock',
    ofSellers: '/sellerDashboard',
  },
  dispute: { page: () => `${ORDERS}?view=disputes`, list: `${ORDERS}?view=disputes` },
  failure: {
    page: (about) => (about === FAILED_MESSAGE ? '/adminDashboard/emails' : about ? orderPage(about) : ORDERS),
    list: '/adminDashboard/overview',
  },
  'not-delivered': { page: orderPage, list: `${ORDERS}?show=not-delivered`, ofSellers: SALES },
}

/** `New order 1001, ₹450` or `57 new orders, ₹1,23,400`; the sum only for those who may see money. */
function headlineOf(say: Say, news: News, reader: Pick<User, 'role' | 'staff'>): string {
  const { kind, count, amount, about } = news
  const many = { count: count.toLocaleString('en-IN') }
  const text = count === 1 ? sayOne(say, kind, about) : say(`notices-${kind}`, many)
  const seesMoney = reader.role === 'seller' || hasRight(reader, 'see money')
  return amount > 0 && seesMoney ? say('notice-amount', { news: text, amount: formatRupees(amount) }) : text
}

function sayOne(say: Say, kind: EventKind, about: string): string {
  switch (kind) {
    case 'new-order':
    case 'cancellation':
    case 'not-delivered':
      return say(`notice-${kind}`, { order: about })
    case 'message':
      return say('notice-message', { message: messageNumber(Number(about)) })
    case 'return':
      return say('notice-return', { return: returnNumberOf(Number(about)) })
    case 'request':
      return say('notice-request', {})
    case 'dispute':
      return say('notice-dispute', {})
    case 'low-stock':
      return say('notice-low-stock', { product: emailTitle(about) })
    case 'failure':
      if (about === FAILED_MESSAGE) return say('notice-failed-message', {})
      return say('notice-failure', { 'of-order': about && say('of-order', { order: about }) })
  }
}

/** The page that shows it, which this person may open. */
export function pageOf({ kind, count, about }: News, reader: Pick<User, 'role' | 'staff'>): string {
  const { page, list, ofSellers } = pages[kind]
  const wanted = reader.role === 'seller' ? (ofSellers ?? '/sellerDashboard') : count === 1 ? page(about) : list
  return mayOpen(reader, wanted) ? wanted : homeOf(reader)
}

export function writeNotice(say: Say, reader: User, news: News): Message {
  const status = say('staff-notice', { news: headlineOf(say, news, reader) })
  return { ...writePlainEmail(reader, status), path: pageOf(news, reader) }
}

/**
 * Sums up the events since the last digest, and the lists that wait.
 *
 * @param waits of the lists that this person may open, oldest first
 */
export function writeDigest(
  say: Say,
  reader: User,
  news: readonly News[],
  waits: readonly ToDo[],
): Message | undefined {
  if (news.length === 0 && waits.length === 0) return undefined
  const newsList = news.map((one) => headlineOf(say, one, reader)).join('; ')
  const waitingList = waits.map(({ text, oldest }) => `${text}${sinceOf(oldest)}`).join('; ')
  const status = say('morning-digest', {
    new: newsList ? say('digest-news', { 'news-list': newsList }) : say('digest-nothing', {}),
    waiting: waitingList && say('digest-waiting', { 'waiting-list': waitingList }),
  })
  return { ...writePlainEmail(reader, status), path: homeOf(reader) }
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
