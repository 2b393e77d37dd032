import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { ConfigError } from '#server/config.ts'
import { silentLog } from '#server/observability/log.ts'
import { testDatabase } from '#tests/support/postgres.ts'
import { connect } from './connection.ts'
import { migrate } from './migrate.ts'
import * as tables from './tables.ts'

const database = await testDatabase()
after(() => database.drop())

async function runSql(query: string) {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query(query).finally(() => client.end())
  return rows
}

test('several processes that start at once on an empty database make its tables once', async () => {
  await runSql('drop schema public cascade; drop schema drizzle cascade; create schema public')
  await Promise.all(Array.from({ length: 4 }, () => migrate(database.url)))
  const [{ steps, different, tables }] = await runSql(
    `select count(*)::integer as steps, count(distinct hash)::integer as different, to_regclass('products') as tables
     from drizzle.__drizzle_migrations`,
  )
  assert.ok(steps > 0)
  assert.equal(steps, different)
  assert.equal(tables, 'products')
})

test('a database that is up to date stays as it is', async () => {
  const before = await runSql('select * from drizzle.__drizzle_migrations')
  await migrate(database.url)
  assert.deepEqual(await runSql('select * from drizzle.__drizzle_migrations'), before)
})

test('the tables are what the schema says, and can be analysed without the shop’s search path', async () => {
  await runSql('analyze')
  const { db, pool } = connect(database.url, silentLog)
  const reads = Object.values(tables)
    .filter((it) => is(it, PgTable))
    .map((table) => db.select().from(table).limit(1))
  assert.ok(reads.length >= 9)
  await Promise.all(reads).finally(() => pool.end())
})

test('a database from a newer version is refused in one line', async () => {
  await runSql("insert into drizzle.__drizzle_migrations (hash, created_at) values ('from the future', 9999999999999)")
  await assert.rejects(migrate(database.url), (error) => {
    assert.ok(error instanceof ConfigError)
    assert.match(error.message, /^The database was made by a newer version of the shop[^\n]+$/)
    return true
  })
})
