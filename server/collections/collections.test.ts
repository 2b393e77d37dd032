import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CollectionRule, type CollectionValues, collectionPath } from '#domain/catalog/collection.ts'
import { noFilters } from '#domain/catalog/filters/filters.ts'
import { readCatalogue } from '#server/catalog/sizes/queries.ts'
import { openCached } from '#server/db/cached-read.ts'
import { silentLog } from '#server/observability/log.ts'
import { listMenu } from '#server/own-pages/queries.ts'
import { readRedirects } from '#server/seo/redirect-queries.ts'
import type { Shop } from '#server/shop.ts'
import { db, pool } from '#tests/support/fixtures/database-fixture.ts'
import { addProduct, addProducts, addUser } from '#tests/support/fixtures/factories.ts'
import { deleteCollection, saveCollection } from './collections.ts'
import { readCollection } from './listing.ts'
import { findCollection, listConditions } from './queries.ts'

const unheard = { onChange() {}, isConnected: () => false }
const shop = {
  db,
  log: silentLog,
  catalogue: openCached(db, unheard, readCatalogue),
  now: () => new Date(),
} as unknown as Shop
const admin = await addUser(db, 'admin')

let names = 0
function valuesOf(values: Partial<CollectionValues>): CollectionValues {
  names += 1
  return {
    name: `Gifts ${names}`,
    address: `gifts-${names}`,
    sentence: '',
    inMenu: false,
    rule: null,
    products: [],
    ...values,
  }
}

async function save(values: CollectionValues, opened?: { id: number; version: number }) {
  return saveCollection(shop, admin, { values, opened, removesPicture: false })
}

async function add(values: Partial<CollectionValues>) {
  const saved = await save(valuesOf(values))
  assert.ok(saved.ok)
  const collection = await findCollection(db, saved.id)
  assert.ok(collection)
  return collection
}

async function listed(rule: CollectionRule): Promise<number[]> {
  const collection = await add({ rule })
  const { products } = await readCollection(shop, collection, { sort: 'newest', page: 1, filters: noFilters }, [])
  return products.map(({ id }) => id)
}

test('a rule finds what fits all of its conditions, and only what is for sale', async () => {
  const fitting = {
    tags: 'Gift, indoor',
    attributes: 'Material: Stone\nIndoor: Yes',
    discount: 10,
    sizeCode: 'TR01',
    price: 700,
  }
  const id = await addProduct(db, fitting)
  await addProducts(db, [
    { ...fitting, approved: false },
    { ...fitting, onSale: false },
    { tags: 'gifts', attributes: 'Material: Stoneware', discount: null, sizeCode: 'C01', price: 300 },
  ])
  assert.deepEqual(await listed({ tag: 'gift' }), [id])
  assert.deepEqual(await listed({ attribute: 'material: stone' }), [id])
  assert.deepEqual(await listed({ onOffer: true, priceFrom: 700, priceTo: 700, family: 'TRIYA', tag: 'INDOOR' }), [id])
  assert.deepEqual(await listed({ tag: 'gift', priceTo: 699 }), [])
  const { tags, attributes, families } = await listConditions(db)
  assert.ok(tags.includes('indoor') && attributes.includes('Material: Stone') && families.includes('TRIYA'))
})

test('a collection by hand is in the order of the owner, unless it is sorted', async () => {
  const [a = 0, b = 0, c = 0] = await addProducts(db, [{ price: 300 }, { price: 100 }, { price: 200 }])
  const collection = await add({ products: [b, a, c, 999_999] })
  const read = async (sort: 'newest' | 'lowToHigh') =>
    (await readCollection(shop, collection, { sort, page: 1, filters: noFilters }, [])).products.map(({ id }) => id)
  assert.deepEqual(await read('newest'), [b, a, c])
  assert.deepEqual(await read('lowToHigh'), [b, c, a])
  await pool.query('delete from products where id = $1', [a])
  assert.deepEqual(await read('newest'), [b, c])
})

test('a large collection is sorted and paged by the database', async () => {
  const ids = await addProducts(
    db,
    Array.from({ length: 210 }, (_, n) => ({ tags: 'many', price: 1000 + n })),
  )
  const collection = await add({ rule: { tag: 'many' } })
  const page = await readCollection(shop, collection, { sort: 'highToLow', page: 2, filters: noFilters }, [])
  assert.deepEqual([page.count, page.pages, page.page], [210, 27, 2])
  assert.deepEqual(
    page.products.map(({ id }) => id),
    ids.toReversed().slice(8, 16),
  )
})

test('an address that another collection has is refused, and one that changes leads to the new one', async () => {
  const first = await add({ address: 'first' })
  assert.deepEqual(await save(valuesOf({ address: 'first' })), { ok: false, reason: 'address-taken' })
  const moved = valuesOf({ address: 'second' })
  assert.ok((await save(moved, first)).ok)
  const redirects = await readRedirects(db)
  assert.equal(redirects.get(collectionPath(first)), collectionPath(moved))
  // And back again: the new page must not be hidden by the old redirect.
  assert.ok((await save(valuesOf({ address: 'first' }), { id: first.id, version: 2 })).ok)
  const later = await readRedirects(db)
  assert.deepEqual(
    [later.get('/collections/first'), later.get('/collections/second')],
    [undefined, '/collections/first'],
  )
})

test('a save over a version that somebody else has saved is refused', async () => {
  const collection = await add({})
  assert.ok((await save(valuesOf({ sentence: 'Theirs' }), collection)).ok)
  const refused = await save(valuesOf({ sentence: 'Mine' }), collection)
  assert.ok(!refused.ok && refused.reason === 'conflict' && refused.current.sentence === 'Theirs')
})

test('two owners who add the same address at once get one collection', async () => {
  const saved = await Promise.all([1, 2, 3].map(() => save(valuesOf({ address: 'at-once' }))))
  assert.deepEqual(saved.map(({ ok }) => ok).sort(), [false, false, true])
})

test('what is in the menu is told, and gone once it is deleted', async () => {
  const { id } = await add({ name: 'On the wall', address: 'wall', inMenu: true })
  assert.ok((await listMenu(db)).some(({ label, to }) => label === 'On the wall' && to === '/collections/wall'))
  assert.equal(await deleteCollection(shop, admin, id), true)
  assert.equal(await deleteCollection(shop, admin, id), false)
  assert.ok(!(await listMenu(db)).some(({ to }) => to === '/collections/wall'))
})
