import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import pg from 'pg'
import { silentLog } from '#server/observability/log.ts'
import { addProduct, addProducts, addUser } from '#tests/support/factories.ts'
import { testDatabase } from '#tests/support/postgres.ts'
import { connect } from './connection.ts'

const database = await testDatabase()
const { db, pool } = connect(database.url, silentLog)
const listener = new pg.Client({ connectionString: database.url })
let heard: string[] = []

before(async () => {
  listener.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await listener.connect()
  await listener.query('listen gamla')
})
beforeEach(() => told())
after(async () => {
  await listener.end()
  await pool.end()
  await database.drop()
})

/** What was said since the last time. A listener has heard everything that was committed before it asks. */
async function told(): Promise<string[]> {
  await listener.query('select')
  const said = heard.toSorted()
  heard = []
  return said
}

async function addOrder(userId: string, productIds: number[]): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into orders (user_id, email, name, address, city, pincode, mobile_number, total_amount, checkout_key)
     values ($1, 'e', 'n', 'a', 'c', 'p', 'm', 0, gen_random_uuid()) returning id::integer`,
    [userId],
  )
  const id = rows[0]?.id ?? 0
  await pool.query(
    `insert into order_lines select $1, n, product_id, 't', 1, 1, '{a}', 'c', 'C01', 'CUBEE C01', 'Sandstone'
     from unnest($2::bigint[]) with ordinality as products (product_id, n)`,
    [id, productIds],
  )
  return id
}

test('a product that is added, changed or deleted is named', async () => {
  const id = await addProduct(db)
  assert.deepEqual(await told(), [`product ${id}`])
  await pool.query('update products set price = price + 1 where id = $1', [id])
  assert.deepEqual(await told(), [`product ${id}`])
  await pool.query('delete from products where id = $1', [id])
  assert.deepEqual(await told(), [`product ${id}`])
})

test('nothing is said of what did not change, or was not committed', async () => {
  const id = await addProduct(db)
  await told()
  await pool.query('update products set price = price where id = $1', [id])
  await db.transaction((tx) => addProduct(tx).then(() => tx.rollback())).catch(() => {})
  assert.deepEqual(await told(), [])
})

test('a hundred changes are named, more are not', async () => {
  const ids = await addProducts(
    db,
    Array.from({ length: 100 }, () => ({})),
  )
  assert.deepEqual(await told(), ids.map((id) => `product ${id}`).toSorted())
  await addProduct(db)
  await told()
  await pool.query('update products set price = price + 1')
  assert.deepEqual(await told(), ['product *'])
})

test('an order is named with the shopper whom it concerns', async () => {
  const { uid } = await addUser(db)
  await told()
  const id = await addOrder(uid, [1, 2])
  assert.deepEqual(await told(), [`order ${id} ${uid}`])
  await pool.query("update orders set cancel = 'requested' where id = $1", [id])
  assert.deepEqual(await told(), [`order ${id} ${uid}`])
  await pool.query('delete from orders where id = $1', [id])
  assert.deepEqual(await told(), [`order ${id} ${uid}`])
})

test('a delivery, and a delivered order that is deleted, name the products whose Sold mark changes', async () => {
  const { uid } = await addUser(db)
  const id = await addOrder(uid, [7, 8])
  await addOrder(uid, [9])
  await told()
  await pool.query('update order_lines set delivered_at = now() where order_id = $1', [id])
  assert.deepEqual(await told(), ['product 7', 'product 8'])
  await pool.query('delete from orders where id = $1', [id])
  assert.deepEqual(await told(), [`order ${id} ${uid}`, 'product 7', 'product 8'])
})

test('a new account, and a new role, are told', async () => {
  const { uid } = await addUser(db)
  assert.deepEqual(await told(), [`user ${uid}`])
  await pool.query(`update "user" set role = 'seller' where id = $1`, [uid])
  assert.deepEqual(await told(), [`user ${uid}`])
})
