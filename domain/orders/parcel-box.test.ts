import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boxOf, parseMeasures } from './parcel-box.ts'

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
