import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { until } from '#tests/support/process.ts'
import { sharedStorefront } from '#tests/support/storefront.ts'

type Block = { '@type': string; name?: string; hasVariant?: Variant[]; itemListElement?: Crumb[] }
type Crumb = { position: number; name: string; item: string }
type Variant = { sku: string; offers: { price: number; availability: string; url: string } }

function blocksOf(html: string): Block[] {
  return Array.from(html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g), ([, json = '']) =>
    JSON.parse(json),
  )
}

test('robots.txt names the sitemap, whose files lead to every product, category and page', async () => {
  const shop = await sharedStorefront()
  const robots = await shop.ask('/robots.txt')
  assert.match(robots.html, new RegExp(`^Sitemap: ${shop.url}/sitemap.xml$`, 'm'))
  assert.match(robots.html, /^Disallow: \/adminDashboard$/m)
  const index = await shop.ask('/sitemap.xml')
  assert.match(index.headers.get('content-type') ?? '', /^application\/xml/)
  const listed: string[] = []
  for (const [, file = ''] of index.html.matchAll(/<loc>([^<]+)<\/loc>/g)) {
    const { status, html } = await shop.ask(file.replace(shop.url, ''))
    assert.equal(status, 200, file)
    listed.push(...Array.from(html.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url = '']) => url.replace(shop.url, '')))
  }
  const products = await shop.sql<{ id: string }>('select id from products where approved and on_sale')
  for (const { id } of products) assert.ok(listed.includes(`/productinfo/${id}`), id)
  const pages = listed.filter((path) => !path.startsWith('/productinfo/'))
  assert.ok(pages.some((path) => path.startsWith('/category/')))
  for (const path of [...pages, '/productinfo/1']) {
    const { status, html } = await shop.ask(path)
    assert.equal(status, 200, path)
    assert.ok(html.includes(`<link rel="canonical" href="${shop.url}${path}"`), path)
  }
})

test('unknown files of the sitemap are not found', async () => {
  const shop = await sharedStorefront()
  for (const file of [
    'products-99.xml',
    'products-01.xml',
    'products-.xml',
    'products-1e3.xml',
    'x',
    'pages.xml.data',
  ]) {
    assert.equal((await shop.ask(`/sitemap/${file}`)).status, 404, file)
  }
})

