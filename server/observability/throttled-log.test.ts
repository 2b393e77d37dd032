import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createThrottledLog } from './throttled-log.ts'

test('repeated messages are logged once at once, then once a minute with a count', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const said: string[] = []
  const say = createThrottledLog({ error: (line) => said.push(line) })
  for (let n = 0; n < 1000; n += 1) say('Refused')
  say('Something else')
  assert.deepEqual(said, ['Refused', 'Something else'])
  t.mock.timers.tick(60_000)
  assert.deepEqual(said.slice(2), ['Refused (999 more in the last minute)'])
  for (let n = 0; n < 3; n += 1) say('Refused')
  assert.equal(said.length, 3)
  t.mock.timers.tick(60_000)
  assert.equal(said.at(-1), 'Refused (3 more in the last minute)')
  // A quiet minute later it is news again.
  t.mock.timers.tick(60_000)
  say('Refused')
  assert.deepEqual(said.slice(4), ['Refused'])
})
