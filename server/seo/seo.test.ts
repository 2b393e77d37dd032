import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { IDS_A_FILE } from '#domain/seo/sitemap.ts'
import { readCatalogue } from '#server/catalog/sizes/queries.ts'
import { readConfig } from '#server/config.ts'
import type { Change } from '#server/live/change-feed.ts'
import { findSettings, upsertSettings } from '#server/settings/queries.ts'
import type { Shop } from '#server/shop.ts'
import { addCounted, addProduct, addProducts } from '#tests/support/fixtures/factories.ts'
import { db, pool } from '#tests/support/fixtures/own-database-fixture.ts'
import { createSeoEndpoints } from './endpoints.ts'
import { catalogueFeed, FeedTooLargeError, googleFeed, renderFeed, streamFeed } from './feeds.ts'
import { renderProductsSitemap, renderSitemapIndex } from './sitemap.ts'
import { listSitemapFiles, listSitemapProducts } from './sitemap-queries.ts'

const shop = {
  db,
  config: readConfig({ PUBLIC_URL: 'https://gamla.example' }),
  settings: { read: () => findSettings(db), readOrLast: () => findSettings(db) },
  catalogue: { read: () => readCatalogue(db) },
}
beforeEach(() => pool.query('truncate products, orders, order_lines cascade'))

test('a sitemap file holds the products for sale of one range of ids, however large the gaps', async () => {
  const far = 40_000_000 * IDS_A_FILE
  const ids = [1, IDS_A_FILE - 1, IDS_A_FILE, 5 * IDS_A_FILE + 3, far + 7]
  await addProducts(
    db,
    ids.map((id) => ({ id })),
  )
  await addProducts(db, [
    { id: 3 * IDS_A_FILE, approved: false },
    { id: 4 * IDS_A_FILE, onSale: false },
    { id: 2, approved: false },
  ])
  const files = await listSitemapFiles(db)
  assert.deepEqual(files, [0, 1, 5, 40_000_000])
  const listed = await Promise.all(files.map((file) => listSitemapProducts(db, file)))
  assert.deepEqual(
    listed.flat().map(({ id }) => id),
    ids,
  )
  const index = await (await renderSitemapIndex(shop)).text()
  assert.match(index, /products-40000000\.xml<\/loc><lastmod>/)
  assert.equal((await renderProductsSitemap(shop, 3)).status, 404)
})

test('an empty shop has an index, and no file of products', async () => {
  assert.deepEqual(await listSitemapFiles(db), [])
  assert.match(await (await renderSitemapIndex(shop)).text(), /sitemap\/pages\.xml/)
})

test('a page was last changed when the audit log says so', async () => {
  const id = await addProduct(db, { time: new Date('2026-01-01T00:00:00Z') })
  const read = async () =>
    (await listSitemapProducts(db, 0)).find((product) => product.id === id)?.lastmod.toISOString()
  const [first] = await addProducts(db, [{ id: 1_000_001, time: new Date('2026-01-01T00:00:00Z') }])
  assert.ok(first)
  assert.equal(await read(), '2026-01-01T00:00:00.000Z')
  await pool.query(
    `insert into audit (actor_id, actor_email, action, subject, time) values ('a', 'a', 'change product', $1, '2026-03-04T05:06:07Z')`,
    [`product ${id}`],
  )
  assert.equal(await read(), '2026-03-04T05:06:07.000Z')
})

test('thousands of products are read through indexes', async () => {
  // Variants are most of the work, and a sitemap reads none.
  await pool.query('alter table products disable trigger make_variants_insert')
  await pool.query(
    `insert into products (id, title, price, product_image_url, category, description, size_code, size_label, username, email, approved)
     select n * 5, 'Pot ' || n, 495, '{/pots/cubee-room}', 'Indoor POT', 'A pot', 'C01', 'CUBEE C01', 'a', 'a@b.example', true
     from generate_series(1, 4000) as n`,
  )
  await pool.query('alter table products enable trigger make_variants_insert')
  await pool.query('analyze products')
  const files = await listSitemapFiles(db)
  assert.ok(files.length >= 10)
  const explain = async (query: string) =>
    (await pool.query<{ 'QUERY PLAN': string }>(`explain ${query}`)).rows.map((row) => row['QUERY PLAN']).join('\n')
  const one = await explain('select id from products where approved and on_sale and id >= 4000 order by id limit 1')
  assert.match(one, /Index Only Scan using products_newest/)
})

