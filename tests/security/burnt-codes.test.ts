// Attacks on an account through its mailbox and its codes: a stranger who uses up the owner's, and one who reads the mailbox.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeAdmin } from '#server/accounts/roles.ts'
import { silentLog } from '#server/observability/log.ts'
import { cookiesOf } from '#tests/support/cookies.ts'
import { openEmailService } from '#tests/support/emails/email-service.ts'
import { until } from '#tests/support/process.ts'
import { codeNow, recoveryCodesIn, secretIn } from '#tests/support/second-factor.ts'
import { type Attacked, openAttacked } from './harness.ts'

let shop: Attacked
let service: Awaited<ReturnType<typeof openEmailService>>
let jobs: ReturnType<Attacked['startJobs']>
let people = 0

before(async () => {
  service = await openEmailService()
  shop = await openAttacked({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'true', ...service.env }, silentLog, true)
  jobs = shop.startJobs()
})
after(async () => {
  await jobs?.close()
  await shop?.close()
  await service?.close()
})

type Browser = { from?: string; cookie?: string }

function post(path: string, form: Record<string, string>, { from = '192.0.2.1', cookie = '' }: Browser = {}) {
  const headers = { accept: 'text/html', 'x-forwarded-for': from, ...(cookie && { cookie }) }
  return shop.fetch(path, { method: 'POST', headers, body: new URLSearchParams(form) })
}

/** Another network for each. */
let networks = 0
const anotherNetwork = () => `198.51.${(networks >> 8) & 255}.${networks++ & 255}`

async function isSession(cookie: string): Promise<boolean> {
  return (await (await shop.fetch('/session', { headers: { cookie } })).json()) !== null
}

/** Asks for a code in this browser. @returns its cookies and the code */
async function askForCode(email: string, browser: Browser = {}, path = '/login/code') {
  const codes = () => service.textsTo(email).filter((text) => /\b\d{6}\b/.test(text))
  const count = codes().length
  const answer = await post(path, { email }, browser)
  assert.equal(answer.status, 200, await answer.text())
  const text = await until('the email', () => (codes().length > count ? codes()[0] : undefined))
  const cookie = [browser.cookie, cookiesOf(answer.headers)].filter(Boolean).join('; ')
  return { cookie, code: /\b\d{6}\b/.exec(text)?.[0] ?? '', text }
}

const enter = (email: string, code: string, browser: Browser) => post('/login/code', { email, code }, browser)
const otherThan = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')

/** Somebody with a confirmed address, and the cookies of a browser that has logged in. */
async function makeOwner({ role = 'user', isConfirmed = true } = {}) {
  const email = `owner${++people}@gamla.example`
  const password = 'terracotta in the rain'
  assert.equal((await post('/signup', { name: 'Meera', email, password }, { from: anotherNetwork() })).status, 302)
  await shop.sql('update "user" set email_verified = $2, role = $3 where email = $1', [email, isConfirmed, role])
  const cookie = await logIn(email, password)
  return { email, password, cookie, device: cookie.split('; ').find((one) => one.startsWith('gamla.device=')) ?? '' }
}

async function logIn(email: string, password: string): Promise<string> {
  const answer = await post('/login', { email, password }, { from: anotherNetwork() })
  assert.equal(answer.status, 302)
  return cookiesOf(answer.headers)
}

async function stateOf(email: string) {
  const { rows } = await shop.sql(
    `select email_verified as confirmed, two_factor_enabled as "hasFactor",
       exists (select from account where user_id = u.id and password is not null) as "hasPassword",
       (select count(*)::int from session where user_id = u.id) as sessions,
       (select count(*)::int from two_factor where user_id = u.id) as apps,
       (select count(*)::int from passkey where user_id = u.id) as passkeys
     from "user" as u where email = $1`,
    [email],
  )
  return rows[0]
}

/** An authenticator app and a passkey, as after setting them up. */
async function giveFactor(email: string, cookie: string): Promise<{ secret: string; recovery: string[] }> {
  const setUp = await (await post('/account/security', { intent: 'start-app' }, { cookie })).text()
  const secret = secretIn(setUp)
  const form = { intent: 'activate-app', code: codeNow(secret) }
  const recovery = recoveryCodesIn(await (await post('/account/security', form, { cookie })).text())
  assert.equal(recovery.length, 10)
  await shop.sql(
    `insert into passkey (id, public_key, user_id, credential_id, counter)
     select id, 'k', id, id, 0 from "user" where email = $1`,
    [email],
  )
  return { secret, recovery }
}

