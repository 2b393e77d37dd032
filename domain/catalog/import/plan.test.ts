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

const seeds = (pack: string, more: Record<string, string> = {}) => ({
  ...{ handle: 'basil', title: 'Basil seeds', type: 'Seeds', tags: 'Herbs, indoor', 'option1 name': 'Pack' },
  ...{ 'option1 value': pack, 'variant price': '49', 'variant grams': '5', ...more },
})
const added = (list: Record<string, string>[], more?: Partial<ImportFacts>) => {
  const [one] = decide(readShopify(rows(list)), more).products
  assert.ok(one?.decision.kind === 'add', JSON.stringify(one?.decision))
  return one.decision
}

test('a seed packet comes with its options, codes and tags, and nobody is asked for its centimetres', () => {
  const file = readShopify(
    rows([
      seeds('50 seeds', { 'variant barcode': '8901234567890', 'variant inventory qty': '7', 'variant sku': 'B-50' }),
      seeds('1,000 seeds', { 'variant price': '299', 'variant barcode': '12345', 'variant image': 'https://x/b.jpg' }),
    ]),
  )
  const { products, sizes, finishes } = decide(file, { pictures: new Map([['b.jpg', '/productImages/1-b']]) })
  assert.deepEqual([sizes, finishes], [[], []])
  const [one] = products
  assert.ok(one?.decision.kind === 'add')
  const { values, cells, notes } = one.decision
  assert.partialDeepStrictEqual(values, { sizeCode: '', price: 49, sku: '', tags: 'Herbs, indoor', stock: 'counted' })
  assert.partialDeepStrictEqual(cells, [
    {
      sizeCode: '',
      finish: 'Pack: 50 seeds',
      units: 7,
      price: 49,
      sku: 'B-50',
      barcode: '8901234567890',
      weight: 0.005,
    },
    { finish: 'Pack: 1.000 seeds', price: 299, barcode: null, image: '/productImages/1-b' },
  ])
  assert.match(notes.join(), /barcode of row 3 is left out/)
  const present = new Map([
    [
      'basil',
      {
        ...values,
        id: 1,
        pictures: one.decision.pictures,
        cells: cells.map((cell) => ({ ...cell, units: cell.units ?? 0 })),
      },
    ],
  ])
  assert.equal(decide(file, { present }).products[0]?.decision.kind, 'unchanged')
})

test('a pot shows the picture of a variant in the finish of that variant, and brings it once', () => {
  const inColour = (colour: string, image: string) => ({
    ...pot,
    ...{ 'option1 name': 'Colour', 'option1 value': colour, 'variant image': `https://x/${image}.jpg` },
  })
  const file = readShopify(rows([inColour('Grey Stone', 'grey'), inColour('Terracotta', 'red')]))
  const pictures = new Map(['grey', 'red'].map((name) => [`${name}.jpg`, `/productImages/1-${name}`]))
  const [one] = decide(file, { pictures }).products
  assert.ok(one?.decision.kind === 'add')
  assert.deepEqual(one.decision.finishPictures, {
    'Grey Stone': '/productImages/1-grey',
    Terracotta: '/productImages/1-red',
  })
  const stored = { ...one.decision.values, id: 1, pictures: one.decision.pictures, cells: [] }
  const [again] = decide(file, { pictures, present: new Map([['pot', stored]]) }).products
  assert.deepEqual(again?.decision.kind !== 'problem' && again?.decision.finishPictures, {})
})

test('what is called a pot asks for its measures; anything else without them has its options instead', () => {
  const kindOf = (cells: Record<string, string>) => {
    const [one] = decide(readShopify(rows([{ handle: 'x', 'variant price': '5', ...cells }]))).products
    return one?.decision.kind === 'add' ? one.decision.values.sizeCode || 'Other' : one?.decision.kind
  }
  assert.equal(kindOf({ title: 'Ribbed planter' }), 'problem')
  assert.equal(kindOf({ title: 'Scented candle' }), 'Other')
  assert.equal(kindOf({ title: 'Scented candle', type: 'Planters' }), 'problem')
  assert.equal(kindOf({ title: 'Tomato seeds 10 x 15 x 1 cm' }), 'Other')
  assert.equal(kindOf({ title: 'Cube 20 x 20 x 20 cm' }), 'ONE-SIZE')
})

test('a product without options has price and SKU of its own, and an MRP that nothing is above', () => {
  const plain = added([{ ...seeds('Default Title', { 'variant sku': 'B-1', 'variant compare at price': '59' }) }])
  assert.partialDeepStrictEqual(plain.values, { sku: 'B-1', mrp: 59, price: 49 })
  assert.partialDeepStrictEqual(plain.cells, [{ finish: '', price: null, sku: null }])
  const two = added([seeds('a', { 'variant compare at price': '59' }), seeds('b', { 'variant price': '60' })])
  assert.equal(two.values.mrp, null)
})

test('tags are kept, those added here too, and further categories of WooCommerce become tags', () => {
  const file = readWoocommerce(
    rows([
      {
        id: '7',
        type: 'simple',
        name: 'Neem cake',
        categories: 'Care > Manure, Offers',
        tags: 'organic',
        'regular price': '90',
      },
    ]),
    '2026-11-22',
  )
  const [one] = decide(file).products
  assert.ok(one?.decision.kind === 'add')
  assert.deepEqual([one.decision.values.category, one.decision.values.tags], ['Manure', 'organic, Offers'])
  assert.match(one.decision.notes.join(), /the others are tags/)
  const stored = { ...one.decision.values, tags: 'gift, Organic', id: 1, pictures: {}, cells: [] }
  const again = decide(file, { present: new Map([['7', stored]]) }).products[0]
  assert.ok(again?.decision.kind === 'change')
  assert.equal(again.decision.after.tags, 'gift, Organic, Offers')
})
