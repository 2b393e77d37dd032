import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { VariantEdit } from '#domain/catalog/stock/stock-form.ts'
import { deleteProduct, restockProduct, restoreProduct } from '#server/catalog/product-actions.ts'
import { addProduct, findEditableProduct, updateProduct } from '#server/catalog/products.ts'
import { listSold } from '#server/catalog/storefront-queries.ts'
import { deleteOrder } from '#server/order-page/cancel.ts'
import { placeOrder } from '#server/orders/place.ts'
import { lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { add, admin, auditOf, db, form, image, pool, seller, shop } from '#tests/support/fixtures/product-fixture.ts'
import { assertStockAddsUp } from '#tests/support/fixtures/stock-ledger.ts'
import { listStockChanges } from './grid-queries.ts'
import { readLowStockList } from './low-stock-queries.ts'

const sql = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> => (await pool.query(text, values)).rows
const cell = (finish: string, changes: Partial<VariantEdit> = {}): VariantEdit => ({
  sizeCode: 'C02',
  finish,
  seen: null,
  units: null,
  price: null,
  sku: null,
  ...changes,
})
const isSold = async (id: number) => (await listSold(db, [id])).has(id)
const unitsOf = async (id: number) =>
  Object.fromEntries(
    ((await findEditableProduct(shop, admin, id))?.cells ?? []).map(({ finish, units }) => [finish, units]),
  )

async function addCounted(units: Record<string, number>, user = admin): Promise<number> {
  const cells = Object.entries(units).map(([finish, count]) => cell(finish, { units: count }))
  const added = await addProduct(shop, user, { ...form, stock: 'counted', cells }, [await image()])
  assert.ok(added.ok)
  return added.id
}

async function buy(id: number, quantity = 1, finish = 'Grey Stone') {
  const lines = [lineFor(id, { sizeCode: 'C02', selectedColor: finish, quantity, seenPrice: form.price })]
  return placeOrder(shop, seller, { key: randomUUID(), lines, address: someAddress })
}

test('a grid is saved with the product, by its seller too, and its history says who, why and how many', async () => {
  const id = await addCounted({ 'Grey Stone': 5 }, seller)
  const saved = await updateProduct(
    shop,
    seller,
    id,
    {
      version: 1,
      cells: [cell('Grey Stone', { seen: 5, units: 8 }), cell('Sandstone', { units: 2, price: 900, sku: 'S' })],
    },
    [],
  )
  assert.deepEqual(saved, { ok: true, waits: false })
  assert.deepEqual(
    (await listStockChanges(db, id)).map(({ finish, change, unitsAfter, reason, actor }) => [
      finish,
      change,
      unitsAfter,
      reason,
      actor,
    ]),
    [
      ['Sandstone', 2, 2, 'counted', seller.name],
      ['Grey Stone', 3, 8, 'counted', seller.name],
      ['Grey Stone', 5, 5, 'counted', seller.name],
    ],
  )
  const record = (await auditOf(id)).at(-1)
  assert.deepEqual(record?.before, { cells: 'C02/Grey Stone=5' })
  assert.deepEqual(record?.after, { cells: 'C02/Grey Stone=8; C02/Sandstone=2@900#S' })
})

test('a sale between opening and saving stays sold, and the second of two people is told', async () => {
  const id = await addCounted({ 'Grey Stone': 5 })
  assert.ok((await buy(id, 2)).ok)
  const delivery = { version: 1, cells: [cell('Grey Stone', { seen: 5, units: 15 })] }
  assert.deepEqual(await updateProduct(shop, admin, id, delivery, []), { ok: true, waits: false })
  assert.deepEqual(await unitsOf(id), { 'Grey Stone': 13 })
  const second = await updateProduct(shop, admin, id, delivery, [])
  assert.ok(!second.ok && second.reason === 'conflict')
  assert.deepEqual(
    second.current.cells.map(({ units }) => units),
    [13],
  )
  const tooFew = { version: 2, cells: [cell('Grey Stone', { seen: 15, units: 1 })] }
  const refused = await updateProduct(shop, admin, id, tooFew, [])
  assert.ok(!refused.ok && refused.reason === 'stock')
  assert.deepEqual(refused.seen, { 'seen:C02/Grey Stone': '13' })
  await assertStockAddsUp(sql)
})

test('while people buy, an admin adds pots ten times: none is lost and none sold twice', async () => {
  const id = await addCounted({ 'Grey Stone': 5 })
  const addPots = async () => {
    const current = await findEditableProduct(shop, admin, id)
    const seen = current?.cells[0]?.units ?? 0
    const cells = [cell('Grey Stone', { seen, units: seen + 1 })]
    return updateProduct(shop, admin, id, { version: current?.version ?? 0, cells }, [])
  }
  const buying = Array.from({ length: 40 }, () => buy(id))
  let added = 0
  for (let n = 0; n < 10; n += 1) if ((await addPots()).ok) added += 1
  const bought = (await Promise.all(buying)).filter(({ ok }) => ok).length
  assert.equal(added, 10)
  assert.deepEqual(await unitsOf(id), { 'Grey Stone': 15 - bought })
  await assertStockAddsUp(sql)
})

test('a choice is offered, sold out or not offered; the whole is Sold without any; orders say why', async () => {
  const id = await addCounted({ 'Grey Stone': 1, Sandstone: 0 })
  const problemOf = async (finish: string, quantity = 1) => {
    const placed = await buy(id, quantity, finish)
    return placed.ok || placed.reason !== 'changed' ? undefined : placed.quotes[0]?.problem
  }
  assert.deepEqual(await problemOf('Sandstone'), { kind: 'not-enough', left: 0 })
  assert.deepEqual(await problemOf('Mosaic Grey'), { kind: 'not-offered' })
  assert.deepEqual(await problemOf('Grey Stone', 2), { kind: 'not-enough', left: 1 })
  assert.equal(await isSold(id), false)
  const placed = await buy(id)
  assert.ok(placed.ok)
  assert.equal(await isSold(id), true)
  assert.deepEqual(await restockProduct(shop, admin, id), { ok: false, reason: 'changed' })
  await deleteOrder(shop, admin, placed.order.id)
  assert.equal(await isSold(id), false)
  // A retired finish is not on sale, so what is left of it does not count.
  await pool.query(`update finishes set is_retired = true where name = 'Grey Stone'`)
  assert.equal(await isSold(id), true)
  await pool.query(`update finishes set is_retired = false where name = 'Grey Stone'`)
})

test('a product goes from one way of stock to another and back, and only a counted one counts', async () => {
  const id = await add(admin)
  const change = async (stock: 'counted' | 'made-to-order' | 'as-delivered', cells: VariantEdit[] = []) => {
    const { version = 0 } = (await findEditableProduct(shop, admin, id)) ?? {}
    assert.deepEqual(await updateProduct(shop, admin, id, { version, stock, cells }, []), { ok: true, waits: false })
  }
  assert.ok((await buy(id)).ok)
  await change('counted')
  assert.equal(await isSold(id), true, 'nothing is counted yet')
  await change('counted', [cell('Grey Stone', { units: 3 })])
  assert.ok((await buy(id)).ok)
  await change('made-to-order')
  assert.ok((await buy(id, 50)).ok)
  await change('as-delivered')
  assert.ok((await buy(id, 50)).ok)
  await change('counted')
  assert.deepEqual(await unitsOf(id), { 'Grey Stone': 2 }, 'the grid was kept')
  await change('as-delivered')
})

test('a finish that is renamed keeps its units, its holds and what its orders took', async () => {
  const id = await addCounted({ Sandstone: 4 })
  const placed = await buy(id, 1, 'Sandstone')
  assert.ok(placed.ok)
  await pool.query(`update finishes set name = 'Sandy Stone' where name = 'Sandstone'`)
  await deleteOrder(shop, admin, placed.order.id)
  assert.deepEqual(await unitsOf(id), { 'Sandy Stone': 4 })
  await pool.query(`update finishes set name = 'Sandstone' where name = 'Sandy Stone'`)
})

test('a deleted product is restored with its grid', async () => {
  const id = await addCounted({ 'Grey Stone': 5, Sandstone: 1 })
  await deleteProduct(shop, admin, id)
  assert.deepEqual(await restoreProduct(shop, admin, id), { ok: true })
  assert.deepEqual(await unitsOf(id), { 'Grey Stone': 5, Sandstone: 1 })
  await assertStockAddsUp(sql)
})

test('the overview lists what is low, the lowest first, and nothing of shops that count nothing', async () => {
  const low = await readLowStockList(db)
  const id = await addCounted({ 'Grey Stone': 3, Sandstone: 0, 'Mosaic Grey': 4 })
  const listed = (await readLowStockList(db))?.choices.filter(({ productId }) => productId === id)
  assert.deepEqual(
    listed?.map(({ finish, free }) => [finish, free]),
    [
      ['Sandstone', 0],
      ['Grey Stone', 3],
    ],
  )
  assert.equal((await readLowStockList(db))?.total, (low?.total ?? 0) + 2)
  await pool.query('update product_variants set offered = false')
  assert.equal(await readLowStockList(db), undefined)
})
