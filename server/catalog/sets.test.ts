import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { User } from '#domain/accounts/user.ts'
import type { SetRow } from '#domain/catalog/forms/set-form.ts'
import type { StockMode } from '#domain/catalog/stock-mode.ts'
import {
  add,
  admin,
  auditOf,
  db,
  form,
  image,
  otherSeller,
  pool,
  seller,
  shop,
} from '#tests/support/fixtures/product-fixture.ts'
import { approveProduct, deleteProduct, restoreProduct, setOnSale } from './product-actions.ts'
import { addProduct, findEditableProduct, updateProduct } from './products.ts'
import { findStored } from './queries.ts'
import { priceSets } from './sets.ts'
import { listVariants } from './stock/queries.ts'
import { findForSale, listSold } from './storefront-queries.ts'

async function addPart(price: number, units?: number, user: User = admin) {
  const stock: StockMode = units === undefined ? 'made-to-order' : 'counted'
  const edit = { id: null, options: [], isOffered: true, units: units ?? 0, seen: 0, price: null, sku: null }
  const own = { names: [], edits: [{ ...edit, barcode: null, weight: 2, hasNoPicture: false }] }
  const added = await addProduct(shop, user, { ...form, sizeCode: '', price, stock, own }, [await image()])
  assert.ok(added.ok)
  return added.id
}

const row = (productId: number, quantity = 1): SetRow => ({ number: productId, productId, choice: '', quantity })
const percentOff = (percent: number, ...rows: SetRow[]) => ({ price: null, percent, rows })

async function addSet(set: { price: number | null; percent: number | null; rows: SetRow[] }, user: User = admin) {
  return addProduct(shop, user, { ...form, title: 'Balcony set', sizeCode: '', stock: 'set', set }, [await image()])
}

async function addedSet(...args: Parameters<typeof addSet>): Promise<number> {
  const added = await addSet(...args)
  assert.ok(added.ok, JSON.stringify(added))
  return added.id
}

async function offerOf(id: number) {
  const [variant, ...others] = (await listVariants(db, [id])).get(id) ?? []
  assert.deepEqual(others, [])
  return variant && [variant.price, variant.available, variant.isAvailable]
}

test('a set is there as often as its scarcest part allows, and is rounded in favour of the shopper', async () => {
  const [pot, soil, tool] = [await addPart(849, 7), await addPart(99, 11), await addPart(250)]
  const id = await addedSet(percentOff(15, row(pot), row(soil, 2), row(tool)))
  // 849 + 2 × 99 + 250 = 1297, of which 85 % are 1102.45.
  assert.deepEqual(await offerOf(id), [1102, 5, true])
  const shown = await findForSale(db, id)
  assert.deepEqual([shown?.price, shown?.was], [1102, 1297], 'struck is what they cost together')
  assert.equal((await findStored(db, id))?.price, 1102)
  assert.equal((await listSold(db, [id])).has(id), false)
  assert.match(JSON.stringify((await auditOf(id))[0]?.after), /15 % off.*2 × Test Bowl/)
})

test('with one part off sale, sold or deleted a set is Sold, and comes back with it', async () => {
  const [pot, soil] = [await addPart(849, 7), await addPart(99, 2)]
  const id = await addedSet({ price: 900, percent: null, rows: [row(pot), row(soil, 2)] })
  const isSold = async () => (await listSold(db, [id])).has(id)
  assert.equal(await isSold(), false)
  await setOnSale(shop, admin, [pot], false)
  assert.equal(await isSold(), true)
  assert.deepEqual(await offerOf(id), [900, 0, false])
  assert.equal((await findForSale(db, id))?.was, 900, 'nothing is struck while a part has no price')
  await setOnSale(shop, admin, [pot], true)
  await pool.query('update product_variants set on_hand = 1 where product_id = $1', [soil])
  assert.equal(await isSold(), true)
  await pool.query('update product_variants set on_hand = 4 where product_id = $1', [soil])
  assert.equal(await isSold(), false)
  await deleteProduct(shop, admin, soil)
  assert.equal(await isSold(), true)
  assert.equal((await findEditableProduct(shop, admin, id))?.set?.parts.length, 2)
  await restoreProduct(shop, admin, soil)
  assert.deepEqual(await offerOf(id), [900, 2, true])
})

