import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Size } from '#domain/catalog/sizes.ts'
import { SIZES } from '#domain/catalog/specified-sizes.ts'
import { NO_CHOICES, parseChoices } from './mapping.ts'
import { decideFile, type ImportFacts } from './plan.ts'
import { recogniseSource, type SourceFile } from './row.ts'
import { readShopify } from './shopify.ts'
import { readWoocommerce } from './woocommerce.ts'

const catalogue = {
  sizes: SIZES,
  finishes: [{ name: 'Grey Stone', swatch: '#86878a', isRetired: false }],
  families: [...new Set(SIZES.map(({ family }) => family))],
}

function rows(list: Record<string, string>[]) {
  return list.map((cells, index) => ({ row: index + 2, cells }))
}

function decide(file: SourceFile, more: Partial<ImportFacts> = {}) {
  const empty = { earlier: [], present: new Map(), pictures: new Map(), category: 'POT', skuOwners: new Map() }
  return decideFile({ file, catalogue, choices: NO_CHOICES, ...empty, ...more })
}

const pot = { handle: 'pot', title: 'Pot 20 x 20 x 20 cm', 'variant price': '500' }

test('exports are recognised by their headings, old and new', () => {
  assert.equal(recogniseSource(['Handle', 'Title', 'Body (HTML)']), 'shopify')
  assert.equal(recogniseSource(['Title', 'URL handle', 'Description', 'Price']), 'shopify')
  assert.equal(recogniseSource(['ID', 'Type', 'SKU', 'Name', 'Published']), 'woocommerce')
  assert.equal(recogniseSource(['id', 'version', 'title', 'price', 'sizeCode']), undefined)
})

test('the newer headings of Shopify are read as the older ones', () => {
  const { products } = readShopify(
    rows([
      {
        ...{
          'url handle': 'Ribbed',
          title: 'Ribbed',
          description: '<p>Light</p>',
          'published on online store': 'TRUE',
        },
        ...{ 'option1 name': 'Size', 'option1 value': 'C02', 'option2 name': 'Pattern', 'option2 value': 'Zigzag' },
        ...{ 'option3 name': 'Colour', 'option3 value': 'Red', sku: 'R-1', price: '900', 'compare-at price': '999' },
        ...{ 'inventory quantity': '4', 'weight value (grams)': '1500', 'product image url': 'https://x/a.jpg' },
        ...{ 'continue selling when out of stock': 'TRUE', status: 'Active' },
      },
    ]),
  )
  const [product] = products
  assert.deepEqual([product?.key, product?.isPublished, product?.pictures[0]?.name], ['ribbed', true, 'a.jpg'])
  const [variant] = product?.variants ?? []
  assert.deepEqual(
    [variant?.size, variant?.finish, variant?.units, variant?.compareAt],
    ['C02', 'Zigzag / Red', 4, 999],
  )
  const [decided] = decide({ source: 'shopify', products, skipped: [] }).products
  assert.ok(decided?.decision.kind === 'add')
  assert.equal(decided.decision.values.sizeLabel, 'CUBEE C02')
  assert.match(decided.decision.notes.join(), /ordered when out of stock/)
})

test('what is not offered for sale there is off sale here', () => {
  const hidden: Record<string, string>[] = [
    { published: 'false' },
    { status: 'draft' },
    { status: 'archived' },
    { status: 'unlisted' },
  ]
  for (const cells of hidden) assert.equal(readShopify(rows([{ ...pot, ...cells }])).products[0]?.isPublished, false)
  for (const [published, isPublished] of [
    ['1', true],
    ['0', false],
    ['-1', false],
  ] as const) {
    const read = readWoocommerce(rows([{ type: 'simple', name: 'Pot', 'regular price': '5', published }]), '2026-11-22')
    assert.equal(read.products[0]?.isPublished, isPublished)
  }
})

