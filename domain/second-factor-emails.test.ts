import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SECURITY_NOTICES } from './second-factor.ts'
import { writeSecurityNotice } from './second-factor-emails.ts'

test('each notice says what has changed, when, and what to do', () => {
  const owner = { name: 'Meera <b>', email: 'meera@gamla.example' }
  const emails = SECURITY_NOTICES.map((notice) => writeSecurityNotice(notice, owner, '2026-11-22T04:30:00.000Z'))
  assert.equal(new Set(emails.map(({ status }) => status)).size, SECURITY_NOTICES.length)
  for (const { status, email, user_name } of emails) {
    assert.match(status, /your account\..*22 Nov 2026, 10:00 am \(India\)\. If it was not you, change your password/)
    assert.deepEqual([email, user_name], ['meera@gamla.example', 'Meera b'])
  }
})
