import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { User } from '#domain/accounts/user.ts'
import { writeStocked } from '#server/catalog/stock/grid-queries.ts'
import { listHolds } from '#server/catalog/stock/queries.ts'
import { releaseExpiredHolds, releaseHold } from '#server/catalog/stock/stock.ts'
import { listSold } from '#server/catalog/storefront-queries.ts'
import { approveCancellation, deleteOrder, requestCancel } from '#server/order-page/cancel.ts'
import { placeOrder } from '#server/orders/place.ts'
import { deliverOrder } from '#server/parcels/deliver.ts'
import { addCounted, addProduct, addUser, lineFor } from '#tests/support/fixtures/factories.ts'
import { assertStockAddsUp } from '#tests/support/fixtures/stock-ledger.ts'
import { admin, db, meera, payFor, provider, ravi, shop, world } from '#tests/support/payments/payment-fixture.ts'
import { reconcile } from './reconcile.ts'

const { sql } = world

const unitsOf = async (id: number) =>
  (
    await sql<{ units: number }>(
      'select on_hand as units from product_variants where offered and product_id = $1 order by finish',
      [id],
    )
  ).map(({ units }) => units)
const historyOf = async (id: number) =>
  (
    await sql<{ text: string }>(
      `select reason || ' ' || change as text from stock_changes where product_id = $1 order by id`,
      [id],
    )
  ).map(({ text }) => text)
/** As if this time had passed for everybody who is paying. */
const passTime = async (interval: string) => {
  await sql('update stock_holds set expires_at = expires_at - $1::interval', [interval])
  await sql('update checkouts set held_until = held_until - $1::interval', [interval])
}
const heldOf = async (id: number) =>
  (
    await sql<{ quantity: number }>(
      'select quantity from stock_holds where variant_id in (select id from product_variants where product_id = $1) and expires_at > now()',
      [id],
    )
  ).map(({ quantity }) => quantity)
const cash = (user: User, id: number, quantity = 1) =>
  placeOrder(shop, user, world.wanted(id, { lines: [lineFor(id, { quantity })] }))

test('an open payment keeps its pots for 15 minutes, and its own shopper from nothing', async () => {
  const id = await addCounted(db, { 'Grey Stone': 1 })
  const wanted = world.wanted(id)
  await world.open(meera, wanted)
  const refused = await cash(ravi, id)
  assert.ok(!refused.ok && refused.reason === 'changed')
  assert.ok((await listSold(db, [id])).has(id), 'nobody else can have it')
  // Pressing again, in this tab or with another address, is no second hold.
  await world.open(meera, wanted)
  await world.open(meera, world.wanted(id))
  await passTime('14 minutes')
  assert.ok(!(await cash(ravi, id)).ok)
  const placed = await placeOrder(shop, meera, wanted)
  assert.ok(placed.ok)
  assert.deepEqual(
    await sql('select from stock_holds where variant_id in (select id from product_variants where product_id = $1)', [
      id,
    ]),
    [],
  )
  await assertStockAddsUp(sql)
})

test('opening a payment again keeps its pots no longer, whatever became dearer, until a day has passed', async () => {
  const id = await addCounted(db, { 'Grey Stone': 1 })
  const wanted = world.wanted(id)
  await world.open(meera, wanted)
  await passTime('14 minutes')
  await world.open(meera, wanted)
  await sql('update product_variants set price = 700 where offered and product_id = $1', [id])
  const dearer = { ...wanted, lines: wanted.lines.map((line) => ({ ...line, seenPrice: 700 })) }
  await world.open(meera, dearer)
  assert.deepEqual(await heldOf(id), [1])
  await passTime('2 minutes')
  const opened = await world.open(meera, dearer)
  assert.deepEqual(await heldOf(id), [])
  assert.equal((await payFor(meera, opened)).kind, 'placed', 'what is free can be paid without a hold')

  const again = world.wanted(await addCounted(db, { 'Grey Stone': 1 }))
  await world.open(meera, again)
  await passTime('25 hours')
  await world.open(meera, again)
  assert.deepEqual(await heldOf(again.lines[0]?.id ?? 0), [1])
})

