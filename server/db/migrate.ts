import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { ConfigError } from '#server/config.ts'
import { openClient } from './client.ts'

// The same relative path from here and from build/server, where this file is bundled.
const FOLDER = join(import.meta.dirname, '../../server/db')
const migrationsFolder = join(FOLDER, 'migrations')

/** The last migrations before version 0.1.0, of databases that were made without its baseline. */
const BEFORE_RELEASE = join(FOLDER, 'before-release')
/** The migration that the oldest of them ended with. */
const OLDEST_BEFORE_RELEASE = 1_795_387_413_374

/** An arbitrary number that all processes share. */
export const MIGRATION_LOCK = 4_204_200_042

/**
 * Runs pending migrations. Of several processes that start at once, one migrates and the others wait.
 * @throws ConfigError when the database is newer than this code
 */
export async function migrate(url: string): Promise<void> {
  const client = await openClient({ connectionString: url })
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await failIfNewer(client)
    // Silences notices about tables that exist already.
    await client.query('set client_min_messages = warning')
    await convertToBaseline(client)
    await applyMigrations(drizzle({ client }), { migrationsFolder })
    await makeJobTables(client, url)
  } finally {
    // Closing the connection releases the lock.
    await client.end()
  }
}

/** @returns as `findNewest`; @throws ConfigError when the database is newer than this code */
export async function failIfNewer(client: pg.Client): Promise<number> {
  const newest = await findNewest(client)
  if (newest <= Math.max(...listMigrations().map(({ folderMillis }) => folderMillis))) return newest
  throw new ConfigError(
    'The database was made by a newer version of the shop: update this one, or use another database',
  )
}

/** @returns the time of the last migration that was applied, 0 in an empty database */
async function findNewest(client: pg.Client): Promise<number> {
  const { rows: list } = await client.query("select to_regclass('drizzle.__drizzle_migrations') as present")
  if (list[0].present === null) return 0
  const { rows } = await client.query<{ newest: string | null }>(
    'select max(created_at) as newest from drizzle.__drizzle_migrations',
  )
  return Number(rows[0]?.newest ?? 0)
}

/**
 * Brings a database that was made before version 0.1.0 to its baseline.
 * @throws ConfigError when it is older than the last version before
 */
async function convertToBaseline(client: pg.Client): Promise<void> {
  const [baseline] = listMigrations()
  const newest = await findNewest(client)
  if (!baseline || newest === 0 || newest >= baseline.folderMillis) return
  if (newest < OLDEST_BEFORE_RELEASE) {
    throw new ConfigError('The database was made by a version of the shop that this one cannot upgrade')
  }
  await applyBeforeRelease(client)
  await recordMigration(client, baseline)
}

/** Its first step, after which it can be killed. */
export async function applyBeforeRelease(client: pg.Client): Promise<void> {
  await applyMigrations(drizzle({ client }), { migrationsFolder: BEFORE_RELEASE })
}

type Migration = ReturnType<typeof listMigrations>[number]

/** All migrations, oldest first. */
export function listMigrations() {
  return readMigrationFiles({ migrationsFolder })
}

/** Migrates as Drizzle does, but only up to this migration. */
export async function migrateTo(client: pg.Client, folderMillis: number): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    `create table if not exists drizzle.__drizzle_migrations
       (id serial primary key, hash text not null, created_at bigint)`,
  )
  const newest = await findNewest(client)
  for (const step of listMigrations()) {
    if (step.folderMillis <= newest || step.folderMillis > folderMillis) continue
    for (const statement of step.sql) await client.query(statement)
    await recordMigration(client, step)
  }
}

async function recordMigration(client: pg.Client, { hash, folderMillis }: Migration): Promise<void> {
  const entry = 'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)'
  await client.query(entry, [hash, folderMillis])
}

/** Creates graphile-worker's tables; later its worker migrates them itself. */
export async function makeJobTables(client: pg.Client, url: string): Promise<void> {
  const { rows } = await client.query("select to_regclass('graphile_worker.migrations') as present")
  if (rows[0].present !== null) return
  const { Logger, runMigrations } = await import('graphile-worker')
  await runMigrations({ connectionString: url, logger: new Logger(() => () => {}) })
}
