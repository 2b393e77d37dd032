import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { LEDGER_COLUMNS, ledgerRow } from '#domain/billing/sales-ledger.ts'
import { type Period, periodBefore } from '#domain/billing/sales-period.ts'
import type { DeliveryAddress } from '#domain/orders/address.ts'
import { keptOf, NO_SALES, SALES_GROUPS, sumSales } from '#domain/orders/revenue.ts'
import type { ReturnRefund } from '#domain/orders/take-back.ts'
import { readPeriod } from '#server/billing/queries.ts'
import { deleteOrder } from '#server/order-page/cancel.ts'
import { refundOrder } from '#server/order-page/refund-order.ts'
import { placeOrder } from '#server/orders/place.ts'
import { cancelParcel } from '#server/parcels/cancel.ts'
import { refundReturn } from '#server/parcels/returns.ts'
import { moveShipment } from '#server/parcels/steps.ts'
import { upsertSettings } from '#server/settings/queries.ts'
import { db, pool } from '#tests/support/fixtures/database-fixture.ts'
import { addProduct, addUser, lineFor, registered, someAddress } from '#tests/support/fixtures/factories.ts'
import { countReturn, sendParcel } from '#tests/support/fixtures/order-steps.ts'
import { readSalesBy, readSalesTotals } from './sales-queries.ts'

const admin = await addUser(db, 'admin')
const shopper = await addUser(db)

/** The month of the tests. What happens is dated by the clock of each step; orders and steps are moved to it. */
let now = new Date('2026-11-10T06:00:00Z')
const shop = { db, now: () => now }
const november: Period = { from: '2026-11-01', until: '2026-11-30' }
const october: Period = { from: '2026-10-01', until: '2026-10-31' }

const pots = [
  await addProduct(db, { title: 'Cheap', price: 333 }),
  await addProduct(db, { title: 'Dear', price: 1999 }),
]

// So that a delivered pot can be ordered again.
await pool.query(`update products set restocked_at = '2100-01-01'`)

async function place(quantities: [number, number], address: DeliveryAddress = someAddress): Promise<number> {
  const lines = pots.flatMap((pot, index) => {
    const quantity = quantities[index] ?? 0
    return quantity > 0 ? [lineFor(pot, { quantity, seenPrice: index === 0 ? 333 : 1999 })] : []
  })
  const placed = await placeOrder({ db }, shopper, { key: randomUUID(), lines, address })
  assert.ok(placed.ok, JSON.stringify(placed))
  await pool.query('update orders set time = $2 where id = $1', [placed.order.id, now])
  return placed.order.id
}

async function dispatch(orderId: number, ...quantities: number[]): Promise<number> {
  const lines = quantities.map((quantity, position) => ({ position, quantity }))
  const shipmentId = await sendParcel(shop, admin, orderId, { lines })
  await pool.query('update shipments set time = $2 where id = $1', [shipmentId, now])
  return shipmentId
}

async function arrive(shipmentId: number) {
  await moveShipment(shop, admin, { shipmentId, step: 'delivered' })
  await pool.query('update shipments set delivered_at = $2 where id = $1', [shipmentId, now])
}

async function comeBack(shipmentId: number, counts: number[], refund: ReturnRefund = 'full'): Promise<number> {
  const lines = counts.map((good, position) => ({ position, good, damaged: 0 }))
  const taken = await countReturn(shop, admin, shipmentId, lines, { refund })
  await pool.query('update returns set time = $2 where id = $1', [taken.returnId, now])
  return taken.returnId
}

/** Paise of the sales ledger in these days. */
async function ledgerOf({ from, until }: Period): Promise<number> {
  let paise = 0
  for await (const batch of readPeriod(db, { first: from, last: until }))
    for (const document of batch)
      paise += (ledgerRow(document)[LEDGER_COLUMNS.indexOf('Total')] as { paise: number }).paise
  return paise
}

async function assertLedger(step: string): Promise<void> {
  for (const period of [november, october])
    assert.equal(keptOf(await readSalesTotals(db, period)).amount, await ledgerOf(period), `${step}, ${period.from}`)
}

