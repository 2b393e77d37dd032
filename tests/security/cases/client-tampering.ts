// The server ignores what a browser claims about prices, roles, users and other people's records.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Attacked, shared } from '#tests/security/harness.ts'
import { lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import type { Person } from '#tests/support/permissions/permissions-harness.ts'

let shop: Attacked

before(async () => {
  shop = await shared()
})

function post(who: Person, path: string, fields: Record<string, string>): Promise<Response> {
  return shop.fetch(path, { who, method: 'POST', body: new URLSearchParams(fields) })
}

const LIES = {
  price: '1',
  total: '1',
  totalAmount: '1',
  amount: '100',
  role: 'admin',
  userId: 'somebody',
  userid: 'somebody',
  uid: 'somebody',
  user: 'somebody',
  email: 'thief@gamla.example',
  status: 'delivered',
  paymentId: 'pay_made_up',
  approved: 'true',
  id: '1',
}

test('an order costs what the shop asks and is the buyer’s own, whatever comes with it', async () => {
  const key = crypto.randomUUID()
  const line = { ...lineFor(shop.ids.pot), ...LIES, title: 'Free', sellerId: 'thief', id: shop.ids.pot }
  const answer = await post('otherUser', '/cart.data', { ...LIES, ...someAddress, key, lines: JSON.stringify([line]) })
  assert.equal(answer.status, 200)
  const { rows } = await shop.sql(
    `select o.user_id, o.email, o.total_amount::integer as total, o.status, o.payment_id, l.price, l.title, l.seller_id
     from orders as o join order_lines as l on l.order_id = o.id where o.checkout_key = $1`,
    [key],
  )
  const { otherUser, seller } = shop.users
  assert.deepEqual(rows, [
    {
      user_id: otherUser.userId,
      email: otherUser.email,
      total: 495,
      status: 'confirmed',
      payment_id: null,
      price: 495,
      title: 'Pot for all',
      seller_id: seller.userId,
    },
  ])
})

test('a price that the shopper claims to have seen is compared, never charged', async () => {
  for (const changes of [
    { seenPrice: 1 },
    { seenPrice: 0 },
    { quantity: 0 },
    { quantity: -1 },
    { quantity: 0.5 },
    { quantity: 1e9 },
    { seenPrice: -495 },
    { sizeCode: 'X' },
  ]) {
    const lines = JSON.stringify([{ ...lineFor(shop.ids.pot), ...changes }])
    const answer = await post('otherUser', '/cart.data', { ...someAddress, key: crypto.randomUUID(), lines })
    assert.ok([400, 409].includes(answer.status), `${JSON.stringify(changes)}: ${answer.status}`)
  }
})

test('nobody signs up as more than a user, or makes oneself one', async () => {
  const email = 'climber@gamla.example'
  await post('guest', '/signup', { ...LIES, name: 'Climber', email, password: 'secret-word', 'user[role]': 'admin' })
  const { rows } = await shop.sql('select role from "user" where email = $1', [email])
  assert.deepEqual(rows, [{ role: 'user' }])
  for (const who of ['guest', 'user', 'seller'] as const)
    await post(who, '/adminDashboard/users', { intent: 'role', userId: shop.users.user.userId, role: 'admin' })
  // Even an admin cannot create admins here.
  await post('admin', '/adminDashboard/users', { intent: 'role', userId: shop.users.user.userId, role: 'admin' })
  const { rows: now } = await shop.sql('select role from "user" where id = $1', [shop.users.user.userId])
  assert.deepEqual(now, [{ role: 'user' }])
})

test('a seller’s product is the seller’s and waits for approval, whatever the form says', async () => {
  const form = new FormData()
  const fields = {
    title: 'Mine',
    sizeCode: 'C01',
    category: 'POT',
    description: 'x',
    ...LIES,
    featured: 'true',
    price: '495',
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('productImageUrl', '/pots/cubee-room')
  const { default: sharp } = await import('sharp')
  const image = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#a64' } })
    .png()
    .toBuffer()
  form.append('images', new File([new Uint8Array(image)], 'pot.png'))
  const answer = await shop.fetch('/sellerDashboard/addproduct/save', { who: 'seller', method: 'POST', body: form })
  assert.equal(answer.status, 200)
  const { rows } = await shop.sql("select user_id, email, approved, featured from products where title = 'Mine'")
  assert.deepEqual(rows, [
    { user_id: shop.users.seller.userId, email: shop.users.seller.email, approved: false, featured: false },
  ])
})

test('options of a product that ask for a hundred and one variants, or for millions, are refused at once', async () => {
  const state = await shop.digest()
  const many = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`).join(',')
  for (const values of [many(101), many(5000)]) {
    const form = new FormData()
    const fields = { kind: 'Other', title: 'Huge', category: 'POT', description: 'x', stock: 'counted' }
    const options = { option1: 'A', values1: values, option2: 'B', values2: values, option3: 'C', values3: values }
    for (const [name, value] of Object.entries({ ...fields, ...options })) form.append(name, value)
    const answer = await shop.fetch('/sellerDashboard/addproduct/save', { who: 'seller', method: 'POST', body: form })
    assert.equal(answer.status, 400)
    assert.match(JSON.stringify(await answer.json()), /at most 100/)
  }
  assert.equal(await shop.digest(), state)
})

test('what is another’s cannot be read, changed, cancelled, paid or wished for by its number', async () => {
  const { orders, secret, pot } = shop.ids
  const state = await shop.digest()
  for (const id of [orders.user, orders.seller, orders.admin]) {
    assert.equal((await post('otherUser', '/userDashboard.data', { orderId: String(id) })).status, 404)
    assert.equal((await post('guest', '/userDashboard', { orderId: String(id) })).status, 302)
    for (const intent of ['deliver', 'delete', 'approve-cancellation'])
      await post('otherUser', '/adminDashboard/orders.data', { intent, id: String(id) })
  }
  for (const path of [`/sellerDashboard/updateproduct/${secret}`, `/sellerDashboard/updateproduct/${pot}`]) {
    assert.equal((await shop.fetch(path, { who: 'otherSeller' })).status, 404)
    const answer = await post('otherSeller', `${path}/save`, { version: '1', title: 'Stolen', price: '1' })
    assert.equal(answer.status, 404)
  }
  assert.equal(
    (await post('guest', `/productinfo/${secret}/request`, { name: 'A', email: 'a@b.example', note: '' })).status,
    409,
  )
  assert.equal(await shop.digest(), state)

  const page = await (await shop.fetch('/userDashboard?before=99999999', { who: 'otherUser' })).text()
  assert.doesNotMatch(page, new RegExp(`Order ${orders.user}\\b`))
  const quote = await post('guest', '/cart/quote', { lines: JSON.stringify([lineFor(secret)]) })
  assert.doesNotMatch(await quote.text(), /secret|"price"/)
})

test('another’s checkout is not reported as paid', async () => {
  const { rows } = await shop.sql(
    `insert into checkouts (user_id, email, checkout_key, name, address, city, pincode, mobile_number, lines, amount, provider_order_id)
     values ($1, 'a@b.example', gen_random_uuid(), 'A', 'B', 'C', '560038', '9845000012', '[]', 49500, 'order_x') returning id`,
    [shop.users.user.userId],
  )
  const proof = { checkoutId: String(rows[0].id), paymentId: 'pay_x', signature: 'f'.repeat(64) }
  assert.equal((await post('otherUser', '/cart/paid', proof)).status, 400)
  assert.equal((await post('user', '/cart/paid', proof)).status, 400)
})

test('fields named like parts of an object are fields, and nobody’s prototype', async () => {
  const names = [
    '__proto__',
    'constructor',
    'prototype',
    '__proto__.role',
    '__proto__[role]',
    'constructor.prototype.role',
    'toString',
    'valueOf',
    'hasOwnProperty',
  ]
  const fields = Object.fromEntries(names.map((name) => [name, 'admin']))
  const line = `{"__proto__": {"price": 1, "sold": false}, "constructor": {"prototype": {"role": "admin"}}, ${JSON.stringify(lineFor(shop.ids.pot)).slice(1)}`
  const asks: [Person, string, Record<string, string>][] = [
    ['guest', '/signup', { ...fields, name: 'P', email: 'proto@gamla.example', password: 'secret-word' }],
    ['guest', '/login', { ...fields, email: 'proto@gamla.example', password: 'wrong-word' }],
    ['guest', '/cart/quote', { ...fields, lines: `[${line}]` }],
    ['guest', '/cart/quote', { ...fields, lines: '{"__proto__": []}' }],
    ['guest', '/cart/quote', { ...fields, lines: '{"length": 3, "0": {}}' }],
    ['user', '/cart', { ...fields, ...someAddress, key: '__proto__', lines: `[${line}]` }],
    ['guest', '/contactUs', fields],
    ...['__proto__', 'constructor', 'toString'].flatMap((word): [Person, string, Record<string, string>][] => [
      ['admin', '/adminDashboard', { intent: word, id: '1' }],
      ['admin', '/adminDashboard/orders', { intent: word, id: '1' }],
      ['admin', '/adminDashboard/users', { intent: 'role', userId: word, role: word }],
    ]),
  ]
  for (const [who, path, form] of asks) {
    const answer = await post(who, path, form)
    assert.ok(answer.status < 500, `${path}: ${answer.status}`)
    await answer.body?.cancel()
  }
  for (const path of [
    '/allproduct?__proto__=1&sort=__proto__',
    '/search?q=__proto__&__proto__[q]=1',
    '/category/__proto__',
    '/productinfo/__proto__',
  ]) {
    const answer = await shop.fetch(path)
    assert.ok(answer.status < 500, path)
    await answer.body?.cancel()
  }
  for (const path of [
    '/adminDashboard/export/__proto__',
    '/adminDashboard/export/constructor',
    '/adminDashboard?sort=constructor&status=__proto__',
  ])
    assert.ok((await shop.fetch(path, { who: 'admin' })).status < 500, path)
  assert.equal((Object.prototype as { role?: unknown }).role, undefined)
  assert.equal(({} as { price?: unknown }).price, undefined)
})
