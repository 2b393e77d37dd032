import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Font, openSync } from 'fontkit'
import { indianNames } from '#tests/support/fixtures/invoices.ts'
import { NOTO_SANS, setLine, shorten, withoutMissing, wrap } from './typeset.ts'

const tenWide = (line: string) => [...line].length <= 10
const lines = (text: string, max: number) => shorten(wrap(text, tenWide), max, tenWide)

test('a text is wrapped at its spaces and line ends', () => {
  assert.deepEqual(lines('Tall pot for balconies', 3), ['Tall pot', 'for', 'balconies'])
  assert.deepEqual(lines('Pot\n\nfor you', 3), ['Pot', '', 'for you'])
})

test('what is too long ends with an ellipsis that fits', () => {
  assert.deepEqual(lines('Tall pot for balconies and more', 2), ['Tall pot', 'for…'])
  assert.deepEqual(lines('Tall potty for balconies', 1), ['Tall pott…'])
})

test('a word that is wider than a line is broken between characters', () => {
  assert.deepEqual(lines('abcdefghijklmno pq', 3), ['abcdefghij', 'klmno pq'])
  assert.deepEqual(lines('कि'.repeat(8), 1), [`${'कि'.repeat(4)}…`])
})

test('a character without a font is a question mark, or left out of a picture', () => {
  const { runs } = setLine('Asha 中 ₹5', { fonts: NOTO_SANS.regular, size: 10 })
  assert.deepEqual(
    runs.map(({ text, isMissing }) => [text, isMissing]),
    [
      ['Asha ', false],
      ['?', true],
      [' ₹5', false],
    ],
  )
  assert.equal(withoutMissing('🪴 Tulsi 🌿 का ❤️ गमला ✨', NOTO_SANS.bold), 'Tulsi का गमला')
  assert.equal(withoutMissing('🪴', NOTO_SANS.bold), '')
})

/** Thousandths of the font size, as Chromium's HarfBuzz measures these names with the same fonts. */
const WIDTHS = {
  regular: [6991, 12330, 6711, 4402, 4973, 10491, 3258, 5741, 3192],
  bold: [7657, 13740, 7233, 4859, 5357, 11643, 3495, 6147, 3474],
}

for (const weight of ['regular', 'bold'] as const) {
  const fonts = NOTO_SANS[weight]

  describe(`the ${weight} fonts`, () => {
    indianNames.forEach(([script, name], index) => {
      test(`shape a name in ${script} as HarfBuzz does`, () => {
        const { width, runs } = setLine(name, { fonts, size: 1000 })
        assert.deepEqual([Math.round(width), runs.length], [WIDTHS[weight][index], 1])
        const font = openSync(runs[0]?.font ?? '') as Font
        const glyphs = font.layout(name).glyphs.map(({ id }) => id)
        assert.ok(!glyphs.includes(0), 'a glyph is missing')
      })
    })

    test('have an anchor for each mark on each letter, without which fontkit throws', () => {
      for (const file of fonts) {
        const font = openSync(file) as Font
        const characters = font.characterSet.map((code) => String.fromCodePoint(code))
        const marks = characters.filter((char) => /\p{Mark}/u.test(char))
        for (const each of characters) assert.ok(font.layout(`${each}${marks.join(each)}`).advanceWidth >= 0, file)
      }
    })
  })
}
