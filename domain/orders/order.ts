import * as v from 'valibot'
import { MAX_QUANTITY, type Product, type ProductId } from '#domain/catalog/product.ts'
import { FINISH_NAME_MAX, SIZE_CODE } from '#domain/catalog/size-code.ts'
import { type Catalogue, findSize, finishesOnSale, sizeLabelOf, sizesOf } from '#domain/catalog/sizes.ts'
import { findVariant, priceOfChoice, type Stock } from '#domain/catalog/stock/stock.ts'
import { type Parsed, parseWith } from '#domain/form-fields.ts'
import type { Rupees } from '#domain/money.ts'
import type { Words } from '#domain/shop/wording.ts'
import { type LineIdentity, lineKey } from '#domain/storage/stored-cart.ts'
import { readJson } from '#domain/text.ts'
import { addressParts, type DeliveryAddress } from './address.ts'
import { countOf, MAX_LINES, totalOf } from './cart.ts'
import type { Cancellation, Fulfilment, OrderId, OrderStatus } from './order-state.ts'
import type { RefundState } from './payment.ts'

/** One line of an order: a copy that later changes of the product do not affect. */
export type OrderLine = {
  id: ProductId
  title: string
  price: Rupees
  quantity: number
  productImageUrl: string[]
  category: string
  sizeCode: string
  sizeLabel: string
  selectedColor: string
}

export type Order = Fulfilment & {
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
  /** Set when the payment is refunded, in part or as a whole. */
  refund?: RefundState
  /** What went back in parts while the order stood: for returns, or from the provider's dashboard. */
  refundedPart?: Rupees
  productSize?: string
  warrantyAmount?: Rupees
  /** When it was placed, ISO 8601. */
  time: string
}

/** A line as the browser sends it, with the price that the shopper saw. */
export type RequestedLine = {
  id: ProductId
  sizeCode: string
  selectedColor: string
  quantity: number
  seenPrice: Rupees
}

/** A checkout as the browser sends it. */
export type RequestedCheckout = {
  /** Idempotency key, derived by the browser from cart, address and a stored seed: a repeated request finds the same order. */
  key: string
  lines: readonly RequestedLine[]
  address: DeliveryAddress
}

const requestedLineSchema = v.object({
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  sizeCode: v.pipe(v.string(), v.regex(SIZE_CODE)),
  selectedColor: v.pipe(v.string(), v.minLength(1), v.maxLength(FINISH_NAME_MAX)),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_QUANTITY)),
  seenPrice: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})

const unreadable = 'We couldn’t read your cart. Please reload the page.'
const schemaIn = ({ nouns }: Words) =>
  v.object({
    lines: v.pipe(
      v.array(v.unknown(), unreadable),
      v.minLength(1, 'Your cart is empty.'),
      v.maxLength(
        MAX_LINES,
        `One order holds at most ${MAX_LINES} different ${nouns}. Please split your order, or contact us.`,
      ),
      v.message(v.array(requestedLineSchema), unreadable),
    ),
  })

const tooMany = ({ noun }: Words) =>
  `You can order at most ${MAX_QUANTITY} of one ${noun} in one size. Please lower the quantity, or contact us.`

/**
 * @param text JSON array of lines, as the cart page posts it
 * @returns each line once, with its total quantity
 */
export function parseRequestedLines(text: unknown, words: Words): Parsed<RequestedLine[]> {
  const parsed = parseWith(schemaIn(words), { lines: readJson(text) })
  if (!parsed.ok) return parsed
  const lines = mergeLines(parsed.value.lines)
  if (!lines) return { ok: false, problems: { lines: unreadable } }
  if (lines.some((line) => countOf(lines, line) > MAX_QUANTITY))
    return { ok: false, problems: { lines: tooMany(words) } }
  return { ok: true, value: lines }
}

/** Undefined: the same line has two prices. */
function mergeLines(lines: readonly RequestedLine[]): RequestedLine[] | undefined {
  const merged = new Map<string, RequestedLine>()
  for (const line of lines) {
    const same = merged.get(lineKey(line))
    if (same && same.seenPrice !== line.seenPrice) return undefined
    merged.set(lineKey(line), same ? { ...same, quantity: same.quantity + line.quantity } : line)
  }
  return [...merged.values()]
}

/** Why a line cannot be ordered. `gone`: deleted or not approved. `left`: units that this shopper can have. */
export type LineProblem =
  | { kind: 'gone' }
  | { kind: 'sold' }
  | { kind: 'size-gone' }
  | { kind: 'finish-gone' }
  | { kind: 'not-offered' }
  | { kind: 'not-enough'; left: number }
  | { kind: 'price-changed'; was: Rupees; now: Rupees }

/** A requested line with today's price; `price` is absent when the pot is not available. */
export type QuotedLine = RequestedLine & { price?: Rupees; problem?: LineProblem }

