import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeAccountNotice, writeCodeEmail } from '#domain/messages/account-emails.ts'
import { sayIn } from '#domain/messages/say.ts'
import { defaultShopInfo } from '#domain/shop/shop-info.ts'
import { parseCode, parseEmailChange, parseName, parseNewEmail, parsePasswordChange } from './profile.ts'

test('a code is six digits, however they are typed', () => {
  for (const code of ['012345', ' 012 345 ', '012-345']) {
    assert.deepEqual(parseCode({ code }), { ok: true, value: { code: '012345' } })
  }
  for (const code of ['', '12345', '1234567', 'abcdef', undefined, '०१२३४५']) {
    assert.deepEqual(parseCode({ code }), { ok: false, problems: { code: 'Enter the 6 digits of the code.' } })
  }
})

test('a new name, email and password are checked as at sign-up', () => {
  assert.deepEqual(parseName({ name: '  Meera  Nair ' }), { ok: true, value: { name: 'Meera Nair' } })
  assert.deepEqual(parseName({}), { ok: false, problems: { name: 'Enter your name.' } })
  const email = 'Meera24@Gmail.com'
  assert.deepEqual(parseEmailChange({ email, password: ' a b ' }), {
    ok: true,
    value: { email: 'meera24@gmail.com', password: ' a b ' },
  })
  assert.deepEqual(parseNewEmail({ email, code: '123456' }), {
    ok: true,
    value: { email: 'meera24@gmail.com', code: '123456' },
  })
  assert.equal(parseEmailChange({ email: 'meera' }).ok, false)
  assert.deepEqual(parsePasswordChange({ currentPassword: 'x', newPassword: '12345' }), {
    ok: false,
    problems: { newPassword: 'Use at least 6 characters.' },
  })
  assert.deepEqual(parsePasswordChange({ newPassword: '123456' }), {
    ok: true,
    value: { currentPassword: '', newPassword: '123456' },
  })
})

test('the emails of an account name their time, hold no markup and only the code email holds a code', () => {
  const owner = { name: 'Meera <b>', email: 'meera24@gmail.com' }
  const [say, time] = [sayIn(defaultShopInfo), '2026-11-22T06:30:00Z']
  const notice = writeAccountNotice(say, 'password-changed', owner, time)
  assert.equal(notice.email, owner.email)
  assert.doesNotMatch(notice.name, /[<>]/)
  assert.match(notice.status, /22 Nov 2026, 12:00\s?pm \(India\)/)
  assert.doesNotMatch(writeAccountNotice(say, 'email-changed', owner, time).status, /@|\d{6}/)
  assert.match(writeCodeEmail(say, 'change-email', owner, '012345').status, /^Your code is 012345\. /)
})
