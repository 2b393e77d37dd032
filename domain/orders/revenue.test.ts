import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ORDER_STATES } from './order-state.ts'
import { changeOf, countsAsRevenue, keptOf, NO_SALES, returnRateOf } from './revenue.ts'

test('revenue is what confirmed and delivered orders bring, also while a cancellation is only requested', () => {
  const counting = ORDER_STATES.filter(countsAsRevenue).map(({ status, cancel }) => `${status} ${cancel}`)
  assert.deepEqual(counting, ['confirmed none', 'confirmed requested', 'delivered none', 'delivered requested'])
})

test('an order can be in nine states', () => {
  assert.equal(new Set(ORDER_STATES.map(({ status, cancel }) => `${status} ${cancel}`)).size, 9)
})

test('kept is what was dispatched less what was returned, and the rate is of the units dispatched', () => {
  const sales = {
    ...NO_SALES,
    dispatched: { units: 8, amount: 400_000 },
    returned: { units: 2, amount: 77_700 },
  }
  assert.deepEqual(keptOf(sales), { units: 6, amount: 322_300 })
  assert.equal(returnRateOf(sales), 0.25)
  assert.equal(returnRateOf(NO_SALES), undefined)
  assert.equal(changeOf(150, 100), 0.5)
  assert.equal(changeOf(150, 0), undefined)
})
