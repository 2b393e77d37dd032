import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Order, OrderLine } from '#domain/orders/order.ts'
import { defaultShopInfo } from '#domain/shop/shop-info.ts'
import { writePaidBackEmail, writeReturnEmail } from './return-emails.ts'
import { sayIn } from './say.ts'

const say = sayIn(defaultShopInfo)

const line: OrderLine = {
  id: 1,
  title: 'Cubee',
  price: 495,
  quantity: 2,
  productImageUrl: [],
  category: 'POT',
  sizeCode: 'C01',
  sizeLabel: '',
  selectedColor: 'Grey Stone',
}
const order = { id: 1001, email: 'meera@gamla.example', addressInfo: { name: 'Meera' }, cartItems: [line] } as Order

const returned = {
  isOwed: true,
  reason: 'returned',
  amount: 49_500,
} as const

test('a return of a cash order names its credit note, and says that the money is paid back', () => {
  const creditNote = { number: 'GMCN/26-27/00001', total: 49500 }
  const email = writeReturnEmail(say, order, {
    ...returned,
    lines: [{ position: 0, quantity: 1 }],
    creditNote,
  })
  assert.equal(
    email.status,
    'Part of your order 1001 has come back to us. Credit note: GMCN/26-27/00001, ₹495.00. ' +
      'See it here: {{credit-note-link}} ' +
      'We pay ₹495 back to you. We will email you the reference of the payment.',
  )
  assert.equal(email.amount, '₹495')
  // Its delivery may be reported later.
  const unpaid = { ...returned, isOwed: false, lines: [{ position: 0, quantity: 1 }], creditNote }
  assert.match(
    writeReturnEmail(say, order, unpaid).status,
    / If you paid the courier, we pay ₹495 back to you\. We will email you the reference of the payment\.$/,
  )
})

test('what was never delivered costs nothing, and a shop without invoices names none', () => {
  const lines = [{ position: 0, quantity: 2 }]
  const email = writeReturnEmail(say, order, {
    ...returned,
    reason: 'not-delivered',
    lines,
    creditNote: undefined,
  })
  assert.equal(email.status, 'Your order 1001 has come back to us. You have nothing to pay for it.')
})

test('of which nothing is given back promises no money', () => {
  const lines = [{ position: 0, quantity: 2 }]
  const email = writeReturnEmail(say, order, { ...returned, amount: 0, lines, creditNote: undefined })
  assert.equal(email.status, 'Your order 1001 has come back to us.')
})

test('money that was paid back is named with its day, its reference and the credit note', () => {
  const creditNote = { number: 'GMCN/26-27/00001', total: 49500 }
  const paid = { amount: 49_500, paidBackOn: '2026-11-24', paidBackReference: 'UTR77', creditNote }
  const email = writePaidBackEmail(say, order, { ...paid, lines: [{ position: 0, quantity: 1 }] })
  assert.equal(
    email.status,
    'We paid ₹495 back to you for order 1001 on 24 Nov 2026. Reference: UTR77. ' +
      'Credit note: GMCN/26-27/00001, ₹495.00. See it here: {{credit-note-link}}',
  )
})