test('a stranger’s wrong codes, from any number of networks, do not touch the code of the browser that asked', async () => {
  const { email } = await makeOwner()
  const owner = await askForCode(email, { from: '192.0.2.10' })
  const guesses = Array.from({ length: 60 }, (_, n) =>
    enter(email, otherThan(owner.code, n + 1), { from: anotherNetwork() }),
  )
  for (const { status } of await Promise.all(guesses)) assert.equal(status, 400)
  // Not even the right code opens another browser.
  assert.equal((await enter(email, owner.code, { from: anotherNetwork() })).status, 400)
  const stranger = await askForCode(email, { from: anotherNetwork() })
  assert.equal((await enter(email, owner.code, { cookie: stranger.cookie })).status, 400)
  for (let tries = 0; tries < 6; tries += 1) await enter(email, otherThan(stranger.code), { cookie: stranger.cookie })
  assert.equal((await enter(email, stranger.code, { cookie: stranger.cookie })).status, 400, 'their own is used up')
  const entered = await enter(email, owner.code, { cookie: owner.cookie })
  assert.equal(entered.status, 302)
  assert.equal(await isSession(cookiesOf(entered.headers)), true)
})

test('six requests at once get five tries of one code, and one session', async () => {
  const { email } = await makeOwner()
  const { cookie, code } = await askForCode(email)
  const wrong = await Promise.all([1, 2, 3, 4, 5, 6].map((by) => enter(email, otherThan(code, by), { cookie })))
  assert.ok(wrong.every(({ status }) => status === 400))
  assert.equal((await enter(email, code, { cookie })).status, 400)
  const next = await askForCode(email, { cookie })
  const right = await Promise.all([1, 2, 3, 4, 5, 6].map(() => enter(email, next.code, { cookie })))
  assert.equal(right.filter(({ status }) => status === 302).length, 1)
})

test('codes of the account page work in the session that asked, and strangers do not use up the owner’s emails', async () => {
  const name = `owner${++people}`
  const email = `${name}@gmail.com`
  const first = await askForCode(email)
  const owner = cookiesOf((await enter(email, first.code, first)).headers)
  const elsewhere = await askForCode(email, { from: anotherNetwork() })
  const thief = cookiesOf((await enter(email, elsewhere.code, elsewhere)).headers)
  const page = '/account/privacy/delete'
  // Accounts with other spellings of the mailbox, which nobody confirmed.
  for (let n = 0; n < 7; n += 1) {
    const spelling = `${name}+${n}@gmail.com`
    await post('/signup', { name: 'Thief', email: spelling, password: 'a-long-password' }, { from: anotherNetwork() })
    const cookie = await logIn(spelling, 'a-long-password')
    for (let more = 0; more < 3; more += 1)
      await post(page, { intent: 'send-code' }, { cookie, from: anotherNetwork() })
  }
  assert.equal((await post(page, { intent: 'send-code' }, { cookie: owner, from: anotherNetwork() })).status, 200)
  const code = await until('the code', () => {
    const text = service.textsTo(email).find((one) => one.includes('to delete your account'))
    return /\b\d{6}\b/.exec(text ?? '')?.[0]
  })
  const remove = (cookie: string, typed: string) => post(page, { intent: 'delete', code: typed }, { cookie })
  for (let tries = 0; tries < 6; tries += 1) assert.equal((await remove(thief, otherThan(code))).status, 409)
  assert.equal((await remove(thief, code)).status, 409)
  assert.equal((await remove(owner, code)).status, 302)
})

for (const role of ['admin', 'seller']) {
  test(`the mailbox of an unconfirmed ${role} with a second factor takes nothing away and opens nothing`, async () => {
    const { email, password, cookie } = await makeOwner({ role, isConfirmed: false })
    const { recovery } = await giveFactor(email, cookie)
    const before = await stateOf(email)
    for (const path of ['/login/code', '/forgot-password']) {
      const asked = await askForCode(email, { from: anotherNetwork() }, path)
      assert.doesNotMatch(asked.text, /old password stops working/)
      const entered = await enter(email, asked.code, { cookie: asked.cookie })
      assert.equal(entered.headers.get('location'), '/login/second-factor')
      assert.equal(await isSession(cookiesOf(entered.headers)), false)
      assert.deepEqual(await stateOf(email), before)
    }
    assert.equal(await isSession(cookie), true)
    const waiting = await post('/login', { email, password }, { from: anotherNetwork() })
    const answer = await post(
      '/login/second-factor',
      { code: recovery[0] ?? '' },
      { cookie: cookiesOf(waiting.headers) },
    )
    assert.equal(answer.status, 302, 'the owner gets in with password and factor as before')
  })
}

