import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sizesInFamilyOf } from '#domain/catalog/specified-sizes.ts'
import { formatRupees } from '#domain/money.ts'
import { until } from '#tests/support/process.ts'
import { cardOf, sharedStorefront, textOf } from '#tests/support/storefront.ts'

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

test('without scripts every size of the drawing is a link to the page in that size', async () => {
  const shop = await sharedStorefront()
  const id = await shop.makeProduct({ sizeCode: 'TR02', sizeLabel: 'TRIYA TR02' })
  const current = (html: string) =>
    /<a href="([^"]*)"[^>]*aria-current="true"/.exec(html.replace(/.*How big is it/s, ''))?.[1]
  const { html } = await shop.ask(`/productinfo/${id}`)
  assert.equal(current(html), `/productinfo/${id}?size=TR02`)
  for (const { code } of sizesInFamilyOf('TR02')) {
    const path = `/productinfo/${id}?size=${code}`
    assert.ok(html.includes(`href="${path}"`), path)
    assert.equal(current((await shop.ask(path)).html), path)
  }
})

test('similar products are a page of their own, at most four and none of them the product itself', async () => {
  const shop = await sharedStorefront()
  const id = await shop.makeProduct({ sizeCode: 'C03', sizeLabel: 'CUBEE C03', price: 2000 })
  const { html, status } = await shop.ask(`/productinfo/${id}/similar`)
  assert.equal(status, 200)
  const ids = Array.from(html.matchAll(/<article[\s\S]*?href="\/productinfo\/(\d+)"/g), ([, found]) => Number(found))
  assert.equal(ids.length, 4)
  assert.ok(!ids.includes(id))
  assert.match((await shop.ask(`/productinfo/${id}`)).html, new RegExp(`href="/productinfo/${id}/similar"`))
  assert.equal((await shop.ask('/productinfo/999999/similar')).status, 404)
})

test('an address with size and finish shows them and their price, as JSON-LD and feed have it', async () => {
  const shop = await sharedStorefront()
  const productImageUrl = ['/pots/cubee-grey-stone-front']
  const id = await shop.makeProduct({ sizeCode: 'C02', sizeLabel: 'CUBEE C02', price: 888, productImageUrl })
  const plain = await shop.ask(`/productinfo/${id}`)
  const [, json = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(plain.html) ?? []
  const variants: { sku: string; size: string; color: string; offers: { url: string; price: number } }[] =
    JSON.parse(json).hasVariant
  assert.equal(variants.length, 16)
  const feed = (await shop.ask('/feed/google.xml')).html
  // One of each size, in each of the four finishes.
  for (const { sku, size, color, offers } of variants.filter((_, index) => index % 5 === 0)) {
    const { html, status } = await shop.ask(offers.url.replace(shop.url, ''))
    assert.equal(status, 200)
    assert.deepEqual(shownIn(html), { size: size.split(',')[0], finish: color, price: formatRupees(offers.price) }, sku)
    assert.ok(html.includes(json), sku)
    assert.ok(html.includes(`<link rel="canonical" href="${shop.url}/productinfo/${id}"`), sku)
    const [, item = ''] = new RegExp(`<g:id>${sku}</g:id>(.*?)</item>`, 's').exec(feed) ?? []
    // The feed is read once in a while; a product of this moment need not be in it.
    if (item) assert.ok(item.includes(`<g:price>${offers.price}.00 INR</g:price>`), sku)
  }
})

test('a sold-out choice costs on its page what JSON-LD and the feed say', async () => {
  const shop = await sharedStorefront()
  const id = await shop.makeProduct({ sizeCode: 'C02', sizeLabel: 'CUBEE C02', price: 888, stock: 'counted' })
  await shop.sql(
    `update product_variants as v set offered = true, on_hand = w.units, price = w.price
     from (values ('C03', 'Sandstone', 0, 1500), ('C03', 'Grey Stone', 5, 1200), ('C02', 'Grey Stone', 5, null)) as w (size, finish, units, price)
     where (v.product_id, v.size_code, v.finish) = ($1, w.size, w.finish)`,
    [id],
  )
  for (const [finish, price, chosen] of [
    ['Sandstone', '₹1,500', undefined],
    ['Grey Stone', '₹1,200', 'Grey Stone'],
    ['Mosaic Grey', '₹1,200', undefined],
  ] as const) {
    const { html } = await shop.ask(`/productinfo/${id}?${new URLSearchParams({ size: 'C03', finish })}`)
    assert.deepEqual(shownIn(html), { size: 'C03', finish: chosen, price }, finish)
  }
})

test('what the address names and the shop does not have leaves the page as it is', async () => {
  const shop = await sharedStorefront()
  const id = await shop.makeProduct({ sizeCode: 'C02', sizeLabel: 'CUBEE C02', price: 888 })
  for (const query of ['', '?size=T01&finish=Gold', '?size=%00&finish=', '?size=c03&finish=sandstone&utm_source=x']) {
    const { html, status } = await shop.ask(`/productinfo/${id}${query}`)
    assert.equal(status, 200, query)
    assert.deepEqual(shownIn(html), { size: 'C02', finish: undefined, price: '₹888' }, query)
    assert.ok(!html.includes('Gold'), query)
  }
  const data = async (query: string) => (await shop.ask(`/productinfo/${id}.data${query}`)).html
  assert.equal(await data('?size=C03&finish=Sandstone'), await data(''))
})

/** What a product's page has chosen, and the price above it. */
function shownIn(html: string) {
  const checked = html.match(/<input\b[^>]*type="radio"[^>]*\schecked=""[^>]*>/g) ?? []
  const of = (name: string) =>
    checked.flatMap((input) => (input.includes(`name="${name}"`) ? [/value="([^"]*)"/.exec(input)?.[1]] : []))[0]
  const [, price] = /class="[^"]*product-price"><span class="price">([^<]*)</.exec(html) ?? []
  return { size: of('size'), finish: of('colour'), price }
}

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

test('a fresh shop says nothing of MRP, origin or manufacturer', async () => {
  const shop = await sharedStorefront()
  const { text, html } = await shop.ask(`/productinfo/${await shop.makeProduct({ price: 1000 })}`)
  for (const part of ['Product information', 'MRP', 'Sold by', 'Net quantity']) assert.ok(!text.includes(part), part)
  assert.match(html, /<s>[\s\S]*?₹1,100<\/s>/)
})

test('what the law asks for stands on the page once it is filled in, and alt texts describe the pictures', async () => {
  const shop = await sharedStorefront()
  const altTexts = { '/pots/cubee-room': 'A cube beside the sofa' }
  const productImageUrl = ['/pots/cubee-grey-stone-front', '/pots/cubee-room']
  const title = 'Declared Cube'
  const details = { mrp: 1500, countryOfOrigin: 'Italy', sku: 'DC-1', altTexts, productImageUrl }
  const id = await shop.makeProduct({ title, ...details })
  const { html, text } = await shop.ask(`/productinfo/${id}`)
  assert.match(
    text,
    /Product information MRP ₹1,500 \(inclusive of all taxes\) Country of origin Italy Net quantity 1 N/,
  )
  assert.ok(html.includes('alt="A cube beside the sofa"') && html.includes(`alt="${title}"`))
  const [, json = '{}'] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html) ?? []
  const { sku, image } = JSON.parse(json)
  assert.equal(sku, 'DC-1')
  assert.equal(typeof image[0], 'string')
  assert.deepEqual([image[1]['@type'], image[1].caption], ['ImageObject', 'A cube beside the sofa'])
})

