import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCode, parseEmail } from '#domain/accounts/account.ts'
import { nameFromEmail } from '#domain/accounts/email-code.ts'
import { defaultShopInfo } from '#domain/shop/shop-info.ts'
import { writeCodeToLogIn, writeConfirmCodeEmail, writeLoginSlowedEmail, writeResetEmail } from './account-emails.ts'
import { sayIn } from './say.ts'

const ORIGIN = 'https://gamla.example'
const say = sayIn(defaultShopInfo)
const to = { email: 'meera24@gmail.com', name: 'Meera {{x}} <b>evil.com</b>' }

test('each email holds its secret once, in plain text, and nothing that a user typed as a link', () => {
  const codes = [
    writeCodeToLogIn(say, 'login-code', to, { code: '012345', takesOver: false }),
    writeCodeToLogIn(say, 'login-code', to, { code: '012345', takesOver: true }),
    writeConfirmCodeEmail(say, to, '012345'),
    writeCodeToLogIn(say, 'reset-unconfirmed', to, { code: '012345', takesOver: true }),
  ]
  for (const { status } of codes) assert.deepEqual(status.match(/\b\d{6}\b/g), ['012345'])
  const link = `${ORIGIN}/reset-password?token=abc`
  const reset = writeResetEmail(say, to, link)
  assert.deepEqual(reset.status.match(/https?:\/\/\S+/g), [link])
  for (const { name, amount, items, email } of [...codes, reset]) {
    assert.doesNotMatch(name, /[<>{}.]/)
    assert.deepEqual([email, amount, items], [to.email, '', undefined])
  }
})

test('an account that begins with a code is named by what is before the @', () => {
  assert.equal(nameFromEmail('kavya.rao@gamla.example'), 'kavya.rao')
  assert.equal(
    writeCodeToLogIn(say, 'login-code', { email: 'kavya@x.example', name: undefined }, { code: '1', takesOver: false })
      .name,
    'kavya',
  )
})

test('a code may be typed in groups, and an address in capitals', () => {
  for (const code of ['012345', ' 012 345 ', '012-345'])
    assert.deepEqual(parseCode({ email: 'Meera24@Gmail.com', code }), {
      ok: true,
      value: { email: 'meera24@gmail.com', code: '012345' },
    })
  for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６', undefined])
    assert.deepEqual(parseCode({ email: 'meera24@gmail.com', code }), {
      ok: false,
      problems: { code: 'Enter the six digits of the code.' },
    })
  assert.equal(parseEmail({ email: 'meera' }).ok, false)
})

test('an email about failed logins says what happened, when, from how many networks, and what to do', () => {
  const owner = { name: 'Meera {{x}} <b>', email: 'meera@gamla.example' }
  const tried = { failures: 31, networks: 4, time: '2026-11-22T04:00:00.000Z' }
  const { status, ...rest } = writeLoginSlowedEmail(sayIn(defaultShopInfo), owner, tried)
  assert.deepEqual(rest, { email: owner.email, name: 'Meera x b', amount: '' })
  assert.match(
    status,
    /31 times .*4 networks, until 22 Nov 2026, 9:30 am .*They did not get in\..*work as usual\..*\{\{new-password-link\}\}\.$/,
  )
  assert.doesNotMatch(status, /[<>\n]/)
})
