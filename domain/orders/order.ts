import * as v from 'valibot'
import { isSet, kindOf, wordsFor } from '#domain/catalog/kind.ts'
import { MAX_QUANTITY, type Product, type ProductId } from '#domain/catalog/product.ts'
import { pricedParts, type SetPart, type SetParts } from '#domain/catalog/sets.ts'
import { sizeLabelOf } from '#domain/catalog/sizes.ts'
import { findVariant, isVariantName, type Variant, type Variants } from '#domain/catalog/variant.ts'
import { type Parsed, parseWith } from '#domain/form-fields.ts'
import { formatRupees, type Paise, type Rupees, toPaise } from '#domain/money.ts'
import type { Words } from '#domain/shop/wording.ts'
import { type LineIdentity, lineKey } from '#domain/storage/stored-cart.ts'
import { readJson } from '#domain/text.ts'
import { addressParts, type DeliveryAddress } from './address.ts'
import { orderTotal, type PricedLine, spread } from './amounts.ts'
import { countOf, MAX_LINES } from './cart.ts'
import type { Gift } from './gift.ts'
import type { Cancellation, Fulfilment, OrderId, OrderStatus } from './order-state.ts'
import type { ParcelWord } from './parcel-word.ts'
import type { RefundState } from './payment.ts'
import type { PickUp } from './pick-up.ts'
import type { DeliveryPromise } from './promise.ts'

/** One line of an order: a copy that later changes of the product do not affect. */
export type OrderLine = {
  id: ProductId
  title: string
  price: Rupees
  /** Without the offer that the price has; absent: it has none. */
  regular?: Rupees
  quantity: number
  /** Paise off the price of all of them: its share of an offer on the order, or of a set's price. Absent: none. */
  discount?: Paise
  productImageUrl: string[]
  category: string
  sizeCode: string
  sizeLabel: string
  selectedColor: string
  /** Absent: it was ordered by itself. */
  set?: LineSet
}

/** The set that a line was ordered in, how many of them, and the price of one: all lines of a set share it. */
export type LineSet = { id: ProductId; title: string; quantity: number; price: Rupees }

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
  gift?: Gift
  /** The place where its buyer fetches it; absent: it is delivered. */
  pickUp?: PickUp
  /** Collected in cash, because the payment online is a part of it; absent: nothing. */
  restInCash?: Rupees
  status: OrderStatus
  cancel: Cancellation
  /** The state of its parcels, or that it is to pack. */
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
  /** The amount that went back in parts while the order stood: for returns, or from the provider's dashboard. */
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

/** A line as the browser sends it, with the price that the shopper saw. */
export type RequestedLine = v.InferOutput<typeof requestedLineSchema>

export type RequestedCheckout = {
  /** Idempotency key, derived by the browser from cart, address and a stored seed: a repeated request finds the same order. */
  key: string
  lines: readonly RequestedLine[]
  address: DeliveryAddress
  gift?: Gift | undefined
  /** The buyer fetches it. */
  isPickedUp?: boolean
  /** Rupees of the delivery fee that the shopper saw; absent: nobody has seen one. */
  seenFee?: Rupees
  /** Rupees that the shopper saw to be paid online now, the rest in cash; absent: it is paid in one. */
  seenPart?: Rupees | undefined
}

const TOTAL_MAX: Rupees = 1_000_000_000
const TOO_DEAR = `An order can cost at most ${formatRupees(TOTAL_MAX)}. Please split your order, or contact us.`

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
  // Larger amounts are typing errors or attacks, and no payment provider takes them.
  const total = lines.reduce((sum, { seenPrice, quantity }) => sum + seenPrice * quantity, 0)
  if (total > TOTAL_MAX) return { ok: false, problems: { lines: TOO_DEAR } }
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
  | { kind: 'too-many'; most: number }
  | { kind: 'price-changed'; was: Rupees; now: Rupees }

/**
 * A requested line with today's price, which is absent when the pot is not available. `regular`: without the offer that the price
 * has.
 */
export type QuotedLine = RequestedLine & {
  price?: Rupees
  regular?: Rupees
  problem?: LineProblem
  /** Of a set: the parts of all of them, from which offers go off. */
  parts?: QuotedPart[]
}

export type QuotedPart = Omit<OrderLine, 'set' | 'productImageUrl' | 'category'>

/**
 * @param product as it is on sale now; undefined: deleted or not approved
 * @param variants all that are on sale of this product
 */
