import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CollectionRule } from '#domain/catalog/collection.ts'
import type { OfferValues } from '#domain/offers/offer-form.ts'
import { listVariants } from '#server/catalog/stock/queries.ts'
import { listForSale } from '#server/catalog/storefront-queries.ts'
import { listIn } from '#server/collections/queries.ts'
import type { Change } from '#server/live/change-feed.ts'
import { silentLog } from '#server/observability/log.ts'
import { db, pool } from '#tests/support/fixtures/database-fixture.ts'
import { addProduct, addProducts, addUser } from '#tests/support/fixtures/factories.ts'
import { until } from '#tests/support/process.ts'
import { endOffer, makeCodes, saveOffer } from './offers.ts'
import { openPriceClock } from './price-clock.ts'
import { findOffer, listCodes, listOffers } from './queries.ts'

const shop = { db, now: () => new Date() }
const admin = await addUser(db, 'admin')

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000)

function valuesOf(values: Partial<OfferValues>): OfferValues {
  return {
    ...{ name: 'Diwali', kind: 'percent', amount: 20, buy: 0, get: 0, appliesTo: 'products', collectionId: null },
    ...{ startsAt: daysAgo(1), endsAt: null, smallestOrder: 0, firstOrderOnly: false, paidOnlineOnly: false, code: '' },
    ...{ usesInAll: 0, usesByPerson: 0, onlyFor: '', addsUp: false, products: [] },
    ...values,
  }
}

async function add(values: Partial<OfferValues>): Promise<number> {
  const saved = await saveOffer(shop, admin, valuesOf(values), undefined)
  assert.ok(saved.ok)
  return saved.id
}

/** The prices of a product's card, and of its variant in its own size. */
async function pricesOf(id: number) {
  const [products, variants] = await Promise.all([listForSale(db, [id]), listVariants(db, [id])])
  const product = products.get(id)
  const variant = variants.get(id)?.find(({ sizeCode }) => sizeCode === product?.sizeCode)
  assert.deepEqual([variant?.price, variant?.was ?? undefined], [product?.price, product?.was])
  return { price: product?.price, was: product?.was }
}

test('an offer on products is their price from its first second to its last, beside the lowest of thirty days', async () => {
  const id = await addProduct(db, { price: 999 })
  const other = await addProduct(db, { price: 999 })
  assert.deepEqual(await pricesOf(id), { price: 999, was: undefined })
  const offer = await add({ products: [id] })
  assert.deepEqual(await pricesOf(id), { price: 799, was: 999 })
  assert.deepEqual(await pricesOf(other), { price: 999, was: undefined })
  await add({ products: [id], amount: 500, kind: 'rupees', startsAt: new Date(Date.now() + 60_000) })
  assert.deepEqual(await pricesOf(id), { price: 799, was: 999 })
  await pool.query(`update offers set ends_at = clock_timestamp() where id = $1`, [offer])
  assert.deepEqual(await pricesOf(id), { price: 999, was: undefined })
})

test('a price that was raised for the offer, and one that was lower a week ago, is not struck through', async () => {
  const id = await addProduct(db, { price: 700 })
  await pool.query('update products set price = 1000 where id = $1', [id])
  await add({ products: [id] })
  assert.deepEqual(await pricesOf(id), { price: 800, was: 700 })
  await pool.query(`update former_prices set until = now() - interval '40 days' where product_id = $1`, [id])
  assert.deepEqual(await pricesOf(id), { price: 800, was: 1000 })
  await add({ products: [id], amount: 30, startsAt: daysAgo(10), endsAt: daysAgo(8) })
  assert.deepEqual(await pricesOf(id), { price: 800, was: 700 })
})

