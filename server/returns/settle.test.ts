import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { countDocuments } from '#domain/billing/gstr1.ts'
import { exportRefunds } from '#server/admin/csv/refunds.ts'
import { readPeriod } from '#server/billing/queries.ts'
import { READABLE_JOBS } from '#server/db/enqueue.ts'
import { readOwnOrder } from '#server/order-page/page.ts'
import { lockOrder } from '#server/orders/queries.ts'
import { takeBack } from '#server/parcels/returns.ts'
import { moveShipment } from '#server/parcels/steps.ts'
import { listOwed } from '#server/payments/by-hand-queries.ts'
import { enforceRetention } from '#server/privacy/retention.ts'
import { findSettings } from '#server/settings/queries.ts'
import { addUser, registered } from '#tests/support/fixtures/factories.ts'
import { openImageStore } from '#tests/support/fixtures/image-store.ts'
import { admin, db, meera } from '#tests/support/fixtures/order-fixture.ts'
import {
  deliver,
  desk,
  dispatch,
  invoicesOf,
  NOW,
  placeCounted,
  registerShop,
  sql,
  unitsOf,
} from '#tests/support/fixtures/shipment-fixture.ts'
import { readDeskReturn, requestWithoutMoney } from './admin-queries.ts'
import { askForReturn } from './ask.ts'
import { cancelReplacement } from './cancel-replacement.ts'
import { readReturnDesk, withoutMoney } from './desk-page.ts'
import { takeMoneyInstead } from './money-instead.ts'
import { readOwnPayout, readPayout, savePayout } from './payout.ts'
import { findReturnRequest } from './queries.ts'
import { giveVoucher, markReturnPaid, payBackReturn, receiveReturn, replaceReturn } from './settle.ts'

const shop = { ...desk, auth: { secret: 'a secret for tests, long enough to seal with' } }

const store = await openImageStore()
after(() => store.close())

/** A delivered cash order of pots, sent in one parcel or in two, and a request about some of them. */
async function asked({ ordered = 2, quantity = 1, reason = 'damaged', wanted = 'money', parcels = 1 } = {}) {
  await registerShop()
  const { id: orderId, products } = await placeCounted(ordered)
  if (parcels === 2) await dispatch(orderId, { lines: [{ position: 0, quantity: 1 }] })
  const { shipmentId } = await dispatch(orderId)
  await deliver(orderId)
  await sql('update orders set delivered_at = $1 where id = $2', [NOW, orderId])
  await sql('update shipments set delivered_at = $1 where order_id = $2', [NOW, orderId])
  const form = { key: randomUUID(), item: 0, quantity, reason, words: 'It has a crack.', wanted } as never
  const request = await askForReturn({ ...desk, ...store }, meera, orderId, form)
  assert.ok(request.ok, JSON.stringify(request))
  return { id: request.id, orderId, shipmentId, product: products[0] ?? 0 }
}

const receive = (id: number, good: number, damaged = 0) =>
  receiveReturn(desk, admin, id, { key: randomUUID(), good, damaged })
const pay = (id: number, rupees: number, key: string = randomUUID()) =>
  payBackReturn(desk, admin, id, { key, amount: rupees * 100 })
const paid = { paidBackOn: '2026-11-22', reference: 'UTR 42' }
const account = { kind: 'account', name: 'Meera Nair', account: '00112233445', ifsc: 'SBIN0001234' } as const
const byHand = { courier: 'Delhivery', awb: '', trackingLink: '', book: false }

