import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { is } from 'drizzle-orm'
import { getTableConfig, getViewConfig, PgTable, PgView } from 'drizzle-orm/pg-core'
import { defaultSettings } from '#domain/shop/settings.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import * as tables from '#server/db/tables.ts'
import { db, pool } from '#tests/support/fixtures/database-fixture.ts'
import { addProduct, addUser } from '#tests/support/fixtures/factories.ts'

let productId: number
let userId: string

before(async () => {
  productId = await addProduct(db)
  userId = (await addUser(db)).userId
})

async function refused(query: string, values: unknown[] = []): Promise<string> {
  try {
    await pool.query(query, values)
  } catch (error) {
    return (error as { constraint?: string; code: string }).constraint ?? (error as { code: string }).code
  }
  return 'accepted'
}

describe('a product', () => {
  const cases: [change: string, constraint: string][] = [
    ['price = -1', 'products_price'],
    ['price = 10000001', 'products_price'],
    ["title = ''", 'products_title'],
    ["title = repeat('x', 201)", 'products_title'],
    ["category = ''", 'products_category'],
    ["description = ''", 'products_description'],
    ["product_image_url = '{}'", 'products_images'],
    ["product_image_url = '{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21}'", 'products_images'],
    ["product_image_url = '{a,null}'", 'products_no_empty_image'],
    ['quantity = -1', 'products_quantity'],
    ["size_code = 'C99'", 'products_size'],
    ['discount = 101', 'products_discount'],
    ['rating = 5', 'products_reviews'],
    ['rating = 5.1, review_count = 1', 'products_rating'],
    ["user_id = 'nobody'", 'products_creator'],
  ]
  for (const [change, constraint] of cases) {
    test(`is refused with ${change}`, async () => {
      assert.equal(await refused(`update products set ${change} where id = $1`, [productId]), constraint)
    })
  }

  test('may cost nothing and have five images', async () => {
    const change = "price = 0, product_image_url = '{1,2,3,4,5}', discount = 100, rating = 0, review_count = 0"
    assert.equal(await refused(`update products set ${change} where id = $1`, [productId]), 'accepted')
  })

  test('stays when the account of who added it goes', async () => {
    const seller = await addUser(db, 'seller')
    const id = await addProduct(db, { userId: seller.userId })
    await pool.query('delete from "user" where id = $1', [seller.userId])
    const { rows } = await pool.query('select user_id from products where id = $1', [id])
    assert.deepEqual(rows, [{ user_id: null }])
  })
})

describe('an order', () => {
  const columns = 'user_id, email, name, address, city, pincode, mobile_number, total_amount, checkout_key'
  const row = "$1, 'e', 'n', 'a', 'c', 'p', 'm', 0, gen_random_uuid()"
  const insert = (extra = '', values = '') => `insert into orders (${columns}${extra}) values (${row}${values})`

  const cases: [columns: string, values: string, constraint: string][] = [
    [', status', ", 'lost'", 'orders_status'],
    [', cancel', ", 'maybe'", 'orders_cancel'],
    [', status', ", 'delivered'", 'orders_delivered'],
    [', delivered_at', ', now()', 'orders_delivered'],
    [', status, delivered_at, cancel', ", 'delivered', now(), 'cancelled'", 'orders_not_both'],
    [', warranty_amount', ', -1', 'orders_warranty'],
  ]
  for (const [extra, values, constraint] of cases) {
    test(`is refused with${values.replace(',', '')}`, async () => {
      assert.equal(await refused(insert(extra, values), [userId]), constraint)
    })
  }

  test('belongs to somebody', async () => {
    assert.equal(await refused(insert(), ['nobody']), 'orders_shopper')
  })

  test('is there once for a checkout and once for a payment', async () => {
    const key = crypto.randomUUID()
    const withKey = `insert into orders (${columns}) values ($1, 'e', 'n', 'a', 'c', 'p', 'm', 0, $2)`
    assert.equal(await refused(withKey, [userId, key]), 'accepted')
    assert.equal(await refused(withKey, [userId, key]), 'orders_once')
    assert.equal(await refused(insert(', payment_id', ", 'pay_1'"), [userId]), 'accepted')
    assert.equal(await refused(insert(', payment_id', ", 'pay_1'"), [userId]), 'orders_payment')
  })

  const lines: [values: string, constraint: string][] = [
    ["-1, 1, '{a}', 'c', 'C01', 'l', 'Sandstone'", 'order_lines_price'],
    ["1, 0, '{a}', 'c', 'C01', 'l', 'Sandstone'", 'order_lines_quantity'],
    ["1, 100, '{a}', 'c', 'C01', 'l', 'Sandstone'", 'order_lines_quantity'],
    ["1, 1, '{a}', 'c', repeat('C', 21), 'l', 'Sandstone'", 'order_lines_size'],
    ["1, 1, '{a}', 'c', 'C01', 'l', repeat('x', 181)", 'order_lines_colour'],
  ]
  for (const [values, constraint] of lines) {
    test(`has no line with ${values}`, async () => {
      const { rows } = await pool.query(`${insert()} returning id`, [userId])
      assert.equal(
        await refused(
          `insert into order_lines (order_id, position, product_id, title, price, quantity, product_image_url, category, size_code, size_label, selected_color) values ($1, 0, 1, 't', ${values})`,
          [rows[0].id],
        ),
        constraint,
      )
    })
  }
})

