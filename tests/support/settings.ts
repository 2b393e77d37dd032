import type { Db } from '#server/db/connection.ts'
import { openSettings } from '#server/settings/settings.ts'
import { openTexts } from '#server/texts/texts.ts'

const NO_FEED = { onChange() {}, isConnected: () => false }

/** The settings as the database has them, without a change feed. */
export function settingsOf(db: Db) {
  return openSettings(db, NO_FEED)
}

/** The texts as the database has them, without a change feed. */
export function textsOf(db: Db) {
  return openTexts(db, NO_FEED, settingsOf(db))
}
