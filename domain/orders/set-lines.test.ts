import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Product } from '#domain/catalog/product.ts'
import type { SetPart } from '#domain/catalog/sets.ts'
import type { StockMode } from '#domain/catalog/stock-mode.ts'
import type { Variant } from '#domain/catalog/variant.ts'
import { paidFor } from './amounts.ts'
import type { PresentLine, WantedChange } from './change-lines.ts'
import { decideOrderChange } from './change-sets.ts'
import { decideOrder, isSameCheckout, type OnSale, quoteAll, withSetPrice } from './order.ts'
import { sampleProduct } from './sample-product.ts'

const productOf = (id: number, title: string, stock: StockMode): Product => ({
  ...sampleProduct,
  id,
  title,
  stock,
  sizeCode: '',
})
const variantOf = (id: number, price: number, available: number | null): Variant => ({
  ...{
    id,
    price,
    available,
    sizeCode: '',
    finish: '',
    family: '',
    isAvailable: available !== 0,
    image: null,
    barcode: null,
  },
})
const partOf = (productId: number, quantity: number): SetPart => ({
  ...{ productId, quantity, variantId: productId, title: '', sizeCode: '', finish: '', image: '' },
})

/** A set of a pot and two bags of soil for ₹999, which cost ₹1,048 one by one. */
const sale = ({ pots = 7 as number | null, bags = 5 as number | null } = {}): OnSale => ({
  products: new Map([
    [1, productOf(1, 'Pot', 'counted')],
    [2, productOf(2, 'Soil', 'counted')],
    [3, productOf(3, 'Balcony set', 'set')],
  ]),
  variants: new Map([
    [1, [variantOf(1, 849, pots)]],
    [2, [variantOf(2, 99, bags)]],
    [3, [variantOf(3, 999, null)]],
  ]),
  parts: new Map([[3, [partOf(1, 1), partOf(2, 2)]]]),
})
const ask = (id: number, quantity: number, seenPrice: number) => ({
  id,
  quantity,
  seenPrice,
  sizeCode: '',
  selectedColor: '',
})
const problemsOf = (lines: ReturnType<typeof ask>[], from = sale()) =>
  quoteAll(lines, from).map(({ problem }) => problem)

test('a set becomes lines of its parts, which share its price by their own prices', () => {
  const decided = decideOrder([ask(3, 2, 999)], sale())
  assert.ok(decided.ok)
  assert.equal(decided.totalAmount, 1998)
  assert.deepEqual(
    decided.lines.map(({ title, price, quantity, set }) => [title, price, quantity, set?.title, set?.quantity]),
    [
      ['Pot', 849, 2, 'Balcony set', 2],
      ['Soil', 99, 4, 'Balcony set', 2],
    ],
  )
  // 1998 × 1698 / 2094 = 1620.149 and 1998 × 396 / 2094 = 377.851.
  assert.deepEqual(decided.lines.map(paidFor), [162015, 37785])
})

test('the cart is told what a set holds, at the prices from which offers go off', () => {
  const [quote] = quoteAll([ask(3, 2, 999)], sale())
  assert.deepEqual(
    quote?.parts?.map(({ title, quantity, price, sizeLabel, selectedColor }) => [
      ...[title, quantity, price],
      ...[sizeLabel, selectedColor],
    ]),
    [
      ['Pot', 2, 849, '', ''],
      ['Soil', 4, 99, '', ''],
    ],
  )
})

test('sets and single parts together take no more than there is', () => {
  assert.deepEqual(problemsOf([ask(3, 2, 999), ask(2, 1, 99)]), [undefined, undefined])
  assert.deepEqual(problemsOf([ask(3, 2, 999), ask(2, 2, 99)]), [undefined, { kind: 'not-enough', left: 1 }])
  assert.deepEqual(problemsOf([ask(2, 2, 99), ask(3, 2, 999)]), [undefined, { kind: 'not-enough', left: 1 }])
  assert.deepEqual(problemsOf([ask(3, 1, 999)], sale({ bags: 1 })), [{ kind: 'sold' }])
  assert.deepEqual(problemsOf([ask(3, 9, 999)], sale({ pots: null, bags: null })), [undefined])
  assert.deepEqual(problemsOf([ask(3, 50, 999)], sale({ pots: null, bags: null })), [{ kind: 'too-many', most: 49 }])
})

test('a set with a part that is not for sale is sold, and at another price it is refused', () => {
  const without = sale()
  assert.deepEqual(problemsOf([ask(3, 1, 999)], { ...without, products: new Map([...without.products].slice(1)) }), [
    { kind: 'sold' },
  ])
  assert.deepEqual(problemsOf([ask(3, 1, 1)]), [{ kind: 'price-changed', was: 1, now: 999 }])
})

