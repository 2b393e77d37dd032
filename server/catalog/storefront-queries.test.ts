import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { seedBulk } from '#bench/seed/bulk-seed.ts'
import { addProduct, addProducts, addUser, somePot } from '#tests/support/fixtures/factories.ts'
import { db, pool } from '#tests/support/fixtures/own-database-fixture.ts'
import {
  findForSale,
  insertProductRequest,
  listFeatured,
  listForSale,
  listNearInPrice,
  listSold,
  lockForSale,
  searchProducts,
} from './storefront-queries.ts'

beforeEach(() => pool.query('truncate products, orders, order_lines cascade'))

test('the home page shows the eight newest that are approved and featured', async () => {
  const ids = await addProducts(
    db,
    Array.from({ length: 10 }, () => ({ featured: true })),
  )
  await addProducts(db, [{ featured: true, approved: false }, { featured: true, onSale: false }, { featured: false }])
  const featured = await listFeatured(db)
  assert.deepEqual(
    featured.map(({ id }) => id),
    ids.slice(2).reverse(),
  )
})

test('who holds products for an order sees them as everybody does', async () => {
  const { userId } = await addUser(db)
  const details = {
    sku: 'B-1',
    hsn: '6913',
    gstRate: 5 as const,
    mrp: 900,
    countryOfOrigin: 'India',
    tags: 'gift',
    attributes: 'Material: Stone',
    goesWith: '1',
    altTexts: { a: 'b' },
  }
  const full = await addProduct(db, { discount: 10, rating: 4.5, reviewCount: 12, featured: true, userId, ...details })
  const plain = await addProduct(db, { rating: null, reviewCount: null })
  const hidden = await addProduct(db, { approved: false })
  const offSale = await addProduct(db, { onSale: false })
  const ids = [plain, hidden, offSale, full, 999_999]
  const { products, sellers } = await db.transaction((tx) => lockForSale(tx, ids))
  assert.deepEqual(products, await listForSale(db, ids))
  assert.partialDeepStrictEqual(products.get(full), details)
  assert.deepEqual([...sellers].sort(), [[full, userId] as const, [plain, null] as const].sort())
})

test('a product is what every visitor may know of it, and no more', async () => {
  const id = await addProduct(db, {
    discount: 10,
    rating: 4.5,
    reviewCount: 12,
    time: new Date('2026-05-04T10:00:00Z'),
  })
  const { username, email, approved, ...visible } = somePot
  assert.deepEqual(await findForSale(db, id), {
    ...visible,
    id,
    quantity: 1,
    featured: false,
    sold: false,
    discount: 10,
    reviews: { rating: 4.5, count: 12 },
    time: '2026-05-04T10:00:00.000Z',
  })
  const plain = await findForSale(db, await addProduct(db))
  assert.ok(plain && !('discount' in plain) && !('reviews' in plain))
  const unseen = await findForSale(db, await addProduct(db, { rating: 4.5, reviewCount: 0 }))
  assert.ok(unseen && !('reviews' in unseen), 'no review exists')
})

test('the nearest in price are those of the family and all others, for sale only', async () => {
  const at = (price: number, sizeCode: string, change = {}) => addProduct(db, { price, sizeCode, ...change })
  const id = await at(1000, 'C02')
  const [family, above, below] = [await at(5000, 'C01'), await at(1010, 'W01'), await at(999, 'T01')]
  await at(1000, 'C02', { approved: false })
  await at(1000, 'C02', { onSale: false })
  // Nearer than the family's, and more than are read.
  const near = await addProducts(
    db,
    Array.from({ length: 12 }, () => ({ price: 1005, sizeCode: 'W01' })),
  )
  const ids = (await listNearInPrice(db, { id, price: 1000 }, ['C01', 'C02'])).map((product) => product.id)
  assert.deepEqual(ids.toSorted(), [family, below, ...near].toSorted())
  assert.ok(!ids.includes(above))
  assert.equal((await listNearInPrice(db, { id: 0, price: 1000 }, [])).length, 13)
})

test('an unapproved product is not found', async () => {
  assert.equal(await findForSale(db, await addProduct(db, { approved: false })), undefined)
  assert.equal(await findForSale(db, 2 ** 40), undefined)
})

