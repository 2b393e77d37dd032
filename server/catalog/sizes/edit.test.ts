import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { seedBulk } from '#bench/seed/bulk-seed.ts'
import type { User } from '#domain/accounts/user.ts'
import { type SizeValues, versionOf } from '#domain/catalog/forms/size-form.ts'
import { findSize, type Size } from '#domain/catalog/sizes.ts'
import { getSize, specifiedCatalogue } from '#domain/catalog/specified-sizes.ts'
import { READABLE_JOBS } from '#server/db/enqueue.ts'
import { placeOrder } from '#server/orders/place.ts'
import { db, pool } from '#tests/support/fixtures/database-fixture.ts'
import { addCounted, addProduct, addUser, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { addFinish, deleteEntry, saveFamily, saveFinish, saveSize, setRetired } from './edit.ts'
import { listFamilies, listFinishesToGive, listUsedFinishes, readCatalogue } from './queries.ts'

const shop = { db }
let admin: User

before(async () => {
  admin = await addUser(db, 'admin')
  // An unconfirmed buyer may have fewer cash orders than the tests place.
  await pool.query('update "user" set email_verified = true where id = $1', [admin.userId])
})

const isNew = { original: undefined, seen: undefined }
const lamp: SizeValues = { code: 'L01', family: 'CUBEE', price: 900, width: 12.5, depth: 12, height: 30, weight: 1.2 }

async function sizeNow(code: string): Promise<Size> {
  const size = findSize(await readCatalogue(db), code)
  assert.ok(size, code)
  return size
}

async function opened(code: string) {
  return { original: code, seen: versionOf(await sizeNow(code)) }
}

async function productNow(id: number) {
  const { rows } = await pool.query('select price, version, size_label from products where id = $1', [id])
  return rows[0]
}

async function lastAudit() {
  const { rows } = await pool.query('select action, subject, before, after from audit order by id desc limit 1')
  return rows[0]
}

test('a size is added, in its place by volume, and audited', async () => {
  assert.deepEqual(await saveSize(shop, admin, lamp, isNew), { ok: true, prices: 0 })
  const { sizes } = await readCatalogue(db)
  assert.deepEqual(
    sizes.filter(({ family }) => family === 'CUBEE').map(({ code }) => code),
    ['L01', 'C01', 'C02', 'C03', 'C04'],
  )
  assert.deepEqual(await sizeNow('L01'), { ...lamp, isRetired: false })
  const { action, subject, before: was, after: is } = await lastAudit()
  assert.deepEqual([action, subject, was, is.price], ['add size', 'size L01', null, 900])
})

test('a code or a name that is taken, and a family that is not there, are refused at their fields', async () => {
  assert.deepEqual(await saveSize(shop, admin, { ...lamp, code: 'C01', family: 'NONE' }, isNew), {
    ok: false,
    problems: { family: 'Choose a family.', code: 'There is a size with this code already.' },
  })
  const taken = { ok: false, problems: { name: 'This name is taken already.' } }
  assert.deepEqual(await saveFamily(shop, admin, { name: 'cubee' }, isNew), taken)
  assert.deepEqual(await saveFinish(shop, admin, { name: 'SANDSTONE', swatch: '#000000' }, isNew), taken)
})

test('a new price is that of the products that stood at the old one; others keep theirs', async () => {
  const standing = await addProduct(db, { sizeCode: 'C02', sizeLabel: 'CUBEE C02', price: 849 })
  const own = await addProduct(db, { sizeCode: 'C02', sizeLabel: 'CUBEE C02', price: 799 })
  const other = await addProduct(db, { sizeCode: 'C01', price: 849 })
  const { isRetired: _, ...values } = getSize('C02')
  assert.deepEqual(await saveSize(shop, admin, { ...values, price: 899 }, await opened('C02')), { ok: true, prices: 1 })
  assert.deepEqual(await productNow(standing), { price: 899, version: 2, size_label: 'CUBEE C02' })
  assert.deepEqual(await productNow(own), { price: 799, version: 1, size_label: 'CUBEE C02' })
  assert.equal((await productNow(other)).price, 849)
  const record = await lastAudit()
  assert.deepEqual(
    [record.action, record.before.price, record.after.price, record.after.prices],
    ['change size', 849, 899, 1],
  )

  // An order at the price from before is told of the new one.
  const line = lineFor(other, { sizeCode: 'C02', seenPrice: 849 })
  const checkout = { key: crypto.randomUUID(), lines: [line], address: someAddress }
  const placed = await placeOrder(shop, admin, checkout)
  assert.ok(!placed.ok && placed.reason === 'changed')
  assert.deepEqual(placed.quotes[0]?.problem, { kind: 'price-changed', was: 849, now: 899 })
})

test('a size does not get dearer than the MRP of a product that follows it', async () => {
  const id = await addProduct(db, { sizeCode: 'W04', sizeLabel: 'WIDEE W04', price: 3350, mrp: 3400 })
  const { isRetired: _, ...values } = getSize('W04')
  assert.deepEqual(await saveSize(shop, admin, { ...values, price: 3500 }, await opened('W04')), {
    ok: false,
    problems: { price: 'One product of this size has an MRP below this price. Raise it first.' },
  })
  assert.equal((await sizeNow('W04')).price, 3350)
  assert.equal((await saveSize(shop, admin, { ...values, price: 3400 }, await opened('W04'))).ok, true)
  assert.equal((await productNow(id)).price, 3400)
})

test('while one order holds a product, a price waits for it, and a hundred orders beside it make no deadlock', async () => {
  const ids = await Promise.all(
    [1, 2, 3].map(() => addProduct(db, { sizeCode: 'T01', sizeLabel: 'TUBO T01', price: 1385 })),
  )
  const order = (index: number) =>
    placeOrder(shop, admin, {
      key: crypto.randomUUID(),
      lines: (index % 2 ? ids : ids.toReversed()).map((id) => lineFor(id, { sizeCode: 'T01', seenPrice: 1385 })),
      address: someAddress,
    })
  const { isRetired: _, ...values } = getSize('T01')
  const seen = await opened('T01')
  const [saved, ...placed] = await Promise.all([
    saveSize(shop, admin, { ...values, price: 1400 }, seen),
    ...Array.from({ length: 40 }, (_, index) => order(index)),
  ])
  assert.deepEqual(saved, { ok: true, prices: 3 })
  for (const answer of placed) {
    if (answer.ok) assert.equal(answer.order.totalAmount, 3 * 1385)
    else assert.equal(answer.reason, 'changed')
  }
})

test('of two admins on one form the second is told, and saves over it when pressing again', async () => {
  const { isRetired: _, ...values } = getSize('W01')
  const both = await opened('W01')
  assert.equal((await saveSize(shop, admin, { ...values, price: 1400 }, both)).ok, true)
  const second = await saveSize(shop, admin, { ...values, price: 1500 }, both)
  assert.ok(!second.ok && second.seen)
  assert.match(second.problems.form ?? '', /^Someone else changed this/)
  assert.equal((await sizeNow('W01')).price, 1400)
  assert.equal(
    (await saveSize(shop, admin, { ...values, price: 1500 }, { original: 'W01', seen: second.seen })).ok,
    true,
  )
  assert.equal((await sizeNow('W01')).price, 1500)
})

test('a renamed family takes its sizes and the labels of its products with it', async () => {
  const id = await addProduct(db, { sizeCode: 'OV01', sizeLabel: 'OVALIN OV01', price: 2000 })
  assert.equal(
    (await saveFamily(shop, admin, { name: 'Ovals' }, { original: 'OVALIN', seen: versionOf('OVALIN') })).ok,
    true,
  )
  assert.equal((await sizeNow('OV02')).family, 'Ovals')
  assert.equal((await productNow(id)).size_label, 'Ovals OV01')
  assert.deepEqual((await listFamilies(db))[5], 'Ovals')
})

test('what is retired is offered no more, twice changes nothing, and it can be put back', async () => {
  for (const isRetired of [true, true, false]) {
    assert.equal(await setRetired(shop, admin, { kind: 'family', name: 'BONSAI' }, isRetired), true)
    assert.equal((await sizeNow('BON02')).isRetired, isRetired)
  }
  assert.equal(await setRetired(shop, admin, { kind: 'finish', name: 'Sandstone' }, true), true)
  const { finishes } = await readCatalogue(db)
  assert.deepEqual(
    finishes.map(({ isRetired }) => isRetired),
    specifiedCatalogue.finishes.map(({ name }) => name === 'Sandstone'),
  )
  assert.equal(await setRetired(shop, admin, { kind: 'finish', name: 'Sandstone' }, false), true)
  assert.equal(await setRetired(shop, admin, { kind: 'size', name: 'NONE' }, true), false)
})

test('a size in use is not deleted, one that no product has is, and so is a family without sizes', async () => {
  await addProduct(db, { sizeCode: 'B01', sizeLabel: 'BOXA B01' })
  assert.equal(await deleteEntry(shop, admin, { kind: 'size', name: 'B01' }), false)
  assert.equal(await deleteEntry(shop, admin, { kind: 'family', name: 'BOXA' }), false)
  assert.equal((await saveFamily(shop, admin, { name: 'Lamps' }, isNew)).ok, true)
  assert.equal(await deleteEntry(shop, admin, { kind: 'family', name: 'Lamps' }), true)
  assert.equal(await deleteEntry(shop, admin, { kind: 'size', name: 'L01' }), true)
  assert.equal(findSize(await readCatalogue(db), 'L01'), undefined)
})

test('a finish that nothing uses is deleted; one that is offered, counted or in a history stays', async () => {
  const finish = (name: string) => ({ kind: 'finish' as const, name })
  const namesNow = async () => (await readCatalogue(db)).finishes.map(({ name }) => name)
  await addProduct(db, { onSale: true, approved: true })
  assert.equal((await saveFinish(shop, admin, { name: 'Old brass', swatch: '#b08d57' }, isNew)).ok, true)
  // Products that are not counted come in every finish that is offered.
  assert.equal(await deleteEntry(shop, admin, finish('Old brass')), false)
  await setRetired(shop, admin, finish('Old brass'), true)
  assert.ok(!(await listUsedFinishes(db)).includes('Old brass'))
  const counted = await addCounted(db, { 'Old brass': 2 })
  assert.equal(await deleteEntry(shop, admin, finish('Old brass')), false)
  await pool.query('update product_variants set offered = false where product_id = $1', [counted])
  assert.equal(await deleteEntry(shop, admin, finish('Old brass')), false, 'its history names it')
  await pool.query('delete from stock_changes where product_id = $1', [counted])
  assert.equal(await deleteEntry(shop, admin, finish('Old brass')), true)
  assert.ok(!(await namesNow()).includes('Old brass'))
  const { action, before: was } = await lastAudit()
  assert.deepEqual([action, was.swatch], ['delete finish', '#b08d57'])
  assert.equal(await deleteEntry(shop, admin, finish('Old brass')), false)
})

test('a new finish comes to the first products at once and to all by a job, which goes on under a new name and after an end', async () => {
  await pool.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
  await seedBulk(db, { products: 2100 })
  const without = async (finish: string) => {
    const { rows } = await pool.query(
      `select (select count(*) from products where size_code is not null)::integer
         - (select count(distinct product_id) from product_variants where finish = $1)::integer as count`,
      [finish],
    )
    return rows[0].count
  }
  const added = await saveFinish(shop, admin, { name: 'Terracotta', swatch: '#c66b44' }, isNew)
  assert.deepEqual(added, { ok: true })
  assert.ok((await without('Terracotta')) > 0)
  assert.deepEqual(await listFinishesToGive(db), ['Terracotta'])

  const seen = versionOf({ name: 'Terracotta', swatch: '#c66b44', isRetired: false })
  await saveFinish(shop, admin, { name: 'Fired clay', swatch: '#c66b44' }, { original: 'Terracotta', seen })
  await addFinish(shop, { finish: 'Terracotta' })
  assert.ok((await without('Fired clay')) > 0)
  assert.deepEqual(await listFinishesToGive(db), ['Fired clay', 'Terracotta'])

  await addFinish(shop, { finish: 'Fired clay' }, AbortSignal.abort())
  const { rows } = await pool.query(
    `select payload from ${READABLE_JOBS} as job where payload ->> 'finish' = 'Fired clay'`,
  )
  assert.deepEqual(
    rows.map(({ payload }) => payload),
    [{ finish: 'Fired clay' }, { finish: 'Fired clay', after: 0 }],
  )
  await pool.query('delete from outbox')
  await addFinish(shop, { finish: 'Fired clay' })
  assert.equal(await without('Fired clay'), 0)
  const { rows: changes } = await pool.query('select change from outbox where change is not null')
  assert.deepEqual(changes, [{ change: 'settings Fired clay' }], 'pages show it')
})
