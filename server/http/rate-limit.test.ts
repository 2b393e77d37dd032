import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { type OpenDatabase, openDatabase } from '#tests/support/postgres.ts'
import { createRateLimiter, type RateLimiter } from './rate-limit.ts'
import { deleteExpiredLimits } from './rate-limit-queries.ts'

let connected: OpenDatabase
let limits: RateLimiter
/** A second process of the shop. */
let other: RateLimiter

before(async () => {
  connected = await openDatabase()
})

beforeEach(async () => {
  await connected.pool.query('delete from rate_limits')
  await connected.pool.query('delete from login_failures')
  limits = open()
  other = open()
})

after(() => connected.close())

function open({ factor = 1, db = connected.db } = {}): RateLimiter {
  return createRateLimiter({ db, log: silentLog, secret: 'a secret', factor })
}

async function times(count: number, work: () => Promise<unknown>): Promise<unknown[]> {
  return Promise.all(Array.from({ length: count }, work))
}

const client = { address: '203.0.113.9', account: 'meera@gamla.example' }

const login = { ...client, device: undefined }
/** Tries that fail, of which each that is refused says why. */
async function fail(count: number, attempt: Partial<typeof login> = {}, tries = limits) {
  const answers = await times(count, () => tries.consumeLoginAttempt({ ...login, ...attempt }))
  return (answers as Awaited<ReturnType<RateLimiter['consumeLoginAttempt']>>[]).map(({ tooMany }) => tooMany)
}

test('ten tries at one account from one network, through whichever process; then it has to wait, and others do not', async () => {
  const answers = [...(await fail(5)), ...(await fail(5, {}, other))]
  assert.deepEqual(answers.filter(Boolean), [])
  const [refused] = await fail(1, {}, other)
  assert.ok(refused && refused.retryAfter > 800 && refused.retryAfter <= 900)
  assert.equal(refused.message, 'Too many attempts. Try again in 15 minutes.')
  assert.ok((await fail(1))[0])
  assert.deepEqual(await fail(1, { account: 'ravi@gamla.example' }), [undefined])
  // Its owner, who is somewhere else.
  assert.deepEqual(await fail(10, { address: '198.51.100.1' }), Array(10).fill(undefined))
})

test('attempts at one account from many networks slow down, also a hundred at once, and are reported once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      (n % 2 ? limits : other).consumeLoginAttempt({ ...login, address: `198.51.100.${n}` }),
    ),
  )
  const waits = answers.flatMap(({ tooMany }) => tooMany ?? [])
  // Of the others one or two more, where the hundred take longer than the first pauses.
  assert.ok(waits.length <= 100 - 31 && waits.length >= 60, `${waits.length} had to wait`)
  for (const { retryAfter, message } of waits) {
    assert.ok(retryAfter <= 120, `${retryAfter} s`)
    assert.match(message, /^Too many attempts\. Try again in \d+ seconds\.$/)
  }
  const slowed = answers.flatMap(({ slowed }) => slowed ?? [])
  assert.deepEqual(slowed, [{ failures: 31, networks: 31 }])
})

test('a device that has logged in before passes, and has few tries of its own', async () => {
  for (let n = 0; n < 40; n += 1) await limits.consumeLoginAttempt({ ...login, address: `198.51.100.${n}` })
  await fail(11)
  assert.ok((await fail(1))[0], 'the network has to wait')
  const device = { id: 'the owner’s telephone' }
  const answers = await times(10, () => limits.consumeLoginAttempt({ ...login, device }))
  assert.deepEqual(answers, Array(10).fill({ tooMany: undefined }))
  const { tooMany } = await limits.consumeLoginAttempt({ ...login, device })
  assert.ok(tooMany && tooMany.retryAfter > 800)
  await limits.resetLoginAttempts({ ...login, device })
  assert.deepEqual(await limits.consumeLoginAttempt({ ...login, device }), { tooMany: undefined })
})

