import type { User } from '#domain/accounts/user.ts'
import type { PaidBack } from '#domain/orders/cash-received.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { lockOrder } from '#server/orders/queries.ts'
import type { Shop } from '#server/shop.ts'
import { findOrderOfReturn, findOwedAmount, lockPaidBack, updatePaidBack } from './pay-back-queries.ts'

/** `paid`: it was recorded before, with this reference. */
export type PayBackDone =
  | { ok: true }
  | { ok: false; reason: 'not-found' }
  | { ok: false; reason: 'paid'; with: PaidBack }

/** Records once that the money for a return was paid back, and tells the shopper. */
export async function payBack(
  { db }: Pick<Shop, 'db'>,
  admin: User,
  { returnId, ...paid }: PaidBack & { returnId: number },
): Promise<PayBackDone> {
  const orderId = await findOrderOfReturn(db, returnId)
  if (orderId === undefined) return { ok: false, reason: 'not-found' }
  return db.transaction(async (tx) => {
    await lockOrder(tx, orderId)
    const before = await lockPaidBack(tx, returnId)
    if (before) {
      const isSame = before.paidBackOn === paid.paidBackOn && before.reference === paid.reference
      return isSame ? { ok: true } : { ok: false, reason: 'paid', with: before }
    }
    const amount = await findOwedAmount(tx, returnId)
    if (amount === undefined) return { ok: false, reason: 'not-found' }
    await updatePaidBack(tx, returnId, paid)
    await insertAudit(tx, admin, {
      action: 'pay back',
      subject: `order ${orderId}`,
      after: { amount: amount / 100, paidOn: paid.paidBackOn, reference: paid.reference },
    })
    await enqueueJob(tx, { job: 'send-return-email', returnId, template: 'paid-back' })
    return { ok: true }
  })
}
