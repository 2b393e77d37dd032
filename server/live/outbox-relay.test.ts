import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { FAST_DRIZZLE } from '#tests/support/fast-drizzle.ts'
import { addProduct } from '#tests/support/fixtures/factories.ts'
import { openGate } from '#tests/support/gate.ts'
import { type TestDatabase, testDatabase } from '#tests/support/postgres.ts'
import { until } from '#tests/support/process.ts'
import { type Change, type ChangeFeed, openChangeFeed } from './change-feed.ts'

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

function heardBy(changeFeed: ChangeFeed) {
  const heard: Change[] = []
  changeFeed.onChange((change) => heard.push(change))
  return (id: number) => heard.some((change) => change.kind === 'product' && change.id === id)
}

test('changes committed by a process that was killed are published by another one', async () => {
  const changeFeed = await openChangeFeed(database.url, silentLog)
  const hears = heardBy(changeFeed)
  // Killed by its own hand in the very moment in which its relay would be woken.
  const script = `
    import { connect } from '#server/db/connection.ts'
    import { addProduct } from '#tests/support/fixtures/factories.ts'
    const die = () => process.kill(process.pid, 'SIGKILL')
    const { db } = connect(process.argv[1], { error() {} }, 2, die)
    await db.transaction((tx) => addProduct(tx, { title: 'Left behind' }))`
  const child = spawn(process.execPath, [FAST_DRIZZLE, '--input-type=module-typescript', '-e', script, database.url], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [, signal] = await once(child, 'exit')
  assert.equal(signal, 'SIGKILL')
  const { rows } = await handle.pool.query("select id::integer from products where title = 'Left behind'")
  assert.equal(rows.length, 1)
  await until('the other one has told it', () => hears(rows[0].id))
  await changeFeed.close()
})

test('two processes hear each change, and one of them goes on telling when the other is gone', async () => {
  const [one, other] = [await openChangeFeed(database.url, silentLog), await openChangeFeed(database.url, silentLog)]
  const [oneHears, otherHears] = [heardBy(one), heardBy(other)]
  const first = await addProduct(handle.db)
  await until('both have heard', () => oneHears(first) && otherHears(first))
  await one.close()
  const second = await addProduct(handle.db)
  await until('the one that is left has heard', () => otherHears(second))
  assert.equal(oneHears(second), false)
  await other.close()
})

test('what is written while the line is cut is told when it is there again', async (t) => {
  const gate = await openGate(database.url)
  t.after(() => gate.close())
  const changeFeed = await openChangeFeed(gate.url, silentLog)
  t.after(() => changeFeed.close())
  assert.equal(changeFeed.isConnected(), true)
  gate.shut()
  await until('the loss is noticed', () => !changeFeed.isConnected())
  await addProduct(handle.db)
  gate.open()
  await until('it is connected again', () => changeFeed.isConnected())
  await until('the outbox is empty', async () => (await handle.pool.query('select from outbox')).rowCount === 0)
})

test('a commit of this process is told before the next poll', async (t) => {
  const changeFeed = await openChangeFeed(database.url, silentLog)
  const own = connect(database.url, silentLog, 2, changeFeed.relaySoon)
  const hears = heardBy(changeFeed)
  const times: number[] = []
  for (let n = 0; n < 15; n += 1) {
    const id = await own.db.transaction((tx) => addProduct(tx))
    const since = performance.now()
    await until('it is heard', () => hears(id))
    times.push(performance.now() - since)
  }
  // A machine may be busy; what is told by chance would take half a poll, 50 ms, in the median.
  t.diagnostic(`median ${times.sort((a, b) => a - b)[7]?.toFixed(0)} ms`)
  await own.pool.end()
  await changeFeed.close()
})
