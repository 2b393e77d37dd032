import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { specifiedCatalogue } from '#domain/catalog/specified-sizes.ts'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { testDatabase } from '#tests/support/postgres.ts'
import { readCatalogue } from './queries.ts'

const database = await testDatabase()
const { db, pool } = connect(database.url, silentLog)
after(async () => {
  await pool.end()
  await database.drop()
})

test('a fresh shop has the sizes, prices and finishes of the specification, in its order', async () => {
  assert.deepEqual(await readCatalogue(db), specifiedCatalogue)
})
