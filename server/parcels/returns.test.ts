import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { deleteOrder } from '#server/order-page/cancel.ts'
import { addProduct, lineFor } from '#tests/support/fixtures/factories.ts'
import { admin, count, meera, place } from '#tests/support/fixtures/order-fixture.ts'
import { cancelOrder } from '#tests/support/fixtures/order-steps.ts'
import {
  back,
  desk,
  dispatch,
  getShipment,
  invoicesOf,
  move,
  placeCounted,
  quantities,
  registerShop,
  returnPots,
  scan,
  sql,
  unitsOf,
} from '#tests/support/fixtures/shipment-fixture.ts'
import { assertStockAddsUp } from '#tests/support/fixtures/stock-ledger.ts'
import { deliverOrder } from './deliver.ts'
import { takeBack } from './returns.ts'

before(registerShop)

/** Two counted products, three pots and one, sent together. */
async function sendAll() {
  const { id, products } = await placeCounted(3, 1)
  const { shipmentId } = await dispatch(id)
  return { id, shipmentId, pots: products as [number, number] }
}

const totalsOf = async (id: number) => (await invoicesOf(id)).map(({ series, rupees }) => `${series} ${rupees}`)

describe('pots that come back', () => {
  test('in good state are for sale again, damaged ones are not, and both are credited', async () => {
    const { id, shipmentId, pots } = await sendAll()
    const taken = await returnPots(shipmentId, [back(1, 1), back(1, 0, 1)])
    assert.ok(taken.ok && taken.creditNote)
    assert.deepEqual([await unitsOf(pots[0]), await unitsOf(pots[1])], [8, 10])
    assert.deepEqual(await totalsOf(id), [`bill ${4 * 495}`, `credit-note ${3 * 495}`])
    assert.deepEqual((await getShipment(shipmentId)).returned, quantities(2, 1))
    assert.equal(await count(`from audit where subject = $1 and action = 'take back'`, [`order ${id}`]), 1)
    await assertStockAddsUp(sql)
  })

  test('are never more than were sent, all returns together', async () => {
    const { id, shipmentId, pots } = await sendAll()
    assert.ok((await returnPots(shipmentId, [back(2)])).ok)
    assert.deepEqual(await returnPots(shipmentId, [back(1, 1)]), { ok: false, reason: 'too-many' })
    assert.deepEqual(await returnPots(shipmentId, [back(1, 0, 5)]), { ok: false, reason: 'too-many' })
    assert.deepEqual(await returnPots(shipmentId, [back(0)]), { ok: false, reason: 'nothing' })
    assert.deepEqual(await returnPots(2 ** 40, [back(1)]), { ok: false, reason: 'not-found' })
    assert.equal(await unitsOf(pots[0]), 9)
    assert.equal((await invoicesOf(id)).length, 2)
  })

  test('one by one, credit exactly what was charged', async () => {
    const { id, products } = await placeCounted(3)
    const { shipmentId } = await dispatch(id)
    for (let pot = 0; pot < 3; pot += 1) assert.ok((await returnPots(shipmentId, [back(1)])).ok)
    assert.deepEqual(await totalsOf(id), ['bill 1485', 'credit-note 495', 'credit-note 495', 'credit-note 495'])
    assert.equal(await unitsOf(products[0] as number), 10)
    await assertStockAddsUp(sql)
  })

  test('come back once for each form, and no more than there are from many tabs', async () => {
    const { id, shipmentId, pots } = await sendAll()
    const key = randomUUID()
    const all = await Promise.all(Array.from({ length: 6 }, () => returnPots(shipmentId, [back(1)], key)))
    assert.equal(new Set(all.map((taken) => taken.ok && taken.returnId)).size, 1)
    assert.equal(await unitsOf(pots[0]), 8)
    const rush = await Promise.all(Array.from({ length: 6 }, () => returnPots(shipmentId, [back(1)])))
    assert.equal(rush.filter(({ ok }) => ok).length, 2)
    assert.equal(await unitsOf(pots[0]), 10)
    assert.equal((await invoicesOf(id)).filter(({ series }) => series === 'credit-note').length, 3)
    const other = await sendAll()
    const refused = await takeBack(desk, admin, {
      key,
      shipmentId: other.shipmentId,
      lines: [back(1)],
      reason: 'not-delivered',
      refund: 'full',
    })
    assert.deepEqual(refused, { ok: false, reason: 'not-allowed' })
  })

  test('of products that are not counted change no stock', async () => {
    const pot = await addProduct(desk.db)
    const id = await place(meera, [lineFor(pot)])
    const { shipmentId } = await dispatch(id)
    assert.ok((await returnPots(shipmentId, [back(1)])).ok)
    assert.equal(await count('from stock_changes where order_id = $1', [id]), 0)
  })
})

