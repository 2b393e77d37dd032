import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { WISHLIST_LIMIT } from '#domain/storage/stored-wishlist.ts'
import { addProduct, addUser } from '#tests/support/fixtures/factories.ts'
import { openDatabase } from '#tests/support/postgres.ts'
import { deleteAsked, findLink, findSharer, insertLink, listAsked, listSaved } from './queries.ts'
import { askWhenBack, changeWishlist, renewLink } from './wishlist.ts'

const database = await openDatabase()
const { db } = database
after(() => database.close())

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
