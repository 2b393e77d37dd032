// Attacks on accounts: registering an email before its owner does, and locking the owner out.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeAdmin } from '#server/accounts/roles.ts'
import { createLog, type Log } from '#server/observability/log.ts'
import { until } from '#tests/support/process.ts'
import { type Attacked, openAttacked } from './harness.ts'

let shop: Attacked
const said: string[] = []
const log: Log = {
  ...createLog({ write: (line) => said.push(line.trimEnd()) }),
  error: (line, error) => void said.push(`error ${line} ${error}`),
}

before(async () => {
  shop = await openAttacked(
    { RATE_LIMIT_FACTOR: '1', PUBLIC_URL: 'https://gamla.example', TRUST_PROXY: 'true' },
    log,
    true,
  )
})
after(() => shop?.close())

/** A request as a proxy forwards it. */
function post(path: string, form: Record<string, string>, { from = '192.0.2.1', cookie = '' } = {}): Promise<Response> {
  const headers = { accept: 'text/html', 'x-forwarded-for': from, ...(cookie && { cookie }) }
  return shop.fetch(path, { method: 'POST', headers, body: new URLSearchParams(form) })
}

async function login(email: string, password: string, where?: { from?: string; cookie?: string }) {
  const answer = await post('/login', { email, password }, where)
  const cookies = answer.headers.getSetCookie()
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text(), cookies }
}

function sentBack(cookies: string[], name = ''): string {
  const pairs = cookies.map((cookie) => cookie.split(';')[0] ?? '')
  return pairs.filter((pair) => pair.startsWith(name)).join('; ')
}

/** Without per-minute summaries, which may appear at any time. */
const events = () =>
  said
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ more }) => more === undefined)

test('who has signed up with the address of a future admin has neither their password nor their session', async () => {
  const stranger = { name: 'Stranger', email: 'owner@gamla.example', password: 'known to the stranger' }
  assert.equal((await post('/signup', stranger)).status, 302)
  const entered = await login(stranger.email, stranger.password)
  const cookie = sentBack(entered.cookies)
  const whoAmI = async () => (await shop.fetch('/session', { headers: { cookie } })).json()
  assert.equal((await whoAmI())?.role, 'user')
  const live = await shop.fetch('/live', { headers: { cookie } })
  const reading = live.text()

  await makeAdmin({ db: shop.db }, { ...stranger, password: 'the password of the admin' })
  await until('the session has ended', async () => (await whoAmI()) === null)
  assert.equal((await login(stranger.email, stranger.password)).status, 401)
  const page = await shop.fetch('/adminDashboard', { headers: { cookie } })
  assert.match(page.headers.get('location') ?? '', /^\/login/)
  assert.equal((await login(stranger.email, 'the password of the admin')).status, 302)
  // The stream is closed, so that reconnecting checks the session again.
  await reading.catch(() => {})
})

test('cookies are this host’s alone', async () => {
  const { cookies } = await login(shop.users.otherUser.email, shop.password)
  assert.equal(cookies.length, 2)
  for (const [index, name] of ['__Host-gamla.session_token', '__Host-gamla.device'].entries()) {
    assert.ok(cookies[index]?.startsWith(`${name}=`), cookies[index])
    assert.match(cookies[index] ?? '', /; Path=\/;.*HttpOnly;.*Secure/)
    assert.doesNotMatch(cookies[index] ?? '', /domain/i)
  }
})

test('whoever goes on guessing at an account locks themselves out, not the account', async () => {
  const { email } = shop.users.admin
  const owner = await login(email, shop.password, { from: '192.0.2.7' })
  assert.equal(owner.status, 302)
  const statuses: number[] = []
  for (let n = 0; n < 20; n += 1) statuses.push((await login(email, 'no', { from: '203.0.113.66' })).status)
  assert.deepEqual(statuses, [...Array(10).fill(401), ...Array(10).fill(429)])
  assert.equal((await login(email, shop.password, { from: '198.51.100.20' })).status, 302, 'from elsewhere')
  const device = sentBack(owner.cookies, '__Host-gamla.device')
  const beside = await login(email, shop.password, { from: '203.0.113.66', cookie: device })
  assert.equal(beside.status, 302, 'from the same network, in a browser that is known')
})

