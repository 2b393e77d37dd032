import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { viewInvoice } from '#domain/billing/invoice-view.ts'
import { writeOrderEmail } from '#domain/messages/order-emails.ts'
import { sayIn } from '#domain/messages/say.ts'
import { paymentWord } from '#domain/orders/cash.ts'
import { defaultSettings, type Settings } from '#domain/shop/settings.ts'
import { defaultShopInfo } from '#domain/shop/shop-info.ts'
import { readSalesBy } from '#server/admin/sales-queries.ts'
import { findInvoice, listInvoicesOf } from '#server/billing/queries.ts'
import { approveCancellation, cancelEmptied, deleteOrder, requestCancel } from '#server/order-page/cancel.ts'
import { changeLines, readChangeForm } from '#server/order-page/change-lines.ts'
import { readDeskOrder } from '#server/order-page/page.ts'
import { refundOrder } from '#server/order-page/refund-order.ts'
import { changeOwnAddress } from '#server/orders/change.ts'
import { findOrder, findOrderRow } from '#server/orders/queries.ts'
import { deliverOrder, finishDelivery } from '#server/parcels/deliver.ts'
import { dispatchOrder } from '#server/parcels/dispatch.ts'
import { findShipment } from '#server/parcels/queries.ts'
import { listOutstanding } from '#server/parcels/remittance-queries.ts'
import { takeBack } from '#server/parcels/returns.ts'
import { moveShipment } from '#server/parcels/steps.ts'
import { listOwed } from '#server/payments/by-hand-queries.ts'
import { askForReturn } from '#server/returns/ask.ts'
import { takeMoneyInstead } from '#server/returns/money-instead.ts'
import { giveVoucher, receiveReturn } from '#server/returns/settle.ts'
import { upsertSettings } from '#server/settings/queries.ts'
import { createVoucher } from '#server/vouchers/create.ts'
import { addProduct, addUser, lineFor, registered, someAddress } from '#tests/support/fixtures/factories.ts'
import { cancelOrder, sendParcel } from '#tests/support/fixtures/order-steps.ts'
import { admin, db, meera, pay, payFor, pot, provider, shop, world } from '#tests/support/payments/payment-fixture.ts'
import { mustPay } from '#tests/support/payments/payment-harness.ts'
import { openCheckout } from './checkout.ts'
import { confirmPayment } from './confirm.ts'
import { findLeftToPayBack } from './pay-back.ts'
import { reconcile } from './reconcile.ts'

const set = (settings: Partial<Settings>) => db.transaction((tx) => upsertSettings(tx, settings))
before(() => set({ ...registered, partPaidOnline: '₹200' }))
after(() => set(defaultSettings))

const PRICE = 495

/** Two pots, ₹990 in all, of which ₹200 are paid now. */
const two = async () => world.wanted(pot, { lines: [lineFor(pot), lineFor(await addProduct(db))], seenPart: 200 })

async function place(wanted?: Awaited<ReturnType<typeof two>>): Promise<number> {
  const paid = await confirmPayment(shop, meera, await pay(meera, wanted ?? (await two())))
  assert.ok(paid.kind === 'placed')
  return paid.order.id
}

const send = (orderId: number, positions?: number[]) =>
  sendParcel(shop, admin, orderId, { lines: positions?.map((position) => ({ position, quantity: 1 })) ?? 'rest' })

async function arrive(orderId: number): Promise<void> {
  await deliverOrder(shop, admin, orderId)
  await finishDelivery(shop, orderId, { early: true })
}

const cashOfParcel = async (id: number) => (await findShipment(db, id))?.cash
const comeBack = (shipmentId: number, position: number, reason: 'returned' | 'not-delivered' = 'returned') =>
  takeBack(shop, admin, {
    ...{ key: randomUUID(), shipmentId, lines: [{ position, good: 1, damaged: 0 }], reason, refund: 'full' },
  })
const cancel = (orderId: number) => cancelOrder(shop, admin, meera, orderId)
/** Rupees that go back online of this order. */
async function online(orderId: number): Promise<number> {
  await world.doJobs()
  const rows = await world.sql<{ amount: string }>(
    `select coalesce(r.amount, p.amount) as amount from refunds as r join payments as p on p.id = r.payment_id where r.order_id = $1`,
    [orderId],
  )
  return rows.reduce((sum, { amount }) => sum + Number(amount), 0) / 100
}
const byHand = async (orderId: number) =>
  (await listOwed(db)).filter((one) => one.orderId === orderId).reduce((sum, { amount }) => sum + amount, 0) / 100
async function left(orderId: number): Promise<number> {
  const order = await findOrderRow(db, orderId)
  assert.ok(order)
  return (await findLeftToPayBack(db, order)) / 100
}

