import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deleteOrder } from '#server/order-page/cancel.ts'
import { deliverOrder } from '#server/parcels/deliver.ts'
import { addProduct, addProducts, addUser, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import {
  admin,
  checkout,
  count,
  db,
  meera,
  place,
  pool,
  problemsOf,
  shop,
  untilSomebodyWaits,
} from '#tests/support/fixtures/order-fixture.ts'
import { placeOrder, quoteLines } from './place.ts'
import { findOrder } from './queries.ts'

describe('placing an order', () => {
  test('keeps each line as it was on the day, whatever happens to the product', async () => {
    const id = await addProduct(db, { title: 'Monsoon Cube', price: 899, sizeCode: 'C02', sizeLabel: 'CUBEE C02' })
    const lines = [
      lineFor(id, { sizeCode: 'C02', quantity: 3, seenPrice: 899, selectedColor: 'Sandstone' }),
      lineFor(id, { sizeCode: 'C03', quantity: 1, seenPrice: 1999 }),
    ]
    const orderId = await place(meera, lines)
    await pool.query("update products set title = 'Renamed', price = 1 where id = $1", [id])
    await pool.query('delete from products where id = $1', [id])

    const order = await findOrder(db, orderId)
    assert.deepEqual(
      order?.cartItems.map(({ title, price, quantity, sizeCode, sizeLabel, selectedColor }) => [
        title,
        price,
        quantity,
        sizeCode,
        sizeLabel,
        selectedColor,
      ]),
      [
        ['Monsoon Cube', 899, 3, 'C02', 'CUBEE C02', 'Sandstone'],
        ['Monsoon Cube', 1999, 1, 'C03', 'CUBEE C03', 'Grey Stone'],
      ],
    )
    assert.equal(order.totalAmount, 3 * 899 + 1999)
    assert.deepEqual(order.addressInfo, someAddress)
    const { userId, email, status, cancel } = order
    assert.deepEqual(
      { userId, email, status, cancel },
      { userId: meera.userId, email: meera.email, status: 'confirmed', cancel: 'none' },
    )
  })

  test('begins to count at 1001', async () => {
    const { rows } = await pool.query(
      "select start_value::integer as start from pg_sequences where sequencename = 'orders_id_seq'",
    )
    assert.equal(rows[0].start, 1001)
  })

  test('twenty identical calls at once are one order, and each of them gets it', async () => {
    const same = checkout([lineFor(await addProduct(db)), lineFor(await addProduct(db))])
    const placed = await Promise.all(Array.from({ length: 20 }, () => placeOrder(shop, meera, same)))

    const ids = placed.map((answer) => answer.ok && answer.order.id)
    assert.equal(new Set(ids).size, 1)
    assert.ok(placed.every((answer) => answer.ok && answer.order.cartItems.length === 2))
    assert.equal(await count('from orders where user_id = $1', [meera.userId]), 1)
    assert.equal(await count('from order_lines where order_id = $1', [ids[0]]), 2)
  })

  test('a repeat gets the first order, even when its pot has been sold or deleted since', async () => {
    const id = await addProduct(db)
    const same = checkout([lineFor(id)])
    const first = await placeOrder(shop, meera, same)
    assert.ok(first.ok)
    await deliverOrder(shop, admin, first.order.id)
    await pool.query('delete from products where id = $1', [id])

    const again = await placeOrder(shop, meera, same)
    assert.ok(again.ok)
    assert.equal(again.order.id, first.order.id)
  })

  test('the same key from another account is an order of its own', async () => {
    const same = checkout([lineFor(await addProduct(db))])
    const mine = await placeOrder(shop, meera, same)
    const theirs = await placeOrder(shop, await addUser(db), same)
    assert.ok(mine.ok && theirs.ok)
    assert.notEqual(theirs.order.id, mine.order.id)
  })

  test('a price made up in the browser is shown as changed, and nothing is ordered', async () => {
    const id = await addProduct(db, { price: 495 })
    const placed = await placeOrder(shop, meera, checkout([lineFor(id, { seenPrice: 1 })]))
    assert.ok(!placed.ok && placed.reason === 'changed')
    assert.deepEqual(placed.quotes[0]?.problem, { kind: 'price-changed', was: 1, now: 495 })
    assert.equal(await count('from orders where user_id = $1', [meera.userId]), 0)
  })

  test('a pot that is sold, deleted, not approved, off sale or of another family is refused', async () => {
    const sold = await addProduct(db)
    await deliverOrder(shop, admin, await place(meera, [lineFor(sold)]))
    const waiting = await addProduct(db, { approved: false })
    const offSale = await addProduct(db, { onSale: false })
    const fine = await addProduct(db)
    const ordersBefore = await count('from orders')

    assert.deepEqual(await problemsOf([lineFor(sold), lineFor(fine)]), ['sold', undefined])
    assert.deepEqual(await problemsOf([lineFor(waiting)]), ['gone'])
    assert.deepEqual(await problemsOf([lineFor(offSale)]), ['gone'])
    assert.deepEqual(await problemsOf([lineFor(2 ** 40)]), ['gone'])
    assert.deepEqual(await problemsOf([lineFor(fine, { sizeCode: 'T01', seenPrice: 1385 })]), ['size-gone'])
    assert.equal(await count('from orders'), ordersBefore)
  })

  test('a line remembers whose product it was', async () => {
    const seller = await addUser(db, 'seller')
    const orderId = await place(meera, [
      lineFor(await addProduct(db, { userId: seller.userId })),
      lineFor(await addProduct(db)),
    ])
    const { rows } = await pool.query('select seller_id from order_lines where order_id = $1 order by position', [
      orderId,
    ])
    assert.deepEqual(
      rows.map(({ seller_id }) => seller_id),
      [seller.userId, null],
    )
  })

  test('takes a hundred lines', async () => {
    const ids = await addProducts(
      db,
      Array.from({ length: 100 }, () => ({})),
    )
    const orderId = await place(
      meera,
      ids.map((id) => lineFor(id, { quantity: 99 })),
    )
    assert.equal((await findOrder(db, orderId))?.totalAmount, 100 * 99 * 495)
  })
})

describe('the same checkout key', () => {
  const elsewhere = { ...someAddress, name: 'Somebody Else', address: '1 Other Street' }

  test('with another cart or address is refused, with what was ordered and where it goes', async () => {
    const pot = await addProduct(db)
    const first = checkout([lineFor(pot)])
    const placed = await placeOrder(shop, meera, first)
    assert.ok(placed.ok)
    const others = [
      { ...first, address: elsewhere },
      { ...first, lines: [lineFor(pot, { quantity: 2 })] },
      { ...first, lines: [lineFor(pot, { selectedColor: 'Sandstone' })] },
      { ...first, lines: [lineFor(await addProduct(db))] },
      { ...first, lines: [lineFor(pot), lineFor(await addProduct(db))] },
      // Also where the other pots could not be had anyway.
      { ...first, lines: [lineFor(2 ** 40)] },
    ]
    for (const other of others) {
      const answer = await placeOrder(shop, meera, other)
      assert.ok(!answer.ok && answer.reason === 'other-order', JSON.stringify(answer))
      assert.deepEqual(
        [answer.order.id, answer.order.addressInfo, answer.order.cartItems.map(({ id, quantity }) => [id, quantity])],
        [placed.order.id, someAddress, [[pot, 1]]],
      )
    }
    assert.equal(await count('from orders where user_id = $1', [meera.userId]), 1)
    assert.deepEqual((await findOrder(db, placed.order.id))?.addressInfo, someAddress)
  })

  test('with the same cart in another order of lines, or at a price that has changed since, is the same order', async () => {
    const [pot, other] = [await addProduct(db), await addProduct(db)]
    const first = checkout([lineFor(pot), lineFor(other)])
    const placed = await placeOrder(shop, meera, first)
    assert.ok(placed.ok)
    await pool.query('update products set price = 777 where id = $1', [pot])
    for (const seenPrice of [495, 777]) {
      const again = await placeOrder(shop, meera, { ...first, lines: [lineFor(other), lineFor(pot, { seenPrice })] })
      assert.ok(again.ok)
      assert.deepEqual([again.order.id, again.order.totalAmount], [placed.order.id, 990])
    }
  })

  test('from two tabs with two addresses at once is one order, and everybody with the other address is told', async () => {
    const first = checkout([lineFor(await addProduct(db))])
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        placeOrder(shop, meera, index % 2 ? first : { ...first, address: elsewhere }),
      ),
    )
    assert.equal(await count('from orders where user_id = $1', [meera.userId]), 1)
    const goesTo = answers.flatMap((answer) => ('order' in answer ? answer.order.addressInfo.name : []))
    assert.equal(goesTo.length, 20)
    assert.equal(new Set(goesTo).size, 1)
    const isFirst = goesTo[0] === someAddress.name
    for (const [index, answer] of answers.entries()) assert.equal(answer.ok, index % 2 === 1 ? isFirst : !isFirst)
  })

  test('of an order that an admin has deleted orders nothing, now and later, but for whom it is the first', async () => {
    const same = checkout([lineFor(await addProduct(db))])
    const placed = await placeOrder(shop, meera, same)
    assert.ok(placed.ok)
    await deleteOrder(shop, admin, placed.order.id)
    for (const again of [same, { ...same, address: elsewhere }, { ...same, lines: [lineFor(2 ** 40)] }])
      assert.deepEqual(await placeOrder(shop, meera, again), { ok: false, reason: 'deleted' })
    assert.equal(await count('from orders where user_id = $1', [meera.userId]), 0)
    const stranger = await placeOrder(shop, await addUser(db), same)
    assert.ok(stranger.ok)
    await pool.query('delete from "user" where id = $1', [meera.userId])
    assert.equal(await count('from used_checkout_keys where user_id = $1', [meera.userId]), 0)
  })

  test('that is sent again in the very moment of the deletion orders nothing either', async () => {
    const other = await place(meera, [lineFor(await addProduct(db))])
    const same = checkout([lineFor(await addProduct(db))])
    const deleting = await pool.connect()
    try {
      await deleting.query('begin')
      // The request does not see the order that it waits for.
      await deleting.query('update orders set checkout_key = $1 where id = $2', [same.key, other])
      const again = placeOrder(shop, meera, same)
      await untilSomebodyWaits()
      await deleting.query('delete from orders where id = $1', [other])
      await deleting.query('insert into used_checkout_keys (user_id, checkout_key, order_id) values ($1, $2, $3)', [
        meera.userId,
        same.key,
        other,
      ])
      await deleting.query('commit')
      assert.deepEqual(await again, { ok: false, reason: 'deleted' })
      assert.equal(await count('from orders where user_id = $1', [meera.userId]), 0)
    } finally {
      deleting.release()
    }
  })
})

