import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  cashState,
  chooseParcel,
  decideReceipt,
  decideWriteOff,
  outstandingCash,
  type ParcelCash,
  parseCashReceipt,
  parsePaidBack,
  parseWriteOff,
  receiptText,
} from './cash-received.ts'

const parcel: ParcelCash = { cash: 498, step: 'delivered', received: 0, writtenOff: 0 }
const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('what is outstanding is what was to collect, less what was received and what was written off', () => {
  assert.equal(outstandingCash(parcel), 49_800)
  assert.equal(outstandingCash({ ...parcel, received: 40_400 }), 9400)
  assert.equal(outstandingCash({ ...parcel, received: 40_400, writtenOff: 9400 }), 0)
  assert.equal(outstandingCash({ ...parcel, step: 'returned' }), 0)
})

test('cash is entered for a delivered parcel, up to what is outstanding, as the form showed it', () => {
  const seen = 49_800
  assert.deepEqual(decideReceipt(parcel, { amount: 10_000, seen }), { ok: true })
  assert.deepEqual(decideReceipt(parcel, { amount: 49_801, seen }), { ok: false, reason: 'too-much' })
  assert.deepEqual(decideReceipt(parcel, { amount: 100, seen: 100 }), { ok: false, reason: 'changed' })
  assert.deepEqual(decideReceipt({ ...parcel, step: 'packed' }, { amount: 100, seen }), {
    ok: false,
    reason: 'not-delivered',
  })
})

test('a write-off closes all that is left', () => {
  assert.deepEqual(decideWriteOff({ ...parcel, received: 40_400 }, { seen: 9400 }), { ok: true, amount: 9400 })
  assert.deepEqual(decideWriteOff({ ...parcel, received: 50_000 }, { seen: -200 }), { ok: true, amount: -200 })
  assert.deepEqual(decideWriteOff({ ...parcel, received: 49_800 }, { seen: 0 }), { ok: false, reason: 'nothing' })
  assert.deepEqual(decideWriteOff(parcel, { seen: 9400 }), { ok: false, reason: 'changed' })
  const onItsWay = { ...parcel, step: 'on-the-way' } as const
  assert.deepEqual(decideWriteOff(onItsWay, { seen: 49_800 }), { ok: false, reason: 'not-delivered' })
  assert.deepEqual(decideWriteOff({ ...onItsWay, received: 40_400 }, { seen: 9400 }), { ok: true, amount: 9400 })
})

test('money for an unknown AWB goes to the parcel that waits for just this amount, or to the oldest that waits', () => {
  const parcels = [
    { ...parcel, id: 1, received: 49_800 },
    { ...parcel, id: 2, cash: 300 },
    { ...parcel, id: 3, cash: 200 },
  ]
  assert.equal(chooseParcel(parcels, 20_000)?.id, 3)
  assert.equal(chooseParcel(parcels, 99)?.id, 2)
  assert.equal(chooseParcel(parcels.slice(0, 1), 99)?.id, 1)
  assert.equal(chooseParcel([], 99), undefined)
})

test('the order says what was received, when and by which transfer', () => {
  const receipt = { amount: 599_800, paidOn: '2026-11-24', reference: 'UTR0001' }
  assert.equal(receiptText(receipt, '2026-11-26'), '₹5,998 received 24 Nov, UTR0001')
  assert.equal(receiptText({ ...receipt, reference: '77' }, '2026-11-26'), '₹5,998 received 24 Nov, UTR 77')
  assert.equal(receiptText({ ...receipt, amount: 9450, reference: '' }, '2027-01-02'), '₹94.50 received 24 Nov 2026')
})

test('the order says rightly who has the cash', () => {
  const state = (changes: Partial<ParcelCash>) => cashState({ ...parcel, courier: 'Delhivery', ...changes })
  assert.equal(state({ step: 'on-the-way' }), 'The courier collects ₹498.')
  assert.equal(state({}), '₹498 outstanding from Delhivery.')
  assert.equal(state({ received: 40_400 }), '₹94 outstanding from Delhivery.')
  assert.equal(state({ received: 49_800 }), undefined)
  assert.equal(state({ step: 'returned' }), 'The parcel came back. No cash was collected.')
  assert.equal(state({ step: 'not-delivered' }), 'Not delivered. No cash was collected.')
  assert.equal(state({ step: 'returned', received: 49_800 }), undefined)
})

test('a form about cash needs an amount, a day until today and, to write off, a reason', () => {
  const today = '2026-11-24'
  assert.deepEqual(parseCashReceipt(formOf({ amount: '₹1,234.50', paidOn: today, reference: ' U 1 ' }), today), {
    ok: true,
    value: { amount: 123_450, paidOn: today, reference: 'U 1' },
  })
  for (const paidOn of ['', '2026-11-25', '2026-02-30', '1999-12-31', '24/11/2026'])
    assert.ok(!parseCashReceipt(formOf({ amount: '1', paidOn }), today).ok, paidOn)
  for (const amount of ['', '0', '-5', '1.234', 'free'])
    assert.ok(!parseCashReceipt(formOf({ amount, paidOn: today }), today).ok, amount)
  assert.ok(!parseCashReceipt(formOf({ amount: '1', paidOn: today, reference: 'x'.repeat(101) }), today).ok)
  assert.deepEqual(parseWriteOff(formOf({ reason: ' Lost  by the courier ' })), {
    ok: true,
    value: { reason: 'Lost by the courier' },
  })
  assert.ok(!parseWriteOff(formOf({ reason: ' ' })).ok)
  assert.ok(!parseWriteOff(formOf({ reason: 'x'.repeat(501) })).ok)
  assert.ok(!parsePaidBack(formOf({ paidOn: today, reference: '' }), today).ok)
  assert.deepEqual(parsePaidBack(formOf({ paidOn: today, reference: 'UTR9' }), today), {
    ok: true,
    value: { paidBackOn: today, reference: 'UTR9' },
  })
})