test('a family of one product is named after the beginning of its title', () => {
  const named: Record<string, string> = {
    'Jaipur Ribbed Planter': 'Jaipur Ribbed Planter',
    'Terrace Tub, glazed': 'Terrace Tub',
    'तुलसी गमला – 20 x 20 x 25 cm': 'तुलसी गमला',
    'Round Pot 30 cm (set of 2)': 'Round Pot',
    'Self-watering Pot with saucer for balconies': 'Self-watering Pot',
    'Handmade terracotta bell planter': 'Handmade terracotta bell',
    '12 inch Bowl': '12 inch Bowl',
    'terrace TUB | large': 'terrace TUB 2',
  }
  const file = readShopify(
    rows(
      Object.keys(named).map((title, index) => ({
        ...{ handle: `p${index}`, title, type: 'Planters', 'variant price': '500' },
        ...{ 'option1 name': 'Size', 'option1 value': `${10 + index} x 10 x 10 cm` },
      })),
    ),
  )
  assert.deepEqual(decide(file).added.families, Object.values(named))
})

test('products that share sizes share a family, and others get one of their own', () => {
  const of = (handle: string, size: string) => ({
    ...{ handle, title: handle, type: 'Planters', 'variant price': '500' },
    ...{ 'option1 name': 'Size', 'option1 value': size },
  })
  const file = readShopify(
    rows([
      of('one', 'Small'),
      of('one', 'Large'),
      of('two', 'Small'),
      of('three', '30 x 30 x 30 cm'),
      of('four', 'C01'),
    ]),
  )
  const typed = new FormData()
  for (const name of ['Small', 'Large'])
    for (const side of ['width', 'depth', 'height']) typed.set(`${side}:Planters|${name}|`, '20')
  const choices = parseChoices(typed, NO_CHOICES)
  assert.ok(choices.ok)
  const { added, products } = decide(file, { choices: choices.value })
  assert.deepEqual(added.families, ['Planters', 'three'])
  assert.deepEqual(
    added.sizes.map(({ code, family }) => `${family} ${code}`),
    ['Planters SMALL', 'Planters LARGE', 'three 30-X-30-X-30-CM'].map((label) => label.slice(0, 40)),
  )
  const again = decide(file, {
    catalogue: { ...catalogue, sizes: [...SIZES, { ...added.sizes[0], isRetired: false } as Size] },
  })
  assert.equal(again.sizes.find(({ value }) => value === 'Small')?.code, undefined)
  const [, , , four] = products
  assert.equal(four?.decision.kind === 'add' && four.decision.values.sizeLabel, 'CUBEE C01')
})

test('what our products cannot hold is said', () => {
  const many = Array.from({ length: 7 }, (_, index) => ({ handle: 'pot', 'image src': `https://x/${index}.jpg` }))
  const notesOf = (list: Record<string, string>[]) => {
    const [one] = decide(readShopify(rows(list))).products
    return one?.decision.kind === 'problem' ? one.decision.problem : (one?.decision.notes.join(' ') ?? '')
  }
  assert.match(notesOf([pot, ...many]), /7 pictures; the first 5/)
  assert.match(notesOf([{ ...pot, 'variant price': '499.50' }]), /499.50 became ₹500/)
  assert.match(notesOf([{ ...pot, title: `20 x 20 x 20 cm ${'long '.repeat(60)}` }]), /title is cut/)
  assert.match(notesOf([pot, { handle: 'pot', 'variant price': '600', 'variant sku': 'x' }]), /Row 3 is left out/)
  assert.match(
    notesOf(Array.from({ length: 101 }, (_, index) => ({ ...pot, 'variant sku': `${index}` }))),
    /more than 100/,
  )
  const two = decide(
    readShopify(
      rows([
        { ...pot, 'variant sku': 'A' },
        { ...pot, handle: 'other', 'variant sku': 'a' },
      ]),
    ),
  )
  assert.match(two.products[1]?.decision.notes.join() ?? '', /Another product has the SKU a/)
  assert.equal(
    JSON.stringify(decide(readShopify(rows([{ ...pot, handle: '__proto__' }]))).products[0]?.decision.kind),
    '"add"',
  )
})
