// Abuse of the shop's own rules with default limits: locking people out, sending them email in the shop's
// name, and reusing one order's key for another.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openEmailService } from '#tests/support/emails/email-service.ts'
import { addProduct, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { until } from '#tests/support/process.ts'
import { cookiesOf } from '#tests/support/storefront.ts'
import { type Attacked, openAttacked } from './harness.ts'

/** More than the rate limit allows at once. */
const GUESSES = 12

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

test('whoever guesses a password is stopped, and its owner is not, on a device that has logged in before', async () => {
  const [{ email }, password] = [shop.users.admin, shop.password]
  const device = await logIn(email, password, '203.0.113.7')
  for (let tried = 0; tried < GUESSES; tried += 1) {
    const { status } = await post('/login', { email, password: `wrong-word-${tried}` }, { from: '198.51.100.9' })
    assert.ok([401, 429].includes(status), String(status))
  }
  const enter = (where: From) => post('/login', { email, password }, where)
  assert.equal((await enter({ from: '198.51.100.9' })).status, 429)
  assert.equal((await enter({ from: '203.0.113.7', cookie: device })).status, 302, 'the owner is kept out')
})

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
  const name = 'Your prize is waiting: https://evil.example/claim www.evil.example call 9845000012345'
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
  for (const text of texts) assert.doesNotMatch(text, /evil\.example|https?:|9845000012345/)
})

test('one checkout’s key is not another’s: other address, other quantity, other pot', async () => {
  const cookie = shop.cookieOf('otherUser') ?? ''
  const key = crypto.randomUUID()
  assert.equal(await checkOut(cookie, { key }), 200)
  const read = async () =>
    (
      await shop.sql(
        `select o.address, o.total_amount, l.quantity from orders as o join order_lines as l on l.order_id = o.id
         where checkout_key = $1`,
        [key],
      )
    ).rows
  const placed = await read()
  assert.equal(placed.length, 1)
  assert.equal(await checkOut(cookie, { key }), 200)
  const others: Record<string, string>[] = [
    { address: '13 Another Road' },
    { lines: JSON.stringify([lineFor(shop.ids.pot, { quantity: 2 })]) },
    { lines: JSON.stringify([lineFor(await addProduct(shop.db))]) },
  ]
  for (const changes of others) {
    const status = await checkOut(cookie, { key, ...changes })
    assert.ok(status >= 400 && status < 500, `${JSON.stringify(changes)}: ${status}`)
  }
  assert.deepEqual(await read(), placed)
})

test('several lines of one pot are not more of it than one line may have', async () => {
  const line = lineFor(shop.ids.pot, { quantity: 60 })
  const key = crypto.randomUUID()
  const status = await checkOut(shop.cookieOf('otherUser') ?? '', { key, lines: JSON.stringify([line, line]) })
  assert.ok(status >= 400 && status < 500, String(status))
  const { rows } = await shop.sql('select id from orders where checkout_key = $1', [key])
  assert.deepEqual(rows, [])
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
