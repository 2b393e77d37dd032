import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { DisputeState, ReportedDispute } from '#domain/orders/dispute.ts'
import { readDeskOrder } from '#server/order-page/page.ts'
import { countOrders } from '#server/orders/admin-queries.ts'
import { listOrdersOf } from '#server/orders/queries.ts'
import { addProduct, addUser } from '#tests/support/fixtures/factories.ts'
import { openPaymentWorld } from '#tests/support/payments/payment-harness.ts'
import { findOpenDisputes, listDisputes, listLostDisputes, saveDispute } from './dispute-queries.ts'
import { settle } from './settle.ts'

const world = await openPaymentWorld()
const { shop, db, provider } = world
after(world.close)

const report = (paymentId: string, state: DisputeState, second: number, deducted = 0) =>
  db.transaction((tx) =>
    saveDispute(tx, {
      disputeId: `disp_of_${paymentId}`,
      ...{
        paymentId,
        state,
        deducted,
        amount: 49_500,
        currency: 'INR',
        reason: 'nothing arrived',
        phase: 'chargeback',
      },
      respondBy: new Date('2026-12-05T12:00:00Z'),
      createdAt: new Date('2026-11-28T12:00:00Z'),
      reportedAt: new Date(second * 1000),
    } satisfies ReportedDispute),
  )

test('a dispute waits until it is answered, is on its order, and is money gone when it is lost', async () => {
  const buyer = await addUser(db)
  const { providerOrderId } = await world.open(buyer, world.wanted(await addProduct(db, { price: 495 })))
  provider.state.pay(providerOrderId, {}, {})
  const [payment] = await shop.payments.listPayments(providerOrderId)
  assert.ok(payment)
  await settle(shop, payment)
  const [order] = (await listOrdersOf(db, buyer.userId)).orders
  assert.ok(order)

  await world.sql('truncate outbox')
  await report(payment.id, 'open', 1)
  assert.equal((await findOpenDisputes(db)).count, 1)
  assert.equal(await countOrders(db, 'problems'), 1)
  assert.deepEqual(await world.sql('select change from outbox where change is not null'), [
    { change: `order ${order.id} ${buyer.userId}` },
  ])

  await report(payment.id, 'lost', 2, 49_500)
  await report('pay_of_another_shop', 'under_review', 1)
  assert.equal((await findOpenDisputes(db)).count, 0)
  assert.equal(await countOrders(db, 'problems'), 0)
  const { rows } = await listDisputes(db, {})
  assert.deepEqual(
    rows.map(({ paymentId, orderId, state }) => [paymentId, orderId, state]),
    [
      ['pay_of_another_shop', undefined, 'under_review'],
      [payment.id, order.id, 'lost'],
    ],
  )
  assert.deepEqual(
    (await listLostDisputes(db, 10)).map(({ orderId, deducted }) => [orderId, deducted]),
    [[order.id, 49_500]],
  )
  const desk = await readDeskOrder(shop, order.id)
  assert.deepEqual(
    desk?.disputes.map(({ state }) => state),
    ['lost'],
  )
  const told = desk?.timeline.map(({ text }) => text) ?? []
  assert.ok(
    told.includes('Payment disputed: ₹495.00') && told.includes('Dispute: lost, ₹495.00 taken'),
    told.join('; '),
  )
})
