import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, test } from 'node:test'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import { NO_PICTURE } from '#domain/catalog/import/plan.ts'
import { addRedirect } from '#server/seo/redirects.ts'
import { admin, db, images, pool, shop } from '#tests/support/fixtures/product-fixture.ts'
import { addPictures, preparePictures } from './pictures.ts'
import { readImport } from './plan.ts'
import { discardImport, saveChoices, startImport } from './start.ts'
import { importFile } from './write.ts'

const folder = new URL('../../tests/support/fixtures/import/', import.meta.url)
const shopify = await readFile(new URL('shopify.csv', folder), 'utf8')
const woocommerce = await readFile(new URL('woocommerce.csv', folder), 'utf8')
const at = { ...shop, now: () => new Date('2026-11-22T12:00:00Z') }
let picture: Uint8Array

before(async () => {
  const blank = { create: { width: 40, height: 50, channels: 3, background: '#888' } } as const
  picture = await sharp(blank).jpeg().toBuffer()
})

async function start(text: string): Promise<string> {
  const started = await startImport(at, new File([text], 'products_export.csv'))
  assert.ok(started.ok, JSON.stringify(started))
  return started.id
}

async function previewOf(id: string) {
  const stored = await readImport(shop, id)
  assert.ok(stored?.preview)
  return stored.preview
}

function choicesOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const MEASURES = choicesOf({
  'width:Indoor Planters|Small|': '15',
  'depth:Indoor Planters|Small|': '15',
  'height:Indoor Planters|Small|': '14',
  'width:Indoor Planters|Large|': '28',
  'depth:Indoor Planters|Large|': '28',
  'height:Indoor Planters|Large|': '26.5',
  'finish:': 'Sandstone',
})

async function send(id: string, files: Record<string, Uint8Array>) {
  return addPictures(at, id, new File([new Uint8Array(zipSync(files))], 'pictures.zip'))
}

async function counts() {
  const { rows } = await pool.query(
    `select (select count(*) from products)::integer as products, (select count(*) from sizes)::integer as sizes,
       (select count(*) from redirects)::integer as redirects, (select count(*) from stock_changes)::integer as changes,
       (select count(*) from audit where action = 'import products')::integer as imports`,
  )
  return rows[0] as Record<string, number>
}

async function productBy(title: string) {
  const { rows } = await pool.query(
    `select p.*, (select array_agg(size_code || '/' || finish || '=' || on_hand || coalesce('@' || c.price, '') order by size_code, finish)
       from product_variants as c where product_id = p.id and offered) as cells
     from products as p where title = $1`,
    [title],
  )
  return rows[0]
}

const PLANTER = 'Jaipur Ribbed Planter'

test('an export of Shopify becomes products, sizes, pictures and redirects, once however often it is sent', async () => {
  const before = await counts()
  const id = await start(shopify)
  const first = await previewOf(id)
  assert.deepEqual(first.counts, { add: 2, change: 0, unchanged: 0, skip: 5 })
  assert.ok(first.skipped.some(({ row, note }) => row === 2 && note.includes('The measures of “Small” are missing')))
  assert.ok(first.skipped.some(({ row, note }) => row === 9 && note.includes('“$12.00” is not a price in rupees')))
  assert.equal((await saveChoices(shop, id, MEASURES)).ok, true)
  const sent = await send(id, {
    'shop/Jaipur-Grey.JPG': picture,
    'Jaipur Terracotta.png': new TextEncoder().encode('no picture'),
    'other/unused.jpg': picture,
    '../../tulsi-pot.jpg': picture,
  })
  assert.deepEqual(sent, { ok: true, found: 3 })
  assert.deepEqual(await importFile(at, admin, id), { ok: false, reason: 'waiting' })
  await preparePictures(shop, id)
  const ready = await previewOf(id)
  assert.deepEqual(ready.counts, { add: 3, change: 0, unchanged: 0, skip: 4 })
  assert.equal(ready.pictures.ready, 2)
  assert.match(ready.pictures.failed[0]?.problem ?? '', /not a supported image/)
  assert.ok(ready.pictures.missing.some(({ name }) => name === 'jaipur-room.webp'))
  assert.deepEqual(await counts(), before)

  const both = await Promise.all([importFile(at, admin, id), importFile(at, admin, id)])
  assert.deepEqual(both, [{ ok: true }, { ok: true }])
  const after = await counts()
  assert.equal(after.products, (before.products ?? 0) + 3)
  assert.equal(after.imports, (before.imports ?? 0) + 1)

  const planter = await productBy(PLANTER)
  assert.equal(planter.size_code, 'SMALL')
  assert.equal(planter.size_label, `${PLANTER} SMALL`)
  assert.equal(planter.price, 849)
  assert.equal(planter.mrp, 1099)
  assert.deepEqual([planter.on_sale, planter.approved, planter.stock], [true, true, 'counted'])
  assert.deepEqual(planter.cells, [
    'LARGE/Grey Stone=0',
    'LARGE/Terracotta=5@1600',
    'SMALL/Grey Stone=12',
    'SMALL/Terracotta=0@899',
  ])
  assert.equal(planter.product_image_url.length, 1)
  assert.equal(planter.alt_texts[planter.product_image_url[0]], 'Grey ribbed planter')
  assert.ok(await images.has(`${planter.product_image_url[0].slice(1)}/640.webp`))
  assert.doesNotMatch(planter.description, /[<>]|alert|hidden/)
  const bowl = await productBy('Balcony Bowl')
  assert.deepEqual([bowl.on_sale, bowl.product_image_url], [false, [NO_PICTURE]])
  const { rows } = await pool.query(`select "from", "to" from redirects order by 1`)
  assert.deepEqual(
    rows.map(({ from }) => from),
    [
      '/collections/indoor-planters',
      '/products/balcony-bowl',
      '/products/jaipur-ribbed-planter',
      '/products/tulsi-pot',
    ],
  )
  assert.equal(rows[2].to, `/productinfo/${planter.id}`)
})

