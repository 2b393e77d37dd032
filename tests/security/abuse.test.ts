// Abuse of the shop's own rules with default limits: locking people out, registering their email first, sending them
// email in the shop's name, and reusing one order's key for another.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { runHere } from '#tests/support/command.ts'
import { lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { until } from '#tests/support/process.ts'
import { openRealShop, type RealShop } from './real-shop-harness.ts'

/** More than the rate limit allows at once. */
const GUESSES = 12

let shop: RealShop

before(async () => {
  shop = await openRealShop({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'true' })
})

after(() => shop?.close())

const from = (address: string) => ({ 'x-forwarded-for': address, accept: 'text/html' })

test('whoever guesses a password is stopped, and its owner is not, on a device that has logged in before', async () => {
  const { email, password } = shop.accounts.admin
  const device = await shop.logIn(email, password, from('203.0.113.7'))
  for (let tried = 0; tried < GUESSES; tried += 1) {
    const form = { email, password: `wrong-word-${tried}` }
    const { status } = await shop.ask('/login', { form, headers: from('198.51.100.9') })
    assert.ok([401, 429].includes(status), String(status))
  }
  const right = { form: { email, password } }
  assert.equal((await shop.ask('/login', { ...right, headers: from('198.51.100.9') })).status, 429)
  const headers = { ...from('203.0.113.7'), cookie: device }
  assert.equal((await shop.ask('/login', { ...right, headers })).status, 302, 'the owner is kept out')
})

test('an account that somebody has made with a future admin’s address is not theirs once it is the admin’s', async () => {
  const [email, password] = ['boss@gamla.example', 'the-word-of-a-stranger']
  await shop.ask('/signup', { form: { name: 'Not the boss', email, password }, headers: from('203.0.113.8') })
  const cookie = await shop.logIn(email, password, from('203.0.113.8'))
  const { out: said } = await runHere({ DATA_DIR: shop.dataDir }, ['create-admin', email])
  const { rows } = await shop.sql('select role from "user" where email = $1', [email])
  assert.deepEqual(rows, [{ role: 'admin' }])

  assert.notEqual((await shop.ask('/adminDashboard', { headers: { cookie } })).status, 200)
  // The command is another process, so a worker hears of the change a moment later.
  await until('the session has ended', async () => {
    return !(await shop.ask('/session', { headers: { cookie } })).text.includes('boss')
  })
  const again = await shop.ask('/login', { form: { email, password }, headers: from('203.0.113.8') })
  assert.equal(again.status, 401)
  const told = /Password \(shown only once\): (\S+)/.exec(said)?.[1] ?? ''
  assert.ok(await shop.logIn(email, told, from('203.0.113.9')), said)
})

async function checkOut(cookie: string, changes: Record<string, string>): Promise<number> {
  const lines = JSON.stringify([lineFor(shop.ids.pot)])
  const form = { ...someAddress, key: crypto.randomUUID(), lines, ...changes }
  return (await shop.ask('/cart.data', { form, headers: { cookie, ...from('203.0.113.10') } })).status
}

test('no stranger’s text and link go to an address by email, and no more than five emails a day', async () => {
  const email = 'victim@elsewhere.example'
  const name = 'Your prize is waiting: https://evil.example/claim www.evil.example call 9845000012345'
  await shop.ask('/signup', { form: { name, email, password: 'a-long-password' }, headers: from('203.0.113.11') })
  const cookie = await shop.logIn(email, 'a-long-password', from('203.0.113.11'))
  for (let placed = 0; placed < 8; placed += 1)
    // A name may be rejected or cleaned; only cleaned ones result in an email.
    await checkOut(cookie, placed < 4 ? { name, address: `${name}, ${name}`, city: 'evil.example' } : {})
  await until('all that can be sent now has been sent', async () => {
    const { rows } = await shop.sql(
      `select (select count(*) from outbox)::integer + count(*)::integer as jobs from graphile_worker._private_jobs
       where attempts < max_attempts and run_at <= now()`,
    )
    return rows[0].jobs === 0
  })
  const { text } = await shop.ask('/sandbox/inbox')
  const emails = text.split('<article>').filter((part) => part.includes(email))
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
    { lines: JSON.stringify([lineFor(1 as never)]) },
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
    const headers = from(`192.0.2.44:${5000 + sent}`)
    statuses.push((await shop.ask('/contactUs', { form: { ...form, message: `${sent}` }, headers })).status)
  }
  assert.equal(statuses.at(-1), 429, statuses.join(' '))
  const { status } = await shop.ask('/contactUs', { form, headers: from('[2001:db8::1]:5000') })
  assert.notEqual(status, 429)
})

test('after all of that nothing is left open', () => shop.settled({ isLast: true }))
