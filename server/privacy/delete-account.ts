import type { AccountCode } from '#domain/accounts/profile.ts'
import type { User } from '#domain/accounts/user.ts'
import type { Problems } from '#domain/form-fields.ts'
import { checkCode } from '#server/accounts/codes/codes.ts'
import { verifyPassword } from '#server/accounts/passwords.ts'
import { findPasswordHash } from '#server/accounts/queries.ts'
import type { Session } from '#server/accounts/session-cache.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import type { Shop } from '#server/shop.ts'
import { eraseAccount, findBlockers } from './erase.ts'

type Asking = Pick<Session, 'id' | 'user'>

export type Deletion = { ok: true } | { ok: false; problems: Problems }

/** Emails the code that `deleteOwnAccount` asks for. */
export async function requestErasureCode({ db }: Pick<Shop, 'db'>, session: Asking): Promise<void> {
  await db.transaction((tx) => enqueueJob(tx, { job: 'send-account-code', ...erasureCodeOf(session) }))
}

function erasureCodeOf({ id: askedBy, user: { userId, email } }: Asking): AccountCode {
  return { purpose: 'delete-account', userId, email, askedBy }
}

/**
 * Deletes the account of its owner, who proves their identity with a code by email and, if they have one, a password.
 *
 * @throws OverloadedError
 */
export async function deleteOwnAccount(
  shop: Pick<Shop, 'auth' | 'db' | 'hashEmail' | 'sessions'>,
  session: Asking,
  { code, password }: { code: string; password: string },
): Promise<Deletion> {
  const { user } = session
  // Checked before the code is used up, because it works only once.
  const blockers = await findBlockers(shop, user)
  if (blockers.length > 0) return refuse(blockers)
  const hash = await findPasswordHash(shop.db, user.userId)
  if (hash !== undefined && !(await verifyPassword({ hash, password })))
    return { ok: false, problems: { password: 'This is not your password.' } }
  if (!(await checkCode(shop, erasureCodeOf(session), code.replace(/[\s-]/g, ''))))
    return { ok: false, problems: { code: 'This code is wrong or has expired. Ask for a new one.' } }
  const erased = await eraseAccount(shop, user.userId)
  if (!erased.ok && erased.reason === 'blocked') return refuse(erased.blockers)
  return { ok: true }
}

function refuse(blockers: readonly string[]): Deletion {
  return { ok: false, problems: { form: blockers.join(' ') } }
}

export async function hasPassword({ db }: Pick<Shop, 'db'>, { userId }: User): Promise<boolean> {
  return (await findPasswordHash(db, userId)) !== undefined
}
