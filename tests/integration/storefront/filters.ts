import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#tests/support/process.ts'
import {
  cardOf,
  decodeEntities,
  fillForm,
  mainOf,
  sharedStorefront,
  shownIds,
  textOf,
} from '#tests/support/storefront.ts'

/** Where the filter with this text leads. @param text without its count, such as `CUBEE` or `Remove CUBEE` */
function linkTo(html: string, text: string): string {
  const links = mainOf(html).match(/<a\b[\s\S]*?<\/a>/g) ?? []
  const found = links.find(
    (link) =>
      textOf(link)
        .replace(/ \d+ +pots? *$/, '')
        .trim() === text,
  )
  const [, href] = /href="([^"]*)"/.exec(found ?? '') ?? []
  if (href === undefined) throw new Error(`No link ${text}`)
  return decodeEntities(href)
}

/** How many pots the page says that it has found. */
function countIn(html: string): number {
  return Number(/(\d+) pots?</.exec(mainOf(html))?.[1])
}

test('without scripts, two filters and the way back; order and page keep them, the canonical address does not', async () => {
  const shop = await sharedStorefront()
  await shop.makeProduct({ title: 'Cheapest Cube', price: 1, productImageUrl: ['/pots/cubee-grey-stone-front'] })
  // Pages hear of a new product a moment later.
  const cubee = await until('the list has as many as its link says', async () => {
    const { html } = await shop.ask('/allProduct?sort=lowToHigh')
    const count = /CUBEE<\/span><span class="fine numbers"> (?:<!-- -->)?(\d+)/.exec(html)?.[1]
    const filtered = await shop.ask(linkTo(html, 'CUBEE'))
    return countIn(filtered.html) === Number(count) && filtered.text.includes('Cheapest Cube') ? filtered : undefined
  })
  const families = await shop.sql<{ family: string }>(
    'select distinct family from products join sizes on code = size_code where id = any ($1)',
    [shownIds(cubee.html)],
  )
  assert.deepEqual(families, [{ family: 'CUBEE' }])

  const both = await shop.ask('/allProduct?sort=lowToHigh&family=CUBEE&finish=Sandstone')
  assert.match(both.html, /<a [^>]*aria-current="true"[^>]*href="[^"]*sort=lowToHigh&amp;finish=Sandstone"/)
  assert.match(both.html, /<link rel="canonical" href="[^"?]*\/allProduct"/)
  assert.match(both.html, /<title>All pots: CUBEE, Sandstone · Gamla/)
  assert.match(cardOf(both.html, 'Cheapest Cube'), /\/pots\/[0-9a-f]{10}\/cubee-sandstone-front/)
  assert.match(cardOf(both.html, 'Cheapest Cube'), /href="\/productinfo\/\d+\?size=C01&amp;finish=Sandstone"/)

  const { action, fields } = fillForm(both.html, 'Sort', { 'Sort by': 'highToLow' })
  assert.match(action, /^\/allProduct\b/)
  assert.deepEqual(fields, { sort: 'highToLow', family: 'CUBEE', finish: 'Sandstone' })
  assert.equal(linkTo(both.html, 'Remove CUBEE'), '/allProduct?sort=lowToHigh&finish=Sandstone')
  assert.equal(linkTo(both.html, 'Clear all'), '/allProduct?page=1&sort=lowToHigh')
  const second = await shop.ask(linkTo((await shop.ask('/allProduct?finish=Sandstone')).html, '2'))
  assert.equal(shownIds(second.html).length, 8)
  assert.match(second.html, /<link rel="canonical" href="[^"?]*\/allProduct"/)
  assert.match((await shop.ask('/robots.txt')).html, /^Disallow: \/allproduct\?\*family=$/m)
})

test('a pot is found by what can be bought of it: this size in this colour at this price, in stock', async () => {
  const shop = await sharedStorefront()
  const category = 'Filtered POT'
  const plain = await shop.makeProduct({ category, sizeCode: 'TR01', price: 1499, title: 'Plain Tripod' })
  const counted = await shop.makeProduct({
    category,
    sizeCode: 'TR01',
    sizeLabel: 'TRIYA TR01',
    price: 1499,
    title: 'Counted Tripod',
    stock: 'counted',
    productImageUrl: ['/pots/triya-sandstone-front'],
  })
  // In one transaction: variants alone are no change that pages hear of.
  await shop.sql(
    `with offered as (
      update product_variants as v set offered = true, on_hand = w.units, price = w.price
      from (values ('TR04', 'Sandstone', 0, 999), ('TR04', 'Grey Stone', 2, 999), ('TR02', 'Sandstone', 2, null)) as w (size, finish, units, price)
      where (v.product_id, v.size_code, v.finish) = ($1, w.size, w.finish)
    ) update products set version = version + 1 where id = $1`,
    [counted],
  )
  const found = async (query: string) => shownIds((await shop.ask(`/category/filtered?${query}`)).html)
  assert.deepEqual(await found('size=TR04&finish=Sandstone'), [counted, plain])
  assert.deepEqual(await found('size=TR04&finish=Sandstone&stock=in'), [plain])
  assert.deepEqual(await found('size=TR04&stock=in&price=500-999'), [counted])
  assert.deepEqual(await found('size=TR04&sort=highToLow'), [plain, counted])
  const { html } = await shop.ask('/category/filtered?size=TR04')
  for (const [title, price] of [
    ['Plain Tripod', '₹4,375'],
    ['Counted Tripod', '₹999'],
  ] as const) {
    const card = textOf(cardOf(html, title))
    assert.ok(card.includes(price) && card.includes('Gamla · in TR04, 56 cm'), card)
  }
  assert.ok(!html.includes('id="filter-family"'), 'one family is no choice')
})

test('what the shop does not know is ignored; what nothing fits says so and leads on', async () => {
  const shop = await sharedStorefront()
  const query = '?family=BRASS&price=1-2&finish=%00&stock=out&size='
  const mainText = async (path: string) => textOf(mainOf((await shop.ask(path)).html))
  // The plain list is a kept page, which may be a moment older than the products of the test before.
  await until(
    'both lists are the same',
    async () => (await mainText('/allproduct')) === (await mainText(`/allproduct${query}`)),
  )
  const nothing = await shop.ask('/allproduct?family=BOXA&price=300-499')
  assert.equal(nothing.status, 200)
  assert.match(nothing.text, /No pots found No pots match your filters\./)
  assert.equal(linkTo(nothing.html, 'Clear all filters'), '/allproduct?page=1')
})

test('a size, family and finish of the owner’s can be chosen, and counts are of this second', async () => {
  const shop = await sharedStorefront()
  await shop.sql(`insert into families (name) values ('Diya & lamp')`)
  await shop.sql(
    `insert into sizes (code, family, price, width, depth, height) values ('DIYA-9', 'Diya & lamp', 99, 9, 9, 4)`,
  )
  const path = '/allproduct?family=Diya+%26+lamp'
  for (const count of [1, 2]) {
    await shop.makeProduct({ sizeCode: 'DIYA-9', price: 99, title: `Clay Diya ${count}` })
    const { html, text } = await until(`${count} are found`, async () => {
      const page = await shop.ask(path)
      return countIn(page.html) === count ? page : undefined
    })
    assert.equal(shownIds(html).length, count)
    assert.match(text, /Remove Diya & lamp/)
    const all = (await shop.ask('/allproduct')).text
    assert.match(all, /Diya & lamp DIYA-9 9 × 9 × 4 cm/)
    assert.match(all, /Under ₹100/)
  }
})
