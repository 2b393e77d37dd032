import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { listSold } from '#server/catalog/storefront-queries.ts'
import { deleteOrder, requestCancel } from '#server/order-page/cancel.ts'
import { findOrder } from '#server/orders/queries.ts'
import { finishDelivery } from '#server/parcels/deliver.ts'
import { addProduct, lineFor } from '#tests/support/fixtures/factories.ts'
import { admin, count, db, meera, place } from '#tests/support/fixtures/order-fixture.ts'
import { cancelOrder } from '#tests/support/fixtures/order-steps.ts'
import {
  back,
  desk,
  dispatch,
  getShipment,
  jobsOf,
  move,
  placeCounted,
  quantities,
  registerShop,
  returnPots,
  scan,
} from '#tests/support/fixtures/shipment-fixture.ts'
import { deliverOrder } from './deliver.ts'
import { moveShipment } from './steps.ts'

before(registerShop)

const statusOf = async (id: number) => (await findOrder(db, id))?.status

async function sendTwoParcels() {
  const pot = await addProduct(db)
  const id = await place(meera, [lineFor(pot, { quantity: 2 })])
  const first = await dispatch(id, { lines: quantities(1) })
  const second = await dispatch(id)
  return { id, pot, first: first.shipmentId, second: second.shipmentId }
}

describe('the desk', () => {
  test('moves a shipment with a button, once, and the shopper hears of it', async () => {
    const { id } = await placeCounted(1)
    const { shipmentId } = await dispatch(id)
    assert.deepEqual(await move(shipmentId, 'out-for-delivery'), { ok: true })
    assert.deepEqual(await move(shipmentId, 'out-for-delivery'), { ok: true })
    const { step, scans } = await getShipment(shipmentId)
    assert.equal(step, 'out-for-delivery')
    assert.equal(scans.length, 2)
    assert.equal(await count(`from audit where subject = $1 and action = 'move shipment'`, [`order ${id}`]), 1)
    assert.deepEqual(await jobsOf({ shipmentId }), ['dispatched', 'out-for-delivery'])
    assert.deepEqual(await move(2 ** 40, 'packed'), { ok: false, reason: 'not-found' })
  })

  test('delivers the order with its last parcel, as Deliver does', async () => {
    const { id, pot, first, second } = await sendTwoParcels()
    await requestCancel(desk, meera, id)
    await move(first, 'delivered')
    assert.equal(await statusOf(id), 'confirmed')
    assert.equal((await listSold(db, [pot])).size, 0)
    await move(second, 'delivered')
    const order = await findOrder(db, id)
    assert.deepEqual([order?.status, order?.cancel], ['delivered', 'none'])
    assert.deepEqual(await listSold(db, [pot]), new Set([pot]))
    assert.deepEqual(await jobsOf({ orderId: id }), ['cancellation-requested', 'delivered'])
    assert.deepEqual(await move(first, 'packed'), { ok: false, reason: 'not-allowed' })
    assert.deepEqual(await deliverOrder(desk, admin, id), { ok: true })
  })

  test('corrects a step while the order is not delivered', async () => {
    const { id, first, second } = await sendTwoParcels()
    await move(first, 'delivered')
    assert.deepEqual(await move(first, 'on-the-way'), { ok: true })
    await move(second, 'delivered')
    assert.equal(await statusOf(id), 'confirmed')
  })

  test('sees an order delivered whose other parcel came back, not one of which nothing arrived', async () => {
    const one = await sendTwoParcels()
    await move(one.first, 'returned')
    await move(one.second, 'delivered')
    assert.equal(await statusOf(one.id), 'delivered')
    const none = await sendTwoParcels()
    await move(none.first, 'returned')
    await move(none.second, 'returned')
    assert.equal(await statusOf(none.id), 'confirmed')
    assert.deepEqual(await deliverOrder(desk, admin, none.id), { ok: false, reason: 'not-allowed' })
  })

  test('does not see an order delivered of which something was not sent', async () => {
    const { id } = await placeCounted(2)
    const { shipmentId } = await dispatch(id, { lines: quantities(1) })
    await move(shipmentId, 'delivered')
    assert.equal(await statusOf(id), 'confirmed')
  })

  test('presses twice in two tabs and delivers once', async () => {
    const { id } = await placeCounted(1)
    const { shipmentId } = await dispatch(id)
    await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        index % 2 ? deliverOrder(desk, admin, id) : moveShipment(desk, admin, { shipmentId, step: 'delivered' }),
      ),
    )
    await finishDelivery(desk, id, { early: true })
    assert.deepEqual(await jobsOf({ orderId: id }), ['delivered'])
    assert.equal(await count(`from shipment_scans where shipment_id = $1 and step = 'delivered'`, [shipmentId]), 1)
  })
})

