import type { User } from '#domain/accounts/user.ts'
import { type Paise, type Rupees, toRupees } from '#domain/money.ts'
import {
  decideReturnMove,
  isOpenReturn,
  type ReturnRequestId,
  type ReturnState,
  returnNumberOf,
  type Wish,
} from '#domain/returns/return-request.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { findOrderRow, lockOrder, type OrderRow, updateOrder } from '#server/orders/queries.ts'
import { enqueueBookingCancellation } from '#server/parcels/book.ts'
import { insertDeskStep, type ShipmentRow } from '#server/parcels/queries.ts'
import type { Shop } from '#server/shop.ts'
import { readUnit } from './desk-queries.ts'
import {
  expirePayout,
  findParcelFor,
  findReturnRequest,
  insertReturnStep,
  lockReturnRequest,
  type ReturnRequestRow,
  updateReturnRequest,
} from './queries.ts'

type NotFound = { ok: false; reason: 'not-found' }

/** Locks the order of a request and then the request, for a use case that moves it. The order may have been deleted. */
export async function withReturn<T>(
  { db }: Pick<Shop, 'db'>,
  id: ReturnRequestId,
  use: (tx: Transaction, request: ReturnRequestRow, order: OrderRow | undefined) => Promise<T>,
): Promise<T | NotFound> {
  const found = await findReturnRequest(db, id)
  if (!found) return { ok: false, reason: 'not-found' }
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, found.orderId)
    const request = await lockReturnRequest(tx, id)
    return request ? use(tx, request, order) : { ok: false, reason: 'not-found' }
  })
}

/** A request with its order, which may have been deleted, for a page that shows it: it waits for no lock. */
export async function readReturn(
  db: Db,
  id: ReturnRequestId,
): Promise<{ request: ReturnRequestRow; order: OrderRow | undefined } | undefined> {
  const request = await findReturnRequest(db, id)
  return request && { request, order: await findOrderRow(db, request.orderId) }
}

/** `not-declinable`: for a fault of the shop money may not be refused. */
export type Moved = { ok: true } | { ok: false; reason: 'not-allowed' | 'not-declinable' }

type Move = {
  to: ReturnState
  now: Date
  /** Undefined: the buyer. */
  staff?: User | undefined
  /** A fact that the buyer reads, such as an AWB. */
  note?: string
  changes?: Partial<Pick<ReturnRequestRow, 'declineReason' | 'settledAt' | 'settledAs' | 'amount'>>
}

/** Moves a locked request, and tells its buyer. The same move again changes nothing. */
export async function moveReturn(
  tx: Transaction,
  request: ReturnRequestRow,
  { to, now, staff, note, changes }: Move,
): Promise<Moved> {
  const decision = decideReturnMove(request, to)
  if (decision === 'done-already') return { ok: true }
  if (decision !== 'move') return { ok: false, reason: decision }
  const acknowledgedAt = request.acknowledgedAt ?? (staff ? now : null)
  await updateReturnRequest(tx, request.id, { ...changes, state: to, acknowledgedAt })
  if (WITHOUT_PICKUP.includes(to)) await cancelPickupOf(tx, request.id)
  if (!isOpenReturn(to) && changes?.settledAs !== 'money') await expirePayout(tx, request.id)
  await recordStep(tx, { requestId: request.id, state: to, note, actorId: staff?.userId })
  // Without the reason, which is erased with the account of the buyer.
  if (staff)
    await insertAudit(tx, staff, {
      action: 'move return',
      subject: `order ${request.orderId}`,
      before: { state: request.state },
      after: { return: returnNumberOf(request.id), state: to },
    })
  return { ok: true }
}

/** Until the courier has fetched it, a pickup can be cancelled. */
export function isToCome({ step }: Pick<ShipmentRow, 'step'>): boolean {
  return step === 'packed' || step === 'not-delivered'
}

/** Cancels the pickup of a locked request that is still to come. @returns false: there is none */
export async function cancelPickupOf(tx: Transaction, id: ReturnRequestId): Promise<boolean> {
  const pickup = await findParcelFor(tx, id, 'return')
  if (!pickup || !isToCome(pickup)) return false
  await insertDeskStep(tx, pickup.id, 'cancelled')
  if (pickup.booking !== null) await enqueueBookingCancellation(tx, pickup.id)
  return true
}

/** A courier that has not come yet need not come. */
const WITHOUT_PICKUP: readonly ReturnState[] = ['dropping-off', 'kept', 'settled', 'declined', 'withdrawn']

type Step = Parameters<typeof insertReturnStep>[1]

/** Records what has happened to a request, and tells its buyer. */
export async function recordStep(tx: Transaction, step: Step): Promise<void> {
  const stepId = await insertReturnStep(tx, step)
  await enqueueJob(tx, { job: 'send-return-step', stepId })
}

type Settlement = {
  as: Wish
  /** Paise that went back as money or as a voucher; undefined: a replacement. */
  amount?: Paise
  staff: User
  now: Date
  note?: string
}

/**
 * Ends a locked request: call it in the transaction that pays, gives or sends. What a claim under warranty was worth is the
 * specified `warrantyAmount` of its order.
 */
export async function settleReturnRequest(
  tx: Transaction,
  request: ReturnRequestRow,
  { as, amount, ...move }: Settlement,
): Promise<Moved> {
  if (request.state === 'settled') return { ok: true }
  const changes = { settledAt: move.now, settledAs: as, amount: amount ?? null }
  const moved = await moveReturn(tx, request, { ...move, to: 'settled', changes })
  if (moved.ok && request.reason === 'warranty')
    await changeWarrantyAmount(tx, request, amount ?? (await readUnit(tx, request)).worth)
  return moved
}

/** A claim under warranty whose replacement is cancelled was worth nothing yet. */
export async function takeWarrantyAmount(tx: Transaction, request: ReturnRequestRow): Promise<void> {
  if (request.reason === 'warranty') await changeWarrantyAmount(tx, request, -(await readUnit(tx, request)).worth)
}

async function changeWarrantyAmount(tx: Transaction, { orderId }: ReturnRequestRow, by: Paise): Promise<void> {
  const order = await lockOrder(tx, orderId)
  const worth: Rupees = Math.round(toRupees(by))
  if (order) await updateOrder(tx, orderId, { warrantyAmount: (order.warrantyAmount ?? 0) + worth || null })
}
