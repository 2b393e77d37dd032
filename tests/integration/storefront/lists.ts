import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addSet } from '#tests/support/fixtures/factories.ts'
import { until } from '#tests/support/process.ts'
import { cardOf, fillForm, mainOf, sharedStorefront, shownIds, textOf } from '#tests/support/storefront.ts'

test('eight pots a page, all of them, newest first, each once', async () => {
  const shop = await sharedStorefront()
  const ids = await approvedIds('id desc')
  const pages = Math.ceil(ids.length / 8)
  for (let number = 1; number <= pages; number += 1) {
    const { html } = await shop.ask(`/allproduct?page=${number}`)
    assert.deepEqual(shownIds(html), ids.slice(8 * (number - 1), 8 * number))
    assert.match(html, new RegExp(`<a aria-label="Page ${number}" aria-current="page"`))
    const stepTo = (to: number, name: string) =>
      to < 1 || to > pages
        ? new RegExp(`aria-disabled="true" aria-label="${name} page"`)
        : new RegExp(`aria-label="${name} page" href="/allproduct\\?page=${to}"`)
    assert.match(html, stepTo(number + 1, 'Next'))
    assert.match(html, stepTo(number - 1, 'Previous'))
  }
})

test('sorting by price, with a button where there are no scripts, kept in the links to other pages', async () => {
  const shop = await sharedStorefront()
  const { html } = await shop.ask('/allproduct')
  for (const [sort, order] of [
    ['lowToHigh', 'price, id desc'],
    ['highToLow', 'price desc, id desc'],
  ] as const) {
    const { action, method, fields } = fillForm(html, 'Sort', { 'Sort by': sort })
    assert.deepEqual([method, action], ['get', '/allproduct'])
    const sorted = await shop.ask(`${action}?${new URLSearchParams(fields)}`)
    const ids = await approvedIds(order)
    assert.deepEqual(shownIds(sorted.html), ids.slice(0, 8))
    assert.match(sorted.html, new RegExp(`<option value="${sort}" selected`))
    const [, next = ''] = /aria-label="Next page" href="([^"]+)"/.exec(sorted.html) ?? []
    const second = await shop.ask(next.replaceAll('&amp;', '&'))
    assert.deepEqual(shownIds(second.html), ids.slice(8, 16))
    assert.match(second.html, new RegExp(`<option value="${sort}" selected`))
  }
})

test('a category holds whatever contains its name, with sort and pages', async () => {
  const shop = await sharedStorefront()
  const made: number[] = []
  for (let n = 0; n < 9; n += 1) made.push(await shop.makeProduct({ category: 'Moon garden POT', price: 500 + n }))
  const newest = made.toReversed()
  const path = '/category/moon%20garden'
  assert.deepEqual(shownIds((await shop.ask(path)).html), newest.slice(0, 8))
  assert.deepEqual(shownIds((await shop.ask(`${path}?page=2`)).html), newest.slice(8))
  assert.deepEqual(shownIds((await shop.ask(`${path}?sort=lowToHigh`)).html), made.slice(0, 8))

  const unknown = await shop.ask('/category/nothing-of-this-kind')
  assert.equal(unknown.status, 404)
  assert.match(unknown.text, /No pots found .* See all pots/)
  assert.equal((await shop.ask('/category/nothing-of-this-kind.data')).status, 404)
  const [all] = await shop.sql<{ count: string }>(
    "select count(*) from products where approved and category ilike '%pot%'",
  )
  assert.match((await shop.ask('/category/POT')).text, new RegExp(` ${all?.count} pots `))
})

test('a pot that waits for approval is nowhere', async () => {
  const shop = await sharedStorefront()
  const changes = { title: 'Unseen Pot 77', category: 'Unseen', approved: false, featured: true }
  const id = await shop.makeProduct(changes)
  for (const path of ['/', '/allproduct?page=1', '/category/unseen', '/search?q=unseen']) {
    const { status, html } = await shop.ask(path)
    assert.equal(status, 200)
    assert.ok(!textOf(mainOf(html)).includes(changes.title), path)
  }
  const { status, text } = await shop.ask(`/productinfo/${id}`)
  assert.equal(status, 404)
  assert.match(text, /Product not found/)
})

test('at most eight featured products, newest first', async () => {
  const shop = await sharedStorefront()
  const made: number[] = []
  for (let n = 0; n < 9; n += 1) made.push(await shop.makeProduct({ featured: true }))
  await shop.makeProduct({ featured: true, approved: false })
  await showsFeatured(made.toReversed().slice(0, 8))
})

