import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backoffMs } from './backoff.ts'

const backoff = { firstMs: 250, maxMs: 10_000 }

test('each pause is twice the one before, up to the maximum, however often something fails', () => {
  const pauses = [0, 1, 2, 5, 6, 5000].map((failures) => backoffMs(failures, backoff))
  assert.deepEqual(pauses, [250, 500, 1000, 8000, 10_000, 10_000])
})

test('clients come back spread over the second half of the pause', () => {
  assert.equal(backoffMs(2, backoff, 0), 500)
  assert.equal(backoffMs(2, backoff, 0.5), 750)
})