test('an account that pays nothing holds nothing after five checkouts of a day, also opened at once', async () => {
  const asha = await addUser(db)
  const ids = await Promise.all(Array.from({ length: 8 }, () => addCounted(db, { 'Grey Stone': 3 })))
  await Promise.all(ids.map((id) => world.open(asha, world.wanted(id))))
  const held = async () => (await Promise.all(ids.map(heldOf))).filter(({ length }) => length > 0).length
  assert.equal(await held(), 5)
  await passTime('16 minutes')
  for (const id of ids) await world.open(asha, world.wanted(id, { lines: [lineFor(id, { quantity: 2 })] }))
  assert.equal(await held(), 0)
  // One that was paid, or ordered in cash, is none of the five.
  const [paid = 0] = ids
  const wanted = world.wanted(paid)
  assert.equal((await payFor(asha, await world.open(asha, wanted))).kind, 'placed')
  await passTime('24 hours')
  await world.open(asha, world.wanted(paid))
  assert.deepEqual(await heldOf(paid), [1])
})

test('one cart does not cover a shop: an account holds ten choices and 99 units', async () => {
  const asha = await addUser(db)
  const ids = await Promise.all(Array.from({ length: 12 }, () => addCounted(db, { 'Grey Stone': 60 })))
  const opened = await world.open(asha, world.wanted(0, { lines: ids.map((id) => lineFor(id)) }))
  assert.equal((await Promise.all(ids.map(heldOf))).flat().length, 10)
  const [first = 0, second = 0] = ids
  const other = world.wanted(first, { lines: [lineFor(first, { quantity: 59 }), lineFor(second, { quantity: 59 })] })
  await world.open(ravi, other)
  assert.equal(
    (await Promise.all([first, second].map(heldOf))).flat().reduce((sum, units) => sum + units, 0),
    99 + 2,
  )
  assert.equal((await payFor(asha, opened)).kind, 'placed', 'all lines can be paid')
  await assertStockAddsUp(sql)
})

test('a product of another kind is held, paid and given back by its own options', async () => {
  const id = await addProduct(db, { sizeCode: null, sizeLabel: '', stock: 'counted', price: 99 })
  const stocked = { units: 1, price: null, sku: null }
  const write = { productId: id, sizeCode: '', finish: 'Pack: 5 kg', stocked, change: 1, reason: 'counted' } as const
  await db.transaction((tx) => writeStocked(tx, [write], null))
  const line = lineFor(id, { sizeCode: '', selectedColor: 'Pack: 5 kg', seenPrice: 99 })
  const opened = await world.open(meera, world.wanted(id, { lines: [line] }))
  assert.deepEqual(await heldOf(id), [1])
  assert.ok(!(await placeOrder(shop, ravi, world.wanted(id, { lines: [line] }))).ok)
  const paid = await payFor(meera, opened)
  assert.deepEqual([paid.kind, await unitsOf(id)], ['placed', [0]])
  assert.ok(paid.kind === 'placed')
  await deleteOrder(shop, admin, paid.order.id)
  assert.deepEqual([await unitsOf(id), await heldOf(id)], [[1], []])
  await assertStockAddsUp(sql)
})

test('a hold that is released is free for others at once, and its checkout holds nothing again', async () => {
  const id = await addCounted(db, { 'Grey Stone': 1 })
  const wanted = world.wanted(id)
  const { checkoutId } = await world.open(meera, wanted)
  const [hold] = await listHolds(db, id)
  assert.deepEqual(
    [hold?.checkoutId, hold?.quantity, hold?.finish, hold?.email],
    [checkoutId, 1, 'Grey Stone', meera.email],
  )
  const cell = { variantId: hold?.variantId ?? 0, checkoutId }
  assert.equal(await releaseHold(shop, admin, { ...cell, checkoutId: crypto.randomUUID() }), false)
  assert.equal(await releaseHold(shop, admin, cell), true)
  assert.equal(await releaseHold(shop, admin, cell), false)
  assert.deepEqual(await listHolds(db, id), [])
  await world.open(meera, wanted)
  assert.deepEqual(await heldOf(id), [])
  assert.ok((await cash(ravi, id)).ok)
})

