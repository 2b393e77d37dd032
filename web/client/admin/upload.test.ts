import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareOfEach } from './upload.ts'

const files = [{ size: 100 }, { size: 300 }]

test('files go one after the other, behind the fields', () => {
  assert.deepEqual(shareOfEach(files, { loaded: 20, total: 420 }), [0, 0])
  assert.deepEqual(shareOfEach(files, { loaded: 70, total: 420 }), [0.5, 0])
  assert.deepEqual(shareOfEach(files, { loaded: 270, total: 420 }), [1, 0.5])
  assert.deepEqual(shareOfEach(files, { loaded: 420, total: 420 }), [1, 1])
})

test('an empty file and a total that is not known yet make no nonsense', () => {
  assert.deepEqual(shareOfEach([{ size: 0 }], { loaded: 0, total: 1 }), [0])
  assert.deepEqual(shareOfEach(files, { loaded: 0, total: 1 }), [0, 0])
  assert.deepEqual(shareOfEach([], { loaded: 5, total: 5 }), [])
})
