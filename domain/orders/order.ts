import * as v from 'valibot'
import { isSet, kindOf, wordsFor } from '#domain/catalog/kind.ts'
import { MAX_QUANTITY, type Product, type ProductId } from '#domain/catalog/product.ts'
import { sizeLabelOf } from '#domain/catalog/sizes.ts'
import { findVariant, isVariantName, type Variant, type Variants } from '#domain/catalog/variant.ts'
import { type Parsed, parseWith } from '#domain/form-fields.ts'
import type { Paise, Rupees } from '#domain/money.ts'
import type { Words } from '#domain/shop/wording.ts'
import { type LineIdentity, lineKey } from '#domain/storage/stored-cart.ts'
import { readJson } from '#domain/text.ts'
import { addressParts, type DeliveryAddress } from './address.ts'
import { orderTotal } from './amounts.ts'
import { countOf, MAX_LINES } from './cart.ts'
import type { Cancellation, Fulfilment, OrderId, OrderStatus } from './order-state.ts'
import type { ParcelWord } from './parcel-word.ts'
import type { RefundState } from './payment.ts'
import type { DeliveryPromise } from './promise.ts'

/** One line of an order: a copy that later changes of the product do not affect. */
export type OrderLine = {
  id: ProductId
  title: string
  price: Rupees
  quantity: number
  /** Paise off the price of all of them: its share of an offer on the order, or of a set's price. Absent: none. */
  discount?: Paise
  productImageUrl: string[]
  category: string
  sizeCode: string
  sizeLabel: string
  selectedColor: string
}

export type Order = Fulfilment & {
  id: OrderId
  userId: string
  email: string
  cartItems: OrderLine[]
  addressInfo: DeliveryAddress
  totalAmount: Rupees
  /** An offer on the whole order, as its lines share it. */
  offer?: { name: string; discount: Rupees }
  /** Absent: it is delivered free. */
  deliveryFee?: Rupees
  status: OrderStatus
  cancel: Cancellation
  /** Where its parcels are, or that it is to pack. */
  parcelWord?: ParcelWord
  /** Online payment only. */
  paymentId?: string
  /** To be paid online before anything is sent: what changes have added, or all of an order with a payment link. */
  due?: Rupees
  /** The desk took its price at the counter. */
  paidAtCounter?: true
  /** The part of its total that a voucher pays. */
  voucherPaid?: Rupees
  /** A voucher pays it, but for what changes have added. */
  paidByVoucher?: true
  /** Set when the payment is refunded, in part or as a whole. */
  refund?: RefundState
  /** What went back in parts while the order stood: for returns, or from the provider's dashboard. */
  refundedPart?: Rupees
  productSize?: string
  warrantyAmount?: Rupees
  /** Every amount is 0, because this person may not see money. */
  hidesMoney?: true
  /** Absent: no day was promised. */
  promise?: DeliveryPromise
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

const requestedLineSchema = v.pipe(
  v.object({
    id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    sizeCode: v.string(),
    selectedColor: v.string(),
    quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_QUANTITY)),
    seenPrice: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  }),
  v.check(({ sizeCode, selectedColor }) => isVariantName({ sizeCode, finish: selectedColor })),
)

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

function tooMany(line: LineIdentity, words: Words): string {
  const one = kindOf(line) === 'Other' ? `one ${wordsFor(line, words).noun}` : `one ${words.noun} in one size`
  return `You can order at most ${MAX_QUANTITY} of ${one}. Please lower the quantity, or contact us.`
}

/**
 * @param text JSON array of lines, as the cart page posts it
 * @returns each line once, with its total quantity
 */
