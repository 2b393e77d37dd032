import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailboxOf, mayEmail } from './email-limit.ts'

const unconfirmed = { isConfirmed: false, factor: 1 }

test('five emails a day go to an address that nobody has confirmed, and any number to one that somebody has', () => {
  const answers = [0, 1, 4, 5, 6, 1000].map((sent) => mayEmail({ ...unconfirmed, sent }))
  assert.deepEqual(answers, [true, true, true, false, false, false])
  assert.ok(mayEmail({ ...unconfirmed, isConfirmed: true, sent: 1000 }))
})

test('the factor of rate limits multiplies it, and 0 lifts it', () => {
  assert.ok(mayEmail({ ...unconfirmed, factor: 0, sent: 1000 }))
  assert.ok(mayEmail({ ...unconfirmed, factor: 2, sent: 9 }))
  assert.ok(!mayEmail({ ...unconfirmed, factor: 2, sent: 10 }))
  assert.ok(mayEmail({ ...unconfirmed, factor: 0.1, sent: 0 }))
  assert.ok(!mayEmail({ ...unconfirmed, factor: 0.1, sent: 1 }))
})

test('one mailbox is one, whatever its owner or somebody else adds to its address', () => {
  for (const same of [
    'meera.nair@gmail.com',
    'MeeraNair@Gmail.com',
    'm.e.e.r.a.nair+1@gmail.com',
    'meeranair@googlemail.com',
  ])
    assert.equal(mailboxOf(same), 'meeranair@gmail.com')
  assert.equal(mailboxOf('meera.nair+shop+2@example.in'), 'meera.nair@example.in')
  assert.notEqual(mailboxOf('meeranair@example.in'), mailboxOf('meera.nair@example.in'))
})
