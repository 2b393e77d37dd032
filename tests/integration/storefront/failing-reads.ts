// Pages while a table cannot be read. Each address is asked for the first time, because cached pages survive.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messages } from '#domain/messages.ts'
import { sharedStorefront } from '#tests/support/storefront.ts'

test('the home page without featured products says nothing of it, and shows the rest', async () => {
  const shop = await sharedStorefront()
  await shop.without('products', async () => {
    const { html, text } = await shop.ask('/')
    assert.match(text, /No featured products yet\./)
    assert.match(html, /aria-label="Testimonials"/)
    assert.doesNotMatch(html, /aria-busy="true"/)
    assert.ok(!html.includes(messages.productsFailed))
  })
})

test('a list and a product that cannot be read are answered with 503, a message and the navigation', async () => {
  const shop = await sharedStorefront()
  const failing = { '/allproduct?page=4': messages.productsFailed, '/category/oval': messages.productsFailed }
  await shop.without('products', async () => {
    for (const [path, text] of Object.entries({ ...failing, '/productinfo/7': messages.productFetchFailed })) {
      const { status, headers, html } = await shop.ask(path)
      assert.equal(status, 503, path)
      assert.equal(headers.get('cache-control'), 'no-store', path)
      assert.ok(html.includes(text), path)
      assert.match(html, /<a[^>]* href="\/faq"/, path)
    }
  })
  for (const path of [...Object.keys(failing), '/productinfo/7']) {
    assert.equal((await shop.ask(path)).status, 200, path)
  }
})

test('pots are shown and sold although nobody knows which are Sold', async () => {
  const shop = await sharedStorefront()
  await shop.without('sellable_variants', async () => {
    for (const path of ['/allproduct?page=3', '/productinfo/2', '/category/tubo']) {
      const { html, text } = await shop.ask(path)
      assert.ok(html.includes(messages.deliveredOrdersFailed), path)
      assert.match(text, path.startsWith('/productinfo') ? /Add to cart/ : /View Product/, path)
    }
  })
})

test('a cart that cannot be priced, and terms that cannot be read, are answered with 503', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('user')
  const lines = JSON.stringify([{ id: 1, sizeCode: 'X', selectedColor: 'Stone', quantity: 1, seenPrice: 1 }])
  const failing = [
    ['products', '/cart/quote', { lines }],
    ['delivery_areas', '/cart/terms', { pincode: '560001', mobileNumber: '9876543210', total: '500' }],
  ] as const
  for (const [table, path, form] of failing) {
    const ask = async () => (await shop.ask(path, { form, cookie })).status
    await shop.without(table, async () => assert.equal(await ask(), 503, path))
    assert.equal(await ask(), 200, path)
  }
})
