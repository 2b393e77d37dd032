import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { readConfig } from '#server/config.ts'
import { openClient } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { UsageError } from '#server/errors.ts'
import type { Log } from '#server/observability/log.ts'
import { connectOrStartPostgres } from '#server/postgres/postgres.ts'
import { openImages } from '#server/shop.ts'
import { readArchive } from './archive.ts'
import { parseEntryName } from './entries.ts'
import { restore } from './restore.ts'

export type Rehearsed = { tables: number; rows: number; images: number }

/**
 * Restores a backup into a temporary PostgreSQL and image folder, compares the number of rows of every table with the
 * file, and upgrades it, as a real restore would. Everything is removed afterwards, and the shop is not touched.
 *
 * @throws UsageError when the backup cannot be restored, or differs
 */
export async function rehearseRestore(file: string, log: Log): Promise<Rehearsed> {
  // Before PostgreSQL is started, because a damaged file is found here.
  const expected = await countRowsOf(file)
  const folder = await mkdtemp(join(tmpdir(), 'restore-rehearsal-'))
  try {
    const config = readConfig({ DATA_DIR: join(folder, 'data') })
    const postgres = await connectOrStartPostgres(config, log)
    try {
      const { tables, images } = await restore(postgres.url, await openImages(config), file)
      const rows = await compareRows(postgres.url, file, expected)
      await migrate(postgres.url)
      await refuseWithoutAdmin(postgres.url, file)
      return { tables, rows, images }
    } finally {
      await postgres.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A row is a line of PostgreSQL's text format, which escapes line breaks. */
async function countRowsOf(file: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for await (const { name, bytes } of readArchive(file)) {
    const place = parseEntryName(name)
    if (place?.kind === 'rows') counts.set(place.table, (counts.get(place.table) ?? 0) + countLines(bytes))
  }
  return counts
}

function countLines(bytes: Uint8Array): number {
  let lines = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1
  return lines
}

/** @returns how many rows there are in all */
async function compareRows(url: string, file: string, counts: ReadonlyMap<string, number>): Promise<number> {
  let total = 0
  for (const [table, expected] of counts) {
    // The restore has checked that the manifest lists the table, so its name is a quoted identifier.
    const [row] = await ask<{ count: string }>(url, `select count(*) from ${table}`)
    if (Number(row?.count) !== expected)
      throw new UsageError(`${file} has ${expected} rows of ${table}, but ${row?.count} were restored.`)
    total += expected
  }
  return total
}

async function refuseWithoutAdmin(url: string, file: string): Promise<void> {
  const admins = await ask(url, `select from "user" where role = 'admin' limit 1`)
  if (admins.length === 0) throw new UsageError(`${file} was restored, but holds no admin.`)
}

async function ask<Row extends pg.QueryResultRow>(url: string, query: string): Promise<Row[]> {
  const client = await openClient({ connectionString: url, statement_timeout: 0 })
  try {
    return (await client.query<Row>(query)).rows
  } finally {
    await client.end()
  }
}
