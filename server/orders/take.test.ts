import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { paymentWord } from '#domain/orders/cash.ts'
import type { TakenOrder } from '#domain/orders/take-order.ts'
import { insertAccount, updateEmailConfirmed } from '#server/accounts/queries.ts'
import { listLinesToInvoice } from '#server/billing/queries.ts'
import { listVariants } from '#server/catalog/stock/queries.ts'
import { readDeskOrder } from '#server/order-page/page.ts'
import { dispatchOrder } from '#server/parcels/dispatch.ts'
import { readDispatchPanel } from '#server/parcels/dispatch-panel.ts'
import { listShipmentsOf } from '#server/parcels/queries.ts'
import { openPayInstead } from '#server/payments/pay-instead.ts'
import { upsertSettings } from '#server/settings/queries.ts'
import { addCounted, someAddress } from '#tests/support/fixtures/factories.ts'
import { cancelOrder } from '#tests/support/fixtures/order-steps.ts'
import { assertStockAddsUp } from '#tests/support/fixtures/stock-ledger.ts'
import { admin, db, meera, payFor, shop, world } from '#tests/support/payments/payment-fixture.ts'
import { findCustomers } from './customer-queries.ts'
import { placeOrder } from './place.ts'
import { findOrder } from './queries.ts'
import { takeOrder } from './take.ts'

const { sql } = world

async function form(product: number, changes: Partial<TakenOrder> = {}): Promise<TakenOrder> {
  const [variant] = (await listVariants(db, [product])).get(product) ?? []
  assert.ok(variant)
  return {
    key: randomUUID(),
    userId: '',
    email: '',
    address: someAddress,
    payment: 'cash',
    added: [{ variantId: variant.id, quantity: 2 }],
    seenPrices: new Map([[variant.id, variant.price]]),
    ...changes,
  }
}

async function take(changes: Partial<TakenOrder> = {}) {
  const product = await addCounted(db, { 'Grey Stone': 5 })
  const taken = await takeOrder(shop, admin, await form(product, changes))
  assert.ok(taken.ok, JSON.stringify(taken))
  return taken.order.id
}

const dispatch = (orderId: number) =>
  dispatchOrder(shop, admin, {
    ...{ key: randomUUID(), orderId, lines: 'rest', courier: '', awb: '', trackingLink: '', book: false },
  })
const phone = () => `98${String(Math.floor(10_000_000 + Number(`0x${randomUUID().slice(0, 6)}`))).slice(0, 8)}`

