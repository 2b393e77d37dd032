import * as v from 'valibot'
import type { DeliveryAddress } from './address.ts'
import { countOf, type LineIdentity, lineKey, MAX_LINES, MAX_QUANTITY, totalOf } from './cart.ts'
import type { Rupees } from './money.ts'
import type { RefundState } from './payment.ts'
import { comesInSize, type Product, type ProductId, priceOfSize } from './product.ts'
import { getSize, isPotColour, isSizeCode, type PotColour, type SizeCode, sizeLabelOf } from './sizes.ts'
import { type Parsed, parseWith } from './text.ts'

export type OrderId = number
export type OrderStatus = 'pending' | 'confirmed' | 'delivered'
export type Cancellation = 'none' | 'requested' | 'cancelled'

/** One line of an order, as it was on the day: later changes of the product do not touch it. */
export type OrderLine = {
  id: ProductId
  title: string
  price: Rupees
  quantity: number
  productImageUrl: string[]
  category: string
  sizeCode: SizeCode
  sizeLabel: string
  selectedColor: PotColour
}

export type Order = {
  id: OrderId
  userid: string
  email: string
  cartItems: OrderLine[]
  addressInfo: DeliveryAddress
  totalAmount: Rupees
  status: OrderStatus
  cancel: Cancellation
  /** Online payment only. */
  paymentId?: string
  /** Where its money stands that goes back. */
  refund?: RefundState
  productSize?: string
  warrantyAmount?: Rupees
  /** When it was placed, ISO 8601. */
  time: string
}

type State = Pick<Order, 'status' | 'cancel'>

/** A shopper may ask until the pot has arrived; asking twice changes nothing. */
export function mayRequestCancel(order: State): boolean {
  return order.status !== 'delivered' && order.cancel === 'none'
}

/** Only what was asked for is approved. */
export function mayApproveCancel(order: State): boolean {
  return order.status !== 'delivered' && order.cancel === 'requested'
}

/**
 * A cancelled order stays at home, and one whose money the bank only holds waits for it. Delivering one whose
 * cancellation is only requested settles the request.
 */
export function mayDeliver(order: State): boolean {
  return order.status === 'confirmed' && order.cancel !== 'cancelled'
}

/** What the browser asks for: which pots, and the price that the shopper saw for each. */
export type RequestedLine = {
  id: ProductId
  sizeCode: SizeCode
  selectedColor: PotColour
  quantity: number
  seenPrice: Rupees
}

const requestedLineSchema = v.object({
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  sizeCode: v.custom<SizeCode>(isSizeCode),
  selectedColor: v.custom<PotColour>(isPotColour),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_QUANTITY)),
  seenPrice: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})

const unreadable = 'The cart could not be read. Please reload the page.'
const linesSchema = v.object({
  lines: v.pipe(
    v.array(v.unknown(), unreadable),
    v.minLength(1, 'Your cart is empty.'),
    v.maxLength(MAX_LINES, `One order holds at most ${MAX_LINES} different pots. Please split it, or write to us.`),
    v.message(v.array(requestedLineSchema), unreadable),
  ),
})

const tooMany = `One order holds at most ${MAX_QUANTITY} of one pot in one size. Please take fewer, or write to us.`

/**
 * @param text JSON array of lines, as the cart page posts it
 * @returns each line once, with all that was asked of it
 */
export function parseRequestedLines(text: unknown): Parsed<RequestedLine[]> {
  const parsed = parseWith(linesSchema, { lines: readJson(text) })
  if (!parsed.ok) return parsed
  const lines = mergeLines(parsed.value.lines)
  if (!lines) return { ok: false, problems: { lines: unreadable } }
  if (lines.some((line) => countOf(lines, line) > MAX_QUANTITY)) return { ok: false, problems: { lines: tooMany } }
  return { ok: true, value: lines }
}

