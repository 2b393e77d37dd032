import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import type { PoolClient } from 'pg'
import { seedBulk } from '#bench/seed/bulk-seed.ts'
import type { User } from '#domain/accounts/user.ts'
import { defaultSettings } from '#domain/shop/settings.ts'
import { exportOrders, exportProducts, exportUsers } from '#server/admin/csv/export.ts'
import { createImageDecoder } from '#server/catalog/images/decoder.ts'
import { openImages } from '#server/catalog/images/store.ts'
import { updateProduct } from '#server/catalog/products.ts'
import { readCatalogue } from '#server/catalog/sizes/queries.ts'
import { silentLog } from '#server/observability/log.ts'
import { addCounted } from '#tests/support/fixtures/factories.ts'
import { openDatabase } from '#tests/support/postgres.ts'
import { importProducts, planImport } from './csv.ts'

const database = await openDatabase({ seeded: true })
const { db, pool } = database
const dataDir = await mkdtemp(join(tmpdir(), 'gamla-csv-'))
const images = await openImages({ dataDir, s3: undefined })
const decoder = createImageDecoder(silentLog)
const shop = {
  db,
  catalogue: { read: () => readCatalogue(db) },
  decoder,
  images,
  log: silentLog,
  now: () => new Date('2026-11-21T20:00:00Z'),
}
const { rows: people } = await pool.query<{ id: string; name: string; email: string }>(
  `select id, name, email from "user" where role = 'admin'`,
)
const admin: User = {
  userId: people[0]?.id ?? '',
  name: people[0]?.name ?? '',
  email: people[0]?.email ?? '',
  role: 'admin',
}

// The seed's own images are files that a test does without.
await pool.query(`update products set product_image_url = array['/pots/cubee-grey-stone']`)
await seedBulk(db, { products: 700, orders: 600 })
await pool.query(`update products set title = '=HYPERLINK("http://bad.example")', description = $1 where id = 3`, [
  'Semicolons; commas, "quotes"\nand a second line',
])
await pool.query(`update products set title = '''=already' where id = 4`)
await pool.query(
  `update products set sku = '-1/A', hsn = '6913', gst_rate = 5, mrp = 9999999, country_of_origin = '=India', on_sale = false,
     product_image_url = array['/pots/cubee-grey-stone', '/pots/cubee-room'], alt_texts = '{"/pots/cubee-room": "=A room"}',
     tags = 'gift, indoor', attributes = E'Material: Stone\\nDrainage: Yes', goes_with = '12 13'
   where id = 11`,
)

after(async () => {
  await decoder.close()
  await database.close()
  await rm(dataDir, { recursive: true })
})

async function textOf(response: Response): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
}

function fileOf(text: string): File {
  return new File([text], 'products.csv', { type: 'text/csv' })
}

async function stateOf() {
  const { rows } = await pool.query(
    `select (select count(*) from products)::integer as products, (select count(*) from audit)::integer as audit,
       (select md5(string_agg(p::text, '' order by id)) from products as p) as contents`,
  )
  return rows[0]
}

test('exports hold every row, defused, for a spreadsheet to open', async () => {
  const answers = {
    products: exportProducts(shop, defaultSettings),
    orders: exportOrders(shop, defaultSettings, { visitor: { role: 'admin' } }),
    users: exportUsers(shop, defaultSettings),
  }
  const counts = { products: 'products', orders: 'order_lines', users: '"user"' }
  for (const [name, answer] of Object.entries(answers)) {
    assert.equal(answer.headers.get('content-disposition'), `attachment; filename="gamla-${name}-2026-11-22.csv"`)
    const text = await textOf(answer)
    assert.ok(text.startsWith('\uFEFF'))
    assert.ok(text.includes('\r\n'))
    const records: string[][] = parse(text, { bom: true })
    const { rows } = await pool.query(`select count(*)::integer as count from ${counts[name as keyof typeof counts]}`)
    assert.equal(records.length - 1, rows[0].count)
    for (const cell of records.flat()) assert.doesNotMatch(cell, /^[=+\-@\t\r]/)
  }
})

