import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { RefundForm } from '#domain/orders/order-refund.ts'
import { approveCancellation, requestCancel } from '#server/order-page/cancel.ts'
import { changeLines, readLinesToChange } from '#server/order-page/change-lines.ts'
import { refundOrder } from '#server/order-page/refund-order.ts'
import { placeOrder } from '#server/orders/place.ts'
import { findOrderRow } from '#server/orders/queries.ts'
import { deliverOrder, finishDelivery } from '#server/parcels/deliver.ts'
import { listReturnsFor } from '#server/parcels/queries.ts'
import { refundReturn } from '#server/parcels/returns.ts'
import { moveShipment } from '#server/parcels/steps.ts'
import { listOwed } from '#server/payments/by-hand-queries.ts'
import { askForReturn } from '#server/returns/ask.ts'
import { takeMoneyInstead } from '#server/returns/money-instead.ts'
import { findReturnRequest } from '#server/returns/queries.ts'
import { giveVoucher, payBackReturn, receiveReturn } from '#server/returns/settle.ts'
import { addProduct, lineFor } from '#tests/support/fixtures/factories.ts'
import { cancelOrder, countReturn, sendParcel } from '#tests/support/fixtures/order-steps.ts'
import { admin, db, meera, pay, placePaid, pot, shop, world } from '#tests/support/payments/payment-fixture.ts'
import { confirmPayment } from './confirm.ts'
import { findLeftToPayBack } from './pay-back.ts'

const PRICE = 49_500

/** Two lines of a pot each, ₹990 in all. */
const twoLines = async () => world.wanted(pot, { lines: [lineFor(pot), lineFor(await addProduct(db))] })

const placeOnline = async () => (await placePaid(await twoLines())).orderId

async function placeCash(): Promise<number> {
  const placed = await placeOrder(shop, meera, await twoLines())
  assert.ok(placed.ok)
  return placed.order.id
}

const send = (orderId: number, positions = [0, 1]) =>
  sendParcel(shop, admin, orderId, { lines: positions.map((position) => ({ position, quantity: 1 })) })

async function arrive(orderId: number, positions?: number[]): Promise<number> {
  const shipmentId = await send(orderId, positions)
  await deliverOrder(shop, admin, orderId)
  await finishDelivery(shop, orderId, { early: true })
  return shipmentId
}

async function ask(orderId: number, { reason = 'damaged', wanted = 'money', quantity = 1 } = {}): Promise<number> {
  const form = { key: randomUUID(), item: 0, quantity, reason, words: 'It has a crack.', wanted } as never
  const asked = await askForReturn(shop, meera, orderId, form, [])
  assert.ok(asked.ok, JSON.stringify(asked))
  return asked.id
}

const refund = (orderId: number, amount: number, reason: RefundForm['reason'] = 'goodwill', positions: number[] = []) =>
  refundOrder(shop, admin, { orderId, key: randomUUID(), amount, reason, positions })
const payRequest = (id: number, amount: number) => payBackReturn(shop, admin, id, { key: randomUUID(), amount })
const give = (id: number, amount: number) => giveVoucher(shop, admin, id, { key: randomUUID(), amount })
const comeBack = (shipmentId: number, reason: 'returned' | 'not-delivered' = 'returned') =>
  countReturn(shop, admin, shipmentId, [{ position: 0, good: 1, damaged: 0 }], { reason })
const left = async (orderId: number) => {
  const order = await findOrderRow(db, orderId)
  assert.ok(order)
  return findLeftToPayBack(db, order)
}
const owed = async (orderId: number) =>
  (await listOwed(db)).filter((one) => one.orderId === orderId).reduce((sum, { amount }) => sum + amount, 0)

describe('money of one line goes back once', () => {
  test('when its return is counted for a request and then refunded on the order’s page', async () => {
    const orderId = await placeOnline()
    await arrive(orderId)
    const id = await ask(orderId)
    assert.deepEqual(await receiveReturn(shop, admin, id, { key: randomUUID(), good: 1, damaged: 0 }), { ok: true })
    const returnId = (await listReturnsFor(db, id))[0]?.id
    assert.ok(returnId)
    const press = await refundReturn(shop, admin, { orderId, returnId, refund: 'full' })
    assert.deepEqual(press, { ok: false, reason: 'asked', requestId: id })
    assert.deepEqual(await payRequest(id, PRICE), { ok: true })
    assert.equal(await left(orderId), PRICE)
  })

  test('when it never arrived, was paid back, and then came back to the shop', async () => {
    const orderId = await placeOnline()
    const shipmentId = await send(orderId)
    assert.deepEqual(await payRequest(await ask(orderId, { reason: 'never-arrived' }), PRICE), { ok: true })
    assert.ok((await comeBack(shipmentId, 'not-delivered')).ok)
    assert.equal(await left(orderId), PRICE)
  })

  test('when its price was reduced before it came back', async () => {
    const orderId = await placeOnline()
    const shipmentId = await arrive(orderId)
    assert.ok((await refund(orderId, 10_000, 'price-reduced', [0])).ok)
    assert.ok((await comeBack(shipmentId)).ok)
    assert.equal(await left(orderId), PRICE)
  })

  test('of a cash order after goodwill of all but the price of one', async () => {
    const orderId = await placeCash()
    const shipmentId = await arrive(orderId)
    assert.ok((await refund(orderId, 60_000)).ok)
    const taken = await comeBack(shipmentId)
    assert.ok(taken.ok)
    assert.equal(await owed(orderId), 2 * PRICE)
    assert.equal(await left(orderId), 0)
    const again = await refundReturn(shop, admin, { orderId, returnId: taken.returnId, refund: 'full' })
    assert.deepEqual(again, { ok: true })
    assert.equal(await owed(orderId), 2 * PRICE)
  })

  test('of a cash order, of which a unit came back on the way, once its parcel has arrived', async () => {
    const orderId = await placeCash()
    const shipmentId = await send(orderId)
    assert.ok((await comeBack(shipmentId)).ok)
    assert.deepEqual([await owed(orderId), await left(orderId)], [0, 0])
    assert.ok((await moveShipment(shop, admin, { shipmentId, step: 'delivered' })).ok)
    assert.deepEqual([await owed(orderId), await left(orderId)], [PRICE, PRICE])
  })

  test('when a line whose price was reduced is removed', async () => {
    const orderId = await placeOnline()
    assert.ok((await refund(orderId, 10_000, 'price-reduced', [0])).ok)
    const order = await findOrderRow(db, orderId)
    const present = order && (await readLinesToChange(db, order))
    assert.ok(present)
    const lines = [{ position: 0, quantity: 0, variantId: undefined }]
    const wanted = { lines, added: [] } as never
    const changed = await changeLines(shop, admin, { key: randomUUID(), orderId, seen: present.seen, wanted })
    assert.deepEqual(changed, { ok: false, reason: 'reduced' })
  })
})

