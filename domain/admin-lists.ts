import type { Role } from './accounts/user.ts'
import { AUDIT_AREAS, type AuditArea } from './audit/sentences.ts'
import type { MessageState } from './contact.ts'
import { CHANNELS, type Channel, SENT_STATES, type SentState } from './messages/sent-message.ts'
import type { Cancellation, OrderStatus } from './orders/order-state.ts'
import { PARCEL_WORDS, type ParcelWord } from './orders/parcel-word.ts'
import { ASKED_REASONS, RETURN_STATES, type ReturnReasonAsked, type ReturnState } from './returns/return-request.ts'
import { REVIEW_STATES, type ReviewState } from './reviews/review.ts'
import { startOf } from './short-text.ts'
import { isStateCode, type StateCode } from './states.ts'
import { cleanLine, parseId } from './text.ts'

/** A position in a list: read the rows `after` this cursor, or the rows `before` it. */
export type Cursor = { after?: string; before?: string }

/** Rows per page of an admin table. */
export const ROWS_A_PAGE = 20
/** Whole orders per page: as many as may be chosen at once. */
export const DESK_ORDERS_A_PAGE = 30

export type ProductSort = 'newest' | 'oldest' | 'lowToHigh' | 'highToLow'
export type TimeSort = 'newest' | 'oldest'

/** The views of the list of products, beside all of them. */
export const PRODUCT_VIEWS = ['to-approve', 'low-stock', 'off-sale'] as const
export type ProductView = (typeof PRODUCT_VIEWS)[number]

export type ProductFilter = {
  view?: ProductView | undefined
  /** Part of the title. */
  q?: string
  category?: string
  approved?: boolean
  featured?: boolean
  sort: ProductSort
}

/**
 * `not-confirmed`: its buyer was asked to confirm an order that is paid in cash, and has not answered. `problems`: a parcel
 * was not delivered, could not be booked, or came back and was not counted, or the payment is disputed. `coming-back`, `not-delivered`: a parcel is so,
 * whatever the word of its order.
 */