test('a seller’s pot names its seller, and nothing else of them', async () => {
  const shop = await sharedStorefront()
  const [seller] = await shop.sql<{ id: string; email: string }>(`select id, email from "user" where role = 'seller'`)
  const [admin] = await shop.sql<{ id: string }>(`select id from "user" where role = 'admin'`)
  assert.ok(seller && admin)
  const { email } = seller
  const theirs = await shop.makeProduct({ userId: seller.id, username: 'Ravi Prajapati', email })
  const { html, text } = await shop.ask(`/productinfo/${theirs}`)
  assert.ok(text.includes('Sold by Ravi Prajapati'))
  assert.ok(!html.includes(email))
  const ours = await shop.makeProduct({ userId: admin.id, username: 'Asha Rao' })
  assert.doesNotMatch((await shop.ask(`/productinfo/${ours}`)).html, /Sold by|Asha/)
})

test('the struck-through price follows the setting on page, card and search', async () => {
  const shop = await sharedStorefront()
  const title = 'Listed Cube'
  const id = await shop.makeProduct({ title, price: 1000, mrp: 1300 })
  const struck = async () => {
    const pages = [`/productinfo/${id}`, '/allproduct', `/search?q=${encodeURIComponent(title)}`]
    const htmls = await Promise.all(pages.map(async (path) => (await shop.ask(path)).html))
    return htmls.map((html, index) => {
      // A cached list may not have the new product yet.
      if (!html.includes(title)) return 'absent'
      const part = index === 0 ? html : cardOf(html, title)
      return /<s>[\s\S]*?(₹[\d,]+)<\/s>/.exec(part)?.[1]
    })
  }
  const set = async (value: string, expected: string | undefined) => {
    await shop.sql(
      `insert into settings (name, value) values ('listPrice', $1) on conflict (name) do update set value = excluded.value`,
      [JSON.stringify(value)],
    )
    await until(`a list price of ${expected}`, async () => (await struck()).every((price) => price === expected))
  }
  const isSpecified = async () => (await struck()).every((price) => price === '₹1,100')
  await until('the specified list price', isSpecified)
  await set('mrp', '₹1,300')
  await set('none', undefined)
  await shop.sql(`delete from settings where name = 'listPrice'`)
  await until('the specified list price again', isSpecified)
})

test('an unknown pot is not found', async () => {
  const shop = await sharedStorefront()
  for (const id of ['999999', '0', '-1', 'abc', '1e3', '99999999999999999999', '1%00']) {
    assert.equal((await shop.ask(`/productinfo/${id}`)).status, 404, id)
  }
})
