// What happens at the same moment as an erasure either stops it or is refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendOrderEmail } from '#server/messages/send-order.ts'
import { placeOrder } from '#server/orders/place.ts'
import { lockOrder } from '#server/orders/queries.ts'
import { createTrackingLinks } from '#server/orders/tracking-link.ts'
import { creditIn, send } from '#tests/support/fixtures/billing-fixture.ts'
import { addProduct, lineFor } from '#tests/support/fixtures/factories.ts'
import {
  checkout,
  count,
  db,
  meera,
  place,
  pool,
  shop,
  untilSomebodyWaits,
} from '#tests/support/fixtures/order-fixture.ts'
import { settingsOf, textsOf } from '#tests/support/settings.ts'
import { eraseAccount } from './erase.ts'

test('an order that is being written stops the erasure', async () => {
  const pot = await addProduct(db)
  const user = meera
  const client = await pool.connect()
  await client.query('begin')
  await client.query(
    `insert into orders (user_id, email, name, address, city, pincode, mobile_number, total_amount, checkout_key)
     values ($1, 'x', 'x', 'x', 'x', 'x', 'x', 1, gen_random_uuid())`,
    [user.userId],
  )
  const erasing = eraseAccount(shop, user.userId)
  await untilSomebodyWaits()
  await client.query('commit')
  client.release()
  const erased = await erasing
  assert.ok(!erased.ok && erased.reason === 'blocked')
  assert.equal((await placeOrder(shop, user, checkout([lineFor(pot)]))).ok, true)
})

test('an order that comes second is refused, and nothing of it is stored', async () => {
  const pot = await addProduct(db)
  const user = meera
  const client = await pool.connect()
  await client.query('begin')
  await client.query('select from products where id = $1 for update', [pot])
  const ordering = placeOrder(shop, user, checkout([lineFor(pot)]))
  await untilSomebodyWaits()
  assert.equal((await eraseAccount(shop, user.userId)).ok, true)
  await client.query('commit')
  client.release()
  assert.deepEqual(await ordering, { ok: false, reason: 'account-deleted' })
  assert.equal(await count('from orders where email = $1', [user.email]), 0)
})

test('of twenty orders and an erasure at once, either all orders are refused or the account stays', async () => {
  const pot = await addProduct(db)
  const user = meera
  const ordering = Array.from({ length: 20 }, () => placeOrder(shop, user, checkout([lineFor(pot)])))
  const [erased, ...placed] = await Promise.all([eraseAccount(shop, user.userId), ...ordering])
  const orders = await count('from orders where user_id = $1', [user.userId])
  assert.equal(placed.filter(({ ok }) => ok).length, orders)
  assert.equal(erased.ok, orders === 0)
})

test('a credit note that is being written for a delivered order is waited for, and names nobody afterwards', async () => {
  const user = meera
  const id = await place(user, [lineFor(await addProduct(db))])
  const sent = await send(id)
  await pool.query(`update orders set status = 'delivered', delivered_at = now() where id = $1`, [id])
  let erasing: ReturnType<typeof eraseAccount> | undefined
  await db.transaction(async (tx) => {
    await lockOrder(tx, id)
    erasing = eraseAccount(shop, user.userId)
    await untilSomebodyWaits()
    await creditIn(tx, { ...sent, orderId: id }, [{ position: 0, quantity: 1 }])
  })
  assert.equal((await erasing)?.ok, true)
  assert.equal(await count('from bills where order_id = $1 and user_id is null', [id]), 2)
})

test('an email that is being written is found, and a job that comes later writes none', async () => {
  const user = meera
  const id = await place(user, [lineFor(await addProduct(db))])
  await pool.query(`update orders set status = 'delivered', delivered_at = now() where id = $1`, [id])
  const mailing = {
    db,
    settings: settingsOf(db),
    texts: textsOf(db),
    trackingLinks: createTrackingLinks('a secret'),
    log: { info() {}, error() {} },
    config: { rateLimitFactor: 0 },
    emails: { paceMs: 0, send() {} },
  }
  const sending = sendOrderEmail(mailing as never, 'delivered', id)
  const [erased] = await Promise.all([eraseAccount(shop, user.userId), sending])
  await sendOrderEmail(mailing as never, 'order-placed', id)
  assert.equal(erased.ok, true)
  assert.equal(await count(`from sent_messages where subject = $1`, [`order ${id}`]), 0)
})
