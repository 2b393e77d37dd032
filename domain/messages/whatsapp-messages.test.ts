import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isStop, parsePayload, payloadOf, templateNameOf, textOf, valuesOf } from './whatsapp-messages.ts'
import { WHATSAPP_TEMPLATES } from './whatsapp-templates.ts'

const order = { id: 1001, totalAmount: 1999, addressInfo: { name: 'Asha https://evil.example' } as never }
const shipment = { courier: 'Delhivery' as const, awb: '42', cash: 1999 }

const step = {
  ...{ id: 1001, title: 'Cubee', note: '', declineReason: 'See https://evil.example' },
  ...({ state: 'settled', settledAs: 'money', amount: 49_500 } as const),
}

test('news of a return say what it gives, and nothing that somebody typed', () => {
  const text = (changes: Partial<typeof step> | object = {}) =>
    textOf('return_update', valuesOf('return-step', { order, shopName: 'Gamla', step: { ...step, ...changes } }))
  const start = 'Hello Asha, news of your return RET-1001 of order 1001 from Gamla: '
  const end = '. The page of your order says more.'
  assert.equal(text(), `${start}settled, ₹495.00 as money back${end}`)
  assert.equal(text({ settledAs: null, state: 'declined' }), `${start}declined${end}`)
})

test('each template gets as many values as it has placeholders, and as many examples', () => {
  for (const message of [
    'order-placed',
    'confirm-cash',
    'dispatched',
    'out-for-delivery',
    'not-delivered',
    'delivered',
    'return-step',
  ] as const) {
    const { body, examples } = WHATSAPP_TEMPLATES[templateNameOf(message)]
    const wanted = new Set(body.match(/\{\{\d\}\}/g)).size
    assert.equal(valuesOf(message, { order, shopName: 'Gamla', shipment, step }).length, wanted, message)
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
