import { isRecentlyConfirmed } from '#domain/session.ts'
import { checkAccountCode, requestAccountCode } from '#server/accounts/codes/account-codes.ts'
import type { Session } from '#server/accounts/session-cache.ts'
import { findConfirmedAt, updateConfirmed } from '#server/accounts/session-queries.ts'
import type { Shop } from '#server/shop.ts'
import { findPasswordHash, updateName } from './queries.ts'

type ProfileShop = Pick<Shop, 'auth' | 'db' | 'sessions'>

/** How somebody who changes their password or email proves who they are; `code`: an account without a password. */
export type Proof = 'password' | 'code' | 'done'

export async function findProof(shop: Pick<Shop, 'db'>, session: Session): Promise<Proof> {
  if (await findPasswordHash(shop.db, session.user.uid)) return 'password'
  return (await isProven(shop, session)) ? 'done' : 'code'
}

/** Read from the database, because a cached session may be older than the last proof. */
export async function isProven({ db }: Pick<Shop, 'db'>, { id }: Pick<Session, 'id'>): Promise<boolean> {
  const confirmedAt = await findConfirmedAt(db, id)
  return confirmedAt !== undefined && isRecentlyConfirmed(confirmedAt, new Date())
}

/** To the account's own address. */
export async function sendOwnCode({ db }: Pick<Shop, 'db'>, { user }: Session): Promise<void> {
  await db.transaction((tx) =>
    requestAccountCode(tx, { purpose: 'confirm-session', userId: user.uid, email: user.email }),
  )
}

/** False: the code is wrong or too old. */
export async function confirmSession(shop: ProfileShop, { id, user }: Session, typed: string): Promise<boolean> {
  const code = { purpose: 'confirm-session', userId: user.uid, email: user.email } as const
  if (!(await checkAccountCode(shop, code, typed))) return false
  await shop.db.transaction((tx) => updateConfirmed(tx, id))
  shop.sessions.forget(user.uid)
  return true
}

export async function changeName(shop: ProfileShop, { user }: Session, name: string): Promise<void> {
  if (name === user.name) return
  await updateName(shop.db, user.uid, name)
  // The next page shows it; other processes hear of it by the change event.
  shop.sessions.forget(user.uid)
}
