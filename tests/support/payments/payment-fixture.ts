// People, a pot and a provider for the tests of payments. Importing this registers the hooks of the test file.
import assert from 'node:assert/strict'
import { after, before, beforeEach } from 'node:test'
import type { User } from '#domain/accounts/user.ts'
import { confirmPayment } from '#server/payments/confirm.ts'
import { addProduct, addUser, lineFor } from '#tests/support/fixtures/factories.ts'
import { REMOVE_JOBS } from '#tests/support/jobs.ts'
import { openPaymentWorld } from './payment-harness.ts'

export const world = await openPaymentWorld()
export const { shop, db, provider } = world
export let meera: User
export let ravi: User
export let admin: User
export let pot: number

before(async () => {
  admin = await addUser(db, 'admin')
})
beforeEach(async () => {
  meera = await addUser(db)
  ravi = await addUser(db)
  pot = await addProduct(db)
  world.said.length = 0
  provider.faults.clear()
  await world.sql(REMOVE_JOBS)
  for (const { id } of provider.webhooks.list()) provider.webhooks.acknowledge(id)
})
after(() => world.close())

/** Somebody who has paid, and whose browser is about to say so. */
export async function pay(user: User, wanted = world.wanted(pot)) {
  const { checkoutId, providerOrderId } = await world.open(user, wanted)
  const payment = provider.state.pay(providerOrderId)
  const { razorpay_payment_id: paymentId, razorpay_signature: signature } = provider.signResult(
    providerOrderId,
    payment.id,
  )
  return { wanted, checkoutId, providerOrderId, paymentId, signature }
}

/** The request of the cart page for so many pots. */
export const pots = (quantity: number) => world.wanted(pot, { lines: [lineFor(pot, { quantity })] })

/** An order that was paid online, of two pots for ₹990 by default. */
export async function placePaid(wanted = pots(2)) {
  const paid = await pay(meera, wanted)
  const confirmed = await confirmPayment(shop, meera, paid)
  assert.ok(confirmed.kind === 'placed')
  return { paymentId: paid.paymentId, orderId: confirmed.order.id, paid }
}

/** Pays an open checkout and reports it as the browser does. */
export async function payFor(
  user: User,
  { checkoutId, providerOrderId }: { checkoutId: string; providerOrderId: string },
) {
  const { id } = provider.state.pay(providerOrderId)
  const { razorpay_signature: signature } = provider.signResult(providerOrderId, id)
  return confirmPayment(shop, user, { checkoutId, paymentId: id, signature })
}

export async function assertNothingHappened(...users: User[]): Promise<void> {
  for (const { userId } of users) {
    assert.deepEqual(await world.ordersOf(userId), [])
    assert.deepEqual(await world.refundsOf(userId), [])
  }
  assert.deepEqual(await world.queued('send-order-email'), [])
}
