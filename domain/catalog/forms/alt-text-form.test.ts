import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { altTextOf } from '#domain/catalog/alt-texts.ts'
import { altTextField, decideAltTexts, parseAltTexts, typedAltTexts } from './alt-text-form.ts'

const A = '/productImages/1-a'
const B = '/productImages/2-b'

test('an image without an alt text is called by the title', () => {
  const product = { title: 'Bowl', altTexts: { [B]: 'A bowl with a fern' } }
  assert.deepEqual(
    [altTextOf(product, A), altTextOf(product, B, 1), altTextOf(product, A, 2)],
    ['Bowl', 'A bowl with a fern', 'Bowl, image 3'],
  )
  assert.equal(altTextOf({ title: 'Bowl' }, 'constructor'), 'Bowl')
  assert.equal(altTextOf({ title: 'Bowl', altTexts: {} }, 'constructor'), 'Bowl')
})

test('a form sends alt texts by image; one that sends none changes none', () => {
  assert.deepEqual(parseAltTexts({ title: 'x', altTextual: 'x' }), { problems: {} })
  const sent = { [altTextField(A)]: ' A\tbowl ', [altTextField('new-0')]: '' }
  assert.deepEqual(parseAltTexts(sent), { altTexts: { [A]: 'A bowl', 'new-0': '' }, problems: {} })
  const long = { [altTextField(A)]: 'x'.repeat(201) }
  assert.deepEqual(Object.keys(parseAltTexts(long).problems), [altTextField(A)])
  assert.deepEqual(typedAltTexts(long), { [A]: 'x'.repeat(201) }, 'what was typed is not lost')
})

test('each image keeps its alt text, wherever it moves, and an uploaded one gets what was typed at its place', () => {
  const current = { [A]: 'a', [B]: 'b' }
  assert.deepEqual(decideAltTexts([B, A], current), current)
  assert.deepEqual(decideAltTexts([A, '/new'], current, { 'new-0': 'new', [A]: '' }, ['/new']), { '/new': 'new' })
  assert.deepEqual(decideAltTexts([A], {}, { [B]: 'of another product' }), {})
})

test('no alt text belongs to an image that the product does not have', () => {
  const names = fc.constantFrom(A, B, '/c', '/d', '__proto__')
  const texts = fc.dictionary(names, fc.constantFrom('', 'x', 'y'))
  fc.assert(
    fc.property(fc.uniqueArray(names), texts, texts, (images: string[], current, sent) => {
      const decided = decideAltTexts(images, current, sent)
      for (const [image, text] of Object.entries(decided)) assert.ok(images.includes(image) && text !== '')
    }),
  )
})
