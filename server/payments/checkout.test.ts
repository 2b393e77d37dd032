import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { lastDayOf } from '#domain/delivery/delivery-area.ts'
import { listOrdersOf } from '#server/orders/queries.ts'
import { addProduct, addUser, lineFor } from '#tests/support/fixtures/factories.ts'
import { openPaymentWorld } from '#tests/support/payments/payment-harness.ts'
import { openCheckout } from './checkout.ts'
import { settle } from './settle.ts'

const world = await openPaymentWorld()
const { shop, db, provider } = world
after(world.close)

test('tabs that change a cart under one key while it is being paid never deadlock', async () => {
  const buyer = await addUser(db)
  const pot = await addProduct(db, { price: 495 })
  for (let round = 0; round < 12; round++) {
    const first = world.wanted(pot)
    const cart = (quantity: number) => ({ ...first, lines: [lineFor(pot, { quantity })] })
    const { providerOrderId } = await world.open(buyer, cart(1))
    provider.state.pay(providerOrderId, {}, {})
    const [payment] = await shop.payments.listPayments(providerOrderId)
    assert.ok(payment)
    await Promise.all([
      ...[2, 3, 2, 3].map((quantity) => openCheckout(shop, buyer, cart(quantity))),
      ...(round % 2 ? [settle(shop, payment)] : []),
    ])
    await settle(shop, payment)
    const ordered = (await world.ordersOf(buyer.userId)).filter((order) => order.payment_id === payment.id)
    assert.deepEqual(
      ordered.map(({ total }) => total),
      [495],
    )
  }
})

test('an order paid online is promised the day that its checkout was promised', async () => {
  const buyer = await addUser(db)
  const pot = await addProduct(db, { price: 495 })
  await world.sql(`insert into settings (name, value) values ('deliveryDays', '5')`)
  const { providerOrderId } = await world.open(buyer, world.wanted(pot))
  await world.sql(`update settings set value = '9' where name = 'deliveryDays'`)
  provider.state.pay(providerOrderId, {}, {})
  for (const payment of await shop.payments.listPayments(providerOrderId)) await settle(shop, payment)
  const { orders } = await listOrdersOf(db, buyer.userId)
  assert.deepEqual(
    orders.map(({ promise }) => promise?.by),
    [lastDayOf({ days: 5 }, new Date())],
  )
  await world.sql('delete from settings')
})
