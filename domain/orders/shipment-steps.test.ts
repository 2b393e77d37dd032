import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { STEPS, type Step } from './shipment.ts'
import { doesScanMove, hasArrived, listNextSteps, maySetStep } from './shipment-steps.ts'

const stepAt = '2026-11-20T10:00:00.000Z'
const later = '2026-11-21T10:00:00.000Z'
const earlier = '2026-11-19T10:00:00.000Z'

const moves = (from: Step, to: Step, time = later) => doesScanMove({ step: from, stepAt }, { step: to, time })

describe('a report of the courier', () => {
  test('moves a shipment on, also over steps that were never reported and with an older time', () => {
    assert.ok(moves('packed', 'picked-up'))
    assert.ok(moves('packed', 'delivered', earlier))
    assert.ok(moves('out-for-delivery', 'returned'))
    assert.ok(moves('not-delivered', 'returned'))
  })

  test('never moves it back, whatever its time', () => {
    const way: Step[] = ['packed', 'picked-up', 'on-the-way', 'out-for-delivery', 'delivered']
    for (const [index, from] of way.entries())
      for (const to of way.slice(0, index + 1))
        for (const time of [earlier, later]) assert.equal(moves(from, to, time), false, `${from} → ${to}`)
  })

  test('of another try counts when it was made after the one before', () => {
    assert.ok(moves('out-for-delivery', 'not-delivered'))
    assert.ok(moves('not-delivered', 'out-for-delivery'))
    assert.equal(moves('not-delivered', 'out-for-delivery', earlier), false)
    assert.equal(moves('not-delivered', 'on-the-way'), false)
  })

  test('changes nothing about what is delivered or returned', () => {
    for (const to of STEPS) {
      assert.equal(moves('delivered', to), false)
      assert.equal(moves('returned', to), false)
    }
  })
})

describe('the desk', () => {
  const confirmed = { status: 'confirmed', cancel: 'none' } as const
  const delivered = { status: 'delivered', cancel: 'none' } as const

  test('may set every step of a parcel on its way, and correct one', () => {
    const setByDesk = STEPS.filter((step) => step !== 'cancelled')
    for (const from of setByDesk)
      for (const to of setByDesk)
        assert.ok(maySetStep(from, to, { order: confirmed, cameBack: false }), `${from} → ${to}`)
  })

  test('cannot take back the delivery of a delivered or deleted order', () => {
    for (const order of [delivered, undefined]) {
      assert.deepEqual(listNextSteps('delivered', { order, cameBack: false }), [])
      assert.ok(maySetStep('delivered', 'delivered', { order, cameBack: false }))
    }
  })

  test('cannot send a parcel on its way again whose pots were taken back', () => {
    assert.deepEqual(listNextSteps('returned', { order: confirmed, cameBack: true }), [])
    assert.deepEqual(listNextSteps('delivered', { order: confirmed, cameBack: true }), [])
    assert.deepEqual(listNextSteps('not-delivered', { order: confirmed, cameBack: true }).slice(0, 2), [
      'packed',
      'picked-up',
    ])
  })
})

describe('an order has arrived', () => {
  test('when all of it was sent and every shipment is delivered', () => {
    assert.ok(hasArrived('whole', ['delivered', 'delivered']))
    assert.equal(hasArrived('part', ['delivered']), false)
    assert.equal(hasArrived('whole', ['delivered', 'out-for-delivery']), false)
  })

  test('also when some shipments were returned, but not when all were', () => {
    assert.ok(hasArrived('whole', ['returned', 'delivered']))
    assert.equal(hasArrived('whole', ['returned', 'returned']), false)
    assert.equal(hasArrived('none', []), false)
  })
})

test('a pickup that failed is tried again: the later report counts until the courier has the goods', () => {
  const at = (hour: number) => `2026-11-28T${String(hour).padStart(2, '0')}:00:00Z`
  const parcel = (step: Step, hour: number) => ({ kind: 'return' as const, step, stepAt: at(hour) })
  assert.ok(doesScanMove(parcel('packed', 8), { step: 'not-delivered', time: at(9) }))
  assert.ok(doesScanMove(parcel('not-delivered', 9), { step: 'packed', time: at(10) }))
  assert.ok(!doesScanMove(parcel('not-delivered', 9), { step: 'packed', time: at(8) }))
  assert.ok(doesScanMove(parcel('not-delivered', 9), { step: 'picked-up', time: at(10) }))
  assert.ok(!doesScanMove(parcel('picked-up', 10), { step: 'not-delivered', time: at(11) }))
})