describe('an order that the desk takes', () => {
  test('is placed once, with its stock, for a customer who gave only a phone number', async () => {
    const product = await addCounted(db, { 'Grey Stone': 5 })
    const address = { ...someAddress, name: 'Kamala Das', mobileNumber: phone() }
    const sent = await form(product, { address })
    const results = await Promise.all([1, 2, 3].map(() => takeOrder(shop, admin, sent)))
    const ids = new Set(results.map((taken) => taken.ok && taken.order.id))
    assert.equal(ids.size, 1)
    const [id] = ids
    assert.ok(id)
    const order = await findOrder(db, id)
    assert.deepEqual([order?.email, order?.totalAmount, order?.addressInfo.name], ['', 990, 'Kamala Das'])
    await assertStockAddsUp(sql)
    // Nobody has read the notice of the checkout.
    assert.deepEqual(await sql('select from consents where user_id = $1', [order?.userId]), [])
    // Who calls again is the same customer.
    const again = await takeOrder(shop, admin, await form(product, { address }))
    assert.ok(again.ok)
    assert.equal(again.order.userId, order?.userId)
    const [found] = await findCustomers(db, address.mobileNumber.slice(-6))
    assert.deepEqual([found?.userId, found?.email, found?.address?.city], [order?.userId, '', 'Bengaluru'])
  })

  test('is for a customer who fetches it, where the shop has a place for that', async () => {
    const product = await addCounted(db, { 'Grey Stone': 5 })
    const sent = await form(product, { userId: meera.userId, isPickedUp: true })
    assert.deepEqual(await takeOrder(shop, admin, sent), { ok: false, reason: 'no-pick-up' })
    const place = { pickUpAt: 'Our workshop', pickUpAddress: '12 MG Road', pickUpHours: 'Daily' }
    await db.transaction((tx) => upsertSettings(tx, place))
    const taken = await takeOrder(shop, admin, sent)
    assert.deepEqual(
      [taken.ok && taken.order.pickUp?.at, taken.ok && paymentWord(taken.order)],
      ['Our workshop', 'Cash when picked up'],
    )
  })

  test('belongs to the account of its email, or to the customer that was found', async () => {
    const first = await findOrder(db, await take({ email: meera.email }))
    assert.deepEqual([first?.userId, first?.email], [meera.userId, meera.email])
    const second = await findOrder(db, await take({ userId: meera.userId }))
    assert.deepEqual([second?.userId, second?.email], [meera.userId, meera.email])
    const gone = await takeOrder(shop, admin, await form(await addCounted(db, { 'Grey Stone': 5 }), { userId: 'gone' }))
    assert.deepEqual(gone, { ok: false, reason: 'no-customer' })
  })

  test('is hidden from an account with a password whose mailbox nobody has confirmed', async () => {
    const email = 'victim@gamla.example'
    const stranger = await insertAccount(db, { name: 'Stranger', email, role: 'user', passwordHash: 'some hash' })
    const address = { ...someAddress, name: 'Caller' }
    const order = await findOrder(db, await take({ email, address }))
    assert.equal(order?.email, email)
    assert.notEqual(order?.userId, stranger)

    await updateEmailConfirmed(db, stranger ?? '')
    assert.equal((await findOrder(db, await take({ email })))?.userId, stranger)
  })

  test('follows the checkout’s rules for stock, prices and cash, and keeps no customer of a refused order', async () => {
    const product = await addCounted(db, { 'Grey Stone': 1 })
    const address = { ...someAddress, mobileNumber: phone() }
    const refused = await takeOrder(shop, admin, await form(product, { address }))
    assert.ok(!refused.ok && refused.reason === 'changed')
    assert.deepEqual(refused.quotes[0]?.problem, { kind: 'not-enough', left: 1 })
    assert.deepEqual(
      await sql(`select from "user" where name = $1 and email like '%no-email.invalid'`, [address.name]),
      [],
    )
    await db.transaction((tx) => upsertSettings(tx, { largestCashOrder: 500 }))
    const dear = await addCounted(db, { 'Grey Stone': 5 })
    const cash = await takeOrder(shop, admin, await form(dear))
    assert.ok(!cash.ok && cash.reason === 'no-cash')
    assert.ok((await takeOrder(shop, admin, await form(dear, { payment: 'counter' }))).ok)
    await db.transaction((tx) => upsertSettings(tx, { largestCashOrder: 0 }))
    await assertStockAddsUp(sql)
  })

  test('is taken while shoppers are told of a pause', async () => {
    await db.transaction((tx) => upsertSettings(tx, { pausedUntil: '2099-11-30T09:00' }))
    const pot = await addCounted(db, { 'Grey Stone': 5 })
    const [bought, taken] = [
      await placeOrder(shop, meera, world.wanted(pot)),
      await takeOrder(shop, admin, await form(pot)),
    ]
    await db.transaction((tx) => upsertSettings(tx, { pausedUntil: '' }))
    assert.ok(!bought.ok && bought.reason === 'paused')
    assert.ok(taken.ok)
  })

  test('paid at the counter has nothing to collect, and says so on the order, the timeline and the invoice', async () => {
    const id = await take({ payment: 'counter' })
    const desk = await readDeskOrder(shop, id)
    assert.equal(desk?.order.paidAtCounter, true)
    assert.ok(desk.progress.some(({ label }) => label === 'Paid at the counter'))
    assert.match(desk.timeline.find(({ text }) => text === 'Order placed')?.detail ?? '', /paid at the counter/)
    assert.equal((await openPayInstead(shop, { userId: desk.order.userId }, id)).kind, 'paid')
    assert.ok((await dispatch(id)).ok)
    assert.equal((await listShipmentsOf(db, id))[0]?.cash, 0)
    assert.equal((await listLinesToInvoice(db, id, [{ position: 0, quantity: 2, amount: 99_000 }])).length, 1)
  })

  test('with a payment link is sent when it is paid, by whoever has the link', async () => {
    const id = await take({ payment: 'link', email: meera.email })
    assert.equal((await findOrder(db, id))?.due, 990)
    assert.deepEqual(await dispatch(id), { ok: false, reason: 'unpaid' })
    const [shown] = (await readDispatchPanel({ db }, { ids: [id], key: randomUUID() })).orders
    assert.deepEqual([shown?.cash, shown?.awaitsPayment], [0, true])
    const opened = await openPayInstead(shop, meera, id)
    assert.ok(opened.kind === 'pay')
    assert.equal((await payFor(meera, opened)).kind, 'placed')
    assert.equal((await findOrder(db, id))?.due, undefined)
    assert.ok((await dispatch(id)).ok)
    const other = await take({ payment: 'link', email: meera.email })
    await cancelOrder(shop, admin, meera, other)
    assert.equal((await openPayInstead(shop, meera, other)).kind, 'not-payable')
  })
})
