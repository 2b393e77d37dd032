import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deleteOrder } from '#server/order-page/cancel.ts'
import { placeOrder } from '#server/orders/place.ts'
import { findOrder } from '#server/orders/queries.ts'
import { deliverOrder } from '#server/parcels/deliver.ts'
import { syncRefund } from '#server/payments/reconcile.ts'
import { cancelOrder } from '#tests/support/fixtures/order-steps.ts'
import { admin, db, meera, placePaid, pot, provider, shop, world } from '#tests/support/payments/payment-fixture.ts'
import { confirmPayment } from './confirm.ts'
import { reconcile } from './reconcile.ts'
import { settle } from './settle.ts'

async function finish(paymentId: string, result: 'processed' | 'failed' = 'processed'): Promise<void> {
  for (const { id } of provider.state.listRefunds(paymentId)) provider.state.finishRefund(id, result)
  await world.deliver()
  await world.doAllJobs()
}

const states = async () => (await world.refundsOf(meera.userId)).map(({ state, amount }) => [state, amount])
const shown = async (orderId: number) => {
  const order = await findOrder(db, orderId)
  return [order?.refund, order?.refundedPart, order?.cancel]
}

describe('what came back of a paid order', () => {
  test('is refunded while the order stands; the provider is told which of our refunds it is', async () => {
    const { paymentId, orderId } = await placePaid()
    const returnId = await world.takeBack(orderId, 49_500)
    await world.doAllJobs()
    const [made] = provider.state.listRefunds(paymentId)
    const [{ id } = { id: '' }] = await world.sql<{ id: string }>('select id from refunds where return_id = $1', [
      returnId,
    ])
    assert.deepEqual(made?.notes, { refund: id, attempt: '1' })
    assert.equal(made?.receipt, `${paymentId}-${id}-1`)
    assert.equal(provider.state.getPayment(paymentId).refund_status, 'partial')
    assert.deepEqual(await shown(orderId), ['pending', 495, 'none'])
    await finish(paymentId)
    assert.deepEqual(await shown(orderId), ['processed', 495, 'none'])
    const emails = (await world.queued('send-refund-email')).map(({ payload }) => [payload.refundId, payload.template])
    assert.deepEqual(emails, [
      [Number(id), 'refund-requested'],
      [Number(id), 'refund-processed'],
    ])
  })

  test('is refunded return by return, each once, however many responses are lost', async () => {
    const { paymentId, orderId } = await placePaid()
    await world.takeBack(orderId, 30_000)
    await world.takeBack(orderId, 20_000)
    for (let n = 0; n < 2; n += 1) {
      for (const trouble of ['broken-response', { status: 500 }, 'broken-response'] as const) {
        provider.faults.expect(/POST .*refund$/, trouble)
      }
    }
    await world.doJobs()
    await reconcile(shop, { every: true })
    await world.doAllJobs()
    assert.deepEqual(world.refundedAt(paymentId).sort(), [20_000, 30_000])
    await finish(paymentId)
    assert.deepEqual(await states(), [
      ['processed', 30_000],
      ['processed', 20_000],
    ])
  })

  test('is never more than was paid, with all returns and the deletion of the order', async () => {
    const { paymentId, orderId } = await placePaid()
    await world.takeBack(orderId, 80_000)
    await world.takeBack(orderId, 80_000)
    await world.takeBack(orderId, 80_000)
    await deleteOrder(shop, admin, orderId)
    await world.doAllJobs()
    assert.deepEqual(world.refundedAt(paymentId), [80_000, 19_000])
    await finish(paymentId)
    assert.equal(provider.state.getPayment(paymentId).status, 'refunded')
  })

  test('is refunded after a delivery, too, and nothing else is when the order is deleted', async () => {
    const { paymentId, orderId } = await placePaid()
    await deliverOrder(shop, admin, orderId)
    await world.takeBack(orderId, 49_500)
    await deleteOrder(shop, admin, orderId)
    await world.doAllJobs()
    assert.deepEqual(world.refundedAt(paymentId), [49_500])
  })

  test('is not refunded again when the order is cancelled: then the rest goes back', async () => {
    const { paymentId, orderId } = await placePaid()
    await world.takeBack(orderId, 49_500)
    await cancelOrder(shop, admin, meera, orderId)
    await world.takeBack(orderId, 49_500)
    await world.doAllJobs()
    assert.deepEqual(world.refundedAt(paymentId), [49_500, 49_500])
    await finish(paymentId)
    assert.deepEqual(await shown(orderId), ['processed', 495, 'cancelled'])
    assert.equal(provider.state.getPayment(paymentId).status, 'refunded')
  })

  test('is not refunded when it was to be paid in cash', async () => {
    const placed = await placeOrder(shop, meera, world.wanted(pot))
    assert.ok(placed.ok)
    await world.takeBack(placed.order.id, 49_500)
    assert.deepEqual(await states(), [])
  })

  test('leaves the order as it is, when all of it came back and the payment is reported as refunded', async () => {
    const { paymentId, orderId } = await placePaid()
    await world.takeBack(orderId, 49_500)
    await world.takeBack(orderId, 49_500)
    await world.doAllJobs()
    assert.equal(provider.state.getPayment(paymentId).status, 'refunded')
    await finish(paymentId)
    assert.equal((await settle(shop, await shop.payments.getPayment(paymentId))).kind, 'nothing')
    assert.deepEqual(await shown(orderId), ['processed', 990, 'none'])
    assert.equal((await states()).length, 2)
  })

  test('is tried again when the bank declines it, without touching the other refunds', async () => {
    const { paymentId, orderId } = await placePaid()
    await world.takeBack(orderId, 30_000)
    await world.doAllJobs()
    await finish(paymentId)
    await world.takeBack(orderId, 20_000)
    await world.doAllJobs()
    await finish(paymentId, 'failed')
    await finish(paymentId)
    assert.deepEqual(world.refundedAt(paymentId), [30_000, 20_000, 20_000])
    assert.deepEqual(await states(), [
      ['processed', 30_000],
      ['processed', 20_000],
    ])
    assert.equal(provider.state.getPayment(paymentId).amount_refunded, 50_000)
  })
})

