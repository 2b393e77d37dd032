import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setOnSale } from '#server/catalog/product-actions.ts'
import { deleteOrder } from '#server/order-page/cancel.ts'
import { placeOrder } from '#server/orders/place.ts'
import { insertOrder } from '#server/orders/queries.ts'
import { deliverOrder } from '#server/parcels/deliver.ts'
import { addProduct, lineFor } from '#tests/support/fixtures/factories.ts'
import { admin, db, meera, pay, pot, provider, ravi, shop, world } from '#tests/support/payments/payment-fixture.ts'
import { until } from '#tests/support/process.ts'
import { openCheckout } from './checkout.ts'
import { confirmPayment } from './confirm.ts'
import { reconcile } from './reconcile.ts'
import { settle } from './settle.ts'

describe('a payment', () => {
  test('is one order, whoever tells of it, and one email is queued', async () => {
    const paid = await pay(meera)
    const confirmed = await confirmPayment(shop, meera, paid)
    assert.equal(confirmed.kind, 'placed')
    await confirmPayment(shop, meera, paid)
    await world.deliver()
    await world.doJobs()
    await reconcile(shop, { every: true })
    const orders = await world.ordersOf(meera.userId)
    assert.equal(orders.length, 1)
    assert.deepEqual([orders[0]?.status, orders[0]?.total, orders[0]?.payment_id], ['confirmed', 495, paid.paymentId])
    const emails = await world.queued('send-order-email')
    assert.deepEqual(
      emails.map(({ payload, revision }) => [payload, revision]),
      [[{ orderId: Number(orders[0]?.id) }, 0]],
    )
  })

  test('told of by everybody at once is one order', async () => {
    const paid = await pay(meera)
    await Promise.all([
      confirmPayment(shop, meera, paid),
      confirmPayment(shop, meera, paid),
      world.deliver().then(world.doJobs),
      openCheckout(shop, meera, paid.wanted),
      placeOrder(shop, meera, paid.wanted),
    ])
    await world.doJobs()
    const orders = await world.ordersOf(meera.userId)
    assert.equal(orders.length, 1)
    const refunds = await world.refundsOf(meera.userId)
    // Cash on delivery may have been faster; then the money goes back.
    assert.equal(refunds.length, orders[0]?.payment_id === null ? 1 : 0)
  })

  test('captured late, for a pot that was taken off sale meanwhile, goes back', async () => {
    const id = await addProduct(db)
    const wanted = world.wanted(id)
    const { providerOrderId } = await world.open(meera, wanted)
    await setOnSale(shop, admin, [id], false)
    const payment = provider.state.pay(providerOrderId)
    assert.equal((await settle(shop, await shop.payments.getPayment(payment.id))).kind, 'refund')
  })

  test('that the provider cannot be asked about yet is waited for, and settled later', async () => {
    const paid = await pay(meera)
    for (let n = 0; n < 3; n += 1) provider.faults.expect(/GET \/v1\/payments/, { status: 500 })
    assert.deepEqual(await confirmPayment(shop, meera, paid), { kind: 'waiting' })
    assert.deepEqual(await world.ordersOf(meera.userId), [])
    assert.equal((await confirmPayment(shop, meera, paid)).kind, 'placed')
  })

  for (const isHeld of [false, true]) {
    test(`${isHeld ? 'held' : 'captured'} in the moment in which the cart is ordered on delivery sees that order`, async () => {
      const wanted = world.wanted(pot)
      const { providerOrderId } = await world.open(meera, wanted)
      const { id } = provider.state.pay(providerOrderId, {}, { isHeld })
      const payment = await shop.payments.getPayment(id)
      const ordered = { userId: meera.userId, email: meera.email, checkoutKey: wanted.key, address: wanted.address }
      const line = { ...lineFor(pot), title: 'Some Pot', price: 495, productImageUrl: [], category: 'POT' }
      let settling: ReturnType<typeof settle> | undefined
      await db.transaction(async (tx) => {
        await insertOrder(tx, { ...ordered, totalAmount: 495, lines: [{ ...line, sizeLabel: '', sellerId: null }] })
        settling = settle(shop, payment)
        await until('the settlement waits for the order', async () => {
          const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
          return (await world.sql(waiting)).length > 0
        })
      })
      assert.equal((await settling)?.kind, isHeld ? 'record-only' : 'refund')
      assert.equal((await world.ordersOf(meera.userId)).length, 1)
    })
  }

  test('of a tab that was closed is found by the webhook, or by the reconciler after a quarter of an hour', async () => {
    await pay(meera)
    await world.deliver()
    await world.doJobs()
    assert.equal((await world.ordersOf(meera.userId)).length, 1)

    const { providerOrderId } = await pay(ravi)
    await reconcile(shop, { every: false })
    assert.equal((await world.ordersOf(ravi.userId)).length, 0)
    await world.age(providerOrderId, '16 minutes')
    await reconcile(shop, { every: false })
    assert.equal((await world.ordersOf(ravi.userId)).length, 1)
  })

  test('that the bank only holds makes the order wait; captured two days later, it is confirmed and the email queued', async () => {
    const { providerOrderId } = await world.open(meera, world.wanted(pot))
    const { id } = provider.state.pay(providerOrderId, {}, { isHeld: true })
    await world.deliver()
    await world.doJobs()
    const [order] = await world.ordersOf(meera.userId)
    assert.equal(order?.status, 'pending')
    assert.deepEqual(await world.queued('send-order-email'), [])
    assert.deepEqual(await deliverOrder(shop, admin, Number(order?.id)), { ok: false, reason: 'not-allowed' })

    provider.state.capture(id)
    await world.age(providerOrderId, '2 days')
    await reconcile(shop, { every: false })
    assert.equal((await world.ordersOf(meera.userId))[0]?.status, 'confirmed')
    assert.equal((await world.queued('send-order-email')).length, 1)
  })

  test('that the bank lets go of cancels the order that waited for it', async () => {
    const { providerOrderId } = await world.open(meera, world.wanted(pot))
    const { id } = provider.state.pay(providerOrderId, {}, { isHeld: true })
    await settle(shop, await shop.payments.getPayment(id))
    provider.state.expireAuthorization(id)
    await settle(shop, await shop.payments.getPayment(id))
    assert.equal((await world.ordersOf(meera.userId))[0]?.cancel, 'cancelled')
    assert.deepEqual(await world.refundsOf(meera.userId), [])
    assert.deepEqual(
      (await world.queued('send-refund-email')).map(({ payload }) => payload.template),
      ['authorization-expired'],
    )
  })
})

