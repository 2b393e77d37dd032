import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ASKED_REASONS,
  clocksOf,
  decideReturnMove,
  isFaultOfShop,
  isOpenReturn,
  mayMoveReturn,
  NEXT_STEPS,
  parseReturnNumber,
  RETURN_STATE_LABELS,
  RETURN_STATES,
  returnNumberOf,
} from './return-request.ts'

test('a return is known by its number', () => {
  assert.equal(returnNumberOf(1001), 'RET-1001')
  assert.equal(parseReturnNumber(' ret-1001'), 1001)
  for (const text of ['1001', 'RET-', 'RET-1x', 'RET-1001/..']) assert.equal(parseReturnNumber(text), undefined)
})

test('money is never refused for a fault of the shop; everything else may be declined', () => {
  for (const reason of ASKED_REASONS)
    assert.equal(
      decideReturnMove({ state: 'acknowledged', reason }, 'declined'),
      isFaultOfShop(reason) ? 'not-declinable' : 'move',
      reason,
    )
})

test('what is over stays over, and the same step again changes nothing', () => {
  for (const state of RETURN_STATES)
    for (const to of RETURN_STATES) {
      const move = decideReturnMove({ state, reason: 'warranty' }, to)
      if (state === to) assert.equal(move, 'done-already')
      else if (!isOpenReturn(state)) assert.equal(move, 'not-allowed', `${state} to ${to}`)
      assert.ok(to !== 'requested' || move !== 'move')
    }
})

test('a buyer takes back what was neither received nor settled', () => {
  const may = RETURN_STATES.filter((state) => mayMoveReturn({ state, reason: 'damaged' }, 'withdrawn'))
  assert.deepEqual(may, ['requested', 'acknowledged', 'pickup-booked', 'dropping-off'])
})

test('a buyer reads where a request is, and what happens next while it is open', () => {
  assert.equal(new Set(RETURN_STATES.map((state) => RETURN_STATE_LABELS[state])).size, RETURN_STATES.length)
  for (const state of RETURN_STATES) assert.equal(NEXT_STEPS[state] !== undefined, isOpenReturn(state), state)
})

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
