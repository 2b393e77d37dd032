import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DisputeState, deadlineOf, isLater, reportOfListed } from './dispute.ts'

const at = (state: DisputeState, second: number) => ({ state, reportedAt: new Date(second * 1000) })

test('a dispute never goes back to what it was before', () => {
  assert.ok(isLater(at('under_review', 2), at('open', 1)))
  assert.ok(!isLater(at('under_review', 1), at('lost', 2)))
  assert.ok(isLater(at('lost', 1), at('open', 1)), 'of one second')
  assert.ok(!isLater(at('open', 1), at('lost', 1)), 'of one second')
  assert.ok(isLater(at('action_required', 3), at('under_review', 2)), 'the bank wants more')
})

test('the list of the provider adds what no webhook has told', () => {
  const [createdAt, askedAt] = [new Date(1000), new Date(9000)]
  const about = { disputeId: 'disp_1', paymentId: 'pay_1', amount: 100, currency: 'INR', reason: '', phase: '' }
  const listed = (state: DisputeState, deducted = 0) => ({ ...about, state, deducted, respondBy: null, createdAt })
  const added = (state: DisputeState, before?: DisputeState, deducted?: number) => {
    const report = reportOfListed(listed(state, deducted), before && listed(before), askedAt)
    return report && [report.state, report.reportedAt]
  }
  assert.deepEqual(added('open'), ['open', createdAt])
  assert.deepEqual(added('lost'), ['lost', askedAt])
  assert.equal(added('open', 'open'), undefined)
  assert.equal(added('open', 'action_required'), undefined, 'the list calls both open')
  assert.deepEqual(added('open', 'under_review'), ['action_required', askedAt])
  assert.deepEqual(added('won', 'under_review'), ['won', askedAt])
  assert.deepEqual(added('lost', 'lost', 100), ['lost', askedAt], 'the money was taken')
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