test('money that comes after the 15 minutes buys what is still there', async () => {
  const id = await addCounted(db, { 'Grey Stone': 1 })
  const opened = await world.open(meera, world.wanted(id))
  await passTime('16 minutes')
  await releaseExpiredHolds(shop)
  assert.equal((await payFor(meera, opened)).kind, 'placed')
  assert.deepEqual(await unitsOf(id), [0])
  await assertStockAddsUp(sql)
})

test('money that comes after the 15 minutes, when somebody else has bought the last, goes back', async () => {
  const id = await addCounted(db, { 'Grey Stone': 1 })
  const opened = await world.open(meera, world.wanted(id))
  await passTime('16 minutes')
  assert.ok((await cash(ravi, id)).ok)
  await payFor(meera, opened)
  assert.deepEqual(
    (await world.refundsOf(meera.userId)).map(({ reason }) => reason),
    ['sold'],
  )
  assert.deepEqual(await world.ordersOf(meera.userId), [])
  assert.deepEqual(await unitsOf(id), [0])
  await assertStockAddsUp(sql)
})

test('a payment that the bank holds has its pots, confirms its order, and gives them back when the bank lets go', async () => {
  const id = await addCounted(db, { 'Grey Stone': 1, Sandstone: 1 })
  const first = await world.open(meera, world.wanted(id))
  const second = await world.open(ravi, world.wanted(id, { lines: [lineFor(id, { selectedColor: 'Sandstone' })] }))
  const [held, lost] = [first, second].map(({ providerOrderId }) =>
    provider.state.pay(providerOrderId, {}, { isHeld: true }),
  )
  await world.deliver()
  await world.doJobs()
  assert.deepEqual(await unitsOf(id), [0, 0])
  provider.state.capture(String(held?.id))
  provider.state.expireAuthorization(String(lost?.id))
  await world.deliver()
  await world.doJobs()
  await sql(`update checkouts set time = time - interval '16 minutes'`)
  await reconcile(shop, { every: true })
  assert.deepEqual(
    (await world.ordersOf(meera.userId)).map(({ status }) => status),
    ['confirmed'],
  )
  assert.deepEqual(
    (await world.ordersOf(ravi.userId)).map(({ cancel }) => cancel),
    ['cancelled'],
  )
  assert.deepEqual(await unitsOf(id), [0, 1])
  await assertStockAddsUp(sql)
})

test('a replaced payment passes its pots on, and a closed one lets them go', async () => {
  const id = await addCounted(db, { 'Grey Stone': 1 })
  const wanted = world.wanted(id)
  await world.open(meera, wanted)
  await sql('update product_variants set price = 700 where offered and product_id = $1', [id])
  const dearer = { ...wanted, lines: wanted.lines.map((line) => ({ ...line, seenPrice: 700 })) }
  const { checkoutId } = await world.open(meera, dearer)
  assert.deepEqual(
    await sql(
      'select checkout_id from stock_holds where variant_id in (select id from product_variants where product_id = $1)',
      [id],
    ),
    [{ checkout_id: checkoutId }],
  )
  const placed = await placeOrder(shop, meera, dearer)
  assert.ok(placed.ok && placed.order.totalAmount === 700)
  await deleteOrder(shop, admin, placed.order.id)
  assert.deepEqual(
    await sql('select from stock_holds where variant_id in (select id from product_variants where product_id = $1)', [
      id,
    ]),
    [],
  )
  assert.deepEqual(await unitsOf(id), [1])
})

