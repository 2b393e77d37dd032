import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { getSize } from '#domain/catalog/specified-sizes.ts'
import { jobKey, READABLE_JOBS } from '#server/db/enqueue.ts'
import { ProviderUnavailableError } from '#server/errors.ts'
import { dispatchMany, dispatchOrder } from '#server/parcels/dispatch.ts'
import { moveShipment } from '#server/parcels/steps.ts'
import type { Shop } from '#server/shop.ts'
import { openCourierWorld } from '#tests/support/courier/courier-harness.ts'
import { REMOVE_JOBS } from '#tests/support/jobs.ts'
import { bookShipment, cancelBooking, readParcel, requestBooking } from './book.ts'
import { cancelParcel } from './cancel.ts'
import { readRates } from './rates.ts'
import { trackShipments } from './track.ts'

let world: Awaited<ReturnType<typeof openCourierWorld>>
let shop: Shop
let orderId: number

before(async () => {
  world = await openCourierWorld()
  shop = world.openInstance()
})
beforeEach(async () => {
  world.said.length = 0
  world.provider.reset()
  world.provider.faults.clear()
  await world.sql('delete from shipments')
  await world.sql('delete from settings')
  await world.sql(REMOVE_JOBS)
  orderId = await world.addOrder()
})
after(() => world.close())

const jobs = () =>
  world.sql<{ key: string }>(`select key from graphile_worker.jobs where task_identifier = 'book-shipment'`)

test('a booked parcel has its AWB, courier, label and link, and the courier knows what it collects', async () => {
  const id = await world.addRequested(orderId, { cash: 495 })
  assert.deepEqual(await jobs(), [{ key: jobKey('book-shipment', { shipmentId: id }) }])
  await bookShipment(shop, id)
  const [parcel] = world.provider.parcels.list()
  const shipment = await world.find(id)
  assert.equal(parcel?.reference, `${orderId}-${id}`)
  assert.equal(parcel?.cash, 495)
  assert.ok(parcel?.pickup)
  assert.equal(shipment.booking, 'booked')
  assert.equal(shipment.awb, parcel?.awb)
  assert.equal(shipment.courier, parcel?.courier)
  assert.equal(shipment.tracking_link, `https://shiprocket.co/tracking/${parcel?.awb}`)
  assert.match(shipment.label_link, /^http/)
  assert.equal(shipment.provider_order_id, String(parcel?.id))
  await bookShipment(shop, id)
  assert.equal(world.provider.parcels.list().length, 1)
})

test('the courier gets the measures, weights, SKUs and HSN of what is sent, else the owner’s usual ones', async () => {
  await world.sql(`update sizes set width = 20, depth = 30, height = 10.5, weight = 2.4 where code = 'C01'`)
  await world.sql(
    `update products set sku = 'LAMP-1', hsn = '9405' where id = (select product_id from order_lines where order_id = $1)`,
    [orderId],
  )
  const id = await world.addRequested(orderId)
  const read = async () => {
    const { items, lines } = await readParcel(shop, { id, orderId, cash: 0, fee: 0 })
    return { items, lines: lines.map(({ sku, hsn }) => [sku, hsn]) }
  }
  assert.deepEqual(await read(), {
    items: [{ quantity: 1, cm: [20, 30, 10.5], kg: 2.4 }],
    lines: [['LAMP-1', '9405']],
  })
  await world.sql(`update sizes set weight = null where code = 'C01'`)
  await world.sql(`insert into settings (name, value) values ('usualWeight', '1.5'), ('usualParcel', '"40 x 20 x 20"')`)
  assert.deepEqual((await read()).items, [{ quantity: 1, cm: [20, 30, 10.5], kg: 1.5 }])
  await world.sql(`update order_lines set size_code = 'GONE' where order_id = $1`, [orderId])
  assert.deepEqual((await read()).items, [{ quantity: 1, cm: [40, 20, 20], kg: 1.5 }])
  await world.sql(`delete from settings where name like 'usual%'`)
  assert.deepEqual((await read()).items, [{ quantity: 1, cm: undefined, kg: undefined }])
})