test('an offer that is changed while it holds leaves its price known', async () => {
  const id = await addProduct(db, { price: 1000 })
  const offer = await add({ products: [id], amount: 40 })
  const saved = await saveOffer(shop, admin, valuesOf({ products: [id], amount: 10 }), { id: offer, version: 1 })
  assert.ok(saved.ok)
  assert.deepEqual(await pricesOf(id), { price: 900, was: 600 })
  const late = await saveOffer(shop, admin, valuesOf({}), { id: offer, version: 1 })
  assert.ok(!late.ok && late.reason === 'conflict')
  assert.equal(late.current.amount, 10)
})

test('an offer that gets a condition or codes while it holds leaves its price known', async () => {
  const ends = [
    (offer: number, id: number) =>
      saveOffer(shop, admin, valuesOf({ products: [id], amount: 40, smallestOrder: 500 }), { id: offer, version: 1 }),
    (offer: number) => makeCodes(shop, admin, offer, 1),
  ]
  for (const end of ends) {
    const id = await addProduct(db, { price: 1000 })
    await end(await add({ products: [id], amount: 40 }), id)
    assert.deepEqual(await pricesOf(id), { price: 1000, was: undefined })
    await add({ products: [id], amount: 10 })
    assert.deepEqual(await pricesOf(id), { price: 900, was: 600 })
  }
})

test('a size that became dearer is struck through at its lowest price, in the sizes of a pot that cost it', async () => {
  const id = await addProduct(db, { sizeCode: 'C01', price: 495 })
  await pool.query(`update sizes set price = price - 100 where code = 'C04'`)
  await pool.query(`update sizes set price = price + 100 where code = 'C04'`)
  await add({ products: [id], amount: 1 })
  const variants = (await listVariants(db, [id])).get(id) ?? []
  const was = (code: string) => variants.find(({ sizeCode }) => sizeCode === code)?.was
  const { rows } = await pool.query<{ price: number }>(`select price from sizes where code = 'C04'`)
  assert.equal(was('C04'), (rows[0]?.price ?? 0) - 100)
  assert.equal(was('C01'), 495)
})

test('an offer on a collection follows it, by hand and by every condition of a rule', async () => {
  const ids = await addProducts(db, [
    { tags: 'terrace, sale', price: 400, attributes: 'Material: Stone' },
    { tags: 'Terrace', price: 800, discount: 5 },
    { price: 900, attributes: 'material: stone' },
  ])
  const rules: CollectionRule[] = [
    { tag: 'terrace' },
    { priceFrom: 500 },
    { priceTo: 800, tag: 'terrace' },
    { attribute: 'Material: Stone' },
    { family: 'CUBEE', priceFrom: 850 },
    { onOffer: true },
  ]
  for (const rule of [...rules, null]) {
    const { rows } = await pool.query(
      'insert into collections (name, address, rule) values ($1, $1, $2) returning id::integer',
      [crypto.randomUUID(), rule],
    )
    const collectionId: number = rows[0].id
    if (rule === null) await pool.query('insert into collection_products values ($1, $2, 0)', [collectionId, ids[2]])
    const members = await listIn(db, { id: collectionId, rule }, { limit: 1000 })
    const offer = await add({ appliesTo: 'collection', collectionId, amount: 1, kind: 'rupees' })
    const lowered = [...(await listForSale(db, ids)).values()].flatMap(({ id, was }) => (was === undefined ? [] : [id]))
    assert.deepEqual(lowered.sort(), members.filter((id) => ids.includes(id)).sort(), JSON.stringify(rule))
    // Products on offer now are in the collection of them.
    const onOffer = await listIn(db, { id: 0, rule: { onOffer: true } }, { limit: 1000 })
    assert.ok(lowered.every((id) => onOffer.includes(id)))
    await pool.query('delete from offers where id = $1', [offer])
  }
})

test('an offer with a condition or a code is no price', async () => {
  const id = await addProduct(db, { price: 1000 })
  for (const values of [{ code: 'NO-PRICE' }, { smallestOrder: 500 }, { onlyFor: 'a@b.example' }, { usesInAll: 9 }])
    await add({ products: [id], ...values })
  assert.deepEqual(await pricesOf(id), { price: 1000, was: undefined })
})