test('an account has one of three roles, and a unique address in lower case', async () => {
  assert.equal(await refused('update "user" set role = \'owner\' where id = $1', [userId]), 'user_role')
  assert.equal(await refused('update "user" set email = upper(email) where id = $1', [userId]), 'user_email')
  const insert = `insert into "user" (id, name, email) select gen_random_uuid(), 'Other', email from "user" where id = $1`
  assert.equal(await refused(insert, [userId]), 'user_email_unique')
})

test('the audit is only ever added to', async () => {
  const actor = { userId, email: 'boss@gamla.example' }
  await db.transaction((tx) =>
    insertAudit(tx, actor, { action: 'back up', subject: 'product 1', before: { price: 1 } }),
  )
  for (const change of ["update audit set action = 'x'", 'delete from audit', 'truncate audit']) {
    assert.equal(await refused(change), '42501')
  }
  const { rows } = await pool.query('select actor_id, actor_email, action, subject, before, after from audit')
  assert.deepEqual(rows, [
    {
      actor_id: userId,
      actor_email: actor.email,
      action: 'back up',
      subject: 'product 1',
      before: { price: 1 },
      after: null,
    },
  ])
})

describe('the schema names everything that a migrated database holds', () => {
  const known = Object.values(tables).flatMap((table) => (is(table, PgTable) ? [getTableConfig(table)] : []))
  const views = Object.values(tables).flatMap((view) => (is(view, PgView) ? [getViewConfig(view)] : []))
  const snake = (name: string) => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
  /** Not ours: PostgreSQL's own, the queue's and the list of migrations. */
  const ours = `n.nspname not in ('graphile_worker', 'drizzle', 'information_schema') and n.nspname !~ '^pg_'`
  const notOfExtension = (catalog: string) =>
    `not exists (select from pg_depend where classid = '${catalog}'::regclass and objid = it.oid and deptype = 'e')`

  async function names(query: string): Promise<string[]> {
    const { rows } = await pool.query<{ name: string }>(query)
    return rows.map(({ name }) => name).sort()
  }

  test('schemas, extensions and types', async () => {
    assert.deepEqual(await names(`select nspname as name from pg_namespace as n where ${ours}`), ['public'])
    assert.deepEqual(await names(`select extname as name from pg_extension where extname <> 'plpgsql'`), ['pg_trgm'])
    const types = `select typname as name from pg_type as it join pg_namespace as n on n.oid = typnamespace
      where ${ours} and ${notOfExtension('pg_type')} and typelem = 0 and (typrelid = 0 or typrelid not in (select oid from pg_class where relkind in ('r', 'v')))`
    assert.deepEqual(await names(types), [])
  })

  test('tables with their columns, views and sequences', async () => {
    const relations = (kinds: string) => `select relname as name from pg_class as it
      join pg_namespace as n on n.oid = relnamespace where ${ours} and relkind in (${kinds})`
    assert.deepEqual(await names(relations(`'r', 'p', 'f'`)), known.map(({ name }) => name).sort())
    assert.deepEqual(await names(relations(`'v', 'm'`)), views.map(({ name }) => name).sort())
    const columns = [
      ...known.flatMap((table) => table.columns.map(({ name }) => `${table.name}.${snake(name)}`)),
      ...views.flatMap(({ name, selectedFields }) => Object.keys(selectedFields).map((key) => `${name}.${snake(key)}`)),
    ]
    assert.deepEqual(
      await names(
        `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
      ),
      columns.sort(),
    )
    // A sequence belongs to a column.
    const owned = `select from pg_depend where objid = it.oid and deptype in ('a', 'i') and refobjsubid > 0`
    assert.deepEqual(await names(`${relations(`'S'`)} and not exists (${owned})`), [])
  })

  test('indexes and constraints', async () => {
    const indexes = known.flatMap(({ indexes }) => indexes.map(({ config }) => config.name))
    const plain = `select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
      join pg_namespace as n on n.oid = relnamespace
      where ${ours} and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))`
    assert.deepEqual(await names(plain), indexes.sort())
    const checks = known.flatMap(({ checks }) => checks.map(({ name }) => name))
    const found = `select conname as name from pg_constraint as it join pg_namespace as n on n.oid = connamespace
      where ${ours} and contype = 'c'`
    assert.deepEqual(await names(found), checks.sort())
  })

  test('what is low stock without a setting', async () => {
    const { rows } = await pool.query(`select prosrc from pg_proc where proname = 'record_units'`)
    assert.ok(rows[0].prosrc.includes(`'lowStock'), ${defaultSettings.lowStock})`))
  })
})