describe('units of one line that went in two parcels', () => {
  const inTwoParcels = async (wanted: string) => {
    const paid = await pay(meera, world.wanted(pot, { lines: [lineFor(pot, { quantity: 2 })] }))
    await confirmPayment(shop, meera, paid)
    const orderId = Number((await world.ordersOf(meera.userId)).at(-1)?.id)
    await send(orderId, [0])
    await arrive(orderId, [0])
    const id = await ask(orderId, { wanted, quantity: 2 })
    assert.deepEqual(await receiveReturn(shop, admin, id, { key: randomUUID(), good: 2, damaged: 0 }), { ok: true })
    assert.equal((await listReturnsFor(db, id)).length, 2)
    return { id, orderId }
  }
  const refunded = async () =>
    (await world.refundsOf(meera.userId)).reduce((sum, { amount }) => sum + Number(amount), 0)

  test('are refunded together, to the paisa', async () => {
    const { id, orderId } = await inTwoParcels('money')
    const before = await refunded()
    assert.deepEqual(await payRequest(id, 2 * PRICE + 100), { ok: false, reason: 'too-much', left: 2 * PRICE })
    assert.ok(
      (await Promise.all(Array.from({ length: 6 }, () => payRequest(id, 2 * PRICE - 100)))).every(({ ok }) => ok),
    )
    assert.equal((await refunded()) - before, 2 * PRICE - 100)
    assert.equal(await left(orderId), 100)
  })

  test('become one voucher, and what is left of it money once', async () => {
    const { id, orderId } = await inTwoParcels('voucher')
    const before = await refunded()
    assert.deepEqual(await give(id, 2 * PRICE), { ok: true })
    assert.equal(await left(orderId), 0)
    await world.sql('update vouchers set balance = balance - $2 where return_request_id = $1', [id, PRICE + 500])
    const instead = await Promise.all(Array.from({ length: 6 }, () => takeMoneyInstead(shop, meera, { orderId, id })))
    assert.ok(instead.every(({ ok }) => ok))
    assert.equal((await refunded()) - before, PRICE - 500)
    assert.equal(await left(orderId), 0)
  })
})

describe('a voucher in place of money', () => {
  test('of an online order leaves so much less to pay back', async () => {
    const orderId = await placeOnline()
    await arrive(orderId)
    assert.deepEqual(await give(await ask(orderId, { wanted: 'voucher' }), PRICE), { ok: true })
    assert.equal(await left(orderId), PRICE)
    assert.deepEqual(await refund(orderId, PRICE + 100), { ok: false, reason: 'too-much', left: PRICE })
  })

  test('is not refunded again when the rest of the order is cancelled', async () => {
    const orderId = await placeOnline()
    await send(orderId, [0])
    assert.deepEqual(await give(await ask(orderId, { reason: 'never-arrived', wanted: 'voucher' }), PRICE), {
      ok: true,
    })
    await cancelOrder(shop, admin, meera, orderId)
    assert.deepEqual(
      (await world.refundsOf(meera.userId)).map(({ amount }) => amount),
      [PRICE],
    )
  })
})

test('an order with an open return request is not cancelled', async () => {
  const orderId = await placeOnline()
  await send(orderId, [0])
  await ask(orderId, { reason: 'never-arrived' })
  await requestCancel(shop, meera, orderId)
  assert.deepEqual(await approveCancellation(shop, admin, orderId), { ok: false, reason: 'return-open' })
})

test('what a bank took back in a lost dispute is not paid back again', async () => {
  const orderId = await placeOnline()
  await arrive(orderId)
  const payment = (await world.ordersOf(meera.userId)).at(-1)?.payment_id
  await world.sql(
    `insert into disputes (dispute_id, payment_id, amount, currency, deducted, reason, phase, state, created_at, reported_at)
     values ('disp_' || $2, $1, $3, 'INR', $3, 'goods not received', 'chargeback', 'lost', now(), now())`,
    [payment, randomUUID(), 90_000],
  )
  assert.equal(await left(orderId), 2 * PRICE - 90_000)
  assert.deepEqual(await refund(orderId, 9_100), { ok: false, reason: 'too-much', left: 9_000 })
})

test('a key of another refund or voucher settles no return', async () => {
  const orderId = await placeOnline()
  await arrive(orderId)
  const key = randomUUID()
  assert.ok((await refundOrder(shop, admin, { orderId, key, amount: 100, reason: 'goodwill', positions: [] })).ok)
  const id = await ask(orderId)
  await assert.rejects(payBackReturn(shop, admin, id, { key, amount: PRICE }))
  assert.equal((await findReturnRequest(db, id))?.state, 'requested')
})
