import type { AccountCode } from '#domain/accounts/profile.ts'
import type { User } from '#domain/accounts/user.ts'
import type { Problems } from '#domain/form-fields.ts'
import { blockerText, type ErasureBlocker } from '#domain/privacy/erasure.ts'
import { checkAccountCode, requestAccountCode } from '#server/accounts/codes/account-codes.ts'
import { verifyPassword } from '#server/accounts/passwords.ts'
import { findPasswordHash } from '#server/accounts/queries.ts'
import type { Shop } from '#server/shop.ts'
import { eraseAccount, findBlockers } from './erase.ts'

export type Deletion = { ok: true } | { ok: false; problems: Problems }

/** Emails the code that `deleteOwnAccount` asks for. */
export async function requestErasureCode({ db }: Pick<Shop, 'db'>, user: User): Promise<void> {
  await db.transaction((tx) => requestAccountCode(tx, erasureCodeOf(user)))
}

function erasureCodeOf({ uid: userId, email }: User): AccountCode {
  return { purpose: 'delete-account', userId, email }
}

/**
 * Deletes the account of its owner, who proves their identity with a code by email and, if they have one, a password.
 *
 * @throws OverloadedError
 */
export async function deleteOwnAccount(
  shop: Pick<Shop, 'auth' | 'db' | 'sessions'>,
  user: User,
  { code, password }: { code: string; password: string },
): Promise<Deletion> {
  // Checked before the code is used up, because it works only once.
  const blockers = await findBlockers(shop, user)
  if (blockers.length > 0) return refuse(blockers)
  const hash = await findPasswordHash(shop.db, user.uid)
  if (hash !== undefined && !(await verifyPassword({ hash, password })))
    return { ok: false, problems: { password: 'This is not your password.' } }
  if (!(await checkAccountCode(shop, erasureCodeOf(user), code.replace(/[\s-]/g, ''))))
    return { ok: false, problems: { code: 'This code is wrong or has expired. Ask for a new one.' } }
  const erased = await eraseAccount(shop, user.uid)
  if (!erased.ok && erased.reason === 'blocked') return refuse(erased.blockers)
  return { ok: true }
}

function refuse(blockers: readonly ErasureBlocker[]): Deletion {
  return { ok: false, problems: { form: blockers.map(blockerText).join(' ') } }
}

export async function hasPassword({ db }: Pick<Shop, 'db'>, { uid }: User): Promise<boolean> {
  return (await findPasswordHash(db, uid)) !== undefined
}