test('the same file changes nothing; another changes what differs and leaves what was sold here', async () => {
  const before = await counts()
  const again = await start(shopify)
  const same = await previewOf(again)
  assert.deepEqual(same.counts, { add: 0, change: 0, unchanged: 3, skip: 4 })
  assert.deepEqual(await importFile(at, admin, again), { ok: false, reason: 'nothing' })
  assert.deepEqual(await counts(), before)

  await pool.query(
    `update product_variants set on_hand = 3 where size_code = 'SMALL' and finish = 'Grey Stone'
       and product_id = (select id from products where title = $1)`,
    [PLANTER],
  )
  const changed = await start(
    shopify
      .replace('849.00', '799.00')
      .replaceAll('balcony-bowl', 'terrace-bowl')
      .replace('Balcony Bowl', 'Terrace Bowl'),
  )
  assert.equal((await send(changed, { 'jaipur-room_1024x1024.webp': picture, 'bowl.png': picture })).ok, true)
  await preparePictures(shop, changed)
  assert.deepEqual((await previewOf(changed)).counts, { add: 0, change: 2, unchanged: 1, skip: 4 })
  assert.deepEqual(await importFile(at, admin, changed), { ok: true })
  const planter = await productBy(PLANTER)
  assert.equal(planter.price, 799)
  assert.ok(planter.cells.includes('SMALL/Grey Stone=3'))
  assert.equal(planter.product_image_url.length, 2)
  // Its handle changed, and its SKU did not.
  const bowl = await productBy('Terrace Bowl')
  assert.notEqual(bowl.product_image_url[0], NO_PICTURE)
  assert.equal((await counts()).products, before.products)
})

test('what is typed beside the button is shown before it is imported', async () => {
  const id = await start(shopify)
  const form = choicesOf({ 'width:Vases||': '12', 'depth:Vases||': '12', 'height:Vases||': '30', units: '6' })
  assert.deepEqual(await importFile(at, admin, id, form), { ok: false, reason: 'changed' })
  assert.equal((await previewOf(id)).counts.add, 1)
  assert.equal((await importFile(at, admin, id, choicesOf({ units: 'x' }))).ok, false)
  assert.deepEqual(await importFile(at, admin, id, form), { ok: true })
  assert.deepEqual((await productBy('Wall Pot')).cells, ['ONE-SIZE-3/Sandstone=6'])
})

test('an export of WooCommerce leads its old addresses here, but never over a redirect that is there', async () => {
  const old = { from: '/product/hidden-pot', to: '/faq' }
  assert.equal((await addRedirect(shop, admin, old)).ok, true)
  const id = await start(woocommerce)
  assert.equal((await send(id, { '2024/03/tub.jpg': picture, '2023/01/tub.jpg': picture })).ok, true)
  await preparePictures(shop, id)
  assert.deepEqual(await importFile(at, admin, id), { ok: true })
  const stored = await readImport(shop, id)
  assert.equal(stored?.result?.added, 3)
  assert.deepEqual(stored?.result?.refusedRedirects, [
    { from: '/product/hidden-pot', why: 'This address has a redirect already. Delete it first.' },
  ])
  const tub = await productBy('Terrace Tub, glazed')
  assert.deepEqual(tub.cells, ['12-INCH/Blue=4', '16-INCH/Blue=2', '16-INCH/Off white=0'])
  assert.deepEqual([tub.price, tub.mrp, tub.featured, tub.category], [1899, 2199, true, 'Outdoor'])
  const { rows } = await pool.query(`select "from" from redirects where "from" like '/product%/%' and "to" <> '/faq'`)
  const paths = rows.map(({ from }) => decodeURIComponent(from))
  for (const path of ['/product/terrace-tub-glazed', '/product/मिट्टी-का-दीपदान', '/product-category/pots/outdoor'])
    assert.ok(paths.includes(path), path)
})

test('a file that is no export, and one that is discarded, leave nothing', async () => {
  for (const [text, problem] of [
    ['', /no products/],
    ['a,b\n1,2', /no product export/],
    ['Handle,Title,Variant Price\n', /no products/],
    ['Handle,Title,Variant Price\nx,"y,5\n', /Row \d+: This row is not valid CSV/],
  ] as const) {
    const started = await startImport(at, new File([text], 'x.csv'))
    assert.match(started.ok ? '' : started.problem, problem)
  }
  const id = await start(woocommerce.replaceAll('tub', 'tank'))
  assert.deepEqual(await send(id, { 'tank.jpg': picture }), { ok: true, found: 1 })
  await preparePictures(shop, id)
  assert.equal(await discardImport(shop, id), true)
  assert.equal(await readImport(shop, id), undefined)
  assert.equal((await send(id, {})).ok, false)
  const kept = []
  for await (const key of images.list('moves')) kept.push(key)
  assert.deepEqual(kept, [])
  const { rows } = await db.execute('select folder from uploads')
  assert.equal(rows.length, 1)
})
