import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { User } from '#domain/accounts/user.ts'

const MAX_SESSIONS = 10_000
/** An upper bound for outdated entries, in case a change event is lost. */
const CACHE_TTL_MS = 60_000

/** A browser that is logged in, with the current state of its user. */
export type Session = {
  id: string
  user: User
  /** The session ends then, or earlier if it is an admin's that is not used. */
  expiresAt: Date
  /** When the password, a code or a passkey was last asked for. */
  confirmedAt: Date
  isEmailConfirmed: boolean
  hasSecondFactor: boolean
}

export type SessionCache = ReturnType<typeof openSessionCache>

/** The part of the change feed that the cache uses. */
type ChangeFeed = {
  onChange(listener: (change: { kind: string; id?: string | number; userId?: string }) => void): void
  isConnected(): boolean
}

/**
 * Caches the sessions of this process's visitors. An entry is dropped when its user or one of their sessions changes.
 * While the change feed is down, nothing is cached.
 */
export function openSessionCache(changeFeed: ChangeFeed) {
  const known = new LRUCache<string, Session>({ max: MAX_SESSIONS, ttl: CACHE_TTL_MS })
  /** Incremented by every change, so that a lookup that began before it is not cached. */
  let changes = 0

  changeFeed.onChange((change) => {
    if (change.kind === 'everything') forget()
    if (change.kind === 'user') forget(String(change.id))
    if (change.kind === 'session') forget(change.userId)
  })

  /** @param userId only this user's sessions; undefined: all */
  function forget(userId?: string): void {
    changes += 1
    for (const [key, { user }] of known.entries())
      if (!userId || userId === '*' || user.userId === userId) known.delete(key)
  }

  return {
    forget,

    forgetCookies(cookies: string | null): void {
      changes += 1
      known.delete(keyOf(cookies ?? '') ?? '')
    },

    /** @param lookUp queries the database */
    async find(cookies: string | null, lookUp: () => Promise<Session | undefined>): Promise<Session | undefined> {
      const key = keyOf(cookies ?? '')
      if (!key || !changeFeed.isConnected()) return lookUp()
      const present = known.get(key)
      if (present && present.expiresAt.getTime() > Date.now()) return present
      const before = changes
      const found = await lookUp()
      if (found && before === changes && changeFeed.isConnected()) known.set(key, found)
      return found
    },
  }
}

/** A hash, so that this process's memory reveals no session. Undefined: these cookies contain no session. */
function keyOf(cookies: string): string | undefined {
  const tokens = cookies.match(/(?<![^;\s])(__Host-|__Secure-)?gamla\.session_token=[^;]*/g)
  return tokens ? hash('sha256', tokens.join(';'), 'base64url') : undefined
}
