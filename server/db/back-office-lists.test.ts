import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { seedBulk } from '#bench/seed/bulk-seed.ts'
import type { Cursor, OrderFilter, ProductFilter, UserFilter } from '#domain/admin-lists.ts'
import { listAudit } from '#server/admin/audit-queries.ts'
import { listRequests, listUsers } from '#server/admin/people-queries.ts'
import { listAllProducts, listProductsOfSeller } from '#server/catalog/admin-queries.ts'
import { listCategories } from '#server/catalog/listing-queries.ts'
import { silentLog } from '#server/observability/log.ts'
import { listAllOrders, listSalesOf } from '#server/orders/admin-queries.ts'
import { testDatabase } from '#tests/support/postgres.ts'
import { connect } from './connection.ts'
import type { Page } from './keyset-pagination.ts'

const database = await testDatabase({ seeded: true })
const { db, pool } = connect(database.url, silentLog)

// More rows than are scanned in order, so that the index is used too.
await seedBulk(db, { products: 1300, orders: 1300 })
await pool.query(`update products set title = 'Rare 100%_pot ' || id where id % 40 = 0 and id < 300`)
await pool.query(`update orders set name = 'Zoya', payment_id = 'pay_Zq' || id where id % 150 = 0`)
const { rows: sellers } = await pool.query<{ id: string }>(`select id from "user" where role = 'seller'`)
const seller = sellers[0]?.id ?? ''

after(async () => {
  await pool.end()
  await database.drop()
})

/** From here back again; a list of this many pages is read from its end. */
const PAGES_BACK = 10

/** The whole list page by page to its end, then its first pages from the last of them: both ways must show the same. */
async function readAllPages<Row>(
  list: (cursor: Cursor) => Promise<Page<Row>>,
): Promise<{ rows: Row[]; count?: number | undefined }> {
  const pages = [await list({})]
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await list({ after: next }))
  const back = pages.slice(0, PAGES_BACK)
  for (let previous = back.pop()?.previous; previous; ) {
    const page = await list({ before: previous })
    const same = back.pop()
    assert.deepEqual(page.rows, same?.rows)
    assert.equal(page.first, same?.first)
    previous = page.previous
  }
  assert.equal(back.length, 0)
  let number = 1
  for (const { first, rows } of pages) {
    assert.equal(first, number)
    number += rows.length
  }
  return { rows: pages.flatMap(({ rows }) => rows), count: pages[0]?.count }
}

async function idsBy(query: string, values: unknown[] = []): Promise<unknown[]> {
  const { rows } = await pool.query<{ id: string }>(query, values)
  return rows.map(({ id }) => (/^\d+$/.test(id) ? Number(id) : id))
}

test('every choice of product filters lists what a plain query finds, in both directions', async () => {
  const orders = {
    newest: 'id desc',
    oldest: 'id',
    lowToHigh: 'price, id',
    highToLow: 'price desc, id desc',
  } as const
  const choices: ProductFilter[] = [
    { sort: 'newest' },
    { sort: 'lowToHigh' },
    { sort: 'highToLow', approved: true },
    { sort: 'oldest', approved: false },
    { sort: 'newest', featured: true },
    { sort: 'lowToHigh', category: 'Indoor POT' },
    { sort: 'newest', category: 'Indoor POT', approved: false, featured: false },
    { sort: 'newest', q: 'rare 100%_P' },
    { sort: 'highToLow', q: 'RARE', approved: true },
    { sort: 'newest', q: 'sunny', category: 'Balcony POT' },
    { sort: 'newest', q: 'no such pot at all' },
    { sort: 'newest', q: '%' },
    { sort: 'oldest', q: 'Ra' },
    { sort: 'oldest', q: 'zq' },
    { sort: 'newest', q: '\\' },
    { sort: 'newest', view: 'to-approve' },
    { sort: 'lowToHigh', view: 'off-sale', approved: true },
    { sort: 'newest', view: 'low-stock' },
  ]
  // Of every other product one unit is left.
  await pool.query(`update products set on_sale = false where id % 9 = 0`)
  await pool.query(`update products set stock = 'counted' where id % 4 = 0 and id < 600`)
  await pool.query(
    `update product_variants set offered = true, on_hand = case when product_id % 8 = 0 then 1 else 500 end
     where product_id % 4 = 0 and product_id < 600`,
  )
  const views = {
    'to-approve': 'not approved',
    'off-sale': 'not on_sale',
    'low-stock': `approved and stock = 'counted' and exists (
      select from product_variants where product_id = products.id and offered and on_hand - held <= 5)`,
  }
  for (const choice of choices) {
    const { q, category, approved, featured, sort, view } = choice
    const expected = await idsBy(
      `select id from products where ($1::text is null or case when length($1) = 2 then strpos(' ' || lower(title), ' ' || lower($1)) > 0
           else strpos(lower(title), lower($1)) > 0 end)
         and ($2::text is null or category = $2) and ($3::boolean is null or approved = $3)
         and ($4::boolean is null or featured = $4) and ${view ? views[view] : 'true'} order by ${orders[sort]}`,
      [q, category, approved, featured],
    )
    const { rows, count } = await readAllPages((cursor) => listAllProducts(db, choice, cursor, { rowsAPage: 60 }))
    assert.deepEqual(
      rows.map(({ id }) => id),
      expected,
      JSON.stringify(choice),
    )
    assert.equal(count, q === undefined ? expected.length : undefined)
    if (view) assert.ok(rows.length > 20, view)
  }
})

