import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listForgotten, notPressed, presses } from './presses.ts'

test('every address that writes is pressed in the torture, or says why not', () => {
  assert.deepEqual(listForgotten(['GET /cart', 'POST /cart', 'POST /no-such-address']), ['POST /no-such-address'])
  assert.deepEqual(listForgotten(), [])
  for (const [reason, names] of Object.entries(notPressed)) {
    assert.match(reason, /^[A-Z][^.]+(\.ts[^.]*)?\.$/)
    assert.deepEqual(
      names.filter((name) => presses[name]),
      [],
      'both pressed and not',
    )
  }
})
