import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MAX_QUANTITY, type Product, priceOfSize } from '#domain/catalog/product.ts'
import { sizeLabelOf } from '#domain/catalog/sizes.ts'
import { getSize, POT_COLOURS } from '#domain/catalog/specified-sizes.ts'
import { boundQuantity, type Cart, type CartItem, lineKey, parseCart } from '#domain/storage/stored-cart.ts'
import { type CartAction, cartItem, cartReducer, countOf, isFull, MAX_LINES, sameLine, totalOf } from './cart.ts'
import { sampleProduct } from './sample-product.ts'

const product: Product = { ...sampleProduct, discount: 10, reviews: { rating: 4.5, count: 12 } }
const inSize = (of: Product, sizeCode: string, finish: string) => {
  const size = getSize(sizeCode)
  return cartItem(of, { sizeCode, finish, price: priceOfSize(of, size) }, sizeLabelOf(size))
}
const line = (id: number, sizeCode: string, selectedColor: string, fields: Partial<CartItem> = {}): CartItem => ({
  ...inSize({ ...product, id }, sizeCode, selectedColor),
  ...fields,
})
const grey = line(17, 'C02', 'Grey Stone')
const white = line(17, 'C02', 'Marble White')
const add = (cart: Cart, item: CartItem) => cartReducer(cart, { type: 'ADD_CART', item })
const quantities = (cart: Cart) => cart.map(({ quantity }) => quantity)

test('a pot in the cart carries the size, the colour and the price of that size, quantity 1', () => {
  const own = inSize(product, 'C02', 'Sandstone')
  assert.deepEqual(own, { ...product, quantity: 1, selectedColor: 'Sandstone' })
  const larger = inSize(product, 'C03', 'Sandstone')
  assert.deepEqual(larger, { ...own, price: 1999, sizeCode: 'C03', sizeLabel: 'CUBEE C03' })
})

test('a product of another kind has its options in words, and the picture of its variant', () => {
  const soil = cartItem(
    { ...product, sizeCode: '' },
    { sizeCode: '', finish: 'Pack: 5 kg', price: 99, image: '/b' },
    '',
  )
  const { sizeCode, sizeLabel, selectedColor, productImageUrl } = soil
  assert.deepEqual([sizeCode, sizeLabel, selectedColor, productImageUrl], ['', '', 'Pack: 5 kg', ['/b']])
  assert.deepEqual(parseCart(JSON.stringify([soil])), [soil])
  const lamp = { ...soil, selectedColor: '' }
  assert.deepEqual(parseCart(JSON.stringify([lamp])), [lamp])
})

test('adding a new pot makes a line of 1, whatever quantity it came with', () => {
  assert.deepEqual(add([], { ...grey, quantity: 12 }), [{ ...grey, quantity: 1 }])
})

test('adding the same pot again raises its quantity by 1', () => {
  assert.deepEqual(quantities(add(add([], grey), grey)), [2])
  assert.deepEqual(quantities(add([grey, { ...white, quantity: 5 }], { ...white, quantity: 12 })), [1, 6])
})

test('a line is one product in one size in one colour', () => {
  const different = [line(18, 'C02', 'Grey Stone'), line(17, 'C03', 'Grey Stone'), white]
  for (const other of different) {
    assert.ok(!sameLine(grey, other))
    assert.notEqual(lineKey(grey), lineKey(other))
    assert.equal(add([grey], other).length, 2)
  }
  const same = line(17, 'C02', 'Grey Stone', { title: 'Renamed', price: 1, quantity: 9 })
  assert.ok(sameLine(grey, same))
  assert.equal(lineKey(grey), lineKey(same))
})

test('two lines have the same key exactly when they are the same line', () => {
  fc.assert(fc.property(anyLine(), anyLine(), (a, b) => assert.equal(lineKey(a) === lineKey(b), sameLine(a, b))))
})

test('plus raises one line by one and leaves the others', () => {
  assert.deepEqual(quantities(cartReducer([grey, white], { type: 'INCREASE', line: white })), [1, 2])
})

test('minus lowers by one and never goes below one', () => {
  const two = { ...grey, quantity: 2 }
  const one = cartReducer([two, white], { type: 'DECREASE', line: grey })
  assert.deepEqual(quantities(one), [1, 1])
  assert.deepEqual(quantities(cartReducer(one, { type: 'DECREASE', line: grey })), [1, 1])
})

test('99 of one pot are the most', () => {
  assert.equal(MAX_QUANTITY, 99)
  assert.equal(MAX_LINES, 100)
  const full = [{ ...grey, quantity: 99 }]
  assert.deepEqual(quantities(cartReducer(full, { type: 'INCREASE', line: grey })), [99])
  assert.deepEqual(quantities(add(full, grey)), [99])
})

test('99 of one pot in one size are the most in all its colours together', () => {
  const cart = [
    { ...grey, quantity: 60 },
    { ...white, quantity: 39 },
  ]
  assert.ok(isFull(cart, grey) && isFull(cart, line(17, 'C02', 'Sandstone')))
  assert.deepEqual(cartReducer(cart, { type: 'INCREASE', line: white }), cart)
  assert.deepEqual(add(cart, line(17, 'C02', 'Sandstone')), cart)
  assert.equal(add(cart, line(17, 'C03', 'Grey Stone')).length, 3)
  assert.equal(add(cart, line(18, 'C02', 'Grey Stone')).length, 3)
  const one = cartReducer(cart, { type: 'DECREASE', line: grey })
  assert.deepEqual(quantities(cartReducer(one, { type: 'INCREASE', line: white })), [59, 40])
})

