import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { readConfig } from '#server/config.ts'
import { READABLE_JOBS } from '#server/db/enqueue.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { sendLoginSlowedEmail } from '#server/messages/account-emails.ts'
import { createLog, silentLog } from '#server/observability/log.ts'
import { createSecurityLog } from '#server/observability/security-log.ts'
import { createTrackingLinks } from '#server/orders/tracking-link.ts'
import { db, pool } from '#tests/support/fixtures/database-fixture.ts'
import { replaceScrypt } from '#tests/support/fixtures/scrypt-fixture.ts'
import { until } from '#tests/support/process.ts'
import { settingsOf, textsOf } from '#tests/support/settings.ts'
import { createAuth } from './auth.ts'
import { createDeviceCookies } from './device-cookie.ts'
import { tryLogin } from './login.ts'
import { hashPassword } from './passwords.ts'
import { insertAccount } from './queries.ts'
import { makeAdmin } from './roles.ts'

const secret = 'a secret for tests, long enough to sign with'
const lines: string[] = []
const sent: { email: string; status: string }[] = []
const shop = {
  db,
  settings: settingsOf(db),
  texts: textsOf(db),
  trackingLinks: createTrackingLinks(secret),
  log: silentLog,
  now: () => new Date('2026-11-22T04:00:00Z'),
  auth: createAuth({ secret, publicUrl: undefined }),
  limits: createRateLimiter({ db, log: silentLog, secret, factor: 1 }),
  devices: createDeviceCookies({ secret, isHttps: false }),
  securityLog: createSecurityLog(createLog({ write: (line) => lines.push(line) }), secret),
  config: { ...readConfig({}), rateLimitFactor: 1 },
  emails: {
    isAvailable: true,
    paceMs: 0,
    send: async ({ message }: { message: (typeof sent)[number] }) => String(sent.push(message)),
  },
}
const password = 'a-long-password'
const passwordHash = await hashPassword(password)
let people = 0
let [userId, email] = ['', '']

beforeEach(async () => {
  email = `meera${++people}@gmail.com`
  userId = (await insertAccount(db, { name: 'Meera', email, role: 'user', passwordHash })) ?? ''
  lines.length = 0
  sent.length = 0
  shop.securityLog.close()
  await pool.query('delete from rate_limits')
  await pool.query('delete from login_failures')
})

type Try = { as?: string; with?: string; from?: string; cookie?: string }

async function login({ as = email, with: word = password, from = '203.0.113.9', cookie }: Try = {}) {
  const request = new Request('http://localhost/login', { headers: cookie ? { cookie } : {} })
  const answer = await tryLogin(shop, { email: as, password: word }, { address: from, request })
  const cookies = answer.ok ? answer.headers.getSetCookie().map((text) => text.split(';')[0] ?? '') : []
  return { ...answer, device: cookies.find((text) => text.startsWith('gamla.device=')) }
}

/** Wrong, but not worked on: these tests count them, and a hash takes a third of a second. */
const wrong = 'x'
const events = () => lines.map((line) => JSON.parse(line)).map(({ event, account }) => [event, account])

test('a login is counted, logged, and its browser known from then on', async () => {
  const first = await login()
  assert.ok(first.ok && first.user.userId === userId)
  assert.match(first.device ?? '', /^gamla\.device=/)
  const again = await login({ cookie: first.device ?? '' })
  assert.equal(again.device, first.device)
  const told = lines.map((line) => JSON.parse(line))
  assert.deepEqual(
    told.map(({ event, account, address, device }) => ({ event, account, address, device })),
    [
      { event: 'login', account: userId, address: '203.0.113.9', device: 'new' },
      { event: 'login', account: userId, address: '203.0.113.9', device: 'known' },
    ],
  )
})

test('a failed login is logged without the typed address', async () => {
  const answer = { ok: false, reason: 'wrong', device: undefined }
  assert.deepEqual(await login({ with: 'a wrong password' }), answer)
  assert.deepEqual(await login({ as: 'nobody@gmail.com', with: 'a wrong password' }), answer)
  assert.deepEqual(events(), [
    ['login-failed', userId],
    ['login-failed', shop.securityLog.unknownAccount('nobody@gmail.com')],
  ])
  assert.doesNotMatch(lines.join(), /@|a wrong password/)
})

test('attempts from many networks slow down logins from new browsers, and the owner gets one email a day', async () => {
  const { device = '' } = await login()
  lines.length = 0
  for (const as of [email, 'nobody@gmail.com']) {
    const answers = []
    for (let n = 0; n < 40; n += 1) answers.push(await login({ as, with: wrong, from: `198.51.100.${n}` }))
    const reasons = answers.map((answer) => (answer.ok ? 'in' : answer.reason))
    // The same for an address that nobody has. After a few seconds there is another try.
    assert.deepEqual(reasons.slice(0, 31), Array(31).fill('wrong'))
    assert.ok(reasons.includes('too-many'))
  }
  assert.equal((await login({ cookie: device })).ok, true)
  assert.ok(events().some(([event, account]) => event === 'login-slowed' && account === userId))

  type Payload = Parameters<typeof sendLoginSlowedEmail>[1]
  const payload = await until('the email is queued', async () => {
    const { rows } = await pool.query<{ payload: Payload }>(
      `select payload from ${READABLE_JOBS} as job where task_identifier = 'send-login-slowed-email'`,
    )
    assert.ok(rows.length <= 1)
    return rows[0]?.payload
  })
  assert.deepEqual(payload, { userId, failures: 31, networks: 31, time: '2026-11-22T04:00:00.000Z' })
  // As often as the job comes that day, it is one email.
  await sendLoginSlowedEmail(shop, payload)
  await sendLoginSlowedEmail(shop, payload)
  assert.deepEqual(
    sent.map((email) => email.email),
    [email],
  )
  assert.match(
    sent[0]?.status ?? '',
    /^Someone tried to log in .* 31 times .* 31 networks, until 22 Nov 2026, 9:30 am \(India\)\./,
  )
  await sendLoginSlowedEmail(shop, { ...payload, time: '2026-11-23T04:00:00.000Z' })
  assert.equal(sent.length, 2)
})

test('a known device still needs the password, has few attempts, and is forgotten when the password changes', async () => {
  const { device = '' } = await login()
  for (let n = 0; n < 10; n += 1) assert.equal((await login({ with: wrong, cookie: device })).ok, false)
  const refused = await login({ cookie: device })
  assert.ok(!refused.ok && refused.reason === 'too-many')
  await pool.query('delete from rate_limits')
  assert.equal((await login({ as: 'nobody@gmail.com', cookie: device })).ok, false)

  await makeAdmin({ db }, { name: 'Meera', email, password: 'quite another' })
  lines.length = 0
  assert.equal((await login({ with: 'quite another', cookie: device })).ok, true)
  assert.equal(JSON.parse(lines[0] ?? '').device, 'new')
})

test('when too many passwords are being hashed, login answers busy', async (t) => {
  const finish: (() => void)[] = []
  replaceScrypt(t, (...args: unknown[]) => {
    const done = args.at(-1) as (error: null, key: Buffer) => void
    finish.push(() => done(null, Buffer.alloc(64)))
  })
  // Two are worked on and 24 wait, so the next one is turned away.
  const others = Array.from({ length: 26 }, () => hashPassword(password))
  assert.deepEqual(await login(), { ok: false, reason: 'busy', device: undefined })
  for (let index = 0; index < others.length; index += 1) {
    await until('the next password is worked on', () => index < finish.length)
    finish[index]?.()
  }
  await Promise.all(others)
})
