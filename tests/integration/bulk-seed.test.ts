import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { seedBulk } from '#bench/seed/bulk-seed.ts'
import { listProducts } from '#server/catalog/listing-queries.ts'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { testDatabase } from '#tests/support/postgres.ts'

const database = await testDatabase()
const { db, pool } = connect(database.url, silentLog)
after(async () => {
  await pool.end()
  await database.drop()
})

async function list<Row>(query: string): Promise<Row[]> {
  const { rows } = await pool.query(query)
  return rows
}

test('the bulk seed is complete: products, their counts, and orders with their lines', async () => {
  assert.deepEqual(await seedBulk(db, { orders: 5 }), { products: 0, orders: 0 })
  const indexes = await list("select indexdef from pg_indexes where tablename = 'products' order by indexname")
  assert.deepEqual(await seedBulk(db, { products: 2000, orders: 300 }), { products: 2000, orders: 300 })
  assert.deepEqual(
    await list("select indexdef from pg_indexes where tablename = 'products' order by indexname"),
    indexes,
  )
  const { count, pages } = await listProducts(db, { sort: 'lowToHigh', page: 1, category: 'balcony' })
  const [plain] = await list<{ count: number }>(
    `select count(*)::integer from products where approved and category = 'Balcony POT'`,
  )
  assert.deepEqual([count, pages], [plain?.count, Math.ceil((plain?.count ?? 0) / 8)])
  const wrong = await list(
    'select orders.id from orders left join order_lines on order_id = orders.id group by orders.id having coalesce(sum(price * quantity), -1) <> total_amount',
  )
  assert.deepEqual(wrong, [])
})
