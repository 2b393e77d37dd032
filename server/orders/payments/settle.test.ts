import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { User } from '#domain/account.ts'
import { approveCancellation, deleteOrder, requestCancel } from '#server/orders/cancel.ts'
import { deliverOrder } from '#server/orders/deliver.ts'
import { placeOrder } from '#server/orders/place.ts'
import { insertOrder } from '#server/orders/queries.ts'
import { addProduct, addUser, lineFor } from '#tests/support/factories.ts'
import { openPaymentWorld } from '#tests/support/payment-harness.ts'
import { until } from '#tests/support/process.ts'
import { openCheckout } from './checkout.ts'
import { confirmPayment } from './confirm.ts'
import { reconcile } from './reconcile.ts'
import { settle } from './settle.ts'
import { receiveWebhook } from './webhook.ts'

const world = await openPaymentWorld()
const { shop, db, provider } = world
let meera: User
let ravi: User
let admin: User
let pot: number

before(async () => {
  admin = await addUser(db, 'admin')
})
beforeEach(async () => {
  meera = await addUser(db)
  ravi = await addUser(db)
  pot = await addProduct(db)
  world.said.length = 0
  provider.faults.clear()
  await world.sql('delete from graphile_worker._private_jobs')
  for (const { id } of provider.webhooks.list()) provider.webhooks.acknowledge(id)
})
after(() => world.close())

/** Somebody who has paid, and whose browser is about to say so. */
async function pay(user: User, wanted = world.wanted(pot)) {
  const { checkoutId, providerOrderId } = await world.open(user, wanted)
  const payment = provider.state.pay(providerOrderId)
  const { razorpay_payment_id: paymentId, razorpay_signature: signature } = provider.signResult(
    providerOrderId,
    payment.id,
  )
  return { wanted, checkoutId, providerOrderId, paymentId, signature }
}

async function assertNothingHappened(...users: User[]): Promise<void> {
  for (const { uid } of users) {
    assert.deepEqual(await world.ordersOf(uid), [])
    assert.deepEqual(await world.refundsOf(uid), [])
  }
  assert.deepEqual(await world.queued('send-order-email'), [])
}

