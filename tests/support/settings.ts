import type { Db } from '#server/db/connection.ts'
import { openSettings } from '#server/settings/settings.ts'

/** The settings as the database has them, without a change feed. */
export function settingsOf(db: Db) {
  return openSettings(db, { onChange() {}, isConnected: () => false })
}
