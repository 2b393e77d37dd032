import { nameAfterCheckout } from '#domain/accounts/email-code.ts'
import { isRecentlyConfirmed } from '#domain/accounts/session.ts'
import type { User } from '#domain/accounts/user.ts'
import { checkCode } from '#server/accounts/codes/codes.ts'
import { findPasswordHash, updateName } from '#server/accounts/queries.ts'
import type { Session } from '#server/accounts/session-cache.ts'
import { findConfirmedAt, updateConfirmed } from '#server/accounts/session-queries.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import type { Shop } from '#server/shop.ts'

type ProfileShop = Pick<Shop, 'auth' | 'db' | 'sessions'>

/**
 * How somebody who changes their password or email proves who they are. Without a password: by the second factor, else by
 * a code to the account's address. `done`: they have just done so.
 */
export type Proof = 'password' | 'factor' | 'code' | 'done'

export async function findProof(shop: Pick<Shop, 'db'>, session: Session): Promise<Proof> {
  if (await findPasswordHash(shop.db, session.user.userId)) return 'password'
  if (await isProven(shop, session)) return 'done'
  return session.hasSecondFactor ? 'factor' : 'code'
}

/** Read from the database, because a cached session may be older than the last proof. */
export async function isProven({ db }: Pick<Shop, 'db'>, { id }: Pick<Session, 'id'>): Promise<boolean> {
  const confirmedAt = await findConfirmedAt(db, id)
  return confirmedAt !== undefined && isRecentlyConfirmed(confirmedAt, new Date())
}

/** Sends a code to the account's own address. False: this account proves its identity in another way. */
export async function sendOwnCode(shop: Pick<Shop, 'db'>, session: Session): Promise<boolean> {
  if ((await findProof(shop, session)) !== 'code') return false
  const { userId, email } = session.user
  await shop.db.transaction((tx) =>
    enqueueJob(tx, { job: 'send-account-code', purpose: 'confirm-session', userId, email, askedBy: session.id }),
  )
  return true
}

/** False: the code is wrong or expired, or this account proves its identity in another way. */
export async function confirmSession(shop: ProfileShop, session: Session, typed: string): Promise<boolean> {
  if ((await findProof(shop, session)) !== 'code') return false
  const { id, user } = session
  const code = { purpose: 'confirm-session', email: user.email, askedBy: id } as const
  if (!(await checkCode(shop, code, typed))) return false
  await shop.db.transaction((tx) => updateConfirmed(tx, id))
  shop.sessions.forget(user.userId)
  return true
}

/**
 * Names an account that was opened with a code. Until its owner gives a name, for example at a checkout, it has the
 * beginning of their email address. A failure is only logged: no order may fail because of it.
 */
export async function takeName(shop: Pick<Shop, 'db' | 'log' | 'sessions'>, user: User, given: string): Promise<User> {
  const name = nameAfterCheckout(user, given)
  if (name === user.name) return user
  try {
    await updateName(shop.db, user.userId, name)
    shop.sessions.forget(user.userId)
    return { ...user, name }
  } catch (error) {
    shop.log.error('The name given at checkout could not be kept', error)
    return user
  }
}

export async function changeName(shop: ProfileShop, { user }: Session, name: string): Promise<void> {
  if (name === user.name) return
  await updateName(shop.db, user.userId, name)
  // Drops the cached session, so that the next page shows the change; other processes get a change event.
  shop.sessions.forget(user.userId)
}
