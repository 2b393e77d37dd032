import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { User } from '#domain/account.ts'

const MOST = 10_000
/** Whatever happens to the news of a change, nobody is taken for somebody they no longer are for longer than that. */
const HELD_MS = 60_000

export type SessionCache = ReturnType<typeof openSessionCache>

type Found = { user: User; expiresAt: Date }

/** What the cache needs of the change feed. */
type ChangeFeed = {
  onChange(listener: (change: { kind: string; id?: string | number; userId?: string }) => void): void
  isConnected(): boolean
}

/**
 * Who a session belongs to, remembered in this process. An entry is forgotten when anything about its user or one of
 * their sessions changes. While changes are not being heard, nothing is remembered.
 */
export function openSessionCache(live: ChangeFeed) {
  const known = new LRUCache<string, Found>({ max: MOST, ttl: HELD_MS })
  /** Grows with every change, so that what was looked up before one is not remembered after it. */
  let changes = 0

  live.onChange((change) => {
    if (change.kind === 'everything') forget()
    if (change.kind === 'user') forget(String(change.id))
    if (change.kind === 'session') forget(change.userId)
  })

  /** @param uid of this user only */
  function forget(uid?: string): void {
    changes += 1
    for (const [key, { user }] of known.entries()) if (!uid || uid === '*' || user.uid === uid) known.delete(key)
  }

  return {
    forget,

    forgetCookies(cookies: string | null): void {
      changes += 1
      known.delete(keyOf(cookies ?? '') ?? '')
    },

    /** @param lookUp asks the database who this is */
    async find(cookies: string | null, lookUp: () => Promise<Found | undefined>): Promise<User | undefined> {
      const key = keyOf(cookies ?? '')
      if (!key || !live.isConnected()) return (await lookUp())?.user
      const present = known.get(key)
      if (present && present.expiresAt.getTime() > Date.now()) return present.user
      const before = changes
      const found = await lookUp()
      if (found && before === changes && live.isConnected()) known.set(key, found)
      return found?.user
    },
  }
}

/** A hash, so that no session can be read out of this process's memory. Undefined: there is no session in these cookies. */
function keyOf(cookies: string): string | undefined {
  const tokens = cookies.match(/(?<![^;\s])(__Host-|__Secure-)?gamla\.session_token=[^;]*/g)
  return tokens ? hash('sha256', tokens.join(';'), 'base64url') : undefined
}
