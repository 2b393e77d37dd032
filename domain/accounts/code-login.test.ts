import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideCodeLogin, isMailboxEnough } from './code-login.ts'

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
