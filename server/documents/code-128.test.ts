import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeCode128, isCode128 } from './code-128.ts'

// Printed at 200 dpi, zbarimg 0.23 read each of these as its text.
const read = {
  '149031234500': '2112321222312141212123213121311131232122224121212331112',
  '1002-2': '2112322213122222211141311221322232111133212331112',
  EZ123456789IN: '2112141321133123111131411122321311233311212411121141313211222313111133211113412331112',
}

for (const [text, widths] of Object.entries(read)) {
  test(`${text} is as a scanner has read it`, () => {
    assert.equal(encodeCode128(text).join(''), widths)
  })
}

test('each character has eleven modules, the end thirteen, and an even number of digits is written as pairs', () => {
  const modules = (text: string) => encodeCode128(text).reduce((sum, width) => sum + width, 0)
  // Start, characters, check character, end.
  assert.equal(modules('Pot'), 11 * 5 + 13)
  assert.equal(modules('12345678'), 11 * 6 + 13)
})

test('only printable ASCII can be drawn', () => {
  assert.deepEqual(['AWB 1', '', 'पत्र', 'a\n', 'x'.repeat(51)].map(isCode128), [true, false, false, false, false])
  assert.throws(() => encodeCode128('पत्र'), RangeError)
})
