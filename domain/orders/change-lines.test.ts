import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Variant } from '#domain/catalog/variant.ts'
import {
  arrangeLines,
  canRemove,
  changeText,
  decideChange,
  decideMoney,
  fingerprintOf,
  mayChangeLines,
  type Offered,
  type PresentLine,
  type WantedChange,
} from './change-lines.ts'
import { sampleProduct } from './sample-product.ts'

const variantOf = (id: number, price: number, available: number | null): Variant => ({
  ...{
    id,
    price,
    available,
    family: 'CUBEE',
    sizeCode: 'C01',
    finish: `Finish ${id}`,
    isAvailable: true,
    image: null,
    barcode: null,
  },
})
const offer = (id: number, price = 100, available: number | null = null): [number, Offered] => [
  id,
  {
    product: { ...sampleProduct, id, stock: available === null ? 'made-to-order' : 'counted' },
    variant: variantOf(id, price, available),
  },
]
const line = (position: number, changes: Partial<PresentLine> = {}): PresentLine => ({
  ...{ position, variantId: position + 1, id: position + 1, title: 'Pot', price: 100, quantity: 2, sent: 0 },
  ...{ productImageUrl: [], category: 'POT', sizeCode: 'C01', sizeLabel: 'CUBEE C01' },
  selectedColor: `Finish ${position + 1}`,
  ...changes,
})
const wish = (changes: Partial<WantedChange>): WantedChange => ({
  lines: [],
  added: [],
  seenPrices: new Map(),
  ...changes,
})

test('an order can be changed until all of it was sent', () => {
  const order = { status: 'confirmed', cancel: 'none', dispatched: 'none' } as const
  assert.ok(mayChangeLines(order))
  assert.ok(mayChangeLines({ ...order, dispatched: 'part', cancel: 'requested' }))
  for (const end of [
    { dispatched: 'whole' },
    { status: 'delivered' },
    { status: 'pending' },
    { cancel: 'cancelled' },
  ] as const)
    assert.ok(!mayChangeLines({ ...order, ...end }))
})

describe('a change', () => {
  test('adds a variant to the line that has it at the same price', () => {
    const decision = decideChange([line(0)], wish({ added: [{ variantId: 1, quantity: 3 }] }), new Map([offer(1)]))
    assert.ok(decision.ok)
    assert.deepEqual([decision.kept, decision.added], [[{ position: 0, quantity: 5 }], []])
    assert.deepEqual(decision.changed.map(changeText), ['Pot, CUBEE C01, Finish 1: 2 changed to 5'])
  })

  test('of what is no longer on sale may only lower it', () => {
    const problems = { 'quantity:0': { kind: 'gone' } }
    assert.deepEqual(decideChange([line(0)], wish({ lines: [{ position: 0, quantity: 3 }] }), new Map()), {
      ...{ ok: false, reason: 'problems', problems },
    })
    assert.ok(decideChange([line(0)], wish({ lines: [{ position: 0, quantity: 1 }] }), new Map()).ok)
  })

  test('needs no more units than it adds beside what it sets free', () => {
    const offered = new Map([offer(1, 100, 0), offer(2, 100, 1)])
    const swap = { lines: [{ position: 0, quantity: 0 }], added: [{ variantId: 1, quantity: 2 }] }
    assert.equal(decideChange([line(0, { price: 90 }), line(1)], wish(swap), offered).ok, true)
    const more = decideChange([line(0)], wish({ added: [{ variantId: 2, quantity: 2 }] }), offered)
    assert.deepEqual(more, { ok: false, reason: 'problems', problems: { 'add:2': { kind: 'not-enough', left: 1 } } })
  })

  test('is noticed by whoever opened the form before it', () => {
    assert.notEqual(fingerprintOf([line(0)]), fingerprintOf([line(0, { quantity: 3 })]))
    assert.notEqual(fingerprintOf([line(0)]), fingerprintOf([line(0, { sent: 1 })]))
    assert.equal(fingerprintOf([line(0)]), fingerprintOf([line(0)]))
  })
})

test('a gap before what was sent cannot be filled by moving it', () => {
  const present = [line(0), line(1, { sent: 1 })]
  assert.equal(arrangeLines(present, [{ position: 1, quantity: 2 }], []), undefined)
  assert.deepEqual(arrangeLines(present, [{ position: 1, quantity: 2 }], [{ position: undefined }]), {
    ...{ moved: [], added: [{ position: 0 }] },
  })
})

test('a line before others that were all sent can only be replaced, any other can be removed', () => {
  const [first, last] = [line(0), line(1, { sent: 1 })]
  assert.equal(canRemove([first, last], first), false)
  assert.equal(canRemove([line(0, { sent: 1 }), line(1)], line(1)), true)
  // An unsent line from the end takes its place.
  assert.equal(canRemove([first, last, line(2)], first), true)
})