test('without invoices, what left and came back counts by its price', async () => {
  const id = await place([3, 1])
  const parcel = await dispatch(id, 2, 1)
  await arrive(parcel)
  await comeBack(parcel, [1, 0], 10_000)
  const sales = await readSalesTotals(db, november)
  assert.deepEqual(sales, {
    ordered: { units: 4, amount: 299_800 },
    dispatched: { units: 3, amount: 266_500 },
    delivered: { units: 3, amount: 266_500 },
    returned: { units: 1, amount: 10_000 },
  })
  assert.deepEqual(await readSalesTotals(db, october), NO_SALES)
  await pool.query('truncate orders, order_lines, shipments, returns cascade')
})

test('in a mixed month with returns, what was kept is the sales ledger to the paisa, and each division adds up to it', async () => {
  await db.transaction((tx) => upsertSettings(tx, registered))
  now = new Date('2026-10-28T06:00:00Z')
  const old = await dispatch(await place([1, 1]), 1, 1)
  const late = await dispatch(await place([2, 0]), 2)
  const twice = await place([1, 1])
  await pool.query('update orders set paid_at_counter = now() where id = $1', [twice])
  const twiceSent = await dispatch(twice, 1, 1)
  const less = { orderId: twice, key: randomUUID(), amount: 700, reason: 'price-reduced' as const, positions: [] }
  assert.deepEqual(await refundOrder(shop, admin, less).then(({ ok }) => ok), true)
  await assertLedger('october')

  now = new Date('2026-11-03T06:00:00Z')
  const parts = await place([5, 2], { ...someAddress, pincode: '600002', city: 'Chennai', stateCode: '33' })
  const first = await dispatch(parts, 2, 1)
  await arrive(first)
  await arrive(old)
  await assertLedger('a part was sent')

  now = new Date('2026-11-12T06:00:00Z')
  await dispatch(parts, 3, 1)
  await comeBack(first, [1, 1], 77_700)
  await comeBack(old, [1, 0])
  await assertLedger('with returns, of which one is refunded in part')
  const held = await comeBack(first, [1, 0], 'not-yet')
  await assertLedger('with a return that is not decided')
  const { returned } = await readSalesTotals(db, november)
  assert.equal(returned.units, 4)

  now = new Date('2026-11-20T06:00:00Z')
  await refundReturn(shop, admin, { orderId: parts, returnId: held, refund: 20_000 })
  const lost = await dispatch(await place([0, 1]), 1)
  await moveShipment(shop, admin, { shipmentId: lost, step: 'returned' })
  await assertLedger('with a parcel that came back and is not counted')
  await comeBack(lost, [1])
  const deleted = await place([1, 1])
  await dispatch(deleted, 1, 1)
  await deleteOrder(shop, admin, deleted)
  await assertLedger('with a deleted order')

  const reduced = { orderId: parts, key: randomUUID(), amount: 1_000, reason: 'price-reduced' as const, positions: [] }
  assert.deepEqual(await refundOrder(shop, admin, reduced).then(({ ok }) => ok), true)
  await assertLedger('with a reduced price')

  assert.deepEqual(await cancelParcel(shop, admin, late).then(({ ok }) => ok), true)
  await assertLedger('with a parcel of October that was cancelled in November')
  assert.deepEqual(await cancelParcel(shop, admin, twiceSent).then(({ ok }) => ok), true)
  await assertLedger('with a cancelled parcel whose price had been reduced')
  const cancelled = await place([1, 0])
  await dispatch(cancelled, 1)
  await pool.query(`update orders set cancel = 'cancelled' where id = $1`, [cancelled])
  await assertLedger('with a cancelled order')

  const atCounter = await place([1, 0])
  await pool.query('update orders set paid_at_counter = now() where id = $1', [atCounter])

  const there = await place([1, 0])
  await pool.query(`update orders set pick_up = '{}' where id = $1`, [there])

  const totals = await readSalesTotals(db, november)
  for (const by of SALES_GROUPS) {
    const rows = await readSalesBy(db, november, by)
    assert.deepEqual(sumSales(rows.map(({ sales }) => sales)), totals, by)
  }
  const names = async (by: (typeof SALES_GROUPS)[number]) =>
    (await readSalesBy(db, november, by)).map(({ name }) => name)
  assert.deepEqual((await names('product')).toSorted(), ['Cheap', 'Dear', 'Deleted orders'])
  assert.ok((await names('state')).includes('Tamil Nadu'))
  assert.deepEqual((await names('payment')).toSorted(), [
    'Cash on delivery',
    'Cash when picked up',
    'Deleted orders',
    'Paid at the counter',
  ])
  assert.deepEqual(periodBefore(november), { from: '2026-10-02', until: '2026-10-31' })
})
