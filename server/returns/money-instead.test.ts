import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { openCheckout } from '#server/payments/checkout.ts'
import { lineFor } from '#tests/support/fixtures/factories.ts'
import { admin, meera, payFor, pot, shop, world } from '#tests/support/payments/payment-fixture.ts'
import { takeMoneyInstead } from './money-instead.ts'
import { giveVoucher } from './settle.ts'

const wanted = () => world.wanted(pot, { lines: [lineFor(pot, { quantity: 2 })] })

test('of an order that was paid online, six presses refund the rest of the voucher once; not while a checkout holds it', async () => {
  const opened = await openCheckout(shop, meera, wanted())
  assert.ok(opened.kind === 'pay')
  const paid = await payFor(meera, opened)
  assert.ok(paid.kind === 'placed')
  const orderId = paid.order.id
  const [request] = await world.sql<{ id: string }>(
    `insert into return_requests (key, order_id, user_id, position, product_id, title, quantity, reason, words, wanted)
     select '${randomUUID()}', o.id, o.user_id, 0, l.product_id, l.title, 1, 'damaged', 'A crack', 'voucher'
     from orders as o join order_lines as l on l.order_id = o.id where o.id = ${orderId} returning id`,
  )
  const id = Number(request?.id)
  assert.deepEqual(await giveVoucher(shop, admin, id, { key: randomUUID(), amount: 49_500 }), { ok: true })
  const [voucher] = await world.sql<{ id: string }>(`select id from vouchers where return_request_id = ${id}`)
  const instead = () => takeMoneyInstead(shop, meera, { orderId, id })
  const held = await openCheckout(shop, meera, wanted(), { id: Number(voucher?.id), seen: 495 })
  assert.ok(held.kind === 'pay')
  assert.deepEqual(await instead(), { ok: false, reason: 'held' })
  await world.sql(`update checkouts set voucher_held_until = now() - interval '1 minute'`)
  assert.ok((await Promise.all(Array.from({ length: 6 }, instead))).every(({ ok }) => ok))
  assert.deepEqual(
    (await world.refundsOf(meera.userId)).map(({ amount, reason }) => [Number(amount), reason]),
    [[49_500, 'returned']],
  )
})
