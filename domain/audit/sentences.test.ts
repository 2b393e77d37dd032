import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  AUDIT_ACTIONS,
  AUDIT_AREAS,
  type AuditArea,
  type AuditEntry,
  actionsIn,
  recordPath,
  sentenceOf,
} from './sentences.ts'

const say = (entry: Partial<AuditEntry>) =>
  sentenceOf({ action: 'deliver order', subject: 'order 1016', isOwn: false, before: null, after: null, ...entry })

test('an entry is a sentence that follows the name of whoever did it', () => {
  const lines = [
    { position: 0, quantity: 1 },
    { position: 1, quantity: 1 },
  ]
  const ravi = { subject: 'user r1', name: 'Ravi Nair' }
  const sentences: [Partial<AuditEntry>, string][] = [
    [{ action: 'dispatch order', after: { lines } }, 'dispatched order 1016: 2 items'],
    [{ action: 'dispatch order', after: { lines: [lines[0]] } }, 'dispatched order 1016: 1 item'],
    [{ action: 'take back', after: { lines: [{ good: 1, damaged: 2 }] } }, 'took goods of order 1016 back: 3 items'],
    [
      { action: 'move shipment', after: { step: 'out-for-delivery' } },
      'recorded where a parcel of order 1016 is: out for delivery',
    ],
    [{ action: 'refund return', after: { amount: 2998 } }, 'refunded a return of order 1016: ₹2,998'],
    [
      { action: 'change address', after: { city: 'Pune', mobileNumber: '1' } },
      'changed the address of order 1016: city, mobile number',
    ],
    [{ action: 'update product', subject: 'product 17', after: { price: 5 } }, 'changed product 17: price'],
    [
      { action: 'change role', ...ravi, before: { role: 'user' }, after: { role: 'seller' } },
      'changed Ravi Nair’s role: user → seller',
    ],
    [{ action: 'change password', ...ravi, isOwn: true }, 'changed their password'],
    [{ action: 'end session', subject: 'user r1' }, 'ended one of a deleted account’s sessions'],
    [{ action: 'export table', subject: 'table orders' }, 'exported the table orders'],
    [{ action: 'answer message', subject: 'message 12' }, 'answered message 12'],
    [{ action: 'cancel unconfirmed order' }, 'cancelled order 1016, which its buyer had not confirmed'],
    [{ action: 'look at', subject: 'product 1' }, 'look at: product 1'],
    [{ action: 'constructor', subject: 'product 1' }, 'constructor: product 1'],
  ]
  for (const [entry, sentence] of sentences) assert.equal(say(entry), sentence)
})

test('every action has a sentence, whatever an old entry holds', () => {
  for (const action of AUDIT_ACTIONS)
    for (const values of [null, {}, 'text', [1], { lines: 'x', amount: null, changed: {}, step: 7, role: [] }]) {
      const sentence = say({ action, before: values, after: values })
      assert.match(sentence, /^[a-z].*[^: ]$/, action)
      assert.doesNotMatch(sentence, /undefined|null|\[object|NaN/, action)
      assert.notEqual(sentence, `${action}: order 1016`, action)
    }
})

test('every action belongs to one area', () => {
  const all = (Object.keys(AUDIT_AREAS) as AuditArea[]).flatMap(actionsIn)
  assert.deepEqual(all.sort(), [...AUDIT_ACTIONS].sort())
  assert.equal(new Set(all).size, all.length)
})

test('a record leads to its page, if it has one', () => {
  assert.equal(recordPath('order 1016'), '/adminDashboard/orders/1016')
  assert.equal(recordPath('product 17'), '/updateproduct/17')
  assert.equal(recordPath('user a-1'), '/adminDashboard/users/a-1')
  assert.equal(recordPath('message 12'), '/adminDashboard/messages/12')
  for (const subject of ['shop', 'size C02', 'text faq', 'table orders', 'order', 'constructor x'])
    assert.equal(recordPath(subject), undefined)
})
