import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stepOfStatus } from './shiprocket-scans.ts'

const known: [label: string, step: string][] = [
  ['AWB ASSIGNED', 'packed'],
  ['PICKUP SCHEDULED', 'packed'],
  ['OUT FOR PICKUP', 'packed'],
  ['PICKED UP', 'picked-up'],
  ['SHIPPED', 'on-the-way'],
  ['In Transit', 'on-the-way'],
  ['REACHED AT DESTINATION HUB', 'on-the-way'],
  ['OUT FOR DELIVERY', 'out-for-delivery'],
  ['Out-For-Delivery', 'out-for-delivery'],
  ['DELIVERED', 'delivered'],
  ['UNDELIVERED', 'not-delivered'],
  ['LOST', 'not-delivered'],
  ['RTO INITIATED', 'not-delivered'],
  ['RTO_IN_TRANSIT', 'not-delivered'],
  ['RTO DELIVERED', 'returned'],
]

for (const [label, step] of known) {
  test(`${label} means ${step}`, () => assert.equal(stepOfStatus({ label }), step))
}

test('what the shop does not know is left to a person: no guess ever delivers a parcel', () => {
  for (const label of [
    'CANCELED',
    'DELAYED',
    'PARTIAL_DELIVERED',
    'NOT DELIVERED',
    'DELIVERED TO NEIGHBOUR',
    'गया',
    '7',
  ])
    assert.equal(stepOfStatus({ label }), undefined, label)
})

test('the number counts only where the courier gives no words', () => {
  assert.equal(stepOfStatus({ label: '', code: 7 }), 'delivered')
  assert.equal(stepOfStatus({ label: 'NA', code: 17 }), 'out-for-delivery')
  assert.equal(stepOfStatus({ label: 'DELAYED', code: 7 }), undefined)
  assert.equal(stepOfStatus({ label: '', code: 9999 }), undefined)
  assert.equal(stepOfStatus({ label: '' }), undefined)
})
