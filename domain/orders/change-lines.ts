import { MAX_QUANTITY, type Product, type ProductId } from '#domain/catalog/product.ts'
import type { Variant, Variants } from '#domain/catalog/variant.ts'
import { formatRupees, type Rupees } from '#domain/money.ts'
import { readJson } from '#domain/text.ts'
import { countOf, MAX_LINES, totalOf } from './cart.ts'
import { choiceOf, type LineProblem, lineOf, type OrderLine, quoteLine } from './order.ts'
import type { Dispatched, OrderState } from './order-state.ts'

/** A line of an order before the change. */
export type PresentLine = OrderLine & {
  position: number
  /** Null: ordered before variants had rows. */
  variantId: number | null
  /** How many of it are in parcels. */
  sent: number
}

/** The contents that the desk wants an order to have. A line that is not named stays as it is. */
export type WantedChange = {
  /** Quantity 0 removes the line; `variantId` exchanges its size or finish. */
  lines: readonly { position: number; quantity: number; variantId?: number | undefined }[]
  added: readonly { variantId: number; quantity: number }[]
  /** Rupees that the form showed for new variants, by variant. */
  seenPrices: ReadonlyMap<number, Rupees>
}

/** A line that a change has added, removed or counted anew, as the buyer reads it. */
export type ChangedLine = { title: string; choice: string; before: number; after: number; price: Rupees }

/** A variant on sale with its product. */
export type Offered = { product: Product; variant: Variant }

/** Why a field of the form was refused. */
export type ChangeProblem = LineProblem | { kind: 'sent'; sent: number } | { kind: 'too-much' } | { kind: 'other-set' }

export type ChangeDecision =
  | {
      ok: true
      /** Lines that stay, with their new quantities; `position` is the one before the change. */
      kept: { position: number; quantity: number }[]
      /** At these positions, where a line was exchanged, or behind the others. */
      added: { position: number | undefined; variantId: number; line: OrderLine }[]
      totalAmount: Rupees
      changed: ChangedLine[]
      /** By how many units the order's hold on each variant grows, or shrinks. */
      units: { variantId: number; by: number }[]
    }
  | { ok: false; reason: 'nothing' | 'last-line' | 'too-many-lines' }
  | { ok: false; reason: 'problems'; problems: Record<string, ChangeProblem> }

type Kept = { before: PresentLine; quantity: number }
type Fresh = { position: number | undefined; variantId: number; quantity: number; field: string }

/** Names of the inputs of a line, and of those of a variant that can be added. */
export const newQuantityField = (position: number) => `quantity:${position}`
export const variantField = (position: number) => `variant:${position}`
export const addField = (variantId: number) => `add:${variantId}`
export const isAddField = (name: string) => name.startsWith('add:')

/** Until the whole order has left the shop. What was sent stays as it is, line by line. */
export function mayChangeLines(order: OrderState & { dispatched: Dispatched }): boolean {
  return order.status === 'confirmed' && order.cancel !== 'cancelled' && order.dispatched !== 'whole'
}

/** Names the lines of an order, and what was sent of them, so that the second of two changes is refused. */
export function fingerprintOf(lines: readonly PresentLine[]): string {
  return JSON.stringify(
    lines.map((line) => [lineName(line), line.quantity, line.id, line.sizeCode, line.price, line.sent]),
  )
}

export type SeenLine = { name: string; quantity: number }

/** The lines that a form was opened with; none if it is not a fingerprint. */
export function readFingerprint(text: string): SeenLine[] {
  const lines = readJson(text)
  if (!Array.isArray(lines)) return []
  return lines.map((line) => {
    const [name, quantity] = Array.isArray(line) ? line : []
    return { name: String(name), quantity: Number(quantity) }
  })
}

/** `CUBEE, C02, Grey Stone` */
export function lineName(line: OrderLine): string {
  return [line.title, ...choiceOf(line)].join(', ')
}

/**
 * The contents of the order after a change. Units that are kept cost what they did when they were ordered, and so do more
 * of them; a product that is added or exchanged costs its price of today.
 *
 * @param offered variants on sale, by id, with the units that are left beside this order
 */
