import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { PoolClient } from 'pg'
import { silentLog } from '#server/log.ts'
import { testDatabase } from '#tests/postgres.ts'
import { connect } from './connection.ts'

const database = await testDatabase()
const { pool, db } = connect(database.url, silentLog)
after(async () => {
  await pool.end()
  await database.drop()
})

test('a connection that breaks at the first word of a transaction is not lost to the pool', async () => {
  for (let n = 0; n < 12; n += 1) {
    const client = (await pool.connect()) as PoolClient & { connection: { stream: { destroy(): void } } }
    client.release()
    client.connection.stream.destroy()
    await assert.rejects(db.transaction(async () => {}))
  }
  assert.equal(pool.totalCount - pool.idleCount, 0)
  assert.equal(await db.transaction(async () => 'well'), 'well')
})
