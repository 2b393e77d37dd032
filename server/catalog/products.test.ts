import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProductUpdate } from '#domain/catalog/forms/product-form.ts'
import { deliverOrder } from '#server/parcels/deliver.ts'
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
  storedNames,
} from '#tests/support/fixtures/product-fixture.ts'
import { until } from '#tests/support/process.ts'
import {
  approveProduct,
  deleteProduct,
  featureProduct,
  restockProduct,
  restoreProduct,
  setOnSale,
} from './product-actions.ts'
import { addProduct, findEditableProduct, updateProduct } from './products.ts'
import { findStored, insertRestored, removeProduct } from './queries.ts'
import { findForSale, listSold } from './storefront-queries.ts'

test("an admin's product is for sale at once, a seller's waits; both know who added them", async () => {
  const [theirs, ours] = await Promise.all([findStored(db, await add(seller)), findStored(db, await add(admin))])
  assert.deepEqual([theirs?.approved, ours?.approved], [false, true])
  assert.deepEqual([theirs?.userId, theirs?.username, theirs?.email], [seller.userId, seller.name, seller.email])
  assert.equal(theirs?.sizeLabel, 'CUBEE C02')
  assert.deepEqual([theirs?.quantity, theirs?.featured], [1, false])
  assert.match(theirs?.productImageUrl[0] ?? '', /^\/productImages\/\d{13}-my-bowl-1-[0-9a-f]{6}$/)
  assert.deepEqual(
    (await auditOf(theirs?.id ?? 0)).map(({ action, actor_email }) => [action, actor_email]),
    [['add product', seller.email]],
  )
})

test('an update writes what was sent, keeps the rest, and tells the audit both', async () => {
  const id = await add(admin)
  const updated = await updateProduct(shop, admin, id, { version: 1, title: 'New title', discount: 10 }, [])
  assert.deepEqual(updated, { ok: true, waits: false })
  const product = await findEditableProduct(shop, admin, id)
  assert.deepEqual([product?.title, product?.discount, product?.price, product?.version], ['New title', 10, 849, 2])
  const record = (await auditOf(id)).at(-1)
  assert.deepEqual(record?.before, { title: 'Test Bowl', discount: null })
  assert.deepEqual(record?.after, { title: 'New title', discount: 10 })
})

test('saving what is there already writes nothing', async () => {
  const id = await add(admin)
  assert.deepEqual(await updateProduct(shop, admin, id, { version: 1, title: form.title, price: form.price }, []), {
    ok: true,
    waits: false,
  })
  assert.equal((await findEditableProduct(shop, admin, id))?.version, 1)
  assert.equal((await auditOf(id)).length, 1)
})

test('of two admins who edit at once the second is told, and nothing of the first is lost', async () => {
  const id = await add(admin)
  const answers = await Promise.all([
    updateProduct(shop, admin, id, { version: 1, title: 'First' }, []),
    updateProduct(shop, admin, id, { version: 1, title: 'Second' }, []),
  ])
  assert.deepEqual(answers.map(({ ok }) => ok).sort(), [false, true])
  const refused = answers.find(({ ok }) => !ok)
  const now = await findEditableProduct(shop, admin, id)
  assert.deepEqual(refused, { ok: false, reason: 'conflict', current: now })
  assert.equal(now?.version, 2)
})

test('an unknown image is reported by name, not as a conflict', async () => {
  const id = await add(admin)
  const update = { version: 1, title: 'Mine', images: ['/pots/gone'] }
  assert.deepEqual(await updateProduct(shop, admin, id, update, []), {
    ok: false,
    reason: 'lost-images',
    lost: ['/pots/gone'],
  })
  assert.equal((await findEditableProduct(shop, admin, id))?.version, 1)
})

test('approving a product does not conflict with an edit', async () => {
  const id = await add(seller)
  await approveProduct(shop, admin, id)
  assert.deepEqual(await updateProduct(shop, seller, id, { version: 1, price: 900 }, []), { ok: true, waits: false })
  assert.equal((await findEditableProduct(shop, seller, id))?.approved, true)
})

test('what a seller changes of an approved pot’s words and images leaves the shop until it is approved again', async () => {
  const id = await add(seller)
  const changes: { update: Partial<ProductUpdate>; files?: File[] }[] = [
    { update: { title: 'Another title' } },
    { update: { description: 'Your prize is waiting.' } },
    { update: { category: 'plant' } },
    { update: {}, files: [await image('other.jpg', 500)] },
    { update: { title: 'Dearer, too', price: 999 } },
  ]
  for (const { update, files = [] } of changes) {
    await approveProduct(shop, admin, id)
    const version = (await findStored(db, id))?.version ?? 0
    assert.deepEqual(await updateProduct(shop, seller, id, { ...update, version }, files), { ok: true, waits: true })
    assert.equal((await findStored(db, id))?.approved, false, JSON.stringify(update))
    const { rows } = await pool.query('select before, after from audit where subject = $1 order by id desc limit 1', [
      `product ${id}`,
    ])
    assert.deepEqual([rows[0].before.approved, rows[0].after.approved], [true, false])
    // Sent again without another change, it is no news.
    const again = { ...update, version: version + 1 }
    assert.deepEqual(await updateProduct(shop, seller, id, again, []), { ok: true, waits: false })
  }
})

