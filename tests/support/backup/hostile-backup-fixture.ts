// Malformed backups for tests, each of which must be refused without a trace. Importing this registers hooks.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { restore } from '#server/backup/restore.ts'
import { ConfigError } from '#server/config.ts'
import { listMigrations } from '#server/db/migrate.ts'
import { UsageError } from '#server/errors.ts'
import { openImages } from '#server/shop.ts'
import { type TestDatabase, testDatabase } from '#tests/support/postgres.ts'
import { sumsOf, type TarEntry, tarOf } from './tar.ts'

/** The first version with all tables that the tests name, because each attempt goes through the migrations before it. */
const SCHEMA = String(listMigrations().find(({ sql }) => sql.join().includes('"contact_messages"'))?.folderMillis)
const MIGRATIONS = 'drizzle.__drizzle_migrations'
export const IMAGE = 'pictures/productImages/1-pot-aaaaaa/320.avif'

export let folder: string
export let target: TestDatabase

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gamla-hostile-'))
  target = await testDatabase({ blank: true })
})

after(async () => {
  await target?.drop()
  await rm(folder, { recursive: true, force: true })
})

/** With everything that makes it whole, so that only what is wrong with it can be the reason. */
export function backupOf(entries: readonly TarEntry[], ...last: TarEntry[]): Buffer {
  return gzipSync(tarOf([...entries, sumsOf(entries), ...last]), { level: 1 })
}

export type Shape = { name: string; columns: string[] }

export function manifestOf(tables: readonly Shape[] = [], changes: object = {}): TarEntry {
  const manifest = { format: 1, madeAt: '2026-11-22', schema: SCHEMA, tables, sequences: [], ...changes }
  return { name: 'manifest.json', body: JSON.stringify(manifest) }
}

export const migrations: Shape = { name: MIGRATIONS, columns: ['id', 'hash', 'created_at'] }
export const messages: Shape = { name: 'public.contact_messages', columns: ['name', 'email', 'phone', 'message'] }
export const rowsOf = ({ name }: Shape, body: string | Buffer, piece = 1): TarEntry => ({
  name: `tables/${name}/${String(piece).padStart(6, '0')}`,
  body,
})
export const MIGRATED = rowsOf(migrations, `1\thash\t${SCHEMA}\n`)
export const MESSAGE = 'Asha\tasha@gamla.example\t9845000012\tHello\n'
export const good = [manifestOf([migrations, messages]), MIGRATED, rowsOf(messages, MESSAGE)]
export const jobs = (body: string): TarEntry => ({ name: 'jobs.ndjson', body })
export const image = (name = IMAGE, body = 'image'): TarEntry => ({ name, body })

async function ask(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: target.url })
  await client.connect()
  return client
    .query(text)
    .then(
      ({ rows }) => rows,
      (error) => Promise.reject(error),
    )
    .finally(() => client.end())
}

/** The contents of the shop, which must be empty after a refused restore. */
async function listTraces(store: string): Promise<string[]> {
  const tables = await ask(
    `select tablename as name from pg_tables where schemaname in ('public', 'drizzle')
     union all select task_identifier from graphile_worker.jobs`,
  ).catch(() => [])
  const files = await readdir(store, { recursive: true }).catch(() => [])
  const outside = (await readdir(folder)).filter((name) => !/^(file|store)/.test(name))
  return [...tables.map(({ name }) => String(name)), ...files.filter((name) => name !== 'images'), ...outside]
}

let made = 0

export async function refuse(name: string, bytes: Buffer, why = /./): Promise<void> {
  made += 1
  const file = join(folder, `file-${made}.tar.gz`)
  const store = join(folder, `store-${made}`)
  await writeFile(file, bytes)
  const images = await openImages({ dataDir: store, s3: undefined })
  await assert.rejects(restore(target.url, images, file), (error: Error) => {
    assert.ok(error instanceof UsageError || error instanceof ConfigError, `${name}: ${error.stack}`)
    assert.match(error.message, why, name)
    assert.ok(error.message.length < 600, `${name}: ${error.message.length} characters`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they would reach a terminal
    assert.doesNotMatch(error.message, /[\x00-\x1f\x7f]/, name)
    return true
  })
  assert.deepEqual(await listTraces(store), [], name)
}
