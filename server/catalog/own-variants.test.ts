import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OwnEdit, OwnForm } from '#domain/catalog/forms/own-variants.ts'
import { admin, auditOf, db, form, image, pool, seller, shop } from '#tests/support/fixtures/product-fixture.ts'
import { approveProduct, deleteProduct, restoreProduct } from './product-actions.ts'
import { addProduct, findEditableProduct, updateProduct } from './products.ts'
import { listVariants } from './stock/queries.ts'
import { findForSale } from './storefront-queries.ts'

const edit = (value: string, rest: Partial<OwnEdit> = {}): OwnEdit => ({
  ...{ id: null, options: [value], isOffered: true, units: 4, seen: null, price: 99, sku: null },
  ...{ barcode: null, weight: null, hasNoPicture: false },
  ...rest,
})
const packs = (...edits: OwnEdit[]): OwnForm => ({ names: ['Pack'], edits })
const soil = { ...form, title: 'Potting soil', sizeCode: '', price: 99, stock: 'counted' as const }

async function addSoil(user = admin, own = packs(edit('1 kg'), edit('5 kg', { price: 399, weight: 5.2 }))) {
  const added = await addProduct(shop, user, { ...soil, own }, [await image()])
  assert.ok(added.ok)
  return added.id
}

const read = async (id: number, user = admin) => {
  const product = await findEditableProduct(shop, user, id)
  assert.ok(product?.own)
  return { ...product, own: product.own }
}
const sold = async (id: number) => (await listVariants(db, [id])).get(id) ?? []
const historyOf = async (id: number) =>
  (
    await pool.query(
      'select options, change, units_after, reason from stock_changes where product_id = $1 order by id',
      [id],
    )
  ).rows

/** The grid as the form sends it when nothing is changed. */
const same = async (id: number): Promise<OwnEdit[]> =>
  (await read(id)).own.variants.map(({ image: _, ...one }) => ({ ...one, seen: one.units, hasNoPicture: false }))

test('a product of another kind has no size, and is sold in its own options with their pictures', async () => {
  const own = packs(
    edit('1 kg', { barcode: '8901234567890', sku: 'S-1' }),
    edit('5 kg', { price: 399, isOffered: false }),
  )
  const pictures = [{ key: '1 kg', file: await image('Bag.jpg') }]
  const added = await addProduct(shop, admin, { ...soil, own }, [await image()], pictures)
  assert.ok(added.ok)
  const [only, ...others] = await sold(added.id)
  assert.deepEqual(others, [])
  assert.match(only?.image ?? '', /^\/productImages\/\d{13}-bag-/)
  const { sizeCode, family, finish, price, available, barcode } = only ?? {}
  assert.deepEqual(
    [sizeCode, family, finish, price, available, barcode],
    ['', '', 'Pack: 1 kg', 99, 4, '8901234567890'],
  )
  const product = await read(added.id)
  assert.deepEqual([product.sizeCode, product.sizeLabel, product.productImageUrl.length], ['', '', 1])
  assert.match(JSON.stringify((await auditOf(added.id))[0]?.after), /Pack: 1 kg, ₹99, 4 on hand, SKU S-1/)
})

test('a card says From where some variant on sale costs more than the lowest price', async () => {
  assert.equal((await findForSale(db, await addSoil()))?.isFrom, true)
  const alike = packs(edit('1 kg'), edit('2 kg'), edit('5 kg', { price: 399, isOffered: false }))
  assert.equal((await findForSale(db, await addSoil(admin, alike)))?.isFrom, undefined)
})

test('an edit renames, adds and removes variants; ids and units stay, and the history adds up', async () => {
  const id = await addSoil()
  const [small, large] = await same(id)
  assert.ok(small && large)
  // The two change their names with each other, while one unit was sold since.
  await pool.query('update product_variants set on_hand = 3 where id = $1', [small.id])
  const own = packs(
    { ...small, options: ['5 kg'], units: 10 },
    { ...large, options: ['1 kg'] },
    edit('9 kg', { price: 50 }),
  )
  assert.deepEqual(await updateProduct(shop, admin, id, { version: 1, own, price: 50 }, []), { ok: true, waits: false })
  const after = await read(id)
  assert.deepEqual(
    after.own.variants.map(({ options, units }) => [options[0], units]),
    [
      ['5 kg', 9],
      ['1 kg', 4],
      ['9 kg', 4],
    ],
  )
  assert.deepEqual(
    after.own.variants.slice(0, 2).map((one) => one.id),
    [small.id, large.id],
  )
  const left = (await same(id)).slice(0, 1)
  assert.deepEqual(await updateProduct(shop, admin, id, { version: 2, own: packs(...left) }, []), {
    ok: true,
    waits: false,
  })
  assert.equal((await sold(id)).length, 1)
  const gone = (await historyOf(id)).filter(({ reason }) => reason === 'not-offered')
  assert.deepEqual(
    gone.map(({ options, change }) => [options[0], change]),
    [
      ['1 kg', -4],
      ['9 kg', -4],
    ],
  )
})