test('a file that was exported imports unchanged', async () => {
  const text = await textOf(exportProducts(shop, defaultSettings))
  const before = await stateOf()
  const plan = await importProducts(shop, admin, fileOf(text))
  assert.deepEqual(
    { ...plan, changes: undefined },
    {
      rows: before.products,
      added: 0,
      changed: 0,
      unchanged: before.products,
      problems: [],
      problemCount: 0,
      changes: undefined,
      written: true,
    },
  )
  assert.deepEqual(await stateOf(), before)
})

test('rows change and add products, in one go, each written down', async () => {
  const before = await stateOf()
  const text = [
    'id;version;title;price;sizeCode;category;description;discount;productImageUrl',
    "5;1;'=Sum of all bowls;999;C02;Indoor POT;Round;10;/pots/cubee-sandstone-front",
    ';;New bowl;500;C01;Indoor POT;Square;;/pots/cubee-sandstone-front',
  ].join('\r\n')
  const planned = await planImport(shop, fileOf(text))
  assert.deepEqual([planned.added, planned.changed, planned.problemCount], [1, 1, 0])
  assert.deepEqual(planned.changes[1], { row: 3, id: undefined, title: 'New bowl', fields: [] })
  assert.deepEqual(planned.changes[0]?.badge, { price: 999, mrp: null, discount: 10 })
  assert.deepEqual(await stateOf(), before)

  assert.equal((await importProducts(shop, admin, fileOf(text))).written, true)
  const { rows } = await pool.query('select title, price, discount, version, size_label from products where id = 5')
  assert.deepEqual(rows[0], {
    title: '=Sum of all bowls',
    price: 999,
    discount: 10,
    version: 2,
    size_label: 'CUBEE C02',
  })
  const { rows: added } = await pool.query(`select approved, user_id, featured from products where title = 'New bowl'`)
  assert.deepEqual(added, [{ approved: true, user_id: admin.userId, featured: false }])
  assert.equal((await stateOf()).audit, before.audit + 2)

  const again = await importProducts(shop, admin, fileOf(text.split('\r\n').slice(0, 2).join('\n')))
  assert.deepEqual([again.unchanged, again.written], [1, true])
})

test('SKU, tax, MRP, origin, tags, attributes, what goes with it, alt texts and off sale go out and come in again', async () => {
  const [header = '', ...lines] = (await textOf(exportProducts(shop, defaultSettings)))
    .replace(/^\uFEFF/, '')
    .split('\r\n')
  const line = lines.find((line) => line.startsWith('11,')) ?? ''
  assert.match(line, /'-1\/A,6913,5,9999999,'=India/)
  assert.ok(line.includes(`"'\n=A room"`), line)
  assert.ok(line.includes(',"gift, indoor","Material: Stone\nDrainage: Yes",12 13,'), line)
  const changed = line
    .replace("'-1/A,6913,5,9999999,'=India", 'A-2,69131000,,9999998,India')
    .replace(`"'\n=A room"`, '"A pot\r\nA room"')
    .replace('true,false,false', 'true,false,true')
    .replace('Drainage: Yes', 'Drainage: No')
  const answer = await importProducts(shop, admin, fileOf(`${header}\n${changed}`))
  assert.deepEqual([answer.problems, answer.changed, answer.written], [[], 1, true])
  const { rows } = await pool.query(
    'select sku, hsn, gst_rate, mrp, country_of_origin, on_sale, alt_texts, tags, attributes, goes_with from products where id = 11',
  )
  assert.deepEqual(rows[0], {
    sku: 'A-2',
    hsn: '69131000',
    gst_rate: null,
    mrp: 9999998,
    country_of_origin: 'India',
    on_sale: true,
    alt_texts: { '/pots/cubee-grey-stone': 'A pot', '/pots/cubee-room': 'A room' },
    tags: 'gift, indoor',
    attributes: 'Material: Stone\nDrainage: No',
    goes_with: '12 13',
  })
})

