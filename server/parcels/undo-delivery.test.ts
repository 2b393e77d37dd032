import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { listSold } from '#server/catalog/storefront-queries.ts'
import { jobKey } from '#server/db/enqueue.ts'
import { deleteOrder, requestCancel } from '#server/order-page/cancel.ts'
import { readDeskOrder } from '#server/order-page/page.ts'
import { findOrder, findStoredOrder } from '#server/orders/queries.ts'
import { finishDelivery, undoDelivery } from '#server/parcels/deliver.ts'
import { addProduct, lineFor } from '#tests/support/fixtures/factories.ts'
import { admin, count, db, meera, place, pool } from '#tests/support/fixtures/order-fixture.ts'
import {
  back,
  desk,
  dispatch,
  getShipment,
  invoicesOf,
  jobsOf,
  move,
  placeCounted,
  quantities,
  registerShop,
  returnPots,
  scan,
  sentLines,
  sql,
} from '#tests/support/fixtures/shipment-fixture.ts'
import { assertStockAddsUp } from '#tests/support/fixtures/stock-ledger.ts'
import { deliverOrder } from './deliver.ts'
import { listShipmentsOf } from './queries.ts'

before(registerShop)

const TOO_LATE = { ok: false, reason: 'too-late' }
/** The thirty seconds are over. */
const letPass = (id: number) =>
  sql(`update open_deliveries set undo_until = now() - interval '1 second' where order_id = $1`, [id])

describe('an undone delivery', () => {
  test('leaves the order, its parcels, its pots and its stock as they were, and no invoice or email', async () => {
    const pot = await addProduct(db)
    const id = await place(meera, [lineFor(pot, { quantity: 3 })])
    const { shipmentId } = await dispatch(id, { lines: quantities(1) })
    await scan(shipmentId, 'on-the-way', 1)
    await requestCancel(desk, meera, id)
    const known = async () => ({
      order: await findStoredOrder(db, id),
      shipments: await listShipmentsOf(db, id),
      rows: await sql('select * from shipments where order_id = $1', [id]),
      invoices: await invoicesOf(id),
      jobs: (await jobsOf({ orderId: id })).filter((template) => template === 'delivered'),
      sold: [...(await listSold(db, [pot]))],
    })
    const earlier = await known()

    assert.deepEqual(await deliverOrder(desk, admin, id), { ok: true })
    const delivered = await known()
    assert.equal(delivered.order?.status, 'delivered')
    assert.deepEqual(delivered.sold, [pot])
    assert.deepEqual(
      delivered.shipments.map(({ step, lines }) => [step, lines]),
      [
        ['delivered', sentLines(1)],
        ['delivered', sentLines(2)],
      ],
    )
    assert.deepEqual([delivered.invoices, delivered.jobs], [earlier.invoices, []])

    assert.deepEqual(await undoDelivery(desk, admin, id), { ok: true })
    assert.deepEqual(await undoDelivery(desk, admin, id), { ok: true })
    assert.deepEqual(await known(), earlier)
    await letPass(id)
    await finishDelivery(desk, id, { early: false })
    assert.deepEqual(await known(), earlier)
    const page = await readDeskOrder({ db }, id)
    assert.deepEqual(
      page?.timeline.filter(({ text }) => /eliver/.test(text)).map(({ text, who }) => [text, who]),
      [
        ['Undo delivery', admin.email],
        ['Deliver order', admin.email],
      ],
    )
    assert.equal(page?.progress.at(-1)?.label, 'Cancellation requested')
    await assertStockAddsUp(sql)
  })

  test('keeps what the courier has reported since', async () => {
    const { id } = await placeCounted(1)
    const { shipmentId } = await dispatch(id)
    await scan(shipmentId, 'picked-up', 1)
    await deliverOrder(desk, admin, id)
    await scan(shipmentId, 'out-for-delivery', 2)
    await undoDelivery(desk, admin, id)
    const { step, scans } = await getShipment(shipmentId)
    assert.equal(step, 'out-for-delivery')
    assert.deepEqual(scans.map((each) => each.step).sort(), ['out-for-delivery', 'packed', 'picked-up'])
  })

  test('is delivered all the same when the courier says that the last parcel has arrived', async () => {
    const { id } = await placeCounted(1)
    const { shipmentId } = await dispatch(id)
    await deliverOrder(desk, admin, id)
    await scan(shipmentId, 'delivered', 2)
    await undoDelivery(desk, admin, id)
    assert.equal((await findOrder(db, id))?.status, 'delivered')
    assert.deepEqual(await jobsOf({ orderId: id }), ['delivered'])
  })

  test('can be delivered again, and has thirty seconds again', async () => {
    const { id } = await placeCounted(1)
    await deliverOrder(desk, admin, id)
    await undoDelivery(desk, admin, id)
    await deliverOrder(desk, admin, id)
    assert.equal(
      await count('from graphile_worker.jobs where key = $1', [jobKey('finish-delivery', { orderId: id })]),
      1,
    )
    await finishDelivery(desk, id, { early: false })
    assert.deepEqual(await invoicesOf(id), [])
    await letPass(id)
    await finishDelivery(desk, id, { early: false })
    assert.equal((await invoicesOf(id)).length, 1)
  })
})