test('sizes are booked in the owner’s boxes, with their real weight, SKU and HSN', async () => {
  await world.sql(`insert into settings (name, value) values ('boxes', $1)`, [
    JSON.stringify([
      { name: 'Small', length: 40, width: 40, height: 40, tare: 0.5 },
      { name: 'Long', length: 92, width: 40, height: 40, tare: 1.5 },
      { name: 'Large', length: 66, width: 66, height: 66, tare: 2 },
    ]),
  ])
  await world.sql(`update sizes set width = 20, depth = 20, height = 20 where code = 'C01'`)
  await world.sql(`update sizes set weight = width * depth * height / 10000`)
  // An unconfirmed buyer may not have so many cash orders.
  await world.sql(`update "user" set email_verified = true`)
  // One for each box, and one that fits into none; `domain/orders/pack.test.ts` packs all of them.
  for (const size of ['C01', 'B02', 'W04', 'B03'].map(getSize)) {
    const id = await world.addOrder()
    await world.sql('update order_lines set size_code = $2 where order_id = $1', [id, size.code])
    await world.sql(
      `update products set sku = 'POT-' || $2, hsn = '6810' where id = (select product_id from order_lines where order_id = $1)`,
      [id, size.code],
    )
    const request = { orderId: id, lines: 'rest', courier: '', awb: '', trackingLink: '', book: true } as const
    const sent = await dispatchOrder(shop, world.admin, { ...request, key: crypto.randomUUID(), choice: { box: '' } })
    assert.ok(sent.ok, size.code)
    await bookShipment(shop, sent.shipmentId)
    const { box, items } = world.provider.parcels.list().find(({ reference }) => reference.startsWith(`${id}-`)) ?? {}
    const sides = [size.width, size.depth, size.height].sort((one, other) => other - one)
    const weight = (size.width * size.depth * size.height) / 10000
    const [{ box: stored }] = (await world.sql<{ box: { name: string; kg: number } }>(
      'select box from shipments where id = $1',
      [sent.shipmentId],
    )) as [{ box: { name: string; kg: number } }]
    const tare = { Small: 0.5, Long: 1.5, Large: 2, '': 0 }[stored.name] ?? Number.NaN
    assert.ok(Math.abs((box?.kg ?? 0) - weight - tare) < 0.002, `${size.code}: ${box?.kg} kg`)
    const inner = [...(box?.cm ?? [])].sort((one, other) => other - one)
    assert.ok(
      sides.every((side, index) => side <= (inner[index] ?? 0)),
      `${size.code} in ${inner}`,
    )
    assert.equal(stored.name === '', (sides[0] ?? 0) > 92, size.code)
    assert.deepEqual(
      items?.map(({ sku, hsn }) => [sku, hsn]),
      [[`POT-${size.code}`, 6810]],
    )
  }
})

test('the desk corrects box and weight; what needs two boxes goes in two parcels', async () => {
  await world.sql(`insert into settings (name, value) values ('boxes', $1)`, [
    JSON.stringify([{ name: 'Small', length: 20, width: 20, height: 20, tare: 0.5 }]),
  ])
  const two = await world.addOrder({ quantity: 2 })
  const request = { orderId: two, courier: '', awb: '', trackingLink: '', book: false, lines: 'rest' } as const
  const send = (more: object) => dispatchOrder(shop, world.admin, { ...request, key: crypto.randomUUID(), ...more })
  assert.deepEqual(await send({ choice: { box: '' } }), { ok: false, reason: 'many-boxes' })
  assert.deepEqual(await send({ choice: { box: 'Huge' } }), { ok: false, reason: 'box-gone' })
  const done = await dispatchMany(shop, world.admin, { key: crypto.randomUUID(), ids: [two], book: true })
  assert.ok(done[0]?.dispatched.ok)
  const parcels = await world.sql('select box from shipments where order_id = $1', [two])
  assert.deepEqual(
    parcels,
    [1, 2].map(() => ({ box: { name: 'Small', cm: [20, 20, 20], kg: 1.3 } })),
  )
  const one = await world.addOrder()
  const by = { ...request, orderId: one, key: crypto.randomUUID(), choice: { box: 'Small', kg: 2.25 } }
  assert.ok((await dispatchOrder(shop, world.admin, by)).ok)
  assert.deepEqual(await world.sql('select box from shipments where order_id = $1', [one]), [
    { box: { name: 'Small', cm: [20, 20, 20], kg: 2.25 } },
  ])
})