test('Sold is what was delivered since it was last restocked', async () => {
  const [never, delivered, ordered, restocked, soldAgain] = (await addProducts(db, [
    {},
    {},
    {},
    { restockedAt: new Date('2026-06-01') },
    { restockedAt: new Date('2026-06-01') },
  ])) as [number, number, number, number, number]
  const { userId } = await addUser(db)
  const { rows } = await pool.query(
    `insert into orders (user_id, email, name, address, city, pincode, mobile_number, total_amount, checkout_key)
     values ($1, 'e', 'n', 'a', 'c', 'p', 'm', 0, gen_random_uuid()) returning id`,
    [userId],
  )
  const lines: [number, string | null][] = [
    [delivered, '2026-01-01'],
    [ordered, null],
    [restocked, '2026-05-31'],
    [soldAgain, '2026-05-31'],
    [soldAgain, '2026-06-02'],
  ]
  for (const [index, [productId, deliveredAt]] of lines.entries()) {
    await pool.query(
      `insert into order_lines (order_id, position, product_id, title, price, quantity, product_image_url, category, size_code,
         size_label, selected_color, delivered_at)
       values ($1, $2, $3, 't', 1, 1, '{a}', 'c', 'C01', 'CUBEE C01', 'Sandstone', $4)`,
      [rows[0].id, index, productId, deliveredAt],
    )
  }
  assert.deepEqual(
    await listSold(db, [never, delivered, ordered, restocked, soldAgain]),
    new Set([delivered, soldAgain]),
  )
  assert.deepEqual(await listSold(db, [never]), new Set())
  assert.deepEqual(await listSold(db, []), new Set())
})

test('a request for a Sold pot is stored, with or without an account', async () => {
  const { userId } = await addUser(db)
  const request = { productId: 5, name: 'Meera', email: 'meera24@gmail.com', note: '' }
  await insertProductRequest(db, { ...request, userId })
  await insertProductRequest(db, { ...request, userId: undefined, note: 'Two, please.' })
  const { rows } = await pool.query('select product_id::integer, user_id, note from product_raise order by id')
  assert.deepEqual(rows, [
    { product_id: 5, user_id: userId, note: '' },
    { product_id: 5, user_id: null, note: 'Two, please.' },
  ])
})