test('price, size and discount of a seller, words as they were, and whatever an admin changes stay in the shop', async () => {
  const id = await add(seller)
  await approveProduct(shop, admin, id)
  const product = await findStored(db, id)
  const { title, description, category, productImageUrl } = product ?? assert.fail('it is not there')
  const same = { title, description, category, images: productImageUrl }
  const own = { ...same, version: 1, price: 1, sizeCode: 'C03', discount: 10 } as const
  assert.deepEqual(await updateProduct(shop, seller, id, own, []), { ok: true, waits: false })
  const title2 = { version: 2, title: 'By the admin', description: 'x' }
  assert.deepEqual(await updateProduct(shop, admin, id, title2, []), { ok: true, waits: false })
  const stored = await findStored(db, id)
  assert.deepEqual([stored?.approved, stored?.price, stored?.title], [true, 1, 'By the admin'])
})

test('an admin approves what they have seen: not what its seller has changed meanwhile', async () => {
  const id = await add(seller)
  await updateProduct(shop, seller, id, { version: 1, title: 'Changed in the moment of approval' }, [])
  assert.deepEqual(await approveProduct(shop, admin, id, 1), { ok: false, reason: 'changed' })
  assert.equal((await findStored(db, id))?.approved, false)
  assert.deepEqual(await approveProduct(shop, admin, id, 2), { ok: true })
  assert.equal((await findStored(db, id))?.approved, true)
})

test("another seller's product is answered as if it did not exist, a user's rights are none", async () => {
  const id = await add(seller)
  assert.equal(await findEditableProduct(shop, otherSeller, id), undefined)
  assert.equal(await findEditableProduct(shop, { ...seller, role: 'user' }, id), undefined)
  const before = await storedNames()
  const update = await updateProduct(shop, otherSeller, id, { version: 1, title: 'Mine now' }, [await image()])
  assert.deepEqual(update, { ok: false, reason: 'not-found' })
  assert.deepEqual(await updateProduct(shop, otherSeller, 999_999, { version: 1 }, []), {
    ok: false,
    reason: 'not-found',
  })
  assert.deepEqual(await storedNames(), before)
})

test('approving, featuring and deleting twice is once, and each is written down once', async () => {
  const id = await add(seller)
  for (const _ of [1, 2]) {
    assert.deepEqual(await approveProduct(shop, admin, id), { ok: true })
    assert.deepEqual(await featureProduct(shop, admin, id), { ok: true })
  }
  const product = await findStored(db, id)
  assert.deepEqual([product?.approved, product?.featured], [true, true])
  assert.deepEqual(await deleteProduct(shop, admin, id), { ok: true })
  assert.deepEqual(await deleteProduct(shop, admin, id), { ok: false, reason: 'not-found' })
  const trail = await auditOf(id)
  assert.deepEqual(
    trail.map(({ action }) => action),
    ['add product', 'approve product', 'feature product', 'delete product'],
  )
  assert.deepEqual(trail.at(-1)?.before, JSON.parse(JSON.stringify(product)))
})

test('a deleted product can be put back as it was, once', async () => {
  const id = await add(admin)
  const product = await findStored(db, id)
  assert.deepEqual(await restoreProduct(shop, admin, id), { ok: false, reason: 'not-found' })
  await deleteProduct(shop, admin, id)
  const answers = await Promise.all([restoreProduct(shop, admin, id), restoreProduct(shop, admin, id)])
  assert.deepEqual(answers, [{ ok: true }, { ok: true }])
  assert.deepEqual(await findStored(db, id), product)
  assert.equal((await auditOf(id)).filter(({ action }) => action === 'restore product').length, 1)
})

test('an edit that waits while its product is deleted and put back is refused, because it holds no lock', async () => {
  const id = await add(admin)
  const product = await findStored(db, id)
  assert.ok(product)
  const waiting = await db.transaction(async (tx) => {
    await removeProduct(tx, id)
    const edit = updateProduct(shop, admin, id, { version: 1, title: 'Mine' }, [])
    await until('the edit waits', async () => {
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
      return (await pool.query(waiting)).rowCount === 1
    })
    await insertRestored(tx, product)
    return { edit }
  })
  assert.deepEqual(await waiting.edit, { ok: false, reason: 'not-found' })
  assert.deepEqual(await findStored(db, id), product)
})

test('a product leaves the shop and comes back with its approval, each written down once', async () => {
  const id = await add(admin)
  const isForSale = async () => (await findForSale(db, id)) !== undefined
  await setOnSale(shop, admin, [id], false)
  await setOnSale(shop, admin, [id], false)
  assert.equal(await isForSale(), false)
  assert.equal((await findEditableProduct(shop, admin, id))?.version, 1, 'no open form is in conflict')
  await approveProduct(shop, admin, id)
  assert.equal(await isForSale(), false, 'approving is another matter')
  await setOnSale(shop, admin, [id], true)
  await setOnSale(shop, admin, [id], true)
  assert.equal(await isForSale(), true)
  assert.deepEqual(
    (await auditOf(id)).slice(1).map(({ action, before, after }) => [action, before, after]),
    [
      ['take product off sale', { onSale: true }, { onSale: false }],
      ['put product on sale', { onSale: false }, { onSale: true }],
    ],
  )
  assert.equal(await setOnSale(shop, admin, [2 ** 40], false), undefined)
})

