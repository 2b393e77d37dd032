import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { signupAdvice } from '#domain/accounts/account.ts'
import { CARD_TITLE } from '#domain/catalog/product.ts'
import { SIZES } from '#domain/catalog/specified-sizes.ts'
import { createAuth } from '#server/accounts/auth.ts'
import { makeAdmin } from '#server/accounts/roles.ts'
import { logIn } from '#server/accounts/sessions.ts'
import { listProducts } from '#server/catalog/listing-queries.ts'
import { listFeatured, listSold } from '#server/catalog/storefront-queries.ts'
import { openDatabase } from '#tests/support/postgres.ts'
import type { DemoAccount } from './demo-accounts.ts'
import { seedIfEmpty } from './seed.ts'

const database = await openDatabase()
const { db, pool } = database
const folder = await mkdtemp(join(tmpdir(), 'gamla-seed-'))
const shop = { db, config: { dataDir: join(folder, 'data') } }
const file = join(folder, 'data', 'demo-accounts.json')
after(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

async function list<Row>(query: string): Promise<Row[]> {
  const { rows } = await pool.query(query)
  return rows
}

async function readAccounts(): Promise<DemoAccount[]> {
  return JSON.parse(await readFile(file, 'utf8'))
}

test('a shop whose accounts cannot be written down is not filled', async () => {
  const broken = { db, config: { dataDir: '/dev/null/nowhere' } }
  await assert.rejects(seedIfEmpty(broken))
  assert.deepEqual(await list('select from products union all select from "user"'), [])
})

describe('the demo shop', () => {
  before(async () => {
    // As two processes that start at once would do it.
    const filled = await Promise.all([seedIfEmpty(shop), seedIfEmpty(shop)])
    assert.deepEqual(filled.toSorted(), [false, true])
  })

  test('has a product of every size, four pages and more', async () => {
    const codes = await list<{ size_code: string }>('select distinct size_code from products where approved')
    assert.equal(codes.length, SIZES.length)
    const { pages, count } = await listProducts(db, { sort: 'newest', page: 1 })
    assert.ok(pages >= 4 && count >= 30)
  })

  test('has prices of the catalogue, or its own, and a description with care advice', async () => {
    const products = await list<{ size_code: string; price: number; description: string }>('select * from products')
    const catalogue = new Map<string, number>(SIZES.map(({ code, price }) => [code, price]))
    assert.ok(products.filter(({ size_code, price }) => catalogue.get(size_code) === price).length >= SIZES.length)
    for (const { description } of products) {
      const sentences = description.match(/[.:](\s|$)/g)?.length ?? 0
      assert.ok(sentences >= 2 && sentences <= 4, description)
    }
  })

  test('has ten featured products, discounts, reviews, long titles, and two that wait', async () => {
    assert.equal((await listFeatured(db)).length, 8)
    const [facts] = await list<Record<string, number>>(`
      select count(*) filter (where featured and approved)::integer as featured,
        count(*) filter (where discount > 0)::integer as discounted,
        count(*) filter (where review_count > 0)::integer as reviewed,
        count(*) filter (where length(title) > ${CARD_TITLE})::integer as long,
        count(*) filter (where not approved)::integer as waiting,
        count(distinct title)::integer - count(*)::integer as twins
      from products`)
    assert.ok(facts && (facts.featured ?? 0) >= 10)
    assert.ok((facts.discounted ?? 0) > 3 && (facts.reviewed ?? 0) > 3 && (facts.long ?? 0) > 3)
    assert.deepEqual([facts.waiting, facts.twins], [2, 0])
    const creators = await list(
      `select distinct role from products join "user" on "user".id = user_id where not approved`,
    )
    assert.deepEqual(creators, [{ role: 'seller' }])
  })

  test('has one pot that is Sold, somebody who would like it, and still one of its size to buy', async () => {
    const products = await list<{ id: string; size_code: string }>('select id, size_code from products where approved')
    const sold = await listSold(
      db,
      products.map(({ id }) => Number(id)),
    )
    assert.equal(sold.size, 1)
    const requests = await list<{ product_id: string }>('select product_id from product_raise')
    assert.deepEqual(
      requests.map(({ product_id }) => Number(product_id)),
      [...sold],
    )
    const free = new Set(products.filter(({ id }) => !sold.has(Number(id))).map(({ size_code }) => size_code))
    assert.equal(free.size, SIZES.length)
  })

  test('has orders in every status and state of cancellation, of the demo user and of others', async () => {
    const [demo] = await readAccounts()
    const states = async (where: string) =>
      (
        await list<{ state: string }>(
          `select distinct status || ' ' || cancel as state from orders ${where} order by 1`,
        )
      ).map(({ state }) => state)
    const every = ['confirmed cancelled', 'confirmed none', 'confirmed requested', 'delivered none', 'pending none']
    assert.deepEqual(await states(''), every)
    assert.deepEqual(await states(`where email = '${demo?.email}'`), every)
    assert.ok((await list('select distinct user_id from orders')).length >= 3)
    const wrong = await list(`
      select orders.id from orders join order_lines on order_id = orders.id
      group by orders.id having sum(price * quantity) <> total_amount or bool_or(order_lines.delivered_at is distinct from orders.delivered_at)`)
    assert.deepEqual(wrong, [])
    assert.equal((await list('select from orders where time > now()')).length, 0)
    assert.equal((await list('select from orders where delivered_at < time or delivered_at > now()')).length, 0)
  })

  test('has an account for each role, with a random password, for the operator’s eyes only', async () => {
    const accounts = await readAccounts()
    assert.deepEqual(
      accounts.map(({ role }) => role),
      ['user', 'seller', 'admin'],
    )
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    assert.equal(new Set(accounts.map(({ password }) => password)).size, 3)
    const auth = createAuth({
      secret: 'a secret for tests, long enough to sign with',
      publicUrl: undefined,
    })
    for (const { role, name, email, password } of accounts) {
      assert.deepEqual(signupAdvice({ name, email, password }), [])
      assert.ok(password.length >= 12)
      const entered = await logIn({ db, auth }, { email, password }, new Request('http://localhost/login'))
      assert.ok(entered.ok && entered.user.role === role && entered.user.name === name)
    }
  })

  test('is filled also when the command line has been there first', async () => {
    const other = await openDatabase()
    try {
      await makeAdmin({ db: other.db }, { name: 'Boss', email: 'boss@gamla.example', password: 'a-long-password' })
      assert.equal(await seedIfEmpty({ db: other.db, config: { dataDir: folder } }), true)
    } finally {
      await other.close()
    }
  })

  test('stays as it is when the shop starts again, also when everything was deleted since', async () => {
    const accounts = await readAccounts()
    assert.equal(await seedIfEmpty(shop), false)
    await pool.query("insert into audit (actor_id, actor_email, action, subject) values ('a', 'a', 'delete', 'all')")
    await pool.query('delete from orders; delete from products')
    assert.equal(await seedIfEmpty(shop), false)
    assert.deepEqual(await readAccounts(), accounts)
  })
})
