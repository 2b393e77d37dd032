import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sayIn } from '#domain/messages/say.ts'
import { formatRupees } from '#domain/money.ts'
import { defaultShopInfo } from '#domain/shop/shop-info.ts'
import { WISHLIST_LIMIT } from '#domain/storage/stored-wishlist.ts'
import { database, db } from '#tests/support/fixtures/database-fixture.ts'
import { addProduct, addUser } from '#tests/support/fixtures/factories.ts'
import { tellPriceFalls } from './prices.ts'
import {
  deleteAsked,
  findLink,
  findSharer,
  insertLink,
  listAsked,
  listSaved,
  listWatched,
  unwatchPrices,
  watchPrice,
} from './queries.ts'
import { askWhenBack, changeWishlist, renewLink } from './wishlist.ts'

const addPots = (count: number) => Promise.all(Array.from({ length: count }, () => addProduct(db)))

test('a guest’s list becomes part of the account’s in its order, without what does not exist or waits for approval', async () => {
  const { userId } = await addUser(db)
  const [first = 0, second = 0, third = 0] = await addPots(3)
  const waiting = await addProduct(db, { approved: false })
  assert.deepEqual(await changeWishlist(database, userId, { save: [first] }), [first])
  const merged = await changeWishlist(database, userId, { save: [third, waiting, 2 ** 40, first, second] })
  assert.deepEqual(merged, [third, second, first])
})

test('saving twice changes nothing, and a heart without scripts saves and removes in turn', async () => {
  const { userId } = await addUser(db)
  const [pot = 0] = await addPots(1)
  const lists = []
  for (const change of [{ save: [pot] }, { save: [pot] }, { toggle: pot }, { toggle: pot }, { remove: pot }])
    lists.push((await changeWishlist(database, userId, change)).length)
  assert.deepEqual(lists, [1, 1, 0, 1, 0])
})

test('a wishlist never holds more than 200 products, even if many are saved at once', async () => {
  const { userId } = await addUser(db)
  const pots = await addPots(WISHLIST_LIMIT + 10)
  await changeWishlist(database, userId, { save: pots.slice(0, WISHLIST_LIMIT - 5) })
  await Promise.all(pots.slice(-15).map((id) => changeWishlist(database, userId, { save: [id] })))
  assert.equal((await listSaved(db, userId)).length, WISHLIST_LIMIT)
})

test('a shared link stays the same, and leads nowhere once there is a new one', async () => {
  const { userId } = await addUser(db)
  const share = async () => {
    await insertLink(db, userId)
    return (await findLink(db, userId)) ?? ''
  }
  const old = await share()
  assert.equal(await share(), old)
  assert.equal(await findSharer(db, old), userId)
  await renewLink(database, userId)
  assert.equal(await findSharer(db, old), undefined)
  assert.equal(await findSharer(db, await share()), userId)
  assert.equal(await findSharer(db, 'items'), undefined)
})

test('who asks to be told when a Sold product is back asks once, and may take it back; an available one needs no asking', async () => {
  const user = await addUser(db)
  const [sold, available] = [await addSoldProduct(), await addProduct(db)]
  for (const id of [sold, sold, available, undefined]) await askWhenBack(database, user, id)
  assert.deepEqual(await listAsked(db, user.userId), [sold])
  assert.equal((await database.pool.query('select from product_raise where product_id = $1', [sold])).rowCount, 1)
  await deleteAsked(db, user.userId, sold)
  assert.deepEqual(await listAsked(db, user.userId), [])
})

async function addSoldProduct() {
  const id = await addProduct(db)
  await database.pool.query('update products set delivered_at = now() where id = $1', [id])
  return id
}

test('a fall of a price is told once to who asked, below all they were told of, and once a week at most', async () => {
  const { userId } = await addUser(db)
  const [pot = 0, other = 0] = await addPots(2)
  await changeWishlist(database, userId, { save: [pot, other] })
  await watchPrice(db, userId, pot)
  assert.deepEqual(await listWatched(db, userId), [pot])
  const texts = { say: async () => sayIn(defaultShopInfo) }
  let day = 0
  /** Two processes run the job at once. @returns the emails so far */
  async function costs(price: number, days = 7): Promise<string[]> {
    await database.pool.query('update products set price = $2 where id = any($1)', [[pot, other], price])
    day += days
    const shop = { db, texts, now: () => new Date(2026, 0, day) } as unknown as Parameters<typeof tellPriceFalls>[0]
    await Promise.all([tellPriceFalls(shop), tellPriceFalls(shop)])
    const { rows } = await database.pool.query(
      `select params ->> 'status' as text from sent_messages where template = 'price-fell' and subject like $1 order by id`,
      [`user ${userId} %`],
    )
    return rows.map(({ text }) => /costs (\S+) now\. It was (\S+)\./.exec(text)?.slice(1).join(' < ') ?? text)
  }
  const asked = (await database.pool.query('select price from products where id = $1', [pot])).rows[0].price as number
  const told = [
    await costs(asked + 500),
    await costs(asked),
    await costs(asked - 100),
    // Down, up and down again, in one week and in the next.
    await costs(asked - 20, 1),
    await costs(asked - 110, 1),
    await costs(asked, 1),
    await costs(asked - 100),
    await costs(asked - 120),
  ]
  assert.deepEqual(
    told.map((emails) => emails.length),
    [0, 0, 1, 1, 1, 1, 1, 2],
  )
  assert.equal(told[2]?.[0], `${formatRupees(asked - 100)} < ${formatRupees(asked)}`)
  await database.pool.query('update products set on_sale = false where id = $1', [pot])
  assert.equal((await costs(asked - 200)).length, 2)
  await unwatchPrices(db, userId)
  await database.pool.query('update products set on_sale = true where id = $1', [pot])
  assert.equal((await costs(asked - 300)).length, 2)
})