test('a feed lists each size and finish at the price of its page, of products for sale only', async () => {
  const id = await addProduct(db, { title: 'Cube', price: 777, sizeCode: 'C02', sizeLabel: 'CUBEE C02' })
  await addProducts(db, [
    { title: 'Hidden', approved: false },
    { title: 'Away', onSale: false },
  ])
  const xml = await (await renderFeed(shop, googleFeed)).text()
  assert.equal(xml.match(/<item>/g)?.length, 16)
  assert.ok(xml.includes(`<g:id>${id}-C02-sandstone</g:id>`))
  assert.match(xml, /<g:title>Cube, C02, Sandstone<\/g:title>[\s\S]*?<g:price>777\.00 INR/)
  assert.match(xml, /<g:title>Cube, C01, Sandstone<\/g:title>[\s\S]*?<g:price>495\.00 INR/)
  assert.ok(!/Hidden|Away/.test(xml) && xml.endsWith('</channel></rss>\n'))
  const csv = await (await renderFeed(shop, catalogueFeed)).text()
  assert.equal(csv.trim().split('\r\n').length, 17)
  assert.match(csv, /^id,item_group_id,title,description,availability,condition,price,link,image_link,/)
})

test('a feed has the price of an offer while it holds', async () => {
  await addProduct(db, { price: 495 })
  const priceIn = async () => /<g:price>([^<]*)</.exec(await (await renderFeed(shop, googleFeed)).text())?.[1]
  await pool.query(`insert into offers (name, kind, amount, applies_to, starts_at)
    values ('Diwali', 'percent', 20, 'all', now() - interval '1 hour')`)
  assert.equal(await priceIn(), '396.00 INR')
  await pool.query('update offers set ends_at = now()')
  assert.equal(await priceIn(), '495.00 INR')
  await pool.query('delete from offers')
})

test('a feed names the highest delivery fee; a fresh shop delivers free', async () => {
  await addProduct(db)
  const rateIn = async () =>
    /<g:shipping>[\s\S]*?<g:price>([^<]*)</.exec(await (await renderFeed(shop, googleFeed)).text())?.[1]
  assert.equal(await rateIn(), '0.00 INR')
  const fees = [
    { zone: 'Karnataka', upToKg: 0, fee: 49 },
    { zone: 'Everywhere else', upToKg: 0, fee: 149 },
  ]
  await db.transaction((tx) => upsertSettings(tx, { deliveryFees: fees }))
  assert.equal(await rateIn(), '149.00 INR')
  await pool.query('delete from settings')
})

test('Sold and sold out are out of stock', async () => {
  await addCounted(db, { Sandstone: 0, 'Grey Stone': 9 }, { changes: { title: 'Counted' }, price: 444 })
  const csv = await (await renderFeed(shop, catalogueFeed)).text()
  assert.match(csv, /Counted, C01, Sandstone",A pot for a test\.,out of stock,new,444\.00 INR/)
  assert.match(csv, /Counted, C01, Grey Stone",A pot for a test\.,in stock,new,444\.00 INR/)
  assert.equal(csv.trim().split('\r\n').length, 3)
})

test('a feed that grows too large for the cache is sent as it is, and cached again when it is smaller', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  let change = (_: Change) => {}
  const changeFeed = {
    onChange(listener: typeof change) {
      change = listener
    },
  }
  const endpoints = createSeoEndpoints({ ...shop, changeFeed } as unknown as Shop, (work) => work())
  const [, serve] = endpoints.find(([permission]) => permission === 'GET /feed/google.xml') ?? assert.fail()
  /** How many items it has, and whether they come from the cache. */
  const ask = async () => {
    let isCached = false
    const response = await serve(new Request('https://gamla.example/feed/google.xml'), ({ responses }) => {
      isCached = true
      return new Response(new Uint8Array(responses.identity.body))
    })
    return { isCached, items: (await response.text()).match(/<item>/g)?.length }
  }

  await addProduct(db)
  assert.deepEqual(await ask(), { isCached: true, items: 16 })
  const description = 'x'.repeat(3000)
  await addProducts(
    db,
    Array.from({ length: 90 }, () => ({ description })),
  )
  change({ kind: 'product', id: '*' })
  const { items } = await ask()
  assert.equal(items, 91 * 16)

  await pool.query('delete from products where description = $1', [description])
  change({ kind: 'product', id: '*' })
  assert.equal((await ask()).items, 16)
  t.mock.timers.tick(60 * 60 * 1000)
  assert.deepEqual(await ask(), { isCached: true, items: 16 })
})

test('a feed that is too large for the cache is written as it is read', async () => {
  const description = 'x'.repeat(3000)
  await addProducts(
    db,
    Array.from({ length: 90 }, () => ({ description })),
  )
  await assert.rejects(renderFeed(shop, googleFeed), FeedTooLargeError)
  const running = { count: 0 }
  const text = await streamFeed(shop, googleFeed, running).text()
  assert.equal(text.match(/<item>/g)?.length, 90 * 16)
  assert.equal(running.count, 0)
  const left = streamFeed(shop, googleFeed, running).body?.getReader()
  await left?.read()
  assert.equal(running.count, 1)
  await left?.cancel()
  for (let wait = 0; wait < 100 && running.count > 0; wait++) await new Promise((resolve) => setTimeout(resolve, 10))
  assert.equal(running.count, 0, 'a reader who leaves gives the place back')
})
