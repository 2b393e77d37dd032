import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderStepsToCome, progressOf, stepsOfShipment, stepsToCome, toShownParcel, unsentOf } from './progress.ts'
import type { Scan, Shipment, ShipmentKind, Step } from './shipment.ts'

const time = '2026-11-20T06:00:00.000Z'
const cash = { status: 'confirmed', cancel: 'none', time } as const
const labels = (...args: Parameters<typeof progressOf>) => progressOf(...args).map(({ label }) => label)

test('an order paid in cash is placed, confirmed and delivered', () => {
  assert.deepEqual(labels(cash, {}), ['Placed', 'Confirmed'])
  const [, , delivered] = progressOf({ ...cash, status: 'delivered' }, { deliveredAt: '2026-11-24T06:00:00.000Z' })
  assert.deepEqual(delivered, { label: 'Delivered', time: '2026-11-24T06:00:00.000Z' })
})

test('a cash order is not confirmed while its buyer is asked to confirm it', () => {
  assert.deepEqual(labels({ ...cash, awaitsConfirmation: true }, {}), ['Placed', 'Awaiting confirmation'])
})

test('an online payment is waited for, then paid', () => {
  assert.deepEqual(labels({ ...cash, paymentId: 'pay_1', status: 'pending' }, {}), [
    'Placed',
    'Waiting for the payment',
  ])
  assert.deepEqual(labels({ ...cash, paymentId: 'pay_1' }, { paidAt: time }), ['Placed', 'Paid online'])
})

test('a cancellation is asked for, then done', () => {
  assert.deepEqual(labels({ ...cash, cancel: 'requested' }, {}).at(-1), 'Cancellation requested')
  assert.deepEqual(progressOf({ ...cash, cancel: 'cancelled' }, { cancelledAt: time }).at(-1), {
    label: 'Cancelled',
    time,
  })
})

test('what is to come follows what has been, and only the delivery has a day', () => {
  assert.deepEqual(stepsToCome('On the way', 'Thu 26 Nov'), [
    { label: 'Out for delivery', isToCome: true },
    { label: 'Delivered', isToCome: true, by: 'Thu 26 Nov' },
  ])
  const coming = (order: Parameters<typeof orderStepsToCome>[0]) =>
    orderStepsToCome(order, undefined).map(({ label }) => label)
  const all = ['Packed', 'On the way', 'Out for delivery', 'Delivered']
  assert.deepEqual(coming({ ...cash, parcelWord: 'To pack' }), all)
  // It waits for its buyer or their money.
  assert.deepEqual(coming(cash), all)
  assert.deepEqual(coming({ ...cash, status: 'pending' }), all)
})

test('nothing is to come of an order that is delivered or to be cancelled, nor of a parcel that may come back', () => {
  for (const word of ['Delivered', 'Not delivered', 'Coming back', undefined] as const)
    assert.deepEqual(stepsToCome(word, 'Thu 26 Nov'), [], word)
  assert.deepEqual(orderStepsToCome({ ...cash, status: 'delivered', parcelWord: 'Delivered' }, undefined), [])
  for (const cancel of ['requested', 'cancelled'] as const)
    assert.deepEqual(orderStepsToCome({ ...cash, cancel }, undefined), [])
  // Its parcels say it.
  assert.deepEqual(orderStepsToCome({ ...cash, parcelWord: 'Packed' }, undefined), [])
})

const scan = (changes: Partial<Scan>): Scan => ({
  step: 'packed',
  status: '',
  place: '',
  source: 'desk',
  time,
  ...changes,
})

test('a parcel shows each step once, with the courier’s words where they say more', () => {
  const scans = [
    scan({}),
    scan({ step: 'on-the-way', status: 'IN TRANSIT', place: 'Bhiwandi', source: 'courier' }),
    scan({ step: 'on-the-way', status: 'IN TRANSIT', place: 'Pune', source: 'courier' }),
    scan({ step: undefined, status: 'Held at customs', source: 'courier' }),
    scan({ step: 'delivered', status: 'Delivered', source: 'courier' }),
  ]
  assert.deepEqual(
    stepsOfShipment({ scans, pickUp: false }).map(({ label, detail }) => [label, detail]),
    [
      ['Packed', undefined],
      ['On the way', 'IN TRANSIT, Pune'],
      ['Held at customs', undefined],
      ['Delivered', undefined],
    ],
  )
})

test('what is left to send is what was ordered without what was sent', () => {
  const parcel = (quantity: number, step: Step = 'packed', kind: ShipmentKind = 'sale') => ({
    ...{ kind, lines: [{ position: 0, quantity }], step },
  })
  const shipments = [parcel(2), parcel(1, 'delivered'), parcel(3, 'cancelled'), parcel(1, 'packed', 'replacement')]
  assert.deepEqual(unsentOf([{ quantity: 5 }, { quantity: 1 }], shipments), [2, 1])
  assert.deepEqual(unsentOf([{ quantity: 3 }], shipments), [0])
})

test('a parcel as its shopper sees it names no amounts, because a tracking link shows no money', () => {
  const parcel: Shipment = {
    ...{
      id: 7,
      orderId: 1001,
      kind: 'sale',
      courier: '',
      pickUp: false,
      awb: undefined,
      trackingLink: undefined,
      step: 'packed',
    },
    ...{
      stepAt: '2026-11-29T08:00:00Z',
      status: undefined,
      cash: 0,
      fee: 0,
      booking: undefined,
      bookingProblem: undefined,
    },
    ...{ missingForInvoice: [], returned: [], scans: [], time: '2026-11-29T08:00:00Z' },
    lines: [{ position: 0, quantity: 2, amount: 99_000 }],
  }
  const shown = toShownParcel(parcel)
  assert.deepEqual(shown.lines, [{ position: 0, quantity: 2 }])
})
