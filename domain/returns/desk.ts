import { type Paise, type Rupees, toPaise } from '#domain/money.ts'
import { isFaultOfShop, mayMoveReturn, type ReturnReasonAsked, type ReturnState, type Wish } from './return-request.ts'

/** The actions that the desk may take on a request. */
export type DeskAction =
  | 'book-pickup'
  | 'cancel-pickup'
  | 'drop-off'
  | 'keep'
  | 'receive'
  | 'pay-back'
  | 'replace'
  | 'give-voucher'

export type DeskFacts = {
  state: ReturnState
  reason: ReturnReasonAsked
  wanted: Wish
  quantity: number
  /** Of the units that it is about. */
  worth: Paise
  /** The owner's setting; 0: nothing is kept. */
  keepBelow: Rupees
  /** Units of the same variant that could be sent. */
  available: number
  /** A courier is booked, and has not fetched it. */
  hasPickup: boolean
}

/** Goods that never arrived are not sent back. */
function isSentBack({ reason }: Pick<DeskFacts, 'reason'>): boolean {
  return reason !== 'never-arrived'
}

/**
 * If the shop is at fault and the buyer wants their money, neither a voucher nor a replacement takes its place
 * (Consumer Protection (E-Commerce) Rules 2020).
 */
function isForced({ reason, wanted }: Pick<DeskFacts, 'reason' | 'wanted'>, as: Wish): boolean {
  return isFaultOfShop(reason) && wanted !== as
}

const ALLOWED: Record<DeskAction, (facts: DeskFacts) => boolean> = {
  // One that was cancelled is booked again.
  'book-pickup': (facts) =>
    isSentBack(facts) && !facts.hasPickup && (facts.state === 'pickup-booked' || mayMoveReturn(facts, 'pickup-booked')),
  'cancel-pickup': ({ hasPickup }) => hasPickup,
  'drop-off': (facts) => isSentBack(facts) && mayMoveReturn(facts, 'dropping-off'),
  keep: (facts) => isSentBack(facts) && facts.worth < toPaise(facts.keepBelow) && mayMoveReturn(facts, 'kept'),
  receive: (facts) => isSentBack(facts) && mayMoveReturn(facts, 'received'),
  'pay-back': (facts) => mayMoveReturn(facts, 'settled'),
  replace: (facts) =>
    mayMoveReturn(facts, 'settled') && facts.available >= facts.quantity && !isForced(facts, 'replacement'),
  'give-voucher': (facts) => mayMoveReturn(facts, 'settled') && !isForced(facts, 'voucher'),
}

export function mayDo(action: DeskAction, facts: DeskFacts): boolean {
  return ALLOWED[action](facts)
}

export function listDeskActions(facts: DeskFacts): DeskAction[] {
  return (Object.keys(ALLOWED) as DeskAction[]).filter((action) => ALLOWED[action](facts))
}

/**
 * The parcels from which so many units came back, and how many of each: as many as possible from the first of them.
 * Undefined: there are not so many.
 */
export function spreadOverParcels<Id>(
  parcels: readonly { id: Id; left: number }[],
  came: { good: number; damaged: number },
): { id: Id; good: number; damaged: number }[] | undefined {
  let { good, damaged } = came
  const parts = parcels.map(({ id, left }) => {
    const part = { id, good: Math.min(good, left), damaged: Math.min(damaged, left - Math.min(good, left)) }
    good -= part.good
    damaged -= part.damaged
    return part
  })
  return good + damaged > 0 ? undefined : parts.filter((part) => part.good + part.damaged > 0)
}

/** Money of an order that was not paid online goes back by hand. */
export function isPaidByHand({ wanted, isPaidOnline }: { wanted: Wish; isPaidOnline: boolean }): boolean {
  return wanted === 'money' && !isPaidOnline
}

/** News of a pickup for its request. */
export type PickupNews = 'booked' | 'picked-up' | 'failed' | 'arrived'

export const PICKUP_NEWS: Record<PickupNews, string> = {
  booked: 'The courier comes for it',
  'picked-up': 'Picked up',
  failed: 'The courier could not pick it up, and tries again',
  arrived: 'The courier has brought it to us',
}