test('cancelled and deleted twice at once, a pot comes back once; a delivered one does not', async () => {
  const id = await addCounted(db, { 'Grey Stone': 10 })
  const orders: number[] = []
  for (let n = 0; n < 6; n += 1) {
    const placed = await cash(meera, id)
    assert.ok(placed.ok)
    orders.push(placed.order.id)
  }
  const [first, second, third, delivered] = orders as [number, number, number, number]
  for (const order of [first, second]) await requestCancel(shop, meera, order)
  await deliverOrder(shop, admin, delivered)
  await Promise.all([
    ...Array.from({ length: 4 }, () => approveCancellation(shop, admin, first)),
    ...Array.from({ length: 4 }, () => deleteOrder(shop, admin, first)),
    ...Array.from({ length: 4 }, () => deleteOrder(shop, admin, second)),
    ...Array.from({ length: 4 }, () => deleteOrder(shop, admin, third)),
    ...Array.from({ length: 4 }, () => deleteOrder(shop, admin, delivered)),
  ])
  assert.deepEqual(await unitsOf(id), [7])
  await assertStockAddsUp(sql)
})

test('an order from before the pots were counted gives nothing back', async () => {
  const id = await addCounted(db, { 'Grey Stone': 5 }, { changes: { stock: 'as-delivered' } })
  const placed = await cash(meera, id)
  assert.ok(placed.ok)
  await sql(`update products set stock = 'counted' where id = $1`, [id])
  await deleteOrder(shop, admin, placed.order.id)
  assert.deepEqual(await unitsOf(id), [5])
  assert.deepEqual(await historyOf(id), ['counted 5'])
})

test('an order from the time of counting gives its pots back after that time, and to no choice that is gone', async () => {
  const id = await addCounted(db, { 'Grey Stone': 5, Sandstone: 5 })
  const placed = await placeOrder(
    shop,
    meera,
    world.wanted(id, { lines: [lineFor(id), lineFor(id, { selectedColor: 'Sandstone' })] }),
  )
  assert.ok(placed.ok)
  await sql(`update products set stock = 'made-to-order' where id = $1`, [id])
  await sql(`delete from product_variants where product_id = $1 and finish = 'Sandstone'`, [id])
  await deleteOrder(shop, admin, placed.order.id)
  assert.deepEqual(await unitsOf(id), [5])
  assert.deepEqual((await historyOf(id)).slice(-2), ['deleted 1', 'deleted 0'])
})

test('a made-to-order pot is never Sold, and no units are asked for', async () => {
  const id = await addCounted(db, { 'Grey Stone': 0 }, { changes: { stock: 'made-to-order' } })
  for (let n = 0; n < 2; n += 1) {
    const placed = await cash(meera, id, 99)
    assert.ok(placed.ok)
    await deliverOrder(shop, admin, placed.order.id)
  }
  assert.equal((await listSold(db, [id])).size, 0)
})

test('pages hear of a best-seller only when they show another number', async () => {
  const id = await addCounted(db, { 'Grey Stone': 6 })
  const heard = async () => (await sql(`delete from outbox where change = $1 returning id`, [`product ${id}`])).length
  await heard()
  const told: number[] = []
  for (let n = 0; n < 6; n += 1) {
    assert.ok((await cash(meera, id)).ok)
    told.push(await heard())
  }
  // 5 and 4 are plenty, 3, 2 and 1 are shown, 0 is Sold.
  assert.deepEqual(told, [0, 0, 1, 1, 1, 1])
})

test('when the time of a payment is over, pages and those who asked hear of it', async () => {
  const id = await addCounted(db, { 'Grey Stone': 1 })
  await world.open(meera, world.wanted(id))
  await sql(`insert into product_raise (product_id, name, email) values ($1, 'Priya', 'priya@gamla.example')`, [id])
  await sql('delete from outbox')
  await releaseExpiredHolds(shop)
  assert.deepEqual(await sql('select change from outbox'), [], 'nothing is over yet')
  await passTime('16 minutes')
  assert.equal((await listSold(db, [id])).size, 0, 'also without the job')
  await Promise.all([releaseExpiredHolds(shop), releaseExpiredHolds(shop)])
  assert.deepEqual(await sql('select change from outbox'), [{ change: `product ${id}` }])
  assert.deepEqual(
    (await world.queued('notify-requesters')).map(({ payload }) => payload),
    [{ productId: id }],
  )
})
