import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ORDER_STATES } from './order-state.ts'
import { PARCEL_WORDS, STEPS_OF_WORD, wordOfOrder, wordOfParcel } from './parcel-word.ts'
import { STEPS, type Step } from './shipment.ts'

const confirmed = { status: 'confirmed', cancel: 'none' } as const
const whole = { ...confirmed, dispatched: 'whole' } as const
const parcels = (...steps: Step[]) => steps.map((step) => ({ step }))

test('every step of a parcel has one word, but a cancelled parcel has none', () => {
  const listed = PARCEL_WORDS.flatMap((word) => STEPS_OF_WORD[word])
  assert.deepEqual(listed.toSorted(), STEPS.filter((step) => step !== 'cancelled').toSorted())
  for (const step of STEPS) assert.equal(wordOfParcel({ step }) === undefined, step === 'cancelled', step)
})

test('an order follows its only parcel', () => {
  const words = STEPS.map((step) => wordOfOrder(whole, parcels(step)))
  assert.deepEqual(words, [
    'Packed',
    'On the way',
    'On the way',
    'Out for delivery',
    // The order is delivered by then.
    undefined,
    'Not delivered',
    'Coming back',
    undefined,
  ])
})

test('an order with several parcels has the word of what needs work first', () => {
  assert.equal(wordOfOrder(whole, parcels('out-for-delivery', 'packed', 'delivered')), 'Packed')
  assert.equal(wordOfOrder(whole, parcels('on-the-way', 'not-delivered')), 'Not delivered')
  assert.equal(wordOfOrder(whole, parcels('returned', 'not-delivered')), 'Not delivered')
  assert.equal(wordOfOrder({ ...confirmed, dispatched: 'part' }, parcels('not-delivered')), 'To pack')
  assert.equal(wordOfOrder({ ...whole, status: 'delivered' }, parcels('delivered', 'delivered')), 'Delivered')
  assert.equal(wordOfOrder({ ...whole, status: 'delivered' }, parcels('delivered', 'returned')), 'Coming back')
})

test('what was taken back or cancelled counts no more', () => {
  const taken = { step: 'returned', isTakenBack: true } as const
  assert.equal(wordOfOrder(whole, [taken]), undefined)
  assert.equal(wordOfOrder({ ...whole, status: 'delivered' }, [taken, { step: 'delivered' }]), 'Delivered')
  assert.equal(wordOfOrder(confirmed, parcels('cancelled')), 'To pack')
})

test('an order is to pack only when it may leave', () => {
  for (const state of ORDER_STATES) {
    const isOpen = state.status === 'confirmed' && state.cancel === 'none'
    assert.equal(wordOfOrder(state, []) === 'To pack', isOpen, JSON.stringify(state))
    assert.notEqual(wordOfOrder({ ...state, due: 5 }, []), 'To pack')
    assert.notEqual(wordOfOrder({ ...state, awaitsConfirmation: true }, []), 'To pack')
  }
})
