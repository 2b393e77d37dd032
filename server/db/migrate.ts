import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { ConfigError } from '#server/config.ts'

// From here as from build/server, into which this file is built.
const migrationsFolder = join(import.meta.dirname, '../../server/db/migrations')

/** Any number will do, as long as every process of the shop takes the same. */
export const MIGRATION_LOCK = 4_204_200_042

/**
 * Brings the tables up to date. Of several processes that start at once one does it and the others wait.
 * @throws ConfigError when the database is newer than this code
 */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await refuseNewer(client)
    // It says when a table is there already, as it should be.
    await client.query('set client_min_messages = warning')
    await applyMigrations(drizzle({ client }), { migrationsFolder })
    await makeJobTables(client, url)
  } finally {
    // The lock goes with the connection.
    await client.end()
  }
}

/** @throws ConfigError when the database is newer than this code */
export async function refuseNewer(client: pg.Client): Promise<void> {
  const newestKnown = Math.max(...listMigrations().map(({ folderMillis }) => folderMillis))
  if (!(await hasMigrations(client))) return
  const { rows } = await client.query<{ newest: string | null }>(
    'select max(created_at) as newest from drizzle.__drizzle_migrations',
  )
  if (Number(rows[0]?.newest ?? 0) > newestKnown) {
    throw new ConfigError(
      'The database was made by a newer version of the shop: update this one, or use another database',
    )
  }
}

/** Every step from an empty database to today's, oldest first. */
export function listMigrations() {
  return readMigrationFiles({ migrationsFolder })
}

/** As drizzle would, but no further than to this step of the list. */
export async function migrateTo(client: pg.Client, folderMillis: number): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    `create table if not exists drizzle.__drizzle_migrations
       (id serial primary key, hash text not null, created_at bigint)`,
  )
  const { rows } = await client.query(
    'select coalesce(max(created_at), 0)::bigint as newest from drizzle.__drizzle_migrations',
  )
  for (const step of listMigrations()) {
    if (step.folderMillis <= Number(rows[0].newest) || step.folderMillis > folderMillis) continue
    for (const statement of step.sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      step.hash,
      step.folderMillis,
    ])
  }
}

async function hasMigrations(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("select to_regclass('drizzle.__drizzle_migrations') as present")
  return rows[0].present !== null
}

/** The tables of promised jobs are graphile-worker's own; once they are there, the worker itself keeps them up to date. */
export async function makeJobTables(client: pg.Client, url: string): Promise<void> {
  const { rows } = await client.query("select to_regclass('graphile_worker.migrations') as present")
  if (rows[0].present !== null) return
  const { Logger, runMigrations } = await import('graphile-worker')
  await runMigrations({ connectionString: url, logger: new Logger(() => () => {}) })
}
