import { isDeepStrictEqual } from 'node:util'
import type { User } from '#domain/account.ts'
import { defaultSettings, type Settings } from '#domain/shop/settings.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { findSettings, lockSettings, upsertSettings } from './queries.ts'

/** The part of the change feed that the cache uses. */
type ChangeFeed = { onChange(listener: (change: { kind: string }) => void): void; isConnected(): boolean }

/** The settings of the shop, cached in this process until one of them changes. */
export function openSettings(db: Db, changes: ChangeFeed) {
  let cached: Promise<Settings> | undefined
  let last = defaultSettings
  changes.onChange(({ kind }) => {
    if (kind === 'settings' || kind === 'everything') cached = undefined
  })
  async function find(): Promise<Settings> {
    last = await findSettings(db)
    return last
  }

  async function read(): Promise<Settings> {
    if (!changes.isConnected()) return find()
    const reading = cached ?? find()
    cached = reading
    return reading.catch((error) => {
      if (cached === reading) cached = undefined
      throw error
    })
  }

  return {
    read,
    /** For the frame of a page, which also stands around the message that the database is away. */
    readOrLast: () => read().catch(() => last),
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
