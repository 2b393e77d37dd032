import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import {
  assertNothingHappened,
  meera,
  pay,
  pot,
  provider,
  ravi,
  shop,
  world,
} from '#tests/support/payments/payment-fixture.ts'
import { confirmPayment } from './confirm.ts'
import { receiveWebhook } from './webhook.ts'

const headersOf = (signature: string, eventId = 'evt_1') =>
  new Headers({ 'x-razorpay-signature': signature, 'x-razorpay-event-id': eventId })

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
      assert.deepEqual(await world.ordersOf(user.userId), [])
      assert.match(world.said.join('\n'), new RegExp(`Refunding payment ${payment.id} .*: wrong-amount`))
    }
  })

  test('a webhook without a genuine signature, or with one for other bytes', async () => {
    await pay(meera)
    for (const message of provider.webhooks.list()) {
      const { body, headers } = provider.webhooks.signed(message)
      const bytes = new TextEncoder().encode(body)
      const signature = headers['x-razorpay-signature']
      const hear = (...told: [Uint8Array, string]) => receiveWebhook(shop, told[0], headersOf(told[1], 'evt_1'))
      assert.equal(await hear(bytes, ''), 'invalid-signature')
      assert.equal(await hear(bytes, '0'.repeat(64)), 'invalid-signature')
      assert.equal(
        await hear(new TextEncoder().encode(body.replace('"captured"', '"Captured"')), signature),
        body === body.replace('"captured"', '"Captured"') ? 'accepted' : 'invalid-signature',
      )
      assert.equal(await hear(new TextEncoder().encode(` ${body}`), signature), 'invalid-signature')
    }
  })

  test('a replayed webhook does nothing a second time', async () => {
    await pay(meera)
    const messages = provider.webhooks.list()
    await world.deliver(messages)
    await world.doJobs()
    await world.deliver(messages)
    assert.equal(await world.doJobs(), 0)
    assert.equal((await world.ordersOf(meera.userId)).length, 1)
  })

  test('a webhook for another shop on the same account is accepted and ignored', async () => {
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
    return receiveWebhook(shop, new TextEncoder().encode(body), headersOf(headers['x-razorpay-signature'], eventId))
  }

  test('of a payment that the provider then does not know is noted, and not asked about for ever', async () => {
    const body = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity: { id: 'pay_unknown' } } } })
    assert.equal(await signed(body), 'accepted')
    assert.equal(await world.doJobs(), 1)
    assert.match(world.said.join('\n'), /does not know payment pay_unknown/)
  })

  test('is looked into again when the provider does not answer', async () => {
    await pay(meera)
    await world.deliver()
    for (let attempt = 0; attempt < 3; attempt += 1) provider.faults.expect(/GET \/v1\/payments/, { status: 503 })
    assert.equal(await world.doJobs(), 0)
    assert.equal(await world.doJobs(), 1)
    assert.equal((await world.ordersOf(meera.userId)).length, 1)
  })
})

test('a webhook that was signed with the secret of yesterday is believed while it is being changed', async () => {
  const { openRazorpay } = await import('#server/providers/razorpay.ts')
  const config = { url: '', checkoutUrl: '', keyId: '', keySecret: '', timeoutMs: 1 }
  const body = new TextEncoder().encode('{}')
  const { headers } = provider.webhooks.signed({ id: '', event: '', body: '{}', attempts: 0, dueAt: 0 })
  const read = (webhookSecrets: string[]) =>
    openRazorpay({ ...config, webhookSecrets }).readWebhook(body, headersOf(headers['x-razorpay-signature']))
  assert.equal(read(['new', 'the secret of webhooks']), 'unreadable')
  assert.equal(read(['new']), 'invalid-signature')
})
