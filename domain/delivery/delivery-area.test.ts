import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '#domain/shop/settings.ts'
import {
  coverageOf,
  deliveryAnswer,
  formatArrival,
  isLikelyMobile,
  lastDayOf,
  mobileKey,
  plainPincode,
} from './delivery-area.ts'

const now = new Date('2026-11-21T20:00:00Z')
const fresh = coverageOf(defaultSettings, false, undefined)
const kolkata = { pincode: '700001', city: 'Kolkata', coverage: fresh }

test('a fresh shop delivers everywhere, takes cash and promises no day', () => {
  assert.deepEqual(fresh, { delivers: true, days: 0, cash: true, largest: 0 })
  assert.deepEqual(deliveryAnswer(kolkata, now), ['We deliver to Kolkata 700001', 'Cash on delivery available'])
  assert.equal(deliveryAnswer({ ...kolkata, city: '' }, now)[0], 'We deliver to 700001')
})

test('with a list it delivers where the list says, as the list says', () => {
  const settings = { ...defaultSettings, deliveryDays: 6 }
  assert.equal(coverageOf(settings, true, undefined).delivers, false)
  const own = { days: 4, cash: false, largest: 2000 }
  assert.deepEqual(coverageOf(settings, true, own), { delivers: true, ...own })
  assert.equal(coverageOf(settings, true, { days: null, cash: true, largest: null }).days, 6)
  assert.equal(coverageOf({ ...settings, cashOnDelivery: false }, true, { ...own, cash: true }).cash, false)
})

test('the answer names the last day in Indian time, and whether cash is possible', () => {
  // In India it is the 22nd already.
  assert.equal(lastDayOf({ days: 4 }, now), '2026-11-26')
  assert.equal(formatArrival('2026-11-26'), 'Thu 26 Nov')
  const answer = (change: Partial<typeof fresh>) =>
    deliveryAnswer({ ...kolkata, coverage: { ...fresh, ...change } }, now)
  assert.deepEqual(answer({ days: 4 }), ['Delivers by Thu 26 Nov', 'Cash on delivery available'])
  assert.deepEqual(answer({ days: 4, cash: false }), [
    'Delivers by Thu 26 Nov',
    'Online payment available, no cash on delivery',
  ])
  assert.deepEqual(answer({ delivers: false }), ['We don’t deliver to 700001 yet. Please choose another address.'])
})

test('a mobile number is likely with ten digits from 6 to 9, however it is written', () => {
  for (const right of ['9845000012', '98450 00012', '+91 98450-00012', '919845000012', '09845000012', '6000000000'])
    assert.ok(isLikelyMobile(right), right)
  for (const wrong of ['1234567890', '5845000012', '98450000', '98450000123', 'call me now', ''])
    assert.ok(!isLikelyMobile(wrong), wrong)
  assert.equal(mobileKey('+91 98450-00012'), '9845000012')
  assert.equal(mobileKey('12345'), undefined)
  assert.equal(plainPincode('411 001'), '411001')
})

test('a promise knows the cut-off, the packing days, Sundays and holidays', () => {
  const by = (days: number, set: object, time: string) =>
    lastDayOf(
      coverageOf({ ...defaultSettings, deliveryDays: days, ...set }, false, undefined),
      new Date(`${time}+05:30`),
    )
  // 21 November 2026 is a Saturday.
  const saturday = '2026-11-21T13:59:00'
  assert.equal(by(3, {}, saturday), '2026-11-24')
  assert.equal(by(3, { cutOff: '14:00' }, saturday), '2026-11-24')
  // From two o'clock on it is Sunday's, and so Monday's.
  assert.equal(by(3, { cutOff: '14:00' }, '2026-11-21T14:00:00'), '2026-11-26')
  assert.equal(by(3, { packingDays: 2 }, saturday), '2026-11-27')
  // Neither on the holiday nor on the Sunday after it.
  assert.equal(by(1, { packingDays: 1, holidays: ['2026-11-28'] }, '2026-11-26T09:00:00'), '2026-11-30')
  assert.equal(by(3, { holidays: ['2026-12-25'] }, '2026-12-22T09:00:00'), '2026-12-26')
  assert.equal(by(0, { cutOff: '14:00', packingDays: 2 }, saturday), undefined)
})