test('an admin made by the operator keeps password, sessions and factor, whoever reads the mailbox', async () => {
  const { email } = await makeOwner({ isConfirmed: false })
  const password = 'shown once by the command'
  await makeAdmin({ db: shop.db }, { name: 'Boss', email, password })
  const cookie = await logIn(email, password)
  const plain = await askForCode(email, { from: anotherNetwork() })
  assert.doesNotMatch(plain.text, /old password stops working/)
  assert.equal((await enter(email, plain.code, plain)).status, 302)
  assert.equal((await stateOf(email)).hasPassword, true)
  assert.equal(await isSession(cookie), true)
  await giveFactor(email, cookie)
  const before = await stateOf(email)
  const asked = await askForCode(email, { from: anotherNetwork() })
  assert.equal((await enter(email, asked.code, asked)).headers.get('location'), '/login/second-factor')
  const link = await post('/forgot-password', { email }, { from: anotherNetwork() })
  assert.equal(link.status, 200)
  const text = await until('the link', () => service.textsTo(email).find((one) => one.includes('token=')))
  const token = /token=([\w-]+)/.exec(text)?.[1] ?? ''
  assert.equal((await post(`/reset-password?token=${token}`, { password: 'a kettle in the monsoon' })).status, 200)
  const { apps, passkeys, hasFactor } = await stateOf(email)
  assert.deepEqual({ apps, passkeys, hasFactor }, { apps: 1, passkeys: 1, hasFactor: before.hasFactor })
  const again = await post('/login', { email, password: 'a kettle in the monsoon' }, { from: anotherNetwork() })
  assert.equal(again.headers.get('location'), '/login/second-factor')
  // The operator runs the command once more: a new password, and the admin's own second factor.
  await makeAdmin({ db: shop.db }, { name: 'Boss', email, password })
  assert.equal((await stateOf(email)).apps, 1)
})

test('where a second factor is required, the mailbox of an admin who has none opens nothing', async () => {
  const { email, password } = await makeOwner({ role: 'admin' })
  const early = await askForCode(email, { from: anotherNetwork() })
  await post('/forgot-password', { email }, { from: anotherNetwork() })
  const token = await until('the link', () => /token=([\w-]+)/.exec(service.textsTo(email).join())?.[1])
  await shop.sql(`insert into settings (name, value) values ('requireSecondFactor', 'true')`)
  await until('the requirement is known', async () => {
    const led = await shop.fetch('/adminDashboard', { headers: { cookie: await logIn(email, password) } })
    return led.headers.get('location') === '/account/security'
  })
  const before = service.textsTo(email).length
  for (const path of ['/login/code', '/forgot-password'])
    assert.equal((await post(path, { email }, { from: anotherNetwork() })).status, 200)
  await until('both emails', () => service.textsTo(email).length === before + 2)
  for (const text of service.textsTo(email).slice(0, 2)) {
    assert.match(text, /Log in with your password/)
    assert.doesNotMatch(text, /\d{6}|token=/)
  }
  // Those of before do not open it either.
  assert.equal((await enter(email, early.code, early)).status, 400)
  const reset = await post(`/reset-password?token=${token}`, { password: 'the thief’s own one' })
  assert.equal(reset.status, 410)
  assert.ok(await logIn(email, password))
  await shop.sql(`delete from settings where name = 'requireSecondFactor'`)
})

test('a shopper’s address belongs to whoever reads its mailbox, whatever a stranger has set up', async () => {
  const { email, cookie } = await makeOwner({ isConfirmed: false })
  await giveFactor(email, cookie)
  const asked = await askForCode(email, { from: anotherNetwork() })
  assert.match(asked.text, /old password stops working/)
  assert.equal((await enter(email, asked.code, { cookie: asked.cookie })).status, 302)
  const expected = { confirmed: true, hasFactor: false, hasPassword: false, sessions: 1, apps: 0, passkeys: 0 }
  assert.deepEqual(await stateOf(email), expected)
  assert.equal(await isSession(cookie), false)
})

