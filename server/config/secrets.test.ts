import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameSecret, keyedHash } from './secrets.ts'

test('secrets are the same by every character, whatever their length', () => {
  assert.equal(isSameSecret('monsoon', 'monsoon'), true)
  for (const other of ['', 'monsoo', 'monsoons', 'Monsoon']) assert.equal(isSameSecret(other, 'monsoon'), false)
})

test('a keyed hash depends on the secret and on each part', () => {
  const hash = keyedHash('a secret', ['code', '123456'])
  assert.match(hash, /^[\w-]{43}$/)
  for (const parts of [['code', '123457'], ['code1', '23456'], ['code']])
    assert.notEqual(keyedHash('a secret', parts), hash)
  assert.notEqual(keyedHash('another secret', ['code', '123456']), hash)
})