describe('a checkout', () => {
  test('is the same one for every press, and has one order of the provider’s, whatever gets lost', async () => {
    const wanted = world.wanted(pot)
    provider.faults.expect(/POST \/v1\/orders$/, 'broken-response')
    const first = await world.open(meera, wanted)
    const again = await Promise.all(Array.from({ length: 8 }, () => world.open(meera, wanted)))
    for (const opened of again) assert.deepEqual(opened, first)
    assert.equal(provider.state.listOrders(first.checkoutId).length, 1)
  })

  test('pressed eight times at once is one checkout and one order of the provider’s to pay', async () => {
    const wanted = world.wanted(pot)
    const opened = await Promise.all(Array.from({ length: 8 }, () => world.open(meera, wanted)))
    assert.equal(new Set(opened.map(({ providerOrderId }) => providerOrderId)).size, 1)
    assert.equal(new Set(opened.map(({ checkoutId }) => checkoutId)).size, 1)
  })

  test('with a price that was made up is refused; nothing is asked of the provider', async () => {
    const wanted = world.wanted(pot, { lines: [lineFor(pot, { seenPrice: 1 })] })
    const opened = await openCheckout(shop, meera, wanted)
    assert.equal(opened.kind, 'changed')
    assert.deepEqual(await world.sql('select from checkouts where user_id = $1', [meera.userId]), [])
  })

  test('whose price changes asks for the new amount under a new order of the provider’s', async () => {
    const wanted = world.wanted(pot)
    const old = await world.open(meera, wanted)
    await world.sql('update products set price = 700 where id = $1', [pot])
    const now = await world.open(meera, { ...wanted, lines: [lineFor(pot, { seenPrice: 700 })] })
    assert.notEqual(now.providerOrderId, old.providerOrderId)
    assert.equal(now.amount, 70_000)

    // A payment of the old one in another tab gets what was agreed; a second payment is refunded.
    provider.state.pay(old.providerOrderId)
    provider.state.pay(now.providerOrderId)
    await world.deliver()
    await world.doJobs()
    const orders = await world.ordersOf(meera.userId)
    assert.equal(orders.length, 1)
    assert.equal((await world.refundsOf(meera.userId)).length, 1)
    assert.equal((orders[0]?.total ?? 0) * 100, provider.state.getPayment(orders[0]?.payment_id ?? '').amount)
  })

  test('that cannot be opened says so and leaves nothing that could be paid', async () => {
    for (const trouble of [{ status: 500 }, { status: 429 }, { status: 400 }, 'no-response'] as const) {
      provider.faults.expect(/POST \/v1\/orders$/, trouble)
      assert.equal((await openCheckout(shop, meera, world.wanted(pot))).kind, 'unavailable')
    }
  })

  test('of somebody who comes back after paying is the order, not another invoice', async () => {
    const { wanted } = await pay(meera)
    const opened = await openCheckout(shop, meera, wanted)
    assert.equal(opened.kind, 'placed')
    assert.equal((await world.ordersOf(meera.userId)).length, 1)
  })

  test('with nothing to pay is not for the provider', async () => {
    const gift = await addProduct(db, { price: 0 })
    const wanted = world.wanted(gift, { lines: [lineFor(gift, { seenPrice: 0 })] })
    assert.equal((await openCheckout(shop, meera, wanted)).kind, 'free')
  })
})

