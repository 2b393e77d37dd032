import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, test } from 'node:test'
import { listVariants } from '#server/catalog/stock/queries.ts'
import { deleteOrder } from '#server/order-page/cancel.ts'
import { changeLines, readChangeForm } from '#server/order-page/change-lines.ts'
import { findOrder } from '#server/orders/queries.ts'
import { takeOrder } from '#server/orders/take.ts'
import { dispatchOrder } from '#server/parcels/dispatch.ts'
import { openPayInstead } from '#server/payments/pay-instead.ts'
import { askForReturn } from '#server/returns/ask.ts'
import { giveVoucher } from '#server/returns/settle.ts'
import { addCounted, someAddress } from '#tests/support/fixtures/factories.ts'
import { cancelOrder, countReturn, sendParcel } from '#tests/support/fixtures/order-steps.ts'
import { admin, db, meera, payFor, shop, world } from '#tests/support/payments/payment-fixture.ts'
import { listOwed } from './by-hand-queries.ts'
import { recordPaidBack } from './paid-back.ts'

const { sql } = world
const paid = { paidBackOn: '2026-11-24', reference: 'UTR77' }

beforeEach(() => sql('truncate counter_refunds'))

/** Three pots of ₹495, paid at the counter. */
async function takeAtCounter() {
  const product = await addCounted(db, { 'Grey Stone': 9 })
  const [variant] = (await listVariants(db, [product])).get(product) ?? []
  assert.ok(variant)
  const taken = await takeOrder(shop, admin, {
    ...{ key: randomUUID(), userId: meera.userId, email: '', address: someAddress, payment: 'counter' },
    added: [{ variantId: variant.id, quantity: 3 }],
    seenPrices: new Map([[variant.id, variant.price]]),
  })
  assert.ok(taken.ok)
  return taken.order.id
}

async function changeTo(orderId: number, quantity: number) {
  const seen = (await readChangeForm(shop, orderId))?.seen ?? ''
  const wanted = { lines: [{ position: 0, quantity }], added: [], seenPrices: new Map() }
  const changed = await changeLines(shop, admin, { key: randomUUID(), orderId, seen, wanted })
  assert.ok(changed.ok, JSON.stringify(changed))
}

const cancel = (id: number) => cancelOrder(shop, admin, meera, id)

async function sendAndTakeBack(orderId: number, good: number) {
  await countReturn(shop, admin, await sendParcel(shop, admin, orderId), [{ position: 0, good, damaged: 0 }])
}

const owedOf = async (id: number) =>
  (await listOwed(db)).flatMap((owed) => (owed.orderId === id ? [[owed.reason, owed.amount]] : []))

describe('what was paid at the counter goes back by hand', () => {
  test('after a change and a cancellation, together as much as was paid', async () => {
    const id = await takeAtCounter()
    await changeTo(id, 2)
    assert.deepEqual(await owedOf(id), [['changed', 49_500]])
    await cancel(id)
    assert.deepEqual(await owedOf(id), [
      ['changed', 49_500],
      ['cancelled', 99_000],
    ])
  })

  test('after a return, unless the order was cancelled', async () => {
    const id = await takeAtCounter()
    await sendAndTakeBack(id, 1)
    assert.deepEqual(await owedOf(id), [['returned', 49_500]])
    await cancel(id)
    assert.deepEqual(await owedOf(id), [
      ['returned', 49_500],
      ['cancelled', 99_000],
    ])
  })

  test('what a change has added goes back only if it was paid, and then to where it was paid', async () => {
    const id = await takeAtCounter()
    await changeTo(id, 4)
    await changeTo(id, 3)
    assert.deepEqual(await owedOf(id), [])
    await changeTo(id, 4)
    const opened = await openPayInstead(shop, meera, id)
    assert.ok(opened.kind === 'pay')
    assert.equal((await payFor(meera, opened)).kind, 'placed')
    assert.equal((await findOrder(db, id))?.due, undefined)
    await changeTo(id, 2)
    assert.deepEqual(await owedOf(id), [['changed', 49_500]])
    assert.deepEqual(await sql('select amount::integer, reason from refunds where order_id = $1', [id]), [
      { amount: 49_500, reason: 'changed' },
    ])
  })

  test('without what a voucher for a return has taken the place of', async () => {
    const id = await takeAtCounter()
    const parcel = { key: randomUUID(), orderId: id, courier: '', awb: '', trackingLink: '', book: false }
    assert.ok((await dispatchOrder(shop, admin, { ...parcel, lines: [{ position: 0, quantity: 1 }] })).ok)
    const form = { key: randomUUID(), item: 0, quantity: 1, reason: 'never-arrived', words: '', wanted: 'voucher' }
    const asked = await askForReturn(shop, meera, id, form as never, [])
    assert.ok(asked.ok, JSON.stringify(asked))
    assert.deepEqual(await giveVoucher(shop, admin, asked.id, { key: randomUUID(), amount: 49_500 }), { ok: true })
    await cancel(id)
    assert.deepEqual(await owedOf(id), [['cancelled', 99_000]])
  })

  test('after the order was deleted', async () => {
    const id = await takeAtCounter()
    assert.deepEqual(await deleteOrder(shop, admin, id), { ok: true })
    assert.deepEqual(await owedOf(id), [['deleted', 148_500]])
  })

  test('is paid back once, and its buyer gets one email', async () => {
    const id = await takeAtCounter()
    await cancel(id)
    const [owed] = (await listOwed(db)).filter(({ orderId }) => orderId === id)
    assert.ok(owed)
    const answers = await Promise.all([1, 2, 3].map(() => recordPaidBack(shop, admin, { id: owed.id, ...paid })))
    assert.ok(answers.every(({ ok }) => ok))
    assert.deepEqual(await owedOf(id), [])
    const other = { ...paid, reference: 'UTR78' }
    assert.deepEqual(await recordPaidBack(shop, admin, { id: owed.id, ...other }), {
      ok: false,
      reason: 'paid',
      with: paid,
    })
    const audit = await sql(`select after from audit where action = 'pay back' and subject = $1`, [`order ${id}`])
    assert.deepEqual(audit, [{ after: { amount: 1485, paidOn: '2026-11-24', reference: 'UTR77' } }])
    const emails = await world.queued('send-paid-back-email')
    assert.deepEqual(emails.filter(({ payload }) => payload.counterRefundId === owed.id).length, 1)
  })
})