test('no two products share a SKU, in capitals or not, and of two at once one is told', async () => {
  const id = await addProduct(shop, admin, { ...form, sku: 'Bowl/1' }, [await image()])
  assert.ok(id.ok)
  const refused = { ok: false, reason: 'sku-taken' }
  assert.deepEqual(await addProduct(shop, admin, { ...form, sku: 'BOWL/1' }, [await image()]), refused)
  const other = await add(admin)
  assert.deepEqual(await updateProduct(shop, admin, other, { version: 1, sku: 'bowl/1' }, []), refused)
  assert.ok((await updateProduct(shop, admin, id.id, { version: 1, sku: 'bowl/1' }, [])).ok, 'its own')
  const before = (await storedNames()).length
  const both = await Promise.all(
    [1, 2].map(async () => addProduct(shop, admin, { ...form, sku: 'Bowl/2' }, [await image()])),
  )
  assert.deepEqual(both.map(({ ok }) => ok).sort(), [false, true])
  assert.ok((await storedNames()).length - before <= before, 'no file of the refused one stays')
  assert.ok((await updateProduct(shop, admin, other, { version: 1, sku: '' }, [])).ok, 'many have none')
})

test('a deleted product whose SKU another one has taken comes back without it', async () => {
  const added = await addProduct(shop, admin, { ...form, sku: 'Bowl/3' }, [await image()])
  assert.ok(added.ok)
  await deleteProduct(shop, admin, added.id)
  assert.ok((await addProduct(shop, admin, { ...form, sku: 'bowl/3' }, [await image()])).ok)
  assert.deepEqual(await restoreProduct(shop, admin, added.id), { ok: true })
  assert.equal((await findStored(db, added.id))?.sku, '')
})

test('alt texts belong to their images: they move, go and come with them', async () => {
  const added = await addProduct(shop, admin, { ...form, altTexts: { 'new-1': 'From above' } }, [
    await image(),
    await image(),
  ])
  assert.ok(added.ok)
  const stored = async () => {
    const product = await findStored(db, added.id)
    assert.ok(product)
    return { ...product, texts: product.productImageUrl.map((address) => product.altTexts[address]) }
  }
  const { productImageUrl, texts } = await stored()
  assert.deepEqual(texts, [undefined, 'From above'])
  const [first = '', second = ''] = productImageUrl
  const reordered = { version: 1, images: ['new-0', second, first], altTexts: { 'new-0': 'New', [first]: 'In front' } }
  assert.ok((await updateProduct(shop, admin, added.id, reordered, [await image()])).ok)
  assert.deepEqual((await stored()).texts, ['New', 'From above', 'In front'])
  assert.ok((await updateProduct(shop, admin, added.id, { version: 2, images: [first] }, [])).ok)
  assert.deepEqual((await stored()).altTexts, { [first]: 'In front' })
  assert.deepEqual((await auditOf(added.id)).at(-1)?.after, {
    productImageUrl: [first],
    altTexts: { [first]: 'In front' },
  })
})

test('a restocked product is Sold again only by a delivery after it', async () => {
  const { rows } = await pool.query<{ product: number; order: number }>(
    `select product_id::integer as product, order_id::integer as order from order_lines
     join orders on orders.id = order_id join products on products.id = product_id
     where status = 'confirmed' and cancel = 'none' limit 1`,
  )
  const { product, order } = rows[0] as { product: number; order: number }
  const isSold = async () => (await listSold(db, [product])).has(product)
  await restockProduct(shop, admin, product)
  assert.equal(await isSold(), false)
  await deliverOrder(shop, admin, order)
  assert.equal(await isSold(), true)
  await restockProduct(shop, admin, product)
  assert.equal(await isSold(), false)
  const actions = (await auditOf(product)).map(({ action }) => action)
  assert.equal(actions.filter((action) => action === 'restock product').length, 1)
  assert.deepEqual(await restockProduct(shop, admin, 999_999), { ok: false, reason: 'not-found' })
})

test('many products change at once, and what comes back are those that changed, so that Undo leaves the others', async () => {
  const [first, second, off] = [await add(admin), await add(admin), await add(admin)]
  await setOnSale(shop, admin, [off], false)
  const taken = await setOnSale(shop, admin, [second, off, 2 ** 40, first], false)
  assert.deepEqual(taken, [first, second])
  assert.deepEqual(await setOnSale(shop, admin, taken, true), [first, second])
  const { rows } = await pool.query<{ id: number }>('select id from products where not on_sale and id = any($1)', [
    [first, second, off],
  ])
  assert.deepEqual(
    rows.map(({ id }) => Number(id)),
    [off],
  )
})
