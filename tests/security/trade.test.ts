// Abuse of buying and selling: reused checkout keys, changes to approved products, and webhooks.

import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { PART_PAID_NOW } from '#domain/shop/part-paid.ts'
import { type Log, silentLog } from '#server/observability/log.ts'
import { addProduct, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import type { Person } from '#tests/support/permissions/permissions-harness.ts'
import { until } from '#tests/support/process.ts'
import { type Attacked, openAttacked } from './harness.ts'

const SECRET = 'the secret of webhooks'
const provider = { RAZORPAY_KEY_ID: 'rzp_test_attacked', RAZORPAY_KEY_SECRET: 'x', RAZORPAY_WEBHOOK_SECRET: SECRET }
const said: string[] = []
const log: Log = { ...silentLog, error: (line) => void said.push(line) }

let shop: Attacked

before(async () => {
  shop = await openAttacked({ RATE_LIMIT_FACTOR: '1', ...provider }, log, true)
})

after(() => shop?.close())

const post = (who: Person, path: string, fields: Record<string, string>) =>
  shop.fetch(path, { who, method: 'POST', body: new URLSearchParams(fields), headers: { accept: 'text/html' } })

const checkout = (changes: Record<string, string> = {}) => ({
  ...someAddress,
  key: crypto.randomUUID(),
  lines: JSON.stringify([lineFor(shop.ids.pot)]),
  ...changes,
})

async function countOrders(who: 'user' | 'otherUser'): Promise<number> {
  const { rows } = await shop.sql('select count(*)::integer as count from orders where user_id = $1', [
    shop.users[who].userId,
  ])
  return rows[0].count
}

test('a checkout key that is used again for something else orders nothing, and says what it has ordered', async () => {
  const first = checkout({ name: 'Meera First', city: 'Firstville' })
  const placed = await post('user', '/cart', first)
  assert.equal(placed.status, 200)
  const orders = await countOrders('user')
  const others = [
    { address: '1 Other Street' },
    { city: 'Elsewhere' },
    { lines: JSON.stringify([lineFor(shop.ids.pot, { quantity: 2 })]) },
    { lines: JSON.stringify([lineFor(shop.ids.pot, { selectedColor: 'Sandstone' })]) },
    { lines: JSON.stringify([lineFor(await addProduct(shop.db))]) },
  ]
  for (const changes of others) {
    const page = await post('user', '/cart', { ...first, ...changes })
    assert.equal(page.status, 409)
    const text = await page.text()
    assert.match(text, /You’ve already placed this order/)
    assert.match(text, /No new order was placed/)
    assert.match(text, /Meera First, 12 Lake View Road, Firstville/)
    const paying = await post('user', '/cart/pay', { ...first, ...changes })
    assert.equal(paying.status, 409)
    const { kind, order } = (await paying.json()) as { kind: string; order: { addressInfo: { city: string } } }
    assert.deepEqual([kind, order.addressInfo.city], ['other-order', 'Firstville'])
  }
  // The same order in another spelling is a retry.
  for (const same of [first, { ...first, name: '  Meera\tFirst ' }])
    assert.equal((await post('user', '/cart', same)).status, 200)
  assert.equal(await countOrders('user'), orders)
  // Another user's key belongs to another order.
  const stranger = await post('otherUser', '/cart', { ...first, city: 'Elsewhere' })
  assert.equal(stranger.status, 200)
  assert.doesNotMatch(await stranger.text(), /Firstville/)
})

test('a browser cannot choose what is paid now and what in cash', async () => {
  for (const part of ['1', '-1', 'a little']) {
    const answer = await post('user', '/cart/pay', { ...checkout(), [PART_PAID_NOW]: part })
    assert.equal(answer.status, 409)
    const { kind, message } = (await answer.json()) as { kind: string; message: string }
    assert.deepEqual(
      [kind, message],
      ['no-cash', 'This order can’t be paid in two parts. Pay all of it online instead.'],
    )
  }
})

test('the key of a deleted order orders nothing again', async () => {
  const same = checkout()
  await post('user', '/cart', same)
  const orders = await countOrders('user')
  const { rows } = await shop.sql('select id from orders where checkout_key = $1', [same.key])
  const deleted = await post('admin', '/adminDashboard/orders', {
    intent: 'delete',
    id: String(rows[0].id),
    confirmed: '1',
  })
  assert.equal(deleted.status, 200)
  for (const path of ['/cart', '/cart.data', '/cart/pay'])
    assert.equal((await post('user', path, same)).status, 409, path)
  assert.equal(await countOrders('user'), orders - 1)
})

test('99 of one pot are the most, in however many lines they are sent', async () => {
  const orders = await countOrders('user')
  const full = lineFor(shop.ids.pot, { quantity: 99 })
  const lists = [
    [full, full],
    Array(100).fill(full),
    [full, { ...full, selectedColor: 'Sandstone', quantity: 1 }],
    [full, { ...full, seenPrice: 1 }],
  ]
  for (const lines of lists) {
    for (const path of ['/cart', '/cart/pay', '/cart/quote'])
      assert.equal((await post('user', path, checkout({ lines: JSON.stringify(lines) }))).status, 400)
  }
  assert.equal(await countOrders('user'), orders)
})

test('a seller cannot show one thing to whoever approves it and another to shoppers', async () => {
  const { userId, name: username, email } = shop.users.seller
  const id = await shop.makeProduct({ title: 'Honest pot', userId, username, email })
  const save = (fields: Record<string, string>) => post('seller', `/sellerDashboard/updateproduct/${id}/save`, fields)
  const storefront = () => shop.fetch(`/productinfo/${id}`)
  assert.match(await (await storefront()).text(), /Honest pot/)
  const form = await (await shop.fetch(`/sellerDashboard/updateproduct/${id}`, { who: 'seller' })).text()
  assert.match(form, /hidden from the shop until an admin approves it again/)

  assert.equal((await save({ version: '1', price: '900' })).status, 200)
  assert.equal((await storefront()).status, 200)
  const saved = await save({ version: '2', title: 'Your prize is waiting', approved: 'true' })
  assert.deepEqual(await saved.json(), { ok: true, waits: true })
  await until('the storefront has dropped it', async () => (await storefront()).status === 404 || undefined)
  assert.doesNotMatch(await (await shop.fetch('/allproduct')).text(), /Your prize is waiting|Honest pot/)
  assert.equal(
    (await post('user', '/cart', checkout({ lines: JSON.stringify([lineFor(id, { seenPrice: 900 })]) }))).status,
    409,
  )

  // Changed again while the admin reviews it: the unseen version must not be approved.
  await save({ version: '3', title: 'Worse still' })
  const approve = (version: string) => post('admin', '/adminDashboard', { intent: 'approve', id: String(id), version })
  assert.equal((await approve('3')).status, 409)
  assert.equal((await storefront()).status, 404)
  assert.equal((await approve('4')).status, 200)
  await until('it is back', async () => (await storefront()).status === 200 || undefined)
})

test('webhooks that nobody has signed fill no log, and a signed one with an odd id is no error', async () => {
  said.length = 0
  const send = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${shop.url}/webhooks/razorpay`, { method: 'POST', body, headers })
  const signed = (body: string) =>
    send(body, { 'x-razorpay-signature': createHmac('sha256', SECRET).update(body).digest('hex') })
  const told = (id: unknown) => JSON.stringify({ event: 'payment.captured', payload: { payment: { entity: { id } } } })
  for (const id of [`pay_${'x'.repeat(200_000)}`, 'pay_\0', 'pay_\ud800', 'pay_x'.repeat(200), { id: 1 }, null])
    assert.equal((await signed(told(id))).status, 200)
  assert.equal((await signed('['.repeat(100_000))).status, 200)
  for (let n = 0; n < 60; n += 1) {
    const answer = await send('x'.repeat(1000), n % 2 ? {} : { 'x-razorpay-signature': 'f'.repeat(64) })
    assert.ok([400, 429].includes(answer.status), String(answer.status))
  }
  assert.equal((await signed(`${' '.repeat(256 * 1024)}{}`)).status, 413)
  assert.deepEqual(said.toSorted(), [
    'Ignored a payment webhook: unknown format',
    'Rejected a payment webhook: invalid signature',
  ])
  const metrics = await (await shop.fetch('/metrics')).text()
  assert.match(metrics, /^gamla_webhooks_total\{outcome="unsigned"\} 30$/m)
})
