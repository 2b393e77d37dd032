// Products that are no pots: with options of their own, or none. They come by CSV until the back office has forms for them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { User } from '#domain/accounts/user.ts'
import { importProducts } from '#server/import/csv.ts'
import { upsertSettings } from '#server/settings/queries.ts'
import { registered, someAddress } from '#tests/support/fixtures/factories.ts'
import { until } from '#tests/support/process.ts'
import { decodeEntities, fillForm, mainOf, sharedStorefront, textOf } from '#tests/support/storefront.ts'

const PICTURE = '/pots/cubee-grey-stone-front'
const CSV = `id,version,title,price,sizeCode,category,description,productImageUrl,hsn,gstRate,stock,cells,attributes
,,Potting soil,99,,Soil,Light and black.,${PICTURE},3101,5,counted,/Pack: 1 kg=4; /Pack: 5 kg=2@399#SOIL-5,Made of: Peat
,,Reading lamp,1500,,Lamps,It swings.,${PICTURE},9405,18,as-delivered,/=1,`

async function importCsv(text: string) {
  const { shop, sql } = await sharedStorefront()
  const [admin] = await sql<User>(`select id as "userId", name, email, role from "user" where role = 'admin' limit 1`)
  assert.ok(admin)
  return importProducts(shop, admin, new File([text], 'products.csv'))
}

async function addBoth(): Promise<{ soil: number; lamp: number }> {
  const { sql } = await sharedStorefront()
  const imported = await importCsv(CSV)
  assert.deepEqual([imported.problems, imported.added], [[], 2])
  const rows = await sql<{ id: string }>('select id from products where size_code is null order by id desc limit 2')
  const [lamp = 0, soil = 0] = rows.map(({ id }) => Number(id))
  return { soil, lamp }
}

const lineOf = (id: number, selectedColor: string, seenPrice: number, quantity = 1) => ({
  ...{ id, sizeCode: '', selectedColor, quantity, seenPrice },
})
const POT_WORDS = /\b(size|colour|finish|cm)\b/i

