import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { ConfigError } from '#server/config.ts'
import { openClient } from '#server/db/client.ts'
import { listMigrations, MIGRATION_LOCK, makeJobTables, migrate, migrateTo } from '#server/db/migrate.ts'
import type { Sequence, TableShape } from './snapshot.ts'

export type Restore = Awaited<ReturnType<typeof beginRestore>>

/**
 * Creates the backup's tables in an empty database. No shop can start on it until the restore ends, and nothing
 * is visible before `commit`.
 *
 * @param schema last migration of the backup
 * @throws ConfigError when the database is not empty, or the schema is newer than this code
 */
export async function beginRestore(url: string, schema: string, tables: readonly TableShape[]) {
  const client = await openClient({ connectionString: url, statement_timeout: 0 })
  try {
    await client.query('set idle_in_transaction_session_timeout = 0')
    await client.query('set client_min_messages = warning')
    await refuseNonEmpty(client)
    // The job tables are created outside of this transaction: if it rolls back, empty ones stay and do no harm.
    await makeJobTables(client, url)
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await refuseNonEmpty(client)
    await createTables(client, schema)
    for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
    // Rows that migrations insert are part of the backup too.
    await client.query(`truncate ${tables.map(({ name }) => name).join(', ')} cascade`)
  } catch (error) {
    await client.end()
    throw error
  }

  return {
    writeRows: ({ name, columns }: TableShape, rows: Uint8Array): Promise<void> =>
      pipeline(Readable.from([rows]), client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`))),
    async writeSequences(sequences: Sequence[]): Promise<void> {
      for (const { table, column, value, isUsed } of sequences) {
        const { rows } = await client.query('select setval(pg_get_serial_sequence($1, $2), $3, $4) as value', [
          table,
          column,
          value,
          isUsed,
        ])
        if (rows[0].value === null) throw new ConfigError('The backup is inconsistent: it names an unknown sequence')
      }
    },
    async writeJobs(jobs: string[]): Promise<void> {
      for (const job of jobs) {
        const { task, payload, queue, runAt, priority, most, key } = JSON.parse(job)
        await client.query(
          `select from graphile_worker.add_job($1, $2::json, queue_name => $3, run_at => $4, priority => $5::integer,
             max_attempts => $6::integer, job_key => $7)`,
          [task, JSON.stringify(payload), queue, runAt, priority, most, key],
        )
      }
    },
    async commit(): Promise<void> {
      await refuseSchemaMismatch(client, schema)
      for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
      await client.query('commit')
      // Upgrade from the backup's schema to the current one.
      await migrate(url)
    },
    /** Without a commit, the database stays empty. */
    close: () => client.end(),
  }
}

async function refuseNonEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ tables: number }>(
    `select count(*)::integer as tables from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname in ('public', 'drizzle')`,
  )
  if (rows[0]?.tables === 0) return
  throw new ConfigError(
    'The database already contains a shop. Restore into an empty one, in DATA_DIR or at DATABASE_URL.',
  )
}

/** If manifest and migration rows disagreed, migrations would be skipped or run twice. */
async function refuseSchemaMismatch(client: pg.Client, schema: string): Promise<void> {
  const { rows } = await client.query('select max(created_at)::text as newest from drizzle.__drizzle_migrations')
  if (rows[0]?.newest === schema) return
  throw new ConfigError('The backup is inconsistent: its rows and its manifest have different schemas')
}

async function createTables(client: pg.Client, schema: string): Promise<void> {
  const versions = listMigrations().map(({ folderMillis }) => folderMillis)
  if (Number(schema) < Math.min(...versions))
    throw new ConfigError(
      'The backup was made before version 0.1.0. Restore it with the version that made it, then start this one.',
    )
  if (!versions.includes(Number(schema)))
    throw new ConfigError('The backup was made by a newer version of the shop. Update this one first.')
  await migrateTo(client, Number(schema))
}