test('a card says what the pot is and costs', async () => {
  const shop = await sharedStorefront()
  const title = 'A Planter With A Name That No Card Can Hold'
  const changes = { title, featured: true, price: 1005, discount: 12, rating: 4.5, reviewCount: 118 }
  const id = await shop.makeProduct(changes)
  await showsFeatured([id])
  const card = cardOf((await shop.ask('/')).html, title)
  const text = textOf(card)
  for (const part of ['12% OFF', ' Gamla ', '4.5 (118 Reviews)', '₹1,005']) assert.ok(text.includes(part), part)
  // 1005 × 1.1 is 1105.5.
  assert.match(card, /<s>.*₹1,106<\/s>/)
  assert.match(card, /<h3[^>]*><span aria-hidden="true">A Planter With A Name Tha<\/span>/)
  assert.match(card, new RegExp(`<img[^>]* alt="${title}"`))
  assert.equal(card.match(new RegExp(`<a [^>]*href="/productinfo/${id}"`, 'g'))?.length, 2)
})

test('of a set what its parts cost together is struck through, on its card and its page, and nothing else', async () => {
  const shop = await sharedStorefront()
  const pot = await shop.makeProduct({ price: 700 })
  const title = `Pair of ${pot}`
  const id = await addSet(shop.shop.db, [{ id: pot, quantity: 2 }], { setPrice: 1300 })
  await shop.sql('update products set title = $1, discount = 50, featured = true where id = $2', [title, id])
  await showsFeatured([id])
  const page = mainOf((await shop.ask(`/productinfo/${id}`)).html)
  for (const html of [cardOf((await shop.ask('/')).html, title), page.replace(/You may also like[\s\S]*/, '')]) {
    assert.deepEqual([...new Set(html.match(/<s>.*?<\/s>/g)?.map((struck) => textOf(struck).trim()))], ['was ₹1,400'])
    assert.deepEqual([...new Set(textOf(html).match(/\d+% OFF/g))], ['7% OFF'])
  }
  const visited = JSON.parse((await shop.ask(`/visited?ids=${id},999999999`)).html)
  assert.deepEqual(
    visited.products.map((product: { title: string; price: number; was: number }) => [
      ...[product.title, product.price, product.was],
    ]),
    [[title, 1300, 1400]],
    'visited cards show what other cards show',
  )
})

test('a card shows no badge, stars or cut where there is nothing to show', async () => {
  const shop = await sharedStorefront()
  const title = 'Exactly twenty-five chars'
  const id = await shop.makeProduct({ title, featured: true, discount: 0 })
  await showsFeatured([id])
  const card = cardOf((await shop.ask('/')).html, title)
  assert.match(card, new RegExp(`<h3[^>]*>${title}</h3>`))
  assert.doesNotMatch(textOf(card), /OFF|Reviews/)
})

test('the card of a Sold pot says so, and its page offers no way to buy it', async () => {
  const shop = await sharedStorefront()
  const { html } = await shop.ask('/search?q=widee+fountain')
  const card = cardOf(html, 'Widee Fountain Bowl')
  assert.match(textOf(card), / Sold /)
  const page = await shop.ask(/href="([^"]*)"/.exec(card)?.[1] ?? '')
  assert.match(page.text, /Want this pot/)
  assert.doesNotMatch(page.html, /Add to cart|buy-bar/)
})

test('the search form leads to pots whose title holds the text, in capitals or not', async () => {
  const shop = await sharedStorefront()
  const { action, method, fields } = fillForm((await shop.ask('/')).html, 'Search', { 'Search products': 'BONSAI' })
  assert.deepEqual([method, action], ['get', '/search'])
  assert.deepEqual(fields, { q: 'BONSAI' })
  const { html } = await shop.ask('/search?q=BONSAI')
  const rows = await shop.sql<{ id: string }>("select id from products where approved and title ilike '%bonsai%'")
  assert.ok(rows.length > 0)
  assert.deepEqual(new Set(shownIds(html)), new Set(rows.map(({ id }) => Number(id))))
  assert.ok(cardOf(html, 'Bonsai Starter Tray'))
})

async function approvedIds(order: string): Promise<number[]> {
  const shop = await sharedStorefront()
  const rows = await shop.sql<{ id: string }>(`select id from products where approved order by ${order}`)
  return rows.map(({ id }) => Number(id))
}

/** The home page comes from a cache that hears of a change a moment later. */
async function showsFeatured(newest: number[]): Promise<void> {
  const shop = await sharedStorefront()
  await until(`the home page begins with ${newest}`, async () => {
    const shown = shownIds((await shop.ask('/')).html)
    return shown.length === 8 && newest.every((id, index) => shown[index] === id)
  })
}