test('a bag of soil and a lamp are shown, priced, ordered, sent and billed by their own options, without pots’ words', async () => {
  const shop = await sharedStorefront()
  const { soil, lamp } = await addBoth()
  const [user, admin] = [await shop.sessionOf('user'), await shop.sessionOf('admin')]

  const { html } = await shop.ask(`/productinfo/${soil}?option=Pack%3A+5+kg`)
  const options = /<fieldset[\s\S]*?<\/fieldset>/.exec(mainOf(html))?.[0] ?? ''
  assert.match(textOf(options), /Pack 1 kg · ₹99 5 kg · ₹399 Only 2 left/)
  assert.match(options, /checked=""[^>]*value="5 kg"|value="5 kg"[^>]*checked=""/)
  assert.doesNotMatch(textOf(options), POT_WORDS)
  const plain = await shop.ask(`/productinfo/${lamp}`)
  assert.match(mainOf(plain.html), /Add to cart/)
  assert.match(textOf(mainOf(html)), /Details Made of Peat/)
  assert.doesNotMatch(textOf(mainOf(plain.html)), /Details/)
  for (const page of [html, plain.html]) {
    assert.doesNotMatch(textOf(mainOf(page)).replace(/You may also like[\s\S]*/, ''), / × .* cm|How big is it/)
    assert.doesNotMatch(page.match(/ProductGroup[^<]*/)?.[0] ?? '', /"(size|color)"|variesBy/)
  }
  assert.match(html, /"sku":"\d+-\w+","name":"Potting soil, Pack: 5 kg"/)
  await until('the feed has them', async () => {
    const feed = (await shop.ask('/feed/google.xml')).html
    return feed.includes('Potting soil, Pack: 5 kg') && feed.includes(`<g:id>${lamp}</g:id>`)
  })

  const quoteOf = async (...lines: object[]) =>
    (await shop.ask('/cart/quote', { form: { lines: JSON.stringify(lines) }, cookie: user })).html
  assert.match(await quoteOf(lineOf(soil, 'Pack: 9 kg', 1)), /"gone"/)
  assert.match(await quoteOf(lineOf(soil, 'Pack: 5 kg', 99)), /price-changed/)
  assert.match(await quoteOf(lineOf(soil, 'Pack: 5 kg', 399, 3)), /not-enough/)

  await shop.shop.db.transaction((tx) => upsertSettings(tx, registered))
  const key = crypto.randomUUID()
  const lines = JSON.stringify([lineOf(soil, 'Pack: 5 kg', 399), lineOf(lamp, '', 1500)])
  await shop.ask('/cart', { cookie: user, form: { key, lines, ...someAddress } })
  const [order] = await shop.sql<{ id: string }>('select id from orders where checkout_key = $1', [key])
  assert.ok(order)
  await shop.sql(
    `update order_lines set product_image_url = array['/pots/tubo-sandstone-front'] where order_id = $1 and position = 0`,
    [order.id],
  )
  const page = await shop.ask(`/orders/${order.id}`, { cookie: user })
  assert.match(page.text, /Potting soil Pack: 5 kg ?· Quantity 1/)
  assert.match(page.text, /Reading lamp Quantity 1/)
  const left = 'select on_hand from product_variants where product_id = $1 order by position'
  assert.deepEqual(await shop.sql(left, [soil]), [{ on_hand: 4 }, { on_hand: 1 }])

  const path = `/adminDashboard/orders/${order.id}`
  const form = fillForm((await shop.ask(path, { cookie: admin })).html, 'Dispatch')
  const sent = { ...form.fields, intent: form.fields.intent ?? 'dispatch' }
  await shop.ask(form.action ? decodeEntities(form.action) : path, { cookie: admin, form: sent })
  const [invoice] = await shop.sql<{ id: string; document: { lines: Record<string, unknown>[] } }>(
    'select id, document from bills where order_id = $1',
    [order.id],
  )
  assert.deepEqual(
    invoice?.document.lines.map(({ description, hsn, sku, rate }) => [description, hsn, sku, rate]),
    [
      ['Potting soil, Pack: 5 kg', '3101', 'SOIL-5', 5],
      ['Reading lamp', '9405', '', 18],
    ],
  )

  const bill = (await shop.ask(`/bills/${invoice?.id}`, { cookie: user })).html
  assert.match(
    bill,
    /<img[^>]*tubo-sandstone-front[\s\S]*Potting soil[\s\S]*<img[^>]*cubee-grey-stone-front[\s\S]*Reading lamp/,
  )

  for (const path of ['/adminDashboard?q=Potting', `/updateproduct/${soil}`, '/adminDashboard/orders'])
    assert.equal((await shop.ask(path, { cookie: admin })).status, 200, path)

  const exported = (await shop.ask('/adminDashboard/export/products', { cookie: admin })).html
  assert.match(exported, /\/Pack: 1 kg=4; ?\/Pack: 5 kg=1@399#SOIL-5/)
  const [header = '', ...rows] = exported.split('\r\n')
  const own = rows.filter((row) => /Potting soil|Reading lamp/.test(row))
  const again = await importCsv([header, ...own].join('\r\n'))
  assert.deepEqual([again.problems, again.unchanged, again.changed], [[], own.length, 0])
})

test('a pot does not become another kind, nor another kind a pot', async () => {
  const shop = await sharedStorefront()
  const { soil } = await addBoth()
  const pot = await shop.makeProduct()
  const problemOf = async (row: string, columns = 'id,version,sizeCode') => {
    const { problems } = await importCsv(`${columns}\n${row}`)
    return problems.map(({ column, problem }) => `${column}: ${problem}`)
  }
  assert.deepEqual(await problemOf(`${pot},1,`), ['sizeCode: Choose a size.'])
  assert.deepEqual(await problemOf(`${soil},1,C01`), ['sizeCode: Choose a size.'])
  const mixed = await problemOf(`${pot},1,C01,/Pack: 1 kg=4`, 'id,version,sizeCode,cells')
  assert.deepEqual(mixed, ['cells: Write each choice with its size, such as C01/Grey Stone=5.'])
})
