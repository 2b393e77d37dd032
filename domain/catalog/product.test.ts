import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MAX_IMAGES } from '#domain/catalog/forms/image-limits.ts'
import { imagesOf } from './images.ts'
import { CARD_TITLE, cutTitle, priceOfSize, SEARCH_TITLE } from './product.ts'
import { getSize, sizesInFamilyOf } from './specified-sizes.ts'

test('titles are cut to 25 characters on cards and 20 in the search, and a product has at most 5 images', () => {
  assert.equal(CARD_TITLE, 25)
  assert.equal(SEARCH_TITLE, 20)
  assert.equal(MAX_IMAGES, 5)
})

test('a title is cut to exactly so many characters, with nothing added', () => {
  const title = 'Cubee planter in grey stone with a saucer'
  assert.equal(cutTitle(title, CARD_TITLE), 'Cubee planter in grey sto')
  assert.equal(cutTitle(title, SEARCH_TITLE), 'Cubee planter in gre')
  assert.equal(cutTitle('a'.repeat(25), CARD_TITLE), 'a'.repeat(25))
  assert.equal(cutTitle('a'.repeat(26), CARD_TITLE), 'a'.repeat(25))
  assert.equal(cutTitle('Bowl', CARD_TITLE), 'Bowl')
  assert.equal(cutTitle('', CARD_TITLE), '')
})

test('an emoji is one character and is never cut in half', () => {
  assert.equal(cutTitle('🪴'.repeat(30), CARD_TITLE), '🪴'.repeat(25))
  assert.equal(cutTitle(`${'a'.repeat(24)}🪴🪴`, CARD_TITLE), `${'a'.repeat(24)}🪴`)
  // A gardener of several code points, and a flag of two.
  assert.equal(cutTitle(`${'a'.repeat(24)}👩🏽‍🌾👩🏽‍🌾`, CARD_TITLE), `${'a'.repeat(24)}👩🏽‍🌾`)
  assert.equal(cutTitle(`${'a'.repeat(24)}🇮🇳 pot`, CARD_TITLE), `${'a'.repeat(24)}🇮🇳`)
})

test('a Hindi letter keeps its vowel sign, and an accent its letter', () => {
  assert.equal(cutTitle('गमला', 3), 'गमला')
  assert.equal(cutTitle('e\u0301e\u0301e\u0301', 2), 'e\u0301e\u0301')
})

test('whatever the title, the cut one is its beginning and no longer than asked', () => {
  const characters = new Intl.Segmenter('en')
  const anyTitle = fc.array(
    fc.constantFrom(...'abcd', ...'aé \0\n', '\u0301', '\u200d', '\ud83e', '🪴', '👩🏽‍🌾', '🇮🇳', 'मी', '\r\n'),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(
      anyTitle.map((all) => all.join('')),
      fc.constantFrom(CARD_TITLE, SEARCH_TITLE),
      (title, length) => {
        const cut = cutTitle(title, length)
        assert.ok(title.startsWith(cut))
        assert.equal([...characters.segment(cut)].length, Math.min(length, [...characters.segment(title)].length))
      },
    ),
  )
})

test("the product's own size costs the product's price", () => {
  assert.equal(priceOfSize({ sizeCode: 'C02', price: 799 }, getSize('C02')), 799)
})

test('another size of the family costs the catalogue price', () => {
  const product = { sizeCode: 'C02', price: 799 } as const
  const prices = sizesInFamilyOf('C02').map((size) => [size.code, priceOfSize(product, size)])
  assert.deepEqual(prices, [
    ['C01', 495],
    ['C02', 799],
    ['C03', 1999],
    ['C04', 2980],
  ])
})

test('a single image is tolerated as a list of one, an empty one as none', () => {
  assert.deepEqual(imagesOf('/images/a.webp'), ['/images/a.webp'])
  assert.deepEqual(imagesOf(['/images/a.webp', '/images/b.webp']), ['/images/a.webp', '/images/b.webp'])
  assert.deepEqual(imagesOf([]), [])
  for (const nothing of ['', ['']]) assert.deepEqual(imagesOf(nothing), [])
})
