// Abuse of the shop's own rules with default limits: guessing whose an order is, and sending email in the shop's name.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cookiesOf } from '#tests/support/cookies.ts'
import { openEmailService } from '#tests/support/emails/email-service.ts'
import { lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { until } from '#tests/support/process.ts'
import { type Attacked, openAttacked } from './harness.ts'

let shop: Attacked
let service: Awaited<ReturnType<typeof openEmailService>>
let jobs: ReturnType<Attacked['startJobs']>

before(async () => {
  service = await openEmailService()
  shop = await openAttacked({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'true', ...service.env }, undefined, true)
  jobs = shop.startJobs()
})

after(async () => {
  await jobs?.close()
  await shop?.close()
  await service?.close()
})

type From = { from: string; cookie?: string }

async function post(path: string, form: Record<string, string>, { from, cookie = '' }: From) {
  const headers = { accept: 'text/html', 'x-forwarded-for': from, cookie }
  const answer = await shop.fetch(path, { method: 'POST', headers, body: new URLSearchParams(form) })
  await answer.body?.cancel()
  return answer
}

async function logIn(email: string, password: string, from: string): Promise<string> {
  const answer = await post('/login', { email, password }, { from })
  assert.equal(answer.status, 302)
  return cookiesOf(answer.headers)
}

test('who guesses at an order’s email is stopped, and its buyer still finds it; all networks together are bounded, too', async () => {
  const order = String(shop.ids.orders.user)
  const find = async (contact: string, from: string) => (await post('/track', { order, contact }, { from })).status
  const guess = (from: string) => find('stranger@gamla.example', from)
  for (let tried = 0; tried < 10; tried += 1) assert.equal(await guess('198.51.100.20'), 404)
  assert.equal(await guess('198.51.100.20'), 429)
  assert.equal(await find(shop.users.user.email, '203.0.113.20'), 302, 'the buyer is kept out')
  const { rowCount } = await shop.sql(`update rate_limits set used = 2999 where key like 'findOrderAnywhere %'`)
  assert.equal(rowCount, 1)
  assert.deepEqual([await guess('192.0.2.199'), await guess('192.0.2.200')], [404, 429])
})

async function checkOut(cookie: string, changes: Record<string, string>): Promise<number> {
  const lines = JSON.stringify([lineFor(shop.ids.pot)])
  const form = { ...someAddress, key: crypto.randomUUID(), lines, ...changes }
  return (await post('/cart.data', form, { from: '203.0.113.10', cookie })).status
}

test('no stranger’s text and link go to an address by email, and no more than five emails a day', async () => {
  const email = 'victim@elsewhere.example'
  const name = 'Your prize: https://evil.example/claim www.evil.example evil dot com call 9845000012345'
  await post('/signup', { name, email, password: 'a-long-password' }, { from: '203.0.113.11' })
  const cookie = await logIn(email, 'a-long-password', '203.0.113.11')
  for (let placed = 0; placed < 8; placed += 1)
    // A name may be rejected or cleaned; only cleaned ones result in an email.
    await checkOut(cookie, placed < 4 ? { name, address: `${name}, ${name}`, city: 'evil.example' } : {})
  await until('all that can be sent now has been sent', async () => {
    const { rows } = await shop.sql(
      `select (select count(*) from outbox)::integer + count(*)::integer as jobs from graphile_worker.jobs
       where attempts < max_attempts and run_at <= now()`,
    )
    return rows[0]?.jobs === 0
  })
  const emails = service.allTo(email)
  assert.ok(emails.length > 0 && emails.length <= 5, `${emails.length} emails`)
  // The only link is the shop's own, to the order.
  const texts = emails.map((part) => part.replace(/http:\/\/localhost:\d+\/track\/\d+\/[\w-]{22}/, ''))
  for (const text of texts) assert.doesNotMatch(text, /evil|:\/\/|98450/i)
})

test('an address with a port behind it is the same address to every limit', async () => {
  const form = { name: 'Meera', email: 'meera@gamla.example', phone: '9845000012', message: 'Do you sell large pots?' }
  const statuses: number[] = []
  for (let sent = 0; sent < 40; sent += 1) {
    const where = { from: `192.0.2.44:${5000 + sent}` }
    statuses.push((await post('/contactUs.data', { ...form, message: `${sent}` }, where)).status)
  }
  assert.equal(statuses.at(-1), 429, statuses.join(' '))
  assert.notEqual((await post('/contactUs', form, { from: '[2001:db8::1]:5000' })).status, 429)
})
