import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { insertOrder } from '#server/orders/queries.ts'
import { db, pool } from '#tests/support/fixtures/database-fixture.ts'
import { addUser, someAddress } from '#tests/support/fixtures/factories.ts'
import { findOrder, listOrdersOf, ORDERS_A_PAGE } from './queries.ts'

async function addOrder(userId: string, lineCount = 1): Promise<number> {
  const line = {
    id: 5,
    title: 'Some Pot',
    price: 495,
    quantity: 2,
    productImageUrl: ['/a', '/b'],
    category: 'Indoor POT',
    sizeCode: 'C01',
    sizeLabel: 'CUBEE C01',
    selectedColor: 'Sandstone',
    sellerId: null,
  } as const
  const lines = Array.from({ length: lineCount }, (_, index) => ({
    ...line,
    productImageUrl: ['/a'],
    title: `Pot ${index}`,
  }))
  const order = {
    userId,
    email: 'meera24@gmail.com',
    checkoutKey: randomUUID(),
    address: someAddress,
    totalAmount: 990,
    lines,
  }
  const placed = await db.transaction((tx) => insertOrder(tx, order))
  assert.ok(placed)
  assert.deepEqual(await findOrder(db, placed.id), placed, 'what is read again is what was written')
  return placed.id
}

test('a shopper pages through their orders, newest first, without repetition', async () => {
  const [meera, other] = [await addUser(db), await addUser(db)]
  const mine: number[] = []
  for (let count = 0; count < ORDERS_A_PAGE * 2 + 3; count += 1) {
    mine.unshift(await addOrder(meera.userId))
    if (count % 5 === 0) await addOrder(other.userId)
  }
  const seen: number[] = []
  let before: number | undefined
  do {
    const page = await listOrdersOf(db, meera.userId, { before })
    assert.ok(page.orders.length <= ORDERS_A_PAGE)
    seen.push(...page.orders.map(({ id }) => id))
    // Somebody orders while the shopper reads.
    await addOrder(other.userId)
    before = page.next
  } while (before !== undefined)
  assert.deepEqual(seen, mine)
})

test('a full last page has no next one, and nobody has no orders', async () => {
  const { userId } = await addUser(db)
  assert.deepEqual(await listOrdersOf(db, userId), { orders: [], next: undefined })
  for (let count = 0; count < ORDERS_A_PAGE; count += 1) await addOrder(userId)
  const { orders, next } = await listOrdersOf(db, userId)
  assert.deepEqual([orders.length, next], [ORDERS_A_PAGE, undefined])
})

test('an order comes whole, its lines in the order of the cart', async () => {
  const { userId } = await addUser(db)
  const id = await addOrder(userId, 12)
  await pool.query("update orders set payment_id = 'pay_7', product_size = 'C01', warranty_amount = 50 where id = $1", [
    id,
  ])
  const [order] = (await listOrdersOf(db, userId)).orders
  assert.ok(order)
  assert.deepEqual(
    order.cartItems.map(({ title }) => title),
    Array.from({ length: 12 }, (_, index) => `Pot ${index}`),
  )
  assert.deepEqual([order.paymentId, order.productSize, order.warrantyAmount], ['pay_7', 'C01', 50])
  assert.ok(Math.abs(Date.parse(order.time) - Date.now()) < 60_000)
  assert.deepEqual(await findOrder(db, id), order)
})

test('an order that nobody placed is not there', async () => {
  assert.equal(await findOrder(db, 2 ** 40), undefined)
})

test('an order without online payment has no fields of it', async () => {
  const order = await findOrder(db, await addOrder((await addUser(db)).userId))
  assert.ok(order)
  for (const field of ['paymentId', 'productSize', 'warrantyAmount']) assert.ok(!(field in order))
})
