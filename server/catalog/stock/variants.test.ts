import assert from 'node:assert/strict'
import { test } from 'node:test'
import { db, pool } from '#tests/support/fixtures/database-fixture.ts'
import { addCounted, addProduct } from '#tests/support/fixtures/factories.ts'
import { until } from '#tests/support/process.ts'

type Sellable = { size_code: string; finish: string; price: number; available: number | null }
const sellable = async (id: number) =>
  (
    await pool.query<Sellable>(
      'select size_code, finish, price, available from sellable_variants where product_id = $1 order by 1, 2',
      [id],
    )
  ).rows
const sizesOf = async (id: number) => [...new Set((await sellable(id)).map(({ size_code }) => size_code))]

test('a pot is sold in every size of its family and every finish, also in those that come later', async () => {
  const id = await addProduct(db, { sizeCode: 'C01', price: 495 })
  const { rows: family } = await pool.query<{ code: string }>(
    `select code from sizes where family = 'CUBEE' and not is_retired order by code`,
  )
  assert.deepEqual(
    await sizesOf(id),
    family.map(({ code }) => code),
  )
  const before = (await sellable(id)).length
  await pool.query(`insert into finishes (name, swatch) values ('Brass', '#aa8833')`)
  assert.equal((await sellable(id)).length, before + family.length)
  await pool.query(
    `insert into sizes (code, family, price, width, depth, height) values ('C99', 'CUBEE', 4321, 9, 9, 9)`,
  )
  const added = (await sellable(id)).filter(({ size_code }) => size_code === 'C99')
  assert.deepEqual(new Set(added.map(({ price }) => price)), new Set([4321]))
  await pool.query(`update sizes set is_retired = true where code = 'C99'`)
  assert.ok(!(await sizesOf(id)).includes('C99'))
  await pool.query(`update finishes set is_retired = true where name = 'Brass'`)
  assert.ok(!(await sellable(id)).some(({ finish }) => finish === 'Brass'))
})

test('a pot that gets another family, and a size that does, has the variants of that family', async () => {
  const id = await addProduct(db, { sizeCode: 'C01' })
  await pool.query(`update products set size_code = 'TR01' where id = $1`, [id])
  assert.ok((await sizesOf(id)).every((code) => code.startsWith('TR')))
  await pool.query(`insert into sizes (code, family, price, width, depth, height) values ('X1', 'CUBEE', 100, 9, 9, 9)`)
  assert.ok(!(await sizesOf(id)).includes('X1'))
  await pool.query(`update sizes set family = 'TRIYA' where code = 'X1'`)
  assert.ok((await sizesOf(id)).includes('X1'))
})

test('a counted pot is sold in the variants that it offers, at their own price, and with the units of expired holds', async () => {
  const id = await addCounted(db, { 'Grey Stone': 5 }, { price: 777 })
  assert.deepEqual(await sellable(id), [{ size_code: 'C01', finish: 'Grey Stone', price: 777, available: 5 }])
  await pool.query(`insert into "user" (id, name, email) values ('holder', 'Holder', 'holder@gamla.example')`)
  const { rows } = await pool.query(
    `insert into checkouts (id, user_id, email, checkout_key, name, address, city, pincode, mobile_number, lines, amount)
     values (gen_random_uuid(), 'holder', 'holder@gamla.example', gen_random_uuid(), 'H', '', '', '', '', '[]', 100) returning id`,
  )
  await pool.query(
    `insert into stock_holds (variant_id, user_id, checkout_id, quantity, expires_at)
     select id, 'holder', $2, 2, now() + interval '1 hour' from product_variants where product_id = $1 and offered`,
    [id, rows[0].id],
  )
  assert.equal((await sellable(id))[0]?.available, 3)
  await pool.query(`update stock_holds set expires_at = now() - interval '1 hour'`)
  assert.equal((await sellable(id))[0]?.available, 5)
  await pool.query(`delete from checkouts where user_id = 'holder'`)
  const { rows: held } = await pool.query('select held from product_variants where product_id = $1 and offered', [id])
  assert.deepEqual(held, [{ held: 0 }])
})

test('a product of another kind is sold in its own options, at their own price or its own', async () => {
  const id = await addProduct(db, { sizeCode: null, sizeLabel: '', price: 99, stock: 'counted' })
  await pool.query(`insert into product_options (product_id, position, name) values ($1, 1, 'Pack')`, [id])
  await pool.query(
    `insert into product_variants (product_id, position, options, price, on_hand, offered)
     values ($1, 1, '{1 kg}', null, 4, true), ($1, 2, '{5 kg}', 399, 0, true), ($1, 3, '{9 kg}', 599, 7, false)`,
    [id],
  )
  assert.deepEqual(await sellable(id), [
    { size_code: '', finish: 'Pack: 1 kg', price: 99, available: 4 },
    { size_code: '', finish: 'Pack: 5 kg', price: 399, available: 0 },
  ])
})

test('a product and a finish that are added at the same moment know each other', async () => {
  const [one, other] = [await pool.connect(), await pool.connect()]
  try {
    await one.query('begin')
    const { rows } = await one.query<{ id: string }>(
      `insert into products (title, price, product_image_url, category, description, size_code, size_label, username, email)
       values ('T', 1, '{/a}', 'Indoor POT', 'd', 'C01', 'CUBEE C01', 'n', 'e@gamla.example') returning id`,
    )
    const adding = other.query(`insert into finishes (name, swatch) values ('Copper', '#aa8833')`)
    await until(
      'one waits for the other',
      async () => (await pool.query('select from pg_locks where not granted')).rowCount === 1,
    )
    await one.query('commit')
    await adding
    const id = Number(rows[0]?.id)
    assert.ok((await sellable(id)).some(({ finish }) => finish === 'Copper'))

    await one.query('begin')
    await one.query(`insert into finishes (name, swatch) values ('Zinc', '#aaaaaa')`)
    const moving = other.query(`update products set size_code = 'TR01' where id = $1`, [id])
    await until(
      'one waits for the other',
      async () => (await pool.query('select from pg_locks where not granted')).rowCount === 1,
    )
    await one.query('commit')
    await moving
    assert.ok((await sellable(id)).some(({ finish, size_code }) => finish === 'Zinc' && size_code === 'TR01'))
  } finally {
    one.release()
    other.release()
  }
})
