import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideHold, type HoldFacts } from './hold.ts'

const DAY = 24 * 60 * 60
const first: HoldFacts = { secondsLeft: undefined, unpaid: 0, variants: 0, units: 0 }
const cells = (...quantities: number[]) => quantities.map((quantity, id) => ({ id, quantity }))
const quantitiesOf = (wanted: { quantity: number }[], facts: Partial<HoldFacts> = {}) =>
  decideHold(wanted, { ...first, ...facts }).held.map(({ quantity }) => quantity)

test('a checkout holds its units for 15 minutes from its first opening, and again a day later', () => {
  assert.deepEqual(decideHold(cells(2), first), { held: cells(2), seconds: 900 })
  assert.deepEqual(decideHold(cells(2), { ...first, secondsLeft: 60 }), { held: cells(2), seconds: 60 })
  for (const secondsLeft of [0, -1, -DAY]) assert.deepEqual(quantitiesOf(cells(2), { secondsLeft }), [])
  assert.equal(decideHold(cells(2), { ...first, secondsLeft: -DAY - 1 }).seconds, 900)
})

test('after five unpaid checkouts of a day an account holds nothing new, but keeps what it holds', () => {
  assert.deepEqual(quantitiesOf(cells(1), { unpaid: 4 }), [1])
  assert.deepEqual(quantitiesOf(cells(1), { unpaid: 5 }), [])
  assert.deepEqual(quantitiesOf(cells(1), { unpaid: 5, secondsLeft: 60 }), [1])
})

test('an account holds 99 units of ten choices at most, in all its checkouts together', () => {
  assert.deepEqual(quantitiesOf(cells(99)), [99])
  assert.deepEqual(quantitiesOf(cells(60, 60, 60)), [60, 39])
  assert.equal(quantitiesOf(cells(...Array(100).fill(1))).length, 10)
  assert.deepEqual(quantitiesOf(cells(5, 5), { variants: 9, units: 97 }), [2])
  assert.deepEqual(quantitiesOf(cells(5), { variants: 10, units: 10 }), [])
})