describe('a cart', () => {
  test('is quoted with today’s prices and what is wrong with each line', async () => {
    const fine = await addProduct(db)
    const dearer = await addProduct(db, { price: 600 })
    const lines = [
      lineFor(fine),
      lineFor(dearer),
      lineFor(dearer, { sizeCode: 'C02', seenPrice: 849 }),
      lineFor(2 ** 40),
    ]
    const quotes = await quoteLines(shop, lines)
    assert.deepEqual(
      quotes.map(({ price, problem }) => [price, problem?.kind]),
      [
        [495, undefined],
        [600, 'price-changed'],
        [849, undefined],
        [undefined, 'gone'],
      ],
    )
  })
})

test('a gift goes to its recipient while the shop takes gifts, and a fresh shop takes none', async () => {
  const id = await addProduct(db)
  const gift = { recipient: 'Ravi Rao', message: 'Happy Diwali!' }
  const placed = async () => {
    const answer = await placeOrder(shop, meera, { ...checkout([lineFor(id)]), gift })
    assert.ok(answer.ok)
    return (await findOrder(db, answer.order.id))?.gift
  }
  assert.equal(await placed(), undefined)
  await pool.query(`insert into settings (name, value) values ('gifts', 'true')`)
  assert.deepEqual(await placed(), gift)
  await pool.query('delete from settings')
})
