import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Catalogue } from '#domain/catalog/sizes.ts'
import { SIZES } from '#domain/catalog/specified-sizes.ts'
import type { Variant } from '#domain/catalog/variant.ts'
import { variantsOf } from '#domain/orders/sample-product.ts'
import { organizationOf } from '#domain/seo/structured-data.ts'
import { defaultShopInfo } from '#domain/shop/shop-info.ts'
import { breadcrumbListOf, productGroupOf, type ShopFacts, websiteOf, writeStructuredData } from './structured-data.ts'
import { listedVariants, variantSku } from './variants.ts'

/**
 * What Google's documentation of structured data asks for and recommends, November 2026. Left out of the recommended ones is
 * what the shop does not know: GTIN, MPN, material, pattern, audience, certifications, ratings by buyers and written reviews.
 *
 * @see https://developers.google.com/search/docs/appearance/structured-data/product-variants
 * @see https://developers.google.com/search/docs/appearance/structured-data/merchant-listing
 * @see https://developers.google.com/search/docs/appearance/structured-data/breadcrumb
 * @see https://developers.google.com/search/docs/appearance/structured-data/organization
 */
const EXPECTED: Record<string, { required: string[]; recommended: string[] }> = {
  ProductGroup: {
    required: ['name'],
    recommended: [
      ...['brand', 'description', 'hasVariant', 'productGroupID', 'url', 'variesBy', 'image', 'category', 'sku'],
    ],
  },
  Product: {
    required: ['name', 'image', 'offers', 'sku'],
    recommended: ['color', 'size', 'description', 'subjectOf'],
  },
  '3DModel': { required: ['encoding'], recommended: [] },
  MediaObject: { required: ['contentUrl'], recommended: ['encodingFormat'] },
  Offer: {
    required: ['price', 'priceCurrency'],
    recommended: ['availability', 'itemCondition', 'url', 'shippingDetails', 'hasMerchantReturnPolicy'],
  },
  OfferShippingDetails: { required: ['shippingRate', 'shippingDestination'], recommended: ['deliveryTime'] },
  MonetaryAmount: { required: ['value', 'currency'], recommended: [] },
  DefinedRegion: { required: ['addressCountry'], recommended: [] },
  ShippingDeliveryTime: { required: [], recommended: ['handlingTime', 'transitTime'] },
  QuantitativeValue: { required: ['minValue', 'maxValue', 'unitCode'], recommended: [] },
  MerchantReturnPolicy: {
    required: ['applicableCountry', 'returnPolicyCategory', 'merchantReturnDays'],
    recommended: ['returnMethod', 'returnFees', 'refundType', 'merchantReturnLink'],
  },
  Organization: { required: [], recommended: ['name', 'url', 'logo'] },
  Brand: { required: ['name'], recommended: [] },
  BreadcrumbList: { required: ['itemListElement'], recommended: [] },
  ListItem: { required: ['position', 'name', 'item'], recommended: [] },
  WebSite: { required: ['url', 'name', 'potentialAction'], recommended: [] },
  SearchAction: { required: ['target', 'query-input'], recommended: [] },
  EntryPoint: { required: ['urlTemplate'], recommended: [] },
}

const catalogue: Catalogue = {
  sizes: SIZES.map((size) => ({ ...size, weight: null, isRetired: false })),
  finishes: ['Grey Stone', 'Marble White'].map((name) => ({ name, swatch: '#888888', isRetired: false })),
}
const product = {
  id: 17,
  title: 'Cube </script><b>',
  description: 'A cube.',
  category: 'Indoor POT',
  productImageUrl: ['/pots/cubee-grey-stone-front', '/pots/cubee-room'],
  sizeCode: 'C02',
  price: 900,
  sold: false,
  sku: 'CUBE',
  reviews: { rating: 4.5, count: 12 },
}
const listed = (of: typeof product & { sold?: boolean }, within: Catalogue) =>
  listedVariants(of, variantsOf(of, within), within)
const facts: ShopFacts = {
  origin: 'https://gamla.example',
  shop: { shopName: 'Gamla', deliveryDays: 7, packingDays: 1, deliveryFees: [] },
  hasDefaultReturns: true,
}
const addressOf = (image: string) => `https://gamla.example${image}/960.webp`

