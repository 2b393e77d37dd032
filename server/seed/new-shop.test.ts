import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { synonymLines } from '#domain/search/synonyms.ts'
import { verifyPassword } from '#server/accounts/passwords.ts'
import { findCredential } from '#server/accounts/queries.ts'
import { findSettings } from '#server/settings/queries.ts'
import { listCurrentTexts } from '#server/texts/queries.ts'
import { addProduct } from '#tests/support/fixtures/factories.ts'
import { openDatabase } from '#tests/support/postgres.ts'
import { beginShop } from './new-shop.ts'
import { seedIfEmpty } from './seed.ts'

const closers: (() => Promise<void>)[] = []
after(async () => {
  for (const close of closers) await close()
})

async function open(kind?: { seeded: boolean }) {
  const database = await openDatabase(kind)
  closers.push(database.close)
  return database
}

const admin = { name: 'mira', email: 'mira@lamps.example', password: 'first-password' }
const lamps = { shopName: 'Lamp House', admin }

async function count(pool: Awaited<ReturnType<typeof openDatabase>>['pool'], table: string): Promise<number> {
  const { rows } = await pool.query(`select count(*)::int as count from ${table}`)
  return rows[0].count
}

test('a new shop has its name, its admin and nothing else, and no later start fills it', async () => {
  const { db, pool } = await open()
  const begun = await beginShop({ db }, lamps)
  assert.ok(begun.ok && !begun.isRepeated)
  const { shopName, dataFiduciary } = await findSettings(db)
  assert.deepEqual([shopName, dataFiduciary], ['Lamp House', ''])
  assert.equal(await seedIfEmpty({ db, config: { dataDir: '/dev/null/nowhere' } }), false)
  for (const table of ['products', 'orders', 'product_raise', 'contact_messages', 'families', 'sizes', 'finishes'])
    assert.equal(await count(pool, table), 0)
  const settings = await findSettings(db)
  assert.deepEqual([settings.productNoun, settings.finishLabel, settings.pictureNote], ['product', 'Colour', ''])
  assert.deepEqual(synonymLines(settings), [])
  const texts = await listCurrentTexts(db)
  for (const name of ['banner', 'tips', 'reasons', 'testimonials', 'highlights', 'taglines'])
    assert.equal(texts.get(name)?.markdown, '', name)
  const { rows } = await pool.query('select email, role from "user"')
  assert.deepEqual(rows, [{ email: admin.email, role: 'admin' }])
  const records = await pool.query("select actor_id, after from audit where action = 'begin an empty shop'")
  assert.deepEqual(records.rows, [{ actor_id: 'command line', after: { shopName: 'Lamp House', admin: begun.userId } }])
})

test('repeated after a crash it renames the shop, and only the new password works', async () => {
  const { db, pool } = await open()
  const first = await beginShop({ db }, lamps)
  const again = await beginShop({ db }, { shopName: 'Lamps', admin: { ...admin, password: 'second-password' } })
  assert.ok(first.ok && again.ok && again.isRepeated)
  assert.equal(again.userId, first.userId)
  assert.equal((await findSettings(db)).shopName, 'Lamps')
  const { passwordHash = '' } = (await findCredential(db, admin.email)) ?? {}
  assert.equal(await verifyPassword({ hash: passwordHash, password: 'second-password' }), true)
  assert.equal(await verifyPassword({ hash: passwordHash, password: 'first-password' }), false)
  assert.equal(await count(pool, '"user"'), 1)
})

test('of two at once for different admins one shop comes out', async () => {
  const { db, pool } = await open()
  const other = { ...admin, email: 'anu@lamps.example' }
  const begun = await Promise.all([beginShop({ db }, lamps), beginShop({ db }, { ...lamps, admin: other })])
  assert.deepEqual(begun.map(({ ok }) => ok).toSorted(), [false, true])
  assert.equal(await count(pool, '"user"'), 1)
})

test('a shop that holds anything is refused with what it holds, and stays as it is', async () => {
  const { db, pool } = await open({ seeded: true })
  const before = await count(pool, 'audit')
  assert.deepEqual(await beginShop({ db }, lamps), {
    ok: false,
    held: 'products, orders, accounts and product requests',
  })
  assert.deepEqual([await count(pool, 'audit'), (await findSettings(db)).shopName], [before, 'Gamla'])
})

test('a shop that was begun and has been worked in is refused', async () => {
  const { db, pool } = await open()
  assert.ok((await beginShop({ db }, lamps)).ok)
  await pool.query("insert into families (name) values ('NOOR')")
  await pool.query("insert into sizes (code, family, price, width, depth, height) values ('C01', 'NOOR', 495, 9, 9, 9)")
  await addProduct(db, {})
  assert.deepEqual(await beginShop({ db }, lamps), { ok: false, held: 'products' })
  await pool.query('delete from products')
  await pool.query(
    "insert into audit (actor_id, actor_email, action, subject) values ('a', 'a', 'delete', 'product 1')",
  )
  assert.deepEqual(await beginShop({ db }, lamps), { ok: false, held: 'changes in the audit log' })
})