describe('a cancelled order', () => {
  async function cancel(id: number) {
    await cancelOrder(desk, admin, meera, id)
  }

  test('before dispatch has no invoice and leaves no gap', async () => {
    const { id, products } = await placeCounted(1)
    await cancel(id)
    assert.deepEqual(await invoicesOf(id), [])
    assert.equal(await unitsOf(products[0] as number), 10)
  })

  test('gives back at once what is still here, and the parcel when it comes back', async () => {
    const { id, products } = await placeCounted(3)
    const [pot] = products as [number]
    const { shipmentId } = await dispatch(id, { lines: quantities(2) })
    await cancel(id)
    assert.equal(await unitsOf(pot), 8)
    await assertStockAddsUp(sql)
    assert.deepEqual(await totalsOf(id), ['bill 990'])
    assert.ok((await returnPots(shipmentId, [back(1, 1)])).ok)
    assert.equal(await unitsOf(pot), 9)
    assert.deepEqual(await totalsOf(id), ['bill 990', 'credit-note 990'])
    assert.equal((await getShipment(shipmentId)).step, 'returned')
    await assertStockAddsUp(sql)
    // Deleted now, nothing comes back again.
    await deleteOrder(desk, admin, id)
    assert.equal(await unitsOf(pot), 9)
    assert.equal((await invoicesOf(id)).length, 2)
    await assertStockAddsUp(sql)
  })
})

describe('a deleted order', () => {
  test('before it arrives credits what was sent and did not come back; its invoices stay', async () => {
    const { id, products } = await placeCounted(3)
    const [pot] = products as [number]
    const { shipmentId } = await dispatch(id, { lines: quantities(2) })
    await returnPots(shipmentId, [back(1)])
    assert.deepEqual(await deleteOrder(desk, admin, id), { ok: true })
    assert.deepEqual(await totalsOf(id), ['bill 990', 'credit-note 495', 'credit-note 495'])
    // One came back, one was never sent, one is on its way.
    assert.equal(await unitsOf(pot), 9)
    assert.deepEqual(await returnPots(shipmentId, [back(1)]), { ok: false, reason: 'not-found' })
    assert.deepEqual(await deleteOrder(desk, admin, id), { ok: false, reason: 'not-found' })
    assert.equal((await invoicesOf(id)).length, 3)
    await assertStockAddsUp(sql)
  })

  test('credits no parcel that has arrived', async () => {
    const { id } = await placeCounted(2)
    const first = await dispatch(id, { lines: quantities(1) })
    const second = await dispatch(id)
    await move(first.shipmentId, 'delivered')
    await deleteOrder(desk, admin, id)
    assert.deepEqual(
      (await invoicesOf(id)).filter(({ series }) => series === 'credit-note'),
      [{ series: 'credit-note', rupees: 495, shipment: second.shipmentId }],
    )
  })

  test('that was delivered credits nothing', async () => {
    const { id, products } = await placeCounted(2)
    await deliverOrder(desk, admin, id)
    await deleteOrder(desk, admin, id)
    assert.deepEqual(await totalsOf(id), ['bill 990'])
    assert.equal(await unitsOf(products[0] as number), 8)
    await assertStockAddsUp(sql)
  })

  test('while pots are taken back, credits each of them once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, shipmentId } = await sendAll()
      await Promise.all([
        returnPots(shipmentId, [back(2)]),
        deleteOrder(desk, admin, id),
        returnPots(shipmentId, [back(0, 1, 1)]),
        scan(shipmentId, 'on-the-way', round),
      ])
      const credited = (await invoicesOf(id)).filter(({ series }) => series === 'credit-note')
      assert.equal(
        credited.reduce((sum, { rupees }) => sum + rupees, 0),
        4 * 495,
      )
    }
    await assertStockAddsUp(sql)
  })
})
