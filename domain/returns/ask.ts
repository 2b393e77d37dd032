import type { ProductId } from '#domain/catalog/product.ts'
import type { Problems } from '#domain/form-fields.ts'
import type { Dispatched, OrderState } from '#domain/orders/order-state.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { addMonths, calendarDay, formatDateTime, formatDay } from '#domain/time.ts'
import {
  isFaultOfShop,
  type ReturnReasonAsked,
  type ReturnRequestId,
  returnNumberOf,
  WISHES,
  type Wish,
} from './return-request.ts'

export type ReturnSettings = Pick<Settings, 'changedMindHours' | 'changedMindGives' | 'warrantyMonths'>

/** A line of an order, as far as its buyer may ask for something. */
export type AskableLine = {
  position: number
  productId: ProductId
  title: string
  /** Units that have left the shop, and those of them that have arrived. */
  sent: number
  arrived: number
  /** When the last of them arrived; null: none has. */
  arrivedAt: Date | null
  /** Units that came back, or are asked for already. */
  taken: number
  /** The requests that hold them. */
  requests: readonly ReturnRequestId[]
  /** Units in the shop by which it could be replaced. */
  available: number
}

type Asked = { quantity: number; reason: ReturnReasonAsked; wanted: Wish }

/** A fault can be claimed for two years (Consumer Protection Act 2019, section 69). */
const FAULT_MONTHS = 24
const HOUR_MS = 3_600_000

/** Once something of an order has left the shop, and while it is not cancelled. */
export function mayAskForReturn({ status, cancel, dispatched }: OrderState & { dispatched: Dispatched }): boolean {
  return cancel !== 'cancelled' && (status === 'delivered' || dispatched !== 'none')
}

/** Units of a line that can still be asked for. */
export function unitsLeft({ sent, taken }: Pick<AskableLine, 'sent' | 'taken'>): number {
  return Math.max(0, sent - taken)
}

/** The wishes that a reason allows, money first; a replacement only while a unit is there. */
export function wishesFor(
  reason: ReturnReasonAsked,
  { available }: Pick<AskableLine, 'available'>,
  { changedMindGives }: Pick<ReturnSettings, 'changedMindGives'>,
): Wish[] {
  if (reason === 'changed-mind') return [changedMindGives]
  const wishes: Wish[] = isFaultOfShop(reason) ? ['money', 'replacement', 'voucher'] : ['replacement', 'voucher']
  return wishes.filter((wish) => wish !== 'replacement' || available > 0)
}

/**
 * Problems of a request by field; empty: it can be made.
 *
 * @param deliversBy the day by which checkout promised the order, such as `2026-11-26`
 */
export function problemsOfAsked(
  line: AskableLine,
  { quantity, reason, wanted }: Asked,
  { deliversBy, settings, now }: { deliversBy: string | null; settings: ReturnSettings; now: Date },
): Problems {
  const left = unitsLeft(line)
  if (line.sent === 0) return { item: 'This has not been sent yet. You can still cancel the order.' }
  if (left === 0)
    return {
      item:
        line.requests.length > 0
          ? `You have asked for all of this already: see ${line.requests.map(returnNumberOf).join(' and ')}.`
          : 'All of this came back already.',
    }
  const problems: Problems = {}
  const inTime = problemOfReason(line, reason, { deliversBy, settings, now })
  if (inTime !== undefined) problems.reason = inTime
  const most = needsArrival(reason) && line.arrived > 0 ? Math.min(left, line.arrived) : left
  if (quantity > most)
    problems.quantity = most === left ? `You can ask for at most ${left}.` : `Only ${most} of this have arrived.`
  const wishes = wishesFor(reason, line, settings)
  if (wanted === 'replacement' && wishes.includes(wanted) && quantity > line.available)
    problems.wanted = `We have ${line.available} left to replace it with. Choose something else, or ask for fewer.`
  else if (!wishes.includes(wanted)) problems.wanted = problemOfWish(reason, wanted, wishes)
  return problems
}

function needsArrival(reason: ReturnReasonAsked): boolean {
  return reason !== 'never-arrived' && reason !== 'late'
}

function problemOfReason(
  { arrivedAt }: AskableLine,
  reason: ReturnReasonAsked,
  { deliversBy, settings, now }: { deliversBy: string | null; settings: ReturnSettings; now: Date },
): string | undefined {
  if (reason === 'never-arrived') return undefined
  if (reason === 'late') return problemOfLate(arrivedAt, deliversBy, now)
  if (!arrivedAt) return 'This has not arrived yet. Choose “Never arrived” if you do not expect it any more.'
  if (reason === 'changed-mind') {
    const hours = settings.changedMindHours
    return now.getTime() - arrivedAt.getTime() > hours * HOUR_MS
      ? `You can change your mind within ${hours} hours of delivery. This arrived on ${formatDateTime(arrivedAt)}.`
      : undefined
  }
  const months = reason === 'warranty' ? settings.warrantyMonths : FAULT_MONTHS
  const until = addMonths(arrivedAt, months)
  if (now.getTime() <= until.getTime()) return undefined
  const end = formatDay(calendarDay(until))
  return reason === 'warranty'
    ? `The warranty of ${months} months ended on ${end}.`
    : `You could tell us of this until ${end}.`
}

function problemOfLate(arrivedAt: Date | null, deliversBy: string | null, now: Date): string | undefined {
  if (deliversBy === null) return 'We promised no day for this order. Choose another reason.'
  const by = formatDay(deliversBy)
  if (calendarDay(arrivedAt ?? now) > deliversBy) return undefined
  return arrivedAt ? `This arrived by ${by}, as we promised.` : `We promised this by ${by}, which is not over yet.`
}

function problemOfWish(reason: ReturnReasonAsked, wanted: Wish, wishes: readonly Wish[]): string {
  const choices = wishes.map((wish) => `“${WISHES[wish]}”`).join(' or ')
  if (wanted === 'replacement' && reason !== 'changed-mind')
    return `We have none left to replace it with. Choose ${choices}.`
  return `For this reason you can choose ${choices}.`
}