export const ORDER_SHOWS = [
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
 * The views of the list of orders. `lines` has a row for each cart item, as the specification's table; `disputes` has a row
 * for each dispute of a payment.
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

const SHOWN_IN: Partial<Record<OrderView, OrderShow>> = {
  'to-pack': 'to-pack',
  'not-confirmed': 'not-confirmed',
  packed: 'packed',
  'on-the-way': 'on-the-way',
  problems: 'problems',
  'not-delivered': 'not-delivered',
  cancellations: 'cancellations',
}

export type OrderFilter = {
  /** Read by `parseOrderSearch`: a number, a phone, a code, or part of a name. */
  q?: string
  status?: OrderStatus
  cancel?: Cancellation
  /** Only orders that need work at the desk; this also decides which order states are listed. */
  show?: OrderShow
  word?: ParcelWord
  sort: TimeSort
}

export type UserFilter = {
  /** Part of the name or the email. */
  q?: string
  role?: Role
  tag?: string
  sort: TimeSort
}

export type AuditFilter = {
  /** Part of the name or the email of who did it. */
  who?: string
  area?: AuditArea
  /** The first and the last day, such as `2026-11-24`, of the Indian calendar. */
  from?: string
  until?: string
  /** Such as `product 17` or `order 1001`. */
  subject?: string
}

export type ReviewFilter = {
  state?: ReviewState | undefined
}

export type ReturnFilter = {
  /** `open`: neither settled nor declined nor withdrawn. */
  state?: ReturnState | 'open' | undefined
  reason?: ReturnReasonAsked | undefined
  /** Part of the name of the product. */
  product?: string | undefined
}

export type MessageFilter = {
  state?: MessageState
}

/** `not-sent`: what needs a person. */
export const SENT_FILTER_STATES = ['not-sent', ...SENT_STATES] as const

export type SentFilter = {
  /** Part of a name or an email, a phone, or the number of an order. */
  q?: string | undefined
  channel?: Channel | undefined
  state?: SentState | 'not-sent' | undefined
}

export type MissedSearchFilter = {
  /** Part of what was searched. */
  q?: string
  similar?: boolean
  sort: MissedSearchSort
}
export type MissedSearchSort = TimeSort | 'most' | 'fewest'

export type InvoiceFilter = {
  /** `2026-11`, of the Indian calendar. */
  month?: string
  /** Of the place of supply. */
  state?: StateCode
  /** The buyer's, in capitals. */
  gstin?: string
}

const Q_MAX = 200

export function parseCursor(params: URLSearchParams): Cursor {
  return { after: oneOf(params, 'after', CURSOR), before: oneOf(params, 'before', CURSOR) }
}

const CURSOR = /^[\w.:-]{1,200}$/

export function parseProductFilter(params: URLSearchParams): ProductFilter {
  return {
    view: PRODUCT_VIEWS.find((view) => view === params.get('view')),
    q: textOf(params, 'q'),
    category: textOf(params, 'category'),
    approved: switchOf(params, 'approved'),
    featured: switchOf(params, 'featured'),
    sort: (oneOf(params, 'sort', /^(newest|oldest|lowToHigh|highToLow)$/) ?? 'newest') as ProductSort,
  }
}

/** Addresses of before the views name what one of them shows, such as `show=to-dispatch`. */
export function parseOrderView(params: URLSearchParams): OrderView {
  const [view, show] = [params.get('view'), showOf(params)]
  return (
    ORDER_VIEWS.find((each) => each === view) ??
    ORDER_VIEWS.find((each) => show !== null && SHOWN_IN[each] === show) ??
    'all'
  )
}

/** A word in an address, such as `out-for-delivery`. */
export function wordParam(word: ParcelWord): string {
  return word.toLowerCase().replaceAll(' ', '-')
}

/** Saved addresses may have the older words. */
const OLD_SHOWS: Readonly<Record<string, OrderShow>> = { 'to-dispatch': 'to-pack', 'came-back': 'coming-back' }

function showOf(params: URLSearchParams): string | null {
  const show = params.get('show')
  return show === null ? null : (OLD_SHOWS[show] ?? show)
}

export function parseOrderFilter(params: URLSearchParams): OrderFilter {
  const show = showOf(params)
  return {
    q: textOf(params, 'q'),
    status: oneOf(params, 'status', /^(pending|confirmed|delivered)$/) as OrderStatus | undefined,
    cancel: oneOf(params, 'cancel', /^(none|requested|cancelled)$/) as Cancellation | undefined,
    show: SHOWN_IN[parseOrderView(params)] ?? ORDER_SHOWS.find((each) => each === show),
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

export function parseUserFilter(params: URLSearchParams): UserFilter {
  return {
    q: textOf(params, 'q'),
    role: oneOf(params, 'role', /^(user|seller|admin)$/) as Role | undefined,
    tag: textOf(params, 'tag'),
    sort: timeSortOf(params),
  }
}

export function parseAuditFilter(params: URLSearchParams): AuditFilter {
  return {
    who: textOf(params, 'who'),
    area: Object.keys(AUDIT_AREAS).find((area): area is AuditArea => area === params.get('area')),
    from: oneOf(params, 'from', DAY),
    until: oneOf(params, 'until', DAY),
    subject: textOf(params, 'subject'),
  }
}

/** PostgreSQL knows which days there are; a day that there is not shows the whole list, too. */
const DAY = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

export function parseMessageFilter(params: URLSearchParams): MessageFilter {
  return { state: oneOf(params, 'state', /^(new|answered|closed)$/) as MessageState | undefined }
}

export function parseReturnFilter(params: URLSearchParams): ReturnFilter {
  return {
    state: (['open', ...RETURN_STATES] as const).find((state) => state === params.get('state')),
    reason: ASKED_REASONS.find((reason) => reason === params.get('reason')),
    product: textOf(params, 'product'),
  }
}

export function parseReviewFilter(params: URLSearchParams): ReviewFilter {
  return { state: REVIEW_STATES.find((state) => state === params.get('state')) }
}

export function parseSentFilter(params: URLSearchParams): SentFilter {
  return {
    q: textOf(params, 'q'),
    channel: CHANNELS.find((channel) => channel === params.get('channel')),
    state: SENT_FILTER_STATES.find((state) => state === params.get('state')),
  }
}

export function parseMissedSearchFilter(params: URLSearchParams): MissedSearchFilter {
  return {
    q: textOf(params, 'q'),
    similar: switchOf(params, 'similar'),
    sort: (oneOf(params, 'sort', /^(newest|oldest|most|fewest)$/) ?? 'most') as MissedSearchSort,
  }
}

export function parseInvoiceFilter(params: URLSearchParams): InvoiceFilter {
  const state = params.get('state') ?? ''
  return {
    month: parseMonth(params),
    state: isStateCode(state) ? state : undefined,
    gstin: textOf(params, 'gstin')?.replace(/\s/g, '').toUpperCase(),
  }
}

/** `2026-11`; undefined: no month is given, or it is not valid. */
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

/** A value of another format is ignored, so an old or mistyped link shows the whole list. */
function oneOf(params: URLSearchParams, name: string, format: RegExp): string | undefined {
  const text = params.get(name)
  return text && format.test(text) ? text : undefined
}