export function decideChange(
  present: readonly PresentLine[],
  wanted: WantedChange,
  offered: ReadonlyMap<number, Offered>,
): ChangeDecision {
  const problems: Record<string, ChangeProblem> = {}
  const kept: Kept[] = []
  const fresh: Fresh[] = []
  for (const before of present) {
    const { position, variantId, sent } = before
    const asked = wanted.lines.find((one) => one.position === position)
    const quantity = asked?.quantity ?? before.quantity
    const other = asked?.variantId !== variantId && quantity > 0 ? asked?.variantId : undefined
    if (sent > 0 && (other !== undefined || quantity < sent))
      problems[other === undefined ? newQuantityField(position) : variantField(position)] = { kind: 'sent', sent }
    if (other !== undefined) fresh.push({ position, variantId: other, quantity, field: variantField(position) })
    else if (quantity > 0) kept.push({ before, quantity })
  }
  for (const { variantId, quantity } of wanted.added) {
    if (quantity <= 0) continue
    const price = { now: offered.get(variantId)?.variant.price, seen: wanted.seenPrices.get(variantId) }
    addUp(kept, fresh, { position: undefined, variantId, quantity, field: addField(variantId) }, price)
  }

  const keptUnits = kept.map(({ before, quantity }) => ({ variantId: before.variantId, quantity }))
  const units = unitsOf(present, [...keptUnits, ...fresh])
  const more = (variantId: number | null) => Math.max(0, units.find((one) => one.variantId === variantId)?.by ?? 0)
  const added = fresh.flatMap(({ position, variantId, quantity, field }) => {
    const seenPrice = wanted.seenPrices.get(variantId)
    const quoted = quoteNew(offered.get(variantId), { quantity, more: more(variantId), seenPrice })
    if ('kind' in quoted) problems[field] = quoted
    return 'kind' in quoted ? [] : [{ position, variantId, line: quoted }]
  })
  for (const { before, quantity } of kept) {
    const { position, variantId } = before
    if (quantity <= before.quantity || (variantId !== null && more(variantId) === 0)) continue
    // The price stays that of the order.
    const quoted = quoteNew(offered.get(variantId ?? 0), { quantity, more: more(variantId), seenPrice: undefined })
    if ('kind' in quoted) problems[newQuantityField(position)] = quoted
  }

  const after = [...kept.map(({ before, quantity }) => ({ ...before, quantity })), ...added.map(({ line }) => line)]
  for (const { before } of kept)
    if (countOf(after, before) > Math.max(MAX_QUANTITY, countOf(present, before)))
      problems[newQuantityField(before.position)] ??= { kind: 'too-much' }
  for (const { line, variantId, position } of added)
    if (countOf(after, line) > MAX_QUANTITY)
      problems[position === undefined ? addField(variantId) : variantField(position)] ??= { kind: 'too-much' }
  if (Object.keys(problems).length > 0) return { ok: false, reason: 'problems', problems }
  if (after.length === 0) return { ok: false, reason: 'last-line' }
  if (after.length > Math.max(MAX_LINES, present.length)) return { ok: false, reason: 'too-many-lines' }
  const changed = changesOf(present, kept, added)
  if (changed.length === 0) return { ok: false, reason: 'nothing' }
  return {
    ok: true,
    kept: kept.map(({ before, quantity }) => ({ position: before.position, quantity })),
    added,
    totalAmount: totalOf(after),
    changed,
    units,
  }
}

/** A line at today's price, or why it cannot be added. @param more units beyond those that the order has */
function quoteNew(
  offer: Offered | undefined,
  { quantity, more, seenPrice }: { quantity: number; more: number; seenPrice: Rupees | undefined },
): OrderLine | LineProblem {
  if (!offer) return { kind: 'gone' }
  const { product, variant } = offer
  const requested = { id: product.id, sizeCode: variant.sizeCode, selectedColor: variant.finish, quantity: more }
  const { problem } = quoteLine({ ...requested, seenPrice: seenPrice ?? variant.price }, product, [variant])
  return problem ?? lineOf(product, variant, quantity)
}

/** Adds a variant to a line that has it at the same price already, or as a line of its own. */
function addUp(
  kept: Kept[],
  fresh: Fresh[],
  added: Fresh,
  price: { now: Rupees | undefined; seen: Rupees | undefined },
): void {
  const agreed = price.seen ?? price.now
  const same =
    kept.find(
      ({ before }) => before.variantId === added.variantId && before.price === price.now && price.now === agreed,
    ) ?? fresh.find(({ variantId }) => variantId === added.variantId)
  if (same) same.quantity += added.quantity
  else fresh.push(added)
}

type Units = { variantId: number | null | undefined; quantity: number }

/** By how many units the order's hold on each variant grows, or shrinks; several lines may be of one variant. */
export function unitsOf(before: readonly Units[], after: readonly Units[]): { variantId: number; by: number }[] {
  const units = new Map<number, number>()
  const add = ({ variantId, quantity }: Units, sign: 1 | -1) => {
    if (variantId) units.set(variantId, (units.get(variantId) ?? 0) + sign * quantity)
  }
  for (const line of before) add(line, -1)
  for (const line of after) add(line, 1)
  return [...units]
    .map(([variantId, by]) => ({ variantId, by }))
    .filter(({ by }) => by !== 0)
    .sort((one, other) => one.variantId - other.variantId)
}

function changesOf(
  present: readonly PresentLine[],
  kept: readonly Kept[],
  added: readonly { line: OrderLine }[],
): ChangedLine[] {
  const quantities = new Map(kept.map(({ before, quantity }) => [before.position, quantity]))
  const old = present.map((line) => toChanged(line, line.quantity, quantities.get(line.position) ?? 0))
  const fresh = added.map(({ line }) => toChanged(line, 0, line.quantity))
  return [...old, ...fresh].filter(({ before, after }) => before !== after)
}