/** Undefined: the same line was seen at two prices. */
function mergeLines(lines: readonly RequestedLine[]): RequestedLine[] | undefined {
  const merged = new Map<string, RequestedLine>()
  for (const line of lines) {
    const same = merged.get(lineKey(line))
    if (same && same.seenPrice !== line.seenPrice) return undefined
    merged.set(lineKey(line), same ? { ...same, quantity: same.quantity + line.quantity } : line)
  }
  return [...merged.values()]
}

function readJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

/** Why a line cannot be ordered as it stands. A product that is not approved counts as gone. */
export type LineProblem =
  | { kind: 'gone' }
  | { kind: 'sold' }
  | { kind: 'size-gone' }
  | { kind: 'price-changed'; was: Rupees; now: Rupees }

/** What the shop says of one requested line today; `price` is absent when it cannot be had at all. */
export type QuotedLine = RequestedLine & { price?: Rupees; problem?: LineProblem }

/** @param product as it is on sale now, undefined when it is not there or not approved */
export function quoteLine(line: RequestedLine, product: Product | undefined): QuotedLine {
  if (!product) return { ...line, problem: { kind: 'gone' } }
  if (product.sold) return { ...line, problem: { kind: 'sold' } }
  if (!comesInSize(product, line.sizeCode)) return { ...line, problem: { kind: 'size-gone' } }
  const price = priceOfSize(product, getSize(line.sizeCode))
  if (price === line.seenPrice) return { ...line, price }
  return { ...line, price, problem: { kind: 'price-changed', was: line.seenPrice, now: price } }
}

export type OrderDecision = { ok: true; lines: OrderLine[]; totalAmount: Rupees } | { ok: false; quotes: QuotedLine[] }

/** An order is placed only when every line is what the shopper saw; prices and total are the shop's own. */
export function decideOrder(lines: readonly RequestedLine[], products: ReadonlyMap<ProductId, Product>): OrderDecision {
  const quotes = lines.map((line) => quoteLine(line, products.get(line.id)))
  if (quotes.some(({ problem }) => problem)) return { ok: false, quotes }
  const ordered = lines.map((line) => orderLine(line, products.get(line.id) as Product))
  return { ok: true, lines: ordered, totalAmount: totalOf(ordered) }
}

function orderLine(line: RequestedLine, product: Product): OrderLine {
  const size = getSize(line.sizeCode)
  return {
    id: product.id,
    title: product.title,
    price: priceOfSize(product, size),
    quantity: line.quantity,
    productImageUrl: product.productImageUrl,
    category: product.category,
    sizeCode: size.code,
    sizeLabel: sizeLabelOf(size),
    selectedColor: line.selectedColor,
  }
}

/** The cart and address that one checkout key stands for. */
export type Ordered = { lines: readonly (LineIdentity & { quantity: number })[]; address: DeliveryAddress }

/**
 * Is this the same checkout, sent again? The order of the lines does not matter, nor do prices: those are the shop's, and
 * one that has changed since makes no other order of it.
 */
export function isSameCheckout(one: Ordered, other: Ordered): boolean {
  return fingerprintOf(one) === fingerprintOf(other)
}

function fingerprintOf({ lines, address }: Ordered): string {
  const quantities = new Map<string, number>()
  for (const line of lines) quantities.set(lineKey(line), (quantities.get(lineKey(line)) ?? 0) + line.quantity)
  const { name, address: street, city, pincode, mobileNumber } = address
  return JSON.stringify([[...quantities].sort(), name, street, city, pincode, mobileNumber])
}

/** What the shopper reads in a line that cannot be ordered as it stands. */
export function sentenceFor(problem: LineProblem, formatted: (amount: Rupees) => string): string {
  switch (problem.kind) {
    case 'gone':
      return 'This pot is no longer for sale. Remove it to go on.'
    case 'sold':
      return 'This pot has been sold. Remove it to go on.'
    case 'size-gone':
      return 'This pot no longer comes in this size. Remove it to go on.'
    case 'price-changed':
      return `The price was ${formatted(problem.was)} and is now ${formatted(problem.now)}.`
  }
}