test('a cart of yesterday may hold more of one pot in two colours, and can be lowered', () => {
  const cart = parseCart(
    JSON.stringify([
      { ...grey, quantity: 99 },
      { ...white, quantity: 99 },
    ]),
  )
  assert.deepEqual(quantities(cart), [99, 99])
  assert.deepEqual(quantities(cartReducer(cart, { type: 'INCREASE', line: grey })), [99, 99])
  assert.deepEqual(quantities(cartReducer(cart, { type: 'DECREASE', line: grey })), [98, 99])
})

test('remove deletes that line only', () => {
  assert.deepEqual(cartReducer([grey, white], { type: 'REMOVE', line: grey }), [white])
  assert.deepEqual(cartReducer([grey], { type: 'REMOVE', line: white }), [grey])
})

test('an order empties the cart, but for what was put in meanwhile', () => {
  assert.deepEqual(cartReducer([grey, white], { type: 'CLEAR', ordered: [grey, white] }), [])
  assert.deepEqual(cartReducer([grey, white], { type: 'CLEAR', ordered: [grey] }), [white])
  const more = { ...grey, quantity: grey.quantity + 2 }
  assert.deepEqual(cartReducer([more], { type: 'CLEAR', ordered: [grey] }), [{ ...grey, quantity: 2 }])
  assert.deepEqual(cartReducer([white], { type: 'CLEAR', ordered: [grey, { ...white, quantity: 9 }] }), [])
})

test('a new price changes that line only', () => {
  const cart = cartReducer([grey, white], { type: 'SET_PRICE', line: white, price: 900 })
  assert.deepEqual(cart, [grey, { ...white, price: 900 }])
})

test('acting on a line that is not there changes nothing', () => {
  for (const type of ['INCREASE', 'DECREASE', 'REMOVE'] as const) {
    assert.deepEqual(cartReducer([grey], { type, line: white }), [grey])
  }
  assert.deepEqual(cartReducer([], { type: 'SET_PRICE', line: white, price: 1 }), [])
})

test('whatever a shopper presses, each line is there once, with 1 to 99 pots, and the old cart is left alone', () => {
  fc.assert(
    fc.property(fc.array(anyAction(), { maxLength: 60 }), (actions) => {
      let cart: Cart = []
      for (const action of actions) {
        const before = JSON.stringify(cart)
        const after = cartReducer(Object.freeze(cart), action)
        assert.equal(JSON.stringify(cart), before)
        cart = after
        assert.equal(new Set(cart.map(lineKey)).size, cart.length)
        for (const { quantity } of cart) assert.ok(Number.isInteger(quantity) && quantity >= 1 && quantity <= 99)
        for (const item of cart) assert.ok(countOf(cart, item) <= 99)
      }
      assert.deepEqual(parseCart(JSON.stringify(cart)), cart)
    }),
  )
})

test('a quantity is a whole number from 1 to 99, whatever it was', () => {
  for (const [given, bounded] of [
    [1, 1],
    [99, 99],
    [100, 99],
    [0, 1],
    [-3, 1],
    [2.9, 2],
    [0.5, 1],
    [1e21, 99],
    [Number.NaN, 1],
    [Number.POSITIVE_INFINITY, 99],
    [Number.NEGATIVE_INFINITY, 1],
  ] as const) {
    assert.equal(boundQuantity(given), bounded, String(given))
  }
})

test('the total is the sum of price times quantity, with nothing for delivery', () => {
  assert.equal(totalOf([]), 0)
  assert.equal(totalOf([{ price: 849, quantity: 2 }]), 1698)
  const cart = [
    { price: 849, quantity: 2 },
    { price: 5485, quantity: 99 },
    { price: 0, quantity: 7 },
  ]
  assert.equal(totalOf(cart), 544_713)
})

function anyLine(): fc.Arbitrary<CartItem> {
  const sizes = fc.constantFrom<string>('C01', 'C02', 'T01')
  return fc.tuple(fc.integer({ min: 1, max: 3 }), sizes, fc.constantFrom(...POT_COLOURS)).map((parts) => line(...parts))
}

function anyAction(): fc.Arbitrary<CartAction> {
  const adding = anyLine().map((item): CartAction => ({ type: 'ADD_CART', item }))
  const types = fc.constantFrom('INCREASE' as const, 'DECREASE' as const, 'REMOVE' as const)
  const changing = fc.tuple(types, anyLine()).map(([type, line]): CartAction => ({ type, line }))
  const pricing = fc.tuple(anyLine(), fc.nat()).map(([line, price]): CartAction => ({ type: 'SET_PRICE', line, price }))
  const clearing = fc.array(anyLine()).map((ordered): CartAction => ({ type: 'CLEAR', ordered }))
  return fc.oneof({ weight: 8, arbitrary: adding }, { weight: 8, arbitrary: changing }, pricing, clearing)
}