test('two offers have no code in common, and made codes are an offer’s own', async () => {
  const first = await add({ code: 'ONCE', appliesTo: 'order' })
  assert.deepEqual(await saveOffer(shop, admin, valuesOf({ code: 'ONCE' }), undefined), {
    ok: false,
    reason: 'code-taken',
  })
  const opened = await findOffer(db, first)
  assert.equal(await makeCodes(shop, admin, first, 1000), true)
  assert.deepEqual(await findOffer(db, first), { ...opened, needsCode: true }, 'no conflict for its open form')
  const codes = await listCodes(db, first)
  assert.equal(new Set(codes.map(({ code }) => code)).size, 1000)
  assert.deepEqual(await saveOffer(shop, admin, valuesOf({ code: codes[0]?.code ?? '' }), undefined), {
    ok: false,
    reason: 'code-taken',
  })
  assert.equal(await makeCodes(shop, admin, 0, 1), false)
})

test('an offer is ended now; one that has not begun goes', async () => {
  const [held, coming] = [await add({}), await add({ startsAt: new Date(Date.now() + 60_000) })]
  assert.equal(await endOffer(shop, admin, held), true)
  assert.equal(await endOffer(shop, admin, held), false)
  assert.equal(await endOffer(shop, admin, coming), true)
  assert.equal(await findOffer(db, coming), undefined)
  assert.ok((await listOffers(db)).some(({ id, uses }) => id === held && uses === 0))
})

test('a process is told when an offer on prices begins and when it ends', async () => {
  await pool.query('delete from offers')
  const told: Change[] = []
  const closing: (() => void)[] = []
  const feed = {
    onChange: () => () => {},
    onClose: (listener: () => void) => closing.push(listener),
    announce: (change: Change) => told.push(change),
  }
  await pool.query(
    `insert into offers (name, kind, amount, applies_to, starts_at, ends_at) values
     ('Short', 'percent', 1, 'all', clock_timestamp() + interval '0.3 seconds', clock_timestamp() + interval '0.6 seconds')`,
  )
  await openPriceClock(db, feed as unknown as Parameters<typeof openPriceClock>[1], silentLog)
  await until('both were told', () => told.length === 2)
  for (const close of closing) close()
  assert.deepEqual(told, [
    { kind: 'product', id: '*' },
    { kind: 'product', id: '*' },
  ])
})

test('a set costs no more than its parts do with their offers, and its own offer is kept apart from its price', async () => {
  await pool.query('delete from offers')
  const [one, other] = await addProducts(db, [
    { sizeCode: 'C01', price: 500 },
    { sizeCode: 'C01', price: 700 },
  ])
  const variantOf = async (id: number) =>
    (await listVariants(db, [id])).get(id)?.find(({ sizeCode }) => sizeCode === 'C01')?.id ?? 0
  const set = await addProduct(db, { sizeCode: null as never, price: 1200 })
  await pool.query(`delete from product_variants where product_id = $1`, [set])
  await pool.query(`update products set stock = 'set', set_price = 1100, price = 1100 where id = $1`, [set])
  await pool.query(`insert into product_variants (product_id, offered) values ($1, true)`, [set])
  const parts = [await variantOf(one ?? 0), await variantOf(other ?? 0)]
  for (const [position, variant] of parts.entries())
    await pool.query('insert into set_parts values ($1, $2, $3, 1)', [set, position + 1, variant])
  assert.deepEqual(await pricesOf(set), { price: 1100, was: 1200 }, 'struck is what its parts cost together')
  await add({ products: [one ?? 0], amount: 50 })
  assert.deepEqual(await pricesOf(set), { price: 950, was: 950 })
  await add({ products: [set], amount: 20 })
  assert.deepEqual(await pricesOf(set), { price: 880, was: 950 })
  const { rows } = await pool.query('select regular from sellable_variants where product_id = $1', [set])
  assert.deepEqual(rows, [{ regular: 1100 }])
})
