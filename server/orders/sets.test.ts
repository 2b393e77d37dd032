import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProductId } from '#domain/catalog/product.ts'
import { paidFor } from '#domain/orders/amounts.ts'
import type { RequestedLine } from '#domain/orders/order.ts'
import { addCounted, addSet, addUser, lineFor } from '#tests/support/fixtures/factories.ts'
import { checkout, db, meera, pool, shop } from '#tests/support/fixtures/order-fixture.ts'
import { type Placed, placeOrder, quoteLines } from './place.ts'
import { findOrder } from './queries.ts'

const setLine = (id: ProductId, seenPrice: number, quantity = 1): RequestedLine => ({
  ...{ id, seenPrice, quantity, sizeCode: '', selectedColor: '' },
})
const left = async (id: ProductId) => {
  const { rows } = await pool.query('select on_hand from product_variants where product_id = $1 and offered', [id])
  return rows[0].on_hand
}

/** Ten at a time, so that none waits too long for a connection. */
async function placeAll(orders: (() => Promise<Placed>)[]): Promise<Placed[]> {
  const waiting = [...orders]
  const placed: Placed[] = []
  const lanes = Array.from({ length: 10 }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) placed.push(await next())
  })
  await Promise.all(lanes)
  return placed
}

/** A set of one pot and two others, for ₹1,200 instead of ₹1,485. */
async function addStock(pots: number, others: number) {
  const [pot, other] = [await addCounted(db, { 'Grey Stone': pots }), await addCounted(db, { 'Grey Stone': others })]
  const parts = [
    { id: pot, quantity: 1 },
    { id: other, quantity: 2 },
  ]
  return { pot, other, set: await addSet(db, parts, { setPrice: 1200 }) }
}

test('50 buyers, 5 sets: 5 orders, and each takes all of its parts or none', async () => {
  const { pot, other, set } = await addStock(9, 11)
  const buyers = await Promise.all(Array.from({ length: 50 }, () => addUser(db)))
  const placed = await placeAll(buyers.map((buyer) => () => placeOrder(shop, buyer, checkout([setLine(set, 1200)]))))
  assert.equal(placed.filter(({ ok }) => ok).length, 5)
  for (const each of placed) {
    if (each.ok) continue
    assert.ok(each.reason === 'changed')
    assert.deepEqual(each.quotes[0]?.problem, { kind: 'sold' })
  }
  assert.deepEqual([await left(pot), await left(other)], [4, 1])
})

test('buyers of sets, of sets in another sequence and of single parts wait for each other without a deadlock', async () => {
  const { pot, other, set } = await addStock(12, 14)
  // Its products have the sequence of the first one turned round.
  const turned = await addSet(
    db,
    [
      { id: other, quantity: 1 },
      { id: pot, quantity: 1 },
    ],
    { setPrice: 900 },
  )
  const wanted = [[setLine(set, 1200)], [setLine(turned, 900)], [lineFor(pot)], [lineFor(other), setLine(set, 1200)]]
  const buyers = await Promise.all(Array.from({ length: 48 }, () => addUser(db)))
  const placed = await placeAll(
    buyers.map((buyer, index) => () => placeOrder(shop, buyer, checkout(wanted[index % wanted.length] ?? []))),
  )
  const taken = { pot: 0, other: 0 }
  for (const each of placed) {
    if (!each.ok) {
      assert.equal(each.reason, 'changed')
      continue
    }
    for (const { id, quantity } of each.order.cartItems) taken[id === pot ? 'pot' : 'other'] += quantity
  }
  assert.deepEqual([await left(pot), await left(other)], [12 - taken.pot, 14 - taken.other])
  assert.ok((await left(pot)) === 0 || (await left(other)) <= 1, 'nobody was refused while there was enough')
})

test('an order of a set is lines of its parts, which cost its price, and a repeated request finds it', async () => {
  const { pot, other, set } = await addStock(5, 10)
  const wanted = checkout([setLine(set, 1200, 2), lineFor(other)])
  const placed = await placeOrder(shop, meera, wanted)
  assert.ok(placed.ok)
  const order = await findOrder(db, placed.order.id)
  assert.deepEqual(
    order?.cartItems.map((line) => [line.id, line.price, line.quantity, paidFor(line), line.set]),
    [
      [pot, 495, 2, 80_000, { id: set, title: 'Balcony set', quantity: 2, price: 1200 }],
      [other, 495, 4, 160_000, { id: set, title: 'Balcony set', quantity: 2, price: 1200 }],
      [other, 495, 1, 49_500, undefined],
    ],
  )
  assert.equal(order?.totalAmount, 2895)
  assert.deepEqual([await left(pot), await left(other)], [3, 5])
  const again = await placeOrder(shop, meera, wanted)
  assert.ok(again.ok && again.order.id === placed.order.id)
  const changed = await placeOrder(shop, meera, { ...wanted, lines: [setLine(set, 1200), lineFor(other)] })
  assert.ok(!changed.ok && changed.reason === 'other-order')
})

test('a set at a price from the browser, or with a part off sale, is refused', async () => {
  const { pot, set } = await addStock(5, 10)
  const [cheap] = await quoteLines(shop, [setLine(set, 1)])
  assert.deepEqual(cheap?.problem, { kind: 'price-changed', was: 1, now: 1200 })
  assert.ok(!(await placeOrder(shop, meera, checkout([setLine(set, 1)]))).ok)
  await pool.query('update products set on_sale = false where id = $1', [pot])
  const refused = await placeOrder(shop, meera, checkout([setLine(set, 1200)]))
  assert.ok(!refused.ok && refused.reason === 'changed')
  assert.deepEqual(refused.quotes[0]?.problem, { kind: 'sold' })
})
