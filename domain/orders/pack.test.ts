import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SIZES } from '#domain/catalog/specified-sizes.ts'
import { boxOf, packBoxes, parseMeasures, type ShopBox } from './pack.ts'

const small: ShopBox = { name: 'Small', length: 30, width: 30, height: 30, tare: 0.3 }
const medium: ShopBox = { name: 'Medium', length: 45, width: 45, height: 45, tare: 0.8 }
const long: ShopBox = { name: 'Long', length: 95, width: 35, height: 35, tare: 1.2 }

const items = (...list: (readonly [quantity: number, cm: readonly [number, number, number], kg?: number])[]) =>
  list.map(([quantity, cm, kg = 2], position) => ({ position, quantity, cm, kg }))

test('a pot gets the smallest box that holds it, and the parcel weighs pot and box', () => {
  const pot = items([1, [28, 28, 28], 3.5])
  assert.deepEqual(packBoxes(pot, [medium, small, long]), [
    { name: 'Small', cm: [30, 30, 30], kg: 3.8, lines: [{ position: 0, quantity: 1 }] },
  ])
})

test('pots are turned to fit, lie beside and on each other, and never in each other', () => {
  assert.deepEqual(
    packBoxes(items([1, [30, 34, 90]]), [long]).map(({ name }) => name),
    ['Long'],
  )
  const eight = packBoxes(items([8, [20, 20, 20], 1]), [{ ...medium, length: 40, width: 40, height: 40 }])
  assert.deepEqual(
    eight.map(({ lines }) => lines),
    [[{ position: 0, quantity: 8 }]],
  )
  const two = packBoxes(items([1, [28, 28, 28]], [1, [20, 20, 20]]), [small])
  assert.deepEqual(
    two.map(({ lines }) => lines),
    [[{ position: 0, quantity: 1 }], [{ position: 1, quantity: 1 }]],
  )
})

test('several boxes are filled with the biggest pots first, and the last one is no bigger than needed', () => {
  const packed = packBoxes(items([2, [40, 40, 40]], [1, [20, 20, 20]]), [small, medium])
  assert.deepEqual(
    packed.map(({ name, lines }) => [name, lines]),
    [
      ['Medium', [{ position: 0, quantity: 1 }]],
      ['Medium', [{ position: 0, quantity: 1 }]],
      ['Small', [{ position: 1, quantity: 1 }]],
    ],
  )
})

test('what fits into no box travels alone with its own measures', () => {
  const packed = packBoxes(items([2, [110, 36, 36], 9], [1, [20, 20, 20]]), [small])
  assert.deepEqual(
    packed.map(({ name, cm, kg }) => [name, cm, kg]),
    [
      ['Small', [30, 30, 30], 2.3],
      ['', [110, 36, 36], 9],
      ['', [110, 36, 36], 9],
    ],
  )
})

test('without boxes nothing is proposed, and what is not known is usual', () => {
  assert.deepEqual(packBoxes(items([1, [20, 20, 20]]), []), [])
  const [box] = packBoxes([{ position: 0, quantity: 1 }], [small, medium], { cm: [40, 20, 20], kg: 1.5 })
  assert.deepEqual([box?.name, box?.kg], ['Medium', 2.3])
})

test('every size of the catalogue is packed, each piece once, in a box that is large enough', () => {
  const boxes = [small, medium, long, { name: 'Huge', length: 70, width: 70, height: 85, tare: 2 }]
  const all = SIZES.map(({ width, depth, height }, position) => ({
    position,
    quantity: 3,
    cm: [width, depth, height] as const,
    kg: 1,
  }))
  const packed = packBoxes(all, boxes)
  const sent = new Map<number, number>()
  for (const { position, quantity } of packed.flatMap(({ lines }) => lines))
    sent.set(position, (sent.get(position) ?? 0) + quantity)
  assert.deepEqual(
    [...sent.values()],
    SIZES.map(() => 3),
  )
  for (const { lines, cm, name } of packed) {
    const volume = lines.reduce((sum, { position, quantity }) => sum + quantity * product(all[position]?.cm ?? []), 0)
    assert.ok(volume <= product(cm), name)
  }
})

test('a thousand pieces are packed at once', () => {
  const many = Array.from({ length: 100 }, (_, index) => [10, [20 + (index % 7), 15, 10 + (index % 5)]] as const)
  const packed = packBoxes(items(...many), [small, medium, long])
  assert.equal(
    packed.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0),
    1000,
  )
})

const product = (sides: readonly number[]) => sides.reduce((all, side) => all * side, 1)

const usual = { cm: [30, 30, 30], kg: 1 } as const

test('one pot has its own measures and weight', () => {
  assert.deepEqual(boxOf([{ quantity: 1, cm: [12.5, 40, 20], kg: 2.25 }], usual), { cm: [40, 20, 13], kg: 2.25 })
})

test('several pots are stacked, and a tall stack becomes two beside each other', () => {
  assert.deepEqual(boxOf([{ quantity: 2, cm: [28, 28, 10], kg: 1.5 }], usual), { cm: [28, 28, 20], kg: 3 })
  const { cm } = boxOf([{ quantity: 10, cm: [28, 28, 28] }], usual)
  assert.deepEqual(cm, [56, 56, 70])
})

test('a small pot goes on top of a big one', () => {
  const items = [
    { quantity: 1, cm: [40, 40, 40] as const, kg: 5 },
    { quantity: 1, cm: [10, 10, 5] as const, kg: 0.2 },
  ]
  assert.deepEqual(boxOf(items, usual), { cm: [40, 40, 45], kg: 5.2 })
})

test('what is not known is usual: the parcel’s measures, or those of the item beside others', () => {
  assert.deepEqual(boxOf([{ quantity: 2 }], usual), { cm: [30, 30, 30], kg: 2 })
  assert.deepEqual(boxOf([{ quantity: 1, cm: [20, 20, 20] }, { quantity: 1 }], usual), { cm: [30, 30, 50], kg: 2 })
})

test('measures are typed with x or ×', () => {
  assert.deepEqual(parseMeasures('30 x 20×10.5'), [30, 20, 10.5])
  for (const text of ['', '30x20', '0 x 20 x 20', '30x20x10x5', 'big'])
    assert.equal(parseMeasures(text), undefined, text)
})
