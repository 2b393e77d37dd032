import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cancelParcelQuestion, deleteConsequences } from './action-questions.ts'
import type { Order } from './order.ts'

const order = { status: 'confirmed', cancel: 'none', paymentId: 'pay_1', totalAmount: 1999 } as Order

test('deleting names the invoice, the refund and the parcel', () => {
  assert.deepEqual(deleteConsequences({ ...order, refundedPart: 999 }, { invoices: ['GM/26-27/00001'], onTheWay: 1 }), [
    'Invoice GM/26-27/00001 will be kept, and a credit note is made for what has not arrived.',
    '₹1,000 will be refunded.',
    'A parcel has not arrived or been counted. What comes back can then only be counted in under Stock.',
  ])
})

test('a delivered order stays paid and billed; a cash order without parcels leaves nothing', () => {
  const delivered = deleteConsequences({ ...order, status: 'delivered' }, { invoices: ['A', 'B'], onTheWay: 0 })
  assert.deepEqual(delivered, ['Invoices A, B will be kept.', 'The payment is not refunded.'])
  const { paymentId, ...cash } = order
  assert.deepEqual(deleteConsequences(cash, { invoices: [], onTheWay: 0 }), [])
})

test('cancelling a parcel speaks of a credit note only where there is an invoice', () => {
  const textOf = (missingForInvoice: string[]) =>
    cancelParcelQuestion({ id: 1016, cancel: 'none' }, { booking: 'booked', missingForInvoice }).text
  const rest = 'Its items are to pack again. Its booking with the courier is cancelled.'
  assert.equal(textOf([]), `Its invoice gets a credit note. ${rest}`)
  assert.equal(textOf(['State']), rest)
})
