import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listSold } from '#server/catalog/storefront-queries.ts'
import { deliverOrder } from '#server/parcels/deliver.ts'
import { addCounted, addProduct, lineFor } from '#tests/support/fixtures/factories.ts'
import {
  admin,
  checkout,
  db,
  meera,
  place,
  pool,
  shop,
  untilSomebodyWaits,
} from '#tests/support/fixtures/order-fixture.ts'
import { placeOrder } from './place.ts'

/** Locks in order of ids, as an import does. */
async function changePrices(ids: number[]): Promise<void> {
  await pool.query(
    `with locked as (select id from products where id = any ($1) order by id for no key update)
     update products set price = price where id in (select id from locked)`,
    [ids],
  )
}

describe('while somebody else is at it', () => {
  test('an order sees a delivery that it had to wait for', async () => {
    const id = await addProduct(db)
    const first = await place(meera, [lineFor(id)])
    const other = await pool.connect()
    try {
      await other.query('begin')
      await other.query('select from products where id = $1 for no key update', [id])
      const placing = placeOrder(shop, meera, checkout([lineFor(id)]))
      await untilSomebodyWaits()
      await other.query("update orders set status = 'delivered', delivered_at = now() where id = $1", [first])
      await other.query('update order_lines set delivered_at = now() where order_id = $1', [first])
      await other.query('commit')
      const placed = await placing
      assert.ok(!placed.ok && placed.reason === 'changed')
      assert.equal(placed.quotes[0]?.problem?.kind, 'sold')
    } finally {
      other.release()
    }
  })

  test('a repeated checkout does not wait for a change of its order, which may be waiting for the same stock', async () => {
    for (const id of [await addProduct(db), await addCounted(db, { 'Grey Stone': 5 })]) {
      const wanted = checkout([lineFor(id)])
      const first = await placeOrder(shop, meera, wanted)
      assert.ok(first.ok)
      const other = await pool.connect()
      try {
        await other.query('begin')
        await other.query("update orders set cancel = 'cancelled' where id = $1", [first.order.id])
        assert.deepEqual(await placeOrder(shop, meera, wanted), first)
      } finally {
        await other.query('rollback')
        other.release()
      }
    }
  })

  test('an order sees a new price that it had to wait for', async () => {
    const id = await addProduct(db)
    const other = await pool.connect()
    try {
      await other.query('begin')
      await other.query('update products set price = 777 where id = $1', [id])
      const placing = placeOrder(shop, meera, checkout([lineFor(id)]))
      await untilSomebodyWaits()
      await other.query('commit')
      const placed = await placing
      assert.ok(!placed.ok && placed.reason === 'changed')
      assert.deepEqual(placed.quotes[0]?.problem, { kind: 'price-changed', was: 495, now: 777 })
    } finally {
      other.release()
    }
  })

  test('carts in opposite orders, deliveries and price changes do not wait for each other in a circle', async () => {
    const pots = await Promise.all(Array.from({ length: 6 }, () => addProduct(db)))
    const lines = pots.map((id) => lineFor(id))
    const delivered = await Promise.all(Array.from({ length: 4 }, () => place(meera, lines)))
    const work = Array.from({ length: 40 }, (_, index) => {
      if (index % 10 === 5) return deliverOrder(shop, admin, delivered[(index - 5) / 10] as number)
      if (index % 10 === 7) return changePrices(pots)
      return placeOrder(shop, meera, checkout(index % 2 ? lines : lines.toReversed()))
    })
    const outcomes = await Promise.allSettled(work)
    assert.deepEqual(
      outcomes.filter(({ status }) => status === 'rejected'),
      [],
    )
    assert.equal((await listSold(db, pots)).size, pots.length)
  })
})
