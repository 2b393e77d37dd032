import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { isWhatsappMessage } from '#domain/messages/whatsapp-messages.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { listReadyParcels } from '#server/order-page/ready-parcels.ts'
import { changeOwnAddress } from '#server/orders/change.ts'
import { placeOrder } from '#server/orders/place.ts'
import { findOrder } from '#server/orders/queries.ts'
import { createTrackingLinks } from '#server/orders/tracking-link.ts'
import { upsertSettings } from '#server/settings/queries.ts'
import { addCounted, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { admin, checkout, db, meera, shop } from '#tests/support/fixtures/order-fixture.ts'
import { countReturn } from '#tests/support/fixtures/order-steps.ts'
import {
  back,
  desk,
  dispatch,
  getShipment,
  invoicesOf,
  jobsOf,
  move,
  registerShop,
  requestFor,
  sql,
  unitsOf,
} from '#tests/support/fixtures/shipment-fixture.ts'
import { requestBooking } from './book.ts'
import { cancelParcel } from './cancel.ts'
import { deliverOrder } from './deliver.ts'
import { dispatchMany, dispatchOrder } from './dispatch.ts'
import { handOver } from './hand-over.ts'
import { readParcelCash } from './remittance-queries.ts'

const place = { pickUpAt: 'Our workshop', pickUpAddress: '12 MG Road\nPune 411001', pickUpHours: 'Mon–Sat 10 am–7 pm' }
const snapshot = { at: 'Our workshop', address: '12 MG Road\nPune 411001', hours: 'Mon–Sat 10 am–7 pm' }
const fees = [{ zone: 'Everywhere else', upToKg: 0, fee: 99 }]
const log = { error: assert.fail, warn: assert.fail, info: () => {} } as never
const trackingLinks = createTrackingLinks('a secret')
const counter = {
  ...desk,
  trackingLinks,
  limits: createRateLimiter({ db: db as never, log, secret: 'a secret', factor: 1 }),
}

const save = (settings: Parameters<typeof upsertSettings>[1]) => db.transaction((tx) => upsertSettings(tx, settings))
const wanted = (product: number, changes = {}) => ({
  ...checkout([lineFor(product, { quantity: 2 })]),
  isPickedUp: true,
  seenFee: 0,
  ...changes,
})

before(async () => {
  await registerShop()
  await save({ ...place, deliveryFees: fees })
})

/** An order of two pots that waits for its buyer at the counter. */
async function ready() {
  const product = await addCounted(db, { 'Grey Stone': 10 })
  const placed = await placeOrder(shop, meera, wanted(product))
  assert.ok(placed.ok)
  const { id } = placed.order
  const { shipmentId } = await dispatch(id, { awb: 'AB-1', book: true, courier: 'Delhivery' })
  const give = (changes: { code?: string; amount?: number | undefined; shipmentId?: number } = {}) =>
    handOver(counter, admin, {
      ...{ orderId: id, shipmentId, address: '192.0.2.1', code: trackingLinks.pickUpCode(shipmentId), amount: 99_000 },
      ...changes,
    })
  return { id, product, shipmentId, give }
}

const stateOf = async (id: number) => (await findOrder(db, id))?.status

test('an order that is picked up costs no delivery and goes wherever its buyer lives, while the shop has a place', async () => {
  const product = await addCounted(db, { 'Grey Stone': 10 })
  await sql(`insert into delivery_areas (pincode, cash) values ('411001', false)`)
  const placed = await placeOrder(shop, meera, wanted(product))
  assert.ok(placed.ok, JSON.stringify(placed))
  const order = await findOrder(db, placed.order.id)
  assert.deepEqual([order?.totalAmount, order?.deliveryFee, order?.pickUp], [2 * 495, undefined, snapshot])
  await sql('delete from delivery_areas')

  const seen = await placeOrder(shop, meera, wanted(product, { seenFee: 99 }))
  assert.ok(!seen.ok && seen.reason === 'delivery-fee' && seen.fee === 0)
  const delivered = await placeOrder(shop, meera, wanted(product, { isPickedUp: false, seenFee: 99 }))
  assert.ok(delivered.ok && delivered.order.totalAmount === 2 * 495 + 99)
  // The same key with the other choice is another order.
  const request = wanted(product)
  assert.ok((await placeOrder(shop, meera, request)).ok)
  assert.ok((await placeOrder(shop, meera, request)).ok)
  const other = await placeOrder(shop, meera, { ...request, isPickedUp: false })
  assert.ok(!other.ok && other.reason === 'other-order')

  await save({ pickUpAt: '' })
  const closed = await placeOrder(shop, meera, wanted(product))
  assert.ok(!closed.ok && closed.reason === 'no-pick-up')
  await save(place)
  // Its address is the buyer's own, so no list of pincodes refuses another.
  await sql(`insert into delivery_areas (pincode) values ('560038')`)
  const moved = { ...someAddress, city: 'Pune', pincode: '411002' }
  assert.deepEqual(await changeOwnAddress(shop, meera, placed.order.id, moved), { ok: true })
  await sql('delete from delivery_areas')
})

test('made ready, it waits at the counter with an invoice and an email, whatever courier was typed', async () => {
  await save({ pickUpHours: 'Daily 9 am–9 pm' })
  const { id, shipmentId } = await ready()
  const { courier, awb, booking, pickUp, cash, step } = await getShipment(shipmentId)
  assert.deepEqual([courier, awb, booking, pickUp, cash, step], ['Pick up', undefined, undefined, true, 990, 'packed'])
  assert.deepEqual(await jobsOf({ shipmentId }), ['ready-to-pick-up'])
  assert.deepEqual(await invoicesOf(id), [{ series: 'bill', rupees: 990, shipment: shipmentId }])
  assert.equal((await findOrder(db, id))?.pickUp?.hours, 'Daily 9 am–9 pm')
  await save(place)
  const order = await findOrder(db, id)
  assert.ok(order)
  const [waiting] = await listReadyParcels(counter, [order])
  assert.match(waiting?.code ?? '', /^\d{3} \d{3}$/)
  assert.equal(waiting?.cash, 990)
  assert.deepEqual(await listReadyParcels(counter, [{ ...order, cancel: 'cancelled' }]), [])

  assert.deepEqual(await requestBooking(desk, admin, shipmentId), { ok: false, reason: 'not-allowed' })
  assert.deepEqual(await deliverOrder(desk, admin, id), { ok: false, reason: 'pick-up' })
  for (const step of ['on-the-way', 'delivered', 'not-delivered'] as const)
    assert.deepEqual(await move(shipmentId, step), { ok: false, reason: 'not-allowed' })
  const placed = await placeOrder(shop, meera, wanted(await addCounted(db, { 'Grey Stone': 10 })))
  assert.ok(placed.ok)
  const [many] = await dispatchMany(desk, admin, { key: crypto.randomUUID(), ids: [placed.order.id], book: true })
  assert.ok(many?.dispatched.ok)
  assert.equal((await getShipment(many.dispatched.shipmentId)).booking, undefined)
})

test('handed over for its code, it is delivered and its cash received, once', async () => {
  const { id, shipmentId, give } = await ready()
  const other = await ready()
  assert.deepEqual(await give({ code: trackingLinks.pickUpCode(other.shipmentId) }), {
    ok: false,
    reason: 'wrong-code',
  })
  assert.deepEqual(await give({ amount: undefined }), { ok: false, reason: 'amount-needed' })
  assert.deepEqual(await give({ amount: 99_001 }), { ok: false, reason: 'too-much' })
  assert.deepEqual(await give({ shipmentId: other.shipmentId }), { ok: false, reason: 'not-found' })
  assert.equal(await stateOf(id), 'confirmed')
  const pressed = await Promise.all([give(), give()])
  assert.deepEqual(pressed, [{ ok: true }, { ok: true }])
  assert.equal(await stateOf(id), 'delivered')
  const [cash] = await readParcelCash(db, { ids: [shipmentId] })
  assert.deepEqual([cash?.received, cash?.step], [99_000, 'delivered'])
  // Its WhatsApp template speaks of a delivery, so this one goes by email alone.
  assert.deepEqual(await jobsOf({ orderId: id }), ['handed-over'])
  assert.equal(isWhatsappMessage('handed-over'), false)
  const actions = await sql<{ action: string }>('select action from audit where subject = $1 order by id', [
    `order ${id}`,
  ])
  assert.deepEqual(
    actions.map(({ action }) => action),
    ['dispatch order', 'receive cash', 'move shipment'],
  )
  assert.deepEqual(await listReadyParcels(counter, [(await findOrder(db, id)) as never]), [])
})

test('after five wrong codes a minute this person waits, and a right code is none of them', async () => {
  const { give } = await ready()
  for (let tries = 0; tries < 5; tries += 1) {
    assert.deepEqual(await give({ code: '000000', amount: undefined }), { ok: false, reason: 'wrong-code' })
    if (tries < 4) assert.deepEqual(await give({ amount: undefined }), { ok: false, reason: 'amount-needed' })
  }
  const late = await give()
  assert.ok(!late.ok && late.reason === 'limited')
  assert.deepEqual(await (await ready()).give(), { ok: true })
})

test('one that nobody fetches goes back on sale, and one that was made ready too early is packed again', async () => {
  const { id, product, shipmentId, give } = await ready()
  assert.equal(await unitsOf(product), 8)
  assert.deepEqual(await move(shipmentId, 'returned'), { ok: true })
  assert.deepEqual(await give(), { ok: false, reason: 'not-ready' })
  await countReturn(desk, admin, shipmentId, [back(2)], { reason: 'not-delivered' })
  assert.equal(await unitsOf(product), 10)
  assert.equal((await invoicesOf(id)).length, 2)

  const early = await ready()
  assert.ok((await cancelParcel(desk, admin, early.shipmentId)).ok)
  assert.deepEqual(await early.give(), { ok: false, reason: 'not-ready' })
  assert.ok((await dispatchOrder(desk, admin, requestFor(early.id))).ok)
})
