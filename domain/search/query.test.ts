import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeVocabulary, readQuery, searchWords } from './query.ts'
import { DEFAULT_SYNONYMS, readSynonyms } from './synonyms.ts'

const used = { cubee: 2, bonsai: 1, tray: 1, sandstone: 2, planter: 1, 'C02 ': 0 }
const vocabulary = makeVocabulary(
  new Map(Object.entries(used)),
  ['Grey Stone', 'Sandstone'],
  readSynonyms(DEFAULT_SYNONYMS),
)
const read = (query: string) => readQuery(vocabulary, searchWords(query)).map(({ text }) => text)

test('words that say nothing about a product, and those after the eighth, are left out', () => {
  assert.deepEqual(searchWords('a Pot for the Hall'), ['pot', 'hall'])
  assert.deepEqual(searchWords('for the'), ['for', 'the'])
  assert.equal(searchWords('one two three four five six seven eight nine').length, 8)
  assert.deepEqual(searchWords('% 🪴'), [])
})

test('a word that is not known is read as the nearest one', () => {
  assert.deepEqual(read('BONZAI trey'), ['bonsai', 'tray'])
  assert.deepEqual(read('gamlaa'), ['gamla'])
  assert.deepEqual(read('plant teapot c03'), ['plant', 'teapot', 'c03'])
})

test('words are joined or parted as the shop writes them', () => {
  assert.deepEqual(read('sand stone'), ['sandstone'])
  assert.deepEqual(read('greystone'), ['grey stone'])
  assert.deepEqual(read('greyston tray'), ['grey stone', 'tray'])
  assert.deepEqual(read('flowerpot'), ['flower pot'])
  assert.ok(readQuery(vocabulary, ['window', 'box'])[0]?.meant.includes('trough'))
})
