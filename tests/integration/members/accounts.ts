// Signup, login and a user's own page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mainOf, sharedStorefront, textOf } from '#tests/support/storefront.ts'

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
  const form = { ...good, email: shop.accountOf('user').email.toUpperCase() }
  const { status, text } = await shop.ask('/signup', { form })
  assert.equal(status, 409)
  assert.match(text, /An account with this email already exists/)
})

test('a wrong password and an unknown address are answered alike', async () => {
  const shop = await sharedStorefront()
  const { email } = shop.accountOf('user')
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

test('each role lands on its own dashboard, whose address leads a guest to the login and back', async () => {
  const shop = await sharedStorefront()
  for (const role of ['user', 'seller', 'admin'] as const) {
    const { email, password } = shop.accountOf(role)
    const { status, headers } = await shop.ask('/login', { form: { email, password } })
    assert.deepEqual([status, headers.get('location')], [302, `/${role}Dashboard`])
    const guest = await shop.ask(`/${role}Dashboard`)
    assert.deepEqual([guest.status, guest.headers.get('location')], [302, `/login?next=%2F${role}Dashboard`])
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