test('a SKU of another product, or of another row, is told with its row', async () => {
  const before = await stateOf()
  const rows = ['id,version,sku', '12,1,Z-1', '13,1,z-1', '14,1,a-2', '11,2,A-2']
  const { problems, written } = await importProducts(shop, admin, fileOf(rows.join('\n')))
  assert.equal(written, false)
  assert.deepEqual(problems, [
    { row: 3, column: 'sku', problem: 'Row 2 has the same SKU.' },
    { row: 4, column: 'sku', problem: 'Product 11 has this SKU.' },
  ])
  assert.deepEqual(await stateOf(), before)
})

test('one wrong row, and nothing is written; every problem is told with its row', async () => {
  const before = await stateOf()
  const rows = [
    'id,version,title,price',
    '6,1,Good,100',
    '7,1,,100',
    '8,9,Stale,100',
    '6,1,Twin,100',
    '999999,1,Nobody,100',
    '',
    '9,1,Too,100,many',
  ]
  const answer = await importProducts(shop, admin, fileOf(rows.join('\n')))
  assert.equal(answer.written, false)
  assert.deepEqual(
    answer.problems.map(({ row, column }) => [row, column]),
    [
      [3, 'title'],
      [4, 'version'],
      [5, 'id'],
      [6, 'id'],
      [8, 'row'],
    ],
  )
  assert.deepEqual(await stateOf(), before)
})

test('files that are no such table are refused with a sentence', async () => {
  const wrong: [BlobPart, RegExp][] = [
    ['', /empty/],
    ['just words', /must contain the column names/],
    ['id,titel\n1,x', /Unknown column/],
    ['id,title,title\n1,x,y', /twice/],
    ['id,title\n1,"never closed', /quotation mark/],
    [new Uint8Array([0x69, 0x64, 0x2c, 0xe4]), /UTF-8/],
    ['x'.repeat(10 * 1024 * 1024 + 1), /10 MB/],
    ['id,version,productImageUrl\n6,1,/productImages/1-not-there', /image does not exist/],
  ]
  for (const [contents, problem] of wrong) {
    const { problems } = await planImport(shop, new File([contents], 'x.csv'))
    assert.match(problems[0]?.problem ?? '', problem)
  }
})

test('an edit that comes between export and import is not overwritten', async () => {
  const text = (await textOf(exportProducts(shop, defaultSettings))).replace(/^\uFEFF/, '')
  const [header = '', ...lines] = text.split('\r\n')
  const line = lines.find((line) => line.startsWith('10,')) ?? ''
  await updateProduct(shop, admin, 10, { version: 1, price: 111 }, [])
  const answer = await importProducts(shop, admin, fileOf(`${header}\n${line}`))
  assert.equal(answer.written, false)
  assert.match(answer.problems[0]?.problem ?? '', /Export it again/)
})

