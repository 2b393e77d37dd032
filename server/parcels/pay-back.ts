import type { User } from '#domain/accounts/user.ts'
import type { PaidBack } from '#domain/orders/cash-received.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { lockOrder } from '#server/orders/queries.ts'
import type { Shop } from '#server/shop.ts'
import { findOrderOwed, findOwedAmount, lockPaidBack, type OwedId, updatePaidBack } from './pay-back-queries.ts'

/** `paid`: it was recorded before, with this reference. */
export type PayBackDone =
  | { ok: true }
  | { ok: false; reason: 'not-found' }
  | { ok: false; reason: 'paid'; with: PaidBack }

/** Records once that money was paid back by hand, and tells the shopper. */
export async function payBack(
  { db }: Pick<Shop, 'db'>,
  admin: User,
  { owed, paidBackOn, reference }: PaidBack & { owed: OwedId },
): Promise<PayBackDone> {
  const paid = { paidBackOn, reference }
  const orderId = await findOrderOwed(db, owed)
  if (orderId === undefined) return { ok: false, reason: 'not-found' }
  return db.transaction(async (tx) => {
    await lockOrder(tx, orderId)
    const before = await lockPaidBack(tx, owed)
    if (before) {
      const isSame = before.paidBackOn === paid.paidBackOn && before.reference === paid.reference
      return isSame ? { ok: true } : { ok: false, reason: 'paid', with: before }
    }
    const amount = await findOwedAmount(tx, owed)
    if (amount === undefined) return { ok: false, reason: 'not-found' }
    await updatePaidBack(tx, owed, paid)
    await insertAudit(tx, admin, {
      action: 'pay back',
      subject: `order ${orderId}`,
      after: { amount: amount / 100, paidOn: paid.paidBackOn, reference: paid.reference },
    })
    await enqueueJob(
      tx,
      owed.kind === 'return'
        ? { job: 'send-return-email', returnId: owed.id, template: 'paid-back' }
        : { job: 'send-paid-back-email', counterRefundId: owed.id },
    )
    return { ok: true }
  })
}
