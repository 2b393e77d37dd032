import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listSold } from '#server/catalog/storefront-queries.ts'
import { approveCancellation, deleteOrder, requestCancel } from '#server/order-page/cancel.ts'
import { findOrder, listOrdersOf } from '#server/orders/queries.ts'
import { addProduct, lineFor } from '#tests/support/fixtures/factories.ts'
import { admin, db, meera, place, pool, shop } from '#tests/support/fixtures/order-fixture.ts'
import { deliverOrder } from './deliver.ts'

describe('delivering', () => {
  test('makes its products Sold, settles a request to cancel, and is audited once', async () => {
    const [pot, other] = [await addProduct(db), await addProduct(db)]
    const id = await place(meera, [lineFor(pot)])
    await requestCancel(shop, meera, id)
    assert.deepEqual(await deliverOrder(shop, admin, id), { ok: true })
    assert.deepEqual(await deliverOrder(shop, admin, id), { ok: true })
    const order = await findOrder(db, id)
    assert.deepEqual([order?.status, order?.cancel], ['delivered', 'none'])
    assert.deepEqual(await listSold(db, [pot, other]), new Set([pot]))
    const { rows } = await pool.query(
      'select actor_id, actor_email, action, before, after from audit where subject = $1',
      [`order ${id}`],
    )
    assert.deepEqual(rows, [
      {
        actor_id: admin.userId,
        actor_email: admin.email,
        action: 'deliver order',
        before: { status: 'confirmed', cancel: 'requested' },
        after: { status: 'delivered', cancel: 'none' },
      },
    ])
  })

  test('an unknown order is not found', async () => {
    assert.deepEqual(await deliverOrder(shop, admin, 2 ** 40), { ok: false, reason: 'not-found' })
    assert.deepEqual(await approveCancellation(shop, admin, 2 ** 40), { ok: false, reason: 'not-found' })
    assert.deepEqual(await deleteOrder(shop, admin, 2 ** 40), { ok: false, reason: 'not-found' })
  })
})

test('a deleted order is gone from every list, its pots are free again, and the audit keeps what it held', async () => {
  const pot = await addProduct(db)
  const id = await place(meera, [lineFor(pot)])
  await deliverOrder(shop, admin, id)
  const [order] = (await pool.query('select * from orders where id = $1', [id])).rows
  assert.deepEqual(await deleteOrder(shop, admin, id), { ok: true })
  assert.deepEqual(await listOrdersOf(db, meera.userId), { orders: [], next: undefined })
  assert.equal((await listSold(db, [pot])).size, 0)
  const { rows } = await pool.query("select before from audit where subject = $1 and action = 'delete order'", [
    `order ${id}`,
  ])
  const { lines, ...kept } = rows[0].before
  assert.deepEqual(
    Object.values(kept).map(String).sort(),
    Object.values(JSON.parse(JSON.stringify(order)))
      .map(String)
      .sort(),
  )
  assert.equal(new Date(kept.deliveredAt).getTime(), order.delivered_at.getTime())
  assert.deepEqual(
    lines.map((line: Record<string, unknown>) => [line.productId, line.deliveredAt, 'sellerId' in line]),
    [[pot, kept.deliveredAt, true]],
  )
})
