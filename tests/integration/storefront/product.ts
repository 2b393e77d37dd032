import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sizesInFamilyOf } from '#domain/catalog/specified-sizes.ts'
import { formatRupees } from '#domain/money.ts'
import { sharedStorefront, textOf } from '#tests/support/storefront.ts'

test('the page as it arrives, before any script, says what the pot is', async () => {
  const shop = await sharedStorefront()
  const description = 'For a lemon tree & “two” <ferns>.'
  const title = 'Nilgiri Cube & Saucer'
  const id = await shop.makeProduct({ title, sizeCode: 'C03', sizeLabel: 'CUBEE C03', price: 2345, description })
  const { status, html, text } = await shop.ask(`/productinfo/${id}`)
  assert.equal(status, 200)
  const parts = [title, '₹2,345', 'C03', description, 'Drainage hole with a plug', 'Pot colour', 'Add to cart']
  for (const part of parts) assert.ok(text.includes(part), part)
  assert.match(html, /<title>Nilgiri Cube &amp; Saucer/)
  assert.match(html, /<meta name="description" content="[^"]*lemon tree/)
  assert.ok(html.includes(`<link rel="canonical" href="${shop.url}/productinfo/${id}"`))
})

test('every size of the family is offered with its price, its own chosen; four colours, none chosen', async () => {
  const shop = await sharedStorefront()
  const id = await shop.makeProduct({ sizeCode: 'TR02', sizeLabel: 'TRIYA TR02', price: 1234 })
  const { html } = await shop.ask(`/productinfo/${id}`)
  const labels = html.match(/<label\b(?:(?!<label).)*?<input\b[^>]*type="radio"[\s\S]*?<\/label>/g) ?? []
  const family = sizesInFamilyOf('TR02')
  const sizes = labels.filter((label) => family.some(({ code }) => textOf(label).includes(code)))
  assert.equal(sizes.length, family.length)
  for (const [index, { code, width, depth, height, price }] of family.entries()) {
    const words = textOf(sizes[index] ?? '')
    const costs = formatRupees(code === 'TR02' ? 1234 : price)
    for (const part of [code, `${width} × ${depth} × ${height} cm`, costs]) assert.ok(words.includes(part), words)
    assert.equal(/\schecked=""/.test(sizes[index] ?? ''), code === 'TR02', code)
  }
  const colours = labels.filter((label) => !sizes.includes(label))
  assert.equal(colours.length, 4)
  for (const colour of colours) assert.doesNotMatch(colour, /\schecked=""/)
})

test('what search engines show of a description, and a long search, end with no half of an emoji', async () => {
  const shop = await sharedStorefront()
  for (const shift of ['', ' ']) {
    const id = await shop.makeProduct({ price: 849, description: `${shift}${'🪴'.repeat(200)}` })
    const q = encodeURIComponent(`${shift && 'a'}${'🪴'.repeat(60)}`)
    for (const path of [`/productinfo/${id}`, `/search?q=${q}`]) {
      const { status, html } = await shop.ask(path)
      assert.equal(status, 200)
      assert.ok(html.includes('🪴') && !html.includes('\ufffd'), path)
    }
  }
})

test('an unknown pot is not found', async () => {
  const shop = await sharedStorefront()
  for (const id of ['999999', '0', '-1', 'abc', '1e3', '99999999999999999999', '1%00']) {
    assert.equal((await shop.ask(`/productinfo/${id}`)).status, 404, id)
  }
})
