import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { OrderRefundReason, RefundLine } from '#domain/orders/order-refund.ts'
import { placeOrder } from '#server/orders/place.ts'
import { findOrder, lockOrder } from '#server/orders/queries.ts'
import { deliverOrder } from '#server/parcels/deliver.ts'
import { admin, db, meera, placePaid, pots, provider, shop, world } from '#tests/support/payments/payment-fixture.ts'
import { payBack } from './pay-back.ts'

type Asked = { key?: string; reason?: OrderRefundReason; lines?: RefundLine[] }

async function refund(orderId: number, amount: number, { key = randomUUID(), reason = 'goodwill', lines }: Asked = {}) {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    assert.ok(order)
    const asked = { order, key, amount, reason, ...(lines && { lines }), actorId: admin.userId, now: shop.now() }
    return payBack(tx, asked)
  })
}

const owedBy = (orderId: number) =>
  world.sql('select reason, amount::integer from counter_refunds where order_id = $1 order by id', [orderId])

describe('a refund of a part of an order', () => {
  test('goes back online as often as it is asked, each key once, and never above what is left', async () => {
    const { paymentId, orderId } = await placePaid()
    const key = randomUUID()
    assert.ok((await refund(orderId, 10_000, { key })).ok)
    assert.ok((await refund(orderId, 10_000, { key })).ok)
    assert.ok((await refund(orderId, 20_050, { reason: 'price-reduced' })).ok)
    assert.deepEqual(await refund(orderId, 68_951), { ok: false, reason: 'too-much', left: 68_950 })
    await world.doAllJobs()
    assert.deepEqual(world.refundedAt(paymentId).sort(), [10_000, 20_050])
    assert.equal((await findOrder(db, orderId))?.refundedPart, 300.5)
    assert.ok((await refund(orderId, 68_950)).ok)
    await world.doAllJobs()
    assert.equal(provider.state.getPayment(paymentId).status, 'refunded')
    assert.deepEqual(await refund(orderId, 1), { ok: false, reason: 'too-much', left: 0 })
    assert.equal((await findOrder(db, orderId))?.cancel, 'none')
  })

  test('is not above what is left when six are asked at once', async () => {
    const { paymentId, orderId } = await placePaid()
    const asked = await Promise.all(Array.from({ length: 6 }, () => refund(orderId, 40_000)))
    assert.equal(asked.filter(({ ok }) => ok).length, 2)
    await world.doAllJobs()
    assert.deepEqual(world.refundedAt(paymentId), [40_000, 40_000])
  })

  test('of a cash order is owed by hand, once its parcel has arrived', async () => {
    const placed = await placeOrder(shop, meera, pots(2))
    assert.ok(placed.ok)
    const { id } = placed.order
    assert.deepEqual(await refund(id, 10_000), { ok: false, reason: 'too-much', left: 0 })
    await deliverOrder(shop, admin, id)
    assert.ok((await refund(id, 10_000)).ok)
    assert.deepEqual(await refund(id, 89_001), { ok: false, reason: 'too-much', left: 89_000 })
    assert.deepEqual(await owedBy(id), [{ reason: 'goodwill', amount: 10_000 }])
  })

  test('has a key of its own order', async () => {
    const [one, other] = [await placePaid(), await placePaid()]
    const key = randomUUID()
    assert.ok((await refund(one.orderId, 100, { key })).ok)
    assert.deepEqual(await refund(other.orderId, 100, { key }), { ok: false, reason: 'key-used' })
  })
})

describe('the provider', () => {
  const statesOf = async (orderId: number) =>
    world.sql(
      'select state, attempt, problem is not null as "isProblem" from refunds where order_id = $1 order by id',
      [orderId],
    )

  test('that works on another refund of the payment is asked again later', async () => {
    const { paymentId, orderId } = await placePaid()
    assert.ok((await refund(orderId, 10_000)).ok)
    assert.ok((await refund(orderId, 20_000)).ok)
    const description = 'Request failed because another payment operation is in progress'
    provider.faults.expect(/POST .*refund$/, { status: 409, description })
    provider.faults.expect(/POST .*refund$/, { status: 409, description })
    provider.faults.expect(/POST .*refund$/, { status: 409, description })
    provider.faults.expect(/POST .*refund$/, { status: 400, description })
    await world.doAllJobs()
    await world.doAllJobs()
    assert.deepEqual(world.refundedAt(paymentId).sort(), [10_000, 20_000])
  })

  test('without enough money is asked every hour, and the desk reads why', async () => {
    const { paymentId, orderId } = await placePaid()
    provider.state.setBalance(5_000)
    assert.ok((await refund(orderId, 10_000)).ok)
    await world.doJobs()
    assert.deepEqual(await statesOf(orderId), [{ state: 'requested', attempt: 2, isProblem: true }])
    provider.state.setBalance(undefined)
    await world.doAllJobs()
    assert.deepEqual(world.refundedAt(paymentId), [10_000])
    assert.deepEqual(await statesOf(orderId), [{ state: 'pending', attempt: 2, isProblem: false }])
  })

  test('whose bank returns what was processed makes it failed, visible and free to refund again', async () => {
    const { paymentId, orderId } = await placePaid()
    assert.ok((await refund(orderId, 99_000)).ok)
    await world.doAllJobs()
    const [made] = provider.state.listRefunds(paymentId)
    provider.state.finishRefund(made?.id ?? '', 'processed')
    await world.deliver()
    await world.doAllJobs()
    assert.deepEqual(await statesOf(orderId), [{ state: 'processed', attempt: 1, isProblem: false }])
    provider.state.finishRefund(made?.id ?? '', 'failed', { isReturned: true })
    // In any order, and twice.
    const messages = provider.webhooks.list()
    await world.deliver(messages.toReversed())
    await world.deliver(messages)
    await world.doAllJobs()
    assert.deepEqual(await statesOf(orderId), [{ state: 'failed', attempt: 1, isProblem: true }])
    assert.equal((await findOrder(db, orderId))?.refund, 'failed')
    assert.ok((await refund(orderId, 99_000)).ok)
    await world.doAllJobs()
    assert.deepEqual(world.refundedAt(paymentId), [99_000, 99_000])
  })
})
