// Responses of a whole shop when a rate limit is exceeded.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addProduct, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { openWorld, type World } from '#tests/support/permissions/permissions-harness.ts'
import { until } from '#tests/support/process.ts'

let world: World

before(async () => {
  world = await openWorld({ RATE_LIMIT_FACTOR: '0.2' })
})

after(() => world?.close())

const TOO_OFTEN = /Too many attempts\. Try again in [\w ]+\./

function assertWaits(answer: { status: number; retryAfter: string | undefined; text: string }) {
  assert.equal(answer.status, 429)
  assert.match(answer.retryAfter ?? '', /^[1-9]\d*$/)
  assert.match(answer.text, TOO_OFTEN)
}

test('guessing a password has to wait, with the address kept; the answer before was the same for any address', async () => {
  const guess = (email: string) => world.ask('guest', { path: '/login', form: { email, password: 'guessed it' } })
  for (const email of [world.users.user.email, 'nobody@gamla.example']) {
    const first = await guess(email)
    assert.equal(first.status, 401)
    assert.match(first.text, /Login Failed/)
    await guess(email)
    const third = await guess(email)
    assertWaits(third)
    assert.match(third.text, new RegExp(`value="${email}"`))
  }
})

test('messages have to wait, and what was typed is kept', async () => {
  const form = { name: 'Meera', email: 'meera@gamla.example', phone: '9845000012', message: 'Do you sell large pots?' }
  const write = () => world.ask('guest', { path: '/contactUs', form })
  for (let sent = 0; sent < 6; sent += 1) assert.equal((await write()).status, 200)
  const refused = await write()
  assertWaits(refused)
  assert.match(refused.text, /Do you sell large pots\?/)
  assert.match(refused.text, /Too many attempts\. Try again in \d+ minutes?\./)
  assert.doesNotMatch(refused.text, /Please try again\./)
})

test('orders have to wait, but one that is there already is answered again', async () => {
  const send = async (key: string) =>
    world.ask('user', {
      path: '/cart',
      form: { ...someAddress, key, lines: JSON.stringify([lineFor(await addProduct(world.db))]) },
    })
  const keys = Array.from({ length: 7 }, () => crypto.randomUUID())
  const lines = JSON.stringify([lineFor(await addProduct(world.db))])
  const same = () => world.ask('user', { path: '/cart', form: { ...someAddress, key: keys[0] ?? '', lines } })
  const twenty = await Promise.all(Array.from({ length: 20 }, same))
  assert.deepEqual([...new Set(twenty.map(({ status }) => status))], [200])
  for (const key of keys.slice(1, 6)) assert.equal((await send(key)).status, 200)
  const refused = await send(keys[6] ?? '')
  assert.equal(refused.status, 429)
  assert.match(refused.retryAfter ?? '', /^\d+$/)
  assert.equal((await same()).status, 200)
})

test('prices, reports of payments and requests to cancel have to wait, too', async () => {
  const again = async (times: number, ask: () => Promise<{ status: number }>) => {
    const answers: number[] = []
    for (let asked = 0; asked < times; asked += 1) answers.push((await ask()).status)
    return answers
  }
  const lines = JSON.stringify([lineFor(world.ids.pot)])
  const quote = () => world.ask('otherUser', { path: '/cart/quote', form: { lines } })
  assert.deepEqual(new Set(await again(24, quote)), new Set([200]))
  assertWaits(await quote())

  const cancel = () => world.ask('otherUser', { path: '/userDashboard', form: { orderId: '1' } })
  assert.deepEqual(new Set(await again(12, cancel)), new Set([404]))
  assertWaits(await cancel())

  const proof = { checkoutId: crypto.randomUUID(), paymentId: 'pay_1', signature: 'made_up' }
  const report = () => world.ask('otherUser', { path: '/cart/paid', form: proof })
  assert.deepEqual(new Set(await again(12, report)), new Set([400]))
  const refused = await report()
  assert.equal(refused.status, 429)
  assert.match(refused.retryAfter ?? '', /^\d+$/)
  assert.equal(JSON.parse(refused.text).kind, 'waiting')
})