test('who has logged in starts anew', async () => {
  for (let round = 0; round < 5; round += 1) {
    assert.deepEqual(await fail(10), Array(10).fill(undefined))
    await limits.resetLoginAttempts(login)
  }
  const { rows } = await connected.pool.query('select failures from login_failures')
  assert.deepEqual([rows.length, rows[0].failures.level, rows[0].failures.networks], [1, 0, {}])
})

test('an office behind one address may log in many times, but not without end', async () => {
  let account = 0
  const someone = () => limits.consume('login', { address: client.address, account: `someone ${++account}` })
  assert.deepEqual((await times(200, someone)).filter(Boolean), [])
  assert.ok(await someone())
})

test('after the while has passed it counts from the beginning, and what is over is cleared away', async () => {
  await times(11, () => limits.consume('login', client))
  await limits.consumeLoginAttempt({ ...login, account: 'ravi@gamla.example' })
  await connected.pool.query("update rate_limits set ends_at = now() - interval '1 second'")
  assert.equal(await limits.consume('login', client), undefined)
  await connected.pool.query("update rate_limits set ends_at = now() - interval '2 minutes'")
  await connected.pool.query("update login_failures set ends_at = now() - interval '2 minutes'")
  await deleteExpiredLimits(connected.db)
  assert.equal((await connected.pool.query('select from rate_limits')).rowCount, 0)
  assert.equal((await connected.pool.query('select from login_failures')).rowCount, 0)
})

test('twenty identical submissions of one checkout count once', async () => {
  for (let checkout = 0; checkout < 30; checkout += 1) {
    const answers = await times(20, () => limits.consumeOnce('order', client, `checkout ${checkout}`))
    assert.deepEqual(answers.filter(Boolean), [], `checkout ${checkout}`)
  }
  assert.ok(await limits.consumeOnce('order', client, 'one too many'))
  // Sent once more it is still too many.
  assert.ok(await other.consumeOnce('order', client, 'one too many'))
})

test('searches are limited by the address, through whichever process', async () => {
  const search = { address: client.address }
  assert.deepEqual((await times(590, () => limits.consume('search', search))).filter(Boolean), [])
  const answers = await times(20, () => other.consume('search', search))
  assert.equal(answers.filter(Boolean).length, 10)
  assert.equal(await other.consume('search', { address: '198.51.100.1' }), undefined)
})

test('the table holds no address and no account', async () => {
  await limits.consume('login', client)
  await limits.consumeOnce('order', client, 'checkout 1')
  await limits.consumeLoginAttempt(login)
  const { rows } = await connected.pool.query(
    'select key from rate_limits union all select account || failures from login_failures',
  )
  assert.ok(rows.length >= 5)
  for (const { key } of rows) assert.doesNotMatch(key, /203|meera|checkout 1/)
})

test('the factor makes all of it more generous, and 0 takes it away', async () => {
  const generous = open({ factor: 2 })
  assert.deepEqual((await times(20, () => generous.consume('login', client))).filter(Boolean), [])
  assert.ok(await generous.consume('login', client))
  assert.equal(await open({ factor: 0 }).consume('login', client), undefined)
})

test('a limit that cannot be asked does not bind', async () => {
  const broken = connect('postgres://nobody@localhost:1/none', silentLog)
  assert.equal(await open({ db: broken.db }).consume('login', client), undefined)
  await broken.pool.end()
})

test('of more orders at once than are allowed, exactly as many pass as are allowed', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => (n % 2 ? limits : other).consumeOnce('order', client, `at once ${n}`)),
  )
  assert.equal(answers.filter((answer) => answer === undefined).length, 30)
  // Another account behind the same address is limited by the address alone, and a repeat counts for nobody.
  const neighbour = { address: client.address, account: 'neighbour' }
  assert.equal(await limits.consumeOnce('order', neighbour, 'at once 0'), undefined)
  assert.ok(await limits.consumeOnce('order', client, 'at once 0'))
})
