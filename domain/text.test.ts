import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as v from 'valibot'
import { parseNewProduct } from '#domain/catalog/forms/product-form.ts'
import { SIZES } from '#domain/catalog/specified-sizes.ts'
import { parseSignup } from './accounts/account.ts'
import { parseImportRow } from './catalog/import/csv.ts'
import { parseProductRequest } from './catalog/product-request.ts'
import { parseContactMessage } from './contact.ts'
import { line, paragraph, parseWith } from './form-fields.ts'
import { parseAddress } from './orders/address.ts'
import { startInWords, startOf } from './short-text.ts'
import { cleanLine, cleanText } from './text.ts'

/** Any string at all, broken emoji and control characters included. */
const anyText = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units))
const nastyText = fc
  .array(
    fc.constantFrom(
      '\0',
      '\r',
      '\n',
      '\t',
      ' ',
      '\x85',
      '\u2028',
      '\ud800',
      '\u200d',
      '\u202e',
      '\ufe0f',
      '्',
      'क',
      'a',
      '🪴',
    ),
  )
  .map((all) => all.join(''))

test('a line keeps what a person typed', () => {
  assert.equal(cleanLine('Meera Nair'), 'Meera Nair')
  assert.equal(cleanLine('मीरा नायर 🪴 👩🏽‍🌾'), 'मीरा नायर 🪴 👩🏽‍🌾')
})

test('a line has no control characters, no broken emoji and no needless white space', () => {
  assert.equal(cleanLine('  Meera \t\r\n Nair\u00a0 '), 'Meera Nair')
  assert.equal(cleanLine('Mee\0ra\x07\x1b[31m\x7f\x85'), 'Meera[31m')
  assert.equal(cleanLine('Meera \ud83e'), 'Meera \ufffd')
  assert.equal(cleanLine('\udeb4 Meera'), '\ufffd Meera')
  assert.equal(cleanLine(' \0 \n'), '')
})

test('a line has nothing in it that nobody sees and that makes it another, or shows it in another order', () => {
  const name = 'Meera Nair'
  const invisible =
    '\u00ad\u034f\u061c\u115f\u1160\u17b4\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2064' +
    '\u2066\u2067\u2068\u2069\u206f\u2800\u3164\ufeff\uffa0\ufff9\ufffb\u{e0041}\u{e0101}'
  for (const sign of invisible) {
    for (const typed of [`Meera${sign} Nair`, `${sign}Meera Nair${sign}`, `Me${sign}era ${sign}${sign}Nair`]) {
      for (const clean of [cleanLine, cleanText]) {
        assert.equal(clean(typed), name, `U+${sign.codePointAt(0)?.toString(16)} in ${JSON.stringify(typed)}`)
      }
    }
    assert.equal(cleanLine(`${sign} ${sign}`), '')
  }
  assert.equal(cleanLine('\u202egpj.exe'), 'gpj.exe')
})

test('words of India keep the joiners that they are spelled with, and emoji theirs', () => {
  for (const word of [
    // Half forms and chosen conjuncts of Devanagari; Bengali ya-phala; Malayalam chillus, also at a word's end; Sinhala; Urdu.
    'क्\u200dष',
    'रक्\u200cषा',
    'श्री दौऱ्\u200dया',
    'র\u200d্যাব',
    'അവന്\u200d വന്നു',
    'തന്\u200dവി',
    'ශ්\u200dරී',
    'می\u200cخواہم',
    '👩🏽‍🌾 ❤️‍🔥 👨‍👩‍👧 ☕️',
  ]) {
    assert.equal(cleanLine(word), word)
  }
  for (const [typed, clean] of [
    ['Me\u200dera', 'Meera'],
    ['मीरा\u200d नायर', 'मीरा नायर'],
    ['\u200dमीरा', 'मीरा'],
    ['क्\u200d\u200dष', 'क्\u200dष'],
    ['मी\u200bरा', 'मीरा'],
    ['🪴\u200dMeera', '🪴Meera'],
    ['A\ufe0f\ufe0f', 'A\ufe0f'],
  ] as const) {
    assert.equal(cleanLine(typed), clean, JSON.stringify(typed))
  }
})

test('a text that is cut ends with a whole letter', () => {
  assert.equal(startOf('Bowl', 4), 'Bowl')
  assert.equal(startOf('Bowls', 4), 'Bowl')
  assert.equal(startOf('Bow🪴', 4), 'Bow')
  assert.equal(startOf('Bo🪴', 4), 'Bo🪴')
})

test('text of several lines keeps its lines and tabs, whatever system it came from', () => {
  assert.equal(
    cleanText(' 12 MG Road\r\nIndiranagar\rBengaluru\n\n\tKarnataka '),
    '12 MG Road\nIndiranagar\nBengaluru\n\n\tKarnataka',
  )
  assert.equal(cleanText('a\0b\x0bc\x7f\ud800'), 'abc\ufffd')
})

