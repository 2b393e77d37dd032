import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCatalogue } from '#server/catalog/sizes/queries.ts'
import { openCached } from '#server/db/cached-read.ts'
import { silentLog } from '#server/observability/log.ts'
import { openSettings } from '#server/settings/settings.ts'
import type { Shop } from '#server/shop.ts'
import { db, pool } from '#tests/support/fixtures/database-fixture.ts'
import { addProduct, addProducts } from '#tests/support/fixtures/factories.ts'
import { hasGoesWith, listGoingWith } from './goes-with.ts'
import { listCollections } from './queries.ts'

const unheard = { onChange() {}, isConnected: () => false }
const shop = {
  db,
  log: silentLog,
  catalogue: openCached(db, unheard, readCatalogue),
  settings: openSettings(db, unheard),
  collections: openCached(db, unheard, listCollections),
} as unknown as Shop

async function going(...ids: number[]): Promise<number[]> {
  return (await listGoingWith(shop, ids, [])).map(({ product }) => product.id)
}

test('what the owner chose goes with a product, in that order, as far as it is for sale', async () => {
  const [a = 0, b = 0, c = 0] = await addProducts(db, [{}, {}, { approved: false }])
  const id = await addProduct(db, { goesWith: `${b} ${c} ${a} 999999` })
  assert.deepEqual(await going(id), [b, a])
  assert.deepEqual(await going(id, b), [a], 'what is in the cart already is not offered')
  assert.equal(await hasGoesWith(shop, { id, goesWith: `${b}` }), true)
  const [first] = await listGoingWith(shop, [id], [])
  assert.ok(
    first && first.variants.length > 0 && first.variants.every(({ sizeCode }) => sizeCode === first.product.sizeCode),
  )
})

test('otherwise others of the same collection do: one by hand from the product on, before one by rule', async () => {
  const ids = await addProducts(
    db,
    Array.from({ length: 9 }, () => ({ tags: 'terrace' })),
  )
  const [first = 0, second = 0, third = 0] = ids
  assert.deepEqual(await going(second), [])
  assert.equal(await hasGoesWith(shop, { id: second }), false)
  await pool.query(`insert into collections (name, address, rule) values ('Terrace', 'terrace', '{"tag":"terrace"}')`)
  assert.equal(await hasGoesWith(shop, { id: second }), true)
  assert.deepEqual(await going(second), ids.toReversed().slice(0, 6))
  const { rows } = await pool.query(`insert into collections (name, address) values ('Set', 'set') returning id`)
  for (const [position, id] of [first, second, third].entries())
    await pool.query('insert into collection_products values ($1, $2, $3)', [rows[0].id, id, position])
  assert.deepEqual(await going(second), [third, first])
})
