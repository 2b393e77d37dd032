import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { User } from '#domain/accounts/user.ts'
import { deleteOrder } from '#server/order-page/cancel.ts'
import { refundOrder } from '#server/order-page/refund-order.ts'
import { placeOrder } from '#server/orders/place.ts'
import { lockOrder } from '#server/orders/queries.ts'
import { deliverOrder, finishDelivery } from '#server/parcels/deliver.ts'
import { dispatchOrder } from '#server/parcels/dispatch.ts'
import { openCheckout } from '#server/payments/checkout.ts'
import { payBack } from '#server/payments/pay-back.ts'
import { settle } from '#server/payments/settle.ts'
import { askForReturn } from '#server/returns/ask.ts'
import { payBackReturn, receiveReturn } from '#server/returns/settle.ts'
import { cancelOrder } from '#tests/support/fixtures/order-steps.ts'
import { admin, db, meera, payFor, pots, ravi, shop, world } from '#tests/support/payments/payment-fixture.ts'
import { createVoucher } from './create.ts'

const make = (user: User, rupees: number) =>
  db.transaction((tx) => createVoucher(tx, { key: randomUUID(), userId: user.userId, amount: rupees * 100 }))

async function balanceOf(id: number): Promise<number> {
  const [row] = await world.sql<{ balance: string }>(`select balance from vouchers where id = ${id}`)
  return Number(row?.balance) / 100
}

const cancel = (user: User, id: number) => cancelOrder(shop, admin, user, id)

test('₹495 paid by a voucher of ₹500 leave ₹5 on it, and the order is paid', async () => {
  const { id } = await make(meera, 500)
  const placed = await placeOrder(shop, meera, pots(1), { id, seen: 495 })
  assert.ok(placed.ok)
  const { totalAmount, voucherPaid, paidByVoucher, awaitsConfirmation } = placed.order
  assert.deepEqual(
    { totalAmount, voucherPaid, paidByVoucher, awaitsConfirmation },
    { totalAmount: 495, voucherPaid: 495, paidByVoucher: true, awaitsConfirmation: undefined },
  )
  assert.equal(await balanceOf(id), 5)
  await cancel(meera, placed.order.id)
  assert.equal(await balanceOf(id), 500)
})

test('a repeated request spends it once, and six checkouts at once spend no more than there is', async () => {
  const { id } = await make(meera, 500)
  const wanted = pots(1)
  const same = await Promise.all([1, 2, 3].map(() => placeOrder(shop, meera, wanted, { id, seen: 495 })))
  assert.equal(new Set(same.map((placed) => placed.ok && placed.order.id)).size, 1)
  assert.equal(await balanceOf(id), 5)

  const other = await make(meera, 500)
  const six = await Promise.all(
    Array.from({ length: 6 }, () => placeOrder(shop, meera, pots(1), { id: other.id, seen: 495 })),
  )
  assert.equal(six.filter(({ ok }) => ok).length, 1)
  for (const placed of six) if (!placed.ok) assert.equal(placed.reason, 'voucher')
  assert.equal(await balanceOf(other.id), 5)
})

test('another person’s voucher pays nothing', async () => {
  const { id } = await make(ravi, 500)
  const placed = await placeOrder(shop, meera, pots(1), { id, seen: 495 })
  assert.ok(!placed.ok && placed.reason === 'voucher')
  assert.match(placed.message, /Your account has no voucher with this code/)
  assert.equal(await balanceOf(id), 500)
})

test('the provider is asked for the rest, and a cancelled order gives both back', async () => {
  const { id } = await make(meera, 500)
  const opened = await openCheckout(shop, meera, pots(2), { id, seen: 500 })
  assert.ok(opened.kind === 'pay')
  assert.equal(opened.amount, 49_000)
  assert.equal(await balanceOf(id), 500)
  // The part is held meanwhile.
  const cash = await placeOrder(shop, meera, pots(1), { id, seen: 495 })
  assert.ok(!cash.ok && cash.reason === 'voucher')
  const paid = await payFor(meera, opened)
  assert.ok(paid.kind === 'placed')
  assert.deepEqual([paid.order.totalAmount, paid.order.voucherPaid], [990, 500])
  assert.equal(await balanceOf(id), 0)
  await cancel(meera, paid.order.id)
  assert.equal(await balanceOf(id), 500)
  const [refund] = await world.refundsOf(meera.userId)
  assert.ok(refund)
  assert.equal(refund.amount, null)
})