test('the couriers’ prices are compared, and the cheapest, the fastest or the chosen one carries the parcel', async () => {
  const read = await readRates(shop, orderId, { lines: 'rest' })
  assert.ok(read?.ok)
  assert.deepEqual(
    read.rates.map(({ courier, days }) => [courier, days]),
    [
      ['Xpressbees Surface', 6],
      ['Delhivery Surface', 5],
      ['Blue Dart Surface', 2],
    ],
  )
  for (const [wanted, courier] of [
    ['cheapest', 'Xpressbees Surface'],
    ['fastest', 'Blue Dart Surface'],
    ['10', 'Delhivery Surface'],
  ]) {
    const id = await world.addRequested(orderId)
    await world.sql('update shipments set wanted_courier = $2 where id = $1', [id, wanted])
    await bookShipment(shop, id)
    assert.equal((await world.find(id)).courier, courier)
  }
  world.provider.faults.expect(/serviceability/, { status: 503 })
  assert.deepEqual(await readRates(shop, orderId, { lines: 'rest' }), {
    ok: false,
    message: 'Shiprocket did not answer. Try again.',
  })
  world.provider.faults.expect(/serviceability/, { status: 404, description: 'Delivery postcode not serviceable' })
  assert.deepEqual(await readRates(shop, orderId, { lines: 'rest' }), {
    ok: false,
    message: 'Shiprocket: Delivery postcode not serviceable',
  })
})

test('the shopper hears of the parcel when the courier has it, or when it leaves all the same', async () => {
  const told = async () =>
    (
      await world.sql<{ id: string }>(
        `select payload ->> 'shipmentId' as id from ${READABLE_JOBS} as job where payload ->> 'template' = 'dispatched' order by (payload ->> 'shipmentId')::bigint`,
      )
    ).map(({ id }) => Number(id))
  const send = async () => {
    const id = await world.addOrder()
    const request = { orderId: id, lines: 'rest', courier: '', awb: '', trackingLink: '', book: true } as const
    const sent = await dispatchOrder(shop, world.admin, { ...request, key: crypto.randomUUID() })
    assert.ok(sent.ok)
    return sent.shipmentId
  }
  const booked = await send()
  assert.deepEqual(await told(), [])
  await bookShipment(shop, booked)
  assert.deepEqual(await told(), [booked])

  world.provider.faults.expect(/create/, { status: 422, description: 'Oops! Invalid Data.' })
  const refused = await send()
  await bookShipment(shop, refused)
  assert.deepEqual(await told(), [booked])
  await moveShipment(shop, world.admin, { shipmentId: refused, step: 'picked-up' })
  assert.deepEqual(await told(), [booked, refused])
})

test('a parcel of a delivery without a known State is not sent to the courier, and says why', async () => {
  const { someAddress } = await import('#tests/support/fixtures/factories.ts')
  const lost = await world.addOrder({ address: { ...someAddress, pincode: '000000' } })
  const id = await world.addRequested(lost)
  await bookShipment(shop, id)
  const { booking, booking_problem } = await world.find(id)
  assert.deepEqual([booking, booking_problem], ['failed', 'Choose the State of the delivery address first.'])
  assert.deepEqual(world.provider.parcels.list(), [])
})

test('a refusal is shown in the provider’s words, and the button books again, once', async () => {
  const id = await world.addRequested(orderId)
  world.provider.faults.expect(/create/, { status: 422, description: 'Oops! Invalid Data.' })
  await bookShipment(shop, id)
  const { booking, booking_problem } = await world.find(id)
  assert.deepEqual([booking, booking_problem], ['failed', 'Oops! Invalid Data.'])
  assert.equal(world.said.length, 1)
  await world.sql(REMOVE_JOBS)
  const pressed = await Promise.all([1, 2, 3].map(() => requestBooking(shop, world.admin, id)))
  assert.deepEqual(pressed, [{ ok: true }, { ok: true }, { ok: true }])
  assert.equal((await jobs()).length, 1)
  assert.equal((await world.sql(`select from audit where action = 'book again'`)).length, 1)
  await bookShipment(shop, id)
  assert.equal((await world.find(id)).booking, 'booked')
  assert.deepEqual(await requestBooking(shop, world.admin, id), { ok: false, reason: 'not-allowed' })
  assert.deepEqual(await requestBooking(shop, world.admin, 999_999), { ok: false, reason: 'not-found' })
})

