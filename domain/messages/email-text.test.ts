import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { emailName, emailTitle } from './email-text.ts'

/** Text that mail programs turn into a link or a telephone number. */
const LINK = /:\/\/|@|[\p{L}\p{N}-]\.[\p{L}\p{N}-]*\p{L}{2}|[/\\]{2}/u
const LONG_NUMBER = /\p{Nd}(?:[\s().+-]{0,3}\p{Nd}){5,}/u

test('a name that is a name stays one', () => {
  for (const name of [
    'Meera Nair',
    'Kavya R. Rao',
    "Miles O'Brien",
    'Anne-Marie D’Souza',
    'मीरा नायर',
    'Zoë Łukasz',
    'Asha Priya Devi Nair',
  ])
    assert.equal(emailName(name), name)
})

test('initials and titles without their spaces are no links, and get the spaces', () => {
  assert.equal(emailName('A.P.J.Abdul Kalam'), 'A. P. J. Abdul')
  assert.equal(emailName('K.Rao'), 'K. Rao')
  assert.equal(emailName('Dr.Mehta'), 'Dr. Mehta')
  assert.equal(emailTitle('St.John’s Bowl No.2'), 'St. John’s Bowl No. 2')
})

test('a name carries no message: no link, no number, no sign, four words at most', () => {
  assert.equal(emailName('Your prize is waiting: https://evil.example/win'), 'Your prize is waiting')
  assert.equal(emailName('WIN ₹50,000!!! call +91 98450 00012 now please'), 'WIN call now please')
  assert.equal(emailName('evil.com'), 'Customer')
  assert.equal(emailName('12345678'), 'Customer')
  assert.equal(emailName(''), 'Customer')
  assert.equal(emailName('<script>alert(1)</script> {{x}}'), 'script alert script x')
  assert.ok(Array.from(emailName('Ā'.repeat(500))).length <= 40)
})

const tricks = [
  'https://evil.example/x',
  'HTTP://EVIL.EXAMPLE',
  'hxxps://evil.example',
  '//evil.example/x',
  'https:/evil',
  'https:\\\\evil.example',
  'www.evil.example',
  'evil.com',
  'evil.co.in/win?x=1',
  'EVIL.COM.',
  '(evil.com)',
  'x.com/abc',
  't.co/abc',
  'bit.ly/3xYz',
  'evil．com',
  'ｅｖｉｌ．ｃｏｍ',
  'evil。com',
  'evil·com',
  'ev\u200bil.c\u200bom',
  'e\u00advil.com',
  '\u202emoc.live\u202c',
  'evil .com',
  'evil. com',
  'evil . com',
  'evil dot com',
  'evil DOT com',
  'evil[.]com',
  'evil (dot) com',
  'evil [dot] org',
  'bad@evil.example',
  'bad (at) evil.com',
  'mailto:bad@evil.example',
  'tel:+919845000012',
  'javascript:alert(1)//x',
  '192.168.1.77/login',
  '192.168.1.77',
  'xn--80ak6aa92e.com',
  'почта.рф',
  'दुकान.भारत',
  'evil.{}com',
  '{evil.}com',
  'evil.｛com',
  '9845{000}012',
  '9845000012',
  '+91 98450 00012',
  '98450-00012',
  '(080) 2345 6789',
  '98.45.00.00.12',
  '９８４５０００',
  '९८४५०००',
]

test('links, addresses and long numbers leave a title, in whatever spelling', () => {
  for (const trick of tricks) {
    for (const text of [trick, `Terrace Bowl ${trick} in stone`, `Bowl,${trick},now`]) {
      for (const told of [emailTitle(text), emailName(text)]) {
        assert.doesNotMatch(told, LINK, `${text} → ${told}`)
        assert.doesNotMatch(told, LONG_NUMBER, `${text} → ${told}`)
        assert.doesNotMatch(told, /evil\W+(com|org)|98450/i, `${text} → ${told}`)
      }
    }
  }
})

test('an ordinary title stays as it is', () => {
  for (const title of [
    'Terrace Bowl',
    'Cubee 28 × 28 × 28 cm',
    'Pot No. 12, 2.5 litres',
    'Tom & Jerry’s Planter (set of 3)',
    'Bowl 1,999',
    'Polka dot planter',
    'Red/grey bowl',
    'Stone pots. In sandstone',
  ])
    assert.equal(emailTitle(title), title)
})

test('a title is one line of bounded length, without half of an emoji', () => {
  assert.equal(emailTitle('a\n\nb\tc'), 'a b c')
  const long = emailTitle('🪴'.repeat(500))
  assert.equal(Array.from(long).length, 80)
  assert.ok(long.isWellFormed())
})

test('whatever is typed, nothing is left that a mail program makes a link of', () => {
  const piece = fc.oneof(
    fc.constantFrom(...tricks, '.', '..', ' ', '/', ':', '//', 'dot', '(', ')', '[.]', 'com', 'www', '@', '\u200b'),
    fc.string(),
    fc.string({ unit: 'grapheme' }),
  )
  const text = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, (typed) => {
      for (const told of [emailTitle(typed), emailName(typed)]) {
        assert.doesNotMatch(told, LINK)
        assert.doesNotMatch(told, LONG_NUMBER)
        assert.ok(Array.from(told).length <= 80)
      }
    }),
    { numRuns: 5000 },
  )
})
