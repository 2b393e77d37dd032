import * as v from 'valibot'
import { accountFields } from '#domain/accounts/account.ts'
import { startInWords, startOf } from '#domain/short-text.ts'
import { capitalised, cleanLine } from '#domain/text.ts'

/** The shop software that exported it. */
export const PAST_SOURCES = ['shopify', 'woocommerce'] as const
export type PastSource = (typeof PAST_SOURCES)[number]

/** `price`: rupees for one, with paise as the other shop had them; null: not told. */
export type PastLine = { title: string; quantity: number; price: number | null }

/**
 * An order of another shop, kept as its customer's history. It has no number, bill or payment of this shop, and counts in no
 * report.
 */
export type PastOrder = {
  source: PastSource
  /** As the other shop wrote it, such as `#1001`. */
  number: string
  /** ISO 8601. */
  placedAt: string
  /** Rupees with paise. */
  total: number
  /** In the other shop's word, such as `Fulfilled`. */
  state: string
  lines: PastLine[]
}

/** Somebody of a file: an account without a password, and without any consent. */
export type PastCustomer = { email: string; name: string }

export const PAST_NUMBER_MAX = 60
export const PAST_STATE_MAX = 40
const PAST_LINES_MAX = 100

/** A row by heading in lower case; row 1 has the headings. */
export type PastRow = { row: number; cells: Readonly<Record<string, string>> }
export type PastKind = `${PastSource} ${'customers' | 'orders'}`
export type ReadPast = {
  kind: PastKind
  customers: PastCustomer[]
  orders: (PastOrder & PastCustomer)[]
  problems: { row: number; problem: string }[]
}

const NUMBER = ['order number', 'order_number', 'order #', 'order id', 'order_id']
const EMAIL = [
  'email',
  'email (billing)',
  'billing email',
  'billing_email',
  'customer email',
  'customer_email',
  'user_email',
]
const FIRST = ['first name', 'first name (billing)', 'billing first name', 'billing_first_name', 'first_name']
const LAST = ['last name', 'last name (billing)', 'billing last name', 'billing_last_name', 'last_name']
const WHOLE_NAME = ['billing name', 'shipping name', 'customer name', 'display_name', 'name']

/** @returns undefined: no export of customers or orders that is known */
export function pastKindOf(headings: readonly string[]): PastKind | undefined {
  const has = (...names: string[]) => names.some((name) => headings.includes(name))
  if (has('lineitem name') && has('name') && has('email')) return 'shopify orders'
  if (!has(...EMAIL)) return undefined
  if (has('accepts email marketing', 'default address address1', 'email marketing: status')) return 'shopify customers'
  if (has(...NUMBER)) return 'woocommerce orders'
  return has('first name', 'first_name', 'username', 'user_login', 'display_name') ? 'woocommerce customers' : undefined
}

/** Reads an export of customers or orders. What cannot be taken is named by its row. */
export function readPast(kind: PastKind, rows: readonly PastRow[]): ReadPast {
  const read: ReadPast = { kind, customers: [], orders: [], problems: [] }
  if (kind.endsWith('customers'))
    for (const row of rows) {
      const customer = customerOf(row)
      if (typeof customer === 'string') read.problems.push({ row: row.row, problem: customer })
      else read.customers.push(customer)
    }
  else
    for (const group of Map.groupBy(rows, (row) => numberOf(kind, row)).values()) {
      const order = orderOf(kind, group)
      if (typeof order === 'string') read.problems.push({ row: group[0]?.row ?? 1, problem: order })
      else read.orders.push(order)
    }
  return read
}

/** A problem is a sentence. */
function customerOf(row: PastRow, usual = 'Customer'): PastCustomer | string {
  const email = v.safeParse(accountFields.email, cellOf(row, ...EMAIL))
  if (!email.success) return cellOf(row, ...EMAIL) === '' ? 'It has no email.' : 'This is not an email address.'
  const name = [cellOf(row, ...FIRST), cellOf(row, ...LAST)].filter(Boolean).join(' ')
  return { email: email.output, name: startInWords(name || usual, 99) }
}

