import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findSimilar, makeSearchIndex } from './similar.ts'
import { DEFAULT_SYNONYMS, readSynonyms } from './synonyms.ts'

const TITLES: [title: string, about: string][] = [
  ['Cubee Desk Cube', 'Desk POT CUBEE C01 Grey Stone'],
  ['Cubee Patio Block', 'Terrace POT CUBEE C03 Sandstone'],
  ['Widee Herb Bowl', 'Kitchen POT WIDEE W01 Sandstone'],
  ['Boxa Railing Trough', 'Balcony POT BOXA B01 Grey Stone'],
  ['Bonsai Starter Tray', 'Bonsai POT BONSAI BON01 Mosaic Grey'],
  ['Triya Hall Planter', 'Statement POT TRIYA TR03 Marble White'],
]
const products = TITLES.map(([title, about], at) => ({ id: at + 1, title, about }))
const finishes = ['Grey Stone', 'Marble White', 'Sandstone', 'Mosaic Grey']
const index = makeSearchIndex(products, finishes, readSynonyms(DEFAULT_SYNONYMS))

/** The titles that are found, the best first. */
function titles(query: string, hits: number[] = [], where = index): (string | undefined)[] {
  return findSimilar(where, query, new Set(hits)).ids.map((id) => TITLES[id - 1]?.[0])
}

test('a typing mistake finds what was meant', () => {
  assert.deepEqual(titles('cubbe'), ['Cubee Desk Cube', 'Cubee Patio Block'])
  assert.deepEqual(titles('sandstne'), ['Cubee Patio Block', 'Widee Herb Bowl'])
  assert.deepEqual(titles('bonsia'), ['Bonsai Starter Tray'])
  assert.deepEqual(titles('BONZAI trey'), ['Bonsai Starter Tray'])
  assert.deepEqual(titles('greyston', []).sort(), ['Boxa Railing Trough', 'Cubee Desk Cube'])
  assert.deepEqual(titles('sand stone'), ['Cubee Patio Block', 'Widee Herb Bowl'])
  assert.deepEqual(titles('cubeee sandston'), ['Cubee Patio Block'])
})

test('words that mean the same find what has one of them, in Hindi and English', () => {
  for (const query of ['गमला', 'matka', 'GAMLA', 'gamlaa', 'flower pot', 'flowerpot', 'for the planter'])
    assert.equal(titles(query)[0], 'Triya Hall Planter', query)
  assert.equal(titles('matka').length, 6)
  assert.deepEqual(titles('urli'), ['Widee Herb Bowl'])
  assert.deepEqual(titles('thali'), ['Bonsai Starter Tray'])
  assert.deepEqual(titles('window box'), ['Boxa Railing Trough'])
  assert.deepEqual(titles('बोनसाई ट्रे'), ['Bonsai Starter Tray'])
})

test('a product must have every word, and one that has half of them is better than none', () => {
  assert.deepEqual(titles('bowl kitchen'), ['Widee Herb Bowl'])
  assert.deepEqual(titles('blue bowl'), ['Widee Herb Bowl'])
  assert.equal(findSimilar(index, 'blue bowl', new Set()).isPartial, true)
  // Products that fit by half are shown only when nothing else was found.
  assert.deepEqual(titles('blue bowl', [1]), [])
  assert.deepEqual(titles("'; drop table products; --"), [])
  assert.deepEqual(titles('teapot'), [])
  assert.deepEqual(titles('% 🪴'), [])
  assert.deepEqual(titles(''), [])
})

test('what was found is not shown again, and at most eight are', () => {
  assert.deepEqual(titles('cubee', [1]), ['Cubee Patio Block'])
  const many = Array.from({ length: 30 }, (_, at) => ({ id: at + 1, title: 'Tray', about: '' }))
  const found = findSimilar(makeSearchIndex(many, [], new Map()), 'tray', new Set([1, 2, 3]))
  assert.deepEqual(found.ids, [4, 5, 6, 7, 8, 9, 10, 11])
  assert.equal(found.isFull, true)
})

test('a correction is offered only if titles have it', () => {
  const offered = (query: string) => {
    const { corrected, isInTitle } = findSimilar(index, query, new Set())
    return isInTitle ? corrected : undefined
  }
  assert.equal(offered('cubbe'), 'cubee')
  assert.equal(offered('cubbe desc'), 'cubee desk')
  assert.equal(offered('sandstne'), undefined)
  assert.equal(offered('cubee'), undefined)
  assert.equal(offered('gamlaa'), undefined)
})

test('words count from their beginning, numbers exactly', () => {
  assert.deepEqual(titles('owl'), [])
  assert.deepEqual(titles('c01'), ['Cubee Desk Cube'])
  assert.deepEqual(titles('c02'), [])
})

test('5,000 products and the longest query take the processor for a moment only', () => {
  const large = Array.from({ length: 5000 }, (_, at) => ({
    id: at + 1,
    title: `Cubee ${at.toString(36)}x Planter for the Hall`,
    about: 'Statement POT CUBEE C01 Grey Stone',
  }))
  const full = makeSearchIndex(large, finishes, readSynonyms(DEFAULT_SYNONYMS))
  const start = process.cpuUsage()
  findSimilar(full, 'abcdefghi bcdefghij cdefghijk defghijkl efghijklm fghijklmn ghijklmno hijklmnop', new Set())
  const { user } = process.cpuUsage(start)
  assert.ok(user < 1_000_000, `${user / 1000} ms`)
})
