import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseRate, describeRate, type Rate } from './couriers.ts'

const rates: Rate[] = [
  { id: '1', courier: 'Slow', price: 80_00, days: 6 },
  { id: '2', courier: 'Quick', price: 150_50, days: 2 },
  { id: '3', courier: 'Silent', price: 80_00 },
  { id: '4', courier: 'Quick and dear', price: 200_00, days: 2 },
]

test('the cheapest courier and the fastest, and of equals the better one', () => {
  assert.equal(chooseRate(rates, 'cheapest')?.courier, 'Slow')
  assert.equal(chooseRate(rates, 'fastest')?.courier, 'Quick')
  assert.equal(chooseRate([], 'fastest'), undefined)
  assert.deepEqual(rates.slice(1, 3).map(describeRate), ['₹150.50, 2 days', '₹80.00'])
})