test('after a refused AWB the next attempt goes on with the same order', async () => {
  const id = await world.addRequested(orderId)
  world.provider.faults.expect(/assign/, { status: 400, description: 'Your wallet is empty.' })
  await bookShipment(shop, id)
  assert.equal((await world.find(id)).booking_problem, 'Your wallet is empty.')
  await requestBooking(shop, world.admin, id)
  await bookShipment(shop, id)
  assert.equal((await world.find(id)).booking, 'booked')
  assert.equal(world.provider.parcels.list().length, 1)
})

test('after a lost answer the order is found, and where it is not found nobody creates for five minutes', async () => {
  const id = await world.addRequested(orderId)
  world.provider.faults.expect(/create/, { status: 503 })
  await assert.rejects(bookShipment(shop, id), ProviderUnavailableError)
  await assert.rejects(bookShipment(shop, id), /may be booked already/)
  await world.sql(`update shipments set booking_sent_at = booking_sent_at - interval '6 minutes'`)
  world.provider.faults.expect(/create/, 'broken-response')
  await assert.rejects(bookShipment(shop, id), ProviderUnavailableError)
  assert.equal(world.provider.parcels.list().length, 1)
  await bookShipment(shop, id)
  assert.equal(world.provider.parcels.list().length, 1)
  assert.equal((await world.find(id)).booking, 'booked')
})

test('while one instance books, another puts its job off', async () => {
  const id = await world.addRequested(orderId)
  await world.sql(REMOVE_JOBS)
  await Promise.all([bookShipment(shop, id), bookShipment(world.openInstance(), id)])
  assert.equal(world.provider.parcels.list().length, 1)
  const later = await world.sql(`select from graphile_worker.jobs where run_at > now() + interval '50 seconds'`)
  assert.ok(later.length <= 1)
})

test('an AWB that is another shipment’s is a problem for a person', async () => {
  const id = await world.addRequested(orderId)
  world.provider.faults.expect(/label/, { status: 503 })
  await assert.rejects(bookShipment(shop, id))
  const { awb, courier } = await world.find(id)
  await world.sql('update shipments set awb = null where id = $1', [id])
  await world.addShipment(orderId, { awb, courier })
  await bookShipment(shop, id)
  assert.match((await world.find(id)).booking_problem ?? '', /belongs to another shipment/)
})

test('a parcel that got its AWB by hand meanwhile is not booked', async () => {
  const id = await world.addRequested(orderId)
  await world.sql(`update shipments set awb = '42' where id = $1`, [id])
  await bookShipment(shop, id)
  assert.equal((await world.find(id)).booking, null)
  assert.deepEqual(world.provider.parcels.list(), [])
})

test('a cancelled parcel is cancelled at the courier, also while it is being booked, and is picked up by nobody', async () => {
  const booked = await world.addRequested(orderId)
  await bookShipment(shop, booked)
  assert.ok((await cancelParcel(shop, world.admin, booked)).ok)
  assert.deepEqual(await world.sql(`select key from graphile_worker.jobs where task_identifier = 'cancel-booking'`), [
    { key: jobKey('cancel-booking', { shipmentId: booked }) },
  ])
  // The first answer is lost; the retry finds nothing left to cancel.
  world.provider.faults.expect(/cancel/, 'broken-response')
  await assert.rejects(cancelBooking(shop, booked), ProviderUnavailableError)
  await cancelBooking(shop, booked)
  assert.equal((await world.find(booked)).booking, 'cancelled')
  assert.deepEqual(
    world.provider.parcels.list().map(({ isCancelled }) => isCancelled),
    [true],
  )

  const waiting = await world.addRequested(orderId)
  assert.ok((await cancelParcel(shop, world.admin, waiting)).ok)
  await bookShipment(shop, waiting)
  await cancelBooking(shop, waiting)
  assert.equal(world.provider.parcels.list().length, 1)

  // While the courier is asked to create it; its answer comes after the cancellation.
  const halfway = await world.addRequested(orderId)
  const slow = world.openInstance(async (name, send) => {
    const answer = await send()
    if (name.endsWith('/create/adhoc')) assert.ok((await cancelParcel(shop, world.admin, halfway)).ok)
    return answer
  })
  await assert.rejects(bookShipment(slow, halfway), ProviderUnavailableError)
  await cancelBooking(shop, halfway)
  const { booking, awb } = await world.find(halfway)
  assert.deepEqual([booking, awb], ['cancelled', null])
  assert.ok(world.provider.parcels.list().every(({ isCancelled }) => isCancelled))
})