test('a whole return of a cash order: counted, paid back once, and its bank details forgotten a month later', async () => {
  const { id, orderId, product } = await asked({ quantity: 2 })
  const before = await unitsOf(product)
  assert.deepEqual(await receive(id, 0), { ok: false, reason: 'nothing' })
  assert.deepEqual(await receive(id, 2, 1), { ok: false, reason: 'too-many', left: 2 })
  const received = await Promise.all(Array.from({ length: 6 }, () => receive(id, 1, 1)))
  assert.ok(received.every(({ ok }) => ok))
  assert.equal(await unitsOf(product), (before ?? 0) + 1, 'the damaged one is not for sale')

  assert.deepEqual(await savePayout(shop, meera, { orderId, id }, account), { ok: true })
  const [stored] = await sql<{ sealed: string }>('select sealed from payout_details where request_id = $1', [id])
  assert.doesNotMatch(stored?.sealed ?? '', /00112233445|Meera/)
  assert.deepEqual(await readPayout({ ...shop, db }, id), account)

  const [price] = await sql<{ price: number }>('select price from order_lines where order_id = $1', [orderId])
  const all = 2 * (price?.price ?? 0)
  assert.deepEqual(await pay(id, all + 1), { ok: false, reason: 'too-much', left: all * 100 })
  const pressed = await Promise.all(Array.from({ length: 6 }, () => pay(id, all)))
  assert.ok(
    pressed.every(({ ok }) => ok),
    JSON.stringify(pressed),
  )
  assert.deepEqual(await pay(id, 1), { ok: false, reason: 'settled' })
  assert.deepEqual(await replaceReturn(desk, admin, id, { key: randomUUID(), ...byHand }), {
    ok: false,
    reason: 'settled',
  })
  const owed = (await listOwed(db)).filter((one) => one.orderId === orderId)
  assert.deepEqual(
    owed.map(({ amount }) => amount),
    [all * 100],
  )
  assert.deepEqual(
    (await invoicesOf(orderId)).map(({ series, rupees }) => [series, rupees]),
    [
      ['bill', all],
      ['credit-note', all],
    ],
  )
  const marked = await Promise.all(Array.from({ length: 6 }, () => markReturnPaid(desk, admin, id, paid)))
  assert.ok(marked.every(({ ok }) => ok))
  const other = await markReturnPaid(desk, admin, id, { ...paid, reference: 'UTR 43' })
  assert.ok(!other.ok && other.reason === 'paid')
  assert.deepEqual(await savePayout(shop, meera, { orderId, id }, account), { ok: false, reason: 'not-allowed' })
  await enforceRetention({ db, now: () => new Date() } as never)
  assert.deepEqual(await readPayout({ ...shop, db }, id), account)
  await sql(`update payout_details set expires_at = expires_at - interval '31 days'`)
  await enforceRetention({ db, now: () => new Date() } as never)
  assert.equal(await readPayout({ ...shop, db }, id), undefined)
})

test('the timeline has what went back as every other price, as money or as a voucher', async () => {
  for (const [wanted, settle] of [
    ['money', payBackReturn],
    ['voucher', giveVoucher],
  ] as const) {
    const { id } = await asked({ ordered: 3, quantity: 3, wanted })
    assert.ok((await receive(id, 3)).ok)
    assert.deepEqual(await settle(desk, admin, id, { key: randomUUID(), amount: 123_450 }), { ok: true })
    assert.equal((await readDeskReturn(db, id, NOW))?.steps.at(-1)?.note, '₹1,234.50')
  }
})

test('what came back of two parcels is owed and credited by parcel, and marked as paid with one press', async () => {
  const { id, orderId, product } = await asked({ quantity: 2, parcels: 2 })
  const before = (await unitsOf(product)) ?? 0
  assert.deepEqual(await receive(id, 2, 1), { ok: false, reason: 'too-many', left: 2 })
  assert.ok((await Promise.all(Array.from({ length: 6 }, () => receive(id, 1, 1)))).every(({ ok }) => ok))
  assert.equal(await unitsOf(product), before + 1)
  const [line] = await sql<{ price: number }>('select price from order_lines where order_id = $1', [orderId])
  const all = 2 * (line?.price ?? 0)
  assert.deepEqual(await pay(id, all + 1), { ok: false, reason: 'too-much', left: all * 100 })
  assert.deepEqual(await pay(id, all - 1), { ok: true })
  const owed = async () => (await listOwed(db)).filter((each) => each.orderId === orderId)
  const parts = (await owed()).map(({ amount, requestId }) => ({ amount, requestId }))
  assert.deepEqual(parts, Array(2).fill({ amount: (all - 1) * 50, requestId: id }))
  const documents = await sql<{ series: string; total: string }>(
    'select series, total from bills where order_id = $1 order by id',
    [orderId],
  )
  assert.deepEqual(
    documents.map(({ series, total }) => [series, Number(total)]),
    [
      ['bill', all * 50],
      ['bill', all * 50],
      ['credit-note', (all - 1) * 50],
      ['credit-note', (all - 1) * 50],
    ],
  )
  const courier = { isAvailable: false }
  const byHand = async () => (await readReturnDesk({ ...shop, courier } as never, id))?.byHand
  assert.equal((await byHand())?.amount, (all - 1) * 100)
  assert.ok(
    (await Promise.all(Array.from({ length: 6 }, () => markReturnPaid(desk, admin, id, paid)))).every(({ ok }) => ok),
  )
  assert.deepEqual(await owed(), [])
  assert.deepEqual([(await byHand())?.amount, (await byHand())?.reference], [(all - 1) * 100, 'UTR 42'])
})

