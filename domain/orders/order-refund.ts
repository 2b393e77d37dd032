import type { Parsed, Problems } from '#domain/form-fields.ts'
import { type Paise, parseAmount } from '#domain/money.ts'
import { type PricedLine, paidFor, spread } from './amounts.ts'

/**
 * Why a part of an order's money goes back. `price-reduced`: agreed on a lower price; `item-missing`: it was not in the
 * parcel; `goodwill`: no price is reduced; `returned`: it settles a return request.
 */
export type OrderRefundReason = 'price-reduced' | 'goodwill' | 'item-missing' | 'returned'

/** The share of a line; `quantity` is how many of it are missing, 0 when only their price is reduced. */
export type RefundLine = { position: number; quantity: number; amount: Paise }

/** Goodwill reduces no price, so it has no credit note (CGST Act 2017, section 34(1)). */
export function isCredited(reason: OrderRefundReason): boolean {
  return reason !== 'goodwill'
}

/** These lines without the part that was credited. */
export function withoutCredited(lines: readonly RefundLine[], credited: readonly RefundLine[]): RefundLine[] {
  return lines
    .map((line) => {
      const done = credited.filter(({ position }) => position === line.position)
      return {
        position: line.position,
        quantity: Math.max(0, line.quantity - done.reduce((sum, { quantity }) => sum + quantity, 0)),
        amount: line.amount - done.reduce((sum, { amount }) => sum + amount, 0),
      }
    })
    .filter(({ amount }) => amount > 0)
}

/** Labels of the reasons of the desk's form; a return request is settled on its own page. */
export const DESK_REFUND_REASONS = {
  'price-reduced': 'Price reduced',
  goodwill: 'Goodwill',
  'item-missing': 'Item missing',
} as const satisfies Partial<Record<OrderRefundReason, string>>
export type DeskRefundReason = keyof typeof DESK_REFUND_REASONS

export type RefundForm = { amount: Paise; reason: DeskRefundReason; positions: number[] }

/** @param form `amount` in rupees, `reason`, and `line:0` of each line that it is for; none: all of them */
export function parseRefund(form: FormData): Parsed<RefundForm> {
  const amount = parseAmount(String(form.get('amount') ?? '').trim())
  const reason = String(form.get('reason') ?? '')
  const isReason = Object.hasOwn(DESK_REFUND_REASONS, reason)
  const problems: Problems = {
    ...(!amount && { amount: 'Enter an amount in rupees, such as 250 or 94.50.' }),
    ...(!isReason && { reason: 'Choose a reason.' }),
  }
  if (!amount || !isReason) return { ok: false, problems }
  const positions = [...form.keys()].flatMap((name) => {
    const [, position] = /^line:(\d{1,3})$/.exec(name) ?? []
    return position === undefined ? [] : [Number(position)]
  })
  return { ok: true, value: { amount, reason: reason as DeskRefundReason, positions: [...new Set(positions)] } }
}

export const refundLineField = (position: number) => `line:${position}`

export type RefundLinesDecision =
  | { ok: true; lines: RefundLine[] }
  | { ok: false; reason: 'no-such-line' }
  | { ok: false; reason: 'above-price'; price: Paise }

/**
 * The lines whose price a refund reduces, sharing the amount in proportion to their prices. Of what was missing, an amount
 * that is the price of whole pieces counts those pieces.
 */
export function decideRefundLines(ordered: readonly PricedLine[], form: RefundForm): RefundLinesDecision {
  const { amount, reason, positions } = form
  if (positions.some((position) => position >= ordered.length)) return { ok: false, reason: 'no-such-line' }
  if (!isCredited(reason)) return { ok: true, lines: [] }
  const chosen = ordered
    .map((line, position) => ({ position, each: paidFor(line) / line.quantity, price: paidFor(line) }))
    .filter(({ position }) => positions.length === 0 || positions.includes(position))
  const price = chosen.reduce((sum, line) => sum + line.price, 0)
  if (amount > price) return { ok: false, reason: 'above-price', price }
  const shares = spread(
    amount,
    chosen.map((line) => line.price),
  )
  const lines = chosen.flatMap(({ position, each }, index) => {
    const share = shares[index] ?? 0
    if (share === 0) return []
    const quantity = reason === 'item-missing' && share % each === 0 ? share / each : 0
    return [{ position, quantity, amount: share }]
  })
  return { ok: true, lines }
}