test('a product’s page describes what can be bought as the page offers it', async () => {
  const shop = await sharedStorefront()
  const id = await shop.makeProduct({ title: 'Described <Cube>', price: 888, sizeCode: 'C02', sizeLabel: 'CUBEE C02' })
  const { html, headers } = await shop.ask(`/productinfo/${id}`)
  const blocks = blocksOf(html)
  assert.deepEqual(
    blocks.map((block) => block['@type']),
    ['ProductGroup', 'BreadcrumbList', 'Organization'],
  )
  const [group, trail] = blocks
  assert.equal(group?.name, 'Described <Cube>')
  assert.equal(group?.hasVariant?.length, 16)
  const own = group?.hasVariant?.find(({ sku }) => sku === `${id}-C02-sandstone`)
  assert.deepEqual([own?.offers.price, own?.offers.availability], [888, 'https://schema.org/InStock'])
  assert.equal(own?.offers.url, `${shop.url}/productinfo/${id}?size=C02&finish=Sandstone`)
  assert.equal(trail?.itemListElement?.at(-1)?.item, `${shop.url}/productinfo/${id}`)
  assert.doesNotMatch(headers.get('content-security-policy') ?? '', /unsafe-inline'[^;]*;?\s*script/)
  assert.deepEqual(
    blocksOf((await shop.ask('/')).html).map((block) => block['@type']),
    ['WebSite', 'Organization'],
  )
  assert.deepEqual(blocksOf((await shop.ask('/search?q=cube')).html), [])
})

test('a category’s page describes the way to it, an unknown one and a search do not', async () => {
  const shop = await sharedStorefront()
  for (const path of [
    '/category/Bonsai%20POT',
    '/category/Bonsai%20POT?sort=lowToHigh',
    '/category/Bonsai%20POT.data',
  ]) {
    const isData = path.endsWith('.data')
    const { html } = await shop.ask(path)
    const [trail, ...others] = blocksOf(html)
    assert.equal(html.includes('BreadcrumbList'), !isData, path)
    if (isData) continue
    assert.deepEqual(
      trail?.itemListElement?.map(({ position, name, item }) => [position, name, item.replace(shop.url, '')]),
      [
        [1, 'Home', '/'],
        [2, 'All pots', '/allproduct'],
        [3, 'Bonsai POT', '/category/Bonsai%20POT'],
      ],
    )
    assert.ok(html.includes(`<link rel="canonical" href="${trail?.itemListElement?.at(-1)?.item}"`))
    assert.deepEqual(
      others.map((block) => block['@type']),
      ['Organization'],
    )
  }
  for (const path of ['/category/nothing-of-that-kind', '/search?q=bonsai', '/allproduct'])
    assert.ok(!(await shop.ask(path)).html.includes('BreadcrumbList'), path)
})

test('feeds and sitemap follow a change, and name the page’s price', async () => {
  const shop = await sharedStorefront()
  const id = await shop.makeProduct({ title: 'Fed Cube', price: 600 })
  const sku = `${id}-C01-grey-stone`
  const prices = async () => {
    const google = (await shop.ask('/feed/google.xml')).html
    const csv = (await shop.ask('/feed/catalogue.csv')).html
    const [group] = blocksOf((await shop.ask(`/productinfo/${id}`)).html)
    return [
      new RegExp(`<g:id>${sku}</g:id>.*?<g:price>([^<]+)<`).exec(google)?.[1],
      new RegExp(`^${sku},.*?,new,([^,]+),`, 'm').exec(csv)?.[1],
      `${group?.hasVariant?.find((variant) => variant.sku === sku)?.offers.price}.00 INR`,
    ]
  }
  const are = async (price: string) => (await prices()).every((found) => found === price)
  await until('the new product in both feeds', () => are('600.00 INR'))
  await shop.sql('update products set price = 650 where id = $1', [id])
  await until('the new price in both feeds', () => are('650.00 INR'))
  await shop.sql('update products set on_sale = false where id = $1', [id])
  await until('gone from the feed', async () => !(await shop.ask('/feed/google.xml')).html.includes(sku))
  await until('gone from the sitemap', async () => {
    const { html } = await shop.ask('/sitemap/products-0.xml')
    return !html.includes(`/productinfo/${id}<`)
  })
  // The other tests count what is approved.
  await shop.sql('delete from products where id = $1', [id])
})

test('the catalogue names JPEGs, which Meta asks for, at least 500 pixels wide', async () => {
  const shop = await sharedStorefront()
  const { html } = await shop.ask('/feed/catalogue.csv')
  const [address = ''] = /https?:[^,"]*\/feed\/pictures\/pots\/[\w/-]+\.jpg/.exec(html) ?? []
  assert.doesNotMatch(html, /\.(webp|avif)[",]/)
  const picture = await fetch(address)
  assert.equal(picture.headers.get('content-type'), 'image/jpeg')
  const { format, width } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
  assert.equal(format, 'jpeg')
  assert.ok(width >= 500, `${width}`)
  for (const path of ['pots/nothing.jpg', 'pots/cubee-room.webp', 'productImages/1-x.jpg', 'pots/..%2Findex.jpg', '']) {
    assert.equal((await shop.ask(`/feed/pictures/${path}`)).status, 404, path)
  }
})

test('a feed is sent compressed, and not again while it is the same', async () => {
  const shop = await sharedStorefront()
  const first = await fetch(`${shop.url}/feed/google.xml`, { headers: { 'accept-encoding': 'br' } })
  assert.equal(first.headers.get('content-encoding'), 'br')
  await first.body?.cancel()
  const etag = first.headers.get('etag') ?? ''
  const again = await fetch(`${shop.url}/feed/google.xml`, {
    headers: { 'accept-encoding': 'br', 'if-none-match': etag },
  })
  assert.equal(again.status, 304)
})

test('titles and descriptions end at a word', async () => {
  const shop = await sharedStorefront()
  const words = 'Balcony garden planter for lemon trees and tulsi with a saucer and a very long name '.repeat(3).trim()
  const id = await shop.makeProduct({ title: words.slice(0, 190), description: words })
  const { html } = await shop.ask(`/productinfo/${id}`)
  const title = /<title>([^<]+) · Gamla<\/title>/.exec(html)?.[1] ?? ''
  const description = /<meta name="description" content="[^"]*? · ([^"]+)"/.exec(html)?.[1] ?? ''
  for (const text of [title, description]) {
    assert.ok(text.endsWith('…') && text.length <= 161, text)
    assert.ok(`${words} `.startsWith(`${text.slice(0, -1)} `), text)
  }
})

test('the canonical address has the page of a list, and neither sort, campaign nor a slash at the end', async () => {
  const shop = await sharedStorefront()
  for (const [path, canonical] of [
    ['/allproduct?sort=lowToHigh&page=2&utm_source=x', '/allproduct?page=2'],
    ['/category/bonsai?sort=highToLow', '/category/bonsai'],
    ['/allproduct?page=1', '/allproduct'],
    ['/?utm_source=x', '/'],
    ['/warranty/', '/warranty'],
    ['/productinfo/1/', '/productinfo/1'],
  ] as const) {
    assert.ok((await shop.ask(path)).html.includes(`<link rel="canonical" href="${shop.url}${canonical}"`), path)
  }
})
