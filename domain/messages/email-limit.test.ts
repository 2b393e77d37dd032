import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitedKindOf, mailboxOf, mayEmail } from './email-limit.ts'
import type { MessageTemplate } from './templates.ts'

const unconfirmed = { kind: 'notice', isConfirmed: false, factor: 1, cashOrders: 20 } as const

test('five emails a day go to an address that nobody has confirmed, and any number to one that somebody has', () => {
  const answers = [0, 1, 4, 5, 6, 1000].map((sent) => mayEmail({ ...unconfirmed, sent }))
  assert.deepEqual(answers, [true, true, true, false, false, false])
  assert.ok(mayEmail({ ...unconfirmed, isConfirmed: true, sent: 1000 }))
})

test('what is paid, what tells of a parcel and what an account was changed for are always sent', () => {
  const kinds = (isPaid: boolean, ...templates: MessageTemplate[]) =>
    templates.map((template) => limitedKindOf({ template, isPaid }))
  assert.deepEqual(kinds(true, 'order-placed', 'cancelled', 'cancellation-requested'), [
    undefined,
    undefined,
    undefined,
  ])
  const always = [
    'dispatched',
    'out-for-delivery',
    'delivered',
    'refund-processed',
    'paid-now',
    'password-changed',
  ] as const
  assert.deepEqual(new Set(kinds(false, ...always)), new Set([undefined]))
  assert.deepEqual(kinds(false, 'order-placed', 'cancelled', 'product-available'), ['notice', 'notice', 'notice'])
})

test('each cash order that may wait can be confirmed, and no more than those', () => {
  assert.equal(limitedKindOf({ template: 'confirm-cash', isPaid: false }), 'confirm-cash')
  const asked = { ...unconfirmed, kind: 'confirm-cash' } as const
  assert.deepEqual(
    [5, 19, 20].map((sent) => mayEmail({ ...asked, sent })),
    [true, true, false],
  )
  assert.ok(mayEmail({ ...asked, sent: 1000, cashOrders: 0 }))
})

test('acknowledgements of messages are counted apart, and limited for a confirmed address too', () => {
  const kind = limitedKindOf({ template: 'message-received', isPaid: false })
  assert.equal(kind, 'acknowledgement')
  for (const isConfirmed of [true, false])
    assert.deepEqual(
      [0, 4, 5].map((sent) => mayEmail({ ...unconfirmed, kind: 'acknowledgement', isConfirmed, sent })),
      [true, true, false],
    )
  assert.ok(mayEmail({ ...unconfirmed, kind: 'acknowledgement', factor: 0, sent: 1000 }))
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
