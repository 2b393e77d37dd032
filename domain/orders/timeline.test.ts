import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TimelineFacts, timelineOf } from './timeline.ts'

const at = (minute: number) => `2026-11-20T06:${String(minute).padStart(2, '0')}:00.000Z`

const nothing: TimelineFacts = {
  placed: { time: at(0), totalAmount: 1990, payment: 'Cash on delivery' },
  audit: [],
  messages: [],
  payments: [],
  refunds: [],
  disputes: [],
  shipments: [],
  invoices: [],
  returns: [],
  receipts: [],
}
const texts = (facts: Partial<TimelineFacts>) =>
  timelineOf({ ...nothing, ...facts }).map(({ text, who, detail }) => [text, who, detail].filter(Boolean).join(' | '))

test('an order begins with what it costs and how it is paid', () => {
  assert.deepEqual(texts({}), ['Order placed | ₹1,990, cash on delivery'])
  assert.deepEqual(texts({ placed: { ...nothing.placed, payment: 'Paid online' } }), [
    'Order placed | ₹1,990, paid online',
  ])
})

test('the newest is first, and of one moment the consequence', () => {
  assert.deepEqual(
    texts({
      shipments: [
        { id: 7, courier: 'Delhivery', awb: 'DL1', lines: [{ position: 0, quantity: 2 }], scans: [], time: at(5) },
      ],
      invoices: [{ time: at(5), title: 'Tax invoice', number: 'GM/26-27/00001', total: 49_550 }],
      messages: [{ time: at(1), text: 'Email sent: Order placed', problem: null }],
    }),
    [
      'Tax invoice GM/26-27/00001 | ₹495.50',
      'Parcel dispatched | 2 items, Delhivery DL1',
      'Email sent: Order placed',
      'Order placed | ₹1,990, cash on delivery',
    ],
  )
})

test('a change says who and what', () => {
  const [change] = texts({
    audit: [
      {
        time: at(3),
        actor: 'boss@gamla.example',
        action: 'change address',
        subject: 'order 1',
        before: { city: 'Pune', mobileNumber: '1' },
        after: { city: 'Mumbai', mobileNumber: '1', firm: '' },
      },
    ],
  })
  assert.equal(change, 'Change address | boss@gamla.example | City: Pune → Mumbai; Firm: nothing')
})

test('parcels are counted, and steps named once', () => {
  const parcel = { courier: '', awb: undefined, lines: [{ position: 0, quantity: 1 }], time: at(5) }
  const packed = { step: 'packed', status: '', place: '', source: 'desk', time: at(5) } as const
  const later = { step: 'on-the-way', status: 'IN TRANSIT', place: 'Pune', source: 'courier', time: at(9) } as const
  const unknown = { step: undefined, status: 'Misrouted', place: '', source: 'courier', time: at(8) } as const
  const returned = { id: 4, time: at(20), shipmentId: 2, reason: 'returned', good: 1, damaged: 0 }
  assert.deepEqual(
    texts({
      shipments: [
        { ...parcel, id: 1, scans: [packed, unknown, later] },
        { ...parcel, id: 2, scans: [packed], time: at(6) },
      ],
      returns: [returned],
    }).slice(0, -1),
    [
      'Parcel 2: taken back | 1 good',
      'Parcel 1: On the way | IN TRANSIT, Pune',
      'Parcel 1: Misrouted',
      'Parcel 2 dispatched | 1 item',
      'Parcel 1 dispatched | 1 item',
    ],
  )
})

test('a parcel’s steps and returns say who pressed the button', () => {
  const audit = (action: string, after: object, minute: number) => ({
    time: at(minute),
    actor: `admin ${minute}`,
    action,
    subject: 'order 1',
    before: {},
    after,
  })
  const scan = (minute: number) =>
    ({ step: 'out-for-delivery', status: '', place: '', source: 'desk', time: at(minute) }) as const
  assert.deepEqual(
    texts({
      shipments: [
        {
          id: 9,
          courier: '',
          awb: undefined,
          lines: [{ position: 0, quantity: 1 }],
          scans: [scan(6), scan(8)],
          time: at(5),
        },
      ],
      returns: [{ id: 4, time: at(20), shipmentId: 9, reason: 'returned', good: 0, damaged: 1 }],
      audit: [
        audit('dispatch order', { shipment: 9, dispatched: 'whole' }, 5),
        audit('move shipment', { shipment: 9, step: 'out-for-delivery' }, 6),
        audit('move shipment', { shipment: 9, step: 'out-for-delivery' }, 8),
        audit('take back', { return: 4, shipment: 9 }, 20),
      ],
    }).slice(0, -1),
    [
      'Parcel: taken back | admin 20 | 1 damaged',
      'Parcel: Out for delivery | admin 8',
      'Parcel: Out for delivery | admin 6',
      'Parcel dispatched | admin 5 | 1 item',
    ],
  )
})

test('money: payments, refunds of a part and of the whole, failed emails with their reason', () => {
  assert.deepEqual(
    texts({
      payments: [{ time: at(1), id: 'pay_1', status: 'captured', amount: 199_000 }],
      refunds: [
        { time: at(2), amount: 49_500, reason: 'returned', state: 'processed', problem: null },
        { time: at(3), amount: null, reason: 'cancelled', state: 'failed', problem: 'No balance' },
      ],
      messages: [{ time: at(4), text: 'Email failed: Refund sent', problem: 'No such template' }],
    }).slice(0, -1),
    [
      'Email failed: Refund sent | No such template',
      'Refund failed: the whole payment | No balance',
      'Refunded: ₹495.00 | Returned',
      'Payment received: ₹1,990.00 | pay_1',
    ],
  )
})
