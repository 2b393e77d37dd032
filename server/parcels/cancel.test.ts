import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { READABLE_JOBS } from '#server/db/enqueue.ts'
import { approveCancellation, deleteOrder, requestCancel } from '#server/order-page/cancel.ts'
import { readChangeForm } from '#server/order-page/change-lines.ts'
import { readDeskOrder, readOwnOrder } from '#server/order-page/page.ts'
import { admin, count, db, meera } from '#tests/support/fixtures/order-fixture.ts'
import { cancelOrder } from '#tests/support/fixtures/order-steps.ts'
import {
  back,
  deliver,
  desk,
  dispatch,
  dispatchedOf,
  getShipment,
  invoicesOf,
  move,
  placeCounted,
  quantities,
  registerShop,
  returnPots,
  scan,
  sentLines,
  sql,
  unitsOf,
} from '#tests/support/fixtures/shipment-fixture.ts'
import { assertStockAddsUp } from '#tests/support/fixtures/stock-ledger.ts'
import { cancelParcel } from './cancel.ts'

before(registerShop)

const cancel = (shipmentId: number) => cancelParcel(desk, admin, shipmentId)
const totalsOf = async (id: number) => (await invoicesOf(id)).map(({ series, rupees }) => `${series} ${rupees}`)

/** Numbers of the invoices of this database, which must have no gap. */
async function assertNoGap() {
  const [row] = await sql<{ gaps: number }>(
    `select coalesce(sum(last - counted), 0)::integer as gaps
     from (select max(serial) as last, count(*) as counted from bills group by supplier_gstin, series, financial_year) as of`,
  )
  assert.equal(row?.gaps, 0)
}

