import { sql } from 'drizzle-orm'
import { pauseEnd, pauseMessage } from '#domain/shop/pause.ts'
import { readSettings, type Settings } from '#domain/shop/settings.ts'
import { type Db, queryPrepared, type Transaction } from '#server/db/connection.ts'
import { outbox } from '#server/db/schema/operations.ts'
import { settings } from '#server/db/schema/site.ts'

export async function findSettings(db: Db): Promise<Settings> {
  return readSettings(await queryPrepared<{ name: string; value: unknown }>(db, listSettingsSql, []))
}

/**
 * Plain SQL, because every order reads the settings, and because Drizzle would parse the strings in a jsonb column
 * twice and turn the text "27" into a number.
 */
const listSettingsSql = { name: 'list_settings', text: 'select name, value from settings' }

/** Locks the settings for one change at a time, so that the audit log gets the true values before it. */
export async function lockSettings(tx: Transaction): Promise<Settings> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('settings', 0))`)
  return findSettings(tx)
}

export async function upsertSettings(tx: Transaction, changes: Partial<Settings>): Promise<void> {
  const rows = Object.entries(changes).map(([name, value]) => ({ name, value }))
  if (rows.length === 0) return
  await tx
    .insert(settings)
    .values(rows)
    .onConflictDoUpdate({ target: settings.name, set: { value: sql`excluded.value`, time: sql`now()` } })
}

/**
 * Makes cached and open pages follow the clock, although no setting has changed: orders are possible again from the end of a
 * pause itself, and the footer may name the current year.
 */
export async function publishByClock(db: Db, setting: 'pausedUntil' | 'copyrightYear'): Promise<void> {
  await db.transaction((tx) => tx.insert(outbox).values({ change: `settings ${setting}` }))
}

/** The message to a shopper who orders while the shop is paused, by the database's clock, which all processes share. */
export async function findPause(tx: Transaction, settings: Settings): Promise<string | undefined> {
  if (!pauseEnd(settings)) return undefined
  const [clock] = await queryPrepared<{ now: Date }>(tx, readClockSql, [])
  return clock && pauseMessage(settings, clock.now)
}

const readClockSql = { name: 'read_clock', text: 'select clock_timestamp() as now' }