describe('a checkout in two parts', () => {
  test('asks the provider for the part, and becomes one order whose rest is paid in cash', async () => {
    const wanted = await two()
    const opened = await world.open(meera, wanted)
    assert.equal(opened.amount, 20_000)
    await payFor(meera, opened)
    await world.deliver()
    await reconcile(shop, { every: true })
    assert.equal((await world.ordersOf(meera.userId)).length, 1)
    const order = await findOrder(db, Number((await world.ordersOf(meera.userId))[0]?.id))
    assert.ok(order)
    assert.deepEqual([order.totalAmount, order.restInCash, order.status], [990, 790, 'confirmed'])
    assert.equal(paymentWord(order), 'Part paid online, rest in cash')
    const { status } = writeOrderEmail(sayIn(defaultShopInfo), 'order-placed', order)
    assert.match(status, /We received ₹200\. Please pay the other ₹790 in cash on delivery\./)
    assert.equal((await openCheckout(shop, meera, wanted)).kind, 'placed')
    const desk = await readDeskOrder(shop, order.id)
    assert.match(JSON.stringify(desk?.timeline), /₹990, part paid online, rest in cash/)
  })

  test('is refused where it is not set, all of it would be paid now, or cash is not taken', async () => {
    const refused = async (settings: Partial<Settings>, changes = {}) => {
      await set(settings)
      const opened = await openCheckout(shop, meera, { ...(await two()), ...changes })
      await set({ ...defaultSettings, ...registered, partPaidOnline: '₹200' })
      return 'message' in opened ? `${opened.kind}: ${opened.message}` : opened.kind
    }
    const whole = 'no-cash: This order can’t be paid in two parts. Pay all of it online instead.'
    assert.equal(await refused({ partPaidOnline: '' }), whole)
    assert.equal(await refused({ partPaidOnline: '₹990' }), whole)
    assert.match(await refused({ cashOnDelivery: false }), /no-cash: Cash on delivery is not available/)
    assert.match(await refused({ largestCashOrder: 989 }), /no-cash: .*up to ₹989/)
    assert.match(await refused({ partPaidOnline: '30%' }), /^part: .*: pay ₹297 now, ₹693 in cash on delivery\. Order/)
    assert.match(await refused({}, { seenPart: 0 }), /^part: .*pay ₹200 now/)
  })

  test('takes the cash rules of the pincode and of a buyer who has not confirmed an address', async () => {
    await world.sql(`insert into delivery_areas (pincode, cash) values ('560038', false)`)
    const opened = await openCheckout(shop, meera, await two())
    assert.ok(opened.kind === 'no-cash' && /at this pincode/.test(opened.message), JSON.stringify(opened))
    await world.sql('delete from delivery_areas')
    const orderId = await place()
    await world.sql(`insert into delivery_areas (pincode, cash) values ('560038', true), ('560001', false)`)
    const moved = await changeOwnAddress(shop, meera, orderId, { ...someAddress, pincode: '560001' })
    assert.ok(!moved.ok && moved.reason === 'no-cash')
    await world.sql('delete from delivery_areas')
  })

  test('turns into one for all of it and back; a payment that comes late or twice goes back whole', async () => {
    const wanted = await two()
    const first = await world.open(meera, wanted)
    const whole = await world.open(meera, { ...wanted, seenPart: undefined })
    assert.notEqual(whole.checkoutId, first.checkoutId)
    assert.equal(whole.amount, 99_000)
    await payFor(meera, first)
    await payFor(meera, whole)
    const [order, ...others] = await world.ordersOf(meera.userId)
    assert.deepEqual(others, [])
    assert.equal((await findOrderRow(db, Number(order?.id)))?.restInCash, 790)
    const refunds = await world.refundsOf(meera.userId)
    assert.deepEqual(
      refunds.map(({ reason, amount }) => [reason, amount]),
      [['paid-twice', null]],
    )
  })

  test('that waits for the bank becomes its order when the part is captured', async () => {
    const { providerOrderId } = await world.open(meera, await two())
    const { id } = provider.state.pay(providerOrderId, {}, { isHeld: true })
    await world.deliver()
    await world.doJobs()
    assert.equal((await world.ordersOf(meera.userId))[0]?.status, 'pending')
    provider.state.capture(id)
    await world.deliver()
    await world.doJobs()
    const placed = await findOrderRow(db, Number((await world.ordersOf(meera.userId))[0]?.id))
    assert.deepEqual([placed?.status, placed?.totalAmount, placed?.restInCash], ['confirmed', 990, 790])
  })

  test('counts the part of what is to pay after a voucher, and cancelled both go back', async () => {
    const made = { key: randomUUID(), userId: meera.userId, amount: 30_000 }
    const voucher = await db.transaction((tx) => createVoucher(tx, made))
    await set({ partPaidOnline: '20%' })
    const opened = mustPay(
      await openCheckout(shop, meera, { ...(await two()), seenPart: 138 }, { id: voucher.id, seen: 300 }),
    )
    await set({ partPaidOnline: '₹200' })
    assert.equal(opened.amount, 13_800)
    const paid = await payFor(meera, opened)
    assert.ok(paid.kind === 'placed')
    const { totalAmount, voucherPaid, restInCash, paidByVoucher } = paid.order
    assert.deepEqual([totalAmount, voucherPaid, restInCash, paidByVoucher], [990, 300, 552, undefined])
    // ₹438 are paid before: the first pot costs ₹57 more, the second all.
    const parcels = [await send(paid.order.id, [0]), await send(paid.order.id, [1])]
    assert.deepEqual(await Promise.all(parcels.map(cashOfParcel)), [57, 495])
  })
})

