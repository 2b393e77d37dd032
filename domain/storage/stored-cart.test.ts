import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Product } from '#domain/catalog/product.ts'
import { POT_COLOURS } from '#domain/catalog/specified-sizes.ts'
import { cartItem } from '#domain/orders/cart.ts'
import { sampleProduct } from '#domain/orders/sample-product.ts'
import { type Cart, lineKey, parseCart } from './stored-cart.ts'

const product: Product = { ...sampleProduct, discount: 10, reviews: { rating: 4.5, count: 12 } }
const inFinish = (finish: string) => cartItem(product, { sizeCode: 'C02', finish, price: 799 }, 'CUBEE C02')
const grey = inFinish('Grey Stone')
const white = inFinish('Marble White')
const quantities = (cart: Cart) => cart.map(({ quantity }) => quantity)

test('a stored cart is read back as it was', () => {
  const cart = [grey, { ...white, quantity: 7 }]
  assert.deepEqual(parseCart(JSON.stringify(cart)), cart)
})

test('invalid stored quantities are corrected', () => {
  for (const [stored, read] of [
    [0, 1],
    [-5, 1],
    [2.5, 2],
    [1000, 99],
    ['3', 1],
    [null, 1],
    [[], 1],
    [undefined, 1],
  ]) {
    assert.deepEqual(quantities(parseCart(JSON.stringify([{ ...grey, quantity: stored }]))), [read], String(stored))
  }
  assert.deepEqual(quantities(parseCart(JSON.stringify([grey]).replace('"quantity":1', '"quantity":1e999'))), [99])
})

test('the same line stored twice becomes one, with both quantities, 99 at most', () => {
  const stored = [{ ...grey, quantity: 2 }, white, { ...grey, quantity: 3 }, { ...white, quantity: 99 }]
  const cart = parseCart(JSON.stringify(stored))
  assert.deepEqual(cart.map(lineKey), [lineKey(grey), lineKey(white)])
  assert.deepEqual(quantities(cart), [5, 99])
})

test('a line that cannot be read is dropped, the others stay', () => {
  const broken = [
    null,
    7,
    'x',
    [],
    {},
    { ...grey, selectedColor: 'x'.repeat(61) },
    { ...grey, selectedColor: '' },
    { ...grey, sizeCode: 'x' },
  ]
  const odd = [
    { ...grey, id: null },
    { ...grey, id: 1.5 },
    { ...grey, price: '849' },
    { ...grey, price: 8.49 },
    { ...product },
  ]
  assert.deepEqual(parseCart(JSON.stringify([...broken, white, ...odd])), [white])
})

test('a stored __proto__ gets nowhere', () => {
  const stored = JSON.stringify([grey]).replace('{', '{"__proto__":{"polluted":true},')
  const cart = parseCart(stored)
  assert.deepEqual(cart, [grey])
  assert.equal(Object.getPrototypeOf(cart[0]), Object.prototype)
  assert.ok(!('polluted' in {}))
  assert.deepEqual(parseCart(`[{"__proto__":${JSON.stringify(grey)}}]`), [])
})

test('whatever is stored, the cart that is read has only lines that can be shown and added up', () => {
  const nearlyLine = fc.record(
    {
      id: fc.oneof(fc.nat(20), fc.anything()),
      title: fc.oneof(fc.string(), fc.anything()),
      price: fc.oneof(fc.nat(), fc.anything()),
      productImageUrl: fc.oneof(fc.constant('/a.webp'), fc.constant(['/a.webp']), fc.anything()),
      sizeCode: fc.constantFrom('C01', 'C02', 'X', null),
      selectedColor: fc.constantFrom(...POT_COLOURS, 'Red', 7),
      quantity: fc.oneof(fc.integer(), fc.double(), fc.string()),
    },
    { noNullPrototype: true },
  )
  const json = fc
    .array(nearlyLine)
    .map((lines) => JSON.stringify(lines, (_, value) => (typeof value === 'bigint' ? null : value)))
  fc.assert(
    fc.property(fc.oneof(json, fc.json(), fc.string()), (text) => {
      const cart = parseCart(text)
      assert.equal(new Set(cart.map(lineKey)).size, cart.length)
      for (const { quantity, price } of cart) {
        assert.ok(quantity >= 1 && quantity <= 99 && Number.isInteger(quantity))
        assert.ok(Number.isSafeInteger(price) && price >= 0)
      }
    }),
  )
})
