import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PAGE_SIZE, type Sort } from '#domain/catalog/listing.ts'
import { addProducts, somePot } from '#tests/support/fixtures/factories.ts'
import { db, pool } from '#tests/support/fixtures/own-database-fixture.ts'
import { listProducts } from './listing-queries.ts'

// Variants are most of the work of adding a product, and a list reads none.
await pool.query('alter table products disable trigger make_variants_insert')

const SORTS: Sort[] = ['newest', 'lowToHigh', 'highToLow']
const ORDERS: Record<Sort, string> = {
  newest: 'id desc',
  lowToHigh: 'price, id desc',
  highToLow: 'price desc, id desc',
}
const CATEGORIES = ['Indoor POT', 'Balcony POT', 'balcony shelf', 'Rare', '50% off', 'ÉTAGÈRE', 'a_b', 'axb']

/** The list as it would be written if only correctness counted. */
async function listPlainly(sort: Sort, category?: string): Promise<number[]> {
  const where = category === undefined ? '' : 'and strpos(lower(category), lower($1)) > 0'
  const { rows } = await pool.query<{ id: number }>(
    `select id::integer from products where approved and on_sale ${where} order by ${ORDERS[sort]}`,
    category === undefined ? [] : [category],
  )
  return rows.map(({ id }) => id)
}

async function assertPages(sort: Sort, category: string | undefined, pick: (pages: number) => number[]): Promise<void> {
  const all = await listPlainly(sort, category)
  const pages = Math.max(1, Math.ceil(all.length / PAGE_SIZE))
  for (const page of pick(pages)) {
    const list = await listProducts(db, { sort, page, category })
    const expected = all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
    assert.deepEqual(
      list.products.map(({ id }) => id),
      expected,
      `${sort}, page ${page} of ${pages} of ${category}`,
    )
    assert.deepEqual([list.page, list.pages, list.count], [page, pages, all.length])
  }
}

function everyPage(pages: number): number[] {
  return Array.from({ length: pages }, (_, index) => index + 1)
}

function random(below: number): number {
  return Math.floor(Math.random() * below)
}

/** Prices that meet often, sit on the borders of the slots, or stand alone. */
function randomPrice(): number {
  const kinds = [
    () => 495,
    () => 255 + random(3),
    () => random(70_000),
    () => 65_535 + random(2),
    () => 0,
    () => 9_999_999,
  ]
  return kinds[random(kinds.length)]?.() ?? 0
}

/** Products with gaps between their ids, over several slots. */
async function fill(): Promise<void> {
  await pool.query('truncate products cascade')
  for (const start of [1, 500, 5000, 65_500, 131_000]) {
    await addProducts(
      db,
      Array.from({ length: 70 }, (_, index) => ({
        id: start + index * (1 + random(2)) * 2,
        price: randomPrice(),
        category: CATEGORIES[random(CATEGORIES.length)] ?? 'Rare',
        approved: random(8) > 0,
        onSale: random(8) > 0,
      })).filter((product, index, list) => list.findIndex(({ id }) => id === product.id) === index),
    )
  }
  await pool.query("select setval('products_id_seq', 200000)")
}

test('every page of every list holds what a plain query says', async () => {
  await fill()
  for (const sort of SORTS)
    for (const category of [undefined, 'Balcony POT', 'o']) await assertPages(sort, category, everyPage)
})

test('lists stay correct after products were added, changed, moved, withdrawn and deleted', async () => {
  await fill()
  const changes = [
    'update products set price = price + 1 where id % 3 = 0',
    "update products set category = 'Rare' where id % 5 = 0",
    'update products set approved = not approved where id % 4 = 0',
    'update products set on_sale = not on_sale where id % 6 = 0',
    'delete from products where id % 7 = 0',
    "update products set title = 'Renamed', price = 300, category = 'New one', approved = true where id % 11 = 0",
    `insert into products (title, price, product_image_url, category, description, size_code, size_label, username, email, approved)
     select title, price, product_image_url, category, description, size_code, size_label, username, email, approved from products`,
    "delete from products where category = 'Rare'",
  ]
  for (const change of changes) {
    await pool.query(change)
    for (const sort of SORTS) {
      for (const category of [undefined, ...CATEGORIES.slice(0, 3), 'rare', 'new']) {
        await assertPages(sort, category, (pages) => [1 + random(pages), pages])
      }
    }
  }
})

