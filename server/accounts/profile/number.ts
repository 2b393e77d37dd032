import { checkCode } from '#server/accounts/codes/codes.ts'
import { enqueueNotice } from '#server/accounts/notices.ts'
import { removeNumber, upsertNumber } from '#server/accounts/number-queries.ts'
import { findPasswordHash, lockAccountById } from '#server/accounts/queries.ts'
import type { Session } from '#server/accounts/session-cache.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import type { Shop } from '#server/shop.ts'
import { checkOwner } from './password.ts'

export type NumberRequest = { ok: true } | { ok: false; reason: 'off' | 'wrong-password' | 'unproven' }

/**
 * Sends a code to the number. Who opens a session of somebody else must not add a number of their own, so the password or
 * another proof is asked for.
 *
 * @throws OverloadedError
 */
export async function requestNumber(
  shop: Pick<Shop, 'db' | 'now' | 'whatsapp'>,
  session: Session,
  { number, password }: { number: string; password: string },
): Promise<NumberRequest> {
  if (!shop.whatsapp.isAvailable) return { ok: false, reason: 'off' }
  const known = await findPasswordHash(shop.db, session.user.userId)
  const refusal = await checkOwner(shop, session, { known, password })
  if (refusal) return { ok: false, reason: refusal }
  const time = shop.now().toISOString()
  await shop.db.transaction((tx) =>
    enqueueJob(tx, { job: 'send-whatsapp-code', purpose: 'confirm-number', number, askedBy: session.id, time }),
  )
  return { ok: true }
}

/** From now on the number logs in to this account, and to no other. @returns false: the code is wrong */
export async function confirmNumber(
  shop: Pick<Shop, 'auth' | 'db' | 'now'>,
  { id: askedBy, user }: Session,
  { number, code }: { number: string; code: string },
): Promise<boolean> {
  if (!(await checkCode(shop, { purpose: 'confirm-number', email: number, askedBy }, code))) return false
  const { userId } = user
  await shop.db.transaction(async (tx) => {
    const owner = await lockAccountById(tx, userId)
    if (!owner) return
    await upsertNumber(tx, userId, number)
    await insertAudit(tx, user, { action: 'confirm number', subject: `user ${userId}` })
    await enqueueNotice(tx, 'number-confirmed', owner, shop.now())
  })
  return true
}

export async function forgetNumber({ db }: Pick<Shop, 'db'>, { user }: Session): Promise<void> {
  await db.transaction(async (tx) => {
    if (await removeNumber(tx, user.userId))
      await insertAudit(tx, user, { action: 'remove number', subject: `user ${user.userId}` })
  })
}
