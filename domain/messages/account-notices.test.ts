import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultShopInfo } from '#domain/shop/shop-info.ts'
import { writeLoginSlowedEmail } from './account-notices.ts'
import { sayIn } from './say.ts'

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
