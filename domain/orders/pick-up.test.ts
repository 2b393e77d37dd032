import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '#domain/shop/settings.ts'
import { decideHandOver, parseHandOver, pickUpOf, pickUpPlace, wordAtCounter } from './pick-up.ts'
import { STEPS } from './shipment.ts'
import { listNextSteps, mayBook, maySetStep } from './shipment-steps.ts'

const order = { status: 'confirmed', cancel: 'none' } as const

test('a fresh shop has no place to pick up at; one with a place says it in one line', () => {
  assert.equal(pickUpOf(defaultSettings), undefined)
  const place = pickUpOf({ ...defaultSettings, pickUpAt: 'Our workshop', pickUpAddress: '12 MG Road\nPune 411001' })
  assert.equal(place && pickUpPlace(place), 'Our workshop, 12 MG Road, Pune 411001')
})

test('a parcel is handed over for its code and what is to be paid, and once', () => {
  const ready = { step: 'packed', isCode: true, due: 49_500 } as const
  assert.equal(decideHandOver(ready, { amount: 49_500 }), 'hand-over')
  assert.equal(decideHandOver({ ...ready, due: 0 }, { amount: undefined }), 'hand-over')
  assert.equal(decideHandOver(ready, { amount: undefined }), 'amount-needed')
  assert.equal(decideHandOver(ready, { amount: 49_501 }), 'too-much')
  assert.equal(decideHandOver({ ...ready, due: 0 }, { amount: 1 }), 'too-much')
  assert.equal(decideHandOver({ ...ready, step: 'delivered', due: 0 }, { amount: 49_500 }), 'done')
  assert.equal(decideHandOver({ ...ready, step: 'returned' }, { amount: 49_500 }), 'not-ready')
  // Without the code, the message says nothing about the parcel.
  for (const step of STEPS) assert.equal(decideHandOver({ ...ready, step, isCode: false }, { amount: 1 }), 'wrong-code')
})

test('the code is read with spaces, and every fault is named at its field', () => {
  const type = (fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return parseHandOver(form)
  }
  assert.deepEqual(type({ code: ' 482 913', amount: '1,495.50' }), {
    ok: true,
    value: { code: '482913', amount: 149_550 },
  })
  assert.deepEqual(type({ code: '482-913' }), { ok: true, value: { code: '482913', amount: undefined } })
  const wrong = type({ code: '48291', amount: 'all' })
  assert.deepEqual(!wrong.ok && Object.keys(wrong.problems), ['code', 'amount'])
})

test('a parcel at the counter is never booked, and its steps are only that nobody came, or that it waits again', () => {
  const facts = { order, cameBack: false, pickUp: true }
  assert.deepEqual(listNextSteps('packed', facts), ['returned'])
  assert.deepEqual(listNextSteps('returned', facts), ['packed'])
  assert.deepEqual(listNextSteps('delivered', facts), [])
  assert.equal(maySetStep('returned', 'packed', { ...facts, cameBack: true }), false)
  assert.equal(mayBook({ step: 'packed', awb: undefined, booking: undefined, pickUp: true }), false)
  assert.equal(wordAtCounter('Packed'), 'Ready to pick up')
  assert.equal(wordAtCounter('To pack'), 'To pack')
})
