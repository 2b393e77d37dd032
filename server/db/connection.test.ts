import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PoolClient } from 'pg'
import { silentLog } from '#server/observability/log.ts'
import { database, db, pool } from '#tests/support/fixtures/own-database-fixture.ts'
import { openGate } from '#tests/support/gate.ts'
import { until } from '#tests/support/process.ts'
import { connect, dropConnections } from './connection.ts'

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

test('connections that have fallen silent are given up, those that are lent too, and new ones are made', async () => {
  const gate = await openGate(database.url)
  const far = connect(gate.url, silentLog)
  const [asking] = await Promise.all([far.pool.connect(), far.pool.query('select 1')])
  gate.silence()
  const unanswered = assert.rejects(asking.query('select 1'))
  gate.open()
  dropConnections(far.pool)
  await unanswered
  asking.release()
  await until('none is left', () => far.pool.totalCount === 0)
  assert.deepEqual((await far.pool.query('select 1 as one')).rows, [{ one: 1 }])
  assert.equal(far.pool.totalCount, 1)
  await far.pool.end()
  await gate.close()
})