const anyLine = fc.record({
  quantity: fc.integer({ min: 1, max: 9 }),
  sent: fc.integer({ min: 0, max: 3 }),
  price: fc.constantFrom(100, 250),
})
const anyWish = fc.record({
  lines: fc.array(
    fc.record({
      position: fc.integer({ min: 0, max: 5 }),
      quantity: fc.integer({ min: 0, max: 12 }),
      variantId: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
    }),
    { maxLength: 6 },
  ),
  added: fc.array(fc.record({ variantId: fc.integer({ min: 1, max: 8 }), quantity: fc.integer({ min: 0, max: 5 }) }), {
    maxLength: 4,
  }),
})
const anyStock = fc.array(fc.option(fc.integer({ min: 0, max: 12 })), { minLength: 8, maxLength: 8 })

test('for any change: the total is the sum of the lines, no more is taken than there is, and what was sent stays', () => {
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 6 }),
      anyWish,
      anyStock,
      (lines, { lines: wanted, added }, stock) => {
        const present = lines.map((one, position) => line(position, { ...one, sent: Math.min(one.sent, one.quantity) }))
        const offered = new Map(stock.map((left, index) => offer(index + 1, 100, left)))
        const decision = decideChange(present, wish({ lines: wanted, added }), offered)
        if (!decision.ok) return
        const placed = arrangeLines(present, decision.kept, decision.added)
        const priceOf = (position: number) => present[position]?.price ?? 0
        const sum =
          decision.kept.reduce((total, { position, quantity }) => total + priceOf(position) * quantity, 0) +
          decision.added.reduce((total, { line: { price, quantity } }) => total + price * quantity, 0)
        assert.equal(decision.totalAmount, sum)
        for (const { variantId, by } of decision.units)
          assert.ok(by <= (stock[variantId - 1] ?? Number.POSITIVE_INFINITY))
        const unitsOf = (id: number, list: readonly { variantId: number | null; quantity: number }[]) =>
          list.reduce((units, one) => units + (one.variantId === id ? one.quantity : 0), 0)
        const after = [
          ...decision.kept.map(({ position, quantity }) => ({ variantId: position + 1, quantity })),
          ...decision.added.map(({ variantId, line: { quantity } }) => ({ variantId, quantity })),
        ]
        for (let id = 1; id <= 8; id += 1) {
          const taken: number = decision.units.find(({ variantId }) => variantId === id)?.by ?? 0
          assert.equal(taken, unitsOf(id, after) - unitsOf(id, present))
        }
        for (const { position, sent } of present.filter((one) => one.sent > 0)) {
          assert.ok((decision.kept.find((one) => one.position === position)?.quantity ?? 0) >= sent)
          assert.ok(!placed?.moved.some(({ from }) => from === position))
        }
        if (!placed) return
        const moved = new Map(placed.moved.map(({ from, to }) => [from, to]))
        const positions = [
          ...decision.kept.map(({ position }) => moved.get(position) ?? position),
          ...placed.added.map(({ position }) => position),
        ]
        assert.deepEqual(
          positions.toSorted((one, other) => one - other),
          positions.map((_, index) => index),
        )
      },
    ),
    { numRuns: 2000 },
  )
})

test('for any totals, one after the other: what was paid, less what went back, is the total less what is due', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 2 }),
      fc.infiniteStream(fc.boolean()),
      ([first = 1, ...totals], pays) => {
        let [order, paid, back] = [{ isPaid: true, totalAmount: first, due: 0, restInCash: 0 }, first, 0]
        for (const totalAmount of totals) {
          const { due, refund } = decideMoney(order, totalAmount)
          assert.ok(due === 0 || refund === 0)
          back += refund
          order = { ...order, totalAmount, due }
          if (due > 0 && pays.next().value) [paid, order] = [paid + due, { ...order, due: 0 }]
          assert.equal(paid - back, order.totalAmount - order.due)
        }
        const none = { due: 0, refund: 0, restInCash: 0 }
        assert.deepEqual(decideMoney({ ...order, isPaid: false, due: 0 }, 7), none, 'cash on delivery')
        assert.deepEqual(decideMoney({ ...order, isPaid: false, due: 5 }, 7), { ...none, due: 7 }, 'a payment link')
      },
    ),
  )
})

test('of an order with its rest in cash the cash follows the total, and the part goes back only below itself', () => {
  fc.assert(
    fc.property(fc.nat(5000), fc.nat(5000), fc.nat(9999), (part, restInCash, totalAmount) => {
      const order = { isPaid: true, totalAmount: part + restInCash, due: 0, restInCash }
      const money = decideMoney(order, totalAmount)
      if (restInCash === 0) return
      assert.equal(money.due, 0)
      assert.equal(money.refund, Math.max(0, part - totalAmount))
      assert.equal(money.restInCash, Math.max(0, totalAmount - part))
    }),
  )
})