type Thing = { '@type': string } & Record<string, unknown>
function listThings(value: unknown): Thing[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap(listThings)
  return '@type' in value ? [value as Thing, ...inside] : inside
}

test('every block has what search engines require and recommend', () => {
  const blocks = [
    productGroupOf(product, listed(product, catalogue), facts, addressOf),
    breadcrumbListOf({ name: 'Cube', path: '/productinfo/17' }, { origin: facts.origin, nouns: 'pots' }),
    websiteOf(facts),
    organizationOf(defaultShopInfo, { origin: facts.origin, logo: addressOf('/logo') }),
  ]
  const seen = new Set<string>()
  for (const thing of listThings(blocks)) {
    const type = thing['@type']
    const expected = EXPECTED[type]
    assert.ok(expected, `${type} is not in the lists`)
    for (const name of [...expected.required, ...expected.recommended]) {
      const value = thing[name]
      assert.ok(value !== undefined && value !== '' && value !== null, `${type}.${name}`)
    }
    seen.add(type)
  }
  assert.deepEqual([...seen].sort(), Object.keys(EXPECTED).sort())
})

test('search engines get no stars that no buyer has given', () => {
  const block = productGroupOf(product, listed(product, catalogue), facts, addressOf)
  assert.doesNotMatch(JSON.stringify(block), /rating|review/i)
  const rated = productGroupOf(
    product,
    listed(product, catalogue),
    { ...facts, rating: { rating: 4, count: 1 } },
    addressOf,
  )
  assert.deepEqual(rated.aggregateRating, { '@type': 'AggregateRating', ratingValue: 4, reviewCount: 1 })
})

test('attributes are properties with a name and a value', () => {
  const stone = { ...product, attributes: 'Material: Stone\nDrainage: Yes' }
  const block = productGroupOf(stone, listed(product, catalogue), facts, addressOf)
  assert.deepEqual(block.additionalProperty, [
    { '@type': 'PropertyValue', name: 'Material', value: 'Stone' },
    { '@type': 'PropertyValue', name: 'Drainage', value: 'Yes' },
  ])
})

test('each size and finish is a variant of its own, at the price of the page', () => {
  const variants = listed(product, catalogue)
  assert.equal(variants.length, 8)
  assert.equal(new Set(variants.map(({ sku }) => sku)).size, 8)
  assert.deepEqual(
    variants
      .filter(({ finish }) => finish === 'Marble White')
      .map(({ size, price, image }) => [size?.code, price, image]),
    [
      ['C01', 495, '/pots/cubee-marble-white-front'],
      ['C02', 900, '/pots/cubee-marble-white-front'],
      ['C03', 1999, '/pots/cubee-marble-white-large-front'],
      ['C04', 2980, '/pots/cubee-marble-white-large-front'],
    ],
  )
  assert.ok(variants.every(({ isAvailable }) => isAvailable))
  assert.ok(listed({ ...product, sold: true }, catalogue).every(({ isAvailable }) => !isAvailable))
})

test('a variant with a picture of its own is listed with it, in feeds too', () => {
  const pictured = variantsOf(product, catalogue).map((variant) =>
    variant.finish === 'Marble White' ? { ...variant, image: '/productImages/1-white' } : variant,
  )
  const variants = listedVariants(product, pictured, catalogue)
  assert.deepEqual(
    [...new Set(variants.map(({ finish, image }) => `${finish} ${image}`))],
    [
      'Grey Stone /pots/cubee-grey-stone-front',
      'Marble White /productImages/1-white',
      'Grey Stone /pots/cubee-grey-stone-large-front',
    ],
  )
})

