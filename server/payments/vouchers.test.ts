import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createGstr1 } from '#domain/billing/gstr1.ts'
import type { Invoice } from '#domain/billing/invoice.ts'
import { viewInvoice } from '#domain/billing/invoice-view.ts'
import { registered } from '#domain/billing/sample-settings.ts'
import { defaultSettings, type Settings } from '#domain/shop/settings.ts'
import { findInvoice, listInvoicesOf } from '#server/billing/queries.ts'
import { deleteOrder } from '#server/order-page/cancel.ts'
import { placeOrder } from '#server/orders/place.ts'
import { upsertSettings } from '#server/settings/queries.ts'
import { addProduct, addUser } from '#tests/support/fixtures/factories.ts'
import { cancelOrder, sendParcel } from '#tests/support/fixtures/order-steps.ts'
import { admin, meera, payFor, placePaid, pot, pots, shop, world } from '#tests/support/payments/payment-fixture.ts'
import { openPayInstead } from './pay-instead.ts'
import { settle } from './settle.ts'

const change = (settings: Partial<Settings>) => shop.db.transaction((tx) => upsertSettings(tx, settings))
before(() => change(registered))
after(() => change(defaultSettings))

const cancel = (id: number) => cancelOrder(shop, admin, meera, id)

const dispatch = (orderId: number, quantity: number) =>
  sendParcel(shop, admin, orderId, { lines: [{ position: 0, quantity }] })

async function documentsOf(id: number): Promise<Invoice[]> {
  const found = await Promise.all(
    (await listInvoicesOf(shop.db, id)).map((invoice) => findInvoice(shop.db, invoice.id)),
  )
  return found.flatMap((invoice) => (invoice ? [invoice.document] : []))
}

const kindsOf = async (id: number) => (await documentsOf(id)).map(({ kind, totals }) => [kind, totals.total])

describe('an order paid online', () => {
  test('has a receipt voucher with what rule 50 asks for, once however often it is settled', async () => {
    const { orderId: id, paymentId } = await placePaid(pots(3))
    await settle(shop, await shop.payments.getPayment(paymentId))
    const [voucher, ...others] = await documentsOf(id)
    assert.ok(voucher)
    assert.deepEqual(others, [])
    assert.match(voucher.number, /^GMRV\/\d\d-\d\d\/\d{5}$/)
    const { title, facts, buyer, sums, notes, signatory, columns, copy } = viewInvoice(voucher)
    assert.equal(title, 'Receipt voucher')
    assert.equal(buyer.heading, 'Received from')
    assert.deepEqual([signatory, copy], ['Lamp House Private Limited', undefined])
    const factOf = (label: string) => facts.find((fact) => fact.label === label)?.value
    assert.equal(factOf('Receipt voucher no.'), voucher.number)
    assert.equal(factOf('Place of supply'), 'Karnataka (29)')
    assert.equal(factOf('Reverse charge'), 'No')
    assert.equal(factOf('Payment'), `Paid online, ${paymentId}`)
    assert.ok(columns.some(({ heading }) => heading === 'IGST'))
    assert.deepEqual(sums.at(-1), { label: 'Advance received', value: '₹1,485.00' })
    assert.match(notes.join(' '), /no invoice.*Notification 66\/2017/)
    assert.equal(voucher.shipmentId, undefined)
  })

  test('that is cancelled before it is sent has a refund voucher with what rule 51 asks for', async () => {
    const { orderId: id } = await placePaid(pots(3))
    await cancel(id)
    await cancel(id)
    const [receipt, refund, ...others] = await documentsOf(id)
    assert.ok(receipt && refund)
    assert.deepEqual(others, [])
    assert.match(refund.number, /^GMRF\//)
    assert.deepEqual(refund.against, { number: receipt.number, date: receipt.date, kind: 'receipt-voucher' })
    assert.deepEqual(refund.totals, receipt.totals)
    const { title, facts, sums, buyer } = viewInvoice(refund)
    assert.deepEqual([title, buyer.heading], ['Refund voucher', 'Refunded to'])
    assert.deepEqual(sums.at(-1), { label: 'Total refunded', value: '₹1,485.00' })
    assert.ok(facts.some(({ label, value }) => label === 'Reverse charge' && value === 'No'))
  })

  test('that is deleted has one too, for what was not sent; the rest has its invoice', async () => {
    const { orderId: id } = await placePaid(pots(3))
    await dispatch(id, 2)
    await deleteOrder(shop, admin, id)
    assert.deepEqual(await kindsOf(id), [
      ['receipt-voucher', 148_500],
      ['tax-invoice', 99_000],
      ['credit-note', 99_000],
      ['refund-voucher', 49_500],
    ])
  })

  test('that was sent whole has none', async () => {
    const { orderId: id } = await placePaid(pots(3))
    await dispatch(id, 3)
    await cancel(id)
    assert.deepEqual(
      (await kindsOf(id)).map(([kind]) => kind),
      ['receipt-voucher', 'tax-invoice'],
    )
  })

  test('instead of in cash has a receipt voucher from then on', async () => {
    const placed = await placeOrder(shop, meera, world.wanted(pot))
    assert.ok(placed.ok)
    assert.deepEqual(await documentsOf(placed.order.id), [])
    const opened = await openPayInstead(shop, meera, placed.order.id)
    assert.ok(opened.kind === 'pay')
    await payFor(meera, opened)
    assert.deepEqual(await kindsOf(placed.order.id), [['receipt-voucher', 49_500]])
  })

  test('by many at once gives numbers without a gap', async () => {
    const opened = []
    for (let count = 0; count < 6; count++) {
      const user = await addUser(shop.db)
      opened.push({ user, checkout: await world.open(user, world.wanted(await addProduct(shop.db))) })
    }
    await Promise.all(opened.map(({ user, checkout }) => payFor(user, checkout)))
    const serials = await world.sql<{ serial: number }>(
      `select serial from bills where series = 'receipt-voucher' order by serial`,
    )
    assert.deepEqual(
      serials.map(({ serial }) => serial),
      serials.map((_, index) => index + 1),
    )
    assert.ok(serials.length >= 6)
  })

  test('has vouchers without tax from a composition taxable person, and none from anyone else', async () => {
    await change({ taxRegime: 'composition' })
    const { orderId: id } = await placePaid(pots(3))
    await cancel(id)
    for (const document of await documentsOf(id)) {
      assert.equal(document.totals.igst, 0)
      assert.ok(!viewInvoice(document).columns.some(({ heading }) => heading === 'IGST'))
    }
    for (const settings of [{ taxRegime: 'unregistered' }, { ...registered, legalName: '' }] as const) {
      await change(settings)
      const { orderId: other } = await placePaid(pots(3))
      await cancel(other)
      assert.deepEqual(await documentsOf(other), [])
    }
    await change(registered)
  })

  test('is in table 13 of GSTR-1 only', async () => {
    const { orderId: id } = await placePaid(pots(3))
    await cancel(id)
    const gstr1 = createGstr1(1)
    for (const [index, invoice] of (await documentsOf(id)).entries()) {
      const { kind, number } = invoice
      assert.ok(kind === 'receipt-voucher' || kind === 'refund-voucher')
      gstr1.add({ invoice, kind, number, series: kind, financialYear: '26-27', serial: index + 1 })
    }
    const filled = gstr1.toSections().filter(({ rows }) => rows.length > 0)
    assert.deepEqual(
      filled.map(({ name, rows }) => [name, rows.map(([nature]) => nature)]),
      [['docs', ['Receipt Voucher', 'Refund Voucher']]],
    )
  })
})
