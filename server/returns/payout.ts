import { isDeepStrictEqual } from 'node:util'
import type { User } from '#domain/accounts/user.ts'
import type { Rupees } from '#domain/money.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { isPaidByHand } from '#domain/returns/desk.ts'
import type { Payout } from '#domain/returns/payout.ts'
import { isOpenReturn, type ReturnRequestId } from '#domain/returns/return-request.ts'
import type { Db } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { seal, unseal } from '#server/db/seal.ts'
import type { Shop } from '#server/shop.ts'
import { findByHand } from './desk-queries.ts'
import { findMoneyInstead } from './money-instead.ts'
import { listSealedPayouts, type ReturnRequestRow, upsertPayout } from './queries.ts'
import { readReturn, withReturn } from './steps.ts'

type Secret = { auth: Pick<Shop['auth'], 'secret'> }

/**
 * The buyer says where the money of their own request shall go, and is told so by email. `not-allowed`: it is paid back, or
 * nothing is to be paid.
 */
export async function savePayout(
  shop: Pick<Shop, 'db' | 'now'> & Secret,
  { userId, email }: Pick<User, 'userId' | 'email'>,
  { orderId, id }: { orderId: OrderId; id: ReturnRequestId },
  payout: Payout,
): Promise<{ ok: true } | { ok: false; reason: 'not-found' | 'not-allowed' }> {
  return withReturn(shop, id, async (tx, request, order) => {
    if (!order || request.userId !== userId || request.orderId !== orderId) return { ok: false, reason: 'not-found' }
    if (!(await isAwaited(tx, request, order))) return { ok: false, reason: 'not-allowed' }
    const known = await readPayout({ ...shop, db: tx }, id)
    if (isDeepStrictEqual(known, payout)) return { ok: true }
    await upsertPayout(tx, id, seal(shop.auth.secret, JSON.stringify(payout)))
    // A stranger in the account could lead the money to themselves.
    const time = shop.now().toISOString()
    await enqueueJob(tx, { job: 'send-account-notice', template: 'payout-changed', userId, email, time })
    return { ok: true }
  })
}

type Paid = { paymentId: string | null; paidAtCounter: Date | null; restInCash: Rupees }

/** Money of this request is paid back by hand, and was not yet. */
export async function isAwaited(db: Db, request: ReturnRequestRow, order: Paid): Promise<boolean> {
  const owed = await findByHand(db, request)
  if (owed) return owed.paidBackOn === null
  const isPaidOnline = order.paymentId !== null && order.restInCash === 0
  return isOpenReturn(request.state) && isPaidByHand({ ...request, isPaidOnline })
}

/** By request, where the money goes, for those who may pay it. `unreadable`: sealed with another secret, or damaged. */
export async function readPayouts(
  { db, auth }: { db: Db } & Secret,
  ids: readonly ReturnRequestId[],
): Promise<Map<ReturnRequestId, Payout | 'unreadable'>> {
  const rows = await listSealedPayouts(db, ids)
  return new Map(rows.map(({ requestId, sealed }) => [requestId, openPayout(auth.secret, sealed)]))
}

function openPayout(secret: string, sealed: string): Payout | 'unreadable' {
  try {
    return JSON.parse(unseal(secret, sealed))
  } catch {
    return 'unreadable'
  }
}

/** Undefined: the buyer has not said, or it is deleted. */
export async function readPayout(
  shop: { db: Db } & Secret,
  id: ReturnRequestId,
): Promise<Payout | 'unreadable' | undefined> {
  return (await readPayouts(shop, [id])).get(id)
}

/** A buyer's own request, and where its money goes. Undefined: it is another's, or there is none. */
export async function readOwnPayout(
  shop: Pick<Shop, 'db'> & Secret,
  { userId }: Pick<User, 'userId'>,
  { orderId, id }: { orderId: OrderId; id: ReturnRequestId },
) {
  const { request, order } = (await readReturn(shop.db, id)) ?? {}
  if (!order || request?.userId !== userId || request.orderId !== orderId) return undefined
  const { title, quantity, state } = request
  const paidBackOn = (await findByHand(shop.db, request))?.paidBackOn ?? null
  const isWaiting = await isAwaited(shop.db, request, order)
  const known = isWaiting ? await readPayout(shop, id) : undefined
  // Its buyer enters what cannot be read again.
  const payout = known === 'unreadable' ? undefined : known
  const moneyInstead = await findMoneyInstead(shop.db, request)
  return { id, orderId, title, quantity, state, isAwaited: isWaiting, paidBackOn, payout, moneyInstead }
}