describe('the rest of a part-paid order', () => {
  test('is collected over its parcels, and outstanding once they arrive', async () => {
    const orderId = await place()
    const [first, second] = [await send(orderId, [0]), await send(orderId, [1])]
    assert.deepEqual([await cashOfParcel(first), await cashOfParcel(second)], [295, 495])
    await arrive(orderId)
    const outstanding = (await listOutstanding(db, new Date())).filter((one) => one.orderId === orderId)
    assert.deepEqual(
      outstanding.map(({ cash }) => cash),
      [29_500, 49_500],
    )
    const invoices = await listInvoicesOf(db, orderId)
    const documents = await Promise.all(invoices.map(({ id }) => findInvoice(db, id)))
    const [receipt, invoice] = documents.flatMap((one) => (one ? [one.document] : []))
    assert.deepEqual([receipt?.kind, receipt?.totals.total], ['receipt-voucher', 20_000])
    assert.match(JSON.stringify(receipt && viewInvoice(receipt)), /"note":"paid in part"/)
    const payment = invoice && viewInvoice(invoice).facts.find(({ label }) => label === 'Payment')?.value
    assert.match(payment ?? '', /^Part paid online, rest in cash, pay_\w+, ₹790 of the order in cash$/)
    const sales = await readSalesBy(db, { from: '2026-01-01', until: '2099-12-31' }, 'payment')
    assert.ok(sales.some(({ name }) => name === 'Part paid online, rest in cash'))
  })

  test('falls first when a line is removed; then the part goes back', async () => {
    const orderId = await place(world.wanted(pot, { lines: [lineFor(pot, { quantity: 3 })], seenPart: 200 }))
    const change = async (quantity: number) => {
      const form = await readChangeForm(shop, orderId)
      const lines = [{ position: 0, quantity, variantId: undefined }]
      const wanted = { lines, added: [], seenPrices: new Map() }
      const changed = await changeLines(shop, admin, { key: randomUUID(), orderId, seen: form?.seen ?? '', wanted })
      assert.ok(changed.ok, JSON.stringify(changed))
      const row = await findOrderRow(db, orderId)
      return [row?.totalAmount, row?.restInCash, changed.refund, changed.due]
    }
    assert.deepEqual(await change(1), [495, 295, 0, 0])
    assert.deepEqual(await change(2), [990, 790, 0, 0])
    await world.sql('update order_lines set price = 70 where order_id = $1', [orderId])
    assert.deepEqual(await change(1), [70, 0, 130, 0])
    assert.equal(await online(orderId), 130)
    assert.equal(await cashOfParcel(await send(orderId)), 0)
  })

  for (const [how, end] of [
    ['cancelled', cancel],
    ['emptied', (id: number) => cancelEmptied(shop, admin, id)],
    ['deleted', (id: number) => deleteOrder(shop, admin, id)],
  ] as const)
    test(`is not collected when it is ${how}, and the part goes back once`, async () => {
      const orderId = await place()
      await Promise.all([end(orderId), end(orderId).catch(() => {})].slice(0, how === 'deleted' ? 1 : 2))
      assert.equal(await online(orderId), 200)
      assert.equal(await byHand(orderId), 0)
    })
})

