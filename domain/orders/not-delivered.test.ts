import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countAttempts, isExpectedBack, parseDeliveryAnswer } from './not-delivered.ts'

const failed = { step: 'not-delivered', status: 'UNDELIVERED' } as const
const out = { step: 'out-for-delivery', status: 'OUT FOR DELIVERY' } as const
const now = new Date('2026-11-24T20:00:00+05:30')

test('after the third attempt the parcel is expected back, and at once when the courier says so', () => {
  assert.equal(countAttempts([out, failed, out, failed]), 2)
  assert.equal(isExpectedBack([failed, out, failed]), false)
  assert.equal(isExpectedBack([failed, out, failed, out, failed]), true)
  const back = { step: 'not-delivered', status: 'RTO INITIATED' } as const
  assert.equal(countAttempts([failed, back]), 1)
  assert.equal(isExpectedBack([failed, back]), true)
  assert.equal(countAttempts([{ step: 'not-delivered', status: '' }]), 1)
})

test('the buyer chooses a day of the next week, a phone, an address, or cancels', () => {
  const parse = (fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return parseDeliveryAnswer(form, now)
  }
  assert.deepEqual(parse({ day: '2026-11-25', phone: '+91 98450 00012', address: ' Beside the temple ' }), {
    ok: true,
    value: { answer: 'again', day: '2026-11-25', phone: '9845000012', address: 'Beside the temple' },
  })
  for (const day of ['', '2026-11-24', '2026-12-02', 'tomorrow', '2026-11-31']) assert.ok(!parse({ day }).ok, day)
  const wrong = parse({ day: '2026-11-25', phone: '123', address: 'x'.repeat(301) })
  assert.deepEqual(Object.keys(wrong.ok ? {} : wrong.problems), ['phone', 'address'])
  assert.equal(parse({ answer: 'cancel' }).ok, true)
})