test('many networks slow it down for those who are new to it, as much for an address that nobody has', async () => {
  const { email } = shop.users.user
  const owner = await login(email, shop.password, { from: '192.0.2.8' })
  const device = sentBack(owner.cookies, '__Host-gamla.device')
  for (const target of [email, 'nobody@gamla.example']) {
    const answers = []
    for (let n = 0; n < 60; n += 1) answers.push(await login(target, 'no', { from: `198.51.100.${n}` }))
    const tried = answers.filter(({ status }) => status === 401)
    assert.ok(tried.length >= 31 && tried.length <= 45, `${tried.length} tries of 60 at ${target}`)
    for (const { status, retryAfter, text } of answers.slice(45)) {
      if (status === 401) continue
      assert.equal(status, 429)
      assert.ok(Number(retryAfter) >= 1 && Number(retryAfter) <= 120, `${retryAfter} s`)
      assert.match(text, /Too many attempts\. Try again in [\w ]+\./)
    }
  }
  assert.equal((await login(email, shop.password, { from: '192.0.2.9', cookie: device })).status, 302)
  const emails = await until('the email is queued', async () => {
    const { rows } = await shop.sql(
      "select from graphile_worker.jobs where task_identifier = 'send-login-slowed-email'",
    )
    return rows.length
  })
  assert.equal(emails, 1, 'and none to the address that nobody has')
})

test('the security log tells who did what from where, and holds no address, password or line of somebody else’s', async () => {
  said.length = 0
  const { users } = shop
  const [nasty, from] = ['x"}\n{"channel":"security","event":"login"}\u2028\u202e', '192.0.2.50']
  await login(`${nasty}@gamla.example`, nasty, { from })
  await post('/signup', { name: nasty, email: 'new@gamla.example', password: 'a-long-password' }, { from })
  const entered = await login('new@gamla.example', 'a-long-password', { from })
  const cookie = sentBack(entered.cookies)
  const headers = { cookie, accept: 'text/html', 'x-forwarded-for': from }
  for (const path of ['/adminDashboard', '/adminDashboard/export/users', '/sellerDashboard'])
    assert.equal((await shop.fetch(path, { headers })).status, 302)
  await post('/addproduct/save', {}, { from, cookie })
  await post('/logout/everywhere', {}, { from, cookie })
  const exported = await shop.fetch('/adminDashboard/export/orders', {
    who: 'admin',
    headers: { 'x-forwarded-for': from },
  })
  assert.equal(exported.status, 200)
  await exported.text()
  const admin = sentBack((await login(users.admin.email, shop.password, { from })).cookies)
  const change = { intent: 'role', userId: users.otherUser.userId, role: 'seller', confirmed: 'yes' }
  assert.equal((await post('/adminDashboard/users', change, { from, cookie: admin })).status, 200)

  const told = events()
  const userId = told.find(({ event }) => event === 'signup')?.account
  assert.match(userId, /^[\w-]{36}$/)
  assert.deepEqual(
    told.map(({ event, account, path, table, to, by }) => [event, account, path ?? table ?? to, by].filter(Boolean)),
    [
      ['login-failed', told[0]?.account],
      ['signup', userId],
      ['login', userId],
      ['role-refused', userId, '/adminDashboard'],
      ['role-refused', userId, '/adminDashboard/export/users'],
      ['role-refused', userId, '/sellerDashboard'],
      ['role-refused', userId, '/addproduct/save'],
      ['logout-everywhere', userId],
      ['data-exported', users.admin.userId, 'orders'],
      ['login', users.admin.userId],
      ['role-changed', users.otherUser.userId, 'seller', users.admin.userId],
    ],
  )
  assert.match(told[0]?.account, /^unknown [\w-]{12}$/)
  for (const { address, request, time, channel } of told) {
    assert.deepEqual([address, channel], [from, 'security'])
    assert.match(request, /^[\w-]{6,64}$/)
    assert.ok(Math.abs(Date.now() - Date.parse(time)) < 60_000)
  }
  assert.doesNotMatch(said.join('\n'), /@|a-long-password|error|[^\x20-\x7e\n]/)
})

test('what was exported is in the audit, and the back office shows it', async () => {
  const { text } = await shop.ask('admin', { path: '/adminDashboard/audit' })
  assert.match(text, /export table/i)
  assert.match(text, /table orders/)
  assert.match(text, /command line/)
})

test('a flood of failures is summed up', async () => {
  said.length = 0
  // Too long to be looked up.
  await Promise.all(
    Array.from({ length: 60 }, (_, n) => login(`flood${n}@gamla.example`, 'no', { from: '192.0.2.99' })),
  )
  const lines = events()
  assert.ok(lines.length >= 5 && lines.length <= 30, `${lines.length} lines`)
})
