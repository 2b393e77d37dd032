// Forms with pictures, and chosen rows, as a browser without scripts sends them: refusals keep what was typed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { until } from '#tests/support/process.ts'
import { decodeEntities, fillForm, sharedStorefront } from '#tests/support/storefront.ts'
import { noPicture, picture, sendFiles } from './send-files.ts'

const pictures = (count: number) => Promise.all(Array.from({ length: count }, (_, n) => picture(`${n}.png`)))

/** An order of one pot that the demo shopper has received. */
async function received() {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('user')
  const pot = await shop.makeProduct()
  const key = crypto.randomUUID()
  await shop.ask('/cart', { cookie, form: { key, lines: JSON.stringify([lineFor(pot)]), ...someAddress } })
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
  const withdraw = fillForm((await shop.ask(page, { cookie })).html, 'Withdraw RET-')
  await shop.ask(page, { cookie, form: withdraw.fields })
  assert.match((await shop.ask(page, { cookie })).text, /Withdrawn/)
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
  const withdraw = fillForm((await shop.ask(page, { cookie })).html, 'Withdraw')
  const withdrawn = await shop.ask(page, { cookie, form: withdraw.fields })
  assert.match(withdrawn.text, /Your review is withdrawn\./)
  assert.equal(await statusOf(cookie), 404)
})

test('chosen products are taken off sale after one question, and one press takes it back', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  const pots = [await shop.makeProduct(), await shop.makeProduct(), await shop.makeProduct()]
  const onSale = async () =>
    (await shop.sql<{ on_sale: boolean }>('select on_sale from products where id = any ($1) order by id', [pots])).map(
      ({ on_sale }) => on_sale,
    )
  const press = async (html: string, button: string) => {
    const { action, fields } = fillForm(html, button)
    return shop.ask(decodeEntities(action) || '/adminDashboard', { cookie, form: fields })
  }
  const chosen = new URLSearchParams({ intent: 'take-off-sale' })
  for (const pot of pots.slice(0, 2)) chosen.append('products', String(pot))
  const headers = { accept: 'text/html', cookie }
  const asked = await (
    await fetch(`${shop.url}/adminDashboard`, { method: 'POST', headers, body: chosen, redirect: 'manual' })
  ).text()
  assert.match(asked, /Take 2 products off sale\?/)
  assert.deepEqual(await onSale(), [true, true, true])
  const question = asked.slice(asked.lastIndexOf('<form', asked.indexOf('Take 2 products off sale?')))
  const done = await press(question, 'Take off sale')
  assert.deepEqual(await onSale(), [false, false, true])
  await press(done.html, 'Undo')
  assert.deepEqual(await onSale(), [true, true, true])
})