test('counted choices are exported, changed and added; those that were sold meanwhile are refused', async () => {
  const id = await addCounted(db, { 'Grey Stone': 5, Sandstone: 0 }, { price: 450 })
  const header = 'id,version,stock,cells,stockVersion'
  const exported = parse(await textOf(exportProducts(shop, defaultSettings)), { bom: true, columns: true }) as Record<
    string,
    string
  >[]
  const row = exported.find((line) => line.id === String(id))
  assert.equal(row?.cells, 'C01/Grey Stone=5@450; C01/Sandstone=0@450')
  const fileWith = (cells: string) => fileOf(`${header}\n${id},${row?.version},counted,"${cells}",${row?.stockVersion}`)
  assert.equal((await planImport(shop, fileWith(row?.cells ?? ''))).unchanged, 1)
  const unknown = await planImport(shop, fileWith('C01/Gold=1'))
  assert.deepEqual(unknown.problems, [{ row: 2, column: 'cells', problem: 'The shop has no C01 in Gold.' }])

  const imported = await importProducts(shop, admin, fileWith('C01/Grey Stone=7@450; C02/Mosaic Grey=1#M'))
  assert.deepEqual([imported.written, imported.changes[0]?.fields], [true, ['cells']])
  const { rows } = await pool.query(
    `select size_code || '/' || finish || ' ' || change || ' ' || reason as text from stock_changes where product_id = $1 order by id desc limit 3`,
    [id],
  )
  assert.deepEqual(rows.map(({ text }) => text).toSorted(), [
    'C01/Grey Stone 2 imported',
    'C01/Sandstone 0 not-offered',
    'C02/Mosaic Grey 1 imported',
  ])
  await pool.query('update products set version = $2 where id = $1', [id, row?.version])
  const old = await importProducts(shop, admin, fileWith('C01/Grey Stone=9'))
  assert.equal(old.written, false)
  assert.match(old.problems[0]?.problem ?? '', /sold or counted since the export/)
})

test('an import that would keep orders waiting too long writes nothing', async () => {
  const before = await stateOf()
  const file = fileOf('id,version,price\n12,1,500\n13,1,500')
  const answer = await importProducts(shop, admin, file, { lockedMsMax: -1 })
  assert.deepEqual([answer.written, answer.problemCount], [false, 1])
  assert.match(answer.problems[0]?.problem ?? '', /Import the file in parts/)
  assert.deepEqual(await stateOf(), before)
})

test('an import writes stock with as many statements for a hundred products as for two', async () => {
  const header = 'id,version,stock,cells,stockVersion'
  /** How many statements an import of so many products sends, each with three choices that change. */
  async function statementsFor(products: number): Promise<number> {
    const ids: number[] = []
    for (let n = 0; n < products; n += 1) ids.push(await addCounted(db, { 'Grey Stone': 5, Sandstone: 5 }))
    const { rows } = await pool.query(
      `select id, version, (select max(id) from stock_changes where product_id = products.id) as stock from products where id = any($1)`,
      [ids],
    )
    const lines = rows.map(
      ({ id, version, stock }) => `${id},${version},counted,"C01/Grey Stone=7; C02/Sandstone=1",${stock}`,
    )
    let statements = 0
    const originals = new Map<PoolClient, PoolClient['query']>()
    const count = (client: PoolClient) => {
      const query = originals.get(client) ?? client.query
      originals.set(client, query)
      client.query = ((...args: Parameters<typeof query>) => {
        statements += 1
        return query.apply(client, args)
      }) as typeof query
    }
    pool.on('acquire', count)
    const imported = await importProducts(shop, admin, fileOf([header, ...lines].join('\n')))
    pool.off('acquire', count)
    for (const [client, query] of originals) client.query = query
    assert.deepEqual([imported.written, imported.changed], [true, products])
    const { rows: cells } = await pool.query(
      `select distinct size_code || '/' || finish || '=' || on_hand as cell from product_variants where offered and product_id = any($1) order by 1`,
      [ids],
    )
    assert.deepEqual(
      cells.map(({ cell }) => cell),
      ['C01/Grey Stone=7', 'C02/Sandstone=1'],
    )
    const { rows: history } = await pool.query(
      `select reason, change, units_after, count(*)::integer as times from stock_changes
       where product_id = any($1) and reason <> 'counted' group by 1, 2, 3 order by 1, 2`,
      [ids],
    )
    assert.deepEqual(history, [
      { reason: 'imported', change: 1, units_after: 1, times: products },
      { reason: 'imported', change: 2, units_after: 7, times: products },
      { reason: 'not-offered', change: -5, units_after: null, times: products },
    ])
    return statements
  }
  assert.equal(await statementsFor(100), await statementsFor(2))
})
