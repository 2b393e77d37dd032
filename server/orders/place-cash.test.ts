import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { lastDayOf } from '#domain/delivery/delivery-area.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { changeOwnAddress } from '#server/orders/change.ts'
import { placeOrder } from '#server/orders/place.ts'
import { findOrder } from '#server/orders/queries.ts'
import { saveSettings } from '#server/settings/settings.ts'
import { addProduct, addUser, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { admin, checkout, db, meera, pool, shop } from '#tests/support/fixtures/order-fixture.ts'

describe('cash on delivery', () => {
  const change = async (changes: Partial<Settings>) => db.transaction(async (tx) => saveSettings(tx, admin, changes))
  afterEach(() => pool.query('delete from settings'))

  test('is decided by the settings of the moment, from the prices of the shop', async () => {
    const id = await addProduct(db, { price: 495 })
    const order = () => placeOrder(shop, meera, checkout([lineFor(id, { seenPrice: 495 })]))
    await change({ smallestCashOrder: 496 })
    const refusal = { kind: 'outside-limits', smallest: 496, largest: 0 }
    assert.deepEqual(await order(), { ok: false, reason: 'no-cash', refusal })
    await change({ smallestCashOrder: 0, largestCashOrder: 494 })
    assert.equal((await order()).ok, false)
    await change({ largestCashOrder: 495 })
    assert.equal((await order()).ok, true)
    await change({ cashOnDelivery: false })
    assert.deepEqual(await order(), { ok: false, reason: 'no-cash', refusal: { kind: 'off' } })
  })

  test('follows the list of pincodes: where it delivers, where it takes cash, and how much', async () => {
    const id = await addProduct(db, { price: 495 })
    const order = () => placeOrder(shop, meera, checkout([lineFor(id, { seenPrice: 495 })]))
    const list = (values: string) => pool.query(`insert into delivery_areas values ${values}`)
    try {
      await list("('411001', 4, true, null)")
      assert.deepEqual(await order(), { ok: false, reason: 'no-delivery' })
      await list("('560038', null, false, null)")
      assert.deepEqual(await order(), { ok: false, reason: 'no-cash', refusal: { kind: 'area' } })
      await pool.query("update delivery_areas set cash = true, largest = 494 where pincode = '560038'")
      const refusal = { kind: 'outside-limits', smallest: 0, largest: 494 }
      assert.deepEqual(await order(), { ok: false, reason: 'no-cash', refusal })
      await pool.query("update delivery_areas set largest = 495 where pincode = '560038'")
      const first = checkout([lineFor(id, { seenPrice: 495 })])
      const spaced = { ...first, address: { ...someAddress, pincode: '560 038' } }
      assert.equal((await placeOrder(shop, meera, spaced)).ok, true)
      // A repeat finds its order, though the list has changed since.
      await pool.query("delete from delivery_areas where pincode = '560038'")
      assert.equal((await placeOrder(shop, meera, spaced)).ok, true)
    } finally {
      await pool.query('delete from delivery_areas')
    }
  })

  test('keeps the day that was promised, although the shop promises another one later', async () => {
    const id = await addProduct(db, { price: 495 })
    const order = async () => placeOrder(shop, meera, checkout([lineFor(id, { seenPrice: 495 })]))
    const storedDay = async (placed: Awaited<ReturnType<typeof order>>) => {
      assert.ok(placed.ok)
      const stored = await findOrder(db, placed.order.id)
      assert.deepEqual(placed.order.promise, stored?.promise)
      return stored?.promise
    }
    assert.equal(await storedDay(await order()), undefined, 'as specified')
    await change({ deliveryDays: 4 })
    const placed = await order()
    const by = lastDayOf({ days: 4 }, new Date())
    assert.deepEqual(await storedDay(placed), { by, isLate: false })
    await change({ deliveryDays: 9 })
    assert.equal((await storedDay(placed))?.by, by)
    assert.ok(placed.ok)
    await pool.query(`update orders set delivers_by = now()::date - 2 where id = $1`, [placed.order.id])
    assert.equal((await findOrder(db, placed.order.id))?.promise?.isLate, true)
    const elsewhere = { ...someAddress, pincode: '110001' }
    assert.deepEqual(await changeOwnAddress(shop, meera, placed.order.id, elsewhere), { ok: true })
    const moved = await findOrder(db, placed.order.id)
    assert.equal(moved?.promise?.by, lastDayOf({ days: 9 }, new Date()), 'another place is another promise')
  })

  test('an account’s first order above an amount, and a number whose parcel came back, pay online', async () => {
    const id = await addProduct(db, { price: 495 })
    const asha = await addUser(db)
    const order = (mobileNumber = '9811100011') =>
      placeOrder(shop, asha, {
        ...checkout([lineFor(id, { seenPrice: 495 })]),
        address: { ...someAddress, mobileNumber },
      })
    await change({ largestFirstCashOrder: 494 })
    assert.deepEqual(await order(), { ok: false, reason: 'no-cash', refusal: { kind: 'first-order', largest: 494 } })
    await change({ largestFirstCashOrder: 495 })
    const first = await order()
    assert.ok(first.ok)
    await change({ largestFirstCashOrder: 1 })
    assert.equal((await order()).ok, true)

    await change({ noCashAfterReturn: true })
    await pool.query(
      `insert into shipments (order_id, user_id, key, cash, mobile, step) values ($1, $2, $3, 495, '9811100011', 'returned')`,
      [first.order.id, asha.userId, crypto.randomUUID()],
    )
    assert.deepEqual(await order('+91 98111-00011'), { ok: false, reason: 'no-cash', refusal: { kind: 'returned' } })
    assert.equal((await order('9811100012')).ok, true)
    await change({ noCashAfterReturn: false })
    assert.equal((await order()).ok, true)
  })

  test('an unconfirmed buyer has so many cash orders waiting, however they are sent, and a confirmed one any', async () => {
    const id = await addProduct(db, { price: 495 })
    const asha = await addUser(db)
    const order = () => placeOrder(shop, asha, checkout([lineFor(id, { seenPrice: 495 })]))
    await change({ unconfirmedCashOrders: 3 })
    const placed = await Promise.all(Array.from({ length: 12 }, order))
    assert.equal(placed.filter(({ ok }) => ok).length, 3)
    for (const one of placed)
      if (!one.ok) assert.deepEqual(one, { ok: false, reason: 'no-cash', refusal: { kind: 'waiting' } })
    // One that left, was cancelled or was confirmed by its link makes room for another.
    const [first, second, third] = placed.filter((one) => one.ok).map((one) => one.order.id)
    for (const changes of [
      `dispatched = 'part' where id = ${first}`,
      `cancel = 'cancelled' where id = ${second}`,
      `cash_confirmed_at = now() where id = ${third}`,
    ]) {
      await pool.query(`update orders set ${changes}`)
      assert.equal((await order()).ok, true, changes)
      assert.equal((await order()).ok, false, changes)
    }
    await pool.query('update "user" set email_verified = true where id = $1', [asha.userId])
    assert.equal((await order()).ok, true)
  })

  test('a fresh shop takes a first cash order of 99 dear pots, and no second one of that value', async () => {
    const id = await addProduct(db, { price: 99_000 })
    const [asha, ravi] = [await addUser(db), await addUser(db)]
    const order = (quantity: number, user = asha) =>
      placeOrder(shop, user, checkout([lineFor(id, { seenPrice: 99_000, quantity })]))
    assert.equal((await order(99)).ok, true)
    assert.deepEqual(await order(1), { ok: false, reason: 'no-cash', refusal: { kind: 'waiting' } })
    assert.equal((await order(49, ravi)).ok, true)
    assert.equal((await order(1, ravi)).ok, true)
    assert.equal((await order(1, ravi)).ok, false)
    await change({ unconfirmedCashValue: 0 })
    assert.equal((await order(99, ravi)).ok, true)
  })

  test('a checkout that is an order already finds it, though cash was switched off since', async () => {
    const id = await addProduct(db)
    const same = checkout([lineFor(id)])
    const first = await placeOrder(shop, meera, same)
    await change({ cashOnDelivery: false })
    const again = await placeOrder(shop, meera, same)
    assert.ok(first.ok && again.ok)
    assert.equal(again.order.id, first.order.id)
    const elsewhere = await placeOrder(shop, meera, { ...same, address: { ...someAddress, city: 'Nashik' } })
    assert.equal(!elsewhere.ok && elsewhere.reason, 'other-order')
  })
})
