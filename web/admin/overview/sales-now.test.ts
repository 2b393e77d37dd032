import assert from 'node:assert/strict'
import { test } from 'node:test'
import { salesNow } from './sales-now.ts'

test('the week of the sales begins on Monday', () => {
  // 2026-11-24 is a Tuesday.
  const days = [21, 22, 23, 24].map((day, index) => ({ day: `2026-11-${day}`, amount: 10 ** index }))
  assert.deepEqual(salesNow({ days }), { today: 1000, week: 1100 })
  assert.deepEqual(salesNow({ days: days.slice(0, 3) }), { today: 100, week: 100 })
  assert.deepEqual(salesNow({ days: [] }), { today: 0, week: 0 })
})
