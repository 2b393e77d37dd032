import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import type { Invoice } from '#domain/billing/invoice.ts'
import { viewInvoice } from '#domain/billing/invoice-view.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import { paidFor } from '#domain/orders/amounts.ts'
import { newQuantityField } from '#domain/orders/change-lines.ts'
import type { RequestedLine } from '#domain/orders/order.ts'
import { placeOrder } from '#server/orders/place.ts'
import { findOrder } from '#server/orders/queries.ts'
import { upsertSettings } from '#server/settings/queries.ts'
import { addCounted, addSet, lineFor, registered } from '#tests/support/fixtures/factories.ts'
import { cancelOrder, countReturn, sendParcel } from '#tests/support/fixtures/order-steps.ts'
import { assertStockAddsUp } from '#tests/support/fixtures/stock-ledger.ts'
import { admin, db, meera, payFor, pot, provider, ravi, shop, world } from '#tests/support/payments/payment-fixture.ts'
import { changeLines, readChangeForm } from './change-lines.ts'

before(() => db.transaction((tx) => upsertSettings(tx, registered)))

const { sql } = world

/** A set of a pot at 18 % and two lamps at 5 %, for ₹1,000 instead of ₹1,485. */
async function addLampSet() {
  const [pot, lamp] = [
    await addCounted(db, { 'Grey Stone': 5 }, { changes: { hsn: '6914', gstRate: 18 } }),
    await addCounted(db, { 'Grey Stone': 9 }, { changes: { hsn: '6912', gstRate: 5 } }),
  ]
  const parts = [
    { id: pot, quantity: 1 },
    { id: lamp, quantity: 2 },
  ]
  return { pot, lamp, set: await addSet(db, parts, { setPrice: 1000 }) }
}

const setLine = (id: ProductId, quantity = 1): RequestedLine => ({
  ...{ id, quantity, sizeCode: '', selectedColor: '', seenPrice: 1000 },
})
const unitsOf = async (...ids: ProductId[]) => {
  const rows = await sql<{ id: string; units: number; held: number }>(
    'select product_id as id, on_hand as units, held from product_variants where offered and product_id = any ($1)',
    [ids],
  )
  return ids.map((id) => {
    const row = rows.find((one) => Number(one.id) === id)
    return (row?.units ?? 0) - (row?.held ?? 0)
  })
}
const amountsOf = async (id: number) =>
  (await findOrder(db, id))?.cartItems.map((line) => [line.quantity, paidFor(line)])

async function buy(set: ProductId, quantity = 1): Promise<{ id: number; paymentId: string }> {
  const opened = await world.open(meera, world.wanted(pot, { lines: [setLine(set, quantity)] }))
  assert.equal((await payFor(meera, opened)).kind, 'placed')
  const order = (await world.ordersOf(meera.userId)).at(-1)
  return { id: Number(order?.id), paymentId: String(order?.payment_id) }
}

const dispatch = (orderId: number) => sendParcel(shop, admin, orderId)

test('a payment holds the parts of a set, and a cancelled order gives all of them back', async () => {
  const { pot: part, lamp, set } = await addLampSet()
  const opened = await world.open(meera, world.wanted(pot, { lines: [setLine(set, 4)] }))
  assert.deepEqual(await unitsOf(part, lamp), [1, 1])
  const others = world.wanted(pot, { lines: [lineFor(lamp, { quantity: 2 })] })
  assert.ok(!(await placeOrder(shop, ravi, others)).ok, 'held lamps are not sold singly')
  assert.equal((await payFor(meera, opened)).kind, 'placed')
  const id = Number((await world.ordersOf(meera.userId)).at(-1)?.id)
  assert.deepEqual(await unitsOf(part, lamp), [1, 1])
  await cancelOrder(shop, admin, meera, id)
  assert.deepEqual(await unitsOf(part, lamp), [5, 9])
  await assertStockAddsUp(sql)
})

test('the bill lists the parts at their own codes and rates, and they add up to the price of the set', async () => {
  const { set } = await addLampSet()
  const { id } = await buy(set)
  assert.deepEqual(await amountsOf(id), [
    [1, 33_333],
    [2, 66_667],
  ])
  await dispatch(id)
  const [bill] = await sql<{ total: string; document: Invoice }>(
    'select total, document from bills where order_id = $1 and series = $2',
    [id, 'bill'],
  )
  assert.equal(Number(bill?.total), 100_000)
  assert.deepEqual(
    bill?.document.lines.map(({ set, hsn, rate, quantity, discount }) => [set, hsn, rate, quantity, discount]),
    [
      ['Balcony set', '6914', 18, 1, 16_167],
      ['Balcony set', '6912', 5, 2, 32_333],
    ],
  )
  const view = bill && viewInvoice(bill.document)
  assert.deepEqual(
    view?.rows.map((row) => row[1]?.note),
    ['Set: Balcony set', 'Set: Balcony set'],
  )
})

test('a part that comes back is refunded with what was paid for it', async () => {
  const { lamp, set } = await addLampSet()
  const { id, paymentId } = await buy(set)
  const shipmentId = await dispatch(id)
  for (const _ of [1, 2]) await countReturn(shop, admin, shipmentId, [{ position: 1, good: 1, damaged: 0 }])
  await world.doJobs()
  const refunds = provider.state.listRefunds(paymentId).map(({ amount }) => amount)
  assert.equal(
    refunds.reduce((sum, amount) => sum + amount, 0),
    66_667,
  )
  assert.deepEqual(await unitsOf(lamp), [9])
})

test('the desk changes how many sets there are, and removes them whole', async () => {
  const { pot: part, lamp, set } = await addLampSet()
  const lines = [setLine(set), lineFor(lamp)]
  const placed = await placeOrder(shop, meera, world.wanted(pot, { lines }))
  assert.ok(placed.ok)
  const { id } = placed.order
  const change = async (quantity: number, position = 0) => {
    const form = await readChangeForm(shop, id)
    const wanted = { lines: [{ position, quantity }], added: [], seenPrices: new Map() }
    return changeLines(shop, admin, { key: randomUUID(), orderId: id, seen: form?.seen ?? '', wanted })
  }
  assert.deepEqual(
    (await readChangeForm(shop, id))?.lines.map(({ title, quantity, price }) => [title, quantity, price]),
    [
      ['Balcony set', 1, 1000],
      ['Some Pot', 1, 495],
    ],
  )
  assert.ok((await change(3)).ok)
  assert.deepEqual(await unitsOf(part, lamp), [2, 2])
  assert.deepEqual(await amountsOf(id), [
    [3, 100_000],
    [6, 200_000],
    [1, 49_500],
  ])
  assert.equal((await findOrder(db, id))?.totalAmount, 3495)
  const tooMany = await change(5)
  assert.ok(!tooMany.ok && tooMany.reason === 'problems' && tooMany.problems[newQuantityField(0)])
  assert.deepEqual(await change(9, 1), { ok: false, reason: 'nothing' }, 'a part alone is not changed')
  assert.ok((await change(0)).ok)
  assert.deepEqual(await amountsOf(id), [[1, 49_500]])
  assert.deepEqual(await unitsOf(part, lamp), [5, 8])
  await assertStockAddsUp(sql)
})
