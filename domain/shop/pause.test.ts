import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pauseMessage } from './pause.ts'

const paused = { pausedUntil: '2026-11-30T09:00', pauseSentence: 'We are at a wedding.' }

test('a paused shop says why, and when it takes orders again, in Indian time', () => {
  const message = 'We are at a wedding. You can order again from 30 Nov 2026, 9:00 am.'
  assert.equal(pauseMessage(paused, new Date('2026-11-30T03:29:59Z')), message)
  const unsaid = { ...paused, pauseSentence: '' }
  assert.match(pauseMessage(unsaid, new Date('2026-11-24T00:00:00Z')) ?? '', /^We are taking a short break\. You can/)
})

test('the pause ends by itself, and without an end there is none', () => {
  assert.equal(pauseMessage(paused, new Date('2026-11-30T03:30:00Z')), undefined)
  assert.equal(pauseMessage({ ...paused, pausedUntil: '' }, new Date('2026-11-24T00:00:00Z')), undefined)
})
