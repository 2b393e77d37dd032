// Forms of the pages as a browser without scripts sends them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cookiesOf } from '#tests/support/cookies.ts'
import { fillForm, sharedStorefront } from '#tests/support/storefront.ts'

const message = {
  Name: 'Meera Nair',
  Email: 'meera24@gmail.com',
  Phone: '98450 00012',
}

test('a message reaches the shop, from either spelling of the page’s address', async () => {
  const shop = await sharedStorefront()
  for (const path of ['/contactUs', '/ContactUs']) {
    const words = `Without scripts ${path}`
    const { status, html } = await shop.ask(path)
    assert.equal(status, 200)
    for (const name of ['name', 'email', 'phone', 'message']) {
      assert.match(html, new RegExp(`<(?:input|textarea)(?=[^>]* required="")(?=[^>]* name="${name}")`), name)
    }
    const sent = await press(path, 'Send message', { ...message, Message: words })
    assert.match(sent.html, /role="alert"[^>]*>(?:<[^>]*>)*Message sent successfully!/)
    const [kept] = await shop.sql<{ number: string }>(
      `select 'C-' || 2000 + id as number from contact_messages where message = $1`,
      [words],
    )
    assert.ok(kept && sent.text.includes(`Your message has the number ${kept.number}`), kept?.number)
    const rows = await shop.sql('select name, phone from contact_messages where message = $1', [words])
    assert.deepEqual(rows, [{ name: message.Name, phone: '9845000012' }])
  }
})

test('a message that has to be mended is not kept, and what was typed stays', async () => {
  const shop = await sharedStorefront()
  const answer = await press('/contactUs', 'Send message', {
    ...message,
    Phone: '12345',
    Message: 'Too short a number',
  })
  assert.equal(answer.status, 400)
  assert.match(answer.text, /Enter a 10-digit phone number\./)
  assert.match(answer.html, /value="12345"/)
  assert.deepEqual(await shop.sql("select 1 from contact_messages where message = 'Too short a number'"), [])
})

test('a program that fills in every field has told nobody', async () => {
  const shop = await sharedStorefront()
  const { html } = await shop.ask('/contactUs')
  const { action, fields } = fillForm(html, 'Send message', { ...message, Message: 'Cheap watches' })
  assert.equal(fields.website, '')
  const sent = await shop.ask(action, { form: { ...fields, website: 'https://spam.example' } })
  assert.equal(sent.status, 200)
  assert.match(sent.text, /Message sent successfully!/)
  assert.deepEqual(await shop.sql("select 1 from contact_messages where message = 'Cheap watches'"), [])
})

test('signup, login, the dashboard, and cancelling an order', async () => {
  const shop = await sharedStorefront()
  const person = { Name: 'Kavya Rao', Email: 'kavya.noscript@gmail.com', Password: 'terracotta 7' }
  const signedUp = await press('/signup', 'Signup', person)
  assert.deepEqual([signedUp.status, signedUp.headers.get('location')], [302, '/login'])
  const { Email, Password } = person
  const loggedIn = await press('/login', 'Login', { Email, Password })
  assert.deepEqual([loggedIn.status, loggedIn.headers.get('location')], [302, '/userDashboard'])
  const cookie = cookiesOf(loggedIn.headers)
  assert.match((await shop.ask('/userDashboard', { cookie })).text, /No orders yet/)

  const [order] = await shop.sql<{ id: string }>(
    `insert into orders (user_id, email, name, address, city, pincode, mobile_number, total_amount, checkout_key)
     select id, email, name, '14 Temple Street', 'Mysuru', '570001', '9845012345', 0, gen_random_uuid()
     from "user" where email = $1 returning id`,
    [Email],
  )
  const dashboard = await shop.ask('/userDashboard', { cookie })
  assert.match(dashboard.html, new RegExp(`<article[^>]* aria-label(?:ledby)?="[^"]*${order?.id}`))
  const asked = fillForm(dashboard.html, 'Cancel Order')
  const asking = await shop.ask(`${asked.action.replace(/#.*/, '')}?${new URLSearchParams(asked.fields)}`, { cookie })
  const { action, fields } = fillForm(asking.html, 'Cancel Order', { Reason: 'Ordered twice' })
  assert.deepEqual([fields.orderId, fields.reason], [order?.id, 'Ordered twice'])
  const cancelled = await shop.ask(action, { form: fields, cookie })
  assert.equal(cancelled.status, 200)
  assert.match(cancelled.text, /Cancellation requested/)
  assert.doesNotMatch(cancelled.text, /Cancel Order/)
})

async function press(path: string, button: string, typed: Record<string, string> = {}) {
  const shop = await sharedStorefront()
  return shop.press(path, button, { typed })
}
