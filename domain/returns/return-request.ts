import { addMonths } from '#domain/time.ts'

/** A buyer's request about a line of an order with which something is wrong. */
export type ReturnRequestId = number

/** `RET-1001`, as buyers and staff quote it. */
export function returnNumberOf(id: ReturnRequestId): string {
  return `RET-${id}`
}

/** Undefined: it is no number of a return. */
export function parseReturnNumber(text: string): ReturnRequestId | undefined {
  const [, id] = /^RET-(\d{1,12})$/i.exec(text.trim()) ?? []
  return id === undefined ? undefined : Number(id)
}

export const RETURN_REASONS = {
  damaged: 'Damaged',
  wrong: 'Wrong',
  'not-as-shown': 'Not as shown',
  late: 'Came too late',
  'never-arrived': 'Never arrived',
  'changed-mind': 'Changed my mind',
  warranty: 'Warranty',
} as const
export type ReturnReasonAsked = keyof typeof RETURN_REASONS
export const ASKED_REASONS = Object.keys(RETURN_REASONS) as ReturnReasonAsked[]

const FAULTS: readonly ReturnReasonAsked[] = ['damaged', 'wrong', 'not-as-shown', 'late', 'never-arrived']

/**
 * True where money may not be refused: goods that are defective, are not as shown, or came late (Consumer Protection
 * (E-Commerce) Rules 2020, rule 7(4) for a shop's own goods, rule 6(3) for a seller's).
 */
export function isFaultOfShop(reason: ReturnReasonAsked): boolean {
  return FAULTS.includes(reason)
}

/** In the sequence in which they are offered: money first. */
export const WISHES = { money: 'Money back', replacement: 'Replacement', voucher: 'Voucher' } as const
export type Wish = keyof typeof WISHES
export const WISH_NAMES = Object.keys(WISHES) as Wish[]

/** As the buyer and the desk read it. */
export const RETURN_STATE_LABELS = {
  requested: 'Requested',
  acknowledged: 'Acknowledged',
  'pickup-booked': 'Pickup booked',
  'dropping-off': 'To be dropped off',
  kept: 'Keeps it',
  received: 'Received',
  settled: 'Settled',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
} as const
export type ReturnState = keyof typeof RETURN_STATE_LABELS
export const RETURN_STATES = Object.keys(RETURN_STATE_LABELS) as ReturnState[]

/** The next step, for the buyer, while there is one. */
export const NEXT_STEPS: Record<ReturnState, string | undefined> = {
  requested: 'We confirm it within 48 hours.',
  acknowledged: 'We look at it and tell you how it goes on.',
  'pickup-booked': 'Have it ready for the courier.',
  'dropping-off': 'Bring it to us, with its number.',
  kept: 'You need not send anything back. We settle it now.',
  received: 'We have it, and settle it now.',
  settled: undefined,
  declined: undefined,
  withdrawn: undefined,
}

/** Everything else is open: it counts against what can be asked for, and its order cannot be deleted. */
const CLOSED: readonly ReturnState[] = ['settled', 'declined', 'withdrawn']
export const OPEN_RETURN_STATES = RETURN_STATES.filter((state) => !CLOSED.includes(state))

export function isOpenReturn(state: ReturnState): boolean {
  return !CLOSED.includes(state)
}

/** From which states each state may follow. */
const MAY_FOLLOW: Record<ReturnState, readonly ReturnState[]> = {
  requested: [],
  acknowledged: ['requested'],
  'pickup-booked': ['requested', 'acknowledged', 'dropping-off'],
  'dropping-off': ['requested', 'acknowledged', 'pickup-booked'],
  kept: ['requested', 'acknowledged'],
  received: ['requested', 'acknowledged', 'pickup-booked', 'dropping-off'],
  settled: ['requested', 'acknowledged', 'pickup-booked', 'dropping-off', 'kept', 'received'],
  declined: ['requested', 'acknowledged', 'pickup-booked', 'dropping-off', 'received'],
  withdrawn: ['requested', 'acknowledged', 'pickup-booked', 'dropping-off'],
}

type Moving = { state: ReturnState; reason: ReturnReasonAsked }

/** `done-already`: the same press again. `not-declinable`: a fault of the shop, for which money may not be refused. */
export type ReturnMove = 'move' | 'done-already' | 'not-allowed' | 'not-declinable'

export function decideReturnMove({ state, reason }: Moving, to: ReturnState): ReturnMove {
  if (to === 'declined' && isFaultOfShop(reason)) return 'not-declinable'
  if (state === to) return 'done-already'
  return MAY_FOLLOW[to].includes(state) ? 'move' : 'not-allowed'
}

export function mayMoveReturn(request: Moving, to: ReturnState): boolean {
  return decideReturnMove(request, to) === 'move'
}

/** The address of a picture, without the file that its size and format have. */
export function returnPicture(folder: string): string {
  return folder.replace('buyerPictures', '/returnPictures')
}

/** A complaint is acknowledged within 48 hours and settled within one month (E-Commerce Rules 2020, rule 4(5)). */
const ACKNOWLEDGE_WITHIN_MS = 48 * 3_600_000
const SETTLE_WITHIN_MONTHS = 1

export type ReturnClock = { until: Date; isLate: boolean }
/** Undefined: it was done already, or need not be done. */
export type ReturnClocks = { acknowledge: ReturnClock | undefined; settle: ReturnClock | undefined }

/** The times by which a request is to be acknowledged and settled, while they run. */
export function clocksOf(
  { time, state, isAcknowledged }: { time: Date; state: ReturnState; isAcknowledged: boolean },
  now: Date,
): ReturnClocks {
  if (!isOpenReturn(state)) return { acknowledge: undefined, settle: undefined }
  const clock = (until: Date) => ({ until, isLate: now.getTime() > until.getTime() })
  return {
    acknowledge: isAcknowledged ? undefined : clock(new Date(time.getTime() + ACKNOWLEDGE_WITHIN_MS)),
    settle: clock(addMonths(time, SETTLE_WITHIN_MONTHS)),
  }
}
