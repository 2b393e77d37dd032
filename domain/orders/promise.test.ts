import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectedDay, promiseOf } from './promise.ts'

const confirmed = { status: 'confirmed', cancel: 'none', deliversBy: '2026-11-26' } as const
// In India it is the 26th still, and the 27th a moment later.
const lastMoment = new Date('2026-11-26T18:29:59Z')
const over = new Date('2026-11-26T18:30:00Z')

test('an order is late once its day is over in India, unless it has arrived or was cancelled', () => {
  assert.deepEqual(promiseOf(confirmed, lastMoment), { by: '2026-11-26', isLate: false })
  assert.deepEqual(promiseOf(confirmed, over), { by: '2026-11-26', isLate: true })
  assert.equal(promiseOf({ ...confirmed, status: 'delivered' }, over)?.isLate, false)
  assert.equal(promiseOf({ ...confirmed, cancel: 'cancelled' }, over)?.isLate, false)
  assert.equal(promiseOf({ ...confirmed, deliversBy: null }, over), undefined)
})

test('a buyer expects an order until its day, not once it is late, delivered or to be cancelled', () => {
  const promise = { by: '2026-11-26', isLate: false }
  assert.equal(expectedDay({ ...confirmed, promise }), 'Thu 26 Nov')
  assert.equal(expectedDay({ ...confirmed, promise: { ...promise, isLate: true } }), undefined)
  assert.equal(expectedDay({ ...confirmed, promise, cancel: 'requested' }), undefined)
  assert.equal(expectedDay({ ...confirmed, promise, status: 'delivered' }), undefined)
  assert.equal(expectedDay({ status: 'confirmed', cancel: 'none' }), undefined)
})
