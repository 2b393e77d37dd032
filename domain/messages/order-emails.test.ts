import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Order } from '#domain/orders/order.ts'
import { defaultShopInfo } from '#domain/shop/shop-info.ts'
import { linesOf, signEmail } from './message.ts'
import {
  type RefundedPayment,
  writeCashEmail,
  writeChangeEmail,
  writeOrderEmail,
  writeRefundEmail,
} from './order-emails.ts'
import { subjectOf } from './render-email.ts'
import { sayIn } from './say.ts'

const say = sayIn(defaultShopInfo)
const order: Order = {
  id: 1001,
  userId: 'u1',
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

test('the email of an order has the fields that the template knows, and no payment id for cash', () => {
  const email = writeOrderEmail(say, 'order-placed', order)
  assert.deepEqual(email, {
    email: 'meera@gamla.example',
    name: 'Meera',
    amount: '₹6,455',
    status: 'Thank you! Your order 1001 is confirmed. Please pay ₹6,455 on delivery. See your order: {{order-link}}',
    items: [
      { title: 'Terrace Bowl', detail: 'C04, Grey Stone', quantity: 2, price: 2980 },
      { title: 'Cube', detail: 'C01, Sandstone', quantity: 1, price: 495 },
    ],
    orderId: 1001,
  })
  assert.equal(linesOf(email), '1. Terrace Bowl, C04, Grey Stone: 2 × ₹2,980 = ₹5,960\n2. Cube, C01, Sandstone: ₹495')
})

test('an order that its buyer is asked to confirm is received, not confirmed', () => {
  const { status } = writeOrderEmail(say, 'order-placed', { ...order, awaitsConfirmation: true })
  assert.equal(
    status,
    'Thank you! We received your order 1001. Our next email asks you to confirm it. You pay ₹6,455 in cash. See your order: {{order-link}}',
  )
})

test('an order that was paid online names its payment, and asks for no cash', () => {
  const email = writeOrderEmail(say, 'order-placed', { ...order, paymentId: 'pay_1' })
  assert.equal(email.paymentId, 'pay_1')
  assert.match(email.status, /We received your payment of ₹6,455/)
  assert.doesNotMatch(email.status, /on delivery/)
})

test('no email of an order that is picked up speaks of its delivery', () => {
  const pickUp = { at: 'Our workshop', address: '12 MG Road', hours: 'Daily' }
  const picked: Order = { ...order, pickUp }
  const terms = { canPayOnline: true, cancelAfterHours: 24 }
  const change = { lines: [], totalAfter: 6455, refund: 0, due: 0 }
  const placed = [
    picked,
    { ...picked, awaitsConfirmation: true },
    { ...picked, due: 6455 },
    { ...picked, paymentId: 'p' },
  ]
  const texts = [
    ...placed.map((one) => writeOrderEmail(say, 'order-placed', one as Order)),
    ...(['confirm-cash', 'paid-now'] as const).map((template) => writeCashEmail(say, template, picked, terms)),
    writeChangeEmail(say, picked, change),
    writeChangeEmail(say, { ...picked, paymentId: 'p' }, { ...change, due: 100 }),
    writeOrderEmail(say, 'handed-over', picked),
  ].map(({ status }) => status)
  texts.push(subjectOf(say, 'handed-over', { orderId: picked.id }))
  for (const text of texts) assert.doesNotMatch(text, /deliver|courier|send/i)
})

test('each change of an order has a text of its own', () => {
  const templates = ['order-placed', 'cancellation-requested', 'cancelled', 'delivered'] as const
  const texts = templates.map((template) => writeOrderEmail(say, template, order).status)
  assert.equal(new Set(texts).size, templates.length)
  for (const text of texts) assert.match(text, /1001/)
})

test('a cancelled order gives money back only where there was some', () => {
  assert.match(writeOrderEmail(say, 'cancelled', order).status, /nothing to pay/)
  assert.match(
    writeOrderEmail(say, 'cancelled', { ...order, paymentId: 'pay_1' }).status,
    /refunding your payment of ₹6,455 in full/,
  )
  assert.match(
    writeOrderEmail(say, 'cancelled', { ...order, paymentId: 'pay_1', refundedPart: 455 }).status,
    /refunding the rest of your payment, ₹6,000\./,
  )
})

const paid: RefundedPayment = {
  paymentId: 'pay_2',
  email: 'meera@gamla.example',
  name: 'Meera',
  amount: 645500,
  isPart: false,
  lines: order.cartItems,
  reason: 'sold',
  orderId: undefined,
}

test('a refund email names amount, reason and payment', () => {
  const email = writeRefundEmail(say, 'refund-requested', paid)
  assert.equal(email.amount, '₹6,455')
  assert.equal(email.paymentId, 'pay_2')
  assert.match(email.status, /sold out while you were paying/)
  const reasons = ['sold', 'paid-twice', 'wrong-amount', 'deleted', 'external'] as const
  const texts = reasons.map((reason) => writeRefundEmail(say, 'refund-requested', { ...paid, reason }).status)
  assert.equal(new Set(texts).size, reasons.length)
})

test('a refund of a part says how much of which order', () => {
  const part = { ...paid, amount: 49_550, isPart: true, orderId: 1001 }
  const requested = (reason: RefundedPayment['reason']) =>
    writeRefundEmail(say, 'refund-requested', { ...part, reason }).status
  assert.match(requested('returned'), /these items back from order 1001\. We are refunding ₹495\.50\./)
  assert.match(requested('deleted'), /cancel order 1001\. We are refunding the rest of your payment, ₹495\.50\./)
  const processed = writeRefundEmail(say, 'refund-processed', part).status
  assert.equal(processed, 'We’ve refunded ₹495.50 of your payment for order 1001.')
})

test('a processed refund and an expired payment each have an email', () => {
  assert.equal(writeRefundEmail(say, 'refund-processed', paid).status, 'We’ve refunded your payment of ₹6,455.')
  assert.match(
    writeRefundEmail(say, 'authorization-expired', { ...paid, orderId: 1001 }).status,
    /order 1001 is cancelled.*not been charged/,
  )
})

test('what somebody typed is never a tag nor an instruction to the template, and stays readable', () => {
  const nasty = '<img src=x onerror="alert(1)"> {{#each}} Tom & Jerry\n{{{email}}}'
  const email = writeOrderEmail(say, 'order-placed', {
    ...order,
    addressInfo: { ...order.addressInfo, name: nasty },
    cartItems: order.cartItems.map((line) => ({ ...line, title: nasty })),
    offer: { name: nasty, discount: 5 },
  })
  for (const text of [email.name, linesOf(email)]) assert.doesNotMatch(text, /[<>{}]/)
  assert.match(linesOf(email), /Tom & Jerry/)
  // One line per item, even if its title has line breaks.
  assert.equal(linesOf(email).split('\n').length, 3)
})

test('no email repeats an address, a telephone number or a link that somebody typed', () => {
  const trap = 'Your prize is waiting: https://evil.example/win or call 98450 00012'
  const info = { name: trap, address: trap, city: trap, pincode: '411011', mobileNumber: '9845000012' }
  const cartItems = order.cartItems.map((line) => ({ ...line, title: trap, category: trap }))
  const templates = ['order-placed', 'cancellation-requested', 'cancelled', 'delivered'] as const
  const refunds = ['refund-requested', 'refund-processed', 'authorization-expired'] as const
  const emails = [
    ...templates.map((template) => writeOrderEmail(say, template, { ...order, addressInfo: info, cartItems })),
    ...refunds.map((template) => writeRefundEmail(say, template, { ...paid, name: trap, lines: cartItems })),
  ]
  for (const email of emails) {
    assert.equal(email.name, 'Your prize is waiting')
    const texts = JSON.stringify({ ...email, email: '' })
    assert.doesNotMatch(texts, /evil|:\/\/|98450|411011/)
    // The shop's own text is not changed.
    assert.match(texts, /1001|₹6,455/)
  }
})

test('another shop names its own goods, and signs with its name and what it has filled in', () => {
  const lamps = { ...defaultShopInfo, shopName: 'Diya Lamps', productNoun: 'lamp', productNounPlural: 'lamps' }
  const inLamps = sayIn(lamps)
  const delivered = writeOrderEmail(inLamps, 'delivered', order)
  assert.equal(
    delivered.status,
    'Your order 1001 has been delivered. Enjoy your new lamps! See your order: {{order-link}}',
  )
  const sold = writeRefundEmail(inLamps, 'refund-requested', { ...paid, reason: 'sold' })
  assert.match(sold.status, /^Sorry, a lamp in your order sold out while you were paying\./)

  assert.equal(signEmail(delivered, lamps).status, `${delivered.status}\n\nDiya Lamps`)
  const signed = signEmail(delivered, { ...lamps, legalName: 'Diya Lamps Private Limited', gstin: '27AAPFU0939F1ZV' })
  assert.equal(signed.status, `${delivered.status}\n\nDiya Lamps\nDiya Lamps Private Limited. GSTIN: 27AAPFU0939F1ZV.`)
  assert.deepEqual({ ...signed, status: '' }, { ...delivered, status: '' })
})
