import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PaidFor, writeLoginLetter, writeOrderLetter, writeRefundLetter } from './letter.ts'
import type { Order } from './order.ts'

const order: Order = {
  id: 1001,
  userid: 'u1',
  email: 'meera@gamla.example',
  cartItems: [
    {
      id: 7,
      title: 'Terrace Bowl',
      price: 2980,
      quantity: 2,
      productImageUrl: [],
      category: 'POT',
      sizeCode: 'C04',
      sizeLabel: 'CUBEE C04',
      selectedColor: 'Grey Stone',
    },
    {
      id: 8,
      title: 'Cube',
      price: 495,
      quantity: 1,
      productImageUrl: [],
      category: 'POT',
      sizeCode: 'C01',
      sizeLabel: 'CUBEE C01',
      selectedColor: 'Sandstone',
    },
  ],
  addressInfo: { name: 'Meera', address: '12 Lake Road', city: 'Pune', pincode: '411011', mobileNumber: '9845000012' },
  totalAmount: 6455,
  status: 'confirmed',
  cancel: 'none',
  time: '2026-11-21T04:00:00.000Z',
}

test('the letter of an order has the fields that the template knows, and no payment id for cash', () => {
  assert.deepEqual(writeOrderLetter('order-placed', order), {
    email: 'meera@gamla.example',
    user_name: 'Meera',
    amount: '₹6,455',
    status: 'Your order 1001 is confirmed. Please have ₹6,455 ready when it arrives. Thank you.',
    cartDetails: '1. Terrace Bowl, C04, Grey Stone: 2 × ₹2,980 = ₹5,960\n2. Cube, C01, Sandstone: ₹495',
  })
})

test('an order that was paid online names its payment, and asks for no cash', () => {
  const letter = writeOrderLetter('order-placed', { ...order, paymentId: 'pay_1' })
  assert.equal(letter.payment_id, 'pay_1')
  assert.match(letter.status, /your payment of ₹6,455 has arrived/)
  assert.doesNotMatch(letter.status, /ready/)
})

test('each change of an order has words of its own', () => {
  const occasions = ['order-placed', 'cancellation-requested', 'cancelled', 'delivered'] as const
  const words = occasions.map((occasion) => writeOrderLetter(occasion, order).status)
  assert.equal(new Set(words).size, occasions.length)
  for (const text of words) assert.match(text, /1001/)
})

test('a cancelled order gives money back only where there was some', () => {
  assert.match(writeOrderLetter('cancelled', order).status, /nothing to pay/)
  assert.match(writeOrderLetter('cancelled', { ...order, paymentId: 'pay_1' }).status, /goes back to you/)
})

const paid: PaidFor = {
  paymentId: 'pay_2',
  email: 'meera@gamla.example',
  name: 'Meera',
  amount: 645500,
  lines: order.cartItems,
  reason: 'sold',
  orderId: undefined,
}

test('money that goes back says how much, why, and which payment', () => {
  const letter = writeRefundLetter('refund-promised', paid)
  assert.equal(letter.amount, '₹6,455')
  assert.equal(letter.payment_id, 'pay_2')
  assert.match(letter.status, /sold to somebody else/)
  const reasons = ['sold', 'paid-twice', 'wrong-amount', 'deleted', 'elsewhere'] as const
  const words = reasons.map((reason) => writeRefundLetter('refund-promised', { ...paid, reason }).status)
  assert.equal(new Set(words).size, reasons.length)
})

test('money that has gone back, and money that never came', () => {
  assert.equal(writeRefundLetter('refund-processed', paid).status, 'Your payment of ₹6,455 has been sent back to you.')
  assert.match(
    writeRefundLetter('payment-lapsed', { ...paid, orderId: 1001 }).status,
    /order 1001 is cancelled.*No money/,
  )
})

test('what somebody typed is never a tag nor an instruction to the template, and stays readable', () => {
  const nasty = '<img src=x onerror="alert(1)"> {{#each}} Tom & Jerry\n{{{email}}}'
  const letter = writeOrderLetter('order-placed', {
    ...order,
    addressInfo: { ...order.addressInfo, name: nasty },
    cartItems: order.cartItems.map((line) => ({ ...line, title: nasty })),
  })
  for (const text of Object.values(letter)) assert.doesNotMatch(text, /[<>{}]/)
  assert.match(letter.cartDetails, /Tom & Jerry/)
  // One line an item, whatever its title holds.
  assert.equal(letter.cartDetails.split('\n').length, 2)
})

test('no email repeats an address, a telephone number or a link that somebody typed', () => {
  const trap = 'Your prize is waiting: https://evil.example/win or call 98450 00012'
  const info = { name: trap, address: trap, city: trap, pincode: '411011', mobileNumber: '9845000012' }
  const cartItems = order.cartItems.map((line) => ({ ...line, title: trap, category: trap }))
  const occasions = ['order-placed', 'cancellation-requested', 'cancelled', 'delivered'] as const
  const refunds = ['refund-promised', 'refund-processed', 'payment-lapsed'] as const
  const letters = [
    ...occasions.map((occasion) => writeOrderLetter(occasion, { ...order, addressInfo: info, cartItems })),
    ...refunds.map((occasion) => writeRefundLetter(occasion, { ...paid, name: trap, lines: cartItems })),
  ]
  for (const letter of letters) {
    assert.equal(letter.user_name, 'Your prize is waiting')
    const words = JSON.stringify({ ...letter, email: '' })
    assert.doesNotMatch(words, /evil|:\/\/|98450|411011/)
    // Text that the shop itself prints is kept.
    assert.match(words, /1001|₹6,455/)
  }
})

test('an email about failed logins says what happened, when, from how many networks, and what to do', () => {
  const owner = { name: 'Meera {{x}} <b>', email: 'meera@gamla.example' }
  const tried = { failures: 31, networks: 4, time: '2026-11-22T04:00:00.000Z' }
  const { status, ...rest } = writeLoginLetter(owner, tried)
  assert.deepEqual(rest, { email: owner.email, user_name: 'Meera x ‹b›', amount: '', cartDetails: '' })
  assert.match(
    status,
    /22 Nov 2026, 9:30 am .*31 times .*4 networks\. Nobody got in\..*works as always\..*Contact us page/,
  )
  assert.doesNotMatch(status, /[<>{}\n]/)
})
