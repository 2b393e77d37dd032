import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Product } from '#domain/catalog/product.ts'
import { parseRecentlyVisited, RECENTLY_VISITED_LIMIT, visit } from './recently-visited.ts'

const pot = (id: number, fields: Partial<Product> = {}): Product => ({
  id,
  title: `Cubee ${id}`,
  price: 849,
  productImageUrl: ['/images/a.webp'],
  category: 'POT',
  description: 'A cube.',
  quantity: 1,
  sizeCode: 'C02',
  sizeLabel: 'CUBEE C02',
  featured: false,
  sold: false,
  discount: 10,
  reviews: { rating: 4.5, count: 12 },
  time: '2026-11-21T03:45:00.000Z',
  ...fields,
})
const ids = (products: readonly Product[]) => products.map(({ id }) => id)

test('the last 8 products visited are kept, newest first', () => {
  assert.equal(RECENTLY_VISITED_LIMIT, 8)
  let visited: Product[] = []
  for (let id = 1; id <= 10; id++) visited = visit(visited, pot(id))
  assert.deepEqual(ids(visited), [10, 9, 8, 7, 6, 5, 4, 3])
})

test('a product visited again moves to the front, as it is now, and is not there twice', () => {
  const visited = visit([pot(3), pot(2), pot(1)], pot(2, { price: 799 }))
  assert.deepEqual(ids(visited), [2, 3, 1])
  assert.equal(visited[0]?.price, 799)
})

test('whatever is visited, no product is there twice and the last one is first', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1 }), (walk) => {
      const visited = walk.reduce<Product[]>((before, id) => visit(before, pot(id)), [])
      assert.deepEqual(ids(visited), [...new Set(walk.toReversed())].slice(0, 8))
    }),
  )
})

test('what an older version stored is shown as it was, and what is no alt text or MRP is left out', () => {
  const parsed = (product: object) => parseRecentlyVisited(JSON.stringify([product]))[0]
  const old = parsed(pot(1))
  assert.ok(old && old.mrp === undefined && old.altTexts === undefined)
  const details = { mrp: 900, altTexts: { '/images/a.webp': 'A cube' } }
  assert.partialDeepStrictEqual(parsed(pot(1, details)), details)
  const wrong = parsed({ ...pot(1), mrp: 'much', altTexts: { '/images/a.webp': 7 } })
  assert.ok(wrong && wrong.mrp === undefined && wrong.altTexts === undefined)
})

test('visiting leaves the list that was given as it was', () => {
  const before = Object.freeze([pot(2), pot(1)])
  visit(before, pot(1))
  assert.deepEqual(ids(before), [2, 1])
})

test('what was stored is read back as it was', () => {
  const visited = [pot(3), pot(2), pot(1)]
  assert.deepEqual(parseRecentlyVisited(JSON.stringify(visited)), visited)
})

test('a stored list is cut to 8 and shows each product once, whoever wrote it', () => {
  const stored = [1, 1, 2, 3, 2, 4, 5, 6, 7, 8, 9, 10].map((id, index) => pot(id, { title: `${index}` }))
  const visited = parseRecentlyVisited(JSON.stringify(stored))
  assert.deepEqual(ids(visited), [1, 2, 3, 4, 5, 6, 7, 8])
  assert.equal(visited[0]?.title, '0')
})

test('an older record is repaired: one image as plain text, an id as text, fields that came later or are of another kind', () => {
  const old = {
    id: '17',
    title: 'Old',
    price: 495,
    productImageUrl: '/a.webp',
    sizeCode: 'C01',
    userId: 'x',
    sold: 'no',
    description: null,
    time: { seconds: 1763700000, nanoseconds: 0 },
  }
  assert.deepEqual(parseRecentlyVisited(JSON.stringify([old])), [
    {
      id: 17,
      title: 'Old',
      price: 495,
      productImageUrl: ['/a.webp'],
      category: '',
      description: '',
      quantity: 1,
      sizeCode: 'C01',
      sizeLabel: '',
      featured: false,
      sold: false,
      time: '',
    },
  ])
})

test('one entry that cannot be read does not cost the others', () => {
  const broken = [null, 7, 'x', [], {}, [[]], { id: 1 }, { ...pot(4), id: 'abc' }, { ...pot(4), sizeCode: 'c 99' }]
  const odd = [
    { ...pot(4), price: '849' },
    { ...pot(4), price: -1 },
    { ...pot(4), price: 8.5 },
    { ...pot(4), title: null },
  ]
  const ids9 = [0, -1, 1.5, '', '-1', '1e3', '٣', '99999999999999999999', 2 ** 53, true].map((id) => ({
    ...pot(4),
    id,
  }))
  const stored = [pot(1), ...broken, ...odd, ...ids9, pot(2)]
  assert.deepEqual(ids(parseRecentlyVisited(JSON.stringify(stored))), [1, 2])
})

test('a discount or review that makes no sense is left out, the product stays', () => {
  for (const fields of [
    { discount: '12' },
    { discount: -5 },
    { discount: 101 },
    { discount: null },
    { reviews: 5 },
    { reviews: [] },
  ]) {
    const [read] = parseRecentlyVisited(JSON.stringify([{ ...pot(1), ...fields }]))
    assert.ok(read)
    for (const name of Object.keys(fields) as ('discount' | 'reviews')[]) assert.equal(read[name], undefined)
  }
})

test('invalid storage reads as an empty list', () => {
  const foreign = [
    null,
    '',
    'null',
    '7',
    '"x"',
    'true',
    '{}',
    '{"0":{}}',
    '[',
    '[]',
    '[[[[]]]]',
    'undefined',
    '\0',
    '\ud800',
  ]
  const large = [
    'x'.repeat(1_000_000),
    `"${'x'.repeat(1_000_000)}"`,
    '['.repeat(100_000),
    `${'['.repeat(5000)}${']'.repeat(5000)}`,
  ]
  for (const text of [...foreign, ...large]) assert.deepEqual(parseRecentlyVisited(text), [], text?.slice(0, 20))
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void parseRecentlyVisited(text)))
})

test('a stored __proto__ changes nothing', () => {
  const stored = JSON.stringify([pot(1)]).replace('{', '{"__proto__":{"polluted":true,"sold":true},"constructor":1,')
  const [read] = parseRecentlyVisited(stored)
  assert.deepEqual(read, pot(1))
  assert.ok(!('polluted' in {}) && !('polluted' in (read ?? {})))
})
