import { ROLES } from './accounts/user.ts'
import { AUDIT_AREAS, type AuditArea } from './audit/sentences.ts'
import { MESSAGE_STATES } from './contact.ts'
import { CHANNELS, SENT_STATES } from './messages/sent-message.ts'
import { CANCELLATIONS, ORDER_STATUSES } from './orders/order-state.ts'
import { PARCEL_WORDS, type ParcelWord } from './orders/parcel-word.ts'
import { ASKED_REASONS, RETURN_STATES } from './returns/return-request.ts'
import { REVIEW_STATES } from './reviews/review.ts'
import { startOf } from './short-text.ts'
import { isStateCode } from './states.ts'
import { cleanLine, parseId } from './text.ts'

/** A position in a list: read the rows `after` this cursor, or the rows `before` it. */
export type Cursor = { after?: string; before?: string }

export const ROWS_A_PAGE = 20
/** Whole orders per page: as many as may be chosen at once. */
export const DESK_ORDERS_A_PAGE = 30

export type TimeSort = 'newest' | 'oldest'

/**
 * `not-confirmed`: its buyer was asked to confirm an order that is paid in cash, and has not answered. `problems`: a parcel was
 * not delivered, could not be booked, or came back and was not counted, or the payment is disputed. `coming-back`,
 * `not-delivered`: a parcel is so, whatever the word of its order.
 */
const ORDER_SHOWS = [
  'to-pack',
  'not-confirmed',
  'packed',
  'on-the-way',
  'problems',
  'cancellations',
  'coming-back',
  'not-delivered',
] as const
export type OrderShow = (typeof ORDER_SHOWS)[number]

/**
 * The views of the list of orders; most are named after what they show. `lines` has a row for each cart item, as the
 * specification's table; `disputes` has a row for each dispute of a payment.
 */
export const ORDER_VIEWS = [
  'to-pack',
  'not-confirmed',
  'packed',
  'on-the-way',
  'problems',
  'not-delivered',
  'cancellations',
  'disputes',
  'all',
  'lines',
] as const
export type OrderView = (typeof ORDER_VIEWS)[number]

function shownIn(view: OrderView): OrderShow | undefined {
  return ORDER_SHOWS.find((show) => show === view)
}

/** `not-sent`: what needs a person. */
export const SENT_FILTER_STATES = ['not-sent', ...SENT_STATES] as const

const Q_MAX = 200

export function parseCursor(params: URLSearchParams): Cursor {
  return { after: oneOf(params, 'after', CURSOR), before: oneOf(params, 'before', CURSOR) }
}

const CURSOR = /^[\w.:-]{1,200}$/

/** The filter of a list. All of it may be absent, but for the sort order. */
type Filter<Parser extends (params: URLSearchParams) => object> = Partial<ReturnType<Parser>> &
  Pick<ReturnType<Parser>, 'sort' & keyof ReturnType<Parser>>

export type ProductFilter = Filter<typeof parseProductFilter>

export function parseProductFilter(params: URLSearchParams) {
  return {
    view: choiceOf(params, 'view', ['to-approve', 'low-stock', 'off-sale']),
    /** Part of the title. */
    q: textOf(params, 'q'),
    category: textOf(params, 'category'),
    approved: switchOf(params, 'approved'),
    featured: switchOf(params, 'featured'),
    sort: choiceOf(params, 'sort', ['newest', 'oldest', 'lowToHigh', 'highToLow']) ?? 'newest',
  }
}

/** Addresses of before the views name what one of them shows, such as `show=to-dispatch`. */
export function parseOrderView(params: URLSearchParams): OrderView {
  const show = showOf(params)
  return choiceOf(params, 'view', ORDER_VIEWS) ?? ORDER_VIEWS.find((view) => show && shownIn(view) === show) ?? 'all'
}

/** A word in an address, such as `out-for-delivery`. */
export function wordParam(word: ParcelWord): string {
  return word.toLowerCase().replaceAll(' ', '-')
}

/** Saved addresses may have the older words. */
const OLD_SHOWS: Readonly<Record<string, OrderShow>> = { 'to-dispatch': 'to-pack', 'came-back': 'coming-back' }

function showOf(params: URLSearchParams): OrderShow | undefined {
  const asked = params.get('show') ?? ''
  return ORDER_SHOWS.find((show) => show === (OLD_SHOWS[asked] ?? asked))
}

export type OrderFilter = Filter<typeof parseOrderFilter>

export function parseOrderFilter(params: URLSearchParams) {
  return {
    /** Read by `parseOrderSearch`: a number, a phone, a code, or part of a name. */
    q: textOf(params, 'q'),
    status: choiceOf(params, 'status', ORDER_STATUSES),
    cancel: choiceOf(params, 'cancel', CANCELLATIONS),
    /** Only orders that need work at the desk; this also decides which order states are listed. */
    show: shownIn(parseOrderView(params)) ?? showOf(params),
    word: PARCEL_WORDS.find((word) => wordParam(word) === params.get('parcels')),
    sort: timeSortOf(params),
  }
}

