import type { Parsed } from '#domain/form-fields.ts'
import { type Paise, parseAmount } from '#domain/money.ts'
import { shareOf } from './amounts.ts'
import { sumAt } from './dispatch.ts'
import type { Cancellation } from './order-state.ts'
import type { LineAmount, LineQuantity, Shipment } from './shipment.ts'

/** Pots of a line that came back: in a state to be sold again, and damaged or lost. */
export type ReturnedLine = { position: number; good: number; damaged: number }

export function goodField(position: number): string {
  return `good:${position}`
}
export function damagedField(position: number): string {
  return `damaged:${position}`
}

/** @param form fields `good:0`, `damaged:0` and so on for the lines of the shipment; empty ones are 0 */
export function parseTakeBack(form: FormData): Parsed<ReturnedLine[]> {
  const fields = [...form.entries()].flatMap(([name, value]) => {
    const [, kind, position] = /^(good|damaged):(\d{1,3})$/.exec(name) ?? []
    return kind
      ? [{ name, kind, position: Number(position), text: typeof value === 'string' ? value.trim() : '?' }]
      : []
  })
  const wrong = fields.filter(({ text }) => !/^\d{0,4}$/.test(text))
  if (wrong.length > 0) {
    const problems = Object.fromEntries(wrong.map(({ name }) => [name, 'Enter how many, as a whole number.']))
    return { ok: false, problems }
  }
  const lines = fields.map(({ position, kind, text }) => ({ position, good: 0, damaged: 0, [kind]: Number(text) }))
  return { ok: true, value: addUp(lines) }
}

/** Each line once. */
function addUp(lines: readonly ReturnedLine[]): ReturnedLine[] {
  const byPosition = Map.groupBy(lines, ({ position }) => position)
  return [...byPosition].map(([position, parts]) => ({
    position,
    good: parts.reduce((sum, { good }) => sum + good, 0),
    damaged: parts.reduce((sum, { damaged }) => sum + damaged, 0),
  }))
}

export type TakeBackDecision =
  | { ok: true; lines: ReturnedLine[]; isAll: boolean }
  | { ok: false; reason: 'too-many' | 'nothing' }

/**
 * The units that are taken back of a shipment: in all its returns together never more than were sent.
 *
 * @param sent lines of the shipment
 * @param before what came back in earlier returns
 * @returns `isAll`: with it the whole shipment came back
 */
export function decideTakeBack(
  sent: readonly LineQuantity[],
  before: readonly LineQuantity[],
  wanted: readonly ReturnedLine[],
): TakeBackDecision {
  const lines = addUp(wanted)
    .sort((one, other) => one.position - other.position)
    .filter(({ good, damaged }) => good + damaged > 0)
  if (lines.length === 0) return { ok: false, reason: 'nothing' }
  const isOut = (position: number) => sumAt(sent, position) - sumAt(before, position)
  const now = quantitiesOf(lines)
  if (now.some(({ position, quantity }) => quantity > isOut(position))) return { ok: false, reason: 'too-many' }
  return { ok: true, lines, isAll: sent.every(({ position }) => isOut(position) === sumAt(now, position)) }
}

/** The desk's decision about the price of the goods that came back. */
export type ReturnRefund = Paise | 'full' | 'not-yet'

/** @param form `refund` is `not-yet` or anything else, `amount` in rupees; an empty amount is the full price */
export function parseReturnRefund(form: FormData): Parsed<ReturnRefund> {
  if (form.get('refund') === 'not-yet') return { ok: true, value: 'not-yet' }
  const typed = String(form.get('amount') ?? '').trim()
  if (typed === '') return { ok: true, value: 'full' }
  const amount = parseAmount(typed)
  if (amount === undefined)
    return { ok: false, problems: { amount: 'Enter an amount in rupees, such as 250 or 94.50.' } }
  return { ok: true, value: amount }
}

export type ReturnAmount = { ok: true; amount: Paise | null } | { ok: false; reason: 'too-much'; price: Paise }

/**
 * The amount by which a return reduces what the buyer owes: what is refunded and credited.
 *
 * @param price of what came back
 * @param cancel of a cancelled order everything has been refunded, so its returns are credited in full
 * @returns null: it is decided later
 */
export function decideReturnAmount(
  price: Paise,
  refund: ReturnRefund,
  { cancel }: { cancel: Cancellation },
): ReturnAmount {
  if (cancel === 'cancelled' || refund === 'full') return { ok: true, amount: price }
  if (refund === 'not-yet') return { ok: true, amount: null }
  return refund > price ? { ok: false, reason: 'too-much', price } : { ok: true, amount: refund }
}

export function quantitiesOf(lines: readonly ReturnedLine[]): LineQuantity[] {
  return lines.map(({ position, good, damaged }) => ({ position, quantity: good + damaged }))
}

/** The units of a shipment that have not come back, line by line. */
export function restOf({ lines, returned }: Pick<Shipment, 'lines' | 'returned'>): LineAmount[] {
  return lines
    .map((line) => {
      const back = sumAt(returned, line.position)
      const quantity = line.quantity - back
      return { position: line.position, quantity, amount: shareOf(line, quantity, back) }
    })
    .filter(({ quantity }) => quantity > 0)
}
