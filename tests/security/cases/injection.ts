import { defaultShopInfo } from '#domain/shop/shop-info.ts'
// Injection: SQL, HTML, spreadsheet and template syntax stays plain text, also when it comes back from the database
// into another query, page, email or file.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { linesOf } from '#domain/messages/message.ts'
import { writeOrderEmail } from '#domain/messages/order-emails.ts'
import { sayIn } from '#domain/messages/say.ts'
import { findOrder } from '#server/orders/queries.ts'
import { type Attacked, shared } from '#tests/security/harness.ts'
import { addProduct, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import type { Person } from '#tests/support/permissions/permissions-harness.ts'
import { until } from '#tests/support/process.ts'

/** One of each kind is sent to every place, in turn. */
const KINDS_OF_SQL = [
  [`'; drop table orders; --`, `' or '1'='1`, `' union select password from account --`],
  [`\\'; select pg_sleep(10); --`, `$$; drop table products; $$`],
  [`\u0000'`],
]
const SQL = KINDS_OF_SQL.flat()
const SCRIPT = [
  `<script>alert(1)</script>`,
  `</script><script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `' autofocus onfocus='alert(1)`,
  `javascript:alert(1)`,
  `<!--<script>`,
  `]]><svg onload=alert(1)>`,
  `</title><svg/onload=alert(1)>`,
  '\u2028</script>',
]
// biome-ignore lint/suspicious/noTemplateCurlyInString: an attack on template engines
const TEMPLATE = ['{{7*7}}', '{{{email}}}', '{{#each this}}{{this}}{{/each}}', '${7*7}', '<%= 7*7 %>', '#{7*7}']

let shop: Attacked
let pot: number
let orderId: number

before(async () => {
  shop = await shared()
  const { userId, email } = shop.users.seller
  pot = await addProduct(shop.db, {
    title: `Pot ${SCRIPT[1]} ${SQL[0]}`,
    description: [...SCRIPT, ...SQL.filter((text) => !text.includes('\0'))].join('\n'),
    category: `POT ${SCRIPT[2]}`,
    username: SCRIPT[0],
    rating: 4.5,
    reviewCount: 3,
    featured: true,
    userId,
    email,
  })
  await shop.sql('update "user" set name = $1 where id = $2', [SCRIPT[2], shop.users.user.userId])
  const key = crypto.randomUUID()
  const answer = await post('user', '/cart.data', {
    name: `${SCRIPT[0]} {{7*7}}`,
    address: `=HYPERLINK("http://evil.example") ${SCRIPT[2]}`,
    city: `${SQL[0]} ${SCRIPT[1]}`,
    pincode: '560038',
    mobileNumber: '9845000012',
    key,
    lines: JSON.stringify([lineFor(pot)]),
  })
  assert.equal(answer.status, 200)
  const { rows } = await shop.sql('select id from orders where checkout_key = $1', [key])
  orderId = Number(rows[0].id)
  await post('guest', '/contactUs', {
    name: SCRIPT[2] ?? '',
    email: 'a@b.example',
    phone: '9845000012',
    message: SCRIPT.join('\n'),
  })
  await post('admin', '/adminDashboard/orders.data', { intent: 'deliver', id: String(orderId) })
  await post('guest', `/productinfo/${pot}/request`, {
    name: SCRIPT[0] ?? '',
    email: 'a@b.example',
    note: SCRIPT.join(' '),
  })
})

function post(who: Person, path: string, fields: Record<string, string>): Promise<Response> {
  return shop.fetch(path, { who, method: 'POST', body: new URLSearchParams(fields) })
}

/** None of it may appear in the page as a tag or an attribute. */
function assertHarmless(html: string, where: string): void {
  for (const sign of ['<script>alert', '<img src=x', '<svg onload', '<svg/onload', '<!--<script>'])
    assert.ok(!html.includes(sign), `${where} holds ${sign}`)
}

const pages: [Person, () => string][] = [
  ['guest', () => '/'],
  ['guest', () => `/productinfo/${pot}`],
  ['guest', () => '/allproduct'],
  ['guest', () => `/search?q=${encodeURIComponent(`Pot ${SCRIPT[1]}`)}`],
  ...SCRIPT.slice(1, 4).flatMap((text): [Person, () => string][] => [
    ['guest', () => `/search?q=${encodeURIComponent(text)}`],
    ['guest', () => `/category/${encodeURIComponent(text)}`],
    ['guest', () => `/login?next=${encodeURIComponent(text)}`],
    ['guest', () => `/${encodeURIComponent(text)}`],
  ]),
  ['user', () => '/userDashboard'],
  ['user', () => '/account'],
  ['admin', () => '/adminDashboard'],
  ['admin', () => '/adminDashboard/orders'],
  ['admin', () => '/adminDashboard/orders/new'],
  ['admin', () => '/adminDashboard/cash'],
  ['admin', () => '/adminDashboard/users'],
  ['admin', () => '/adminDashboard/requests'],
  ['admin', () => '/adminDashboard/messages'],
  ['admin', () => '/adminDashboard/audit'],
  ['admin', () => '/adminDashboard/sessions'],
  ['admin', () => `/adminDashboard/search?q=${encodeURIComponent(SCRIPT[2] ?? '')}`],
  ['admin', () => `/adminDashboard?q=${encodeURIComponent(SCRIPT[2] ?? '')}`],
  ['admin', () => `/updateproduct/${pot}`],
  ['seller', () => '/sellerDashboard'],
  ['seller', () => '/sellerDashboard/orders'],
  ['seller', () => `/sellerDashboard/updateproduct/${pot}`],
]

test('script stays text on every page that shows it', async () => {
  let shown = 0
  for (const [who, path] of pages) {
    const answer = await shop.fetch(path(), { who })
    assert.ok(answer.status < 500, path())
    const html = await answer.text()
    assertHarmless(html, `${who}: ${path()}`)
    if (html.includes('&lt;script&gt;') || html.includes('&lt;img')) shown += 1
  }
  assert.ok(shown > 10, `it was shown on ${shown} pages`)
})

test('what a refused form gives back stays text, too', async () => {
  for (const text of SCRIPT) {
    for (const [path, fields] of [
      ['/login', { email: text, password: 'x' }],
      ['/signup', { name: text, email: text, password: 'x' }],
      ['/contactUs', { name: text, email: text, phone: text, message: text }],
    ] as const)
      assertHarmless(await (await post('guest', path, fields)).text(), `${path} with ${text}`)
    const taken = { intent: 'save', customer: text, find: text, name: text, address: text, email: text }
    const refused = await (await post('admin', '/adminDashboard/orders/new', taken)).text()
    assert.ok(refused.includes('New order'))
    assertHarmless(refused, `a new order with ${text}`)
  }
})

test('what search engines read about a product is one JSON that holds it as text', async () => {
  const html = await (await shop.fetch(`/productinfo/${pot}`)).text()
  const [, json = ''] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html) ?? []
  const data = JSON.parse(json)
  assert.ok(JSON.stringify(data).includes('alert(1)'))
  assert.doesNotMatch(json, /<\/?script|<!--/)
})

test('a spreadsheet runs nothing of an export', async () => {
  for (const table of ['products', 'orders', 'users']) {
    const answer = await shop.fetch(`/adminDashboard/export/${table}`, { who: 'admin' })
    assert.match(answer.headers.get('content-type') ?? '', /^text\/csv/)
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment/)
    const text = await answer.text()
    assert.doesNotMatch(text, /(^|[,;\t])"?[=+@＝＋＠-][^\d]/m, table)
  }
})

test('an email is text: no tags, and nothing for its template to carry out', async () => {
  const order = await findOrder(shop.db, orderId)
  assert.ok(order)
  const names = [...SCRIPT, ...TEMPLATE]
  for (const name of names) {
    const email = writeOrderEmail(sayIn(defaultShopInfo), 'order-placed', {
      ...order,
      addressInfo: { ...order.addressInfo, name },
      cartItems: order.cartItems.map((item) => ({ ...item, title: name })),
    })
    assert.doesNotMatch(`${email.name} ${linesOf(email)}`, /[<>{}]/, name)
  }
})

test('SQL stays text in every field, query and address, and finds nothing that it should not', async () => {
  const { rows: before } = await shop.sql(
    'select (select count(*) from orders) as orders, (select count(*) from products) as products',
  )
  const payloads = KINDS_OF_SQL.flatMap((kind) => kind.map((text, index) => ({ text, index, count: kind.length })))
  for (const { text, index, count } of payloads) {
    const isTried = (_: unknown, place: number) => place % count === index
    const word = encodeURIComponent(text)
    const asks: [Person, string][] = [
      ['guest', `/search?q=${word}`],
      ['guest', `/category/${word}`],
      ['guest', `/allproduct?sort=${word}&page=${word}`],
      ['guest', `/productinfo/${word}`],
      ['user', `/userDashboard?before=${word}`],
      [
        'admin',
        `/adminDashboard?q=${word}&sort=${word}&category=${word}&seller=${word}&after=1.${word}&before=${word}`,
      ],
      ['admin', `/adminDashboard/orders?q=${word}&sort=${word}&status=${word}&after=1.${word}`],
      ['admin', `/adminDashboard/users?q=${word}&role=${word}&after=${word}`],
      ['user', `/account?address=${word}&done=${word}`],
      ['admin', `/adminDashboard/sessions?q=${word}&role=${word}&after=1.${word}.${word}`],
      ['admin', `/adminDashboard/audit?after=${word}`],
      ['admin', `/updateproduct/${word}`],
      ['seller', `/sellerDashboard?q=${word}&sort=${word}`],
      ['guest', `/productImages/${word}/640.webp`],
    ]
    for (const [who, path] of asks.filter(isTried)) {
      const answer = await shop.fetch(path, { who })
      assert.ok(answer.status < 500, `${path}: ${answer.status}`)
      const html = await answer.text()
      assert.doesNotMatch(html, /syntax error|relation "|[0-9a-f]{32}:[0-9a-f]{128}/, path)
    }
    const posts: [Person, string, Record<string, string>][] = [
      ['guest', '/login', { email: text, password: text.padEnd(8, 'x') }],
      ['guest', '/signup', { name: text, email: `${Math.random()}@gamla.example`, password: text.padEnd(8, 'x') }],
      ['guest', '/contactUs', { name: text, email: 'a@b.example', phone: '9845000012', message: text, key: text }],
      ['user', '/userDashboard', { orderId: text }],
      ['user', '/account', { intent: 'name', name: text }],
      ['user', '/account', { intent: 'password', currentPassword: text, newPassword: text.padEnd(8, 'x') }],
      ['user', '/account', { intent: 'edit-address', id: text, seen: text, ...someAddress, name: text.padEnd(3, 'x') }],
      ['user', '/account', { intent: 'delete-address', id: text }],
      ['user', '/account', { intent: 'end-session', id: text }],
      ['user', '/account', { intent: 'confirm-session', code: text }],
      ['admin', '/adminDashboard/sessions', { intent: 'end', id: text }],
      ['guest', '/cart/quote', { lines: JSON.stringify([{ ...lineFor(pot), id: text, sizeCode: text }]) }],
      ['user', '/cart/paid', { checkoutId: text, paymentId: text, signature: text }],
      ['admin', '/adminDashboard', { intent: 'approve', id: text }],
      ['admin', '/adminDashboard/orders/new', { intent: 'draft', customer: text, find: text, use: text, add: text }],
      [
        ...(['admin', `/adminDashboard/orders/${orderId}/change`] as const),
        { intent: 'save', key: crypto.randomUUID(), seen: text, find: text, 'variant:0': text, 'add:1': text },
      ],
      ['admin', '/adminDashboard/cash', { intent: 'paid-back', 'counter-refund': text, reference: text, paidOn: text }],
      ['admin', '/adminDashboard/users', { intent: 'role', userId: text, role: 'seller' }],
      ['admin', '/adminDashboard/emails', { intent: 'send-again', id: text }],
    ]
    for (const [who, path, fields] of posts.filter(isTried)) {
      const answer = await post(who, path, fields)
      assert.ok(answer.status < 500, `${path} with ${text}: ${answer.status}`)
      await answer.body?.cancel()
    }
  }
  const { rows: now } = await shop.sql(
    'select (select count(*) from orders) as orders, (select count(*) from products) as products',
  )
  assert.deepEqual(now, before)
})

test('SQL that was stored once is still text when it is used again', async () => {
  const title = `Second ${SQL[0]} ${SQL[2]}`
  const id = await addProduct(shop.db, { title, category: SQL[0], username: SQL[1], userId: shop.users.seller.userId })
  for (const [who, path] of [
    ['guest', `/search?q=${encodeURIComponent(title)}`],
    ['guest', `/category/${encodeURIComponent(SQL[0] ?? '')}`],
    ['admin', `/adminDashboard?q=${encodeURIComponent(title)}&category=${encodeURIComponent(SQL[0] ?? '')}`],
    ['admin', '/adminDashboard/export/products'],
  ] as const) {
    // Cached pages show the new product after the change event.
    await until(`${path} shows it`, async () => {
      const answer = await shop.fetch(path, { who })
      // Until then no product has this category.
      if (answer.status === 404 && path.startsWith('/category/')) return false
      assert.equal(answer.status, 200, path)
      return (await answer.text()).includes('Second')
    })
  }
  await post('admin', '/adminDashboard.data', { intent: 'delete', id: String(id) })
  await post('admin', '/adminDashboard.data', { intent: 'restore', id: String(id) })
  const { rows } = await shop.sql('select title, category from products where id = $1', [id])
  assert.deepEqual(rows, [{ title, category: SQL[0] }])
})
