import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { approveCancellation, deleteOrder } from '#server/order-page/cancel.ts'
import { placeOrder } from '#server/orders/place.ts'
import { deliverOrder } from '#server/parcels/deliver.ts'
import { cancelOrder } from '#tests/support/fixtures/order-steps.ts'
import { MAKE_JOBS_DUE } from '#tests/support/jobs.ts'
import { admin, meera, pay, pot, provider, ravi, shop, world } from '#tests/support/payments/payment-fixture.ts'
import { confirmPayment } from './confirm.ts'
import { reconcile } from './reconcile.ts'
import { settle } from './settle.ts'

describe('money goes back', () => {
  test('when the pot was sold meanwhile; the shopper is told by email', async () => {
    const paid = await pay(meera)
    const placed = await placeOrder(shop, ravi, world.wanted(pot))
    assert.ok(placed.ok)
    await deliverOrder(shop, admin, placed.order.id)
    assert.deepEqual(await confirmPayment(shop, meera, paid), { kind: 'refunded', reason: 'sold' })
    assert.deepEqual(await world.ordersOf(meera.userId), [])
    assert.deepEqual(
      (await world.queued('send-refund-email')).map(({ payload }) => payload.template),
      ['refund-requested'],
    )
    await world.doJobs()
    assert.equal(provider.state.listRefunds(paid.paymentId).length, 1)
    assert.deepEqual(
      (await world.refundsOf(meera.userId)).map(({ state }) => state),
      ['pending'],
    )
  })

  test('of a second payment for one order, and of one that comes after cash on delivery', async () => {
    const paid = await pay(meera)
    await confirmPayment(shop, meera, paid)
    const second = provider.state.pay(paid.providerOrderId, {}, { isAgain: true })
    await settle(shop, await shop.payments.getPayment(second.id))
    assert.deepEqual(
      (await world.refundsOf(meera.userId)).map(({ payment_id, reason }) => [payment_id, reason]),
      [[second.id, 'paid-twice']],
    )

    const wanted = world.wanted(pot)
    const { providerOrderId } = await world.open(ravi, wanted)
    await placeOrder(shop, ravi, wanted)
    provider.state.pay(providerOrderId)
    await world.deliver()
    await world.doJobs()
    assert.deepEqual(
      (await world.ordersOf(ravi.userId)).map(({ payment_id }) => payment_id),
      [null],
    )
    assert.deepEqual(
      (await world.refundsOf(ravi.userId)).map(({ reason }) => reason),
      ['paid-twice'],
    )
  })

  test('when a paid order is cancelled, and the order shows how far it is', async () => {
    const paid = await pay(meera)
    await confirmPayment(shop, meera, paid)
    const [order] = await world.ordersOf(meera.userId)
    const id = Number(order?.id)
    await cancelOrder(shop, admin, meera, id)
    await approveCancellation(shop, admin, id)
    await world.doJobs()
    const [refund] = provider.state.listRefunds(paid.paymentId)
    assert.equal(refund?.amount, 49_500)
    provider.state.finishRefund(refund?.id ?? '', 'processed')
    await world.deliver()
    await world.doJobs()
    const [known] = await world.refundsOf(meera.userId)
    assert.deepEqual([known?.state, known?.reason, Number(known?.order_id)], ['processed', 'cancelled', id])
    assert.equal(provider.state.listRefunds(paid.paymentId).length, 1)
  })

  test('when a paid order is deleted, and so does what comes in for it later', async () => {
    const paid = await pay(meera)
    await confirmPayment(shop, meera, paid)
    const [order] = await world.ordersOf(meera.userId)
    await deleteOrder(shop, admin, Number(order?.id))
    await world.doJobs()
    assert.equal(provider.state.getPayment(paid.paymentId).status, 'refunded')
    const late = provider.state.pay(paid.providerOrderId, {}, { isAgain: true })
    await settle(shop, await shop.payments.getPayment(late.id))
    assert.deepEqual(await world.ordersOf(meera.userId), [])
    assert.equal((await world.refundsOf(meera.userId)).length, 2)
  })

  test('is not made for a delivered order', async () => {
    await confirmPayment(shop, meera, await pay(meera))
    const [order] = await world.ordersOf(meera.userId)
    await deliverOrder(shop, admin, Number(order?.id))
    await deleteOrder(shop, admin, Number(order?.id))
    assert.deepEqual(await world.refundsOf(meera.userId), [])
  })

  test('is made once, however many responses are lost', async () => {
    const paid = await pay(meera)
    await placeOrder(shop, meera, paid.wanted)
    await confirmPayment(shop, meera, paid)
    for (const trouble of ['broken-response', { status: 500 }, 'broken-response'] as const) {
      provider.faults.expect(/POST .*refund$/, trouble)
    }
    assert.equal(await world.doJobs(), 0)
    assert.equal(await world.doJobs(), 1)
    assert.equal(provider.state.listRefunds(paid.paymentId).length, 1)
  })

  test('at the second attempt when the bank fails the first, and after three somebody has to look', async () => {
    const paid = await pay(meera)
    await placeOrder(shop, meera, paid.wanted)
    await confirmPayment(shop, meera, paid)
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await world.sql(MAKE_JOBS_DUE)
      await world.doJobs()
      const refunds = provider.state.listRefunds(paid.paymentId)
      assert.equal(refunds.length, attempt)
      provider.state.finishRefund(refunds.at(-1)?.id ?? '', 'failed')
      await world.deliver()
      await world.doJobs()
    }
    const [refund] = await world.refundsOf(meera.userId)
    assert.deepEqual([refund?.state, refund?.attempt], ['failed', 3])
    assert.match(world.said.join('\n'), /failed for good/)
    assert.equal(provider.state.getPayment(paid.paymentId).amount_refunded, 0)
  })

  test('made in the provider’s dashboard is recorded', async () => {
    const paid = await pay(meera)
    await confirmPayment(shop, meera, paid)
    const { id } = provider.state.refund(paid.paymentId, {})
    provider.state.finishRefund(id, 'processed')
    await settle(shop, await shop.payments.getPayment(paid.paymentId))
    await world.doJobs()
    const [order] = await world.ordersOf(meera.userId)
    assert.deepEqual([order?.status, order?.cancel], ['confirmed', 'cancelled'])
    assert.deepEqual(
      (await world.refundsOf(meera.userId)).map(({ reason, state }) => [reason, state]),
      [['external', 'processed']],
    )
  })

  test('that somebody else has sent back a moment before us is gone, too', async () => {
    const paid = await pay(meera)
    await placeOrder(shop, meera, paid.wanted)
    await confirmPayment(shop, meera, paid)
    const { id } = provider.state.refund(paid.paymentId, {})
    await world.doJobs()
    const state = async () => (await world.refundsOf(meera.userId))[0]?.state
    assert.equal(await state(), 'pending')
    provider.state.finishRefund(id, 'processed')
    await reconcile(shop, { every: false })
    assert.equal(await state(), 'processed')
  })

  test('or not at all, when the provider refuses for good: then the operator reads of it', async () => {
    const paid = await pay(meera)
    await placeOrder(shop, meera, paid.wanted)
    await confirmPayment(shop, meera, paid)
    provider.faults.expect(/POST .*refund$/, { status: 400, description: 'Your account has not enough balance' })
    await world.doJobs()
    assert.deepEqual(
      (await world.refundsOf(meera.userId)).map(({ state }) => state),
      ['failed'],
    )
    assert.match(world.said.join('\n'), /failed; check it.*not enough balance/)
  })
})
