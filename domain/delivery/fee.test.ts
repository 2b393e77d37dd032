import assert from 'node:assert/strict'
import { test } from 'node:test'
import { feeRange, highestFee } from '#domain/shop/delivery-fees.ts'
import { chargedKg, EVERYWHERE_ELSE, feeFor, feeStays, lowestFee, zoneProblem } from './fee.ts'

const settings = {
  deliveryFees: [
    { zone: 'Maharashtra, 403001', upToKg: 5, fee: 49 },
    { zone: 'Maharashtra', upToKg: 0, fee: 99 },
    { zone: 'assam, Manipur', upToKg: 0, fee: 299 },
    { zone: EVERYWHERE_ELSE, upToKg: 10, fee: 149 },
    { zone: EVERYWHERE_ELSE, upToKg: 0, fee: 249 },
  ],
  freeFrom: 5000,
}
const fee = (pincode: string, kg = 1, goods = 495) => feeFor(settings, { place: { pincode }, kg, goods })

test('the first row whose zone and weight fit holds, and the last is everywhere else', () => {
  assert.equal(fee('411001'), 49)
  assert.equal(fee('403001'), 49)
  assert.equal(fee('411001', 5.1), 99)
  assert.equal(fee('786001'), 299)
  assert.equal(fee('560001'), 149)
  assert.equal(fee('560001', 12), 249)
  assert.equal(fee('403001', 6), 149)
})

test('from the set amount on it is free, and without rows always', () => {
  assert.equal(fee('411001', 1, 4999), 49)
  assert.equal(fee('411001', 40, 5000), 0)
  assert.equal(feeFor({ deliveryFees: [], freeFrom: 0 }, { place: { pincode: '411001' }, kg: 9, goods: 1 }), 0)
})

test('before a pincode is known the lowest fee for this weight is told; feeds tell the highest', () => {
  assert.equal(lowestFee(settings, { kg: 1, goods: 495 }), 49)
  assert.equal(lowestFee(settings, { kg: 12, goods: 495 }), 99)
  assert.equal(lowestFee(settings, { kg: 1, goods: 5000 }), 0)
  assert.equal(highestFee(settings), 299)
  assert.equal(feeRange(settings), '₹49 to ₹299')
  assert.equal(feeRange({ deliveryFees: [] }), undefined)
})

test('the larger of real and volumetric weight counts', () => {
  assert.equal(chargedKg([{ quantity: 2, cm: [50, 40, 30], kg: 3 }]), 24)
  assert.equal(chargedKg([{ quantity: 2, cm: [10, 10, 10], kg: 3 }]), 6)
  assert.equal(chargedKg([{ quantity: 1 }], { cm: [10, 10, 10], kg: 1.5 }), 1.5)
  assert.equal(chargedKg([{ quantity: 1 }]), 5.4)
})

test('the desk reads what a new address would cost, and that the agreed fee stays', () => {
  assert.equal(feeStays(49, 49), undefined)
  assert.equal(feeStays(49, 99), 'Delivery stays ₹49, as agreed. To this address it costs ₹99 now.')
  assert.equal(feeStays(49, 0), 'Delivery stays ₹49, as agreed. To this address it is free now.')
})

test('a zone names States and pincodes', () => {
  assert.equal(zoneProblem('Maharashtra, 411001, goa'), undefined)
  assert.match(zoneProblem(' , ') ?? '', /Enter States or pincodes/)
  assert.match(zoneProblem('Maharashtra, Bombay') ?? '', /“Bombay” is neither/)
  assert.match(zoneProblem('41100') ?? '', /neither/)
})
