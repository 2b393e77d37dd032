import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { testDatabase } from '#tests/support/postgres.ts'
import { settingsOf } from '#tests/support/settings.ts'
import { upsertSettings } from './queries.ts'

const database = await testDatabase()
const { db, pool } = connect(database.url, silentLog)
after(() => database.drop())

test('while the database is away, pages keep the name that the shop had last', async () => {
  const settings = settingsOf(db)
  assert.equal((await settings.readOrLast()).shopName, 'Gamla')
  await db.transaction((tx) => upsertSettings(tx, { shopName: 'Diya Lamps' }))
  assert.equal((await settings.read()).shopName, 'Diya Lamps')
  await pool.end()
  await assert.rejects(settings.read())
  assert.equal((await settings.readOrLast()).shopName, 'Diya Lamps')
})
