import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deleteOrder } from '#server/order-page/cancel.ts'
import { cancelOrder, countReturn, sendParcel } from '#tests/support/fixtures/order-steps.ts'
import { admin, meera, placePaid, pots, shop, world } from '#tests/support/payments/payment-fixture.ts'
import { findShipment } from './queries.ts'

/** Three pots that are paid online and sent. */
async function sendPaid() {
  const { orderId: id, paymentId } = await placePaid(pots(3))
  return { id, shipmentId: await sendParcel(shop, admin, id), paymentId }
}

const back = (shipmentId: number, good: number) =>
  countReturn(shop, admin, shipmentId, [{ position: 0, good, damaged: 0 }])

async function refundedPaise(paymentId: string): Promise<number> {
  await world.doJobs()
  return world.refundedAt(paymentId).reduce((sum, amount) => sum + amount, 0)
}

describe('an order paid online', () => {
  test('leaves nothing for the courier to collect', async () => {
    const { shipmentId } = await sendPaid()
    assert.equal((await findShipment(shop.db, shipmentId))?.cash, 0)
  })

  test('is refunded by what comes back, and by the rest when it is cancelled', async () => {
    const { id, shipmentId, paymentId } = await sendPaid()
    assert.ok((await back(shipmentId, 1)).ok)
    assert.equal(await refundedPaise(paymentId), 49_500)
    await cancelOrder(shop, admin, meera, id)
    assert.equal(await refundedPaise(paymentId), 148_500)
    assert.ok((await back(shipmentId, 2)).ok)
    assert.equal(await refundedPaise(paymentId), 148_500)
  })

  test('is refunded once when it is deleted on its way', async () => {
    const { id, shipmentId, paymentId } = await sendPaid()
    assert.ok((await back(shipmentId, 2)).ok)
    await deleteOrder(shop, admin, id)
    assert.equal(await refundedPaise(paymentId), 148_500)
  })
})
