import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DeskFacts, isPaidByHand, listDeskActions, mayDo, spreadOverParcels } from './desk.ts'
import { parseReceived, parseSettledAmount } from './forms.ts'

const facts: DeskFacts = {
  ...{ state: 'acknowledged', reason: 'damaged', wanted: 'money', quantity: 1 },
  ...{ worth: 49_500, keepBelow: 0, available: 3, hasPickup: false },
}

test('for a fault of the shop the buyer’s wish holds: money is neither a voucher nor another pot', () => {
  assert.deepEqual(listDeskActions(facts), ['book-pickup', 'drop-off', 'receive', 'pay-back'])
  assert.ok(mayDo('give-voucher', { ...facts, wanted: 'voucher' }))
  assert.ok(mayDo('replace', { ...facts, wanted: 'replacement' }))
  assert.ok(mayDo('pay-back', { ...facts, wanted: 'voucher' }), 'money is never refused')
  assert.ok(mayDo('give-voucher', { ...facts, reason: 'changed-mind' }))
})

test('a replacement needs as many units as were asked about', () => {
  const wanted = { ...facts, wanted: 'replacement', quantity: 2 } as const
  assert.deepEqual(
    [1, 2].map((available) => mayDo('replace', { ...wanted, available })),
    [false, true],
  )
})

test('goods are kept below the owner’s amount, and ₹0 keeps nothing', () => {
  assert.deepEqual(
    [0, 495, 496].map((keepBelow) => mayDo('keep', { ...facts, keepBelow })),
    [false, false, true],
  )
})

test('what never arrived is not sent back, and what is settled needs nothing', () => {
  assert.deepEqual(listDeskActions({ ...facts, reason: 'never-arrived' }), ['pay-back'])
  for (const state of ['settled', 'declined', 'withdrawn'] as const)
    assert.deepEqual(listDeskActions({ ...facts, state, keepBelow: 9999 }), [])
})

test('one pickup at a time: it is cancelled, and then booked again', () => {
  const booked = { ...facts, state: 'pickup-booked', hasPickup: true } as const
  assert.deepEqual([mayDo('book-pickup', booked), mayDo('cancel-pickup', booked)], [false, true])
  assert.ok(mayDo('book-pickup', { ...booked, hasPickup: false }))
})

test('an order that was paid online needs no bank details', () => {
  assert.deepEqual(
    [true, false].map((isPaidOnline) => isPaidByHand({ wanted: 'money', isPaidOnline })),
    [false, true],
  )
})

test('counts and amounts are whole numbers; an empty count is none', () => {
  assert.deepEqual(parseReceived({ good: ' 2 ', damaged: '' }), { ok: true, value: { good: 2, damaged: 0 } })
  for (const good of ['-1', '1.5', 'two', '99999']) assert.ok(!parseReceived({ good, damaged: '' }).ok, good)
  assert.deepEqual(parseSettledAmount({ amount: '250' }), { ok: true, value: { amount: 25_000 } })
  for (const amount of ['', '0', '-5', '2.50', '1e3', '999999999'])
    assert.ok(!parseSettledAmount({ amount }).ok, amount)
})

test('units that came back are counted from parcel to parcel, and no more than are out', () => {
  const parcels = [
    { id: 1, left: 2 },
    { id: 2, left: 3 },
  ]
  assert.deepEqual(spreadOverParcels(parcels, { good: 1, damaged: 3 }), [
    { id: 1, good: 1, damaged: 1 },
    { id: 2, good: 0, damaged: 2 },
  ])
  assert.deepEqual(spreadOverParcels(parcels, { good: 2, damaged: 0 }), [{ id: 1, good: 2, damaged: 0 }])
  assert.equal(spreadOverParcels(parcels, { good: 4, damaged: 2 }), undefined)
})
