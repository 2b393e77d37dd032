import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wrapWords } from './wrap-words.ts'

const tenWide = (line: string) => [...line].length <= 10

test('a text is wrapped at its spaces', () => {
  assert.deepEqual(wrapWords(' Tall  pot for balconies ', 3, tenWide), ['Tall pot', 'for', 'balconies'])
  assert.deepEqual(wrapWords('Pot', 2, tenWide), ['Pot'])
  assert.deepEqual(wrapWords('', 2, tenWide), [])
})

test('what is too long ends with an ellipsis that fits', () => {
  assert.deepEqual(wrapWords('Tall pot for balconies and more', 2, tenWide), ['Tall pot', 'for…'])
  assert.deepEqual(wrapWords('Tall potty for balconies', 1, tenWide), ['Tall pott…'])
})

test('a word that is wider than a line is broken between characters', () => {
  assert.deepEqual(wrapWords('abcdefghijklmno pq', 3, tenWide), ['abcdefghij', 'klmno pq'])
  const [first = ''] = wrapWords('कि'.repeat(8), 1, tenWide)
  assert.equal(first, `${'कि'.repeat(4)}…`)
})
