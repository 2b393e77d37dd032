import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { User } from '#domain/accounts/user.ts'
import { toEdits } from '#domain/catalog/stock/stock-form.ts'
import { deleteProduct } from '#server/catalog/product-actions.ts'
import { findEditableProduct, updateProduct } from '#server/catalog/products.ts'
import { readCatalogue } from '#server/catalog/sizes/queries.ts'
import { releaseExpiredHolds } from '#server/catalog/stock/stock.ts'
import { listSold } from '#server/catalog/storefront-queries.ts'
import { connect } from '#server/db/connection.ts'
import { deleteOrder } from '#server/order-page/cancel.ts'
import { placeOrder } from '#server/orders/place.ts'
import type { Shop } from '#server/shop.ts'
import { addCounted, addUser, lineFor } from '#tests/support/fixtures/factories.ts'
import { assertStockAddsUp } from '#tests/support/fixtures/stock-ledger.ts'
import { admin, db, payFor, shop, world } from '#tests/support/payments/payment-fixture.ts'
import { openCheckout } from './checkout.ts'

const { sql } = world
const otherInstance = connect(world.url, { error() {} })
after(() => otherInstance.pool.end())

const cash = (user: User, id: number, from: Pick<Shop, 'db'>) => placeOrder(from, user, world.wanted(id))

test('of 5 pots, 50 buyers at once in two instances, with cash and online, buy exactly 5', async () => {
  const id = await addCounted(db, { 'Grey Stone': 5 })
  const buyers = await Promise.all(Array.from({ length: 50 }, () => addUser(db)))
  const other = { ...shop, db: otherInstance.db }
  const outcomes = await Promise.all(
    buyers.map(async (buyer, index) => {
      const instance = index % 2 ? shop : other
      if (index % 3) {
        const placed = await cash(buyer, id, instance)
        if (placed.ok) return 'bought'
        assert.ok(placed.reason === 'changed')
        assert.deepEqual(placed.quotes[0]?.problem, { kind: 'not-enough', left: 0 })
        return 'told'
      }
      const opened = await openCheckout(instance, buyer, world.wanted(id))
      if (opened.kind !== 'pay') {
        assert.ok(opened.kind === 'changed')
        return 'told'
      }
      return (await payFor(buyer, opened)).kind === 'placed' ? 'bought' : 'refunded'
    }),
  )
  const count = (what: string) => outcomes.filter((outcome) => outcome === what).length
  assert.deepEqual([count('bought'), count('told'), count('refunded')], [5, 45, 0])
  assert.deepEqual(await sql('select on_hand as units from product_variants where offered and product_id = $1', [id]), [
    { units: 0 },
  ])
  assert.equal((await sql(`select from order_lines where product_id = $1`, [id])).length, 5)
  assert.ok((await listSold(db, [id])).has(id))
  await assertStockAddsUp(sql)
})

test('orders, payments, cancellations, counting and deleting of the same pots never wait in a circle', async () => {
  const ids = [
    await addCounted(db, { 'Grey Stone': 500, Sandstone: 500 }),
    await addCounted(db, { 'Grey Stone': 500, Sandstone: 500 }),
  ]
  const lines = ids.flatMap((id) => [lineFor(id), lineFor(id, { selectedColor: 'Sandstone' })])
  const buyers = await Promise.all(Array.from({ length: 12 }, () => addUser(db)))
  const early = await Promise.all(
    buyers.map(async (buyer) => {
      const placed = await placeOrder(shop, buyer, world.wanted(0, { lines }))
      assert.ok(placed.ok)
      return placed.order.id
    }),
  )
  const outcomes = await Promise.allSettled([
    ...buyers.map((buyer, n) =>
      placeOrder(shop, buyer, world.wanted(0, { lines: n % 2 ? lines : lines.toReversed() })),
    ),
    ...buyers.map(async (buyer, n) =>
      payFor(buyer, await world.open(buyer, world.wanted(0, { lines: n % 2 ? lines.toReversed() : lines }))),
    ),
    ...early.map((order) => deleteOrder(shop, admin, order)),
    ...ids.map((id) => countAgain(id)),
    releaseExpiredHolds(shop),
  ])
  assert.deepEqual(
    outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : [])),
    [],
  )
  await assertStockAddsUp(sql)
  await Promise.all([deleteProduct(shop, admin, ids[0] as number), deleteOrder(shop, admin, early[0] as number)])
})

async function countAgain(id: number): Promise<void> {
  const current = await findEditableProduct(shop, admin, id)
  const cells = toEdits(
    current?.cells ?? [],
    (current?.cells ?? []).map((cell) => ({ ...cell, units: cell.units + 5 })),
  )
  const withCatalogue = { ...shop, catalogue: { read: () => readCatalogue(db) } }
  await updateProduct(withCatalogue, admin, id, { version: current?.version ?? 0, cells }, [])
}
