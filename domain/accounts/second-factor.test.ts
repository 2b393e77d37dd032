import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  authenticatorUri,
  decideCodeLogin,
  isMailboxEnough,
  makeRecoveryCodes,
  mayRequireSecondFactor,
  parseFactorCode,
  parsePasskeyName,
  toBase32,
} from './second-factor.ts'

test('ten different recovery codes, of twelve characters that nobody confuses', () => {
  const codes = makeRecoveryCodes(Uint8Array.from({ length: 120 }, (_, index) => (index * 2_654_435_761) >>> 24))
  assert.equal(new Set(codes).size, 10)
  for (const code of codes) assert.match(code, /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/)
  assert.throws(() => makeRecoveryCodes(new Uint8Array(60)))
})

test('codes are read as people type them', () => {
  assert.deepEqual(parseFactorCode(' 012 345 '), { kind: 'app', code: '012345' })
  const recovery = { kind: 'recovery', code: 'k7d29xwq03m1' }
  for (const typed of ['k7d2-9xwq-03m1', 'K7D29XWQ03M1', ' k7d2 9xwq O3ml '])
    assert.deepEqual(parseFactorCode(typed), recovery, typed)
})

test('what can be no code is none', () => {
  for (const typed of ['', '12345', '1234567', '०१२३४५', 'k7d2-9xwq-03u1', 'x'.repeat(10_000), null, 123456, {}])
    assert.equal(parseFactorCode(typed), undefined, String(typed))
})

test('secrets are written as RFC 4648 does', () => {
  const written = Object.entries({ '': '', f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foobar: 'MZXW6YTBOI' })
  for (const [text, base32] of written) assert.equal(toBase32(new TextEncoder().encode(text)), base32)
})

test('the QR code of an app names the shop and the address', () => {
  assert.equal(
    authenticatorUri({ secret: 'MZXW6', email: 'me+era@gamla.example', shop: 'Gamla' }),
    'otpauth://totp/Gamla:me%2Bera%40gamla.example?secret=MZXW6&issuer=Gamla',
  )
  assert.equal(
    authenticatorUri({ secret: 'MZXW6', email: 'meera@diya.example', shop: 'Diya: Lamps & Lights' }),
    'otpauth://totp/Diya%20Lamps%20%26%20Lights:meera%40diya.example?secret=MZXW6&issuer=Diya%20Lamps%20%26%20Lights',
  )
})

test('only a passkey, or an app with saved codes, is enough to require a second factor of everybody', () => {
  assert.equal(mayRequireSecondFactor({ hasApp: true, areCodesSaved: false, passkeys: 0 }), false)
  assert.equal(mayRequireSecondFactor({ hasApp: false, areCodesSaved: true, passkeys: 0 }), false)
  assert.equal(mayRequireSecondFactor({ hasApp: true, areCodesSaved: true, passkeys: 0 }), true)
  assert.equal(mayRequireSecondFactor({ hasApp: false, areCodesSaved: false, passkeys: 1 }), true)
})

test('a passkey has a name of one line', () => {
  assert.equal(parsePasskeyName('  My \n phone '), 'My phone')
  for (const typed of ['', ' ', 'x'.repeat(61), undefined, 7]) assert.equal(parsePasskeyName(typed), undefined)
})

const shopper = { role: 'user', isEmailConfirmed: true, hasSecondFactor: false } as const

test('a code logs in, and leads to the second factor of an account that has one', () => {
  for (const role of ['user', 'seller', 'admin'] as const) {
    assert.equal(decideCodeLogin({ ...shopper, role }), 'open')
    assert.equal(decideCodeLogin({ ...shopper, role, hasSecondFactor: true }), 'second-factor')
  }
})

test('the first code for an address takes the account over, but never from staff with a second factor', () => {
  const unconfirmed = { ...shopper, isEmailConfirmed: false }
  for (const role of ['user', 'seller', 'admin'] as const)
    assert.equal(decideCodeLogin({ ...unconfirmed, role }), 'take-over')
  assert.equal(decideCodeLogin({ ...unconfirmed, hasSecondFactor: true }), 'take-over')
  for (const role of ['seller', 'admin'] as const)
    assert.equal(decideCodeLogin({ ...unconfirmed, role, hasSecondFactor: true }), 'second-factor')
})

test('where a second factor is required, an email does not open an admin who has none', () => {
  const opens = (role: 'user' | 'seller' | 'admin', hasSecondFactor: boolean, requireSecondFactor: boolean) =>
    isMailboxEnough({ role, hasSecondFactor }, { requireSecondFactor })
  assert.equal(opens('admin', false, true), false)
  assert.deepEqual([opens('admin', true, true), opens('admin', false, false)], [true, true])
  assert.deepEqual([opens('seller', false, true), opens('user', false, true)], [true, true])
})
