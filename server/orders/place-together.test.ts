import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { User } from '#domain/accounts/user.ts'
import { listAddresses } from '#server/accounts/profile/address-queries.ts'
import { addAddress } from '#server/accounts/profile/addresses.ts'
import { jobKey } from '#server/db/enqueue.ts'
import { deleteOrder } from '#server/order-page/cancel.ts'
import { addCounted, addProduct, addUser, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { admin, checkout, count, db, meera, place, pool, shop } from '#tests/support/fixtures/order-fixture.ts'
import { placeOrder } from './place.ts'

type Requested = { user: User; checkout: ReturnType<typeof checkout> }

/** The first is placed by itself; the others come meanwhile, so they are one batch. */
function placeAtOnce(list: readonly Requested[]) {
  return Promise.all(list.map((each) => placeOrder(shop, each.user, each.checkout)))
}

async function requests(length: number, pot: number): Promise<Requested[]> {
  return Promise.all(
    Array.from({ length }, async () => ({ user: await addUser(db), checkout: checkout([lineFor(pot)]) })),
  )
}

async function transactionsOf(list: readonly Requested[]): Promise<number> {
  return count('from (select distinct xmin::text from orders where checkout_key = any ($1)) as each', [
    list.map((each) => each.checkout.key),
  ])
}

test('orders that come at the same time share a transaction, and each has its lines, email and address', async () => {
  const [pot, other] = [await addProduct(db), await addProduct(db)]
  const list = (await requests(6, pot)).map((each) => ({ ...each, checkout: checkout([lineFor(pot), lineFor(other)]) }))
  const last = list.at(-1)?.user ?? meera
  await addAddress({ db }, last, someAddress)
  await addAddress({ db }, last, { ...someAddress, city: 'Nashik' })
  assert.equal((await listAddresses(db, last.uid))[0]?.city, 'Nashik')

  const placed = await placeAtOnce(list)
  assert.equal(await transactionsOf(list), 2)
  for (const [index, { user, checkout }] of list.entries()) {
    const answer = placed[index]
    assert.ok(answer?.ok)
    assert.equal(answer.order.email, user.email)
    assert.equal(await count('from orders where user_id = $1 and checkout_key = $2', [user.uid, checkout.key]), 1)
    const lines = 'from order_lines where order_id = $1 and (position, product_id) in ((0, $2), (1, $3))'
    assert.equal(await count(lines, [answer.order.id, pot, other]), 2)
    const email = jobKey('send-order-email', { orderId: answer.order.id })
    assert.equal(await count("from outbox where job ->> 'key' = $1", [email]), 1)
  }
  assert.equal((await listAddresses(db, last.uid))[0]?.city, someAddress.city)
})

test('a product that is no longer counted is ordered together again after its next order', async () => {
  const pot = await addCounted(db, { 'Grey Stone': 20 })
  await placeAtOnce(await requests(3, pot))
  await pool.query(`update products set stock = 'made-to-order' where id = $1`, [pot])
  await placeAtOnce(await requests(1, pot))
  const list = await requests(6, pot)
  assert.ok((await placeAtOnce(list)).every(({ ok }) => ok))
  assert.equal(await transactionsOf(list), 2)
})

test('what is wrong with one order is told to that one, and the others are placed together', async () => {
  const pot = await addProduct(db)
  const dear = await addProduct(db, { price: 900 })
  const [first, fine, dearer, counted, alsoFine] = await requests(5, pot)
  assert.ok(first && fine && dearer && counted && alsoFine)
  dearer.checkout = checkout([lineFor(dear)])
  const one = await addCounted(db, { 'Grey Stone': 1 })
  counted.checkout = checkout([lineFor(one)])
  const [, second, third, fourth, fifth] = await placeAtOnce([first, fine, dearer, counted, alsoFine])
  assert.ok(second?.ok && fourth?.ok && fifth?.ok)
  assert.ok(third && !third.ok && third.reason === 'changed')
  assert.deepEqual(third.quotes[0]?.problem, { kind: 'price-changed', was: 495, now: 900 })
  assert.equal(await transactionsOf([fine, alsoFine]), 1)
  assert.equal(await count('from stock_changes where order_id = $1', [fourth.order.id]), 1)
})

test('an order that has to wait for its product keeps no other one waiting', async () => {
  const [pot, held] = [await addProduct(db), await addProduct(db)]
  const [first, waits, passes] = await requests(3, pot)
  assert.ok(first && waits && passes)
  waits.checkout = checkout([lineFor(held)])
  const other = await pool.connect()
  try {
    await other.query('begin')
    await other.query('select from products where id = $1 for no key update', [held])
    const waiting = placeOrder(shop, waits.user, waits.checkout)
    const placed = await placeAtOnce([first, passes])
    assert.deepEqual(
      placed.map(({ ok }) => ok),
      [true, true],
    )
    await other.query('commit')
    assert.equal((await waiting).ok, true)
  } finally {
    other.release()
  }
})

test('an order that fails in the database does not take the others with it', async () => {
  const pot = await addProduct(db)
  const list = await requests(6, pot)
  const [deleted, erased] = list.slice(2)
  assert.ok(deleted && erased)
  const before = await placeOrder(shop, deleted.user, deleted.checkout)
  assert.ok(before.ok)
  await deleteOrder(shop, admin, before.order.id)
  await pool.query('delete from "user" where id = $1', [erased.user.uid])

  const placed = await placeAtOnce(list)
  assert.deepEqual(
    placed.map((answer) => (answer.ok ? 'placed' : answer.reason)),
    ['placed', 'placed', 'deleted', 'account-deleted', 'placed', 'placed'],
  )
  assert.equal(await count('from orders where checkout_key = any ($1)', [list.map((each) => each.checkout.key)]), 4)
})

test('a checkout that comes twice at the same time is one order; with another address it is refused', async () => {
  const pot = await addProduct(db)
  const [first, twice] = await requests(2, pot)
  assert.ok(first && twice)
  await place(meera, [lineFor(pot)])
  const elsewhere = { ...twice.checkout, address: { ...someAddress, city: 'Nashik' } }
  const capitals = { ...twice.checkout, key: twice.checkout.key.toUpperCase() as typeof twice.checkout.key }
  const [, one, same, alsoSame, other] = await placeAtOnce([
    first,
    twice,
    twice,
    { ...twice, checkout: capitals },
    { ...twice, checkout: elsewhere },
  ])
  assert.ok(one?.ok && same?.ok && alsoSame?.ok)
  assert.deepEqual([same.order.id, alsoSame.order.id], [one.order.id, one.order.id])
  assert.ok(other && !other.ok && other.reason === 'other-order')
  assert.equal(await count('from orders where user_id = $1', [twice.user.uid]), 1)
})