test('a selector or joiner that would follow nothing visible goes with what it followed', () => {
  assert.equal(cleanLine('\ufe0f\u200d🪴'), '🪴')
  assert.equal(cleanLine('\u2800\ufe0f🪴'), '🪴')
  assert.equal(cleanLine('\ufff9\ufe0f\u200d🪴'), '🪴')
  assert.equal(cleanLine('❤\ufe0f\u200d🔥'), '❤\ufe0f\u200d🔥')
})

test('whatever is typed, PostgreSQL can store it and cleaning it twice changes nothing', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, nastyText), (text) => {
      for (const [clean, forbidden] of [
        [cleanLine, /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202e]|\s\s|^\s|\s$/u],
        [cleanText, /[^\P{Cc}\n\t]|\p{Cs}|^\s|\s$/u],
      ] as const) {
        const cleaned = clean(text)
        assert.doesNotMatch(cleaned, forbidden)
        assert.equal(clean(cleaned), cleaned)
      }
    }),
  )
})

const schema = v.object({
  name: v.pipe(line, v.minLength(3, 'too short'), v.startsWith('M', 'not an M')),
  note: paragraph,
})

test('a form is read from what the browser posts or from a plain object alike', () => {
  const form = new FormData()
  form.set('name', ' Meera ')
  form.set('note', 'one\r\ntwo')
  form.set('stranger', 'x')
  const expected = { ok: true, value: { name: 'Meera', note: 'one\ntwo' } }
  assert.deepEqual(parseWith(schema, form), expected)
  assert.deepEqual(parseWith(schema, { name: ' Meera ', note: 'one\r\ntwo', stranger: 'x' }), expected)
})

test('a field that is absent, a file or no text counts as empty', () => {
  const form = new FormData()
  form.set('name', new Blob(['Meera']), 'name.txt')
  const expected = { ok: false, problems: { name: 'too short' } }
  assert.deepEqual(parseWith(schema, form), expected)
  for (const name of [undefined, null, 1234, true, ['Meera'], { toString: () => 'Meera' }]) {
    assert.deepEqual(parseWith(schema, { name }), expected)
  }
})

test('each field gets one sentence, the first that applies', () => {
  assert.deepEqual(parseWith(schema, { name: 'ab' }), { ok: false, problems: { name: 'too short' } })
  assert.deepEqual(parseWith(schema, { name: 'Anil' }), { ok: false, problems: { name: 'not an M' } })
})

test('what is no form at all is refused, never a crash', () => {
  for (const stranger of [null, undefined, 'name=Meera', 7, [], () => {}]) {
    assert.equal(parseWith(schema, stranger).ok, false)
  }
  fc.assert(fc.property(fc.anything(), (anything) => void parseWith(schema, anything)))
})

test('every form takes invisible signs out of what is typed into it', () => {
  const [typed, clean] = ['Mee\u200bra\u202e Nair', 'Meera Nair']
  const person = { name: typed, email: 'meera\u200b@gamla.example' }
  const address = { name: typed, address: typed, city: typed, pincode: '560038', mobileNumber: '98450\u200b00012' }
  const row = { title: typed, category: typed, description: typed }
  const parsed = [
    parseSignup({ ...person, password: 'secret-word' }),
    parseContactMessage({ ...person, phone: '9845000012', message: typed }),
    parseProductRequest({ ...person, note: typed }),
    parseAddress(address),
    parseImportRow(row, SIZES),
    parseNewProduct({ ...row, category: 'POT\u200b', price: '4\u200b95', sizeCode: 'C01\u200b' }, 1, {
      sizes: SIZES,
      finishes: [],
      categories: [],
    }),
  ]
  for (const [index, answer] of parsed.entries()) {
    assert.ok(answer.ok, `${index}: ${JSON.stringify(answer)}`)
    const text = JSON.stringify(answer.value)
    assert.ok(text.includes(clean), text)
    assert.doesNotMatch(text, /\p{Default_Ignorable_Code_Point}/u, text)
  }
})

test('a cut text ends at a word, never in half of one or of an emoji', () => {
  assert.equal(startInWords('Short enough', 20), 'Short enough')
  assert.equal(startInWords('₹849 · A pot for a lemon tree, on the balcony', 30), '₹849 · A pot for a lemon tree…')
  assert.equal(startInWords('One two three', 6), 'One…')
  assert.equal(startInWords('One two three', 7), 'One two…')
  assert.equal(startInWords('x'.repeat(20), 10), `${'x'.repeat(10)}…`)
  assert.equal(startInWords('🪴'.repeat(20), 10), `${'🪴'.repeat(5)}…`)
  for (let length = 2; length < 40; length++) {
    const cut = startInWords('Pots, बड़ा गमला and “two” <ferns> 🪴🪴🪴 for a balcony in Pune', length)
    assert.ok(cut.length <= length + 1 && cut.isWellFormed(), cut)
  }
})
