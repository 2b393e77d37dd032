import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { createGstr1 } from '#domain/billing/gstr1.ts'
import { toPaise } from '#domain/money.ts'
import { shareOf } from '#domain/orders/amounts.ts'
import type { ReturnRefund } from '#domain/orders/take-back.ts'
import { readPeriod } from '#server/billing/queries.ts'
import { listForSale } from '#server/catalog/storefront-queries.ts'
import { approveCancellation, requestCancel } from '#server/order-page/cancel.ts'
import { placeOrder } from '#server/orders/place.ts'
import { findOrder } from '#server/orders/queries.ts'
import { cancelParcel } from '#server/parcels/cancel.ts'
import { dispatchOrder } from '#server/parcels/dispatch.ts'
import { takeBack } from '#server/parcels/returns.ts'
import { openCheckout } from '#server/payments/checkout.ts'
import { settle } from '#server/payments/settle.ts'
import { upsertSettings } from '#server/settings/queries.ts'
import { addProduct, addUser, lineFor, registered } from '#tests/support/fixtures/factories.ts'
import { openPaymentWorld } from '#tests/support/payments/payment-harness.ts'
import { rounds } from '#tests/support/rounds.ts'

const world = await openPaymentWorld()
const { shop, db, provider } = world
after(world.close)
beforeEach(async () => {
  await world.sql('delete from settings')
  await set('deliveryFees', [
    { zone: 'Maharashtra', upToKg: 20, fee: 49 },
    { zone: 'Everywhere else', upToKg: 0, fee: 199 },
  ])
})

async function set(name: string, value: unknown) {
  await world.sql(
    'insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
    [name, JSON.stringify(value)],
  )
}

test('a cash order costs what the shopper saw, with the delivery to its address; another fee is told first', async () => {
  const buyer = await addUser(db)
  const pot = await addProduct(db, { price: 495 })
  const wanted = world.wanted(pot)
  const refused = await placeOrder(shop, buyer, { ...wanted, seenFee: 0 })
  assert.ok(!refused.ok && refused.reason === 'delivery-fee')
  assert.match(refused.message, /^Delivery to this address costs ₹(49|199)\. Please check the total/)
  const { fee } = refused
  const placed = await placeOrder(shop, buyer, { ...wanted, seenFee: fee })
  assert.ok(placed.ok)
  const order = await findOrder(db, placed.order.id)
  assert.deepEqual([order?.totalAmount, order?.deliveryFee], [495 + fee, fee])
  const again = await placeOrder(shop, buyer, { ...wanted, seenFee: 0 })
  assert.ok(again.ok && again.order.id === placed.order.id)
})

test('an online payment is opened for the total with the fee, and a fee that changed meanwhile charges nothing', async () => {
  const buyer = await addUser(db)
  const pot = await addProduct(db, { price: 495 })
  const wanted = world.wanted(pot)
  const first = await openCheckout(shop, buyer, { ...wanted, seenFee: 0 })
  assert.ok(first.kind === 'delivery-fee')
  const { fee } = first
  const opened = await openCheckout(shop, buyer, { ...wanted, seenFee: fee })
  assert.ok(opened.kind === 'pay')
  assert.equal(opened.amount, (495 + fee) * 100)
  await set('deliveryFees', [{ zone: 'Everywhere else', upToKg: 0, fee: 299 }])
  assert.deepEqual(await openCheckout(shop, buyer, { ...wanted, seenFee: fee }), {
    kind: 'delivery-fee',
    fee: 299,
    message: 'Delivery to this address costs ₹299. Please check the total, then order again.',
  })
  // A payment that was opened before still buys its own cart.
  provider.state.pay(opened.providerOrderId, {}, {})
  for (const payment of await shop.payments.listPayments(opened.providerOrderId)) await settle(shop, payment)
  const [row] = await world.sql<{ total: string; fee: string }>(
    'select total_amount as total, delivery_fee as fee from orders where user_id = $1',
    [buyer.userId],
  )
  assert.deepEqual([Number(row?.total), Number(row?.fee)], [495 + fee, fee])
})

test('from the set amount on it is free, and the desk’s own orders bear the fee without a question', async () => {
  const buyer = await addUser(db)
  const pot = await addProduct(db, { price: 495 })
  await set('freeFrom', 495)
  const free = await placeOrder(shop, buyer, { ...world.wanted(pot), seenFee: 0 })
  assert.ok(free.ok && free.order.totalAmount === 495 && free.order.deliveryFee === undefined)
  await set('freeFrom', 496)
  const { seenFee: _, ...unseen } = { ...world.wanted(pot), seenFee: 0 }
  const taken = await placeOrder(shop, buyer, unseen)
  assert.ok(taken.ok && (taken.order.deliveryFee ?? 0) > 0)
})

test('the first parcel bears the fee, and its bill has a line Delivery with the tax of the goods', async () => {
  const [buyer, admin] = [await addUser(db), await addUser(db, 'admin')]
  await db.transaction((tx) => upsertSettings(tx, registered))
  const placed = await placeOrder(shop, buyer, world.wanted(await addProduct(db, { price: 495 })))
  assert.ok(placed.ok)
  const { id, deliveryFee = 0 } = placed.order
  const parcel = {
    key: crypto.randomUUID(),
    orderId: id,
    lines: 'rest',
    courier: '',
    awb: '',
    trackingLink: '',
  } as const
  const sent = await dispatchOrder({ db, now: () => new Date() }, admin, { ...parcel, book: false })
  assert.ok(sent.ok, JSON.stringify(sent))
  const [bill] = await world.sql<{
    total: string
    document: { lines: { description: string; total: number; rate: number }[] }
  }>('select total, document from bills where order_id = $1', [id])
  assert.equal(Number(bill?.total), (495 + deliveryFee) * 100)
  const [goods, delivery] = bill?.document.lines ?? []
  assert.deepEqual(
    [delivery?.description, delivery?.total, delivery?.rate],
    ['Delivery', deliveryFee * 100, goods?.rate],
  )
})

