import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mistakesBetween, nearestWord } from './spelling.ts'

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
