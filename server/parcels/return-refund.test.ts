import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import type { ReturnRefund } from '#domain/orders/take-back.ts'
import { approveCancellation, deleteOrder, requestCancel } from '#server/order-page/cancel.ts'
import { findOrder } from '#server/orders/queries.ts'
import { refundReturn } from '#server/parcels/returns.ts'
import { findUnfinished } from '#server/privacy/blocker-queries.ts'
import { upsertSettings } from '#server/settings/queries.ts'
import { registered } from '#tests/support/fixtures/factories.ts'
import { sendParcel } from '#tests/support/fixtures/order-steps.ts'
import { admin, db, meera, placePaid, pots, provider, shop, world } from '#tests/support/payments/payment-fixture.ts'
import { takeBack } from './returns.ts'

before(() => db.transaction((tx) => upsertSettings(tx, registered)))

/** Three pots of ₹495 that are paid online, sent and billed. */
async function sendPaid() {
  const { orderId: id, paymentId } = await placePaid(pots(3))
  return { id, shipmentId: await sendParcel(shop, admin, id), paymentId }
}

const damaged = (shipmentId: number, quantity: number, refund: ReturnRefund, key: string = randomUUID()) =>
  takeBack(shop, admin, {
    key,
    shipmentId,
    lines: [{ position: 0, good: 0, damaged: quantity }],
    reason: 'returned',
    refund,
  })

async function hold(shipmentId: number, quantity = 1): Promise<number> {
  const taken = await damaged(shipmentId, quantity, 'not-yet')
  assert.ok(taken.ok)
  assert.equal(taken.creditNote, undefined)
  return taken.returnId
}

/** Rupees that the provider was asked to refund, one by one. */
async function refunded(paymentId: string): Promise<number[]> {
  await world.doJobs()
  return world.refundedAt(paymentId).map((amount) => amount / 100)
}

const credited = async (orderId: number) =>
  (
    await world.sql<{ rupees: number }>(
      `select (total / 100)::integer as rupees from bills where order_id = ${orderId} and series = 'credit-note' order by id`,
    )
  ).map(({ rupees }) => rupees)

describe('a damaged piece that is taken back', () => {
  test('is refunded and credited by the amount that is decided, once for each form', async () => {
    const { id, shipmentId, paymentId } = await sendPaid()
    const key = randomUUID()
    await Promise.all(Array.from({ length: 5 }, () => damaged(shipmentId, 1, 20000, key)))
    assert.deepEqual([await refunded(paymentId), await credited(id)], [[200], [200]])
    assert.deepEqual(await damaged(shipmentId, 1, 49600), { ok: false, reason: 'too-much', price: 49_500 })
    assert.ok((await damaged(shipmentId, 2, 'full')).ok)
    assert.deepEqual(
      [await refunded(paymentId), await credited(id)],
      [
        [200, 990],
        [200, 990],
      ],
    )
    assert.equal((await findOrder(db, id))?.refundedPart, 1190)
  })

  test('for nothing is neither refunded nor credited', async () => {
    const { id, shipmentId, paymentId } = await sendPaid()
    assert.ok((await damaged(shipmentId, 1, 0)).ok)
    assert.deepEqual([await refunded(paymentId), await credited(id)], [[], []])
    assert.deepEqual(await deleteOrder(shop, admin, id), { ok: true })
  })
})

describe('a refund that is not decided yet', () => {
  test('is made later and exactly once, however many press and whatever they enter', async () => {
    const { id, shipmentId, paymentId } = await sendPaid()
    const returnId = await hold(shipmentId)
    assert.deepEqual([await refunded(paymentId), await credited(id)], [[], []])
    const press = (refund: ReturnRefund) => refundReturn(shop, admin, { orderId: id, returnId, refund })
    assert.deepEqual(await press(49_600), { ok: false, reason: 'too-much', price: 49_500 })
    assert.deepEqual(await press('not-yet'), { ok: true })
    const same = await Promise.all(Array.from({ length: 5 }, () => press(30_000)))
    assert.ok(same.every(({ ok }) => ok))
    assert.deepEqual(await press('full'), { ok: false, reason: 'decided' })
    assert.deepEqual([await refunded(paymentId), await credited(id)], [[300], [300]])
    const told = (await world.queued('send-refund-email')).map(({ payload }) => payload.template)
    assert.deepEqual(told, ['refund-requested'])
  })

  test('is decided by the first of two desks with different amounts', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, shipmentId, paymentId } = await sendPaid()
      const returnId = await hold(shipmentId)
      const desks = await Promise.all(
        [100, 400].map((rupees) => refundReturn(shop, admin, { orderId: id, returnId, refund: rupees * 100 })),
      )
      assert.equal(desks.filter(({ ok }) => ok).length, 1)
      const amount = desks[0]?.ok ? 100 : 400
      assert.deepEqual([await refunded(paymentId), await credited(id)], [[amount], [amount]])
    }
  })

  test('belongs to its order', async () => {
    const [one, other] = [await sendPaid(), await sendPaid()]
    const returnId = await hold(one.shipmentId)
    assert.deepEqual(await refundReturn(shop, admin, { orderId: other.id, returnId, refund: 'full' }), {
      ok: false,
      reason: 'not-found',
    })
    assert.deepEqual(await refunded(one.paymentId), [])
  })

  test('keeps its order and its buyer’s account from being deleted, and a cancellation from being approved', async () => {
    const { id, shipmentId, paymentId } = await sendPaid()
    const returnId = await hold(shipmentId)
    const open = { ok: false, reason: 'refund-open' }
    assert.deepEqual(await deleteOrder(shop, admin, id), open)
    await requestCancel(shop, meera, id)
    assert.deepEqual(await approveCancellation(shop, admin, id), open)
    assert.equal((await findUnfinished(db, meera.userId)).refunds, 1)
    assert.deepEqual(await refunded(paymentId), [])
    assert.deepEqual(await refundReturn(shop, admin, { orderId: id, returnId, refund: 20_000 }), { ok: true })
    assert.deepEqual(await deleteOrder(shop, admin, id), { ok: true })
    // The rest of the payment goes back with the order; all of the invoice but what was kept of the damaged pot is credited.
    assert.deepEqual(
      [await refunded(paymentId), await credited(id)],
      [
        [200, 1285],
        [200, 990],
      ],
    )
  })

  test('is never more than what was paid, while the order is deleted in the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, shipmentId, paymentId } = await sendPaid()
      const returnId = await hold(shipmentId)
      const [decided, deleted] = await Promise.all([
        refundReturn(shop, admin, { orderId: id, returnId, refund: 'full' }),
        deleteOrder(shop, admin, id),
      ])
      assert.deepEqual(decided, { ok: true })
      if (!deleted.ok) assert.deepEqual(await deleteOrder(shop, admin, id), { ok: true })
      assert.deepEqual(
        [await refunded(paymentId), await credited(id)],
        [
          [495, 990],
          [495, 990],
        ],
      )
    }
  })

  test('is credited in full after the whole payment went back in the provider’s dashboard', async () => {
    const { id, shipmentId, paymentId } = await sendPaid()
    const returnId = await hold(shipmentId, 2)
    provider.state.refund(paymentId, {})
    await world.deliver()
    await world.doJobs()
    assert.equal((await findOrder(db, id))?.cancel, 'cancelled')
    assert.deepEqual(await refundReturn(shop, admin, { orderId: id, returnId, refund: 10_000 }), { ok: true })
    assert.deepEqual([await refunded(paymentId), await credited(id)], [[1485], [990]])
  })
})
