// Forms with pictures, and chosen rows, as a browser without scripts sends them: refusals keep what was typed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineFor } from '#tests/support/fixtures/factories.ts'
import { until } from '#tests/support/process.ts'
import { type Answer, fillForm, sharedStorefront } from '#tests/support/storefront.ts'
import { noPicture, picture, sendFiles } from './send-files.ts'

const pictures = (count: number) => Promise.all(Array.from({ length: count }, (_, n) => picture(`${n}.png`)))

/** An order of one pot that the demo shopper has received. */
async function received() {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('user')
  const pot = await shop.makeProduct()
  const key = crypto.randomUUID()
  await shop.order(cookie, [lineFor(pot)], { key })
  const [order] = await shop.sql<{ id: string }>(
    `update orders set status = 'delivered', delivered_at = now() where checkout_key = $1 returning id`,
    [key],
  )
  assert.ok(order)
  return { shop, cookie, pot, page: `/orders/${order.id}`, orderId: order.id }
}

const hasChosen = (html: string, value: string) =>
  new RegExp(`<option[^>]*(value="${value}"[^>]*selected|selected[^>]*value="${value}")`).test(html)

test('what is wrong is asked once, with its pictures, and every refusal keeps what was typed', async () => {
  const { shop, cookie, page, orderId } = await received()
  const path = `${page}/return`
  const words = 'It is green, the picture is grey.'
  const { fields } = fillForm((await shop.ask(path, { cookie })).html, 'Send')
  const typed = { ...fields, item: '0', quantity: '1', reason: 'not-as-shown', words, wanted: 'voucher' }
  const refuse = async (changes: Parameters<typeof sendFiles>[3], message: RegExp) => {
    const { status, html, text } = await sendFiles(shop, path, cookie, { ...typed, ...changes })
    assert.ok(status >= 400 && status < 500, String(status))
    assert.match(text, message)
    assert.ok(html.includes(`${words}</textarea>`))
    for (const value of ['0', 'not-as-shown', 'voucher']) assert.ok(hasChosen(html, value), value)
  }
  await refuse({ pictures: await pictures(6) }, /at most 5/)
  await refuse({ pictures: noPicture() }, /notes\.jpg: This is not a supported image\./)
  await refuse({ quantity: '3' }, /You can ask for at most 1\./)

  const asked = { ...typed, pictures: await pictures(5) }
  const sent = await sendFiles(shop, path, cookie, asked)
  assert.equal(sent.status, 302)
  const told = await shop.ask((sent.headers.get('location') ?? '').split('#')[0] ?? '', { cookie })
  assert.match(told.text, /RET-\d+ was sent\./)
  assert.equal(told.html.match(/<img[^>]*src="\/returnPictures\//g)?.length, 5)
  await sendFiles(shop, path, cookie, asked)
  assert.equal((await shop.sql('select from return_requests where order_id = $1', [orderId])).length, 1)
  assert.match((await shop.ask(path, { cookie })).text, /You have asked for everything of this order already\./)
  assert.match((await shop.press(page, 'Withdraw RET-', { cookie })).text, /Withdrawn/)
})

test('a review with pictures is sent, loses one that is not kept, and is withdrawn with the rest', async () => {
  const { shop, cookie, pot, page, orderId } = await received()
  const text = 'Light, and it drains well.'
  const form = async () => fillForm((await shop.ask(page, { cookie })).html, 'Send').fields
  const typed = { ...(await form()), stars: '4', text }
  const refused = await sendFiles(shop, page, cookie, { ...typed, pictures: noPicture() })
  assert.equal(refused.status, 400)
  assert.match(refused.text, /notes\.jpg: This is not a supported image\./)
  assert.ok(refused.html.includes(`${text}</textarea>`))
  assert.match(refused.html, /<input(?=[^>]*name="stars")(?=[^>]*value="4")(?=[^>]*checked)/)

  const sent = await sendFiles(shop, page, cookie, { ...typed, pictures: await pictures(2) })
  assert.match(sent.text, /Thank you\. We read your review, then we show it\./)
  const [keep, ...others] = Array.from(sent.html.matchAll(/name="keep"[^>]*value="([^"]+)"/g), ([, value]) => value)
  assert.equal(others.length, 1)
  const changed = await sendFiles(shop, page, cookie, { ...(await form()), stars: '4', text, keep: keep ?? '' })
  const [address = '', ...more] = changed.html.match(/\/reviewPictures\/[^"/]+\/\d+\.webp/g) ?? []
  const statusOf = async (as?: string) => (await shop.get(address, as ? { cookie: as } : {})).status
  assert.ok(more.every((one) => one.split('/')[2] === address.split('/')[2]))
  assert.deepEqual([await statusOf(), await statusOf(cookie)], [404, 200])

  await shop.sql(`update reviews set state = 'published' where order_id = $1`, [orderId])
  await until('it is shown', async () => (await shop.ask(`/productinfo/${pot}`)).text.includes('With pictures (1)'))
  const withdrawn = await shop.press(page, 'Withdraw', { cookie })
  assert.match(withdrawn.text, /Your review is withdrawn\./)
  assert.equal(await statusOf(cookie), 404)
})

test('soil gets its grid by a press, and is added', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  const title = `Neem soil ${crypto.randomUUID()}`
  const page = await shop.ask('/addproduct', { cookie })
  const start = { ...fillForm(page.html, 'Add product').fields, kind: 'Other', title, description: 'Light soil.' }
  const shown = await sendFiles(shop, '/addproduct', cookie, { ...start, show: 'grid' })
  assert.match(shown.html, /name="option1"/)
  const options = { ...start, category: 'POT', stock: 'counted', option1: 'Pack', values1: '1 kg, 5 kg' }
  const grid = await sendFiles(shop, '/addproduct', cookie, { ...options, show: 'grid' })
  assert.ok(grid.html.includes(`value="${title}"`))
  const { fields } = fillForm(grid.html, 'Add product')
  assert.ok('own:price:5 kg' in fields, Object.keys(fields).join())
  const { show: _, ...typed } = {
    ...{ ...fields, ...options },
    ...{ 'own:price:1 kg': '99', 'own:units:1 kg': '1', 'own:offered:1 kg': 'on', 'own:offered:5 kg': 'on' },
    ...{ 'own:price:5 kg': '399', 'own:units:5 kg': '7', 'own:weight:5 kg': '5.2' },
  } as Record<string, string>
  const added = await sendFiles(
    shop,
    '/addproduct',
    cookie,
    { ...typed, 'own:barcode:5 kg': '8901234567890', 'own:picture:5 kg': await picture('bag.png') },
    await picture(),
  )
  assert.equal(added.status, 302, added.text)
  const stored = await shop.sql<{ on_hand: number; pictured: boolean }>(
    `select v.on_hand, v.image is not null as pictured from product_variants as v
     join products as p on p.id = v.product_id where p.title = $1 and v.offered order by v.position`,
    [title],
  )
  assert.equal(stored.length, 2)
  assert.deepEqual(
    stored.map(({ on_hand: units, pictured }) => [units, pictured]),
    [
      [1, false],
      [7, true],
    ],
  )
})

test('chosen products are taken off sale after one question, and one press takes it back', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  const pots = [await shop.makeProduct(), await shop.makeProduct(), await shop.makeProduct()]
  const onSale = async () =>
    (await shop.sql<{ on_sale: boolean }>('select on_sale from products where id = any ($1) order by id', [pots])).map(
      ({ on_sale }) => on_sale,
    )
  const chosen = new URLSearchParams({ intent: 'take-off-sale' })
  for (const pot of pots.slice(0, 2)) chosen.append('products', String(pot))
  const headers = { accept: 'text/html', cookie }
  const asked = await (
    await fetch(`${shop.url}/adminDashboard`, { method: 'POST', headers, body: chosen, redirect: 'manual' })
  ).text()
  assert.match(asked, /Take 2 products off sale\?/)
  assert.deepEqual(await onSale(), [true, true, true])
  const question = asked.slice(asked.lastIndexOf('<form', asked.indexOf('Take 2 products off sale?')))
  const done = await shop.press({ path: '/adminDashboard', html: question }, 'Take off sale', { cookie })
  assert.deepEqual(await onSale(), [false, false, true])
  await shop.press(done, 'Undo', { cookie })
  assert.deepEqual(await onSale(), [true, true, true])
})

test('a filtered list is saved as a tab, opened and deleted', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  const name = `Diwali ${crypto.randomUUID().slice(0, 8)}`
  const filtered = '/adminDashboard/orders?view=on-the-way&q=Diwali'
  const saved = await shop.press(filtered, 'Save view', { cookie, fields: { name } })
  const view = await shop.ask(saved.headers.get('location') ?? '', { cookie })
  assert.ok(view.text.includes(name))
  const deleted = await shop.press(view, 'Delete view', { cookie })
  assert.equal(deleted.headers.get('location'), '/adminDashboard/orders')
  assert.ok(!(await shop.ask('/adminDashboard/orders', { cookie })).text.includes(name))
  const unnamed = await shop.press('/adminDashboard/users?q=Meera', 'Save view', { cookie, fields: { name: ' ' } })
  assert.match(unnamed.html, /Enter a name\./)
})

test('a courier’s file is imported, and what it lacks is written off', async () => {
  const { shop, orderId } = await received()
  const admin = await shop.sessionOf('admin')
  const awb = `PLAIN${orderId}`
  await shop.sql(
    `insert into shipments (order_id, user_id, key, courier, awb, cash, step, delivered_at)
     select id, user_id, gen_random_uuid(), 'Delhivery', $2, 495, 'delivered', now() from orders where id = $1`,
    [orderId, awb],
  )
  const cash = await shop.ask('/adminDashboard/cash', { cookie: admin })
  const { fields } = fillForm(cash.html, 'Import')
  const file = new File([`AWB,Amount,Date,UTR\n${awb},400,2026-11-24,UTR0004`], 'november.csv', { type: 'text/csv' })
  const imported = await sendFiles(shop, '/adminDashboard/cash', admin, { ...fields, file })
  assert.match(imported.text, /1 row imported\./)
  const html = imported.html.split('<tr').find((one) => one.includes(awb) && one.includes('Write off')) ?? ''
  const row = { path: '/adminDashboard/cash', html }
  const reason = 'x'.repeat(500)
  assert.match((await shop.press(row, 'Write off', { cookie: admin, fields: { reason } })).text, /Written off/)
  assert.match(
    (await shop.ask(`/adminDashboard/orders/${orderId}`, { cookie: admin })).text,
    /₹400 received 24 Nov.*, UTR0004/,
  )
})

test('of a cash order, the buyer says where the money of a return goes, and the desk marks it as paid', async () => {
  const { shop, cookie, page, orderId } = await received()
  const admin = await shop.sessionOf('admin')
  await shop.sql(
    `with parcel as (
       insert into shipments (order_id, user_id, key, cash, step, delivered_at)
       select o.id, o.user_id, gen_random_uuid(), l.price, 'delivered', now()
       from orders as o join order_lines as l on l.order_id = o.id where o.id = $1 returning id)
     insert into shipment_lines (shipment_id, position, quantity, amount)
     select parcel.id, l.position, l.quantity, 100 * l.price * l.quantity from parcel, order_lines as l
     where l.order_id = $1`,
    [orderId],
  )
  const [request] = await shop.sql<{ id: string }>(
    `insert into return_requests (key, order_id, user_id, position, product_id, title, quantity, reason, words, wanted)
     select gen_random_uuid(), o.id, o.user_id, 0, l.product_id, l.title, 1, 'damaged', 'It has a crack.', 'money'
     from orders as o join order_lines as l on l.order_id = o.id where o.id = $1 returning id`,
    [orderId],
  )
  const own = `${page}/return/RET-${request?.id}`
  const desk = `/adminDashboard/returns/RET-${request?.id}`
  const press = (page: string | Answer, as: string, button: string, typed?: Record<string, string>) =>
    shop.press(page, button, { cookie: as, typed })
  const name = 'Kavya Rao'
  const payTo = (upi: string) => press(own, cookie, 'UPI ID', { 'Name of the account holder': name, 'UPI ID': upi })
  const refused = await payTo('kavya')
  assert.equal(refused.status, 400)
  assert.match(refused.html, /<input(?=[^>]*name="upi")(?=[^>]*value="kavya")(?=[^>]*aria-invalid)/)
  assert.match((await payTo('kavya@okhdfcbank')).text, /Saved\. We pay the money there\./)

  assert.match((await press(desk, admin, 'Drop off')).text, /To be dropped off/)
  assert.doesNotMatch((await press(desk, admin, 'Received', { Good: '1' })).html, />Received<\/button>/)
  assert.match((await press(desk, admin, 'Pay back')).text, /Paid by hand.*kavya@okhdfcbank/)
  assert.match((await press(desk, admin, 'Mark as paid')).html, /<input(?=[^>]*name="reference")(?=[^>]*aria-invalid)/)
  assert.match((await press(desk, admin, 'Mark as paid', { Reference: 'UTR 4242' })).text, /UTR 4242\./)
  assert.match((await shop.ask(own, { cookie })).text, /We have paid you back\./)
})