function toChanged(line: OrderLine, before: number, after: number): ChangedLine {
  return { title: line.title, choice: choiceOf(line).join(', '), before, after, price: line.price }
}

/** `2 × CUBEE, C02, Grey Stone added`. */
export function changeText({ title, choice, before, after }: ChangedLine): string {
  const name = [title, choice].filter((part) => part !== '').join(', ')
  if (before === 0) return `${after} × ${name} added`
  return after === 0 ? `${before} × ${name} removed` : `${name}: ${before} changed to ${after}`
}

/**
 * How the payment follows a new total. Of an order paid online the difference goes back or is to be paid; cash on delivery
 * is simply another amount, also where it is the rest of an order: it falls first.
 *
 * @param due of earlier changes, and not paid yet
 */
export function decideMoney(
  order: { isPaid: boolean; totalAmount: Rupees; due: Rupees; restInCash: Rupees },
  totalAmount: Rupees,
): { due: Rupees; refund: Rupees; restInCash: Rupees } {
  // An order with a payment link owes its whole total.
  if (!order.isPaid) return { due: order.due > 0 ? totalAmount : 0, refund: 0, restInCash: 0 }
  const owed = order.due + order.restInCash + totalAmount - order.totalAmount
  const open = Math.max(0, owed)
  const isInCash = order.restInCash > 0
  return { due: isInCash ? 0 : open, refund: Math.max(0, -owed), restInCash: isInCash ? open : 0 }
}

/**
 * Rupees that come back to the voucher of an order that a change has made cheaper: what goes back goes to the voucher first,
 * and of an order to be paid in cash what the voucher has paid above its new total.
 */
export function backToVoucher(
  { isPaid, voucherPaid }: { isPaid: boolean; voucherPaid: Rupees },
  { totalAmount, refund }: { totalAmount: Rupees; refund: Rupees },
): Rupees {
  return isPaid ? Math.min(refund, voucherPaid) : Math.max(0, voucherPaid - totalAmount)
}

/** The consequence of the change for the buyer's money, in one sentence. */
export function moneyText(
  { isPaid, totalAmount, voucherPaid }: { isPaid: boolean; totalAmount: Rupees; voucherPaid: Rupees },
  { due, refund, restInCash }: ReturnType<typeof decideMoney>,
): string {
  if (!isPaid && due === 0) return `The buyer pays ${formatRupees(Math.max(0, totalAmount - voucherPaid))} in cash.`
  if (restInCash > 0) return `The buyer pays ${formatRupees(restInCash)} in cash.`
  if (refund > 0) return `${formatRupees(refund)} will be refunded.`
  return due > 0
    ? `The buyer still pays ${formatRupees(due)} online, on the page of the order.`
    : 'Nothing is to be paid.'
}

/**
 * New positions of an order's lines: what was sent keeps its place, because parcels, returns and invoices name it; other
 * lines fill the gaps that removed ones leave.
 *
 * @returns undefined: a gap before a sent line cannot be filled
 */
export function arrangeLines<Added extends { position: number | undefined }>(
  present: readonly PresentLine[],
  kept: readonly { position: number; quantity: number }[],
  added: readonly Added[],
): { moved: { from: number; to: number }[]; added: (Added & { position: number })[] } | undefined {
  const count = kept.length + added.length
  const isSent = (position: number) => (present.find((line) => line.position === position)?.sent ?? 0) > 0
  const taken = new Set(kept.map(({ position }) => position).filter((position) => position < count))
  const placed = added.map((line) => {
    const { position } = line
    if (position === undefined || position >= count || taken.has(position)) return { ...line, position: undefined }
    taken.add(position)
    return { ...line, position }
  })
  const free = Array.from({ length: count }, (_, position) => position).filter((position) => !taken.has(position))
  const behind = kept.filter(({ position }) => position >= count).map(({ position }) => position)
  if (behind.some(isSent)) return undefined
  const moved = behind.map((from) => ({ from, to: free.shift() ?? from }))
  return { moved, added: placed.map((line) => ({ ...line, position: line.position ?? free.shift() ?? count })) }
}

/** True if an order may lose this line with nothing in its place. */
export function canRemove(present: readonly PresentLine[], { position }: Pick<PresentLine, 'position'>): boolean {
  const set = present.find((line) => line.position === position)?.set
  const kept = present.filter((line) => line.position !== position && (set === undefined || line.set?.id !== set.id))
  return arrangeLines(present, kept, []) !== undefined
}

/** The products of these variants, for their locks. */
export function offeredOf(products: ReadonlyMap<ProductId, Product>, variants: Variants): Map<number, Offered> {
  return new Map(
    [...variants].flatMap(([id, list]) => {
      const product = products.get(id)
      return product ? list.map((variant): [number, Offered] => [variant.id, { product, variant }]) : []
    }),
  )
}
