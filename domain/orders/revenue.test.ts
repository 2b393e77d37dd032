import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ORDER_STATES } from './order-state.ts'
import { countsAsRevenue } from './revenue.ts'

test('revenue is what confirmed and delivered orders bring, also while a cancellation is only requested', () => {
  const counting = ORDER_STATES.filter(countsAsRevenue).map(({ status, cancel }) => `${status} ${cancel}`)
  assert.deepEqual(counting, ['confirmed none', 'confirmed requested', 'delivered none', 'delivered requested'])
})

test('an order can be in nine states', () => {
  assert.equal(new Set(ORDER_STATES.map(({ status, cancel }) => `${status} ${cancel}`)).size, 9)
})
