import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { User } from '#domain/accounts/user.ts'
import { defaultSettings, type SettingName, type Settings } from '#domain/shop/settings.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import { type CacheFeed, readUntilChanged } from '#server/db/cached-read.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { findSettings, lockSettings, upsertSettings } from './queries.ts'

/** The settings of the shop, cached in this process until one of them changes. */
export function openSettings(db: Db, feed: CacheFeed) {
  let last = defaultSettings
  const read = readUntilChanged<Settings>(feed, async () => {
    last = await findSettings(db)
    return last
  })
  return {
    read,
    /** For the layout of a page, which is also shown around the message that the database is unreachable. */
    readOrLast: () => read().catch(() => last),
  }
}

/**
 * Identifies the values that a form was filled with, so that saving it does not overwrite somebody else's later change.
 */
export type OpenedForm = { names: readonly SettingName[]; version: string }

export type SavedSettings =
  | { ok: true; settings: Settings }
  /** Somebody else has changed these settings meanwhile; `settings` are the stored ones. */
  | { ok: false; reason: 'conflict'; settings: Settings }

/** Stores the changed values, and writes the values before and after into the audit log. */
export async function saveSettings(
  tx: Transaction,
  admin: User,
  form: Partial<Settings>,
  opened?: OpenedForm,
): Promise<SavedSettings> {
  const settings = await lockSettings(tx)
  const current: Record<string, unknown> = settings
  const changed = Object.entries(form).filter(([name, value]) => !isDeepStrictEqual(current[name], value))
  if (changed.length === 0) return { ok: true, settings }
  if (opened && opened.version !== versionOf(settings, opened.names)) return { ok: false, reason: 'conflict', settings }
  const after = Object.fromEntries(changed)
  const before = Object.fromEntries(changed.map(([name]) => [name, current[name]]))
  await upsertSettings(tx, after)
  await insertAudit(tx, admin, { action: 'change settings', subject: 'shop', before, after })
  return { ok: true, settings: { ...settings, ...form } }
}

/** Forms with equal versions were filled with the same values. */
export function versionOf(settings: Settings, names: readonly SettingName[]): string {
  const values = JSON.stringify(names.map((name) => settings[name]))
  return createHash('sha256').update(values).digest('base64url')
}
