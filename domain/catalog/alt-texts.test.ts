import assert from 'node:assert/strict'
import { test } from 'node:test'
import { galleryAltTextOf } from './alt-texts.ts'
import { potImageOf, potViewOf, potViewsOf } from './catalogue-images.ts'

const title = 'Pocket Cube'

test('each further view of the shop says what it shows', () => {
  const texts = potViewsOf('CUBEE').map((view) => galleryAltTextOf({ title }, view, 1))
  assert.equal(new Set(texts).size, 5)
  for (const text of texts) assert.match(text, /^Pocket Cube, [a-z][a-z ,’]+$/)
  assert.equal(galleryAltTextOf({ title }, potViewOf('CUBEE', 'room'), 3), 'Pocket Cube, in a room')
})

test('fronts and uploaded images have title and number, and the owner’s text comes first', () => {
  const front = potImageOf('CUBEE', 'Grey Stone')
  assert.equal(galleryAltTextOf({ title }, front, 0), 'Pocket Cube')
  assert.equal(galleryAltTextOf({ title }, '/productImages/1-cube', 2), 'Pocket Cube, image 3')
  const room = potViewOf('CUBEE', 'room')
  assert.equal(galleryAltTextOf({ title, altTexts: { [room]: 'On my balcony' } }, room, 1), 'On my balcony')
})
