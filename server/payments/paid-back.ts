import { isDeepStrictEqual } from 'node:util'
import type { User } from '#domain/accounts/user.ts'
import type { PaidBack } from '#domain/orders/cash-received.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { lockOrder } from '#server/orders/queries.ts'
import type { Shop } from '#server/shop.ts'
import { findCounterRefund, findOwed, updatePaidBack } from './by-hand-queries.ts'

/** `paid`: it was recorded before, with this reference. */
export type PayBackDone =
  | { ok: true }
  | { ok: false; reason: 'not-found' }
  | { ok: false; reason: 'paid'; with: PaidBack }

/** Records once that money was paid back by hand, and tells the shopper. */
export async function recordPaidBack(
  { db }: Pick<Shop, 'db'>,
  admin: User,
  { id, ...paid }: PaidBack & { id: number },
): Promise<PayBackDone> {
  const known = await findCounterRefund(db, id)
  if (!known) return { ok: false, reason: 'not-found' }
  const { orderId } = known
  return db.transaction(async (tx) => {
    await lockOrder(tx, orderId)
    const owed = await findOwed(tx, id)
    if (!owed) return { ok: false, reason: 'not-found' }
    if (owed.paidBackOn !== null) {
      const before = { paidBackOn: owed.paidBackOn, reference: owed.paidBackReference }
      return isDeepStrictEqual(paid, before) ? { ok: true } : { ok: false, reason: 'paid', with: before }
    }
    await updatePaidBack(tx, id, paid)
    await insertAudit(tx, admin, {
      action: 'pay back',
      subject: `order ${orderId}`,
      after: { amount: owed.amount / 100, paidOn: paid.paidBackOn, reference: paid.reference },
    })
    await enqueueJob(tx, { job: 'send-paid-back-email', counterRefundId: id })
    return { ok: true }
  })
}