const NOTHING_COUNTED: Stock = new Map()

/**
 * @param product as it is on sale now; undefined: deleted or not approved
 * @param stock of counted products, as far as the lines need it
 */
export function quoteLine(
  line: RequestedLine,
  product: Product | undefined,
  catalogue: Catalogue,
  stock: Stock = NOTHING_COUNTED,
): QuotedLine {
  if (!product) return { ...line, problem: { kind: 'gone' } }
  const isCounted = product.stock === 'counted'
  // Units that are held for this shopper are sold to everybody else.
  if (product.sold && !isCounted) return { ...line, problem: { kind: 'sold' } }
  const size = sizesOf(catalogue, product).find(({ code }) => code === line.sizeCode)
  if (!size) return { ...line, problem: { kind: 'size-gone' } }
  const isOffered = finishesOnSale(catalogue).some(({ name }) => name === line.selectedColor)
  if (!isOffered) return { ...line, problem: { kind: 'finish-gone' } }
  // A product keeps its cells when its stock is not counted any more.
  const choices = isCounted ? (stock.get(product.id) ?? []) : []
  const choice = findVariant(choices, { sizeCode: size.code, finish: line.selectedColor })
  if (isCounted && !choice) return { ...line, problem: { kind: 'not-offered' } }
  const price = priceOfChoice(product, size, choices, line.selectedColor)
  if (choice && choice.free < line.quantity) {
    return { ...line, price, problem: { kind: 'not-enough', left: choice.free } }
  }
  if (price === line.seenPrice) return { ...line, price }
  return { ...line, price, problem: { kind: 'price-changed', was: line.seenPrice, now: price } }
}

export type OrderDecision = { ok: true; lines: OrderLine[]; totalAmount: Rupees } | { ok: false; quotes: QuotedLine[] }

/** Accepts an order only when every line is as the shopper saw it; prices and total come from the shop. */
export function decideOrder(
  lines: readonly RequestedLine[],
  products: ReadonlyMap<ProductId, Product>,
  catalogue: Catalogue,
  stock: Stock = NOTHING_COUNTED,
): OrderDecision {
  const quotes = lines.map((line) => quoteLine(line, products.get(line.id), catalogue, stock))
  const ordered = quotes.flatMap((quote) => orderLine(quote, products.get(quote.id), catalogue) ?? [])
  if (ordered.length < lines.length) return { ok: false, quotes }
  return { ok: true, lines: ordered, totalAmount: totalOf(ordered) }
}

/** Undefined: it cannot be ordered as the shopper saw it. */
function orderLine(quote: QuotedLine, product: Product | undefined, catalogue: Catalogue): OrderLine | undefined {
  const size = findSize(catalogue, quote.sizeCode)
  if (!product || !size || quote.problem || quote.price === undefined) return undefined
  return {
    id: product.id,
    title: product.title,
    price: quote.price,
    quantity: quote.quantity,
    productImageUrl: product.productImageUrl,
    category: product.category,
    sizeCode: size.code,
    sizeLabel: sizeLabelOf(size),
    selectedColor: quote.selectedColor,
  }
}

/** The contents that a checkout key stands for. */
export type CheckoutContents = { lines: readonly (LineIdentity & { quantity: number })[]; address: DeliveryAddress }

/**
 * Is this a repeat of the same checkout? The sequence of the lines does not matter, nor do prices, which may have changed
 * since.
 */
export function isSameCheckout(one: CheckoutContents, other: CheckoutContents): boolean {
  return fingerprintOf(one) === fingerprintOf(other)
}

function fingerprintOf({ lines, address }: CheckoutContents): string {
  const quantities = new Map<string, number>()
  for (const line of lines) quantities.set(lineKey(line), (quantities.get(lineKey(line)) ?? 0) + line.quantity)
  return JSON.stringify([[...quantities].sort(), ...addressParts(address)])
}

/** The message at a cart line that cannot be ordered. */
export function messageFor(
  problem: LineProblem,
  { noun, finish }: Words,
  formatted: (amount: Rupees) => string,
): string {
  switch (problem.kind) {
    case 'gone':
      return `This ${noun} is no longer available. Remove it to continue.`
    case 'sold':
      return `This ${noun} has just sold out. Remove it to continue.`
    case 'size-gone':
      return `This ${noun} is no longer available in this size. Remove it to continue.`
    case 'finish-gone':
      return `This ${noun} is no longer available in this ${finish}. Remove it to continue.`
    case 'not-offered':
      return `This ${noun} is no longer available in this size and ${finish}. Remove it to continue.`
    case 'not-enough':
      return problem.left === 0
        ? `This ${noun} has just sold out in this size and ${finish}. Remove it to continue.`
        : `Only ${problem.left} left. Lower the quantity to continue.`
    case 'price-changed':
      return `The price has changed from ${formatted(problem.was)} to ${formatted(problem.now)}.`
  }
}
