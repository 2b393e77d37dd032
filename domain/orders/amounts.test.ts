import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { amountsOf, leftOf, orderTotal, paidFor, shareOf, spread, sumOfAmounts } from './amounts.ts'

describe('an amount spread over weights', () => {
  test('goes by the largest remainder, the first of equal ones', () => {
    assert.deepEqual(spread(100, [1, 1, 1]), [34, 33, 33])
    assert.deepEqual(spread(10, [45, 45, 10]), [5, 4, 1])
    assert.deepEqual(spread(0, [3, 4]), [0, 0])
    assert.deepEqual(spread(50, [0, 0]), [0, 0])
  })

  test('adds up to the paisa, and no share is above its weight', () => {
    for (let seed = 1; seed <= 2000; seed++) {
      const weights = Array.from({ length: 1 + (seed % 9) }, (_, index) => (seed * 7919 * (index + 3)) % 9_999_999)
      const all = weights.reduce((sum, weight) => sum + weight, 0)
      const amount = (seed * 104_729) % (all + 1)
      const shares = spread(amount, weights)
      assert.equal(
        shares.reduce((sum, share) => sum + share, 0),
        amount,
      )
      assert.ok(shares.every((share, index) => share >= 0 && share <= (weights[index] ?? 0)))
    }
  })
})

test('shares of single units add up to their line', () => {
  const line = { amount: 20_000, quantity: 3 }
  assert.deepEqual(
    [0, 1, 2].map((before) => shareOf(line, 1, before)),
    [6667, 6666, 6667],
  )
  assert.equal(shareOf(line, 3), 20_000)
})

test('parcels of an order take what is left of its lines, to the paisa, also after one was cancelled', () => {
  const ordered = [
    { price: 100, quantity: 3, discount: 4999 },
    { price: 250, quantity: 1 },
  ]
  assert.equal(paidFor({ price: 100, quantity: 3, discount: 4999 }), 25_001)
  const first = amountsOf([{ position: 0, quantity: 1 }], leftOf(ordered, []))
  const second = amountsOf([{ position: 0, quantity: 1 }], leftOf(ordered, first))
  // The first one is cancelled, so its unit goes again.
  const third = leftOf(ordered, second)
  assert.deepEqual(
    third.map(({ quantity }) => quantity),
    [2, 1],
  )
  assert.equal(sumOfAmounts([...second, ...third]), 50_001)
})

test('the total of an order is whole rupees', () => {
  const lines = [
    { price: 495, quantity: 1, discount: 3334 },
    { price: 990, quantity: 1, discount: 6666 },
  ]
  assert.equal(orderTotal(lines), 1385)
  assert.equal(orderTotal(lines, 80), 1465)
})