describe('a payment', () => {
  test('is one order, whoever tells of it, and one email is queued', async () => {
    const paid = await pay(meera)
    const confirmed = await confirmPayment(shop, meera, paid)
    assert.equal(confirmed.kind, 'placed')
    await confirmPayment(shop, meera, paid)
    await world.deliver()
    await world.doJobs()
    await reconcile(shop, { every: true })
    const orders = await world.ordersOf(meera.uid)
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
    const orders = await world.ordersOf(meera.uid)
    assert.equal(orders.length, 1)
    const refunds = await world.refundsOf(meera.uid)
    // Cash on delivery may have been faster; then the money goes back.
    assert.equal(refunds.length, orders[0]?.payment_id === null ? 1 : 0)
  })

  test('that the provider cannot be asked about yet is waited for, and settled later', async () => {
    const paid = await pay(meera)
    for (let n = 0; n < 3; n += 1) provider.faults.expect(/GET \/v1\/payments/, { status: 500 })
    assert.deepEqual(await confirmPayment(shop, meera, paid), { kind: 'waiting' })
    assert.deepEqual(await world.ordersOf(meera.uid), [])
    assert.equal((await confirmPayment(shop, meera, paid)).kind, 'placed')
  })

  for (const isHeld of [false, true]) {
    test(`${isHeld ? 'held' : 'captured'} in the moment in which the cart is ordered on delivery sees that order`, async () => {
      const wanted = world.wanted(pot)
      const { providerOrderId } = await world.open(meera, wanted)
      const { id } = provider.state.pay(providerOrderId, {}, { isHeld })
      const payment = await shop.payments.getPayment(id)
      const ordered = { userId: meera.uid, email: meera.email, checkoutKey: wanted.key, address: wanted.address }
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
      assert.equal((await world.ordersOf(meera.uid)).length, 1)
    })
  }

  test('of a tab that was closed is found by the webhook, or by the reconciler after a quarter of an hour', async () => {
    await pay(meera)
    await world.deliver()
    await world.doJobs()
    assert.equal((await world.ordersOf(meera.uid)).length, 1)

    const { providerOrderId } = await pay(ravi)
    await reconcile(shop, { every: false })
    assert.equal((await world.ordersOf(ravi.uid)).length, 0)
    await world.age(providerOrderId, '16 minutes')
    await reconcile(shop, { every: false })
    assert.equal((await world.ordersOf(ravi.uid)).length, 1)
  })

  test('that the bank only holds makes the order wait; captured two days later, it is confirmed and the email queued', async () => {
    const { providerOrderId } = await world.open(meera, world.wanted(pot))
    const { id } = provider.state.pay(providerOrderId, {}, { isHeld: true })
    await world.deliver()
    await world.doJobs()
    const [order] = await world.ordersOf(meera.uid)
    assert.equal(order?.status, 'pending')
    assert.deepEqual(await world.queued('send-order-email'), [])
    assert.deepEqual(await deliverOrder(shop, admin, Number(order?.id)), { ok: false, reason: 'not-allowed' })

    provider.state.capture(id)
    await world.age(providerOrderId, '2 days')
    await reconcile(shop, { every: false })
    assert.equal((await world.ordersOf(meera.uid))[0]?.status, 'confirmed')
    assert.equal((await world.queued('send-order-email')).length, 1)
  })

  test('that the bank lets go of cancels the order that waited for it', async () => {
    const { providerOrderId } = await world.open(meera, world.wanted(pot))
    const { id } = provider.state.pay(providerOrderId, {}, { isHeld: true })
    await settle(shop, await shop.payments.getPayment(id))
    provider.state.expireAuthorization(id)
    await settle(shop, await shop.payments.getPayment(id))
    assert.equal((await world.ordersOf(meera.uid))[0]?.cancel, 'cancelled')
    assert.deepEqual(await world.refundsOf(meera.uid), [])
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
    assert.deepEqual(await world.sql('select from checkouts where user_id = $1', [meera.uid]), [])
  })

  test('whose price changes asks for the new amount under a new order of the provider’s', async () => {
    const wanted = world.wanted(pot)
    const old = await world.open(meera, wanted)
    await world.sql('update products set price = 700 where id = $1', [pot])
    const now = await world.open(meera, { ...wanted, lines: [lineFor(pot, { seenPrice: 700 })] })
    assert.notEqual(now.providerOrderId, old.providerOrderId)
    assert.equal(now.amount, 70_000)

    // Who pays the old one in another tab gets what was agreed; who pays both gets the second back.
    provider.state.pay(old.providerOrderId)
    provider.state.pay(now.providerOrderId)
    await world.deliver()
    await world.doJobs()
    const orders = await world.ordersOf(meera.uid)
    assert.equal(orders.length, 1)
    assert.equal((await world.refundsOf(meera.uid)).length, 1)
    assert.equal((orders[0]?.total ?? 0) * 100, provider.state.getPayment(orders[0]?.payment_id ?? '').amount)
  })

  test('that cannot be opened says so and leaves nothing that could be paid', async () => {
    for (const trouble of [{ status: 500 }, { status: 429 }, { status: 400 }, 'no-response'] as const) {
      provider.faults.expect(/POST \/v1\/orders$/, trouble)
      assert.equal((await openCheckout(shop, meera, world.wanted(pot))).kind, 'unavailable')
    }
  })

  test('of somebody who comes back after paying is the order, not another bill', async () => {
    const { wanted } = await pay(meera)
    const opened = await openCheckout(shop, meera, wanted)
    assert.equal(opened.kind, 'placed')
    assert.equal((await world.ordersOf(meera.uid)).length, 1)
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
    assert.equal((await world.ordersOf(meera.uid)).length, 1)
  })

  test('in two tabs with two addresses goes where the tab said that was paid in', async () => {
    const wanted = world.wanted(pot)
    const first = await world.open(meera, wanted)
    const second = await world.open(meera, { ...wanted, address: elsewhere })
    assert.notEqual(second.providerOrderId, first.providerOrderId)
    provider.state.pay(first.providerOrderId)
    await world.deliver()
    await world.doJobs()
    const [order] = await world.sql<{ city: string }>('select city from orders where user_id = $1', [meera.uid])
    assert.equal(order?.city, wanted.address.city)
    // The other tab is told; if it pays all the same, its money goes back.
    assert.equal((await openCheckout(shop, meera, { ...wanted, address: elsewhere })).kind, 'other-order')
    provider.state.pay(second.providerOrderId)
    await world.deliver()
    await world.doJobs()
    assert.equal((await world.ordersOf(meera.uid)).length, 1)
    assert.deepEqual(
      (await world.refundsOf(meera.uid)).map(({ reason }) => reason),
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
    assert.deepEqual(await world.ordersOf(meera.uid), [])
    assert.equal((await world.refundsOf(meera.uid)).length, 1)
  })

  test('whose checkout was opened in the very moment of the deletion gives the money back, too', async () => {
    const wanted = world.wanted(pot)
    const { providerOrderId } = await world.open(meera, wanted)
    await world.sql('insert into used_checkout_keys (user_id, checkout_key, order_id) values ($1, $2, 1)', [
      meera.uid,
      wanted.key,
    ])
    provider.state.pay(providerOrderId)
    await world.deliver()
    await world.doJobs()
    assert.deepEqual(await world.ordersOf(meera.uid), [])
    assert.equal((await world.refundsOf(meera.uid)).length, 1)
  })
})

describe('tampering is refused and logged:', () => {
  test('a forged signature', async () => {
    const paid = await pay(meera)
    for (const signature of ['', 'x', '0'.repeat(64), paid.signature.toUpperCase(), `${paid.signature}0`]) {
      assert.deepEqual(await confirmPayment(shop, meera, { ...paid, signature }), { kind: 'refused' })
    }
    assert.equal(world.said.filter((line) => /invalid signature/.test(line)).length, 5)
    await assertNothingHappened(meera)
  })

  test('somebody else’s payment, with its own genuine signature', async () => {
    const theirs = await pay(ravi)
    const mine = await world.open(meera, world.wanted(pot))
    const { paymentId, signature } = theirs
    assert.deepEqual(await confirmPayment(shop, meera, { checkoutId: mine.checkoutId, paymentId, signature }), {
      kind: 'refused',
    })
    assert.match(world.said.join('\n'), /invalid signature/)
    await assertNothingHappened(meera, ravi)
  })

  test('somebody else’s checkout', async () => {
    const theirs = await pay(ravi)
    assert.deepEqual(await confirmPayment(shop, meera, theirs), { kind: 'refused' })
    assert.deepEqual(await confirmPayment(shop, meera, { ...theirs, checkoutId: randomUUID() }), { kind: 'refused' })
    await assertNothingHappened(meera, ravi)
  })

  test('a payment id that the provider says is for another order', async () => {
    const paid = await pay(meera)
    const other = await pay(ravi)
    // As somebody with our key could sign it.
    const { razorpay_signature: signature } = provider.signResult(paid.providerOrderId, other.paymentId)
    assert.deepEqual(await confirmPayment(shop, meera, { ...paid, paymentId: other.paymentId, signature }), {
      kind: 'refused',
    })
    assert.match(world.said.join('\n'), /it belongs to order_/)
    await assertNothingHappened(meera, ravi)
  })

  test('another amount, or another currency, goes back', async () => {
    for (const [user, odd] of [
      [meera, { amount: 100 }],
      [ravi, { currency: 'USD' }],
    ] as const) {
      const { checkoutId, providerOrderId } = await world.open(user, world.wanted(pot))
      const payment = provider.state.pay(providerOrderId, {}, odd)
      const { razorpay_signature: signature } = provider.signResult(providerOrderId, payment.id)
      const confirmed = await confirmPayment(shop, user, { checkoutId, paymentId: payment.id, signature })
      assert.deepEqual(confirmed, { kind: 'refunded', reason: 'wrong-amount' })
      assert.deepEqual(await world.ordersOf(user.uid), [])
      assert.match(world.said.join('\n'), new RegExp(`Refunding payment ${payment.id} .*: wrong-amount`))
    }
  })

  test('a webhook without a genuine signature, or with one for other bytes', async () => {
    await pay(meera)
    for (const message of provider.webhooks.list()) {
      const { body, headers } = provider.webhooks.signed(message)
      const bytes = new TextEncoder().encode(body)
      const signature = headers['x-razorpay-signature']
      const hear = (...told: [Uint8Array, string]) =>
        receiveWebhook(shop, told[0], { signature: told[1], eventId: 'evt_1' })
      assert.equal(await hear(bytes, ''), 'not-genuine')
      assert.equal(await hear(bytes, '0'.repeat(64)), 'not-genuine')
      assert.equal(
        await hear(new TextEncoder().encode(body.replace('"captured"', '"Captured"')), signature),
        body === body.replace('"captured"', '"Captured"') ? 'heard' : 'not-genuine',
      )
      assert.equal(await hear(new TextEncoder().encode(` ${body}`), signature), 'not-genuine')
    }
  })

  test('a replayed webhook does nothing a second time', async () => {
    await pay(meera)
    const messages = provider.webhooks.list()
    await world.deliver(messages)
    await world.doJobs()
    await world.deliver(messages)
    assert.equal(await world.doJobs(), 0)
    assert.equal((await world.ordersOf(meera.uid)).length, 1)
  })

  test('a webhook of another shop that shares the account is heard and harmless', async () => {
    const theirs = provider.state.createOrder({ amount: 5000, currency: 'INR' })
    provider.state.pay(theirs.id)
    await world.deliver()
    await world.doJobs()
    assert.deepEqual(await world.queued('send-order-email'), [])
  })
})

describe('a webhook', () => {
  const signed = async (body: string, eventId?: string) => {
    const { headers } = provider.webhooks.signed({ id: '', event: '', body, attempts: 0, dueAt: 0 })
    return receiveWebhook(shop, new TextEncoder().encode(body), { signature: headers['x-razorpay-signature'], eventId })
  }

  test('that nobody knows, or cannot read, is taken for heard', async () => {
    for (const body of ['{"event":"payment.downtime.started","payload":{}}', '{"hello":1}', 'not json', '[]', 'null']) {
      assert.notEqual(await signed(body, 'evt_odd'), 'not-genuine', body)
    }
    assert.equal(await world.doJobs(), 0)
  })

  test('of a payment that the provider then does not know is noted, and not asked about for ever', async () => {
    const body = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity: { id: 'pay_unknown' } } } })
    assert.equal(await signed(body), 'heard')
    assert.equal(await world.doJobs(), 1)
    assert.match(world.said.join('\n'), /does not know payment pay_unknown/)
  })

  test('without an id of its own is known by its contents', async () => {
    const { paymentId } = await pay(meera)
    const body = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity: { id: paymentId } } } })
    await signed(body)
    await world.doJobs()
    await signed(body)
    assert.equal(await world.doJobs(), 0)
  })

  test('is looked into again when the provider does not answer', async () => {
    await pay(meera)
    await world.deliver()
    for (let attempt = 0; attempt < 3; attempt += 1) provider.faults.expect(/GET \/v1\/payments/, { status: 503 })
    assert.equal(await world.doJobs(), 0)
    assert.equal(await world.doJobs(), 1)
    assert.equal((await world.ordersOf(meera.uid)).length, 1)
  })
})