function numberOf(kind: PastKind, row: PastRow): string {
  return startOf(kind === 'shopify orders' ? cellOf(row, 'name') : cellOf(row, ...NUMBER), PAST_NUMBER_MAX)
}

function orderOf(kind: PastKind, rows: readonly PastRow[]): (PastOrder & PastCustomer) | string {
  const [source] = kind.split(' ') as [PastSource]
  // Further lines of an order of Shopify have rows without email and total.
  const head = rows.find((row) => cellOf(row, ...EMAIL) !== '') ?? rows[0]
  if (!head) return 'It has no rows.'
  const number = numberOf(kind, head)
  if (number === '') return 'It has no order number.'
  const names = source === 'shopify' ? WHOLE_NAME.filter((name) => name !== 'name') : WHOLE_NAME
  const customer = customerOf(head, cellOf(head, ...names) || undefined)
  if (typeof customer === 'string') return customer
  const placedAt = readMoment(cellOf(head, 'created at', 'order date', 'order_date', 'date', 'date created'))
  if (!placedAt) return 'It has no date that can be read.'
  const currency = cellOf(head, 'currency', 'order currency', 'order_currency')
  if (currency !== '' && currency.toUpperCase() !== 'INR') return `It is in ${startOf(currency, 10)}, not in rupees.`
  const total = readAmount(cellOf(head, 'total', 'order total amount', 'order_total', 'order total'))
  if (total === undefined) return 'It has no total.'
  const lines = rows.flatMap(lineOf).slice(0, PAST_LINES_MAX)
  return { ...customer, source, number, placedAt, total, state: stateOf(head), lines }
}

function lineOf(row: PastRow): PastLine | [] {
  const title = cellOf(row, 'lineitem name', 'item name', 'product name', 'item_name', 'product(s)')
  if (title === '') return []
  const quantity = Number(cellOf(row, 'lineitem quantity', 'quantity (- refund)', 'quantity', 'qty', 'item quantity'))
  return {
    title: startInWords(title, 199),
    quantity: Number.isInteger(quantity) && quantity > 0 ? Math.min(quantity, 9999) : 1,
    price: readAmount(cellOf(row, 'lineitem price', 'item cost', 'item_price', 'item price', 'product price')) ?? null,
  }
}

function stateOf(row: PastRow): string {
  const paid = cellOf(row, 'financial status')
  const told =
    (cellOf(row, 'cancelled at') && 'cancelled') ||
    (/refunded|voided/i.test(paid) && paid) ||
    cellOf(row, 'fulfillment status', 'order status', 'order_status', 'status').replace(/^wc-/, '') ||
    paid
  return startOf(capitalised(told.replaceAll(/[_-]/g, ' ')), PAST_STATE_MAX)
}

function cellOf({ cells }: PastRow, ...names: string[]): string {
  const name = names.find((one) => Object.hasOwn(cells, one) && cells[one]?.trim())
  // Exports put an apostrophe before what looks like a formula.
  return name === undefined ? '' : cleanLine((cells[name] ?? '').replace(/^'(?=[=+@-])/, ''))
}

/** `1,299.50` or `₹499`. */
function readAmount(cell: string): number | undefined {
  const plain = cell.replace(/^(₹|rs\.?|inr)\s*/i, '').replaceAll(',', '')
  return /^\d{1,9}(\.\d{1,4})?$/.test(plain) ? Math.round(Number(plain) * 100) / 100 : undefined
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(:\d{2})?)?\s*(Z|[+-]\d{2}:?\d{2})?$/

/** As exports write a time, ISO 8601; without a zone it is India's. */
function readMoment(cell: string): string | undefined {
  const [, day, clock = '00:00', seconds = ':00', zone = '+05:30'] = MOMENT.exec(cell) ?? []
  if (!day) return undefined
  const at = new Date(`${day}T${clock}${seconds}${zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
