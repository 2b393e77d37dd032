import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultShopInfo } from '#domain/shop/shop-info.ts'
import { fillLinks, linksIn, listWordingPlaceholders, listWordingProblems, previewWording, sayIn } from './say.ts'
import { WORDING_KEYS, WORDINGS, wordingKeyOf } from './wordings.ts'

const ORIGIN = 'https://gamla.example'
const lamps = { ...defaultShopInfo, shopName: 'Diya $& Co', productNoun: 'Lamp', productNounPlural: 'Lamps' }

test('every wording can be saved as it comes with the shop, and says everything with the sample values', () => {
  for (const key of WORDING_KEYS) {
    const text = WORDINGS[key]
    assert.deepEqual(listWordingProblems(key, text, defaultShopInfo), [], key)
    const shown = previewWording(text, defaultShopInfo, ORIGIN)
    assert.doesNotMatch(shown, /[{}]| {2}| [.,]|undefined/, key)
    assert.doesNotMatch(previewWording(text, lamps, ORIGIN), /gamla(?!\.example)|\bpots?\b/i, key)
    for (const { meaning } of listWordingPlaceholders(key, defaultShopInfo)) assert.ok(meaning, key)
  }
  assert.equal(
    previewWording(WORDINGS['dispatched-packed'], defaultShopInfo, ORIGIN),
    'Your order 1001 is packed and comes with Delhivery (AWB 1234567890). Please keep ₹1,485 ready for the courier. Track your parcel: https://courier.example/track/1234567890 View your order: https://gamla.example/track/1001/… Tax invoice: GM/26-27/00001.',
  )
})

test('an own text is said instead, with the values and the shop’s own words', () => {
  const own = new Map([
    ['paid-now', '{{Nouns}} of {{shop}}: {{amount}} arrived, {{amount}}.\nOrder {{order}}'],
  ] as const)
  const say = sayIn(lamps, own)
  assert.equal(say('paid-now', { amount: '₹1 $&', order: '7' }), 'Lamps of Diya $& Co: ₹1 $& arrived, ₹1 $&.\nOrder 7')
  assert.match(say('refund-sold', { refund: '' }), /^Sorry, a lamp in your order sold out while you were paying\.$/)
})

test('an empty part takes the space or the line break before it along', () => {
  const values = { order: '7', amount: '₹5' }
  const say = sayIn(defaultShopInfo)
  assert.match(say('confirm-cash', { ...values, 'confirm-within': '', 'pay-now': '' }), /: \{\{confirm-link\}\}$/)
  assert.match(
    say('confirm-cash', { ...values, 'confirm-within': '', 'pay-now': say('pay-now', {}) }),
    /\{\{confirm-link\}\}\nYou can also pay now instead: \{\{pay-link\}\}$/,
  )
})

test('links wait for the sending; what a value holds is not looked through for other values', () => {
  const said = sayIn(defaultShopInfo)('message-reply', { reply: 'See {{day}} {{x}}', message: 'C-1', day: '1 May' })
  assert.equal(said, 'See {{day}} {{x}}\n\nThis answers your message C-1 of 1 May.')
  assert.deepEqual(linksIn('{{order-link}} {{x}} {{order-link}} {{pay-link}}'), ['order-link', 'pay-link'])
  assert.equal(fillLinks('See {{order-link}}, {{x}}', { 'order-link': 'https://x/$&' }), 'See https://x/$&, {{x}}')
})

test('what cannot be saved is told in words', () => {
  const problems = (text: string) => listWordingProblems('login-code', text, defaultShopInfo)
  assert.deepEqual(problems('{{code}} of {{shop}}, {{contact-link}}'), [
    '{{contact-link}} is not one of the placeholders of this message.',
  ])
  assert.deepEqual(problems('{{code}} {code} {{order}} {{{shop}}} {{}} {{Code}}').length, 5)
  assert.deepEqual(problems('Your code'), ['Add {{code}}: without it this message is of no use.'])
  assert.deepEqual(problems(''), ['Enter the text.'])
  assert.deepEqual(problems(`{{code}}${'🪴'.repeat(1000)}`), ['Use at most 1000 characters. This text has 1008.'])
  assert.deepEqual(problems('{{code}} <b>now</b>'), ['Leave out “<” and “>”: messages are plain text.'])
  assert.deepEqual(listWordingProblems('confirm-cash', 'Please call us.', defaultShopInfo), [
    'Add {{confirm-link}}: without it this message is of no use.',
  ])
})

test('no wording puts a secret link or code into an address of somebody else', () => {
  const problems = (key: 'login-code' | 'reset-password', text: string) =>
    listWordingProblems(key, text, defaultShopInfo)
  for (const address of ['https://evil.example/?to=', 'evil.example/', '//evil.example?'])
    assert.deepEqual(problems('reset-password', `Open ${address}{{reset-link}}`), [
      'Leave a space before {{reset-link}}: as a part of another address it would be given away.',
    ])
  assert.deepEqual(problems('login-code', 'https://evil.example/{{code}}'), [
    'Leave a space before {{code}}: as a part of another address it would be given away.',
  ])
  assert.deepEqual(problems('login-code', 'Code:\n{{code}} ({{code}})'), [])
})

test('a wording is stored under a name of its own', () => {
  assert.equal(wordingKeyOf('wordings/paid-now'), 'paid-now')
  for (const name of ['paid-now', 'wordings/constructor', 'wordings/', 'faq'])
    assert.equal(wordingKeyOf(name), undefined)
})
