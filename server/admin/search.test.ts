import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { User } from '#domain/accounts/user.ts'
import { messageNumber } from '#domain/contact.ts'
import { insertMessage } from '#server/contact/queries.ts'
import { placeOrder } from '#server/orders/place.ts'
import { addProduct, addUser, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { checkout, db, shop } from '#tests/support/fixtures/order-fixture.ts'
import { sql } from '#tests/support/fixtures/shipment-fixture.ts'
import { searchBackOffice } from './search.ts'

let admin: User
let buyer: User
let seller: User
let orderId = 0
let productId = 0

before(async () => {
  admin = await addUser(db, 'admin')
  seller = await addUser(db, 'seller')
  buyer = await addUser(db)
  await sql('update "user" set name = $2, email = $3 where id = $1', [
    buyer.userId,
    'Zubin Irani',
    'zubin@irani.example',
  ])
  productId = await addProduct(db, { title: 'Quetzal Planter', sku: 'Quetzal-01', userId: seller.userId })
  const other = await addProduct(db)
  const address = { ...someAddress, name: 'Zubin Irani', mobileNumber: '91234 56789' }
  const placed = await placeOrder(shop, buyer, { ...checkout([lineFor(other)]), address })
  assert.ok(placed.ok)
  orderId = placed.order.id
})

async function find(q: string, user = admin) {
  const { orders, customers, products } = await searchBackOffice(db, user, q)
  return {
    orders: orders?.rows.map(({ id }) => id),
    customers: customers?.rows.map(({ userId }) => userId),
    products: products?.rows.map(({ id }) => id),
  }
}

test('one search finds orders, customers and products', async () => {
  const both = { orders: [orderId], customers: [buyer.userId], products: [] }
  for (const q of ['zubin', 'Zubin Irani', '+91 91234 56789', '6789', `#${orderId}`])
    assert.deepEqual(await find(q), both, q)
  assert.deepEqual(await find('zubin@irani'), { ...both, orders: [] }, 'the order has the email of when it was placed')
  for (const q of ['quetzal', 'QUETZAL-01'])
    assert.deepEqual(await find(q), { orders: [], customers: [], products: [productId] }, q)
  await sql(
    `update product_variants set sku = 'QZ-C02' where id = (select min(id) from product_variants where product_id = $1)`,
    [productId],
  )
  assert.deepEqual((await find('qz-c02')).products, [productId], 'the SKU of a variant')
  assert.deepEqual(await find('no such thing'), { orders: [], customers: [], products: [] })
})

test('a title of many words is found as it is written, and in parts of its words', async () => {
  const id = await addProduct(db, { title: 'Quiet Okapi of the Old Terrace' })
  await addProduct(db, { title: 'Old Okapi of the Quiet Terrace' })
  for (const q of [
    'quiet okapi of the old terrace',
    'okapi of the old',
    'QUIET okapi of the o',
    'iet okapi of the old terr',
  ])
    assert.deepEqual((await find(q)).products, [id], q)
})

test('a seller finds own products and nothing else, a shopper nothing', async () => {
  const nothing = { orders: undefined, customers: undefined }
  assert.deepEqual(await find('quetzal', seller), { ...nothing, products: [productId] })
  const stranger = await addUser(db, 'seller')
  for (const q of ['quetzal', 'Quetzal-01', 'zubin', '6789'])
    assert.deepEqual(await find(q, stranger), { ...nothing, products: [] }, q)
  assert.deepEqual(await find('quetzal', buyer), { ...nothing, products: undefined })
})

test('a group shows six records and says that there are more', async () => {
  for (let count = 0; count < 7; count += 1) await addProduct(db, { title: `Wombat ${count}` })
  const { products } = await searchBackOffice(db, admin, 'wombat')
  assert.equal(products?.rows.length, 6)
  assert.equal(products?.isWhole, false)
})

test('a text that no index knows is looked for among the newest only, and says so', async () => {
  await sql(`update orders set name = 'मीरा' where id = $1`, [orderId])
  const { orders } = await searchBackOffice(db, admin, 'मीरा')
  assert.deepEqual([orders?.rows.map(({ id }) => id), orders?.isWhole], [[orderId], false])
  assert.equal((await searchBackOffice(db, admin, 'no such thing')).orders?.isWhole, true)
  await sql(`update orders set name = 'Zubin Irani' where id = $1`, [orderId])
})

test('a message is found by the number that its sender quotes, by those who may read it', async () => {
  const message = { name: 'Zubin', email: 'zubin@irani.example', phone: '9845012345', message: 'Is C02 in stock?' }
  const id = (await insertMessage(db, message)) ?? 0
  const found = async (user: User) => (await searchBackOffice(db, user, messageNumber(id))).messages?.rows
  assert.deepEqual(
    (await found(admin))?.map((row) => row.id),
    [id],
  )
  assert.equal(await found(seller), undefined)
  assert.equal((await searchBackOffice(db, admin, 'zubin')).messages, undefined)
})

test('the data of a deleted account leads to no customer', async () => {
  await sql(`insert into "user" (id, name, email) values ('deleted-user', 'deleted user', 'deleted user')`)
  await sql(`update orders set user_id = 'deleted-user' where id = $1`, [orderId])
  assert.deepEqual(await find('6789'), { orders: [orderId], customers: [], products: [] })
  await sql('update orders set user_id = $2 where id = $1', [orderId, buyer.userId])
})
