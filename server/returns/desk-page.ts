import type { Paise } from '#domain/money.ts'
import type { Step } from '#domain/orders/shipment.ts'
import { type DeskAction, listDeskActions } from '#domain/returns/desk.ts'
import type { Payout } from '#domain/returns/payout.ts'
import type { ReturnRequestId } from '#domain/returns/return-request.ts'
import type { ShipmentRow } from '#server/parcels/queries.ts'
import type { Shop } from '#server/shop.ts'
import { type ByHand, findByHand, listPastReturns, type PastReturn, readDeskFacts } from './desk-queries.ts'
import { isAwaited, readPayout } from './payout.ts'
import { findParcelFor } from './queries.ts'
import { findMost } from './settle.ts'
import { isToCome, readReturn } from './steps.ts'

export type ReturnDesk = {
  actions: DeskAction[]
  /** The courier who fetches it. */
  pickup:
    | (Pick<ShipmentRow, 'id' | 'courier' | 'step' | 'booking' | 'status'> & {
        awb: string
        problem: string | null
        isToCome: boolean
      })
    | undefined
  /** The parcel that replaces it. */
  replacement: { courier: string; awb: string; step: Step } | undefined
  /** The most that `Pay back` and `Give voucher` can give. */
  most: Paise
  byHand: ByHand | undefined
  /** The buyer is asked for their bank details. */
  isAsked: boolean
  payout: Payout | 'unreadable' | undefined
  /** The same buyer's of the last twelve months. */
  past: PastReturn[]
  /** A courier's system books by itself. */
  courier: string | undefined
}

/** Everything that the desk needs to settle a request. Undefined: it or its order is deleted. */
export async function readReturnDesk(
  shop: Pick<Shop, 'db' | 'now' | 'auth' | 'courier'>,
  id: ReturnRequestId,
): Promise<ReturnDesk | undefined> {
  const { db, courier } = shop
  const { request, order } = (await readReturn(db, id)) ?? {}
  if (!request || !order) return undefined
  const pickup = await findParcelFor(db, id, 'return')
  const replacement = await findParcelFor(db, id, 'replacement')
  return {
    replacement: replacement && { courier: replacement.courier, awb: replacement.awb ?? '', step: replacement.step },
    actions: listDeskActions(await readDeskFacts(db, request)),
    pickup: pickup && {
      id: pickup.id,
      courier: pickup.courier,
      awb: pickup.awb ?? '',
      step: pickup.step,
      status: pickup.status,
      booking: pickup.booking,
      problem: pickup.bookingProblem,
      isToCome: isToCome(pickup),
    },
    most: await findMost(db, request, order),
    byHand: await findByHand(db, request),
    isAsked: await isAwaited(db, request, order),
    past: await listPastReturns(db, request),
    payout: await readPayout(shop, id),
    courier: courier.isAvailable ? courier.name : undefined,
  }
}

/** As staff without the right `see money` may see it. */
export function withoutMoney(desk: ReturnDesk): ReturnDesk {
  const actions = desk.actions.filter((action) => action !== 'pay-back' && action !== 'give-voucher')
  return { ...desk, actions, most: 0, byHand: undefined, isAsked: false, payout: undefined }
}