describe('what somebody refunds in the provider’s dashboard', () => {
  test('in part is recorded with the first report, and the order stands', async () => {
    const { paymentId, orderId, paid } = await placePaid()
    provider.state.refund(paymentId, { amount: 10_050 })
    await world.deliver()
    await world.doAllJobs()
    assert.deepEqual(await states(), [['pending', 10_050]])
    await finish(paymentId)
    assert.deepEqual(await shown(orderId), ['processed', 100.5, 'none'])
    const again = await confirmPayment(shop, meera, paid)
    assert.equal(again.kind, 'placed')
  })

  test('is found when the payment is looked at, although its webhook was lost', async () => {
    const { paymentId } = await placePaid()
    provider.state.refund(paymentId, { amount: 10_000 })
    await settle(shop, await shop.payments.getPayment(paymentId))
    await world.doAllJobs()
    assert.deepEqual(await states(), [['pending', 10_000]])
  })

  test('is found when an earlier, larger one fails, although its webhook was lost', async () => {
    const { paymentId } = await placePaid()
    const { id } = provider.state.refund(paymentId, { amount: 49_500 })
    await world.deliver()
    await world.doAllJobs()
    provider.state.finishRefund(id, 'failed')
    provider.state.refund(paymentId, { amount: 10_000 })
    for (const webhook of provider.webhooks.list()) provider.webhooks.acknowledge(webhook.id)
    // The provider reports less than what is recorded, so this looks for nothing.
    await settle(shop, await shop.payments.getPayment(paymentId))
    await world.doAllJobs()
    await syncRefund(shop, id)
    await world.doAllJobs()
    assert.deepEqual((await states()).toSorted(), [
      ['failed', 49_500],
      ['pending', 10_000],
    ])
  })

  test('makes our refunds smaller, whether we know of it or are refused', async () => {
    for (const isKnown of [true, false]) {
      const { paymentId, orderId } = await placePaid()
      provider.state.refund(paymentId, { amount: 10_000 })
      if (isKnown) await world.deliver()
      if (isKnown) await world.doAllJobs()
      await deleteOrder(shop, admin, orderId)
      await world.doAllJobs()
      assert.deepEqual(world.refundedAt(paymentId), [10_000, 89_000], String(isKnown))
      await finish(paymentId)
      assert.equal(provider.state.getPayment(paymentId).status, 'refunded')
      for (const { id } of provider.webhooks.list()) provider.webhooks.acknowledge(id)
    }
    assert.ok((await states()).every(([state]) => state === 'processed'))
  })

  test('in full takes the place of the refund of a return, and cancels the order', async () => {
    const { paymentId, orderId } = await placePaid()
    await world.takeBack(orderId, 49_500)
    provider.state.refund(paymentId, {})
    await world.doAllJobs()
    await finish(paymentId)
    assert.deepEqual(world.refundedAt(paymentId), [99_000])
    assert.deepEqual(await shown(orderId), ['processed', undefined, 'cancelled'])
    assert.deepEqual(await states(), [['processed', null]])
  })

  test('in several parts until nothing is left cancels the order, and each part is recorded', async () => {
    const { paymentId, orderId } = await placePaid()
    for (const amount of [10_000, 20_000, 69_000]) provider.state.refund(paymentId, { amount })
    await settle(shop, await shop.payments.getPayment(paymentId))
    await world.doAllJobs()
    await finish(paymentId)
    assert.equal((await shown(orderId))[2], 'cancelled')
    assert.deepEqual((await states()).map(([, amount]) => amount).sort(), [10_000, 20_000, 69_000])
  })

  test('in full that fails before we list it is made again, less what was refunded there meanwhile', async () => {
    const { paymentId } = await placePaid()
    const { id } = provider.state.refund(paymentId, {})
    await settle(shop, await shop.payments.getPayment(paymentId))
    provider.state.finishRefund(id, 'failed')
    provider.state.refund(paymentId, { amount: 10_000 })
    await world.doAllJobs()
    await finish(paymentId)
    assert.deepEqual(world.refundedAt(paymentId), [99_000, 10_000, 89_000])
    assert.deepEqual((await states()).toSorted(), [
      ['processed', 10_000],
      ['processed', 89_000],
    ])
  })

  test('in two parts that both fail before we list them is made again as a whole', async () => {
    const { paymentId, orderId } = await placePaid()
    const parts = [10_000, 89_000].map((amount) => provider.state.refund(paymentId, { amount }))
    await settle(shop, await shop.payments.getPayment(paymentId))
    for (const { id } of parts) provider.state.finishRefund(id, 'failed')
    await world.doAllJobs()
    await finish(paymentId)
    assert.deepEqual(world.refundedAt(paymentId), [10_000, 89_000, 99_000])
    assert.match(world.said.join('\n'), new RegExp(`of payment ${paymentId} failed; it will be retried`))
    assert.deepEqual(await shown(orderId), ['processed', undefined, 'cancelled'])
  })

  test('by hand, after we had given up, ends our refund', async () => {
    const { paymentId, orderId } = await placePaid()
    await world.takeBack(orderId, 49_500)
    provider.faults.expect(/POST .*refund$/, { status: 400, description: 'Your account has not enough balance' })
    await world.doAllJobs()
    assert.deepEqual(await shown(orderId), ['failed', undefined, 'none'])
    provider.state.refund(paymentId, { amount: 49_500 })
    await finish(paymentId)
    assert.deepEqual(await shown(orderId), ['processed', 495, 'none'])
  })

  test('and fails at the bank is left to whoever made it', async () => {
    const { paymentId, orderId } = await placePaid()
    provider.state.refund(paymentId, { amount: 10_000 })
    await world.deliver()
    await world.doAllJobs()
    await finish(paymentId, 'failed')
    assert.deepEqual(world.refundedAt(paymentId), [10_000])
    assert.equal((await shown(orderId))[0], 'failed')
    await deleteOrder(shop, admin, orderId)
    await world.doAllJobs()
    assert.deepEqual(world.refundedAt(paymentId), [10_000, 99_000])
  })
})
