import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDatabase } from '#tests/support/postgres.ts'
import { findOne, listLost } from './press.ts'
import { listForgotten, notPressed, presses } from './presses.ts'

const { pool, close } = await openDatabase()
after(close)

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

test('what each press is pressed on, and what it keeps, can be asked of the tables', async () => {
  for (const [name, { on, kept }] of Object.entries(presses)) {
    if (on) await assert.doesNotReject(pool.query(findOne(on), ['']), name)
    if (kept) await assert.doesNotReject(pool.query(listLost(kept), ['[]']), name)
  }
})