test('what is not counted is replaced while it is on sale, and is Sold when that has arrived', async () => {
  const { id, orderId, product } = await asked({ wanted: 'replacement' })
  await sql(`update products set stock = 'as-delivered', delivered_at = null where id = $1`, [product])
  const isSold = async () =>
    (await sql<{ is_sold: boolean }>('select is_sold from products where id = $1', [product]))[0]
  await sql('update products set on_sale = false where id = $1', [product])
  const press = () => replaceReturn(desk, admin, id, { key: randomUUID(), ...byHand })
  assert.deepEqual(await press(), { ok: false, reason: 'no-unit' })
  await sql('update products set on_sale = true where id = $1', [product])
  assert.deepEqual(await press(), { ok: true })
  assert.deepEqual(await isSold(), { is_sold: false })
  const [parcel] = await sql<{ id: string }>(`select id from shipments where order_id = $1 and kind = 'replacement'`, [
    orderId,
  ])
  assert.deepEqual(await moveShipment(desk, admin, { shipmentId: Number(parcel?.id), step: 'delivered' }), { ok: true })
  assert.deepEqual(await isSold(), { is_sold: true })
})

test('money back without goods is credited by value, up to what the request is about', async () => {
  const { id, orderId } = await asked({ reason: 'never-arrived' })
  assert.deepEqual(await receive(id, 1), { ok: false, reason: 'not-allowed' })
  const [price] = await sql<{ price: number }>('select price from order_lines where order_id = $1', [orderId])
  const one = price?.price ?? 0
  assert.deepEqual(await pay(id, one + 1), { ok: false, reason: 'too-much', left: one * 100 })
  assert.deepEqual(await pay(id, one), { ok: true })
  assert.deepEqual(
    (await invoicesOf(orderId)).map(({ series, rupees }) => [series, rupees]),
    [
      ['bill', 2 * one],
      ['credit-note', one],
    ],
  )
  assert.equal((await listOwed(db)).filter((each) => each.orderId === orderId).length, 1)
})

test('a replacement of a cash order that comes back too is paid back by hand', async () => {
  const { id, orderId } = await asked({ wanted: 'replacement' })
  assert.deepEqual(await replaceReturn(desk, admin, id, { key: randomUUID(), ...byHand }), { ok: true })
  const [parcel] = await sql<{ id: string }>(`select id from shipments where order_id = $1 and kind = 'replacement'`, [
    orderId,
  ])
  const shipmentId = Number(parcel?.id)
  assert.deepEqual(await moveShipment(desk, admin, { shipmentId, step: 'delivered' }), { ok: true })
  const lines = [{ position: 0, good: 1, damaged: 0 }]
  const back = { key: randomUUID(), shipmentId, lines, reason: 'returned', refund: 'full' } as const
  assert.ok((await takeBack(desk, admin, back)).ok)
  const [line] = await sql<{ price: number }>('select price from order_lines where order_id = $1', [orderId])
  const owed = (await listOwed(db)).filter((each) => each.orderId === orderId)
  assert.deepEqual(
    owed.map(({ amount }) => amount),
    [(line?.price ?? 0) * 100],
  )
})

