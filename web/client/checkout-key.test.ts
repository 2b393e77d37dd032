import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Cart, CartItem } from '#domain/storage/stored-cart.ts'

const storage = new Map<string, string>()
Object.assign(globalThis, {
  window: new EventTarget(),
  localStorage: {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => storage.set(key, text),
    removeItem: (key: string) => storage.delete(key),
  },
})
const { checkoutKeyFor, checkoutSeed, noteAnswered, noteOrdered, noteUnanswered, renewCheckout } = await import(
  './checkout-key.ts'
)

const item = { id: 17, sizeCode: 'C02', selectedColor: 'Grey Stone', quantity: 2 } as CartItem
const other = { ...item, id: 18 }
const cart: Cart = [item, other]
const address = { name: 'Meera', address: '12 Lake Road', city: 'Pune', pincode: '411011', mobileNumber: '9845000012' }

beforeEach(() => storage.clear())

test('a key is bound to cart and address, and the same in every tab', () => {
  const seed = checkoutSeed()
  assert.equal(checkoutSeed(), seed)
  const key = checkoutKeyFor(seed, cart, address)
  assert.match(key, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  assert.equal(checkoutKeyFor(seed, [other, item], { ...address }), key)
  const others = [
    checkoutKeyFor(seed, [item], address),
    checkoutKeyFor(seed, [{ ...item, quantity: 3 }, other], address),
    checkoutKeyFor(seed, [{ ...item, selectedColor: 'Sandstone' }, other], address),
    checkoutKeyFor(seed, [{ ...item, sizeCode: 'C03' }, other], address),
    ...Object.keys(address).map((field) => checkoutKeyFor(seed, cart, { ...address, [field]: 'x' })),
    checkoutKeyFor(seed, cart, { ...address, address: '12 Lake', city: 'Road Pune' }),
    checkoutKeyFor(renewCheckout(), cart, address),
  ]
  assert.equal(new Set([key, ...others]).size, others.length + 1)
})

test('keys of a thousand addresses and carts are a thousand keys', () => {
  const seed = checkoutSeed()
  const keys = Array.from({ length: 1000 }, (_, index) => [
    checkoutKeyFor(seed, cart, { ...address, pincode: String(411000 + index) }),
    checkoutKeyFor(seed, [{ ...item, id: 1000 + index }], address),
  ])
  assert.equal(new Set(keys.flat()).size, 2000)
})

test('while a response is missing its key is reused, whatever changes and in every tab', () => {
  const seed = checkoutSeed()
  const key = checkoutKeyFor(seed, cart, address)
  noteUnanswered(seed, key)
  assert.equal(checkoutKeyFor(checkoutSeed(), [item], { ...address, city: 'Mysuru' }), key)
  noteAnswered('another')
  assert.equal(checkoutKeyFor(checkoutSeed(), [item], address), key)
  noteAnswered(key)
  assert.notEqual(checkoutKeyFor(checkoutSeed(), [item], address), key)
  assert.equal(checkoutKeyFor(checkoutSeed(), cart, address), key)
})

test('after an order the same cart is a new order, except in a tab that has not noticed the order', () => {
  const seed = checkoutSeed()
  const key = checkoutKeyFor(seed, cart, address)
  noteUnanswered(seed, key)
  noteAnswered(key)
  noteOrdered(seed, key)
  assert.equal(checkoutKeyFor(seed, cart, { ...address, city: 'Mysuru' }), key)
  assert.notEqual(checkoutSeed(), seed)
  assert.notEqual(checkoutKeyFor(checkoutSeed(), cart, address), key)
  // A second tab that learns of the same order later changes nothing.
  const next = checkoutSeed()
  noteAnswered(key)
  noteOrdered(seed, key)
  assert.equal(checkoutSeed(), next)
})

test('a request of a tab that hears late of another’s order does not bring back the seed of before', () => {
  const seed = checkoutSeed()
  const key = checkoutKeyFor(seed, cart, address)
  const before = storage.get('checkout') ?? ''
  noteOrdered(seed, key)
  const ordered = storage.get('checkout') ?? ''
  storage.set('checkout', before)
  noteUnanswered(seed, key)
  // Only what that tab wrote arrives in the storage of the others.
  if (storage.get('checkout') === before) storage.set('checkout', ordered)
  assert.notEqual(checkoutSeed(), seed)
  assert.notEqual(checkoutKeyFor(checkoutSeed(), [item], address), key)
  assert.equal(checkoutKeyFor(seed, cart, address), key)
})

test('what stands in storage may be old, broken or foreign', () => {
  for (const text of ['', 'x', '7', 'null', '{}', '[]', '{"key":"k","cart":"c"}', '{"seed":7}', '{"seed":"x"}']) {
    storage.set('checkout', text)
    const seed = checkoutSeed()
    assert.match(seed, /^[0-9a-f-]{36}$/)
    assert.equal(checkoutSeed(), seed)
  }
  storage.set('checkout', JSON.stringify({ seed: crypto.randomUUID(), ordered: { seed: 1 } }))
  for (const text of ['x', '7', 'null', '[]', '{"seed":7}']) {
    storage.set('unanswered', text)
    assert.equal(checkoutKeyFor(checkoutSeed(), cart, address), checkoutKeyFor(checkoutSeed(), cart, address))
  }
})