test('paying has to wait as ordering does', async () => {
  const key = () => crypto.randomUUID()
  const lines = JSON.stringify([lineFor(world.ids.pot)])
  const pay = () => world.ask('seller', { path: '/cart/pay', form: { ...someAddress, key: key(), lines } })
  const statuses: number[] = []
  while (statuses.length < 10 && statuses.at(-1) !== 429) statuses.push((await pay()).status)
  assert.equal(statuses.at(-1), 429, statuses.join(' '))
})

test('guessing the current password and asking for codes on the account page have to wait', async () => {
  const form = { intent: 'password', currentPassword: 'guessed it', newPassword: 'terracotta' }
  const guess = () => world.ask('otherSeller', { path: '/account', form })
  for (const status of [403, 403]) assert.equal((await guess()).status, status)
  assertWaits(await guess())
  const change = { intent: 'email', email: 'moved@gamla.example', password: world.password }
  const code = () => world.ask('otherUser', { path: '/account', form: change })
  assert.equal((await code()).status, 200)
  assertWaits(await code())
})

test('finding an order by its number has to wait, for each order and each address, and does not tell which exist', async () => {
  const find = (order: string) =>
    world.ask('guest', { path: '/track', form: { order, contact: 'stranger@gamla.example' } })
  for (const order of [String(world.ids.orders.user), '999999']) {
    for (const answer of [await find(order), await find(order)]) {
      assert.equal(answer.status, 404)
      assert.match(answer.text, /We found no order with this number and this email or phone\./)
    }
    const refused = await find(order)
    assertWaits(refused)
    assert.match(refused.text, /value="stranger@gamla\.example"/)
  }
  assertWaits(await find('999998'))
})

test('searching has to wait, once the database has counted', async () => {
  const search = (path = '/search') => world.ask('guest', { path: `${path}?q=${crypto.randomUUID().slice(0, 8)}` })
  // The data alone, because the page costs more.
  for (let asked = 0; (await search('/search.data')).status === 200; asked += 1) assert.ok(asked < 1000)
  assertWaits(await search())
  // Nobody has to wait for a pot: the page comes without the size that its address names, and a script chooses it.
  const { status, text } = await world.ask('guest', { path: `/productinfo/${world.ids.pot}?size=C03` })
  assert.deepEqual([status, /value="C03" checked/.test(text)], [200, false])
})

test('wishes for a Sold pot have to wait, by account as well as by address', async () => {
  const wish = () =>
    world.ask('seller', {
      path: `/productinfo/${world.ids.sold}/request`,
      form: { name: 'Ravi', email: 'ravi@gamla.example', note: '' },
    })
  // Requests of this address have been counted already.
  const statuses: number[] = []
  for (let asked = 0; asked < 4; asked += 1) statuses.push((await wish()).status)
  assert.equal(statuses.at(-1), 429)
})

test('signing up one address again and again has to wait', async () => {
  const form = { name: 'Meera', email: world.users.user.email, password: 'secret-word' }
  const sign = () => world.ask('guest', { path: '/signup', form })
  assert.equal((await sign()).status, 409)
  assert.equal((await sign()).status, 409)
  assertWaits(await sign())
})

test('a mailbox gets few emails with a link or a code, from however many accounts', async () => {
  for (const who of ['user', 'otherUser'] as const) {
    const email = `victim+${who.toLowerCase()}@gamla.example`
    await world.sql('update "user" set email = $1, email_verified = false where id = $2', [
      email,
      world.users[who].userId,
    ])
    const path = '/account/privacy'
    await until('the session knows the new address', async () => {
      const { text } = await world.ask(who, { path: '/session' })
      return text.includes(email)
    })
    const answer = await world.ask(who, { path, form: { intent: 'download' } })
    if (who === 'user') assert.equal(answer.status, 200)
    else assertWaits(answer)
  }
  assertWaits(await world.ask('user', { path: '/account/privacy/delete', form: { intent: 'send-code' } }))
})
