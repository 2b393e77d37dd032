import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryLine, deliveryNote, promisesFreeDelivery } from './delivery.ts'
import { defaultSettings, type Settings } from './settings.ts'

test('a fresh shop says nothing more about delivery than the specification', () => {
  const said = (changes: Partial<Settings>) => deliveryNote({ ...defaultSettings, ...changes })
  assert.equal(said({}), undefined)
  assert.equal(said({ deliveryDays: 5 }), 'Free delivery across India. Delivered within 5 days.')
  assert.equal(said({ deliveryDays: 1 }), 'Free delivery across India. Delivered within a day.')
  assert.equal(said({ freeDeliveryLine: 'Free in Pune!' }), 'Free in Pune!')
})

test('with a fee no sentence says that delivery is free', () => {
  const fees = [
    { zone: 'Goa', upToKg: 0, fee: 49 },
    { zone: 'Everywhere else', upToKg: 0, fee: 199 },
  ]
  const priced = { ...defaultSettings, deliveryFees: fees }
  assert.equal(deliveryNote(priced), 'Delivery costs ₹49 to ₹199, by place and weight.')
  assert.equal(deliveryLine(priced), 'Delivery across India')
  const free = { ...priced, freeFrom: 999, deliveryDays: 5 }
  assert.equal(
    deliveryNote(free),
    'Delivery costs ₹49 to ₹199, by place and weight. It is free from ₹999. Delivered within 5 days.',
  )
  assert.match(deliveryNote({ ...free, packingDays: 2 }) ?? '', /Delivered within 5 days after packing\.$/)
  assert.equal(deliveryLine(free), 'Free delivery from ₹999')
  assert.equal(deliveryLine(defaultSettings), 'Free delivery across India')
})

test('a text promises free delivery where no sentence of it has a condition', () => {
  for (const text of [
    'We have **free delivery** across India.',
    '# Terms\n\nDelivery is free. Returns are not.',
    'Shipping is always free!',
    'Free home delivery',
  ])
    assert.ok(promisesFreeDelivery(text), text)
  for (const text of [
    'Free delivery from ₹999.',
    'Free shipping on orders above a thousand rupees',
    'Delivery is not free.',
    'Feel free. Delivery takes a week.',
    'Cancelling is free.',
  ])
    assert.ok(!promisesFreeDelivery(text), text)
})