test('a picture stays until it is replaced or taken away, and no form can name one', async () => {
  const id = await addSoil()
  const [small, large] = await same(id)
  assert.ok(small && large)
  const pictures = [{ key: '5 kg', file: await image('Bag.jpg') }]
  await updateProduct(shop, admin, id, { version: 1, own: packs(small, large) }, [], pictures)
  const image1 = (await read(id)).own.variants[1]?.image
  assert.match(image1 ?? '', /-bag-/)
  await updateProduct(shop, admin, id, { version: 2, own: packs({ ...small, price: 98 }, large) }, [])
  assert.equal((await read(id)).own.variants[1]?.image, image1)
  await updateProduct(shop, admin, id, { version: 3, own: packs(small, { ...large, hasNoPicture: true }) }, [])
  assert.equal((await read(id)).own.variants[1]?.image, null)
  assert.equal((await read(id)).version, 4)
})

test('saving the same grid writes nothing, and an old version is refused with what is stored', async () => {
  const id = await addSoil()
  const own = packs(...(await same(id)))
  assert.deepEqual(await updateProduct(shop, admin, id, { version: 1, own }, []), { ok: true, waits: false })
  assert.equal((await read(id)).version, 1)
  await updateProduct(shop, admin, id, { version: 1, title: 'Other soil' }, [])
  const late = await updateProduct(shop, admin, id, { version: 1, own }, [])
  assert.ok(!late.ok && late.reason === 'conflict')
  assert.equal(late.current.own?.variants.length, 2)
})

test('the grid of one product cannot change a variant of another', async () => {
  const [ours, theirs] = [await addSoil(), await addSoil()]
  const [foreign] = await same(theirs)
  assert.ok(foreign)
  const own = packs({ ...foreign, options: ['stolen'], price: 1 })
  assert.ok((await updateProduct(shop, admin, ours, { version: 1, own, price: 1 }, [])).ok)
  assert.deepEqual(
    (await read(theirs)).own.variants.map(({ options, price }) => [options[0], price]),
    [
      ['1 kg', 99],
      ['5 kg', 399],
    ],
  )
  assert.notEqual((await read(ours)).own.variants[0]?.id, foreign.id)
})

test("a seller's prices and units change at once; new options and pictures wait for approval", async () => {
  const id = await addSoil(seller)
  await approveProduct(shop, admin, id)
  const [small, large] = (await same(id)) as [OwnEdit, OwnEdit]
  const cheaper = packs({ ...small, price: 90, units: 7 }, large)
  assert.deepEqual(await updateProduct(shop, seller, id, { version: 1, own: cheaper, price: 90 }, []), {
    ok: true,
    waits: false,
  })
  const renamed = packs({ ...(await same(id))[0], options: ['1 kg of gold'] } as OwnEdit, large)
  assert.deepEqual(await updateProduct(shop, seller, id, { version: 2, own: renamed }, []), { ok: true, waits: true })
  assert.equal((await read(id)).approved, false)
  const record = (await auditOf(id)).at(-1)
  const { variants, ...rest } = (record?.after ?? {}) as Record<string, unknown>
  assert.deepEqual(rest, { approved: false })
  assert.match(String(variants), /1 kg of gold/)
})

test('a deleted product comes back with its options, codes and the ids of its variants', async () => {
  const id = await addSoil()
  const before = (await read(id)).own
  assert.ok((await deleteProduct(shop, admin, id)).ok)
  assert.ok((await restoreProduct(shop, admin, id)).ok)
  assert.deepEqual((await read(id)).own, before)
})

test('the price of the product follows the lowest of its variants when the list changes one', async () => {
  const id = await addSoil()
  const cells = [{ sizeCode: '', finish: 'Pack: 1 kg', seen: 4, units: 4, price: 77, sku: null }]
  assert.ok((await updateProduct(shop, admin, id, { version: 1, cells }, [])).ok)
  const product = await read(id)
  assert.deepEqual([product.price, product.own.variants[0]?.price, product.own.variants[1]?.weight], [77, 77, 5.2])
})

test('a pot shows its picture in a finish, in all sizes, until it is taken away', async () => {
  const pictures = [{ key: 'Grey Stone', file: await image('Grey.jpg') }]
  const added = await addProduct(shop, admin, form, [await image()], pictures)
  assert.ok(added.ok)
  const { id } = added
  const shown = async () => Map.groupBy(await sold(id), ({ finish }) => finish)
  const grey = (await shown()).get('Grey Stone') ?? []
  assert.ok(grey.length > 1 && grey.every((one) => one.image?.includes('-grey-')))
  assert.ok((await shown()).get('Sandstone')?.every((one) => one.image === null))
  const stored = await findEditableProduct(shop, admin, id)
  assert.deepEqual(stored?.pictures, { 'Grey Stone': grey[0]?.image })
  const gone = { version: 1, removedPictures: ['Grey Stone', 'No such finish'] }
  assert.deepEqual(await updateProduct(shop, admin, id, gone, []), { ok: true, waits: false })
  assert.ok((await sold(id)).every((one) => one.image === null))
  assert.deepEqual((await auditOf(id)).at(-1)?.before, { pictures: stored?.pictures })
  assert.equal((await findEditableProduct(shop, admin, id))?.version, 2)
})
