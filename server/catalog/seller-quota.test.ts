import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { upsertSettings } from '#server/settings/queries.ts'
import {
  add,
  admin,
  db,
  form,
  image,
  otherSeller,
  pool,
  seller,
  shop,
} from '#tests/support/fixtures/product-fixture.ts'
import { approveProduct } from './product-actions.ts'
import { addProduct, updateProduct } from './products.ts'

const limit = (changes: Parameters<typeof upsertSettings>[1]) => db.transaction((tx) => upsertSettings(tx, changes))

afterEach(async () => {
  await pool.query('delete from settings')
  await pool.query('delete from rate_limits')
})

/** A file of this size whose images cannot be read, which is found out only after the quota. */
const megabytes = (count: number) => new File([new Uint8Array(count * 1_000_000)], 'large.jpg')

test('a seller sends so many megabytes of images in a day, in new products and changed ones; an admin any', async () => {
  await limit({ sellerDailyMegabytes: 10 })
  const id = await add(seller)
  const send = async (user = seller, size = 4) =>
    (await addProduct(shop, user, form, [megabytes(size)])) as { reason: string }
  assert.equal((await send()).reason, 'images')
  assert.equal((await send()).reason, 'images')
  const refused = await addProduct(shop, seller, form, [megabytes(4)])
  assert.ok(!refused.ok && refused.reason === 'quota')
  assert.match(refused.problem, /10 MB of images in a day/)
  assert.equal((await updateProduct(shop, seller, id, { version: 1 }, [await image()])).ok, false)
  assert.deepEqual(await updateProduct(shop, seller, id, { version: 1, price: 900 }, []), { ok: true, waits: false })
  assert.equal((await send(otherSeller)).reason, 'images')
  assert.equal((await send(admin, 12)).reason, 'images')
  await pool.query("update rate_limits set ends_at = now() - interval '1 second'")
  assert.equal((await send()).reason, 'images')
})

test('a seller with too many products waiting adds more once one is approved', async () => {
  const id = await add(otherSeller)
  await limit({ sellerWaitingProducts: 1 })
  const refused = await addProduct(shop, otherSeller, form, [await image()])
  assert.ok(!refused.ok && refused.reason === 'quota')
  assert.match(refused.problem, /1 of your products wait for approval/)
  await approveProduct(shop, admin, id)
  assert.equal((await addProduct(shop, otherSeller, form, [await image()])).ok, true)
})
