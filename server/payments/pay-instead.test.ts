import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { approveCancellation, deleteOrder, requestCancel } from '#server/order-page/cancel.ts'
import { placeOrder } from '#server/orders/place.ts'
import { findOrder } from '#server/orders/queries.ts'
import { deliverOrder } from '#server/parcels/deliver.ts'
import { cancelOrder } from '#tests/support/fixtures/order-steps.ts'
import { admin, db, meera, payFor, pot, provider, ravi, shop, world } from '#tests/support/payments/payment-fixture.ts'
import { confirmPayment } from './confirm.ts'
import { openPayInstead } from './pay-instead.ts'
import { reconcile } from './reconcile.ts'

async function orderInCash(): Promise<number> {
  const placed = await placeOrder(shop, meera, world.wanted(pot))
  assert.ok(placed.ok)
  return placed.order.id
}

async function open(id: number) {
  const opened = await openPayInstead(shop, meera, id)
  assert.equal(opened.kind, 'pay')
  return opened as Extract<typeof opened, { kind: 'pay' }>
}

const refundReasons = async () => (await world.refundsOf(meera.userId)).map(({ reason }) => reason)

describe('a cash order paid online instead', () => {
  test('is the same order, paid once, whoever tells of it', async () => {
    const id = await orderInCash()
    const opened = await open(id)
    const paid = provider.state.pay(opened.providerOrderId)
    const { razorpay_signature: signature } = provider.signResult(opened.providerOrderId, paid.id)
    const report = { checkoutId: opened.checkoutId, paymentId: paid.id, signature }
    const told = await Promise.all([
      confirmPayment(shop, meera, report),
      confirmPayment(shop, meera, report),
      world.deliver().then(world.doJobs),
      openPayInstead(shop, meera, id),
    ])
    assert.equal(told[0].kind, 'placed')
    await world.doJobs()
    await reconcile(shop, { every: true })
    const order = await findOrder(db, id)
    assert.deepEqual([order?.paymentId, order?.status, order?.productSize], [paid.id, 'confirmed', 'C01'])
    assert.deepEqual(await refundReasons(), [])
    assert.equal((await world.ordersOf(meera.userId)).length, 1)
    const emails = await world.queued('send-cash-email')
    assert.deepEqual(
      emails.map(({ payload }) => payload),
      [{ orderId: id, template: 'paid-now' }],
    )
    assert.equal((await openPayInstead(shop, meera, id)).kind, 'paid')
  })

  test('pressing again, from any tab, opens the same payment', async () => {
    const id = await orderInCash()
    const [one, other] = await Promise.all([open(id), open(id)])
    assert.deepEqual([other.checkoutId, other.providerOrderId], [one.checkoutId, one.providerOrderId])
    assert.deepEqual((await open(id)).providerOrderId, one.providerOrderId)
  })

  test('goes back when the order was delivered, cancelled or deleted while it was paid', async () => {
    const meanwhile = {
      delivered: (id: number) => deliverOrder(shop, admin, id),
      cancelled: async (id: number) => {
        await requestCancel(shop, meera, id)
        return approveCancellation(shop, admin, id)
      },
      deleted: (id: number) => deleteOrder(shop, admin, id),
    }
    const expected = { cancelled: 'not-payable', deleted: 'deleted', delivered: 'not-payable' }
    for (const what of ['cancelled', 'deleted', 'delivered'] as const) {
      const id = await orderInCash()
      const opened = await open(id)
      assert.equal((await meanwhile[what](id)).ok, true)
      const before = (await refundReasons()).length
      assert.equal((await payFor(meera, opened)).kind, 'refunded', what)
      const reasons = await refundReasons()
      assert.equal(reasons.length, before + 1)
      assert.ok(reasons.includes(expected[what]), what)
      assert.equal((await findOrder(db, id))?.paymentId, undefined, what)
      if (what !== 'deleted') assert.equal((await openPayInstead(shop, meera, id)).kind, 'not-payable')
    }
    // Each refund has its email: no other email speaks of this payment.
    assert.equal((await world.queued('send-refund-email')).length, 3)
  })

  test('paid and then cancelled is refunded as every paid order', async () => {
    const id = await orderInCash()
    assert.equal((await payFor(meera, await open(id))).kind, 'placed')
    await cancelOrder(shop, admin, meera, id)
    assert.deepEqual(await refundReasons(), ['cancelled'])
  })

  test('another’s order is not found, and a paid one has nothing to pay', async () => {
    const id = await orderInCash()
    assert.deepEqual(await openPayInstead(shop, ravi, id), { kind: 'not-found' })
    assert.deepEqual(await openPayInstead(shop, meera, 999_999), { kind: 'not-found' })
  })

  test('a payment of the cart that became this order in cash still goes back', async () => {
    const wanted = world.wanted(pot)
    const cart = await world.open(meera, wanted)
    const placed = await placeOrder(shop, meera, wanted)
    assert.ok(placed.ok)
    const instead = await open(placed.order.id)
    assert.equal((await payFor(meera, cart)).kind, 'refunded')
    assert.equal((await payFor(meera, instead)).kind, 'placed')
    assert.deepEqual(await refundReasons(), ['paid-twice'])
  })
})
