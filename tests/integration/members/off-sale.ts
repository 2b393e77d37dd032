// A product that an admin has taken off sale: what shoppers see of it, over HTTP.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineFor } from '#tests/support/fixtures/factories.ts'
import { until } from '#tests/support/process.ts'
import { fillForm, sharedStorefront, shownIds } from '#tests/support/storefront.ts'

test('off sale, a pot leaves lists, search and home; its page says so kindly, and back on sale all is as before', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  const title = 'Monsoon Cube'
  const id = await shop.makeProduct({ title, featured: true, category: 'Monsoon POT' })
  const page = `/productinfo/${id}`
  const lists = ['/', '/allproduct', '/category/monsoon', `/search?q=${encodeURIComponent(title)}`]
  const showing = async () => {
    const pages = await Promise.all(lists.map((path) => shop.ask(path)))
    return pages.map(({ html }) => shownIds(html).includes(id))
  }
  // Cached pages follow the change within moments.
  const isShown = (shown: boolean) =>
    until(`shown: ${shown}`, async () => (await showing()).every((isThere) => isThere === shown))
  const press = (intent: string) =>
    shop.ask('/adminDashboard', { cookie, form: { intent, id: String(id) } }).then(({ status }) => status)

  await isShown(true)
  assert.equal(await press('take-off-sale'), 200)
  await isShown(false)
  await until('its page is gone', async () => (await shop.ask(page)).status === 404)
  const { text, html } = await shop.ask(page)
  assert.ok(text.includes(`${title} is not for sale at the moment`))
  assert.match(html, /<title>Monsoon Cube is not for sale at the moment/)
  assert.doesNotMatch(text, /Product not found/i)
  assert.equal((await shop.ask(`${page}.data`)).status, 404)

  const table = await shop.ask(`/adminDashboard?q=${encodeURIComponent(title)}`, { cookie })
  assert.ok(table.text.includes('Off sale'))
  assert.ok(!table.html.includes(`href="${page}"`))
  assert.equal(fillForm(table.html, 'Put on sale').fields.intent, 'put-on-sale')
  const edit = await shop.ask(`/updateproduct/${id}`, { cookie })
  assert.ok(edit.text.includes('This pot is off sale'))
  assert.equal(fillForm(edit.html, 'Put on sale').fields.id, String(id))

  assert.equal(await press('put-on-sale'), 200)
  await isShown(true)
  await until('its page is back', async () => (await shop.ask(page)).status === 200)
})

test('off sale, a cart line is no longer available and the order’s link leads to the sentence', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('user')
  const title = 'Once Ordered Cube'
  const photograph = '/productImages/1-photograph'
  const id = await shop.makeProduct({ title, productImageUrl: [photograph] })
  const lines = JSON.stringify([lineFor(id)])
  const ordered = await shop.order(cookie, [lineFor(id)])
  assert.ok(ordered.status < 400, ordered.text)
  await shop.sql('update products set on_sale = false where id = $1', [id])

  const quote = await shop.ask('/cart/quote', { form: { lines } })
  assert.match(quote.html, /gone/)
  const { html } = await shop.ask('/userDashboard', { cookie })
  assert.match(html, new RegExp(`<a href="/productinfo/${id}"[^>]*>${title}</a>`))
  assert.ok(html.includes(`${photograph}/`), 'the order shows the owner’s photograph')
  await until('its page is gone', async () => (await shop.ask(`/productinfo/${id}`)).status === 404)
  assert.ok((await shop.ask(`/productinfo/${id}`)).text.includes(`${title} is not for sale at the moment`))
})