test('a set follows the prices of its parts, its pages are told, and it never costs more than they do', async () => {
  const [pot, soil] = [await addPart(800), await addPart(200)]
  const [percent, own] = [
    await addedSet(percentOff(10, row(pot), row(soil))),
    await addedSet({ price: 950, percent: null, rows: [row(pot), row(soil)] }),
  ]
  await pool.query('delete from outbox')
  await updateProduct(shop, admin, pot, { version: 1, price: 700 }, [])
  assert.deepEqual([(await offerOf(percent))?.[0], (await offerOf(own))?.[0]], [810, 900])
  const { rows } = await pool.query("select change, job ->> 'task' as task from outbox")
  const changes = rows.flatMap(({ change }) => change ?? [])
  assert.ok([pot, percent, own].every((id) => changes.includes(`product ${id}`)))
  assert.ok(rows.some(({ task }) => task === 'price-sets'))
  await priceSets(shop)
  assert.deepEqual([(await findStored(db, percent))?.price, (await findStored(db, own))?.price], [810, 900])
  await updateProduct(shop, admin, pot, { version: 2, price: 800 }, [])
  await priceSets(shop)
  assert.deepEqual([(await findStored(db, percent))?.price, (await findStored(db, own))?.price], [900, 950])
})

test('an edit changes parts and price, and nothing is written while it is wrong', async () => {
  const [pot, soil] = [await addPart(800), await addPart(200)]
  const id = await addedSet(percentOff(10, row(pot)))
  const itself = await updateProduct(shop, admin, id, { version: 1, set: percentOff(10, row(pot), row(id)) }, [])
  assert.ok(!itself.ok && itself.reason === 'set')
  assert.match(itself.problems[`part:${id}:variant`] ?? '', /cannot hold itself/)
  const another = await addSet(percentOff(10, row(id)))
  assert.ok(!another.ok && another.reason === 'set')
  assert.match(another.problems[`part:${id}:variant`] ?? '', /is a set/)
  const set = { price: 990, percent: null, rows: [row(pot), row(soil)] }
  assert.deepEqual(await updateProduct(shop, admin, id, { version: 1, set }, []), { ok: true, waits: false })
  assert.deepEqual(await offerOf(id), [990, null, true])
  assert.deepEqual(await updateProduct(shop, admin, id, { version: 2, set }, []), { ok: true, waits: false })
  assert.equal((await findStored(db, id))?.version, 2, 'saving the same writes nothing')
})

test('a seller makes sets of their own products only, and another set must be approved again', async () => {
  const [own, more, foreign] = [
    await addPart(800, 5, seller),
    await addPart(300, 5, seller),
    await addPart(500, 5, otherSeller),
  ]
  for (const id of [own, more, foreign]) await approveProduct(shop, admin, id)
  const refused = await addSet(percentOff(10, row(foreign)), seller)
  assert.ok(!refused.ok && refused.reason === 'set')
  const id = await addedSet(percentOff(10, row(own)), seller)
  await approveProduct(shop, admin, id)
  const update = (version: number, ...rows: SetRow[]) =>
    updateProduct(shop, seller, id, { version, set: percentOff(20, ...rows) }, [])
  assert.deepEqual(await update(1, row(own)), { ok: true, waits: false })
  assert.deepEqual(await update(2, row(own), row(more)), { ok: true, waits: true })
  const wrong = await update(3, row(own), row(foreign))
  assert.ok(!wrong.ok && wrong.reason === 'set')
})

test('a deleted set comes back with its parts', async () => {
  const pot = await addPart(800)
  const id = await addedSet(percentOff(10, row(pot, 2)))
  await deleteProduct(shop, admin, id)
  await restoreProduct(shop, admin, id)
  assert.deepEqual(await offerOf(id), [1440, null, true])
  // Another kind of product is no part of it.
  assert.ok(await add(admin))
})
