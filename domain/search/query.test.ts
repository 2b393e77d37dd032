import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeVocabulary, mistakesBetween, nearestWord, readQuery, searchWords } from './query.ts'
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

test('a mistake is a letter that is missing, too many, wrong or swapped with its neighbour', () => {
  for (const [one, other, mistakes] of [
    ['cube', 'cube', 0],
    ['cub', 'cube', 1],
    ['cubee', 'cube', 1],
    ['cuba', 'cube', 1],
    ['cueb', 'cube', 1],
    ['sandstne', 'sandstone', 1],
    ['bonsia', 'bonsai', 1],
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
    ['गमाल', 'गमला', 1],
  ] as const) {
    assert.equal(mistakesBetween(one, other), mistakes, `${one} ${other}`)
    assert.equal(mistakesBetween(other, one), mistakes, `${other} ${one}`)
  }
})

test('the nearest word is meant, then the more frequent; short words and numbers as they are typed', () => {
  const known = [
    ['tray', 5],
    ['trays', 1],
    ['terracotta', 2],
    ['bowl', 9],
    ['c02', 3],
    ['tub', 3],
  ] as const
  assert.equal(nearestWord('trayz', known), 'tray')
  assert.equal(nearestWord('teracota', known), 'terracotta')
  assert.equal(nearestWord('bowel', known), 'bowl')
  for (const word of ['tup', 'c03', 'copper', 'abc', '']) assert.equal(nearestWord(word, known), undefined, word)
})
