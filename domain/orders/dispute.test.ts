import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DisputeState, deadlineOf, isLater } from './dispute.ts'

const at = (state: DisputeState, second: number) => ({ state, reportedAt: new Date(second * 1000) })

test('a dispute never goes back to what it was before', () => {
  assert.ok(isLater(at('under_review', 2), at('open', 1)))
  assert.ok(!isLater(at('under_review', 1), at('lost', 2)))
  assert.ok(isLater(at('lost', 1), at('open', 1)), 'of one second')
  assert.ok(!isLater(at('open', 1), at('lost', 1)), 'of one second')
  assert.ok(isLater(at('action_required', 3), at('under_review', 2)), 'the bank wants more')
})

test('a deadline presses from three days before it on, while the shop has to answer', () => {
  const now = new Date('2026-11-28T12:00:00Z')
  const left = (respondBy: string | null, state: DisputeState = 'open') => deadlineOf({ state, respondBy }, now)
  assert.equal(left('2026-12-02T00:00:00Z'), undefined)
  assert.equal(left('2026-12-01T11:59:59Z'), 'near')
  assert.equal(left('2026-11-28T11:59:59Z'), 'over')
  assert.equal(left('2026-11-28T11:59:59Z', 'under_review'), undefined)
  assert.equal(left('2026-11-29T00:00:00Z', 'action_required'), 'near')
  assert.equal(left(null), undefined)
})