test('every choice of order filters lists what a plain query finds', async () => {
  const choices: OrderFilter[] = [
    { sort: 'newest' },
    { sort: 'oldest', status: 'delivered' },
    { sort: 'newest', cancel: 'requested' },
    { sort: 'newest', status: 'confirmed', cancel: 'cancelled' },
    { sort: 'newest', q: 'zoya' },
    { sort: 'oldest', q: 'PAY_zq', status: 'confirmed' },
    { sort: 'newest', q: 'made-up@' },
    { sort: 'newest', q: '1050' },
    { sort: 'newest', q: '#1050' },
    { sort: 'newest', q: '999999999999999' },
  ]
  for (const choice of choices) {
    const { q, status, cancel, sort } = choice
    const expected = await idsBy(
      `select id from orders where ($1::text is null or id::text = replace($1, '#', '')
           or strpos(lower(name || ' ' || email || ' ' || coalesce(payment_id, '')), lower($1)) > 0)
         and ($2::text is null or status = $2) and ($3::text is null or cancel = $3)
       order by id ${sort === 'newest' ? 'desc' : ''}`,
      [q, status, cancel],
    )
    const { rows, count } = await readAllPages((cursor) => listAllOrders(db, choice, cursor))
    assert.deepEqual(
      rows.map(({ id }) => id),
      expected,
      JSON.stringify(choice),
    )
    assert.equal(count, q === undefined || q.includes('1050') ? expected.length : undefined)
    assert.ok(rows.every(({ cartItems }) => cartItems.length > 0))
  }
})

test('every choice of user filters lists what a plain query finds, people of one moment too', async () => {
  const choices: UserFilter[] = [
    { sort: 'newest' },
    { sort: 'oldest' },
    { sort: 'newest', role: 'admin' },
    { sort: 'oldest', role: 'user', q: 'made-up shopper 1' },
    { sort: 'newest', q: 'GAMLAADMIN' },
  ]
  for (const choice of choices) {
    const { q, role, sort } = choice
    const direction = sort === 'newest' ? 'desc' : 'asc'
    const expected = await idsBy(
      `select id from "user" where ($1::text is null or strpos(lower(name || ' ' || email), lower($1)) > 0)
         and ($2::text is null or role = $2) order by created_at ${direction}, id ${direction}`,
      [q, role],
    )
    const { rows, count } = await readAllPages((cursor) => listUsers(db, choice, cursor))
    assert.deepEqual(
      rows.map(({ userId }) => userId),
      expected,
      JSON.stringify(choice),
    )
    assert.equal(count, q === undefined ? expected.length : undefined)
  }
})

test('a seller lists own products, waiting or approved, and own lines without where the buyer lives', async () => {
  const own = await readAllPages((cursor) => listProductsOfSeller(db, seller, { sort: 'newest' }, cursor))
  assert.deepEqual(
    own.rows.map(({ id }) => id),
    await idsBy('select id from products where user_id = $1 order by id desc', [seller]),
  )
  const sales = await readAllPages((cursor) => listSalesOf(db, seller, cursor))
  assert.deepEqual(
    sales.rows.map(({ orderId, position }) => `${orderId} ${position}`),
    await idsBy(
      `select order_id || ' ' || position as id from order_lines where seller_id = $1
       order by order_id desc, position desc`,
      [seller],
    ),
  )
  assert.ok(sales.rows.length > 0)
  const { rows } = await pool.query('select mobile_number, address, email from orders')
  const told = JSON.stringify(sales.rows)
  for (const secret of rows.flatMap((row) => Object.values(row) as string[])) assert.equal(told.includes(secret), false)
})

test('requests and the audit trail are listed newest first', async () => {
  const product = (await listAllProducts(db, { sort: 'newest' }, {})).rows[0]
  await pool.query(
    `insert into product_raise (product_id, name, email) select $1, 'N' || n, 'a@b.example' from generate_series(1, 45) as n`,
    [product?.id],
  )
  await pool.query(
    `insert into audit (actor_id, actor_email, action, subject) select 'a', 'a@b.example', 'look', 'product ' || n % 2
     from generate_series(1, 45) as n`,
  )
  const requests = await readAllPages((cursor) => listRequests(db, cursor))
  assert.deepEqual(
    requests.rows.map(({ id }) => id),
    await idsBy('select id from product_raise order by id desc'),
  )
  assert.equal(requests.rows[0]?.title, product?.title)
  assert.equal(requests.count, requests.rows.length)
  const all = await readAllPages((cursor) => listAudit(db, {}, cursor))
  assert.equal(all.rows.length, 45)
  const one = await readAllPages((cursor) => listAudit(db, { subject: 'product 1' }, cursor))
  assert.equal(one.rows.length, 23)
})

test('every category is offered once', async () => {
  assert.deepEqual(
    await listCategories(db),
    (await pool.query('select distinct category from products order by 1')).rows.map(({ category }) => category),
  )
})

test('a cursor that fits nothing shows the first page; one past the end, the last rows', async () => {
  const [first] = (await listAllOrders(db, { sort: 'newest' }, {})).rows
  for (const after of ['x', '1', '1.2.3', '1.-5', '1.99999999999999999999']) {
    assert.deepEqual((await listAllOrders(db, { sort: 'newest' }, { after })).rows[0], first)
  }
  const end = await listAllOrders(db, { sort: 'newest' }, { after: '500.1' })
  assert.equal(end.rows.at(-1)?.id, 1001)
})