describe('money goes back', () => {
  test('when the pot was sold meanwhile; the shopper is told by email', async () => {
    const paid = await pay(meera)
    const placed = await placeOrder(shop, ravi, world.wanted(pot))
    assert.ok(placed.ok)
    await deliverOrder(shop, admin, placed.order.id)
    assert.deepEqual(await confirmPayment(shop, meera, paid), { kind: 'refunded', reason: 'sold' })
    assert.deepEqual(await world.ordersOf(meera.uid), [])
    assert.deepEqual(
      (await world.queued('send-refund-email')).map(({ payload }) => payload),
      [{ paymentId: paid.paymentId, template: 'refund-requested' }],
    )
    await world.doJobs()
    assert.equal(provider.state.listRefunds(paid.paymentId).length, 1)
    assert.deepEqual(
      (await world.refundsOf(meera.uid)).map(({ state }) => state),
      ['pending'],
    )
  })

  test('of a second payment for one order, and of one that comes after cash on delivery', async () => {
    const paid = await pay(meera)
    await confirmPayment(shop, meera, paid)
    const second = provider.state.pay(paid.providerOrderId, {}, { isAgain: true })
    await settle(shop, await shop.payments.getPayment(second.id))
    assert.deepEqual(
      (await world.refundsOf(meera.uid)).map(({ payment_id, reason }) => [payment_id, reason]),
      [[second.id, 'paid-twice']],
    )

    const wanted = world.wanted(pot)
    const { providerOrderId } = await world.open(ravi, wanted)
    await placeOrder(shop, ravi, wanted)
    provider.state.pay(providerOrderId)
    await world.deliver()
    await world.doJobs()
    assert.deepEqual(
      (await world.ordersOf(ravi.uid)).map(({ payment_id }) => payment_id),
      [null],
    )
    assert.deepEqual(
      (await world.refundsOf(ravi.uid)).map(({ reason }) => reason),
      ['paid-twice'],
    )
  })

  test('when a paid order is cancelled, and the order shows how far it is', async () => {
    const paid = await pay(meera)
    await confirmPayment(shop, meera, paid)
    const [order] = await world.ordersOf(meera.uid)
    const id = Number(order?.id)
    await requestCancel(shop, meera, id)
    await approveCancellation(shop, admin, id)
    await approveCancellation(shop, admin, id)
    await world.doJobs()
    const [refund] = provider.state.listRefunds(paid.paymentId)
    assert.equal(refund?.amount, 49_500)
    provider.state.finishRefund(refund?.id ?? '', 'processed')
    await world.deliver()
    await world.doJobs()
    const [known] = await world.refundsOf(meera.uid)
    assert.deepEqual([known?.state, known?.reason, Number(known?.order_id)], ['processed', 'cancelled', id])
    assert.equal(provider.state.listRefunds(paid.paymentId).length, 1)
  })

  test('when a paid order is deleted, and so does what comes in for it later', async () => {
    const paid = await pay(meera)
    await confirmPayment(shop, meera, paid)
    const [order] = await world.ordersOf(meera.uid)
    await deleteOrder(shop, admin, Number(order?.id))
    await world.doJobs()
    assert.equal(provider.state.getPayment(paid.paymentId).status, 'refunded')
    const late = provider.state.pay(paid.providerOrderId, {}, { isAgain: true })
    await settle(shop, await shop.payments.getPayment(late.id))
    assert.deepEqual(await world.ordersOf(meera.uid), [])
    assert.equal((await world.refundsOf(meera.uid)).length, 2)
  })

  test('of what was delivered stays where it is', async () => {
    await confirmPayment(shop, meera, await pay(meera))
    const [order] = await world.ordersOf(meera.uid)
    await deliverOrder(shop, admin, Number(order?.id))
    await deleteOrder(shop, admin, Number(order?.id))
    assert.deepEqual(await world.refundsOf(meera.uid), [])
  })

  test('once, however many answers get lost on the way', async () => {
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
      await world.sql('update graphile_worker._private_jobs set run_at = now()')
      await world.doJobs()
      const refunds = provider.state.listRefunds(paid.paymentId)
      assert.equal(refunds.length, attempt)
      provider.state.finishRefund(refunds.at(-1)?.id ?? '', 'failed')
      await world.deliver()
      await world.doJobs()
    }
    const [refund] = await world.refundsOf(meera.uid)
    assert.deepEqual([refund?.state, refund?.attempt], ['failed', 3])
    assert.match(world.said.join('\n'), /failed for good/)
    assert.equal(provider.state.getPayment(paid.paymentId).amount_refunded, 0)
  })

  test('is known as gone when somebody did it at the provider’s desk', async () => {
    const paid = await pay(meera)
    await confirmPayment(shop, meera, paid)
    const { id } = provider.state.refund(paid.paymentId, {})
    provider.state.finishRefund(id, 'processed')
    await settle(shop, await shop.payments.getPayment(paid.paymentId))
    await world.doJobs()
    const [order] = await world.ordersOf(meera.uid)
    assert.deepEqual([order?.status, order?.cancel], ['confirmed', 'cancelled'])
    assert.deepEqual(
      (await world.refundsOf(meera.uid)).map(({ reason, state }) => [reason, state]),
      [['external', 'processed']],
    )
  })

  test('that somebody else has sent back a moment before us is gone, too', async () => {
    const paid = await pay(meera)
    await placeOrder(shop, meera, paid.wanted)
    await confirmPayment(shop, meera, paid)
    const { id } = provider.state.refund(paid.paymentId, {})
    await world.doJobs()
    const state = async () => (await world.refundsOf(meera.uid))[0]?.state
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
      (await world.refundsOf(meera.uid)).map(({ state }) => state),
      ['failed'],
    )
    assert.match(world.said.join('\n'), /could not be refunded.*not enough balance/)
  })
})