test('an order with a set is the checkout that asked for the set', () => {
  const address = { name: '', address: '', city: '', pincode: '', mobileNumber: '' }
  const lines = [ask(3, 2, 999), ask(1, 1, 849)]
  const decided = decideOrder(lines, sale())
  assert.ok(decided.ok)
  assert.ok(isSameCheckout({ lines: decided.lines, address }, { lines, address }))
  assert.ok(!isSameCheckout({ lines: decided.lines, address }, { lines: [ask(3, 1, 999), ask(1, 1, 849)], address }))
})

test('the parts of a set cost its price to the paisa, and none costs more than by itself', () => {
  const line = fc.record({ price: fc.integer({ min: 1, max: 99_999 }), quantity: fc.integer({ min: 1, max: 99 }) })
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 99 }), (lines, percent) => {
      const sum = lines.reduce((all, { price, quantity }) => all + price * quantity, 0)
      const price = Math.max(1, Math.floor((sum * (100 - percent)) / 100))
      const spread = withSetPrice(lines, price)
      assert.equal(
        spread.reduce((all, each) => all + paidFor(each), 0),
        price * 100,
      )
      for (const each of spread) assert.ok(paidFor(each) >= 0 && paidFor(each) <= each.price * each.quantity * 100)
    }),
  )
})

/** Two sets and a bag, as an order has them. @param sent bags that are in parcels */
function ordered(sent = 0): PresentLine[] {
  const decided = decideOrder([ask(3, 2, 999), ask(2, 1, 99)], sale())
  assert.ok(decided.ok)
  return decided.lines.map((line, position) => ({
    ...line,
    position,
    variantId: line.id,
    sent: position === 1 ? sent : 0,
  }))
}
const change = (wanted: Partial<WantedChange>, present = ordered(), from = sale()) =>
  decideOrderChange(present, { lines: [], added: [], seenPrices: new Map(), ...wanted }, from)

test('a change counts sets: their parts and their price follow', () => {
  const changed = change({ lines: [{ position: 0, quantity: 3 }] })
  assert.ok(changed.ok)
  assert.equal(changed.totalAmount, 3 * 999 + 99)
  assert.deepEqual(
    changed.kept.map(({ position, quantity, set }) => [position, quantity, set?.quantity]),
    [
      [0, 3, 3],
      [1, 6, 3],
      [2, 1, undefined],
    ],
  )
  const off = changed.kept.reduce((sum, { discount = 0 }) => sum + discount, 0)
  assert.equal(off, 3 * (849 + 2 * 99 - 999) * 100)
  assert.deepEqual(changed.units, [
    { variantId: 1, by: 1 },
    { variantId: 2, by: 2 },
  ])
  assert.deepEqual(changed.changed, [{ title: 'Balcony set', choice: '', before: 2, after: 3, price: 999 }])
})

test('a set is removed as a whole, and one that is added brings its parts', () => {
  const removed = change({ lines: [{ position: 0, quantity: 0 }] })
  assert.ok(removed.ok)
  assert.deepEqual(removed.kept, [{ position: 2, quantity: 1 }])
  assert.deepEqual(removed.units, [
    { variantId: 1, by: -2 },
    { variantId: 2, by: -4 },
  ])
  const present = ordered()
    .slice(2)
    .map((line) => ({ ...line, position: 0 }))
  const added = change({ added: [{ variantId: 3, quantity: 1 }], seenPrices: new Map([[3, 999]]) }, present)
  assert.ok(added.ok)
  assert.deepEqual(
    added.added.map(({ variantId, line }) => [variantId, line.title, line.quantity, line.set?.title]),
    [
      [1, 'Pot', 1, 'Balcony set'],
      [2, 'Soil', 2, 'Balcony set'],
    ],
  )
  const more = change({ added: [{ variantId: 3, quantity: 1 }], seenPrices: new Map([[3, 999]]) })
  assert.ok(more.ok, 'the same set at the same price is more of it')
  assert.equal(more.kept[0]?.set?.quantity, 3)
})

test('a part alone is not changed, what was sent stays, and nothing is taken that is not there', () => {
  assert.deepEqual(change({ lines: [{ position: 1, quantity: 0 }] }), { ok: false, reason: 'nothing' })
  const fewer = change({ lines: [{ position: 0, quantity: 0 }] }, ordered(1))
  assert.deepEqual(fewer, { ok: false, reason: 'problems', problems: { 'quantity:0': { kind: 'sent', sent: 1 } } })
  const short = change({ lines: [{ position: 0, quantity: 4 }] }, ordered(), sale({ bags: 3 }))
  assert.ok(!short.ok && short.reason === 'problems' && short.problems['quantity:0'])
  const from = sale()
  const other = { ...from, parts: new Map([[3, [partOf(1, 1), partOf(2, 1)]]]) }
  const mixed = change({ added: [{ variantId: 3, quantity: 1 }], seenPrices: new Map([[3, 999]]) }, ordered(), other)
  assert.deepEqual(mixed, { ok: false, reason: 'problems', problems: { 'add:3': { kind: 'other-set' } } })
})
