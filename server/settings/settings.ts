import { isDeepStrictEqual } from 'node:util'
import type { User } from '#domain/account.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { findSettings, lockSettings, upsertSettings } from './queries.ts'

/** The part of the change feed that the cache uses. */
type ChangeFeed = { onChange(listener: (change: { kind: string }) => void): void; isConnected(): boolean }

/** The settings of the shop, cached in this process until one of them changes. */
export function openSettings(db: Db, changes: ChangeFeed) {
  let cached: Promise<Settings> | undefined
  changes.onChange(({ kind }) => {
    if (kind === 'settings' || kind === 'everything') cached = undefined
  })
  return {
    async read(): Promise<Settings> {
      if (!changes.isConnected()) return findSettings(db)
      const reading = cached ?? findSettings(db)
      cached = reading
      return reading.catch((error) => {
        if (cached === reading) cached = undefined
        throw error
      })
    },
  }
}

/**
 * Stores what has changed, and writes the values before and after into the audit log.
 *
 * @param isAllowed is asked while no other setting can change
 * @returns false: not allowed, and nothing has changed
 */
export async function saveSettings(
  { db }: { db: Db },
  admin: User,
  form: Partial<Settings>,
  isAllowed?: (tx: Transaction) => Promise<boolean>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const current: Record<string, unknown> = await lockSettings(tx)
    const changed = Object.entries(form).filter(([name, value]) => !isDeepStrictEqual(current[name], value))
    if (isAllowed && !(await isAllowed(tx))) return false
    if (changed.length === 0) return true
    const after = Object.fromEntries(changed)
    const before = Object.fromEntries(changed.map(([name]) => [name, current[name]]))
    await upsertSettings(tx, after)
    await insertAudit(tx, admin, { action: 'change settings', subject: 'shop', before, after })
    return true
  })
}
