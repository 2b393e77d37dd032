import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAllOrders } from '#server/orders/admin-queries.ts'
import { cancelParcel } from '#server/parcels/cancel.ts'
import { dispatchMany } from '#server/parcels/dispatch.ts'
import { readDispatchPanel } from '#server/parcels/dispatch-panel.ts'
import { addProduct, addUser, lineFor } from '#tests/support/fixtures/factories.ts'
import { admin, db, meera, place } from '#tests/support/fixtures/order-fixture.ts'
import {
  back,
  desk,
  dispatch,
  move,
  placeCounted,
  quantities,
  returnPots,
  sql,
} from '#tests/support/fixtures/shipment-fixture.ts'
import { readDeskOrder, readOwnOrder, readTrackedOrder } from './page.ts'

test('an order’s page is its shopper’s alone', async () => {
  const id = await place(meera, [lineFor(await addProduct(db))])
  assert.equal((await readOwnOrder({ db }, meera, id))?.order.id, id)
  for (const other of [await addUser(db), admin]) assert.equal(await readOwnOrder({ db }, other, id), undefined)
  assert.equal(await readOwnOrder({ db }, meera, 2 ** 40), undefined)
})

test('a shopper never gets the desk’s note, and a tracking page no phone, street, email or money', async () => {
  const { id } = await placeCounted(2)
  await dispatch(id, { awb: 'DL77' })
  const own = JSON.stringify(await readOwnOrder({ db }, meera, id))
  assert.doesNotMatch(own, /note|bookingProblem/)
  const tracked = JSON.stringify(await readTrackedOrder({ db }, id))
  assert.match(tracked, /DL77/)
  assert.doesNotMatch(tracked, /Lake View|98450|@|price|cash|Meera|560038/)
})

test('the timeline tells of parcels, steps, returns and who did it', async () => {
  const { id } = await placeCounted(3)
  const { shipmentId } = await dispatch(id, { lines: quantities(2), awb: 'DL78' })
  await move(shipmentId, 'on-the-way')
  await returnPots(shipmentId, [back(1)])
  const page = await readDeskOrder({ db }, id)
  assert.deepEqual(
    page?.timeline.map(({ text, who, detail }) => [text, who === admin.email, detail]),
    [
      ['Parcel: taken back', true, '1 good'],
      ['Parcel: On the way', true, undefined],
      ['Parcel dispatched', true, '2 items, Delhivery DL78'],
      ['Order placed', false, `₹${page?.order.totalAmount.toLocaleString('en-IN')}, cash on delivery`],
    ],
  )
  assert.equal(page?.dispatched, 'part')
  assert.deepEqual(page?.parcels[0]?.returned, quantities(1))
})

test('the list shows what is to be dispatched, and a search within it', async () => {
  const { id: waiting } = await placeCounted(1)
  const { id: partly } = await placeCounted(2)
  const { id: sent } = await placeCounted(1)
  await dispatch(partly, { lines: quantities(1) })
  await dispatch(sent)
  const list = async (q?: string) => {
    const { rows } = await listAllOrders(db, { sort: 'newest', show: 'to-pack', ...(q && { q }) }, {})
    return rows.map(({ id, dispatched }) => [id, dispatched])
  }
  const all = await list()
  assert.deepEqual(all.slice(0, 2), [
    [partly, 'part'],
    [waiting, undefined],
  ])
  assert.equal(
    all.some(([id]) => id === sent),
    false,
  )
  assert.deepEqual(await list(String(waiting)), [[waiting, undefined]])
  assert.deepEqual(await list(String(sent)), [])
})

test('thirty orders are dispatched by one press, and by a repeated one no second time', async () => {
  // An unconfirmed buyer may have fewer.
  await sql('update "user" set email_verified = true where id = $1', [meera.userId])
  const ids: number[] = []
  for (let count = 0; count < 30; count += 1) ids.push((await placeCounted(1)).id)
  const { id: gone } = await placeCounted(1)
  await dispatch(gone)
  const key = crypto.randomUUID()
  const first = await dispatchMany(desk, admin, { key, ids: [...ids, gone, 2 ** 40] })
  assert.equal(first.filter(({ dispatched }) => dispatched.ok).length, 30)
  assert.deepEqual(
    first.slice(30).map(({ dispatched }) => !dispatched.ok && dispatched.reason),
    ['nothing', 'not-found'],
  )
  const again = await dispatchMany(desk, admin, { key, ids })
  assert.deepEqual(again, first.slice(0, 30))
  const panel = await readDispatchPanel({ db }, { ids: [...ids, gone], key })
  assert.equal(panel.parcels.filter(({ isNew }) => isNew).length, 30)
  assert.ok(panel.orders.every(({ isOpen, units }) => !isOpen && units === 0))
})

test('many parcels have their AWBs or are booked, and one whose AWB is taken does not stop the others', async () => {
  const [one, two, three] = [(await placeCounted(1)).id, (await placeCounted(2)).id, (await placeCounted(1)).id]
  await dispatch(one, { courier: 'DTDC', awb: `M${one}` })
  const key = crypto.randomUUID()
  const awbs = new Map([
    [two, `m${one}`],
    [three, `M${three}`],
  ])
  const sent = await dispatchMany(desk, admin, { key, ids: [two, three], courier: 'DTDC', awbs })
  assert.deepEqual(
    sent.map(({ dispatched }) => dispatched.ok || dispatched.reason),
    ['awb-taken', true],
  )
  const before = await readDispatchPanel({ db }, { ids: [two, three, one], key })
  assert.deepEqual(
    before.orders.map(({ id, isOpen, units, cash }) => [id, isOpen, units, cash]),
    [
      [two, true, 2, 990],
      [three, false, 0, 0],
      [one, false, 0, 0],
    ],
  )
  const [booked] = await dispatchMany(desk, admin, { key, ids: [two], book: true, courier: 'DTDC' })
  assert.ok(booked?.dispatched.ok)
  const { parcels, isKeySpent } = await readDispatchPanel({ db }, { ids: [two, three, one], key })
  assert.deepEqual(
    parcels.map(({ orderId, courier, awb, booking, isNew }) => [orderId, courier, awb, booking, isNew]),
    [
      [two, '', undefined, 'requested', true],
      [three, 'DTDC', `M${three}`, undefined, true],
      [one, 'DTDC', `M${one}`, undefined, false],
    ],
  )
  assert.equal(isKeySpent, false)
  // A parcel that is cancelled can be dispatched again, with another key.
  assert.ok((await cancelParcel(desk, admin, booked.dispatched.shipmentId)).ok)
  assert.equal((await readDispatchPanel({ db }, { ids: [two], key })).isKeySpent, true)
})