describe('a parcel that is cancelled in the shop', () => {
  test('is credited in full at once, and its order is to dispatch again with a new invoice', async () => {
    const { id, products } = await placeCounted(3)
    const { shipmentId } = await dispatch(id, { awb: 'DL-1' })
    const cancelled = await cancel(shipmentId)
    assert.ok(cancelled.ok && cancelled.creditNote)
    assert.deepEqual(await totalsOf(id), ['bill 1485', 'credit-note 1485'])
    assert.deepEqual([await dispatchedOf(id), (await getShipment(shipmentId)).step], ['none', 'cancelled'])
    // Its units are here again, and still the order's.
    assert.equal(await unitsOf(products[0] as number), 7)
    assert.equal(await count('from returns where order_id = $1', [id]), 0)
    // With the AWB that was not used.
    await dispatch(id, { awb: 'DL-1' })
    assert.equal(await dispatchedOf(id), 'whole')
    assert.deepEqual(await totalsOf(id), ['bill 1485', 'credit-note 1485', 'bill 1485'])
    assert.deepEqual(await deliver(id), { ok: true })
    await assertNoGap()
    await assertStockAddsUp(sql)
  })

  test('frees the lines of its order to be changed before it is dispatched again', async () => {
    const { id } = await placeCounted(2)
    const { shipmentId } = await dispatch(id)
    assert.equal(await readChangeForm({ db }, id), undefined)
    await cancel(shipmentId)
    assert.equal((await readChangeForm({ db }, id))?.lines[0]?.sent, 0)
  })

  test('is no delivery if all that was sent instead came back', async () => {
    const { id } = await placeCounted(1)
    await cancel((await dispatch(id)).shipmentId)
    const { shipmentId } = await dispatch(id)
    await returnPots(shipmentId, [back(1)])
    assert.deepEqual(await deliver(id), { ok: false, reason: 'not-allowed' })
  })

  test('leaves the other parcels of its order as they are', async () => {
    const { id } = await placeCounted(3, 1)
    const first = await dispatch(id, { lines: quantities(1, 1) })
    const second = await dispatch(id)
    assert.ok((await cancel(first.shipmentId)).ok)
    assert.equal(await dispatchedOf(id), 'part')
    assert.equal((await getShipment(second.shipmentId)).step, 'packed')
    // One parcel has arrived, but what was cancelled is still to be sent.
    await move(second.shipmentId, 'delivered')
    assert.equal(await count(`from orders where id = $1 and status = 'delivered'`, [id]), 0)
    const third = await dispatch(id)
    assert.deepEqual((await getShipment(third.shipmentId)).lines, sentLines(1, 1))
    await move(third.shipmentId, 'delivered')
    assert.equal(await count(`from orders where id = $1 and status = 'delivered'`, [id]), 1)
  })

  test('is shown at the desk with who did it, and no longer to its shopper', async () => {
    const { id } = await placeCounted(1)
    const { shipmentId } = await dispatch(id)
    await cancel(shipmentId)
    const page = await readDeskOrder({ db }, id)
    const entry = page?.timeline.find(({ text }) => text === 'Parcel: Cancelled')
    assert.equal(entry?.who, admin.email)
    assert.deepEqual((await readOwnOrder({ db }, meera, id))?.parcels, [])
  })

  test('goes back on sale if its order was cancelled before', async () => {
    const { id, products } = await placeCounted(3)
    const [pot] = products as [number]
    const { shipmentId } = await dispatch(id, { lines: quantities(2) })
    await cancelOrder(desk, admin, meera, id)
    assert.equal(await unitsOf(pot), 8)
    assert.ok((await cancel(shipmentId)).ok)
    assert.equal(await unitsOf(pot), 10)
    assert.deepEqual(await totalsOf(id), ['bill 990', 'credit-note 990'])
    await assertStockAddsUp(sql)
    await deleteOrder(desk, admin, id)
    assert.deepEqual([await unitsOf(pot), (await invoicesOf(id)).length], [10, 2])
  })

  test('is on sale again when its order is cancelled or deleted afterwards, and is credited once', async () => {
    for (const end of ['cancelled', 'deleted']) {
      const { id, products } = await placeCounted(2)
      const { shipmentId } = await dispatch(id)
      await cancel(shipmentId)
      if (end === 'deleted') await deleteOrder(desk, admin, id)
      else await cancelOrder(desk, admin, meera, id)
      assert.equal(await unitsOf(products[0] as number), 10)
      assert.deepEqual(await totalsOf(id), ['bill 990', 'credit-note 990'])
    }
    await assertStockAddsUp(sql)
  })

  test('can be taken back or moved by nothing, and a courier who has it all the same is shown', async () => {
    const { id } = await placeCounted(1)
    const { shipmentId } = await dispatch(id)
    await cancel(shipmentId)
    assert.deepEqual(await returnPots(shipmentId, [back(1)]), { ok: false, reason: 'not-allowed' })
    assert.deepEqual(await move(shipmentId, 'delivered'), { ok: false, reason: 'not-allowed' })
    await scan(shipmentId, 'picked-up', 5, 'PICKED UP')
    const { step, status } = await getShipment(shipmentId)
    assert.deepEqual([step, status], ['cancelled', 'PICKED UP'])
    assert.equal(await dispatchedOf(id), 'none')
  })
})

describe('a parcel cannot be cancelled', () => {
  test('after its courier has scanned it, also when the desk has set it back', async () => {
    const { id } = await placeCounted(1)
    const { shipmentId } = await dispatch(id)
    await scan(shipmentId, 'packed', 1, 'PICKUP SCHEDULED')
    await scan(shipmentId, 'picked-up', 2)
    assert.deepEqual(await cancel(shipmentId), { ok: false, reason: 'picked-up' })
    await move(shipmentId, 'packed')
    assert.deepEqual(await cancel(shipmentId), { ok: false, reason: 'picked-up' })
    assert.deepEqual(await totalsOf(id), ['bill 495'])
    assert.deepEqual(await cancel(2 ** 40), { ok: false, reason: 'not-found' })
  })

  test('after something of it came back, or its order was delivered', async () => {
    const { id } = await placeCounted(2)
    const { shipmentId } = await dispatch(id)
    await returnPots(shipmentId, [back(1)])
    assert.deepEqual(await cancel(shipmentId), { ok: false, reason: 'picked-up' })
    const other = await placeCounted(1)
    const parcel = await dispatch(other.id)
    await deliver(other.id)
    assert.deepEqual(await cancel(parcel.shipmentId), { ok: false, reason: 'picked-up' })
  })
})