test('a recovery code opens one log-in of many at the same moment', async () => {
  const { email, password, cookie } = await makeOwner()
  const { recovery } = await giveFactor(email, cookie)
  for (const code of recovery.slice(0, 2)) {
    const waiting = await Promise.all([1, 2, 3, 4, 5, 6].map(() => challenge(email, password)))
    const answers = await Promise.all(waiting.map((one) => post('/login/second-factor', { code }, { cookie: one })))
    assert.equal(answers.filter(({ status }) => status === 302).length, 1)
  }
  // One browser, sent six times.
  const one = await challenge(email, password)
  const answers = await Promise.all(
    [3, 4, 5, 6, 7, 8].map((n) => post('/login/second-factor', { code: recovery[n] ?? '' }, { cookie: one })),
  )
  assert.equal(answers.filter(({ status }) => status === 302).length, 1)
})

test('guesses of a second factor at the same moment are ten together, then none counts', async () => {
  const { email, password, cookie } = await makeOwner()
  const { recovery } = await giveFactor(email, cookie)
  const waiting = await Promise.all([1, 2, 3, 4].map(() => challenge(email, password)))
  const guesses = waiting.flatMap((one) =>
    [1, 2, 3, 4].map((n) =>
      post('/login/second-factor', { code: `00000${n}` }, { cookie: one, from: anotherNetwork() }),
    ),
  )
  const texts = await Promise.all((await Promise.all(guesses)).map((answer) => answer.text()))
  assert.equal(texts.filter((text) => /This code is not right/.test(text)).length, 10)
  assert.equal(texts.filter((text) => /15 minutes/.test(text)).length, 6)
  const { rows } = await shop.sql(
    `select failed_verification_count as count, locked_until > now() as locked
     from two_factor join "user" on "user".id = user_id where email = $1`,
    [email],
  )
  assert.deepEqual(rows, [{ count: 10, locked: true }])
  const right = await post(
    '/login/second-factor',
    { code: recovery[0] ?? '' },
    { cookie: await challenge(email, password) },
  )
  assert.match(await right.text(), /15 minutes/)
})

async function challenge(email: string, password: string): Promise<string> {
  const answer = await post('/login', { email, password }, { from: anotherNetwork() })
  assert.equal(answer.headers.get('location'), '/login/second-factor')
  return cookiesOf(answer.headers)
}

// Last, because their emails are sent one a second.
test('strangers use up the emails of a mailbox, and a browser that has logged in before still gets one', async () => {
  const { email, device } = await makeOwner()
  for (const path of ['/login/code', '/forgot-password']) {
    const asked = await Promise.all(Array.from({ length: 40 }, () => post(path, { email }, { from: anotherNetwork() })))
    const sent = asked.filter(({ status }) => status === 200).length
    assert.equal(sent, 20, 'twenty a day from all networks together')
    assert.equal((await post(path, { email }, { from: anotherNetwork() })).status, 429)
    // The cookie of somebody else's account is no way around it.
    const { device: other } = await makeOwner()
    assert.equal((await post(path, { email }, { from: anotherNetwork(), cookie: other })).status, 429)
    const known = { from: anotherNetwork(), cookie: device }
    assert.equal((await post(path, { email }, known)).status, 200)
    // Ahead of the strangers' twenty, which are sent one a second.
    const { rows } = await shop.sql(`select priority from graphile_worker.jobs order by id desc limit 1`)
    assert.deepEqual(rows, [{ priority: -1 }])
  }
  const from = { from: anotherNetwork(), cookie: device }
  for (let more = 0; more < 4; more += 1) assert.equal((await post('/login/code', { email }, from)).status, 200)
  assert.equal((await post('/login/code', { email }, from)).status, 429, 'which has a limit of its own')
})

test('one network uses up its own five an hour, and no other’s', async () => {
  const { email } = await makeOwner()
  const stranger = { from: anotherNetwork() }
  const asked = await Promise.all(Array.from({ length: 12 }, () => post('/login/code', { email }, stranger)))
  assert.equal(asked.filter(({ status }) => status === 200).length, 5)
  assert.equal((await post('/login/code', { email }, { from: anotherNetwork() })).status, 200)
})

test('whoever signed up with another person’s address is no known device of theirs', async () => {
  const { email, device } = await makeOwner({ isConfirmed: false })
  const asked = []
  for (let n = 0; n < 25; n += 1)
    asked.push(await post('/login/code', { email }, { from: anotherNetwork(), cookie: device }))
  assert.equal(asked.filter(({ status }) => status === 200).length, 20)
})
