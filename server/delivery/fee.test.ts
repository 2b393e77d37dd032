import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { placeOrder } from '#server/orders/place.ts'
import { findOrder } from '#server/orders/queries.ts'
import { dispatchOrder } from '#server/parcels/dispatch.ts'
import { openCheckout } from '#server/payments/checkout.ts'
import { settle } from '#server/payments/settle.ts'
import { addProduct, addUser } from '#tests/support/fixtures/factories.ts'
import { openPaymentWorld } from '#tests/support/payments/payment-harness.ts'

const world = await openPaymentWorld()
const { shop, db, provider } = world
after(world.close)
beforeEach(async () => {
  await world.sql('delete from settings')
  await set('deliveryFees', [
    { zone: 'Maharashtra', upToKg: 20, fee: 49 },
    { zone: 'Everywhere else', upToKg: 0, fee: 199 },
  ])
})

async function set(name: string, value: unknown) {
  await world.sql(
    'insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
    [name, JSON.stringify(value)],
  )
}

test('a cash order costs what the shopper saw, with the delivery to its address; another fee is told first', async () => {
  const buyer = await addUser(db)
  const pot = await addProduct(db, { price: 495 })
  const wanted = world.wanted(pot)
  const refused = await placeOrder(shop, buyer, { ...wanted, seenFee: 0 })
  assert.ok(!refused.ok && refused.reason === 'delivery-fee')
  assert.match(refused.message, /^Delivery to this address costs ₹(49|199)\. Please check the total/)
  const { fee } = refused
  const placed = await placeOrder(shop, buyer, { ...wanted, seenFee: fee })
  assert.ok(placed.ok)
  const order = await findOrder(db, placed.order.id)
  assert.deepEqual([order?.totalAmount, order?.deliveryFee], [495 + fee, fee])
  const again = await placeOrder(shop, buyer, { ...wanted, seenFee: 0 })
  assert.ok(again.ok && again.order.id === placed.order.id)
})

test('an online payment is opened for the total with the fee, and a fee that changed meanwhile charges nothing', async () => {
  const buyer = await addUser(db)
  const pot = await addProduct(db, { price: 495 })
  const wanted = world.wanted(pot)
  const first = await openCheckout(shop, buyer, { ...wanted, seenFee: 0 })
  assert.ok(first.kind === 'delivery-fee')
  const { fee } = first
  const opened = await openCheckout(shop, buyer, { ...wanted, seenFee: fee })
  assert.ok(opened.kind === 'pay')
  assert.equal(opened.amount, (495 + fee) * 100)
  await set('deliveryFees', [{ zone: 'Everywhere else', upToKg: 0, fee: 299 }])
  assert.deepEqual(await openCheckout(shop, buyer, { ...wanted, seenFee: fee }), {
    kind: 'delivery-fee',
    fee: 299,
    message: 'Delivery to this address costs ₹299. Please check the total, then order again.',
  })
  // A payment that was opened before still buys its own cart.
  provider.state.pay(opened.providerOrderId, {}, {})
  for (const payment of await shop.payments.listPayments(opened.providerOrderId)) await settle(shop, payment)
  const [row] = await world.sql<{ total: string; fee: string }>(
    'select total_amount as total, delivery_fee as fee from orders where user_id = $1',
    [buyer.userId],
  )
  assert.deepEqual([Number(row?.total), Number(row?.fee)], [495 + fee, fee])
})

test('from the set amount on it is free, and the desk’s own orders bear the fee without a question', async () => {
  const buyer = await addUser(db)
  const pot = await addProduct(db, { price: 495 })
  await set('freeFrom', 495)
  const free = await placeOrder(shop, buyer, { ...world.wanted(pot), seenFee: 0 })
  assert.ok(free.ok && free.order.totalAmount === 495 && free.order.deliveryFee === undefined)
  await set('freeFrom', 496)
  const { seenFee: _, ...unseen } = { ...world.wanted(pot), seenFee: 0 }
  const taken = await placeOrder(shop, buyer, unseen)
  assert.ok(taken.ok && (taken.order.deliveryFee ?? 0) > 0)
})

test('the first parcel bears the fee, and its bill has a line Delivery with the tax of the goods', async () => {
  const [buyer, admin] = [await addUser(db), await addUser(db, 'admin')]
  for (const [name, value] of Object.entries({
    ...{ legalName: 'Gamla Pots LLP', legalAddress: '4 Fort Road, Pune', legalState: '27', taxRegime: 'regular' },
    ...{ gstin: '27AAPFU0939F1ZV' },
  }))
    await set(name, value)
  const placed = await placeOrder(shop, buyer, world.wanted(await addProduct(db, { price: 495 })))
  assert.ok(placed.ok)
  const { id, deliveryFee = 0 } = placed.order
  const parcel = {
    key: crypto.randomUUID(),
    orderId: id,
    lines: 'rest',
    courier: '',
    awb: '',
    trackingLink: '',
  } as const
  const sent = await dispatchOrder({ db, now: () => new Date() }, admin, { ...parcel, book: false })
  assert.ok(sent.ok, JSON.stringify(sent))
  const [bill] = await world.sql<{
    total: string
    document: { lines: { description: string; total: number; rate: number }[] }
  }>('select total, document from bills where order_id = $1', [id])
  assert.equal(Number(bill?.total), (495 + deliveryFee) * 100)
  const [goods, delivery] = bill?.document.lines ?? []
  assert.deepEqual(
    [delivery?.description, delivery?.total, delivery?.rate],
    ['Delivery', deliveryFee * 100, goods?.rate],
  )
})