describe('at the same time', () => {
  /** What is true of every outcome: a parcel is either cancelled, credited and to dispatch, or none of these. */
  async function assertWhole(id: number, shipmentId: number) {
    const { step } = await getShipment(shipmentId)
    const credited = (await totalsOf(id)).filter((each) => each.startsWith('credit-note'))
    if (step === 'cancelled') assert.deepEqual([await dispatchedOf(id), credited], ['none', ['credit-note 990']])
    else assert.deepEqual([await dispatchedOf(id), credited], ['whole', []])
    return step
  }

  test('several presses cancel once', async () => {
    const { id } = await placeCounted(2)
    const { shipmentId } = await dispatch(id)
    const all = await Promise.all(Array.from({ length: 6 }, () => cancel(shipmentId)))
    assert.equal(all.filter((each) => each.ok).length, 6)
    assert.equal(all.filter((each) => each.ok && each.creditNote).length, 1)
    await assertWhole(id, shipmentId)
    assert.equal(await count(`from audit where action = 'cancel parcel' and subject = $1`, [`order ${id}`]), 1)
  })

  test('the courier’s pick-up and a cancellation: one of them wins', async () => {
    const won = new Set<string>()
    for (let round = 0; round < 12; round += 1) {
      const { id } = await placeCounted(2)
      const { shipmentId } = await dispatch(id)
      const both = [() => scan(shipmentId, 'picked-up', round, 'PICKED UP'), () => cancel(shipmentId)]
      const [first, second] = (round % 2 ? both : both.toReversed()) as [() => Promise<unknown>, () => Promise<unknown>]
      // The first two rounds one after the other, so that each wins at least once.
      if (round < 2) await first().then(second)
      else await Promise.all([first(), second()])
      const step = await assertWhole(id, shipmentId)
      won.add(step)
      if (step === 'cancelled') assert.equal((await getShipment(shipmentId)).status, 'PICKED UP')
      else assert.equal(step, 'picked-up')
    }
    assert.deepEqual([...won].sort(), ['cancelled', 'picked-up'])
  })

  test('a return and a cancellation credit the parcel once', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id } = await placeCounted(2)
      const { shipmentId } = await dispatch(id)
      await Promise.all([returnPots(shipmentId, [back(2)]), cancel(shipmentId)])
      assert.deepEqual(await totalsOf(id), ['bill 990', 'credit-note 990'])
    }
    await assertStockAddsUp(sql)
  })

  test('the end of the order and a cancellation give every unit back once', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { id, products } = await placeCounted(2)
      const { shipmentId } = await dispatch(id)
      await requestCancel(desk, meera, id)
      const end = round % 2 ? approveCancellation : deleteOrder
      await Promise.all([end(desk, admin, id), cancel(shipmentId)])
      assert.deepEqual(await totalsOf(id), ['bill 990', 'credit-note 990'])
      // A deleted order's parcel that was not cancelled before is counted in by hand.
      const isOut = (await getShipment(shipmentId)).step !== 'cancelled'
      assert.equal(await unitsOf(products[0] as number), isOut ? 8 : 10)
    }
    await assertStockAddsUp(sql)
  })

  test('a cancellation and another dispatch never send a unit twice', async () => {
    const { id } = await placeCounted(2)
    const { shipmentId } = await dispatch(id)
    await cancel(shipmentId)
    const again = await Promise.all([1, 2, 3].map(() => dispatch(id).catch(() => undefined)))
    assert.equal(again.filter(Boolean).length, 1)
    await assertNoGap()
  })
})

test('a parcel by hand asks the courier’s system for nothing', async () => {
  const { id } = await placeCounted(1)
  const { shipmentId } = await dispatch(id)
  await cancel(shipmentId)
  const jobs = await sql(`select from ${READABLE_JOBS} as job where task_identifier = 'cancel-booking'`)
  assert.equal(jobs.length, 0)
})
