import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { jobKey } from '#server/db/enqueue.ts'
import { deleteOrder } from '#server/order-page/cancel.ts'
import { readDeletedOrder, readDeskOrder } from '#server/order-page/page.ts'
import { countOrders, listOrders } from '#server/orders/admin-queries.ts'
import { admin, db } from '#tests/support/fixtures/order-fixture.ts'
import {
  back,
  desk,
  dispatch,
  move,
  placeCounted,
  quantities,
  registerShop,
  returnPots,
  sql,
} from '#tests/support/fixtures/shipment-fixture.ts'

before(registerShop)

const listed = async () => (await listOrders(db, { sort: 'newest', show: 'coming-back' }, {})).rows.map(({ id }) => id)

test('a parcel that came back is listed until all of it is counted', async () => {
  const { id } = await placeCounted(2, 1)
  const { shipmentId } = await dispatch(id)
  assert.deepEqual(await listed(), [])
  await move(shipmentId, 'returned')
  assert.deepEqual(await listed(), [id])
  const { rows } = await listOrders(db, { sort: 'newest', show: 'coming-back' }, {})
  assert.equal(rows[0]?.left.onTheWay, 1)
  await returnPots(shipmentId, [back(2)])
  assert.deepEqual(await listed(), [id])
  assert.equal(await countOrders(db, 'coming-back'), 1)
  await returnPots(shipmentId, [back(0, 1, 1)])
  assert.deepEqual(await listed(), [])
  assert.equal(await countOrders(db, 'coming-back'), 0)
})

test('an order is in the view of its word, and a problem as long as one of its parcels is', async () => {
  const { id } = await placeCounted(2)
  const views = async () => {
    const shows = ['to-pack', 'packed', 'on-the-way', 'problems', 'cancellations'] as const
    const lists = await Promise.all(shows.map((show) => listOrders(db, { sort: 'newest', show }, {})))
    return shows.filter((_, index) => lists[index]?.rows.some((order) => order.id === id))
  }
  assert.deepEqual(await views(), ['to-pack'])
  const { shipmentId } = await dispatch(id, { lines: quantities(1) })
  assert.deepEqual(await views(), ['to-pack'])
  await move(shipmentId, 'not-delivered')
  assert.deepEqual(await views(), ['to-pack', 'problems'])
  await move(shipmentId, 'returned')
  assert.deepEqual(await views(), ['to-pack', 'problems'])
  await returnPots(shipmentId, [back(1)])
  assert.deepEqual(await views(), ['to-pack'])
  await sql(`update orders set cancel = 'requested' where id = $1`, [id])
  assert.deepEqual(await views(), ['cancellations'])
  const asked = { sort: 'newest', show: 'cancellations' } as const
  assert.deepEqual((await listOrders(db, { ...asked, status: 'delivered' }, {})).rows, [])
  assert.equal((await listOrders(db, { ...asked, status: 'confirmed' }, {})).rows[0]?.id, id)
})

test('a return of a cash order has an email, once; the list says what a deleted order leaves', async () => {
  const { id } = await placeCounted(2)
  const { shipmentId, issued } = await dispatch(id, { lines: quantities(1) })
  const { rows } = await listOrders(db, { sort: 'newest' }, {})
  assert.deepEqual(rows.find((order) => order.id === id)?.left, { invoices: [issued.invoice?.number], onTheWay: 1 })
  const key = crypto.randomUUID()
  const taken = await returnPots(shipmentId, [back(1)], key)
  await returnPots(shipmentId, [back(1)], key)
  assert.ok(taken.ok && taken.creditNote)
  const { returnId } = taken
  const jobs = await sql('select from graphile_worker.jobs where key = $1', [jobKey('send-return-email', { returnId })])
  assert.equal(jobs.length, 1)
})

test('what is left of a deleted order has a page', async () => {
  const { id } = await placeCounted(1)
  const { issued } = await dispatch(id)
  await deleteOrder(desk, admin, id)
  assert.equal(await readDeskOrder({ db }, id), undefined)
  const left = await readDeletedOrder({ db }, id)
  assert.deepEqual(
    left?.invoices.map(({ kind }) => kind),
    ['tax-invoice', 'credit-note'],
  )
  const told = left?.timeline.map(({ text }) => text) ?? []
  assert.ok(told.includes('Delete order') && told.includes('Parcel dispatched'), told.join())
  assert.ok(told.some((text) => text.endsWith(issued.invoice?.number ?? '?')))
  assert.equal(await readDeletedOrder({ db }, 2 ** 40), undefined)
})
