import type { Dispatched, OrderState } from './order-state.ts'
import { type Scan, type Shipment, type ShipmentKind, STEPS, type Step } from './shipment.ts'

/** Rank of each step: equal for `not-delivered` and `out-for-delivery`, because such a parcel goes out again. */
const PROGRESS: Record<Step, number> = {
  packed: 0,
  'picked-up': 1,
  'on-the-way': 2,
  'out-for-delivery': 3,
  'not-delivered': 3,
  delivered: 4,
  returned: 4,
  cancelled: 4,
}

/** Steps after which no scan changes a parcel. */
export const FINISHED: readonly Step[] = ['delivered', 'returned', 'cancelled']

export function isFinished(step: Step): boolean {
  return FINISHED.includes(step)
}

/**
 * True if a courier's report moves its shipment. Reports come late, doubled and in any order, and never move a step back;
 * between `Out for delivery` and `Not delivered` the later one counts. A failed pick-up from a buyer is tried again.
 */
export function doesScanMove(
  { kind = 'sale', ...shipment }: { step: Step; stepAt: string; kind?: ShipmentKind },
  scan: Pick<Scan, 'time'> & { step: Step },
): boolean {
  if (isFinished(shipment.step) || scan.step === shipment.step) return false
  const rank = (step: Step) => (kind === 'return' && step === 'not-delivered' ? PROGRESS.packed : PROGRESS[step])
  const progress = rank(scan.step) - rank(shipment.step)
  return progress > 0 || (progress === 0 && Date.parse(scan.time) > Date.parse(shipment.stepAt))
}

/**
 * The state of a parcel, by its steps and its courier's reports in the order in which the shop learnt of them. `status` is
 * the courier's last status if the shop does not know its meaning.
 */
export function replay(scans: readonly Scan[]): { step: Step; stepAt: string; status: string } {
  let now = { step: 'packed' as Step, stepAt: scans[0]?.time ?? '', status: '' }
  let lastReport = Number.NEGATIVE_INFINITY
  for (const { step, status, source, time } of scans) {
    if (source === 'desk') {
      if (step !== undefined) now = { step, stepAt: time, status: '' }
      continue
    }
    const isLatest = Date.parse(time) >= lastReport
    lastReport = Math.max(lastReport, Date.parse(time))
    const moves = step !== undefined && doesScanMove(now, { step, time })
    if (moves) now = { step, stepAt: time, status: now.status }
    if (isLatest) now = { ...now, status: step === undefined ? status : '' }
  }
  return now
}

/** The facts that decide whether the desk may still correct a step. */
export type StepFacts = {
  /** Undefined: the order was deleted. */
  order: OrderState | undefined
  /** Something of the shipment came back already. */
  cameBack: boolean
  /** It waits at the counter for its buyer. */
  pickUp?: boolean
}

/**
 * The desk may set any step, also an earlier one to correct a mistake. But a delivered order stays delivered, so its
 * shipments do too; and a returned shipment stays returned once its pots were taken back. A parcel is cancelled by
 * `mayCancelParcel` only, and stays so. One at the counter is handed over by its code only; until then it can be `Not picked up`.
 */
export function maySetStep(current: Step, next: Step, { order, cameBack, pickUp }: StepFacts): boolean {
  if (current === next) return true
  if (pickUp && (!AT_COUNTER.includes(current) || !AT_COUNTER.includes(next))) return false
  if (current === 'cancelled' || next === 'cancelled') return false
  if (current === 'delivered') return order !== undefined && order.status !== 'delivered' && !cameBack
  if (current === 'returned') return !cameBack
  return true
}

const AT_COUNTER: readonly Step[] = ['packed', 'returned']

/** The steps that the desk may set now, in the parcel's sequence. */
export function listNextSteps(current: Step, facts: StepFacts): Step[] {
  return STEPS.filter((step) => step !== current && maySetStep(current, step, facts))
}

/** The step that usually follows, which is the button of a parcel; undefined: its way is over. */
export function usualNextStep(current: Step): Step | undefined {
  return USUAL_NEXT[current]
}

const USUAL_NEXT: Partial<Record<Step, Step>> = {
  packed: 'picked-up',
  'picked-up': 'on-the-way',
  'on-the-way': 'out-for-delivery',
  'out-for-delivery': 'delivered',
  'not-delivered': 'out-for-delivery',
}

/** True if the courier has reported that it has the parcel. */
export function isPickedUp(scans: readonly Pick<Scan, 'step' | 'source'>[]): boolean {
  return scans.some(({ step, source }) => source === 'courier' && step !== undefined && PROGRESS[step] > 0)
}

/** A parcel can be cancelled while it is in the shop: until its courier has it, and while nothing of it came back. */
export function mayCancelParcel(
  { kind = 'sale', ...parcel }: InShop & { kind?: ShipmentKind },
  { order, cameBack }: StepFacts,
): boolean {
  return kind === 'sale' && order !== undefined && order.status !== 'delivered' && !cameBack && isInShop(parcel)
}

type InShop = { step: Step; scans: readonly Pick<Scan, 'step' | 'source'>[] }

export function isInShop({ step, scans }: InShop): boolean {
  return step === 'packed' && !isPickedUp(scans)
}

/** At the desk: until a courier has the address, which it gets with a booking or with the parcel. */
export function mayCorrectAddress(order: OrderState, parcels: readonly Pick<Shipment, 'step' | 'booking'>[]): boolean {
  if (order.status === 'delivered' || order.cancel === 'cancelled') return false
  return parcels.every(
    ({ step, booking }) =>
      step === 'cancelled' || (step === 'packed' && booking !== 'requested' && booking !== 'booked'),
  )
}

/** Without an AWB, and in the shop: nobody has booked it, or the courier's system has rejected it. */
export function mayBook(parcel: Pick<Shipment, 'step' | 'awb' | 'booking'> & { pickUp?: boolean }): boolean {
  const { step, awb, booking, pickUp } = parcel
  if (pickUp) return false
  return booking === 'failed' ? !isFinished(step) : booking === undefined && step === 'packed' && awb === undefined
}

/**
 * True if an order has arrived: all of it was sent, every shipment is finished, and at least one is delivered. An order
 * whose every shipment was returned or cancelled has not arrived.
 */
export function hasArrived(dispatched: Dispatched, steps: readonly Step[]): boolean {
  return dispatched === 'whole' && steps.every(isFinished) && steps.includes('delivered')
}
