import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { testDatabase } from '#tests/support/postgres.ts'
import { startShop } from '#tests/support/process.ts'

test('a shop does not open on the database of a newer one, and says so in one line', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gamla-newer-'))
  const database = await testDatabase()
  t.after(() => Promise.all([database.drop(), rm(dataDir, { recursive: true })]))
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('future', 9999999999999)")
  await client.end()
  const shop = startShop({ DATA_DIR: dataDir, DATABASE_URL: database.url })
  assert.equal(await shop.ended(), 1)
  assert.match(shop.said(), /^The database was made by a newer version of the shop: [^\n]+\n$/)
})
