// Signup, login and a user's own page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '#domain/accounts/user.ts'
import { mainOf, sharedStorefront, textOf } from '#tests/support/storefront.ts'

const ADDRESS = {
  name: 'Kavya',
  address: '14 Temple Street',
  city: 'Mysuru',
  pincode: '570001',
  mobileNumber: '9845012345',
}
const ROLES: readonly Role[] = ['user', 'seller', 'admin']
let made = 0

async function signUp() {
  const shop = await sharedStorefront()
  const person = { name: 'Kavya Rao', email: `kavya${++made}@gmail.com`, password: 'terracotta 7' }
  assert.equal((await shop.ask('/signup', { form: person })).status, 302)
  return { ...person, cookie: await shop.logIn(person) }
}

test('signup says at each field what is wrong, and keeps what was typed except for the password', async () => {
  const shop = await sharedStorefront()
  const good = { name: 'Kavya', email: 'kavya0@gmail.com', password: 'long enough' }
  const wrong: [Partial<typeof good>, RegExp][] = [
    [{ name: '' }, /Enter your name\./],
    [{ email: 'kavya' }, /Enter an email/],
    [{ email: '' }, /Enter an email/],
    [{ password: 'short' }, /Use at least 6 characters/],
  ]
  for (const [change, message] of wrong) {
    const form = { ...good, ...change }
    const { status, html, text } = await shop.ask('/signup', { form })
    assert.equal(status, 400, text)
    assert.match(text, message)
    for (const [, other] of wrong) if (String(other) !== String(message)) assert.doesNotMatch(mainOf(html), other)
    assert.match(html, /role="alert"[^>]*>(?:<[^>]*>)*Please fix the highlighted fields/)
    assert.ok(mainOf(html).includes(`value="${form.name}"`))
    assert.ok(!html.includes(form.password))
  }
  const taken = await signUp()
  const form = { ...good, email: taken.email.toUpperCase() }
  const { status, text } = await shop.ask('/signup', { form })
  assert.equal(status, 409)
  assert.match(text, /An account with this email already exists/)
})

test('a wrong password and an unknown address are answered alike', async () => {
  const shop = await sharedStorefront()
  const { email } = await signUp()
  const pages = []
  for (const address of [email, `nobody.${email}`]) {
    const { status, headers, html } = await shop.ask('/login', { form: { email: address, password: 'not this one' } })
    assert.equal(status, 401)
    assert.deepEqual(headers.getSetCookie(), [])
    assert.match(html, /role="alert"[^>]*>(?:<[^>]*>)*Login Failed</)
    assert.ok(mainOf(html).includes(`value="${address}"`))
    pages.push(textOf(mainOf(html)))
  }
  assert.equal(pages[0], pages[1])
})

test('each role lands on its own dashboard, or where login was asked for, never on another site', async () => {
  const shop = await sharedStorefront()
  const landing = async (role: Role, query = '') => {
    const { email, password } = shop.accountOf(role)
    const { status, headers } = await shop.ask(`/login${query}`, { form: { email, password } })
    assert.equal(status, 302)
    return headers.get('location')
  }
  assert.deepEqual(await Promise.all(ROLES.map((role) => landing(role))), [
    '/userDashboard',
    '/sellerDashboard',
    '/adminDashboard',
  ])
  const asked = await shop.ask('/userDashboard')
  assert.deepEqual([asked.status, asked.headers.get('location')], [302, '/login?next=%2FuserDashboard'])
  for (const [next, lands] of [
    ['/faq?from=login', '/faq?from=login'],
    ['https://evil.example/', '/userDashboard'],
    ['//evil.example', '/userDashboard'],
    ['/\\evil.example', '/userDashboard'],
    ['javascript:alert(1)', '/userDashboard'],
  ] as const) {
    assert.equal(await landing('user', `?next=${encodeURIComponent(next)}`), lands)
  }
})

test('a dashboard of orders is nothing to a seller and an admin', async () => {
  const shop = await sharedStorefront()
  for (const role of ['seller', 'admin'] as const) {
    const { status, html } = await shop.ask('/userDashboard', { cookie: await shop.sessionOf(role) })
    assert.equal(status, 200)
    assert.match(mainOf(html), /^<main\b[^>]*>(<!--[^>]*-->)*<\/main>$/)
  }
})

test('nobody sees or cancels another shopper’s order', async () => {
  const shop = await sharedStorefront()
  const [owner, other] = [await signUp(), await signUp()]
  const id = await shop.makeProduct({ title: 'Own pot' })
  const lines = JSON.stringify([{ id, sizeCode: 'C01', selectedColor: 'Sandstone', quantity: 1, seenPrice: 495 }])
  const form = { ...ADDRESS, key: crypto.randomUUID(), lines }
  assert.equal((await shop.ask('/cart', { cookie: owner.cookie, form })).status, 200)
  const [order] = await shop.sql<{ id: string }>('select id from orders where email = $1', [owner.email])
  assert.match((await shop.ask('/userDashboard', { cookie: owner.cookie })).text, /Own pot.*570001/)
  assert.doesNotMatch((await shop.ask('/userDashboard', { cookie: other.cookie })).text, /Own pot|570001/)

  for (const orderId of [order?.id ?? '', '999999', '0', '-1', 'abc', '']) {
    const { status } = await shop.ask('/userDashboard', { cookie: other.cookie, form: { orderId } })
    assert.equal(status, 404, orderId)
  }
  const guest = await shop.ask('/userDashboard', { form: { orderId: order?.id ?? '' } })
  assert.equal(guest.status, 302)
  assert.deepEqual(await shop.sql('select cancel from orders where id = $1', [order?.id]), [{ cancel: 'none' }])
})