const KINDS = ['kept', 'cancelled', 'undone', 'damaged', 'part', 'changed-mind', 'not-delivered'] as const

test('however an order with an offer and a fee goes back, refund, notes and GSTR-1 agree to the paisa', async () => {
  await db.transaction((tx) => upsertSettings(tx, registered))
  const random = (most: number) => 1 + Math.floor(Math.random() * most)
  const [admin, desk] = [await addUser(db, 'admin'), { db, now: () => new Date() }]
  await world.sql(
    `insert into offers (name, kind, amount, applies_to, starts_at) values ('Diwali', 'percent', $1, 'order', now())`,
    [random(40)],
  )
  const ids: number[] = []
  let kept = 0
  for (const kind of [...KINDS, ...Array.from({ length: rounds({ few: 3, all: 60 }) }, () => KINDS[random(7) - 1])]) {
    await set('deliveryFees', [{ zone: 'Everywhere else', upToKg: 0, fee: random(300) }])
    const buyer = await addUser(db)
    const pots = [await addProduct(db, { price: 99 + random(900) }), await addProduct(db, { price: 99 + random(900) })]
    const prices = await listForSale(db, pots)
    const lines = pots.map((pot) => lineFor(pot, { quantity: random(3), seenPrice: prices.get(pot)?.price ?? 0 }))
    const opened = await openCheckout(shop, buyer, world.wanted(0, { lines }))
    assert.ok(opened.kind === 'pay', JSON.stringify(opened))
    const { id: paymentId } = provider.state.pay(opened.providerOrderId, {}, {})
    for (const payment of await shop.payments.listPayments(opened.providerOrderId)) await settle(shop, payment)
    const [row] = await world.sql<{ id: string }>('select id from orders where user_id = $1', [buyer.userId])
    const order = await findOrder(db, Number(row?.id))
    assert.ok(order?.offer && order.deliveryFee)
    const what = JSON.stringify({ kind, lines, order })
    const [total, fee] = [toPaise(order.totalAmount), toPaise(order.deliveryFee)]
    const cancel = async () => {
      await requestCancel(shop, buyer, order.id)
      assert.ok((await approveCancellation(shop, admin, order.id)).ok, what)
    }
    const parcel = { orderId: order.id, lines: 'rest', courier: '', awb: '', trackingLink: '', book: false } as const
    const send = async () => {
      const sent = await dispatchOrder(desk, admin, { ...parcel, key: crypto.randomUUID() })
      assert.ok(sent.ok, what)
      return sent.shipmentId
    }
    const back = async (reason: 'returned' | 'not-delivered', refund: ReturnRefund, most = 9) => {
      const units = lines.map(({ quantity }, position) => ({ position, good: Math.min(most, quantity), damaged: 0 }))
      const wanted = most === 9 ? units : units.slice(0, 1)
      const request = { key: crypto.randomUUID(), shipmentId: await send(), lines: wanted, reason, refund }
      const taken = await takeBack(desk, admin, request)
      assert.ok(taken.ok && taken.creditNote, what)
    }
    // Paise that the shop keeps.
    let rest: number = total
    if (kind === 'kept') await send()
    if (kind === 'cancelled') await cancel()
    if (kind === 'undone') {
      assert.ok((await cancelParcel(desk, admin, await send())).ok, what)
      await cancel()
    }
    if (kind === 'damaged') await back('returned', 'full')
    if (kind === 'not-delivered') await back('not-delivered', 'full')
    if (kind === 'changed-mind') await back('returned', total - fee)
    if (kind === 'part') {
      await back('returned', 'full', 1)
      const { price = 0, quantity = 1, discount = 0 } = order.cartItems[0] ?? {}
      const isAll = quantity === 1 && order.cartItems.length === 1
      rest -= shareOf({ amount: toPaise(price * quantity) - discount, quantity }, 1, 0) + (isAll ? fee : 0)
    } else if (kind === 'changed-mind') rest = fee
    else if (kind !== 'kept') rest = 0
    await world.doJobs()
    const refunded = provider.state.listRefunds(paymentId).reduce((sum, { amount }) => sum + amount, 0)
    assert.equal(refunded, total - rest, what)
    const [documents] = await world.sql<{ total: string }>(
      `select coalesce(sum(case series when 'bill' then total when 'credit-note' then -total end), 0) as total from bills where order_id = $1`,
      [order.id],
    )
    assert.equal(Number(documents?.total), rest, what)
    ids.push(order.id)
    kept += rest
  }
  const gstr1 = createGstr1(toPaise(250_000))
  for await (const batch of readPeriod(db, { first: '2000-01-01', last: '2999-12-31' }))
    for (const one of batch) if (ids.includes(one.invoice.orderId)) gstr1.add(one)
  const sections = gstr1.toSections().filter(({ name }) => name.startsWith('hsn'))
  const sums = sections.flatMap(({ columns, rows }) => rows.map((row) => row[columns.indexOf('Total Value')]))
  assert.equal(
    sums.reduce((sum: number, cell) => sum + (typeof cell === 'object' ? cell.paise : 0), 0),
    kept,
  )
})