describe('a delivery that is not undone', () => {
  test('is billed and announced after thirty seconds, once', async () => {
    const { id } = await placeCounted(2)
    await deliverOrder(desk, admin, id)
    const { rows } = await pool.query(
      `select extract(epoch from run_at - created_at)::integer as seconds, max_attempts from graphile_worker.jobs where key = $1`,
      [jobKey('finish-delivery', { orderId: id })],
    )
    assert.deepEqual(rows, [{ seconds: 30, max_attempts: 25 }])
    const { undoSeconds } = (await readDeskOrder({ db }, id)) ?? {}
    assert.ok(undoSeconds && undoSeconds > 0 && undoSeconds <= 30)
    await letPass(id)
    assert.deepEqual(await undoDelivery(desk, admin, id), TOO_LATE)
    await Promise.all([1, 2, 3].map(() => finishDelivery(desk, id, { early: false })))
    assert.deepEqual(await undoDelivery(desk, admin, id), TOO_LATE)
    const [shipment] = await listShipmentsOf(db, id)
    assert.deepEqual(await invoicesOf(id), [{ series: 'bill', rupees: 990, shipment: shipment?.id }])
    assert.deepEqual(await jobsOf({ orderId: id }), ['delivered'])
    assert.equal((await readDeskOrder({ db }, id))?.undoSeconds, 0)
  })

  test('is billed before something of it comes back or it is deleted', async () => {
    const { id } = await placeCounted(2)
    await deliverOrder(desk, admin, id)
    const [shipment] = await listShipmentsOf(db, id)
    assert.ok((await returnPots(shipment?.id ?? 0, [back(1)])).ok)
    const series = async () => (await invoicesOf(id)).map((invoice) => invoice.series)
    assert.deepEqual(await series(), ['bill', 'credit-note'])
    assert.deepEqual(await undoDelivery(desk, admin, id), TOO_LATE)

    const { id: deleted } = await placeCounted(1)
    await deliverOrder(desk, admin, deleted)
    assert.deepEqual(await deleteOrder(desk, admin, deleted), { ok: true })
    assert.equal((await invoicesOf(deleted)).length, 1)
    assert.deepEqual(await undoDelivery(desk, admin, deleted), { ok: false, reason: 'not-found' })
  })

  test('by an arrived parcel cannot be undone', async () => {
    const { id } = await placeCounted(1)
    const { shipmentId } = await dispatch(id)
    await move(shipmentId, 'delivered')
    assert.deepEqual(await undoDelivery(desk, admin, id), TOO_LATE)
  })
})

test('undo, end of the time, return and deletion at the same moment leave one invoice for what is sent, or none', async () => {
  for (let round = 0; round < 12; round += 1) {
    const { id } = await placeCounted(1)
    await deliverOrder(desk, admin, id)
    if (round % 2 === 0) await letPass(id)
    const [shipment] = await listShipmentsOf(db, id)
    const [undone] = await Promise.all([
      undoDelivery(desk, admin, id),
      finishDelivery(desk, id, { early: false }),
      round % 3 === 0 ? returnPots(shipment?.id ?? 0, [back(1)]) : finishDelivery(desk, id, { early: false }),
      round % 4 === 1 ? deleteOrder(desk, admin, id) : undefined,
    ])
    const invoices = (await invoicesOf(id)).filter(({ series }) => series === 'bill')
    const parcels = await listShipmentsOf(db, id)
    assert.equal(invoices.length, parcels.length, `round ${round}`)
    assert.equal(await count('from open_deliveries where order_id = $1', [id]), 0)
    if (undone.ok && round % 4 !== 1) assert.equal((await findOrder(db, id))?.status, 'confirmed')
  }
  await assertStockAddsUp(sql)
})
