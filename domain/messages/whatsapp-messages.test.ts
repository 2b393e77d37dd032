import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isStop, parsePayload, payloadOf, templateNameOf, textOf, valuesOf } from './whatsapp-messages.ts'
import { WHATSAPP_TEMPLATES } from './whatsapp-templates.ts'

const order = { id: 1001, totalAmount: 1999, addressInfo: { name: 'Asha https://evil.example' } as never }
const shipment = { courier: 'Delhivery' as const, awb: '42', cash: 1999 }

test('each template gets as many values as it has placeholders, and as many examples', () => {
  for (const message of [
    'order-placed',
    'confirm-cash',
    'dispatched',
    'out-for-delivery',
    'not-delivered',
    'delivered',
  ] as const) {
    const { body, examples } = WHATSAPP_TEMPLATES[templateNameOf(message)]
    const wanted = new Set(body.match(/\{\{\d\}\}/g)).size
    assert.equal(valuesOf(message, { order, shopName: 'Gamla', shipment }).length, wanted, message)
    assert.equal(examples.length, wanted, message)
    assert.doesNotMatch(body, /^\{\{|\}\}$/)
  }
})

test('a name that was typed as an advertisement does not reach the phone', () => {
  assert.equal(
    textOf('dispatched', valuesOf('dispatched', { order, shopName: 'Gamla', shipment })),
    'Hello Asha, your order 1001 from Gamla is packed and comes with Delhivery (AWB 42). To pay on delivery: ₹1,999.',
  )
})

test('an answer names its order, and nothing else is one', () => {
  assert.deepEqual(parsePayload(payloadOf(1001, 'yes')), { orderId: 1001, answer: 'yes' })
  for (const wrong of ['', 'Yes', 'confirm-cash 1001 delete', 'confirm-cash x yes', ' confirm-cash 1 yes'])
    assert.equal(parsePayload(wrong), undefined)
})

test('STOP is heard however it is typed, and not in a sentence', () => {
  for (const text of ['STOP', ' stop.', 'Unsubscribe', 'ＳＴＯＰ', 'opt out']) assert.equal(isStop(text), true, text)
  for (const text of ['', 'please don’t stop', 'stopover', 'start']) assert.equal(isStop(text), false, text)
})
