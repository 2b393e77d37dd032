import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { paymentWord } from '#domain/orders/cash.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { approveCancellation, requestCancel } from '#server/order-page/cancel.ts'
import { findOrder } from '#server/orders/queries.ts'
import { createTrackingLinks } from '#server/orders/tracking-link.ts'
import { handOver } from '#server/parcels/hand-over.ts'
import { findShipment } from '#server/parcels/queries.ts'
import { upsertSettings } from '#server/settings/queries.ts'
import { registered } from '#tests/support/fixtures/factories.ts'
import { sendParcel } from '#tests/support/fixtures/order-steps.ts'
import { admin, db, meera, payFor, pot, shop, world } from '#tests/support/payments/payment-fixture.ts'
import { openCheckout } from './checkout.ts'

const place = { pickUpAt: 'Our workshop', pickUpAddress: '12 MG Road\nPune 411001', pickUpHours: 'Mon–Sat 10 am–7 pm' }
const set = (settings: Partial<Settings>) => db.transaction((tx) => upsertSettings(tx, settings))
const wanted = (changes = {}) => ({ ...world.wanted(pot), isPickedUp: true, seenFee: 0, ...changes })

before(() =>
  set({ ...registered, partPaidOnline: '20%', deliveryFees: [{ zone: 'Everywhere else', upToKg: 0, fee: 99 }] }),
)

test('an order that is picked up is paid online whole, without a fee, and handed over for its code alone', async () => {
  await set(place)
  assert.equal((await openCheckout(shop, meera, wanted({ isPickedUp: false }))).kind, 'delivery-fee')
  assert.equal((await openCheckout(shop, meera, wanted({ seenPart: 99 }))).kind, 'no-cash')
  const opened = await world.open(meera, wanted())
  assert.equal(opened.amount, 49_500)
  // A buyer who has begun to pay gets what was promised then.
  await set({ pickUpAt: '' })
  const paid = await payFor(meera, opened)
  assert.ok(paid.kind === 'placed')
  const { id: orderId } = paid.order
  const order = await findOrder(db, orderId)
  assert.ok(order)
  assert.deepEqual([order.pickUp?.at, order.totalAmount, paymentWord(order)], ['Our workshop', 495, 'Paid online'])
  const shipmentId = await sendParcel(shop, admin, orderId)
  assert.equal((await findShipment(db, shipmentId))?.cash, 0)
  const [trackingLinks, secret] = [createTrackingLinks('a secret'), 'a secret']
  const counter = { ...shop, trackingLinks, limits: createRateLimiter({ db, log: shop.log, secret, factor: 1 }) }
  const handing = { orderId, shipmentId, address: '192.0.2.1', amount: undefined }
  const give = (code: string, amount?: number) => handOver(counter, admin, { ...handing, code, amount })
  const code = trackingLinks.pickUpCode(shipmentId)
  assert.deepEqual(await give('000000'), { ok: false, reason: 'wrong-code' })
  assert.deepEqual(await give(code, 100), { ok: false, reason: 'too-much' })
  assert.deepEqual(await give(code), { ok: true })
  assert.equal((await findOrder(db, orderId))?.status, 'delivered')
})

test('cancelled before it is fetched, what was paid online goes back once', async () => {
  await set(place)
  const paid = await payFor(meera, await world.open(meera, wanted()))
  assert.ok(paid.kind === 'placed')
  await requestCancel(shop, meera, paid.order.id)
  await Promise.all([1, 2].map(() => approveCancellation(shop, admin, paid.order.id)))
  await world.doJobs()
  await world.doJobs()
  const refunds = await world.sql('select state from refunds where order_id = $1', [paid.order.id])
  assert.equal(refunds.length, 1)
})