/** The chosen rows of an address or a form, each once: from `orders=1&orders=2` or `orders=1,2`. */
export function parseIds(
  params: { getAll(name: string): unknown[] },
  name: 'orders' | 'products' | 'shipments',
): number[] {
  const texts = params.getAll(name).flatMap((value) => (typeof value === 'string' ? value.split(',') : []))
  return [...new Set(texts.flatMap((text) => parseId(text.trim()) ?? []))]
}

export type UserFilter = Filter<typeof parseUserFilter>

export function parseUserFilter(params: URLSearchParams) {
  return {
    /** Part of the name or the email. */
    q: textOf(params, 'q'),
    role: choiceOf(params, 'role', ROLES),
    tag: textOf(params, 'tag'),
    sort: timeSortOf(params),
  }
}

export type AuditFilter = Filter<typeof parseAuditFilter>

export function parseAuditFilter(params: URLSearchParams) {
  return {
    /** Part of the name or the email of who did it. */
    who: textOf(params, 'who'),
    area: choiceOf(params, 'area', Object.keys(AUDIT_AREAS) as AuditArea[]),
    /** The first and the last day, such as `2026-11-24`, of the Indian calendar. */
    from: oneOf(params, 'from', DAY),
    until: oneOf(params, 'until', DAY),
    /** Such as `product 17` or `order 1001`. */
    subject: textOf(params, 'subject'),
  }
}

/** PostgreSQL knows which days there are; a day that there is not shows the whole list, too. */
const DAY = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

export type MessageFilter = Filter<typeof parseMessageFilter>

export function parseMessageFilter(params: URLSearchParams) {
  return { state: choiceOf(params, 'state', MESSAGE_STATES) }
}

export type ReturnFilter = Filter<typeof parseReturnFilter>

export function parseReturnFilter(params: URLSearchParams) {
  return {
    /** `open`: neither settled nor declined nor withdrawn. */
    state: choiceOf(params, 'state', ['open', ...RETURN_STATES]),
    reason: choiceOf(params, 'reason', ASKED_REASONS),
    /** Part of the name of the product. */
    product: textOf(params, 'product'),
  }
}

export type ReviewFilter = Filter<typeof parseReviewFilter>

export function parseReviewFilter(params: URLSearchParams) {
  return { state: choiceOf(params, 'state', REVIEW_STATES) }
}

export type SentFilter = Filter<typeof parseSentFilter>

export function parseSentFilter(params: URLSearchParams) {
  return {
    /** Part of a name or an email, a phone, or the number of an order. */
    q: textOf(params, 'q'),
    channel: choiceOf(params, 'channel', CHANNELS),
    state: choiceOf(params, 'state', SENT_FILTER_STATES),
  }
}

export type MissedSearchFilter = Filter<typeof parseMissedSearchFilter>

export function parseMissedSearchFilter(params: URLSearchParams) {
  return {
    /** Part of what was searched. */
    q: textOf(params, 'q'),
    similar: switchOf(params, 'similar'),
    sort: choiceOf(params, 'sort', ['newest', 'oldest', 'most', 'fewest']) ?? 'most',
  }
}

export type InvoiceFilter = Filter<typeof parseInvoiceFilter>

export function parseInvoiceFilter(params: URLSearchParams) {
  const state = params.get('state') ?? ''
  return {
    month: parseMonth(params),
    /** Of the place of supply. */
    state: isStateCode(state) ? state : undefined,
    /** The buyer's, in capitals. */
    gstin: textOf(params, 'gstin')?.replace(/\s/g, '').toUpperCase(),
  }
}

/** `2026-11`, of the Indian calendar; undefined: no month is given, or it is not valid. */
export function parseMonth(params: URLSearchParams): string | undefined {
  return oneOf(params, 'month', /^20\d\d-(0[1-9]|1[0-2])$/)
}

function timeSortOf(params: URLSearchParams): TimeSort {
  return params.get('sort') === 'oldest' ? 'oldest' : 'newest'
}

function textOf(params: URLSearchParams, name: string): string | undefined {
  return startOf(cleanLine(params.get(name) ?? ''), Q_MAX) || undefined
}

function switchOf(params: URLSearchParams, name: string): boolean | undefined {
  const text = params.get(name)
  return text === 'true' ? true : text === 'false' ? false : undefined
}

// An old or mistyped link shows the whole list: a value that is no choice, or has another format, is ignored.

function choiceOf<const Value extends string>(
  params: URLSearchParams,
  name: string,
  values: readonly Value[],
): Value | undefined {
  return values.find((value) => value === params.get(name))
}

function oneOf(params: URLSearchParams, name: string, format: RegExp): string | undefined {
  const text = params.get(name)
  return text && format.test(text) ? text : undefined
}
