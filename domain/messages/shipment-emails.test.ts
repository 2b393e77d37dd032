import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Order } from '#domain/orders/order.ts'
import { STEPS } from '#domain/orders/shipment.ts'
import { defaultShopInfo } from '#domain/shop/shop-info.ts'
import { linesOf } from './message.ts'
import { sayIn } from './say.ts'
import { type EmailedShipment, writeShipmentEmail } from './shipment-emails.ts'

const say = sayIn(defaultShopInfo)
const line = {
  id: 1,
  title: 'Cubee',
  price: 495,
  productImageUrl: [],
  category: 'POT',
  sizeCode: 'C01',
  sizeLabel: '',
  selectedColor: 'Grey Stone',
}
const order = {
  id: 1001,
  email: 'meera@gamla.example',
  addressInfo: { name: 'Meera' },
  cartItems: [
    { ...line, quantity: 2 },
    { ...line, id: 2, title: 'Tubo', quantity: 1 },
  ],
} as unknown as Order

const shipment: EmailedShipment = {
  courier: 'Delhivery',
  awb: '123',
  trackingLink: 'https://www.delhivery.com/track/package/123',
  cash: 0,
  step: 'packed',
  lines: [
    { position: 0, quantity: 2 },
    { position: 1, quantity: 1 },
  ],
  invoice: { number: 'GM/26-27/00001', kind: 'tax-invoice' },
}

describe('the email of a parcel', () => {
  test('says with whom it comes, where to follow it, and the number of its invoice', () => {
    const email = writeShipmentEmail(say, 'dispatched', order, shipment)
    assert.equal(
      email.status,
      'Your order 1001 is packed and comes with Delhivery (AWB 123). Track your parcel: {{tracking-link}} View your order: {{order-link}} Tax invoice: GM/26-27/00001.',
    )
    assert.equal(email.amount, '₹1,485')
    assert.equal(email.name, 'Meera')
  })

  test('says that it is on the way only once it is', () => {
    const said = STEPS.map((step) => writeShipmentEmail(say, 'dispatched', order, { ...shipment, step }).status)
    assert.deepEqual(
      STEPS.filter((_, index) => said[index]?.startsWith('Your order 1001 is packed and comes with Delhivery')),
      ['packed'],
    )
    assert.match(said[STEPS.indexOf('on-the-way')] ?? '', /^Your order 1001 is on the way with Delhivery \(AWB 123\)\./)
  })

  test('names its own lines only, and what the courier collects for them', () => {
    const part = { ...shipment, lines: [{ position: 1, quantity: 1 }], cash: 495 }
    const email = writeShipmentEmail(say, 'out-for-delivery', order, part)
    assert.match(
      email.status,
      /^Part of your order 1001 is out for delivery with Delhivery and should reach you today\./,
    )
    assert.match(email.status, /Please keep ₹495 ready for the courier\./)
    assert.equal(email.amount, '₹495')
    assert.equal(linesOf(email), '1. Tubo, C01, Grey Stone: ₹495')
  })

  test('corrects a courier or AWB, and takes back a dispatch, in one sentence each', () => {
    assert.match(
      writeShipmentEmail(say, 'courier-changed', order, shipment).status,
      /^Your order 1001 comes with Delhivery \(AWB 123\)\. This corrects our earlier email\. Track your parcel: /,
    )
    assert.match(
      writeShipmentEmail(say, 'courier-changed', order, { ...shipment, courier: 'Other', awb: undefined }).status,
      /^Your order 1001 comes with another courier\. /,
    )
    const invoice = { number: 'GMCN/26-27/00001', kind: 'credit-note' } as const
    assert.equal(
      writeShipmentEmail(say, 'dispatch-undone', order, { ...shipment, cash: 1485, invoice }).status,
      'Your order 1001 has not left yet. Please ignore our earlier email: we will write again when it is packed. ' +
        'View your order: {{order-link}} Credit note: GMCN/26-27/00001.',
    )
  })

  test('leaves out what is not known', () => {
    const bare = { ...shipment, courier: 'Other', awb: undefined, trackingLink: undefined, invoice: undefined }
    assert.equal(
      writeShipmentEmail(say, 'dispatched', order, bare).status,
      'Your order 1001 is packed. View your order: {{order-link}}',
    )
  })
})