export function quoteLine(
  line: RequestedLine,
  product: Product | undefined,
  variants: readonly Variant[] = [],
): QuotedLine {
  if (!product) return { ...line, problem: { kind: 'gone' } }
  // Units that are held for this shopper are sold to everybody else.
  if (product.sold && product.stock !== 'counted' && !isSet(product)) return { ...line, problem: { kind: 'sold' } }
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

/** The products for sale now, with the parts of sets and their products. */
export type OnSale = { products: ReadonlyMap<ProductId, Product>; variants: Variants; parts?: SetParts }

/** Lines and the parts of sets may be of the same variants, so each line gets what those before it leave. */
export function quoteAll(lines: readonly RequestedLine[], sale: OnSale): QuotedLine[] {
  const { products, variants, parts = new Map() } = sale
  const used = new Map<number, number>()
  const left = (variant: Variant): Variant =>
    variant.available === null ? variant : { ...variant, available: variant.available - (used.get(variant.id) ?? 0) }
  return lines.map((line) => {
    const offered = variants.get(line.id) ?? []
    const set = parts.get(line.id)
    const held = set && partsForSale(set, sale)
    const most = held && mostOf(held)
    if (most !== undefined && line.quantity > most) return { ...line, problem: { kind: 'too-many', most } }
    const offers = set ? offered.map((variant) => ({ ...variant, available: setsLeft(held, left) })) : offered.map(left)
    const quote = quoteLine(line, products.get(line.id), offers)
    if (quote.problem && quote.problem.kind !== 'price-changed') return quote
    const taken = held ?? [{ variant: variantOf(line, offered), quantity: 1 }]
    for (const { variant, quantity } of taken)
      if (variant) used.set(variant.id, (used.get(variant.id) ?? 0) + quantity * line.quantity)
    return held ? { ...quote, parts: pricedPartsOf(line, sale) } : quote
  })
}

function pricedPartsOf(line: RequestedLine, sale: OnSale): QuotedPart[] {
  return orderLines(line, sale).map(({ set: _, productImageUrl: __, category: ___, ...part }) => part)
}

type HeldPart = SetPart & { product: Product; variant: Variant }

/** The parts of a set as they are on sale; undefined: one of them is not. */
function partsForSale(parts: readonly SetPart[], { products, variants }: OnSale): HeldPart[] | undefined {
  const held = (pricedParts(parts, variants) ?? []).flatMap((part): HeldPart | [] => {
    const product = products.get(part.productId)
    return product && !isSet(product) ? { ...part, product } : []
  })
  return held.length === parts.length && held.length > 0 ? held : undefined
}

/** A line of an order holds at most 99 pieces. */
function mostOf(parts: readonly HeldPart[]): number {
  return Math.floor(MAX_QUANTITY / Math.max(...parts.map(({ quantity }) => quantity)))
}

/** Sets that are left for this shopper; null: no part is counted. */
function setsLeft(parts: readonly HeldPart[] | undefined, left: (variant: Variant) => Variant): number | null {
  if (!parts) return 0
  const units = parts.flatMap(({ variant, quantity }) => {
    const { available, isAvailable } = left(variant)
    if (available === null) return isAvailable ? [] : 0
    return Math.max(0, Math.floor(available / quantity))
  })
  return units.length === 0 ? null : Math.min(...units)
}

/** Are there enough units for all lines of an order together? Lines of products that are not counted need none. */
export function hasUnits(
  lines: readonly (LineIdentity & { quantity: number })[],
  products: ReadonlyMap<ProductId, Pick<Product, 'stock'>>,
  variants: Variants,
): boolean {
  return [...Map.groupBy(lines, lineKey).values()].every((same) => {
    const [line] = same
    if (!line || products.get(line.id)?.stock !== 'counted') return true
    const wanted = same.reduce((sum, { quantity }) => sum + quantity, 0)
    return (variantOf(line, variants.get(line.id) ?? [])?.available ?? 0) >= wanted
  })
}

/** The price of an order beside its lines. */
export type OrderTerms = Pick<Order, 'offer' | 'deliveryFee' | 'gift' | 'pickUp' | 'restInCash'>

/** As columns have it; without a name of its recipient it is no gift. */
export function storedTerms({ offer, deliveryFee = 0, gift, pickUp, restInCash = 0 }: OrderTerms) {
  return {
    discount: offer?.discount ?? 0,
    offerName: offer?.name ?? '',
    deliveryFee,
    restInCash,
    giftRecipient: gift?.recipient ?? '',
    giftMessage: gift?.message ?? '',
    pickUp: pickUp ?? null,
  }
}

export function toTerms(stored: ReturnType<typeof storedTerms>): OrderTerms {
  const { discount, offerName, deliveryFee, giftRecipient, giftMessage, pickUp, restInCash } = stored
  return {
    ...(discount > 0 && { offer: { name: offerName, discount } }),
    ...(deliveryFee > 0 && { deliveryFee }),
    ...(giftRecipient !== '' && { gift: { recipient: giftRecipient, message: giftMessage } }),
    ...(pickUp && { pickUp }),
    ...(restInCash > 0 && { restInCash }),
  }
}

export type OrderDecision =
  | { ok: true; lines: OrderLine[]; totalAmount: Rupees; terms: OrderTerms }
  | { ok: false; quotes: QuotedLine[] }

/** Accepts an order only when every line is as the shopper saw it; prices and total come from the shop. */
export function decideOrder(lines: readonly RequestedLine[], sale: OnSale): OrderDecision {
  const quotes = quoteAll(lines, sale)
  if (quotes.some(({ problem }) => problem)) return { ok: false, quotes }
  const ordered = quotes.flatMap((quote) => orderLines(quote, sale))
  return { ok: true, lines: ordered, totalAmount: orderTotal(ordered), terms: {} }
}

/** The lines of something that can be ordered as the shopper saw it: one, or those of a set's parts. */
export function orderLines(quote: LineIdentity & { quantity: number }, sale: OnSale): OrderLine[] {
  const { products, variants, parts } = sale
  const product = products.get(quote.id)
  const variant = variantOf(quote, variants.get(quote.id) ?? [])
  if (!product || !variant) return []
  const held = parts?.has(quote.id) ? partsForSale(parts.get(quote.id) ?? [], sale) : undefined
  if (!held) return [lineOf(product, variant, quote.quantity)]
  const set = { id: product.id, title: product.title, quantity: quote.quantity, price: variant.price }
  const lines = held.map((part) => ({ ...lineOf(part.product, part.variant, part.quantity * quote.quantity), set }))
  return withSetPrice(lines, variant.price * quote.quantity)
}

/** Spreads the price of all sets over the lines of their parts, in proportion to their own prices. */
export function withSetPrice<Line extends PricedLine>(lines: readonly Line[], price: Rupees): Line[] {
  const own = lines.map((line) => toPaise(line.price * line.quantity))
  const shares = spread(toPaise(price), own)
  return lines.map((line, index) => {
    const discount = (own[index] ?? 0) - (shares[index] ?? 0)
    const { discount: _, ...rest } = line
    return (discount > 0 ? { ...rest, discount } : rest) as Line
  })
}

/** A line at today's price. */
export function lineOf(product: Product, variant: Variant, quantity: number): OrderLine {
  const { family, sizeCode, finish, price, regular = price } = variant
  return {
    id: product.id,
    title: product.title,
    price,
    ...(regular !== price && { regular }),
    quantity,
    productImageUrl: variant.image === null ? product.productImageUrl : [variant.image],
    category: product.category,
    sizeCode,
    sizeLabel: sizeCode && sizeLabelOf({ family, code: sizeCode }),
    selectedColor: finish,
  }
}

type ChosenLine = { sizeCode: string; sizeLabel: string; selectedColor: string; set?: LineSet | undefined }

/** The size and finish of a line, or its options in words, and the set that it is a part of; what it does not have is left out. */
export function choiceOf(line: ChosenLine): string[] {
  return [line.sizeLabel || line.sizeCode, line.selectedColor, setWords(line)].filter((part) => part !== '')
}

/** `in Balcony set`; empty: the line was ordered by itself. */
export function setWords({ set }: Pick<ChosenLine, 'set'>): string {
  return set ? `in ${set.title}` : ''
}

type Placed<Line> = { line: Line; index: number }

/** The lines of an order in their sequence, those of a set together where its first one is. `set`: of all of them. */
export function groupLines<Line extends Pick<OrderLine, 'set'>>(
  lines: readonly Line[],
): { set: LineSet | undefined; lines: Placed<Line>[] }[] {
  const groups: { set: LineSet | undefined; lines: Placed<Line>[] }[] = []
  for (const [index, line] of lines.entries()) {
    const same = line.set && groups.find(({ set }) => set?.id === line.set?.id)
    if (same) same.lines.push({ line, index })
    else groups.push({ set: line.set, lines: [{ line, index }] })
  }
  return groups
}

/** The contents that a checkout key stands for. */
export type CheckoutContents = {
  lines: readonly (LineIdentity & { quantity: number; set?: LineSet })[]
  address: DeliveryAddress
  isPickedUp?: boolean | undefined
}

/**
 * Is this a repeat of the same checkout? The sequence of the lines does not matter, nor do prices, which may have changed
 * since.
 */
export function isSameCheckout(one: CheckoutContents, other: CheckoutContents): boolean {
  return fingerprintOf(one) === fingerprintOf(other)
}

function fingerprintOf({ lines, address, isPickedUp = false }: CheckoutContents): string {
  const quantities = new Map<string, number>()
  for (const line of lines) {
    // An order has the parts of a set, and a request the set.
    if (line.set) quantities.set(lineKey({ id: line.set.id, sizeCode: '', selectedColor: '' }), line.set.quantity)
    else quantities.set(lineKey(line), (quantities.get(lineKey(line)) ?? 0) + line.quantity)
  }
  return JSON.stringify([[...quantities].sort(), isPickedUp, ...addressParts(address)])
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
    case 'too-many':
      return `You can order at most ${problem.most} of this at once. Lower the quantity to continue.`
    case 'price-changed':
      return `The price has changed from ${formatted(problem.was)} to ${formatted(problem.now)}.`
  }
}
