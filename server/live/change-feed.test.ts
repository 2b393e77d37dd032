import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { addProduct } from '#tests/support/fixtures/factories.ts'
import { openGate } from '#tests/support/gate.ts'
import { type TestDatabase, testDatabase } from '#tests/support/postgres.ts'
import { until } from '#tests/support/process.ts'
import { type Change, openChangeFeed } from './change-feed.ts'

/** Longer than a busy machine takes to answer, which would be taken for silence. */
const TIMING = { heartbeatMs: 50, unresponsiveMs: 1000 }

let database: TestDatabase
let handle: ReturnType<typeof connect>

before(async () => {
  database = await testDatabase()
  handle = connect(database.url, silentLog)
})

after(async () => {
  await handle.pool.end()
  await database.drop()
})

async function openBehindGate(t: TestContext) {
  const gate = await openGate(database.url)
  t.after(() => gate.close())
  const changeFeed = await openChangeFeed(gate.url, silentLog, TIMING)
  t.after(() => changeFeed.close())
  return { gate, changeFeed }
}

for (const how of ['shut', 'silence'] as const) {
  test(`after the line was ${how === 'shut' ? 'cut' : 'silent'}, anything may have changed, and changes are heard again`, async (t) => {
    const { gate, changeFeed } = await openBehindGate(t)
    const heard: Change[] = []
    let silences = 0
    changeFeed.onChange((change) => heard.push(change))
    changeFeed.onUnresponsive(() => {
      silences += 1
    })
    gate[how]()
    if (how === 'silence') await until('the silence is noticed', () => silences > 0)
    await addProduct(handle.db)
    gate.open()
    await until('it is told that anything may have changed', () => heard.some(({ kind }) => kind === 'everything'))
    const id = await addProduct(handle.db)
    await until('the next change is heard', () => heard.some((change) => change.kind === 'product' && change.id === id))
    assert.equal(silences > 0, how === 'silence')
  })
}

test('a connection that stalls while being opened is retried', async (t) => {
  const { gate, changeFeed } = await openBehindGate(t)
  const heard: Change[] = []
  changeFeed.onChange((change) => heard.push(change))
  gate.shut()
  await gate.silenceNext()
  gate.open()
  await until('it is told that anything may have changed', () => heard.some(({ kind }) => kind === 'everything'))
})
