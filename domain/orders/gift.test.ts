import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliverTo, parseGift } from './gift.ts'
import { storedTerms, toTerms } from './order.ts'

function formOf(values: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  return form
}

test('a gift has a recipient, whose name is on the parcel, and maybe a message', () => {
  assert.deepEqual(parseGift(formOf({ giftRecipient: 'Ravi' })), { ok: true, value: undefined })
  const parsed = parseGift(formOf({ gift: 'yes', giftRecipient: ' Ravi  Rao', giftMessage: 'Happy Diwali!' }))
  assert.deepEqual(parsed, { ok: true, value: { recipient: 'Ravi Rao', message: 'Happy Diwali!' } })
  assert.deepEqual(parseGift(formOf({ gift: 'yes' })), {
    ok: false,
    problems: { giftRecipient: 'Enter who gets it.' },
  })
  const long = parseGift(formOf({ gift: 'yes', giftRecipient: 'R', giftMessage: 'x'.repeat(301) }))
  assert.deepEqual(long, { ok: false, problems: { giftMessage: 'Use at most 300 characters.' } })
  const addressInfo = { name: 'Asha', address: 'A', city: 'C', pincode: '560001', mobileNumber: '9', firm: 'Asha & Co' }
  const gift = { recipient: 'Ravi', message: '' }
  assert.deepEqual(
    [deliverTo({ addressInfo }).name, deliverTo({ addressInfo, gift }).name, deliverTo({ addressInfo, gift }).firm],
    ['Asha', 'Ravi', ''],
  )
  assert.deepEqual(toTerms(storedTerms({ gift })), { gift })
})
