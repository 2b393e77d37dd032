// Attacks on codes and links that are sent by email: telling addresses apart, poisoned links, used links, guessed codes.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createLog, type Log } from '#server/observability/log.ts'
import { cookiesOf } from '#tests/support/cookies.ts'
import { openEmailService } from '#tests/support/emails/email-service.ts'
import { until } from '#tests/support/process.ts'
import { decodeEntities, fillForm, mainOf, textOf } from '#tests/support/storefront.ts'
import { type Attacked, openAttacked } from './harness.ts'

const ORIGIN = 'https://gamla.example'
const NEW_PASSWORD = 'a kettle in the monsoon'
let shop: Attacked
let service: Awaited<ReturnType<typeof openEmailService>>
let jobs: ReturnType<Attacked['startJobs']>
const said: string[] = []
const log: Log = {
  ...createLog({ write: (line) => said.push(line.trimEnd()) }),
  error: (line, error) => void said.push(`error ${line} ${error}`),
}

before(async () => {
  service = await openEmailService()
  const env = { RATE_LIMIT_FACTOR: '1', PUBLIC_URL: ORIGIN, TRUST_PROXY: 'true', ...service.env }
  shop = await openAttacked(env, log, true)
  jobs = shop.startJobs()
})
after(async () => {
  await jobs?.close()
  await shop?.close()
  await service?.close()
})

type From = { from?: string; cookie?: string; headers?: Record<string, string> }

function post(path: string, form: Record<string, string>, { from = '192.0.2.1', cookie = '', headers }: From = {}) {
  const all = { accept: 'text/html', 'x-forwarded-for': from, ...(cookie && { cookie }), ...headers }
  return shop.fetch(path, { method: 'POST', headers: all, body: new URLSearchParams(form) })
}

async function whoIs(cookie: string): Promise<{ email: string } | null> {
  return (await shop.fetch('/session', { headers: { cookie } })).json()
}

/** Waits for the next email to this address. */
async function emailAfter(count: number, email: string): Promise<string> {
  return until(`an email to ${email}`, async () =>
    service.textsTo(email).length > count ? service.textsTo(email)[0] : undefined,
  )
}

async function askFor(path: string, email: string, from?: From): Promise<string> {
  const count = service.textsTo(email).length
  assert.equal((await post(path, { email }, from)).status, 200)
  return emailAfter(count, email)
}

async function confirm(email: string): Promise<void> {
  await shop.sql('update "user" set email_verified = true where email = $1', [email])
}

test('nobody can tell from an answer whether an address has an account, or a confirmed one', async () => {
  const { user, otherUser } = shop.users
  await confirm(user.email)
  for (const path of ['/forgot-password', '/login/code']) {
    const answers = []
    for (const email of [user.email, otherUser.email, 'nobody@gamla.example']) {
      const answer = await post(path, { email }, { from: `192.0.2.${10 + answers.length}` })
      const html = (await answer.text()).replaceAll(email, 'ADDRESS').replaceAll(/nonce="[^"]*"|sha256-[\w+/=]*/g, '')
      // The cookie of the browser that asked is random.
      assert.match(answer.headers.get('set-cookie') ?? '', /gamla\.device=/)
      const headers = [...answer.headers].filter(
        ([name]) => !/^(date|x-request-id|content-length|content-security-policy|set-cookie)$/.test(name),
      )
      answers.push({ status: answer.status, headers, text: textOf(mainOf(html)), length: html.length })
    }
    assert.equal(answers[0]?.status, 200)
    assert.deepEqual(answers[1], answers[0], path)
    assert.deepEqual(answers[2], answers[0], path)
  }
  const guesses = []
  for (const email of [user.email, 'nobody@gamla.example']) {
    const answer = await post('/login/code', { email, code: '000000' }, { from: '192.0.2.20' })
    guesses.push([answer.status, textOf(mainOf((await answer.text()).replaceAll(email, 'ADDRESS')))])
  }
  assert.deepEqual(guesses[0], guesses[1])
})

test('a forgotten password: one link, which sets a new one and ends every session', async () => {
  const { email } = shop.users.seller
  await confirm(email)
  const old = cookiesOf((await post('/login', { email, password: shop.password })).headers)
  assert.equal((await whoIs(old))?.email, email)
  const text = await askFor('/forgot-password', email)
  const [link = ''] = /https?:\/\/\S+/.exec(text) ?? []
  assert.match(link, /^https:\/\/gamla\.example\/reset-password\?token=[\w-]{43}$/)
  const path = link.slice(ORIGIN.length)

  const opened = await shop.fetch(path)
  assert.equal(opened.status, 200)
  assert.equal(opened.headers.get('cache-control'), 'no-store')
  assert.match(textOf(mainOf(await opened.text())), /New password.*Save password/)
  assert.equal((await post(path, { password: 'short' })).status, 400)
  const common = await post(path, { password: 'Password1' })
  assert.equal(common.status, 400)
  assert.match(await common.text(), /commonly used/)

  const changed = await post(path, { password: NEW_PASSWORD })
  assert.equal(changed.status, 200)
  assert.match(textOf(mainOf(await changed.text())), /Your password is changed/)
  await until('the session has ended', async () => (await whoIs(old)) === null)
  assert.equal((await post('/login', { email, password: shop.password })).status, 401)
  assert.equal((await post('/login', { email, password: NEW_PASSWORD })).status, 302)
  assert.match(await emailAfter(1, email), /^Your password was changed/)

  const again = await post(path, { password: 'another long one' })
  assert.equal(again.status, 410)
  assert.match(textOf(mainOf(await again.text())), /This link no longer works/)
  assert.equal((await post('/login', { email, password: NEW_PASSWORD })).status, 302)
})

