import { deviceOf } from '#domain/accounts/session.ts'
import type { User } from '#domain/accounts/user.ts'
import type { Session } from '#server/accounts/session-cache.ts'
import {
  listSessionsOf,
  lockSession,
  removeOtherSessionsOf,
  removeSessionOf,
} from '#server/accounts/session-queries.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Shop } from '#server/shop.ts'

type SessionsShop = Pick<Shop, 'db' | 'sessions'>

/** Times as ISO 8601. */
export type OwnSession = { id: string; device: string; loggedIn: string; lastUsed: string; isCurrent: boolean }

/** The current session first, then the last used. */
export async function listOwnSessions({ db }: Pick<Shop, 'db'>, session: Session): Promise<OwnSession[]> {
  const rows = await listSessionsOf(db, session.user.userId)
  const own = rows.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
    id,
    device: deviceOf(userAgent),
    loggedIn: createdAt.toISOString(),
    lastUsed: lastUsedAt.toISOString(),
    isCurrent: id === session.id,
  }))
  return own.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
}

/** False: the session is not this user's, or has ended already. Live streams of the session end too. */
export async function endOwnSession(shop: SessionsShop, { user }: Session, id: string): Promise<boolean> {
  const isEnded = await removeSessionOf(shop.db, user.userId, id)
  shop.sessions.forget(user.userId)
  return isEnded
}

export async function endOtherSessions(shop: SessionsShop, { id, user }: Session): Promise<number> {
  const ended = await removeOtherSessionsOf(shop.db, user.userId, id)
  shop.sessions.forget(user.userId)
  return ended
}

/** An admin ends anybody's session. @returns whose it was; undefined: it has ended already */
export async function endAnySession(shop: SessionsShop, admin: User, id: string): Promise<string | undefined> {
  const userId = await shop.db.transaction(async (tx) => {
    const session = await lockSession(tx, id)
    if (!session) return undefined
    await removeSessionOf(tx, session.userId, id)
    await insertAudit(tx, admin, {
      action: 'end session',
      subject: `user ${session.userId}`,
      before: { device: deviceOf(session.userAgent), loggedIn: session.createdAt.toISOString() },
    })
    return session.userId
  })
  if (userId) shop.sessions.forget(userId)
  return userId
}
