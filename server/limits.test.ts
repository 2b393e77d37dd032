import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { testDatabase } from '#tests/postgres.ts'
import { until } from '#tests/process.ts'
import { connect } from './db/connection.ts'
import { forgetOldUses } from './db/limits.ts'
import { type Limits, openLimits } from './limits.ts'
import { silentLog } from './log.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let connected: ReturnType<typeof connect>
let limits: Limits
/** Another process of the shop. */
let other: Limits

before(async () => {
  database = await testDatabase()
  connected = connect(database.url, silentLog)
})

beforeEach(async () => {
  await connected.pool.query('delete from rate_limits')
  limits = open()
  other = open()
})

after(async () => {
  await connected.pool.end()
  await database.drop()
})

function open({ factor = 1, db = connected.db } = {}): Limits {
  return openLimits({ db, log: silentLog, secret: 'a secret', factor })
}

async function times(count: number, work: () => Promise<unknown>): Promise<unknown[]> {
  return Promise.all(Array.from({ length: count }, work))
}

const asker = { address: '203.0.113.9', account: 'meera@gamla.example' }

test('ten tries at one account, from wherever and through whichever process; then it has to wait', async () => {
  const from = (index: number) => ({ ...asker, address: `198.51.100.${index}` })
  const answers = [
    ...(await Promise.all([0, 1, 2, 3, 4].map((index) => limits.take('login', from(index))))),
    ...(await Promise.all([5, 6, 7, 8, 9].map((index) => other.take('login', from(index))))),
  ]
  assert.deepEqual(
    answers.filter((answer) => answer),
    [],
  )
  const refused = await other.take('login', from(10))
  assert.ok(refused && refused.retryAfter > 800 && refused.retryAfter <= 900)
  assert.equal(refused.sentence, 'That was too often in a short time. Please wait 15 minutes and try again.')
  assert.ok(await limits.take('login', from(11)))
  assert.equal(await limits.take('login', { ...asker, account: 'ravi@gamla.example' }), undefined)
})

test('who has logged in starts anew', async () => {
  await times(11, () => limits.take('login', asker))
  await limits.forgive('login', asker.account)
  assert.equal(await other.take('login', asker), undefined)
})

test('an office behind one address may log in many times, but not without end', async () => {
  let account = 0
  const someone = () => limits.take('login', { address: asker.address, account: `someone ${++account}` })
  assert.deepEqual((await times(200, someone)).filter(Boolean), [])
  assert.ok(await someone())
})

test('after the while has passed it counts from the beginning, and what is over is cleared away', async () => {
  await times(11, () => limits.take('login', asker))
  await connected.pool.query("update rate_limits set ends_at = now() - interval '1 second'")
  assert.equal(await limits.take('login', asker), undefined)
  await connected.pool.query("update rate_limits set ends_at = now() - interval '2 minutes'")
  await forgetOldUses(connected.db)
  assert.equal((await connected.pool.query('select 1 from rate_limits')).rowCount, 0)
})

test('twenty identical submissions of one checkout count once', async () => {
  for (let checkout = 0; checkout < 30; checkout += 1) {
    const answers = await times(20, () => limits.takeOnce('order', asker, `checkout ${checkout}`))
    assert.deepEqual(answers.filter(Boolean), [], `checkout ${checkout}`)
  }
  assert.ok(await limits.takeOnce('order', asker, 'one too many'))
  // Sent once more it is still too many.
  assert.ok(await other.takeOnce('order', asker, 'one too many'))
})

test('searches are counted in memory and shared by the tens', async () => {
  // Nothing is asked of the database on the way.
  for (let search = 0; search < 590; search += 1) assert.equal(limits.takeSearch(asker.address), undefined)
  await until('the database has heard', async () => {
    const { rows } = await connected.pool.query('select used from rate_limits')
    return rows[0]?.used === 590
  })
  for (let search = 0; search < 20; search += 1) other.takeSearch(asker.address)
  const refused = await until('the other process knows', () => other.takeSearch(asker.address))
  assert.ok(refused.retryAfter <= 60)
  assert.equal(other.takeSearch('198.51.100.1'), undefined)
})

test('the table holds no address and no account', async () => {
  await limits.take('login', asker)
  await limits.takeOnce('order', asker, 'checkout 1')
  const { rows } = await connected.pool.query('select key from rate_limits')
  assert.ok(rows.length >= 4)
  for (const { key } of rows) assert.doesNotMatch(key, /203|meera|checkout 1/)
})

test('the factor makes all of it more generous, and 0 takes it away', async () => {
  const generous = open({ factor: 2 })
  assert.deepEqual((await times(20, () => generous.take('login', asker))).filter(Boolean), [])
  assert.ok(await generous.take('login', asker))
  assert.equal(await open({ factor: 0 }).take('login', asker), undefined)
})

test('a limit that cannot be asked does not bind', async () => {
  const broken = connect('postgres://nobody@localhost:1/none', silentLog)
  assert.equal(await open({ db: broken.db }).take('login', asker), undefined)
  await broken.pool.end()
})
