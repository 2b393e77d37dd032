import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseLowStock } from './low-stock.ts'

test('few is a whole number up to 99', () => {
  assert.deepEqual(parseLowStock({ lowStock: ' 5 ' }), { ok: true, value: { lowStock: 5 } })
  assert.deepEqual(parseLowStock({ lowStock: '0' }), { ok: true, value: { lowStock: 0 } })
  for (const lowStock of ['', '-1', '1.5', '100', 'few'])
    assert.deepEqual(parseLowStock({ lowStock }), {
      ok: false,
      problems: { lowStock: 'Enter a whole number from 0 to 99.' },
    })
})