describe('search', () => {
  const found = async (text: string) => (await searchProducts(db, text)).map(({ title }) => title)

  test('finds any part of a title, in capitals or not, newest first', async () => {
    await addProduct(db, { title: 'Desk off sale', onSale: false })
    await addProducts(
      db,
      ['Cubee Desk Cube', 'Tubo Tall Taper', 'Étagère for DESKS'].map((title) => ({ title })),
    )
    assert.deepEqual(await found('desk'), ['Étagère for DESKS', 'Cubee Desk Cube'])
    assert.deepEqual(await found('EE DES'), ['Cubee Desk Cube'])
    assert.deepEqual(await found('éTAG'), ['Étagère for DESKS'])
    assert.deepEqual(await found('nothing of the kind'), [])
    assert.deepEqual(await found(''), [])
  })

  test('takes %, _ and \\ as they are', async () => {
    await addProducts(
      db,
      ['50% off', '50 off', 'a_b', 'axb', 'c\\d', "Potter's"].map((title) => ({ title })),
    )
    assert.deepEqual(await found('%'), ['50% off'])
    assert.deepEqual(await found('0%'), ['50% off'])
    assert.deepEqual(await found('_'), ['a_b'])
    assert.deepEqual(await found('a_b'), ['a_b'])
    assert.deepEqual(await found('\\'), ['c\\d'])
    assert.deepEqual(await found("r's"), ["Potter's"])
  })

  test('finds emoji, Hindi, and one or two letters', async () => {
    await addProducts(
      db,
      ['Cactus 🌵 pot', 'गमला बड़ा', 'Q', 'Zed'].map((title) => ({ title })),
    )
    assert.deepEqual(await found('🌵'), ['Cactus 🌵 pot'])
    assert.deepEqual(await found('s 🌵 p'), ['Cactus 🌵 pot'])
    assert.deepEqual(await found('मला'), ['गमला बड़ा'])
    assert.deepEqual(await found('q'), ['Q'])
    assert.deepEqual(await found('ze'), ['Zed'])
    assert.deepEqual(await found('zz'), [])
  })

  test('accepts text that no title can contain', async () => {
    for (const text of ['\0', '\ud83c', 'x'.repeat(5000), 'a b '.repeat(500)]) assert.deepEqual(await found(text), [])
  })

  test('shows eight at most, only approved ones', async () => {
    await addProducts(
      db,
      Array.from({ length: 12 }, (_, index) => ({ title: `Pot ${index}`, approved: index !== 11 })),
    )
    const titles = await found('pot')
    assert.deepEqual(
      titles,
      Array.from({ length: 8 }, (_, index) => `Pot ${10 - index}`),
    )
  })

  test('finds the same by the index as a plain comparison, behind the newest', async () => {
    const words = [
      'pot',
      'of',
      'a',
      'red',
      'bed',
      'é',
      '🌵',
      'Grey',
      '50%',
      'x_y',
      'b\\c',
      'Pot’s',
      '',
      'q',
      'z1',
      'stoneq',
      'मिट्टी',
      '(',
    ]
    const some = <T>(list: readonly T[], most: number) =>
      Array.from(
        { length: 1 + Math.floor(Math.random() * most) },
        () => list[Math.floor(Math.random() * list.length)] as T,
      )
    // Variants are most of the work, and a search reads none.
    await pool.query('alter table products disable trigger make_variants_insert')
    const titles = Array.from({ length: 1500 }, () => some(words, 5).join(' ') || 'x')
    await addProducts(
      db,
      titles.map((title) => ({ title })),
    )
    await pool.query('analyze products')
    for (let round = 0; round < 100; round += 1) {
      const text = round % 3 ? cut(some(titles, 1)[0] as string) : some(words, 3).join(' ')
      // Shorter ones, and signs, are found further back only where words begin.
      if (!/[\p{L}\p{N}\p{M}]{3}/u.test(text)) continue
      const { rows } = await pool.query(
        'select id::integer from products where strpos(lower(title), lower($1)) > 0 order by id desc limit 8',
        [text],
      )
      const found = await searchProducts(db, text, { maxScanned: 10 })
      assert.deepEqual(
        found.map(({ id }) => id),
        rows.map(({ id }) => id),
        `hits for ${JSON.stringify(text)}`,
      )
    }
  })

  test('one or two letters are found among the newest, and further back where words begin', async () => {
    await addProducts(
      db,
      ['Old zq Pot', 'Zz', 'Puzzq', '50% %q', ...Array(10).fill('New')].map((title) => ({ title })),
    )
    const behind = async (text: string) =>
      (await searchProducts(db, text, { maxScanned: 5 })).map(({ title }) => title).toReversed()
    assert.deepEqual(await behind('zq'), ['Old zq Pot'])
    assert.deepEqual(await behind('Z'), ['Old zq Pot', 'Zz'])
    assert.deepEqual(await behind('%'), [])
    assert.deepEqual(await found('zq'), ['Puzzq', 'Old zq Pot'])
    assert.deepEqual(await found('%'), ['50% %q'])
  })

  function cut(title: string): string {
    const emails = Array.from(title)
    const from = Math.floor(Math.random() * emails.length)
    const part = emails.slice(from, from + 1 + Math.floor(Math.random() * 12)).join('')
    return Math.random() < 0.5 ? part.toUpperCase() : part
  }

  test('reads no more rows when the shop is larger', async () => {
    await seedBulk(db, { products: 12_000 })
    await pool.query('vacuum analyze products')
    for (const text of ['sunny', 'zq', '%', '🌵', 'गमला', 'desk 17', 'Sunny Grey Stone Cubee', 'no such pot']) {
      const read = await rowsReadFor(text)
      assert.ok(read > 0 && read <= 11_000, `${JSON.stringify(text)} read ${read} rows`)
    }
  })

  /** As PostgreSQL itself counts them: a row found along an index counts twice, in the index and in the table. */
  async function rowsReadFor(text: string): Promise<number> {
    return db.transaction(async (tx) => {
      const readSoFar = async (): Promise<number> => {
        const { rows } = await tx.execute<{ read: number }>(
          sql`select sum(pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid))::integer as read
           from pg_class where oid = 'products'::regclass or oid in (select indexrelid from pg_index where indrelid = 'products'::regclass)`,
        )
        return rows[0]?.read ?? 0
      }
      const before = await readSoFar()
      await searchProducts(tx, text)
      return (await readSoFar()) - before
    })
  }
})