test('a payment that arrives after its voucher was spent elsewhere goes back', async () => {
  const { id } = await make(meera, 500)
  const opened = await openCheckout(shop, meera, pots(2), { id, seen: 500 })
  assert.ok(opened.kind === 'pay')
  await world.sql(`update checkouts set voucher_held_until = now() - interval '1 minute'`)
  const cash = await placeOrder(shop, meera, pots(1), { id, seen: 495 })
  assert.ok(cash.ok)
  await payFor(meera, opened)
  const [refund] = await world.refundsOf(meera.userId)
  assert.equal(refund?.reason, 'voucher-spent')
  assert.equal((await world.ordersOf(meera.userId)).length, 1)
  assert.equal(await balanceOf(id), 5)
})

test('an order that a voucher paid for, or whose refund runs, is not deleted before that has ended', async () => {
  const { id } = await make(meera, 500)
  const byVoucher = await placeOrder(shop, meera, pots(1), { id, seen: 495 })
  assert.ok(byVoucher.ok)
  assert.deepEqual(await deleteOrder(shop, admin, byVoucher.order.id), { ok: false, reason: 'voucher-open' })
  await cancel(meera, byVoucher.order.id)
  assert.deepEqual(await deleteOrder(shop, admin, byVoucher.order.id), { ok: true })
  const opened = await openCheckout(shop, meera, pots(2))
  assert.ok(opened.kind === 'pay')
  const paid = await payFor(meera, opened)
  assert.ok(paid.kind === 'placed')
  const refund = {
    orderId: paid.order.id,
    key: randomUUID(),
    amount: 10_000,
    reason: 'goodwill' as const,
    positions: [],
  }
  assert.ok((await refundOrder(shop, admin, refund)).ok)
  assert.deepEqual(await deleteOrder(shop, admin, paid.order.id), { ok: false, reason: 'refund-running' })
})

test('a payment that failed releases the voucher at once', async () => {
  const { id } = await make(meera, 500)
  const opened = await openCheckout(shop, meera, pots(2), { id, seen: 500 })
  assert.ok(opened.kind === 'pay')
  const failed = { id: 'pay_failed', orderId: opened.providerOrderId, amount: opened.amount, currency: 'INR' }
  await settle(shop, { ...failed, status: 'failed', captured: false, amountRefunded: 0 })
  assert.ok((await placeOrder(shop, meera, pots(1), { id, seen: 495 })).ok)
})

test('for the shop’s fault money goes back first, and never more than was paid', async () => {
  const { id } = await make(meera, 500)
  const opened = await openCheckout(shop, meera, pots(2), { id, seen: 500 })
  assert.ok(opened.kind === 'pay')
  const paid = await payFor(meera, opened)
  assert.ok(paid.kind === 'placed')
  const refund = (amount: number) =>
    db.transaction(async (tx) => {
      const order = await lockOrder(tx, paid.order.id)
      assert.ok(order)
      const common = { order, actorId: admin.userId, now: new Date() }
      return payBack(tx, { ...common, key: randomUUID(), amount: amount * 100, reason: 'goodwill' })
    })
  assert.ok((await refund(400)).ok)
  assert.equal(await balanceOf(id), 0)
  assert.ok((await refund(100)).ok)
  assert.equal(await balanceOf(id), 10)
  assert.deepEqual(await refund(491), { ok: false, reason: 'too-much', left: 49_000 })
  assert.ok((await refund(490)).ok)
  assert.equal(await balanceOf(id), 500)
})

for (const [reason, back] of [
  ['damaged', 5],
  ['changed-mind', 495],
] as const)
  test(`of a pot that came back as ${reason}, ₹${back} go back to the voucher`, async () => {
    const { id: voucherId } = await make(meera, 500)
    const opened = await openCheckout(shop, meera, pots(2), { id: voucherId, seen: 500 })
    assert.ok(opened.kind === 'pay')
    const paid = await payFor(meera, opened)
    assert.ok(paid.kind === 'placed')
    const orderId = paid.order.id
    const parcel = { key: randomUUID(), courier: '', awb: '', trackingLink: '', book: false }
    assert.ok((await dispatchOrder(shop, admin, { ...parcel, orderId, lines: [{ position: 0, quantity: 2 }] })).ok)
    await deliverOrder(shop, admin, orderId)
    await finishDelivery(shop, orderId, { early: true })
    await world.sql(`insert into settings (name, value) values ('changedMindGives', '"money"') on conflict do nothing`)
    const form = { key: randomUUID(), item: 0, quantity: 1, reason, words: 'One of them.', wanted: 'money' } as const
    const asked = await askForReturn(shop, meera, orderId, form, [])
    assert.ok(asked.ok, JSON.stringify(asked))
    const press = () => ({ key: randomUUID() })
    assert.deepEqual(await receiveReturn(shop, admin, asked.id, { ...press(), good: 1, damaged: 0 }), { ok: true })
    assert.deepEqual(await payBackReturn(shop, admin, asked.id, { ...press(), amount: 49_500 }), { ok: true })
    assert.equal(await balanceOf(voucherId), back)
  })