describe('the reconciler', () => {
  test('finds a refund whose job was lost, and one whose webhook never came', async () => {
    const paid = await pay(meera)
    await placeOrder(shop, meera, paid.wanted)
    await confirmPayment(shop, meera, paid)
    await world.sql('delete from graphile_worker._private_jobs')
    await reconcile(shop, { every: true })
    await world.doJobs()
    const [refund] = provider.state.listRefunds(paid.paymentId)
    provider.state.finishRefund(refund?.id ?? '', 'processed')
    await reconcile(shop, { every: false })
    assert.deepEqual(
      (await world.refundsOf(meera.uid)).map(({ state }) => state),
      ['processed'],
    )
  })

  test('goes on when one answer gets lost, and gives up for this round when nobody is there', async () => {
    const first = await pay(meera)
    const second = await pay(ravi)
    for (const { providerOrderId } of [first, second]) await world.age(providerOrderId, '20 minutes')
    for (let n = 0; n < 3; n += 1) provider.faults.expect(new RegExp(first.providerOrderId), { status: 500 })
    await reconcile(shop, { every: false })
    assert.equal((await world.ordersOf(meera.uid)).length, 0)
    assert.equal((await world.ordersOf(ravi.uid)).length, 1)
    await reconcile(shop, { every: false })
    assert.equal((await world.ordersOf(meera.uid)).length, 1)
  })

  test('comes to everything, also past some that are never answered', async () => {
    for (let n = 0; n < 3; n += 1) {
      const { providerOrderId } = await world.open(await addUser(db), world.wanted(pot))
      await world.age(providerOrderId, '30 minutes')
      for (let tries = 0; tries < 200; tries += 1) {
        provider.faults.expect(new RegExp(providerOrderId), { status: 500 })
      }
    }
    const { providerOrderId } = await pay(ravi)
    await world.age(providerOrderId, '20 minutes')
    for (let round = 0; round < 30 && (await world.ordersOf(ravi.uid)).length === 0; round += 1) {
      await reconcile(shop, { every: false }).catch(() => {})
    }
    assert.equal((await world.ordersOf(ravi.uid)).length, 1)
  })

  test('goes on with the other refunds when the answer about one gets lost', async () => {
    const lost: string[] = []
    for (const user of [meera, ravi]) {
      const paid = await pay(user)
      await placeOrder(shop, user, paid.wanted)
      await confirmPayment(shop, user, paid)
      await world.doJobs()
      const [refund] = provider.state.listRefunds(paid.paymentId)
      provider.state.finishRefund(refund?.id ?? '', 'processed')
      lost.push(refund?.id ?? '')
    }
    for (let n = 0; n < 3; n += 1) provider.faults.expect(new RegExp(lost[0] ?? ''), { status: 500 })
    const states = async () =>
      [...(await world.refundsOf(meera.uid)), ...(await world.refundsOf(ravi.uid))].map(({ state }) => state)
    await reconcile(shop, { every: false })
    assert.deepEqual(await states(), ['pending', 'processed'])
    await reconcile(shop, { every: false })
    assert.deepEqual(await states(), ['processed', 'processed'])
  })

  test('finds the payment of a checkout that was opened again after a week', async () => {
    const wanted = world.wanted(pot)
    const first = await world.open(meera, wanted)
    await world.age(first.providerOrderId, '9 days')
    const { providerOrderId } = await pay(meera, wanted)
    assert.equal(providerOrderId, first.providerOrderId)
    await world.age(providerOrderId, '16 minutes')
    await reconcile(shop, { every: false })
    assert.equal((await world.ordersOf(meera.uid)).length, 1)
  })

  test('asks ever more rarely, and stops after a week', async () => {
    const { providerOrderId } = await world.open(meera, world.wanted(pot))
    const asked = async () => {
      const before = await world.sql('select checked_at from checkouts where provider_order_id = $1', [providerOrderId])
      await reconcile(shop, { every: false })
      const now = await world.sql('select checked_at from checkouts where provider_order_id = $1', [providerOrderId])
      return JSON.stringify(before) !== JSON.stringify(now)
    }
    assert.equal(await asked(), false, 'it has just been opened')
    await world.age(providerOrderId, '16 minutes')
    assert.equal(await asked(), true)
    assert.equal(await asked(), false, 'it was asked about this minute')
    await world.age(providerOrderId, '6 minutes')
    assert.equal(await asked(), true)
    await world.age(providerOrderId, '9 days')
    assert.equal(await asked(), false)
  })
})

test('a webhook that was signed with the secret of yesterday is believed while it is being changed', async () => {
  const { openRazorpay } = await import('./razorpay.ts')
  const config = { url: '', checkoutUrl: '', keyId: '', keySecret: '', timeoutMs: 1 }
  const body = new TextEncoder().encode('{}')
  const { headers } = provider.webhooks.signed({ id: '', event: '', body: '{}', attempts: 0, dueAt: 0 })
  const signature = headers['x-razorpay-signature']
  const isGenuine = (webhookSecrets: string[]) =>
    openRazorpay({ ...config, webhookSecrets }).isWebhookGenuine(body, signature)
  assert.equal(isGenuine(['new', 'the secret of webhooks']), true)
  assert.equal(isGenuine(['new']), false)
})