describe('the same checkout key, paid online,', () => {
  const elsewhere = {
    name: 'Somebody Else',
    address: '1 Other Street',
    city: 'Mysuru',
    pincode: '570001',
    mobileNumber: '9845000099',
  }

  test('for another address or cart is told of the order that is there', async () => {
    const paid = await pay(meera)
    await confirmPayment(shop, meera, paid)
    assert.equal((await openCheckout(shop, meera, paid.wanted)).kind, 'placed')
    for (const changes of [{ address: elsewhere }, { lines: [lineFor(pot, { quantity: 2 })] }]) {
      const opened = await openCheckout(shop, meera, { ...paid.wanted, ...changes })
      assert.ok(opened.kind === 'other-order')
      assert.equal(opened.order.paymentId, paid.paymentId)
    }
    const delivered = await placeOrder(shop, meera, { ...paid.wanted, address: elsewhere })
    assert.ok(!delivered.ok && delivered.reason === 'other-order')
    assert.equal((await world.ordersOf(meera.userId)).length, 1)
  })

  test('in two tabs with two addresses goes where the tab said that was paid in', async () => {
    const wanted = world.wanted(pot)
    const first = await world.open(meera, wanted)
    const second = await world.open(meera, { ...wanted, address: elsewhere })
    assert.notEqual(second.providerOrderId, first.providerOrderId)
    provider.state.pay(first.providerOrderId)
    await world.deliver()
    await world.doJobs()
    const [order] = await world.sql<{ city: string }>('select city from orders where user_id = $1', [meera.userId])
    assert.equal(order?.city, wanted.address.city)
    // The other tab is told; if it pays all the same, its money goes back.
    assert.equal((await openCheckout(shop, meera, { ...wanted, address: elsewhere })).kind, 'other-order')
    provider.state.pay(second.providerOrderId)
    await world.deliver()
    await world.doJobs()
    assert.equal((await world.ordersOf(meera.userId)).length, 1)
    assert.deepEqual(
      (await world.refundsOf(meera.userId)).map(({ reason }) => reason),
      ['paid-twice'],
    )
  })

  test('finds money that nobody has heard of before it asks for more', async () => {
    const wanted = world.wanted(pot)
    const first = await world.open(meera, wanted)
    provider.state.pay(first.providerOrderId)
    const opened = await openCheckout(shop, meera, { ...wanted, address: elsewhere })
    assert.ok(opened.kind === 'other-order')
    assert.equal(opened.order.addressInfo.city, wanted.address.city)
  })

  test('of a deleted order opens no payment, and money that comes for it goes back', async () => {
    const wanted = world.wanted(pot)
    const first = await world.open(meera, wanted)
    const placed = await placeOrder(shop, meera, wanted)
    assert.ok(placed.ok)
    await deleteOrder(shop, admin, placed.order.id)
    assert.deepEqual(await openCheckout(shop, meera, wanted), { kind: 'deleted' })
    assert.deepEqual(await openCheckout(shop, meera, { ...wanted, address: elsewhere }), { kind: 'deleted' })
    provider.state.pay(first.providerOrderId)
    await world.deliver()
    await world.doJobs()
    assert.deepEqual(await world.ordersOf(meera.userId), [])
    assert.equal((await world.refundsOf(meera.userId)).length, 1)
  })

  test('whose checkout was opened in the very moment of the deletion gives the money back, too', async () => {
    const wanted = world.wanted(pot)
    const { providerOrderId } = await world.open(meera, wanted)
    await world.sql('insert into used_checkout_keys (user_id, checkout_key, order_id) values ($1, $2, 1)', [
      meera.userId,
      wanted.key,
    ])
    provider.state.pay(providerOrderId)
    await world.deliver()
    await world.doJobs()
    assert.deepEqual(await world.ordersOf(meera.userId), [])
    assert.equal((await world.refundsOf(meera.userId)).length, 1)
  })
})
