import assert from 'node:assert/strict'
import { test } from 'node:test'
import { imageFile, jpegFile } from '#domain/catalog/images.ts'
import { fetchedFrom } from '#domain/catalog/own-pictures.ts'
import { type FeedFacts, feedItemOf, writeGoogleItem } from './feed.ts'
import { writeRobots, writeSitemap, writeSitemapIndex } from './sitemap.ts'
import type { ListedVariant } from './variants.ts'
import { escapeXml } from './xml.ts'

const product = {
  id: 17,
  title: 'Cube & Saucer',
  description: 'For <lemons> & “two”.\u0007',
  category: 'Indoor POT',
  productImageUrl: ['/pots/cubee-grey-stone-front', '/productImages/1-x.webp'],
}
const variant: ListedVariant = {
  ...{ id: 1, family: 'CUBEE', sizeCode: 'C02', words: 'C02, Sandstone', available: null },
  sku: '17-C02-sandstone',
  size: { code: 'C02', family: 'CUBEE', price: 849, width: 28, depth: 28, height: 28, weight: null, isRetired: false },
  finish: 'Sandstone',
  price: 849,
  isAvailable: true,
  image: '/pots/cubee-sandstone-front',
  barcode: null,
}
const facts: FeedFacts = { origin: 'https://gamla.example', shopName: 'Gamla', fileOf: imageFile }

/** Required by Google and Meta of every product. @see https://support.google.com/merchants/answer/7052112 */
const REQUIRED = ['id', 'title', 'description', 'link', 'image_link', 'availability', 'price', 'brand', 'condition']

test('an item has what merchant programs require', () => {
  const item = feedItemOf(product, variant, facts)
  const xml = writeGoogleItem(item)
  for (const name of REQUIRED) {
    assert.ok(item[name as keyof typeof item], name)
    assert.match(xml, new RegExp(`<g:${name}>[^<]+</g:${name}>`))
  }
  assert.match(xml, /<g:price>849\.00 INR<\/g:price>/)
  assert.match(xml, /<g:availability>in_stock<\/g:availability>/)
  assert.match(xml, /<g:item_group_id>17<\/g:item_group_id>/)
  assert.match(xml, /<g:image_link>https:\/\/gamla\.example\/pots\/[0-9a-f]{10}\/cubee-sandstone-front\/960\.webp</)
  assert.equal(xml.match(/<g:additional_image_link>/g)?.length, 2)
  assert.match(xml, /Cube &#38; Saucer, C02, Sandstone/)
  assert.ok(!xml.includes('\u0007') && !xml.includes('<lemons>'))
  const out = writeGoogleItem(feedItemOf(product, { ...variant, isAvailable: false }, facts))
  assert.match(out, /<g:availability>out_of_stock</)
})

test('a text that programs would refuse ends at a word, and a title keeps its size and finish', () => {
  const item = feedItemOf({ ...product, title: '🪴'.repeat(100) }, variant, facts)
  assert.ok(item.title.length <= 150 && item.title.isWellFormed())
  const words = 'Balcony planter '.repeat(400).trim()
  const { title, description } = feedItemOf({ ...product, title: words, description: words }, variant, facts)
  assert.ok(title.length <= 150 && title.endsWith('planter…, C02, Sandstone'), title)
  assert.ok(description.length <= 5000 && /(Balcony|planter)…$/.test(description))
})

test('an item leads to the page that opens with its size and finish', () => {
  const { link } = feedItemOf(product, { ...variant, finish: 'Grey Stone' }, facts)
  assert.equal(link, 'https://gamla.example/productinfo/17?size=C02&finish=Grey+Stone')
})

test('pictures come in the format of the program', () => {
  const item = feedItemOf(product, variant, { ...facts, fileOf: jpegFile })
  assert.equal(item.image_link, `https://gamla.example/feed/pictures${fetchedFrom('/pots/cubee-sandstone-front')}.jpg`)
  assert.equal(
    item.additional_image_link,
    `https://gamla.example/feed/pictures${fetchedFrom('/pots/cubee-grey-stone-front')}.jpg,https://gamla.example/productImages/1-x.webp`,
  )
})

test('XML holds any text', () => {
  assert.equal(escapeXml(`a<b>&"'\u0000\ud800\uffff🪴`), 'a&#60;b&#62;&#38;&#34;&#39;\ufffd🪴')
})

test('sitemaps name pages, times and pictures', () => {
  const lastmod = new Date('2026-11-22T10:00:00Z')
  const url = 'https://gamla.example/productinfo/1?a=1&b=2'
  const map = writeSitemap([{ url, lastmod, images: ['https://gamla.example/a.webp'] }])
  assert.match(
    map,
    /<loc>https:\/\/gamla\.example\/productinfo\/1\?a=1&#38;b=2<\/loc><lastmod>2026-11-22T10:00:00\.000Z</,
  )
  assert.match(map, /<image:image><image:loc>https:\/\/gamla\.example\/a\.webp<\/image:loc><\/image:image>/)
  assert.match(
    writeSitemapIndex([{ url }, { url, lastmod }]),
    /<sitemap><loc>[^<]+<\/loc><\/sitemap>\n<sitemap>.*<lastmod>/,
  )
  assert.match(writeRobots('https://gamla.example'), /\n\nSitemap: https:\/\/gamla\.example\/sitemap\.xml\n$/)
})