test('while it is not known whether the courier has a parcel, its cancellation waits', async () => {
  const id = await world.addRequested(orderId)
  world.provider.faults.expect(/create/, { status: 503 })
  await assert.rejects(bookShipment(shop, id))
  assert.ok((await cancelParcel(shop, world.admin, id)).ok)
  await assert.rejects(cancelBooking(shop, id), /may still be booked/)
  await world.sql(`update shipments set booking_sent_at = booking_sent_at - interval '6 minutes'`)
  await cancelBooking(shop, id)
  assert.equal((await world.find(id)).booking, 'cancelled')
})

test('a courier that does not cancel says why, and the button asks it again', async () => {
  const id = await world.addRequested(orderId)
  await bookShipment(shop, id)
  assert.ok((await cancelParcel(shop, world.admin, id)).ok)
  world.provider.parcels.scan((await world.find(id)).awb ?? '')
  await cancelBooking(shop, id)
  const { booking, booking_problem } = await world.find(id)
  assert.deepEqual([booking, booking_problem], ['failed', 'Cannot cancel: the parcel was picked up.'])
  assert.deepEqual(await requestBooking(shop, world.admin, id), { ok: true })
  assert.equal((await world.find(id)).booking, 'cancelling')
})

test('a parcel without a courier is booked afterwards, and one with an AWB is not', async () => {
  const id = await world.addShipment(orderId)
  assert.deepEqual(await requestBooking(shop, world.admin, id), { ok: true })
  await bookShipment(shop, id)
  assert.equal((await world.find(id)).booking, 'booked')
  const byHand = await world.addShipment(orderId, { courier: 'DTDC', awb: 'D1' })
  assert.deepEqual(await requestBooking(shop, world.admin, byHand), { ok: false, reason: 'not-allowed' })
})

test('tracking finds what webhooks have missed, oldest check first, and asks again after an hour', async () => {
  const id = await world.addRequested(orderId)
  const other = await world.addRequested(orderId)
  for (const one of [id, other]) await bookShipment(shop, one)
  const { awb } = await world.find(id)
  const { parcels } = world.provider
  parcels.scan(awb ?? '')
  parcels.scan(awb ?? '')
  await trackShipments(shop)
  assert.equal((await world.find(id)).step, 'on-the-way')
  assert.equal((await world.find(other)).step, 'packed')
  parcels.scan(awb ?? '', { label: 'DELIVERED' })
  await trackShipments(shop)
  assert.equal((await world.find(id)).step, 'on-the-way', 'it was asked just now')
  await world.sql(`update shipments set checked_at = checked_at - interval '61 minutes'`)
  await trackShipments(shop)
  assert.equal((await world.find(id)).step, 'delivered')
  const checked = (await world.find(id)).checked_at
  await world.sql(`update shipments set checked_at = checked_at - interval '61 minutes'`)
  await trackShipments(shop)
  assert.notDeepEqual((await world.find(other)).checked_at, checked)
})

test('one lost answer does not end a round, a courier that is down does', async () => {
  for (let count = 0; count < 4; count++) await bookShipment(shop, await world.addRequested(orderId))
  world.provider.faults.expect(/track/, { status: 500 })
  await trackShipments(shop)
  await world.sql('update shipments set checked_at = null')
  for (let count = 0; count < 3; count++) world.provider.faults.expect(/track/, { status: 500 })
  await assert.rejects(trackShipments(shop), ProviderUnavailableError)
})

test('a booking whose job has given up is enqueued again', async () => {
  const id = await world.addRequested(orderId)
  await world.sql(REMOVE_JOBS)
  await trackShipments(shop)
  assert.deepEqual(await jobs(), [])
  await world.sql(`update shipments set time = time - interval '16 minutes'`)
  await trackShipments(shop)
  assert.deepEqual(await jobs(), [{ key: jobKey('book-shipment', { shipmentId: id }) }])
})
