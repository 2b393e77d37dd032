import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STAFF_ROLES } from '#domain/permissions.ts'
import type { Order } from './order.ts'
import type { TimelineEntry } from './timeline.ts'
import { orderFor, timelineFor } from './without-money.ts'

const order: Order = {
  id: 1001,
  userId: 'u1',
  email: 'meera@gamla.example',
  cartItems: [
    {
      id: 7,
      title: 'Pot',
      price: 87_654,
      quantity: 2,
      productImageUrl: [],
      category: 'Pot',
      sizeCode: 'C01',
      sizeLabel: 'CUBEE C01',
      selectedColor: 'Grey Stone',
    },
  ],
  addressInfo: { name: 'Meera', address: '12 Lake Road', city: 'Pune', pincode: '411001', mobileNumber: '9845000012' },
  totalAmount: 87_654,
  warrantyAmount: 87_654,
  refundedPart: 87_654,
  due: 87_654,
  status: 'confirmed',
  cancel: 'none',
  refund: 'processed',
  time: '2026-11-24T06:00:00.000Z',
}

const staff = (role: keyof typeof STAFF_ROLES) =>
  ({ role: 'user', staff: { role, rights: STAFF_ROLES[role], needsSecondFactor: false } }) as const

test('no amount of an order is left for those who may not see money, and all else is', () => {
  for (const visitor of [undefined, staff('Packer'), staff('Catalogue')]) {
    const shown = orderFor(visitor, order)
    assert.doesNotMatch(JSON.stringify(shown), /87654/)
    assert.equal(shown.hidesMoney, true)
    assert.deepEqual([shown.id, shown.due, shown.refund], [1001, 0, 'processed'])
    assert.equal(shown.cartItems[0]?.quantity, 2)
  }
  for (const visitor of [{ role: 'admin' as const }, staff('Manager'), staff('Support'), staff('Accountant')])
    assert.deepEqual(orderFor(visitor, order), order)
})

test('the timeline says what happened, without amounts and changed values', () => {
  const time = '2026-11-24T06:00:00.000Z'
  const entries: TimelineEntry[] = [
    { time, kind: 'order', text: 'Order placed', detail: '₹87,654, cash on delivery' },
    { time, kind: 'change', text: 'Change order', who: 'a@gamla.example', detail: 'Total: ₹1 → ₹87,654' },
    { time, kind: 'payment', text: 'Payment received: ₹87,654.00' },
    { time, kind: 'refund', text: 'Refunded: ₹87,654.00' },
    { time, kind: 'invoice', text: 'Tax invoice 1', detail: '₹87,654.00' },
    { time, kind: 'parcel', text: 'Parcel dispatched', detail: '2 items, BlueDart 42' },
  ]
  const shown = timelineFor(staff('Packer'), entries)
  assert.deepEqual(shown, [
    { time, kind: 'order', text: 'Order placed' },
    { time, kind: 'change', text: 'Change order', who: 'a@gamla.example' },
    { time, kind: 'parcel', text: 'Parcel dispatched', detail: '2 items, BlueDart 42' },
  ])
  assert.deepEqual(timelineFor({ role: 'admin' }, entries), entries)
})
