import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { bookShipment } from '#server/parcels/book.ts'
import { listSent, listShipmentsOf } from '#server/parcels/queries.ts'
import { trackShipments } from '#server/parcels/track.ts'
import { upsertSettings } from '#server/settings/queries.ts'
import type { Shop } from '#server/shop.ts'
import { openCourierWorld } from '#tests/support/courier/courier-harness.ts'
import { REMOVE_JOBS } from '#tests/support/jobs.ts'
import { declineReturn } from './decide.ts'
import { bookPickup, cancelPickup, followPickup, goWithoutPickup } from './pickup.ts'

let world: Awaited<ReturnType<typeof openCourierWorld>>
let shop: Shop
let orderId: number
let requestId: number

before(async () => {
  world = await openCourierWorld()
  shop = world.openInstance()
})
beforeEach(async () => {
  world.provider.reset()
  world.provider.faults.clear()
  await world.sql('delete from return_requests')
  await world.sql('delete from shipments')
  await world.sql(REMOVE_JOBS)
  orderId = await world.addOrder()
  requestId = await ask()
})
after(() => world.close())

async function ask(reason = 'damaged') {
  const [row] = await world.sql<{ id: string }>(
    `insert into return_requests (key, order_id, user_id, position, product_id, title, quantity, reason, words, wanted)
     select gen_random_uuid(), id, user_id, 0, 1, 'Lamp', 1, $2, 'A crack', 'money' from orders where id = $1 returning id`,
    [orderId, reason],
  )
  return Number(row?.id)
}
const byHand = (awb: string) => ({ key: randomUUID(), book: false, courier: 'Delhivery', awb, trackingLink: '' })
const byCourier = () => ({ ...byHand(''), book: true })
const pickups = () =>
  world.sql<{ id: string; step: string; awb: string; booking: string; kind: string }>(
    'select id, step, awb, booking, kind from shipments order by id',
  )
const state = async () =>
  (await world.sql<{ state: string }>('select state from return_requests where id = $1', [requestId]))[0]?.state
const notes = async () =>
  (
    await world.sql<{ note: string }>('select note from return_request_steps where request_id = $1 order by id', [
      requestId,
    ])
  ).map(({ note }) => note)

test('the courier’s system is asked once for what it fetches, and its reports reach the request', async () => {
  const key = randomUUID()
  const presses = Array.from({ length: 6 }, (_, index) =>
    bookPickup(shop, world.admin, requestId, { ...byCourier(), key: index < 3 ? key : randomUUID() }),
  )
  const pressed = await Promise.all(presses)
  assert.equal((await pickups()).length, 1)
  assert.ok(pressed.some(({ ok }) => ok))
  assert.equal(await state(), 'requested', 'it is not booked yet')
  const shipmentId = Number((await pickups())[0]?.id)
  await bookShipment(shop, shipmentId)
  await bookShipment(shop, shipmentId)
  const [parcel, ...others] = world.provider.parcels.list()
  assert.deepEqual([parcel?.isReturn, others.length], [true, 0])
  await followPickup(shop, { shipmentId })
  await followPickup(shop, { shipmentId })
  assert.deepEqual([await state(), await notes()], ['pickup-booked', [`${parcel?.courier}, AWB ${parcel?.awb}`]])
  // What is fetched is no parcel to the buyer, and nothing of the order was sent.
  assert.deepEqual([await listShipmentsOf(world.db, orderId), await listSent(world.db, orderId)], [[], []])

  const awb = parcel?.awb ?? ''
  const report = async (label?: string, time?: number) => {
    world.provider.parcels.scan(awb, { ...(label && { label }), ...(time && { time }) })
    await world.sql('update shipments set checked_at = null')
    await trackShipments(shop)
    await followPickup(shop, { shipmentId })
  }
  const now = Date.now()
  await report('RETURN PICKUP ERROR', now + 50_000)
  assert.equal((await pickups())[0]?.step, 'not-delivered')
  await report('RETURN PICKUP RESCHEDULED', now + 60_000)
  await report('RETURN PICKED UP', now + 70_000)
  await report('RETURN DELIVERED', now + 80_000)
  const said = (await notes()).slice(1)
  assert.equal(said.length, 3, said.join('; '))
  assert.match(said[0] ?? '', /could not pick it up/)
  assert.match(said[1] ?? '', /Picked up/)
  assert.match(said[2] ?? '', /brought it to us/)
  assert.deepEqual([await state(), (await pickups())[0]?.step], ['pickup-booked', 'delivered'])
})

test('an order that the answer was lost of is not made twice', async () => {
  await bookPickup(shop, world.admin, requestId, byCourier())
  const shipmentId = Number((await pickups())[0]?.id)
  world.provider.faults.expect(/create\/return/, 'withheld-response')
  await assert.rejects(bookShipment(shop, shipmentId))
  await bookShipment(shop, shipmentId)
  assert.equal(world.provider.parcels.list().length, 1)
  assert.equal((await pickups())[0]?.booking, 'booked')
})

test('an AWB is typed for another courier, and a webhook of a return moves no parcel to a buyer with the same AWB', async () => {
  await world.addShipment(orderId, { courier: 'Ekart', awb: 'AWB77' })
  assert.deepEqual(await bookPickup(shop, world.admin, requestId, byHand('AWB77')), { ok: true })
  assert.equal(await state(), 'pickup-booked')
  const second = await ask()
  assert.deepEqual(await bookPickup(shop, world.admin, second, byHand('awb77')), { ok: false, reason: 'awb-taken' })
})

test('a pickup is cancelled and booked again; a drop-off and a refusal cancel it', async () => {
  requestId = await ask('changed-mind')
  await bookPickup(shop, world.admin, requestId, byCourier())
  const [first] = await pickups()
  await bookShipment(shop, Number(first?.id))
  assert.deepEqual(await cancelPickup(shop, world.admin, requestId), { ok: true })
  assert.deepEqual(await cancelPickup(shop, world.admin, requestId), { ok: true })
  const [cancelled] = await pickups()
  assert.deepEqual([cancelled?.step, cancelled?.booking], ['cancelled', 'cancelling'])
  assert.deepEqual(await bookPickup(shop, world.admin, requestId, byHand('AWB78')), { ok: true })
  assert.deepEqual(await goWithoutPickup(shop, world.admin, requestId, 'dropping-off'), { ok: true })
  assert.equal(await state(), 'dropping-off')
  await bookPickup(shop, world.admin, requestId, byHand('AWB79'))
  assert.deepEqual(await declineReturn(shop, world.admin, requestId, 'It was planted.'), { ok: true })
  assert.deepEqual(
    (await pickups()).map(({ step }) => step),
    ['cancelled', 'cancelled', 'cancelled'],
  )
})

test('a buyer keeps what is worth less than the owner says, and what never arrived is not fetched', async () => {
  assert.deepEqual(await goWithoutPickup(shop, world.admin, requestId, 'kept'), { ok: false, reason: 'not-allowed' })
  await world.db.transaction((tx) => upsertSettings(tx, { keepItBelow: 5000 }))
  assert.deepEqual(await goWithoutPickup(shop, world.admin, requestId, 'kept'), { ok: true })
  assert.equal(await state(), 'kept')
  requestId = await ask('never-arrived')
  assert.deepEqual(await goWithoutPickup(shop, world.admin, requestId, 'kept'), { ok: false, reason: 'not-allowed' })
  assert.deepEqual(await bookPickup(shop, world.admin, requestId, byCourier()), { ok: false, reason: 'not-allowed' })
})
