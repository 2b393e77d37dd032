import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clocksOf } from './clocks.ts'

const time = new Date('2026-11-20T10:00:00Z')
const open = { time, state: 'requested', isAcknowledged: false } as const

test('a request is to be acknowledged within 48 hours and settled within a month', () => {
  const { acknowledge, settle } = clocksOf(open, new Date('2026-11-22T10:00:00Z'))
  assert.deepEqual(acknowledge, { until: new Date('2026-11-22T10:00:00Z'), isLate: false })
  assert.deepEqual(settle, { until: new Date('2026-12-20T10:00:00Z'), isLate: false })
  assert.equal(clocksOf(open, new Date('2026-11-22T10:00:01Z')).acknowledge?.isLate, true)
  assert.equal(clocksOf(open, new Date('2026-12-20T10:00:01Z')).settle?.isLate, true)
})

test('what is acknowledged or over has no clock', () => {
  assert.equal(clocksOf({ ...open, state: 'received', isAcknowledged: true }, time).acknowledge, undefined)
  const none = { acknowledge: undefined, settle: undefined }
  for (const state of ['settled', 'declined', 'withdrawn'] as const)
    assert.deepEqual(clocksOf({ ...open, state }, new Date('2027-01-01T00:00:00Z')), none)
})