test('a replacement takes a unit, goes once with a challan and without a charge, and counts as no sale', async () => {
  const { id, orderId, product } = await asked({ wanted: 'replacement' })
  const before = await unitsOf(product)
  const presses = Array.from({ length: 6 }, () => replaceReturn(desk, admin, id, { key: randomUUID(), ...byHand }))
  assert.ok((await Promise.all(presses)).every(({ ok }) => ok))
  assert.equal(await unitsOf(product), (before ?? 0) - 1)
  const bills = await sql<{ series: string; number: string; tax: string }>(
    `select series, number, document->'totals'->>'igst' as tax from bills where order_id = $1 order by id`,
    [orderId],
  )
  assert.deepEqual(
    bills.map(({ series }) => series),
    ['bill', 'delivery-challan'],
  )
  assert.deepEqual([/^..DC\//.test(bills[1]?.number ?? ''), bills[1]?.tax], [true, '0'])
  const page = await readOwnOrder(desk, meera, orderId)
  assert.deepEqual(
    page?.parcels.map(({ isReplacement }) => isReplacement),
    [false, true],
  )
  const [order] = await sql<{ dispatched: string; total_amount: number }>(
    'select dispatched, total_amount from orders where id = $1',
    [orderId],
  )
  assert.equal(order?.dispatched, 'whole')
  const [cash] = await sql<{ cash: string }>('select sum(cash) as cash from shipments where order_id = $1', [orderId])
  assert.equal(Number(cash?.cash), Number(order?.total_amount))
  assert.deepEqual(await pay(id, 1), { ok: false, reason: 'settled' })
})

test('a replacement is cancelled once while it is in the shop: its unit is for sale, and its request is open again', async () => {
  const { id, orderId, product } = await asked({ wanted: 'replacement', reason: 'warranty' })
  await receive(id, 0, 1)
  const before = await unitsOf(product)
  const replace = () => replaceReturn(desk, admin, id, { key: randomUUID(), ...byHand })
  const cancel = () => cancelReplacement(desk, admin, id)
  assert.deepEqual(await cancel(), { ok: true }, 'there is none')
  for (let round = 0; round < 2; round += 1) {
    assert.deepEqual(await replace(), { ok: true })
    assert.ok((await Promise.all(Array.from({ length: 6 }, cancel))).every(({ ok }) => ok))
    assert.equal(await unitsOf(product), before)
    const request = await findReturnRequest(db, id)
    assert.deepEqual([request?.state, request?.settledAs, request?.settledAt], ['received', null, null])
    const [order] = await sql<{ worth: number | null }>('select warranty_amount as worth from orders where id = $1', [
      orderId,
    ])
    assert.equal(order?.worth, null)
  }
  const year = { first: '2026-04-01', last: '2027-03-31' }
  const documents = []
  for await (const batch of readPeriod(db, year, registered.gstin)) documents.push(...batch)
  const challans = documents.filter(({ series }) => series === 'delivery-challan')
  assert.deepEqual(
    countDocuments(challans).map(([, , , all, cancelled]) => [all, cancelled]),
    [[challans.length, 2]],
  )
  assert.deepEqual(await replace(), { ok: true })
  const [parcel] = await sql<{ id: string }>(
    `select id from shipments where return_request_id = $1 and kind = 'replacement' and step <> 'cancelled'`,
    [id],
  )
  assert.deepEqual(await moveShipment(desk, admin, { shipmentId: Number(parcel?.id), step: 'picked-up' }), { ok: true })
  assert.deepEqual(await cancel(), { ok: false, reason: 'picked-up' })
})

test('a replacement whose buyer has asked for something else since is not cancelled', async () => {
  const { id, orderId } = await asked({ quantity: 2, wanted: 'replacement' })
  assert.deepEqual(await replaceReturn(desk, admin, id, { key: randomUUID(), ...byHand }), { ok: true })
  const form = {
    key: randomUUID(),
    item: 0,
    quantity: 1,
    reason: 'wrong',
    words: 'It is blue.',
    wanted: 'money',
  } as never
  assert.ok((await askForReturn({ ...desk, ...store }, meera, orderId, form)).ok)
  assert.deepEqual(await cancelReplacement(desk, admin, id), { ok: false, reason: 'asked-again' })
})

test('staff without the right to see money settle goods, and are sent no amount', async () => {
  const { id, orderId } = await asked({ reason: 'warranty', wanted: 'replacement' })
  await savePayout(shop, meera, { orderId, id }, account)
  const read = await readReturnDesk({ ...shop, courier: { isAvailable: false } } as never, id)
  assert.ok(read && read.most > 0 && read.actions.includes('pay-back'))
  const shown = withoutMoney(read)
  assert.deepEqual(shown.actions, ['book-pickup', 'drop-off', 'receive', 'replace'])
  assert.deepEqual([shown.most, shown.byHand, shown.payout, shown.isAsked], [0, undefined, undefined, false])
  await pay(id, 100)
  const request = await readDeskReturn(db, id, NOW)
  assert.ok(request && JSON.stringify(request).includes('₹100'))
  assert.doesNotMatch(JSON.stringify(requestWithoutMoney(request)), /₹|"amount":[^n]|"price"/)
})

test('the buyer is emailed that bank details were entered, once for each, and what cannot be read stops nobody', async () => {
  const { id, orderId } = await asked({ reason: 'never-arrived' })
  const save = (payout: typeof account | { kind: 'upi'; name: string; upi: string }) =>
    savePayout(shop, meera, { orderId, id }, payout)
  const told = async () =>
    (
      await sql(
        `select from ${READABLE_JOBS} as job where payload ->> 'template' = 'payout-changed' and payload ->> 'userId' = $1`,
        [meera.userId],
      )
    ).length
  const before = await told()
  await save(account)
  await save(account)
  assert.equal((await told()) - before, 1)
  await pay(id, 100)
  const file = async () => (await exportRefunds({ ...shop, db } as never, await findSettings(db)).text()).split('\r\n')
  assert.ok((await file()).includes(`Meera Nair,00112233445,SBIN0001234,,100.00,RET-${id}`))
  await sql(`update payout_details set sealed = 'ffff' where request_id = $1`, [id])
  assert.ok(!(await file()).some((line) => line.includes(`RET-${id}`)))
  const courier = { isAvailable: false }
  assert.equal((await readReturnDesk({ ...shop, courier } as never, id))?.payout, 'unreadable')
  assert.equal((await readOwnPayout(shop, meera, { orderId, id }))?.payout, undefined)
})

test('without a unit nothing is replaced, and money that the buyer wants for a fault of the shop is not replaced', async () => {
  const money = await asked({ wanted: 'money' })
  const press = (id: number) => replaceReturn(desk, admin, id, { key: randomUUID(), ...byHand })
  assert.deepEqual(await press(money.id), { ok: false, reason: 'not-allowed' })
  const { id, product } = await asked({ wanted: 'replacement' })
  await sql('update product_variants set on_hand = 0 where product_id = $1', [product])
  assert.deepEqual(await press(id), { ok: false, reason: 'no-unit' })
  assert.equal((await findReturnRequest(db, id))?.state, 'requested')
})

test('a stranger’s bank details are not taken, and a deleted return is not found', async () => {
  const { id, orderId } = await asked()
  const stranger = await addUser(db)
  assert.deepEqual(await savePayout(shop, stranger, { orderId, id }, account), { ok: false, reason: 'not-found' })
  assert.deepEqual(await savePayout(shop, meera, { orderId: orderId + 1, id }, account), {
    ok: false,
    reason: 'not-found',
  })
  assert.deepEqual(await markReturnPaid(desk, admin, id, paid), { ok: false, reason: 'not-found' })
  assert.deepEqual(await pay(999_999, 1), { ok: false, reason: 'not-found' })
})

test('pages about a return wait for nobody who works on its order', { timeout: 30_000 }, async () => {
  const { id, orderId } = await asked()
  await db.transaction(async (tx) => {
    await lockOrder(tx, orderId)
    assert.equal((await readOwnPayout(shop, meera, { orderId, id }))?.isAwaited, true)
    const courier = { isAvailable: false } as never
    assert.ok((await readReturnDesk({ ...shop, courier } as never, id))?.actions.includes('receive'))
    assert.equal(await readOwnPayout(shop, await addUser(db), { orderId, id }), undefined)
  })
})

test('what the desk has counted on the order’s page cannot be counted again', async () => {
  const { id, shipmentId } = await asked({ quantity: 2 })
  const key = randomUUID()
  const lines = [{ position: 0, good: 1, damaged: 0 }]
  await takeBack(desk, admin, { key, shipmentId, lines, reason: 'returned', refund: 'full' })
  assert.deepEqual(await receive(id, 2), { ok: false, reason: 'too-many', left: 1 })
  assert.deepEqual(await receive(id, 1), { ok: true })
})

test('a voucher is made once, what came back is credited, and no cash is owed for it', async () => {
  const { id, orderId } = await asked({ wanted: 'voucher' })
  assert.deepEqual(await receive(id, 1), { ok: true })
  const [line] = await sql<{ price: number }>('select price from order_lines where order_id = $1', [orderId])
  const amount = (line?.price ?? 0) * 100
  const give = (paise: number) => giveVoucher(desk, admin, id, { key: randomUUID(), amount: paise })
  assert.deepEqual(await give(amount + 100), { ok: false, reason: 'too-much', left: amount })
  assert.ok((await Promise.all(Array.from({ length: 6 }, () => give(amount)))).every(({ ok }) => ok))
  assert.equal((await sql('select from vouchers where return_request_id = $1', [id])).length, 1)
  assert.deepEqual(
    (await invoicesOf(orderId)).map(({ series }) => series),
    ['bill', 'credit-note'],
  )
  assert.equal((await listOwed(db)).filter((each) => each.orderId === orderId).length, 0)
  assert.deepEqual(await pay(id, 1), { ok: false, reason: 'settled' })
})

test('money takes the place of a voucher once, where the fault was the shop’s: what came back is owed', async () => {
  const { id, orderId } = await asked({ wanted: 'voucher' })
  assert.deepEqual(await receive(id, 1), { ok: true })
  const [line] = await sql<{ price: number }>('select price from order_lines where order_id = $1', [orderId])
  const amount = (line?.price ?? 0) * 100
  const instead = (user: typeof meera) => takeMoneyInstead(desk, user, { orderId, id })
  assert.deepEqual(await instead(meera), { ok: false, reason: 'not-allowed' })
  await giveVoucher(desk, admin, id, { key: randomUUID(), amount })
  await sql('update vouchers set balance = balance - 10000 where return_request_id = $1', [id])
  assert.deepEqual(await instead(await addUser(db)), { ok: false, reason: 'not-found' })
  assert.ok((await Promise.all(Array.from({ length: 6 }, () => instead(meera)))).every(({ ok }) => ok))
  const vouchers = await sql<{ balance: string }>('select balance from vouchers where return_request_id = $1', [id])
  assert.deepEqual(vouchers, [{ balance: '0' }])
  const owed = (await listOwed(db)).filter((each) => each.orderId === orderId)
  assert.deepEqual(
    owed.map((each) => each.amount),
    [amount - 10_000],
  )
  assert.deepEqual(
    (await invoicesOf(orderId)).map(({ series }) => series),
    ['bill', 'credit-note'],
  )
  assert.deepEqual(await savePayout(shop, meera, { orderId, id }, account), { ok: true })
  assert.deepEqual(await markReturnPaid(desk, admin, id, paid), { ok: true })
})

test('of goods that were kept, money instead of the voucher reduces their price; a voucher for a warranty stays one', async () => {
  const kept = await asked({ wanted: 'voucher' })
  const given = await asked({ wanted: 'voucher', reason: 'warranty' })
  for (const { id } of [kept, given])
    assert.deepEqual(await giveVoucher(desk, admin, id, { key: randomUUID(), amount: 10_000 }), { ok: true })
  assert.deepEqual(await takeMoneyInstead(desk, meera, kept), { ok: true })
  assert.deepEqual(await takeMoneyInstead(desk, meera, given), { ok: false, reason: 'not-allowed' })
  const owed = (await listOwed(db)).filter(({ orderId }) => orderId === kept.orderId)
  assert.deepEqual(
    owed.map(({ amount, requestId }) => ({ amount, requestId })),
    [{ amount: 10_000, requestId: kept.id }],
  )
  assert.deepEqual((await invoicesOf(kept.orderId)).map(({ series, rupees }) => [series, rupees]).slice(1), [
    ['credit-note', 100],
  ])
})