export function parseRequestedLines(text: unknown, words: Words): Parsed<RequestedLine[]> {
  const parsed = parseWith(schemaIn(words), { lines: readJson(text) })
  if (!parsed.ok) return parsed
  const lines = mergeLines(parsed.value.lines)
  if (!lines) return { ok: false, problems: { lines: unreadable } }
  const over = lines.find((line) => countOf(lines, line) > MAX_QUANTITY)
  if (over) return { ok: false, problems: { lines: tooMany(over, words) } }
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

/**
 * A requested line with today's price, which is absent when the pot is not available. `regular`: without the offer that the price
 * has.
 */
export type QuotedLine = RequestedLine & { price?: Rupees; regular?: Rupees; problem?: LineProblem }

/**
 * @param product as it is on sale now; undefined: deleted or not approved
 * @param variants all that are on sale of this product
 */
export function quoteLine(
  line: RequestedLine,
  product: Product | undefined,
  variants: readonly Variant[] = [],
): QuotedLine {
  if (!product || isSet(product)) return { ...line, problem: { kind: 'gone' } }
  // Units that are held for this shopper are sold to everybody else.
  if (product.sold && product.stock !== 'counted') return { ...line, problem: { kind: 'sold' } }
  const variant = variantOf(line, variants)
  if (!variant) return { ...line, problem: { kind: whatIsGone(line, product, variants) } }
  const { price, available } = variant
  if (available !== null && available < line.quantity) {
    // Without a size and a finish there is nothing else to choose.
    if (available === 0 && kindOf(line) === 'Other') return { ...line, price, problem: { kind: 'sold' } }
    return { ...line, price, problem: { kind: 'not-enough', left: available } }
  }
  const { regular = price } = variant
  const quoted = { ...line, price, ...(regular !== price && { regular }) }
  if (price === line.seenPrice) return quoted
  return { ...quoted, problem: { kind: 'price-changed', was: line.seenPrice, now: price } }
}

function variantOf({ sizeCode, selectedColor }: LineIdentity, variants: readonly Variant[]): Variant | undefined {
  return findVariant(variants, { sizeCode, finish: selectedColor })
}

function whatIsGone(line: LineIdentity, { stock }: Product, variants: readonly Variant[]) {
  if (kindOf(line) === 'Other') return 'gone'
  if (stock === 'counted') return 'not-offered'
  return variants.some((variant) => variant.sizeCode === line.sizeCode) ? 'finish-gone' : 'size-gone'
}

/** Are there enough units for every line? Lines of products that are not counted need none. */
export function hasUnits(
  lines: readonly (LineIdentity & { quantity: number })[],
  products: ReadonlyMap<ProductId, Pick<Product, 'stock'>>,
  variants: Variants,
): boolean {
  return lines.every((line) => {
    if (products.get(line.id)?.stock !== 'counted') return true
    return (variantOf(line, variants.get(line.id) ?? [])?.available ?? 0) >= line.quantity
  })
}

/** What an order costs beside its lines. */
export type OrderTerms = Pick<Order, 'offer' | 'deliveryFee'>

/** The same as they are stored. */
export type StoredTerms = { discount: Rupees; offerName: string; deliveryFee: Rupees }

export function storedTerms({ offer, deliveryFee = 0 }: OrderTerms): StoredTerms {
  return { discount: offer?.discount ?? 0, offerName: offer?.name ?? '', deliveryFee }
}

export function toTerms({ discount, offerName, deliveryFee }: StoredTerms): OrderTerms {
  return {
    ...(discount > 0 && { offer: { name: offerName, discount } }),
    ...(deliveryFee > 0 && { deliveryFee }),
  }
}

export type OrderDecision =
  | { ok: true; lines: OrderLine[]; totalAmount: Rupees; terms: OrderTerms }
  | { ok: false; quotes: QuotedLine[] }

/** Accepts an order only when every line is as the shopper saw it; prices and total come from the shop. */
export function decideOrder(
  lines: readonly RequestedLine[],
  products: ReadonlyMap<ProductId, Product>,
  variants: Variants,
): OrderDecision {
  const quotes = lines.map((line) => quoteLine(line, products.get(line.id), variants.get(line.id)))
  const ordered = quotes.flatMap((quote) => orderLine(quote, products.get(quote.id), variants.get(quote.id)) ?? [])
  if (ordered.length < lines.length) return { ok: false, quotes }
  return { ok: true, lines: ordered, totalAmount: orderTotal(ordered), terms: {} }
}

/** Undefined: it cannot be ordered as the shopper saw it. */
function orderLine(
  quote: QuotedLine,
  product: Product | undefined,
  variants: readonly Variant[] = [],
): OrderLine | undefined {
  const variant = variantOf(quote, variants)
  if (!product || !variant || quote.problem) return undefined
  return lineOf(product, variant, quote.quantity)
}

/** A line at today's price. */
export function lineOf(product: Product, variant: Variant, quantity: number): OrderLine {
  const { family, sizeCode, finish, price } = variant
  return {
    id: product.id,
    title: product.title,
    price,
    quantity,
    productImageUrl: variant.image === null ? product.productImageUrl : [variant.image],
    category: product.category,
    sizeCode,
    sizeLabel: sizeCode && sizeLabelOf({ family, code: sizeCode }),
    selectedColor: finish,
  }
}

/** The size and finish of a line, or its options in words; what it does not have is left out. */
export function choiceOf(line: { sizeCode: string; sizeLabel: string; selectedColor: string }): string[] {
  return [line.sizeLabel || line.sizeCode, line.selectedColor].filter((part) => part !== '')
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