test('a product of another kind says between which prices it is', () => {
  const bag = { ...variantsOf(product, catalogue)[0], sizeCode: '', family: '', image: null } as Variant
  const soils = [
    { ...bag, finish: 'Pack: 1 kg', price: 99 },
    { ...bag, finish: 'Pack: 5 kg', price: 399 },
  ]
  const offersOf = (of: Variant[]) =>
    productGroupOf(product, listedVariants(product, of, catalogue), facts, addressOf).offers
  assert.deepEqual(offersOf(soils), {
    ...{ '@type': 'AggregateOffer', lowPrice: 99, highPrice: 399, priceCurrency: 'INR', offerCount: 2 },
  })
  assert.equal(offersOf(soils.slice(0, 1)), undefined)
  assert.equal(offersOf(variantsOf(product, catalogue)), undefined)
})

test('a size and finish names its 3D model where there is one', () => {
  const finishes = ['Grey Stone', 'Brass'].map((name) => ({ name, swatch: '#888888', isRetired: false }))
  const group = productGroupOf(product, listed(product, { ...catalogue, finishes }), facts, addressOf)
  const models = listThings(group).filter((thing) => thing['@type'] === 'MediaObject')
  assert.deepEqual(
    models.map(({ contentUrl }) => contentUrl),
    ['C01', 'C02', 'C03', 'C04'].map((code) => `https://gamla.example/models/${code}-grey-stone.glb`),
  )
})

test('a product of another kind is described by its options, without size and colour', () => {
  const soil = { ...product, title: 'Soil', sizeCode: '' }
  const [bag] = variantsOf(product, catalogue)
  const variants = ['Pack: 5 kg', ''].map((finish) => ({ ...bag, family: '', sizeCode: '', finish }) as Variant)
  const group = productGroupOf(soil, listedVariants(soil, variants, catalogue), facts, addressOf)
  assert.equal(group.variesBy, undefined)
  const [packed, plain] = group.hasVariant as Record<string, unknown>[]
  assert.deepEqual(
    [packed?.name, packed?.sku, packed?.size, packed?.color, plain?.name, plain?.sku],
    ['Soil, Pack: 5 kg', variantSku(17, '', 'Pack: 5 kg'), undefined, undefined, 'Soil', '17'],
  )
  assert.match(JSON.stringify(packed), /productinfo\/17\?option=Pack%3A\+5\+kg/)
  assert.doesNotMatch(JSON.stringify(group), /\bcm\b|size|color/)
})

test('codes are stable, short, and differ for names that look alike', () => {
  assert.equal(variantSku(17, 'C02', 'Grey Stone'), '17-C02-grey-stone')
  const names = [
    'Grey Stone',
    'Grey-Stone',
    'धूसर',
    'Grey Stone with a very long name',
    'Grey Stone with a very long nam',
  ]
  const skus = names.map((name) => variantSku(999_999_999_999_999, 'A2345678901234567890', name))
  assert.equal(new Set(skus).size, names.length)
  for (const sku of skus) assert.ok(sku.length <= 50 && /^[\w-]+$/.test(sku), sku)
})

test('the highest delivery fee is told', () => {
  const deliveryFees = [
    { zone: 'Karnataka', upToKg: 0, fee: 49 },
    { zone: 'Everywhere else', upToKg: 0, fee: 149 },
  ]
  const charged = { ...facts, shop: { ...facts.shop, deliveryFees } }
  const things = listThings(productGroupOf(product, listed(product, catalogue), charged, addressOf))
  for (const thing of things.filter((one) => one['@type'] === 'OfferShippingDetails'))
    assert.equal((thing.shippingRate as { value: number }).value, 149)
})

test('of returns that the owner described, and of days that nobody promised, nothing is claimed', () => {
  const own = {
    ...facts,
    hasDefaultReturns: false,
    shop: { shopName: 'Gamla', deliveryDays: 0, packingDays: 0, deliveryFees: [] },
  }
  const things = listThings(productGroupOf(product, listed(product, catalogue), own, addressOf))
  for (const thing of things.filter((one) => one['@type'] === 'MerchantReturnPolicy'))
    assert.deepEqual(Object.keys(thing), ['@type', 'merchantReturnLink'])
  assert.ok(!things.some((thing) => thing['@type'] === 'ShippingDeliveryTime'))
})

test('no text ends the element', () => {
  const json = writeStructuredData(productGroupOf(product, [], facts, addressOf))
  assert.doesNotMatch(json, /</)
  assert.equal(JSON.parse(json).name, product.title)
})