test('a category is any whose name contains the text, in capitals or not, signs and all', async () => {
  await pool.query('truncate products cascade')
  await addProducts(
    db,
    CATEGORIES.map((category) => ({ category })),
  )
  await addProducts(db, [{ category: 'Off sale POT', onSale: false }])
  const found = async (category: string) => {
    const { products } = await listProducts(db, { sort: 'newest', page: 1, category })
    return products.map((product) => product.category).sort()
  }
  assert.deepEqual(await found('BALCONY'), ['Balcony POT', 'balcony shelf'])
  assert.deepEqual(await found('pot'), ['Balcony POT', 'Indoor POT'])
  assert.deepEqual(await found('%'), ['50% off'])
  assert.deepEqual(await found('a_b'), ['a_b'])
  assert.deepEqual(await found('étagère'), ['ÉTAGÈRE'])
  for (const nothing of ['\0', '\\', '🌵', '\ud83c', 'x'.repeat(10_000)]) assert.deepEqual(await found(nothing), [])
  assert.equal((await found('')).length, CATEGORIES.length)
})

test('a page past the end is the last one; an empty list has one page', async () => {
  await pool.query('truncate products cascade')
  const empty = { products: [], page: 1, pages: 1, count: 0 }
  for (const sort of SORTS) {
    assert.deepEqual(await listProducts(db, { sort, page: 9 }), empty)
    assert.deepEqual(await listProducts(db, { sort, page: 1, category: 'POT' }), empty)
  }
  await addProducts(
    db,
    Array.from({ length: 9 }, () => ({})),
  )
  for (const page of [2, 3, Number.MAX_SAFE_INTEGER]) {
    const list = await listProducts(db, { sort: 'newest', page })
    assert.deepEqual([list.page, list.pages, list.products.length], [2, 2, 1])
  }
})

test('nobody learns who added a product', async () => {
  await pool.query('truncate products cascade')
  await addProducts(db, [{}])
  const { products } = await listProducts(db, { sort: 'newest', page: 1 })
  assert.equal(products.length, 1)
  assert.ok(!JSON.stringify(products).includes(somePot.email))
  for (const field of ['userId', 'username', 'email']) assert.ok(!(field in (products[0] ?? {})))
})

test('products may be added, moved and deleted from many places at once', async () => {
  await pool.query('truncate products cascade')
  const ids = await addProducts(
    db,
    Array.from({ length: 40 }, () => ({ price: randomPrice() })),
  )
  const work = ids.flatMap((id, index) => [
    addProducts(db, [
      { price: randomPrice(), category: CATEGORIES[index % 8] },
      { category: CATEGORIES[(index + 3) % 8] },
    ]),
    pool.query('update products set category = $2, price = $3 where id = $1', [
      id,
      CATEGORIES[index % 8],
      randomPrice(),
    ]),
    pool.query('delete from products where id = $1', [index % 2 ? id : id - 1]),
    // Two statements each, so that each holds counts while it waits for more.
    db.transaction(async (tx) => {
      await addProducts(tx, [{ category: CATEGORIES[index % 8] }])
      await addProducts(tx, [{ category: CATEGORIES[7 - (index % 8)] }])
    }),
  ])
  const outcomes = await Promise.allSettled(work)
  assert.deepEqual(
    outcomes.filter(({ status }) => status === 'rejected'),
    [],
  )
  for (const sort of SORTS) for (const category of [undefined, 'POT']) await assertPages(sort, category, everyPage)
})
