import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { insertAudit } from '#server/db/audit-queries.ts'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { addProduct, addUser } from '#tests/support/factories.ts'
import { testDatabase } from '#tests/support/postgres.ts'

const database = await testDatabase()
const { db, pool } = connect(database.url, silentLog)
let productId: number
let userId: string

before(async () => {
  productId = await addProduct(db)
  userId = (await addUser(db)).uid
})
after(async () => {
  await pool.end()
  await database.drop()
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
    ["product_image_url = '{1,2,3,4,5,6}'", 'products_images'],
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

  test('may cost nothing and have five pictures', async () => {
    const change = "price = 0, product_image_url = '{1,2,3,4,5}', discount = 100, rating = 0, review_count = 0"
    assert.equal(await refused(`update products set ${change} where id = $1`, [productId]), 'accepted')
  })

  test('stays when the account of who added it goes', async () => {
    const seller = await addUser(db, 'seller')
    const id = await addProduct(db, { userId: seller.uid })
    await pool.query('delete from "user" where id = $1', [seller.uid])
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
    ["1, 1, '{a}', 'c', 'C9', 'l', 'Sandstone'", 'order_lines_size'],
    ["1, 1, '{a}', 'c', 'C01', 'l', 'Pink'", 'order_lines_colour'],
  ]
  for (const [values, constraint] of lines) {
    test(`has no line with ${values}`, async () => {
      const { rows } = await pool.query(`${insert()} returning id`, [userId])
      assert.equal(await refused(`insert into order_lines values ($1, 0, 1, 't', ${values})`, [rows[0].id]), constraint)
    })
  }
})

test('an account has one of three roles, and an address of its own in small letters', async () => {
  assert.equal(await refused('update "user" set role = \'owner\' where id = $1', [userId]), 'user_role')
  assert.equal(await refused('update "user" set email = upper(email) where id = $1', [userId]), 'user_email')
  const insert = `insert into "user" (id, name, email) select gen_random_uuid(), 'Other', email from "user" where id = $1`
  assert.equal(await refused(insert, [userId]), 'user_email_unique')
})

test('the audit is only ever added to', async () => {
  const actor = { uid: userId, email: 'boss@gamla.example' }
  await db.transaction((tx) => insertAudit(tx, actor, { action: 'try', subject: 'product 1', before: { price: 1 } }))
  for (const change of ["update audit set action = 'x'", 'delete from audit', 'truncate audit']) {
    assert.equal(await refused(change), '42501')
  }
  const { rows } = await pool.query('select actor_id, actor_email, action, subject, before, after from audit')
  assert.deepEqual(rows, [
    {
      actor_id: userId,
      actor_email: actor.email,
      action: 'try',
      subject: 'product 1',
      before: { price: 1 },
      after: null,
    },
  ])
})