describe('what comes back of a part-paid order', () => {
  test('that was not delivered gives the part back once', async () => {
    const orderId = await place()
    const parcel = await send(orderId)
    assert.ok((await moveShipment(shop, admin, { shipmentId: parcel, step: 'not-delivered' } as never)).ok)
    for (const position of [0, 1]) assert.ok((await comeBack(parcel, position, 'not-delivered')).ok)
    assert.equal(await online(orderId), 200)
    assert.equal(await byHand(orderId), 0)
    assert.equal(await left(orderId), 0)
  })

  test('of parcels that arrived gives each back as it was paid', async () => {
    const orderId = await place()
    const [first, second] = [await send(orderId, [0]), await send(orderId, [1])]
    await arrive(orderId)
    assert.ok((await comeBack(second, 1)).ok)
    assert.deepEqual([await online(orderId), await byHand(orderId), await left(orderId)], [0, PRICE, PRICE])
    assert.ok((await comeBack(first, 0)).ok)
    assert.deepEqual([await online(orderId), await byHand(orderId), await left(orderId)], [200, 790, 0])
  })

  test('after goodwill gives back what is left, to the last rupee', async () => {
    const orderId = await place()
    const parcel = await send(orderId)
    await arrive(orderId)
    const goodwill = { orderId, key: randomUUID(), amount: 15_000, reason: 'goodwill' as const, positions: [] }
    assert.ok((await refundOrder(shop, admin, goodwill)).ok)
    for (const position of [0, 1]) assert.ok((await comeBack(parcel, position)).ok)
    assert.deepEqual([await online(orderId), await byHand(orderId), await left(orderId)], [200, 790, 0])
  })

  test('can be a voucher, and instead of it money, both once', async () => {
    const orderId = await place()
    await send(orderId)
    await arrive(orderId)
    const words = { words: 'It has a crack.', wanted: 'voucher' as const }
    const asked = await askForReturn(
      shop,
      meera,
      orderId,
      { key: randomUUID(), item: 0, quantity: 1, reason: 'damaged', ...words },
      [],
    )
    assert.ok(asked.ok, JSON.stringify(asked))
    assert.ok((await receiveReturn(shop, admin, asked.id, { key: randomUUID(), good: 1, damaged: 0 })).ok)
    assert.deepEqual(await giveVoucher(shop, admin, asked.id, { key: randomUUID(), amount: PRICE * 100 }), { ok: true })
    assert.deepEqual([await online(orderId), await byHand(orderId), await left(orderId)], [0, 0, PRICE])
    const instead = await Promise.all(
      [1, 2, 3].map(() => takeMoneyInstead(shop, meera, { orderId, id: asked.id as never })),
    )
    assert.ok(
      instead.every(({ ok }) => ok),
      JSON.stringify(instead),
    )
    assert.deepEqual([await online(orderId), await byHand(orderId), await left(orderId)], [200, PRICE - 200, PRICE])
  })

  test('in any sequence never gives back more than was paid, online or by hand', async () => {
    const step = fc.record({ do: fc.constantFrom('send', 'arrive', 'back', 'goodwill', 'cancel'), pick: fc.nat(99) })
    const schedules = fc.sample(fc.array(step, { minLength: 6, maxLength: 12 }), { numRuns: 12, seed: 7 })
    for (const schedule of schedules) {
      const buyer = await addUser(db)
      const lines = [lineFor(pot), lineFor(await addProduct(db)), lineFor(await addProduct(db))]
      const paid = await confirmPayment(shop, buyer, await pay(buyer, world.wanted(pot, { lines, seenPart: 200 })))
      assert.ok(paid.kind === 'placed')
      const orderId = paid.order.id
      const parcels: number[] = []
      for (const { do: what, pick } of schedule) {
        const position = pick % 3
        if (what === 'send' && !parcels[position]) {
          const line = [{ position, quantity: 1 }]
          const parcel = { key: randomUUID(), courier: '', awb: '', trackingLink: '', book: false }
          const sent = await dispatchOrder(shop, admin, { ...parcel, orderId, lines: line })
          if (sent.ok) parcels[position] = sent.shipmentId
        }
        const parcel = parcels[position]
        if (what === 'arrive' && parcel)
          await moveShipment(shop, admin, { shipmentId: parcel, step: 'delivered' } as never)
        if (what === 'back' && parcel) await comeBack(parcel, position)
        const asked = { orderId, key: randomUUID(), reason: 'goodwill' as const, positions: [] }
        if (what === 'goodwill') await refundOrder(shop, admin, { ...asked, amount: (1 + pick) * 1000 })
        if (what === 'cancel' && pick < 20) {
          await requestCancel(shop, buyer, orderId)
          await approveCancellation(shop, admin, orderId)
        }
        const [cash] = await world.sql<{ sum: string }>(
          `select coalesce(sum(cash), 0) as sum from shipments where order_id = $1 and step = 'delivered'`,
          [orderId],
        )
        const said = JSON.stringify(schedule)
        assert.ok((await online(orderId)) <= 200, said)
        assert.ok((await byHand(orderId)) <= Number(cash?.sum), said)
        assert.ok(
          (await online(orderId)) + (await byHand(orderId)) + (await left(orderId)) <= 200 + Number(cash?.sum),
          said,
        )
      }
    }
  })
})
