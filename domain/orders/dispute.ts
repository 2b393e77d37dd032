import type { Paise } from '#domain/money.ts'
import { DAY_MS } from '#domain/time.ts'

/** The states of a dispute, which a buyer opens at the bank about a payment. */
export const DISPUTE_WORDS = {
  open: 'Open',
  action_required: 'More evidence needed',
  under_review: 'Under review',
  won: 'Won',
  lost: 'Lost',
  closed: 'Closed',
} as const
export type DisputeState = keyof typeof DISPUTE_WORDS
export const DISPUTE_STATES = Object.keys(DISPUTE_WORDS) as DisputeState[]

export type ReportedDispute = {
  disputeId: string
  paymentId: string
  /** In hundredths of the currency. */
  amount: Paise
  currency: string
  /** Taken from the shop; 0 until the dispute is lost. */
  deducted: Paise
  /** In the words of the provider; empty: it gave none. */
  reason: string
  /** Such as `chargeback`. */
  phase: string
  state: DisputeState
  /** Until when the shop may answer; null: it is not told. */
  respondBy: Date | null
  createdAt: Date
  /** When the provider reported this state, in whole seconds. */
  reportedAt: Date
}

type Reported = Pick<ReportedDispute, 'state' | 'reportedAt'>

const RANKS: Record<DisputeState, number> = {
  open: 0,
  action_required: 1,
  under_review: 1,
  won: 2,
  lost: 2,
  closed: 2,
}

/** Reports arrive in any sequence; of two that are from one second, the state that is further on is the later one. */
export function isLater(reported: Reported, stored: Reported): boolean {
  const seconds = reported.reportedAt.getTime() - stored.reportedAt.getTime()
  return seconds > 0 || (seconds === 0 && RANKS[reported.state] >= RANKS[stored.state])
}

/** A dispute as the provider's list has it, which does not say since when. */
export type ListedDispute = Omit<ReportedDispute, 'reportedAt'>

/**
 * The report that a listed dispute adds to the stored one, whose webhooks may never have arrived; undefined: none.
 *
 * @param askedAt when the list was asked for, in whole seconds; webhooks of later states are not overwritten
 */
export function reportOfListed(
  listed: ListedDispute,
  stored: Pick<ListedDispute, 'state' | 'deducted' | 'respondBy'> | undefined,
  askedAt: Date,
): ReportedDispute | undefined {
  // Since it was opened, so that a request for more evidence whose webhook is late still counts.
  if (!stored) return { ...listed, reportedAt: listed.state === 'open' ? listed.createdAt : askedAt }
  // The list calls a dispute open also when the bank wants more evidence.
  const state = listed.state === 'open' && stored.state !== 'open' ? 'action_required' : listed.state
  const isKnown =
    state === stored.state &&
    listed.deducted === stored.deducted &&
    listed.respondBy?.getTime() === stored.respondBy?.getTime()
  return isKnown ? undefined : { ...listed, state, reportedAt: askedAt }
}

/** Without an answer of the shop the bank decides for the buyer. */
export function awaitsAnswer(state: DisputeState): boolean {
  return state === 'open' || state === 'action_required'
}

const NEAR_MS = 3 * DAY_MS

/** Undefined: there is time, or nothing to answer. */
export function deadlineOf(
  { state, respondBy }: { state: DisputeState; respondBy: string | null },
  now: Date,
): 'near' | 'over' | undefined {
  if (respondBy === null || !awaitsAnswer(state)) return undefined
  const left = Date.parse(respondBy) - now.getTime()
  if (left < 0) return 'over'
  return left < NEAR_MS ? 'near' : undefined
}