test('links lead to this shop, whatever the request says about its host', async () => {
  const { email } = shop.users.otherSeller
  await confirm(email)
  const poisons: Record<string, string>[] = [
    { 'x-forwarded-host': 'evil.example' },
    { origin: ORIGIN, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
  ]
  for (const headers of poisons) {
    const text = await askFor('/forgot-password', email, { headers })
    assert.match(text, /https:\/\/gamla\.example\/reset-password/)
    assert.doesNotMatch(text, /evil/)
  }
  const body = `email=${encodeURIComponent(email)}`
  const count = service.textsTo(email).length
  await shop.send(
    `POST /forgot-password HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  assert.doesNotMatch(await emailAfter(count, email), /evil/)
})

test('a guest logs in with a code only, without scripts, and lands where they were going', async () => {
  const email = 'first.order@gamla.example'
  const login = await (await shop.fetch('/login?next=/cart')).text()
  const [button = ''] = login.split('Email me a code')[0]?.match(/<button[^>]*>$/) ?? []
  assert.match(button, /type="submit"[^>]* formAction="\/login\/code\?next=%2Fcart"/)
  const empty = await (await shop.fetch('/login/code')).text()
  const notice =
    /stores your email to run your account.* By logging in with a code you agree to our terms and privacy notice\./
  assert.match(textOf(mainOf(empty)), notice)
  const planted = cookiesOf(
    (await post('/login', { email: shop.users.otherUser.email, password: shop.password })).headers,
  )
  const asked = await (await post('/login/code?next=%2Fcart', { email }, { cookie: planted })).text()
  assert.match(textOf(mainOf(asked)), notice)
  const [code = ''] = /\b\d{6}\b/.exec(await emailAfter(0, email)) ?? []
  const { action, fields } = fillForm(mainOf(asked), 'Log in', {
    Code: `${code.slice(0, 3)} ${code.slice(3)}`,
  })
  const entered = await post(decodeEntities(action), fields, { cookie: planted })
  assert.deepEqual([entered.status, entered.headers.get('location')], [302, '/cart'])
  assert.equal((await whoIs(cookiesOf(entered.headers)))?.email, email)
  await until('the session before has ended', async () => (await whoIs(planted)) === null)
  const outside = await post('/login/code?next=//evil.example', { email, code: '000000' })
  assert.equal(outside.status, 400)
})

test('codes and links stand in no log, no list of the back office and no audit', async () => {
  const secrets = [
    ...service.textsTo(shop.users.seller.email),
    ...service.textsTo('first.order@gamla.example'),
  ].flatMap((text) => text.match(/\b\d{6}\b|token=[\w-]+/g) ?? [])
  assert.ok(secrets.length >= 2)
  const lists = []
  for (const path of [
    '/adminDashboard/emails',
    '/adminDashboard/audit',
    '/adminDashboard/users',
    '/adminDashboard/export/audit',
    '/adminDashboard/export/users',
  ])
    lists.push((await shop.ask('admin', { path })).text)
  for (const secret of secrets) {
    assert.ok(!said.some((line) => line.includes(secret)))
    for (const text of lists) assert.ok(!text.includes(secret))
  }
  assert.doesNotMatch(said.join('\n'), /@gamla\.example|@gmail|error/)
})

test('one’s own address is confirmed inside the session, by the code alone', async () => {
  const form = { name: 'Kavya', email: 'kavya.own@gamla.example', password: 'terracotta 7' }
  assert.equal((await post('/signup', form)).status, 302)
  const cookie = cookiesOf((await post('/login', form)).headers)
  assert.equal(
    (await post('/account/confirm-email', {})).headers.get('location'),
    '/login?next=%2Faccount%2Fconfirm-email',
  )
  assert.equal((await post('/account/confirm-email', {}, { cookie })).status, 200)
  const [code = ''] = /\b\d{6}\b/.exec(await emailAfter(0, form.email)) ?? []
  assert.equal(
    (await post('/account/confirm-email', { code: 'x', email: 'other@gamla.example' }, { cookie })).status,
    400,
  )
  const confirmed = await post('/account/confirm-email', { code }, { cookie })
  assert.match(textOf(mainOf(await confirmed.text())), /is confirmed/)
  assert.equal((await whoIs(cookie))?.email, form.email)
  assert.equal((await post('/login', form)).status, 302)
})

// Last, because its emails are sent one a second.
test('asking is limited for a mailbox, however it is spelled, and for a network', async () => {
  const ask = (email: string, from: string) => post('/login/code', { email }, { from })
  const statuses: number[] = []
  for (const email of [
    'flood@gmail.com',
    'f.lood@gmail.com',
    'flood+1@gmail.com',
    'fl.ood@gmail.com',
    'flood+2@gmail.com',
    'FLOOD@gmail.com',
    'flood@googlemail.com',
  ])
    statuses.push((await ask(email, '198.51.100.1')).status)
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429])
  assert.equal(
    (await post('/forgot-password', { email: 'flood@gmail.com' }, { from: '198.51.100.1' })).status,
    200,
    'the other kind has its own',
  )
  const many = []
  for (let n = 0; n < 70; n += 1) many.push((await ask(`person${n}@gamla.example`, '203.0.113.5')).status)
  assert.deepEqual(many, [...Array(60).fill(200), ...Array(10).fill(429)])
})