describe('reports of the courier', () => {
  test('are kept once and never move a shipment back, in whatever sequence they come', async () => {
    const { id } = await placeCounted(1)
    const { shipmentId } = await dispatch(id)
    await scan(shipmentId, 'on-the-way', 20)
    await scan(shipmentId, 'picked-up', 10)
    await scan(shipmentId, 'on-the-way', 20)
    const { step, scans } = await getShipment(shipmentId)
    assert.equal(step, 'on-the-way')
    assert.deepEqual(
      scans.filter(({ source }) => source === 'courier').map((report) => report.step),
      ['picked-up', 'on-the-way'],
    )
    await Promise.all(Array.from({ length: 6 }, () => scan(shipmentId, 'delivered', 40)))
    await scan(shipmentId, 'out-for-delivery', 30)
    assert.equal((await getShipment(shipmentId)).step, 'delivered')
    assert.equal(await statusOf(id), 'delivered')
    assert.deepEqual(await jobsOf({ orderId: id }), ['delivered'])
    assert.deepEqual(await jobsOf({ shipmentId }), ['dispatched'])
  })

  test('of several tries follow their own clock', async () => {
    const { shipmentId } = await dispatch((await placeCounted(1)).id)
    await scan(shipmentId, 'out-for-delivery', 10)
    await scan(shipmentId, 'not-delivered', 20)
    await scan(shipmentId, 'out-for-delivery', 15)
    assert.equal((await getShipment(shipmentId)).step, 'not-delivered')
    await scan(shipmentId, 'out-for-delivery', 1500)
    await scan(shipmentId, 'returned', 3000)
    assert.equal((await getShipment(shipmentId)).step, 'returned')
    assert.equal((await jobsOf({ shipmentId })).filter((name) => name === 'out-for-delivery').length, 1)
  })

  test('in unknown words are shown until the next known one, and do not move anything', async () => {
    const { shipmentId } = await dispatch((await placeCounted(1)).id)
    await scan(shipmentId, undefined, 10, 'Held by customs')
    const held = await getShipment(shipmentId)
    assert.deepEqual([held.step, held.status], ['packed', 'Held by customs'])
    await scan(shipmentId, undefined, 5, 'Something older')
    assert.equal((await getShipment(shipmentId)).status, 'Held by customs')
    await scan(shipmentId, 'picked-up', 8)
    assert.equal((await getShipment(shipmentId)).status, 'Held by customs')
    await scan(shipmentId, 'on-the-way', 20)
    const moved = await getShipment(shipmentId)
    assert.deepEqual([moved.step, moved.status], ['on-the-way', undefined])
    assert.equal(moved.scans.length, 5)
  })

  test('about an order that is cancelled or deleted move its parcel only', async () => {
    const cancelled = await placeCounted(1)
    const first = await dispatch(cancelled.id)
    await cancelOrder(desk, admin, meera, cancelled.id)
    await scan(first.shipmentId, 'delivered', 10)
    const order = await findOrder(db, cancelled.id)
    assert.deepEqual([order?.status, order?.cancel], ['confirmed', 'cancelled'])
    const deleted = await placeCounted(1)
    const second = await dispatch(deleted.id)
    await deleteOrder(desk, admin, deleted.id)
    await scan(second.shipmentId, 'out-for-delivery', 10)
    await scan(second.shipmentId, 'delivered', 20)
    assert.equal((await getShipment(second.shipmentId)).step, 'delivered')
    assert.deepEqual(await jobsOf({ shipmentId: second.shipmentId }), ['dispatched'])
  })
})

describe('pots that come back', () => {
  test('all before they arrived, are a returned shipment', async () => {
    const { id } = await placeCounted(2)
    const { shipmentId } = await dispatch(id)
    await returnPots(shipmentId, [back(1)])
    assert.equal((await getShipment(shipmentId)).step, 'packed')
    await returnPots(shipmentId, [back(0, 1)])
    assert.equal((await getShipment(shipmentId)).step, 'returned')
    assert.equal(await statusOf(id), 'confirmed')
  })

  test('after they arrived, leave the shipment delivered', async () => {
    const { id } = await placeCounted(1)
    const { shipmentId } = await dispatch(id)
    await move(shipmentId, 'delivered')
    await returnPots(shipmentId, [back(1)])
    assert.equal((await getShipment(shipmentId)).step, 'delivered')
    assert.equal(await statusOf(id), 'delivered')
  })
})
