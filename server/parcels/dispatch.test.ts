import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { approveCancellation, deleteOrder, requestCancel } from '#server/order-page/cancel.ts'
import { listWrongStates } from '#server/orders/admin-queries.ts'
import { changeAddress, chooseState, confirmBillTo } from '#server/orders/change.ts'
import { findOrder } from '#server/orders/queries.ts'
import { finishDelivery } from '#server/parcels/deliver.ts'
import { dispatchMany } from '#server/parcels/dispatch.ts'
import { addProduct, lineFor } from '#tests/support/fixtures/factories.ts'
import { admin, count, db, meera, place } from '#tests/support/fixtures/order-fixture.ts'
import { cancelOrder } from '#tests/support/fixtures/order-steps.ts'
import {
  deliver,
  desk,
  dispatch,
  dispatchedOf,
  getShipment,
  invoicesOf,
  jobsOf,
  placeCounted,
  quantities,
  registerShop,
  requestFor,
  sentLines,
  sql,
} from '#tests/support/fixtures/shipment-fixture.ts'
import { assertStockAddsUp } from '#tests/support/fixtures/stock-ledger.ts'
import { deliverOrder } from './deliver.ts'
import { dispatchOrder } from './dispatch.ts'
import { listShipmentsOf } from './queries.ts'

const try_ = (id: number, changes = {}) => dispatchOrder(desk, admin, requestFor(id, changes))

describe('without a legal identity', () => {
  test('a parcel leaves without an invoice, and the desk is told what to fill in', async () => {
    const id = await place(meera, [lineFor(await addProduct(db))])
    const { issued } = await dispatch(id)
    assert.equal(issued.invoice, undefined)
    assert.ok(!issued.invoice && issued.missing.includes('Legal name'))
    assert.deepEqual(await invoicesOf(id), [])
  })

  test('delivering sends what is left and writes one audit record', async () => {
    const id = await place(meera, [lineFor(await addProduct(db), { quantity: 2 })])
    assert.deepEqual(await deliver(id), { ok: true })
    assert.deepEqual(await deliver(id), { ok: true })
    const shipments = await listShipmentsOf(db, id)
    assert.deepEqual(
      shipments.map(({ step, lines, courier, awb, trackingLink }) => ({ step, lines, courier, awb, trackingLink })),
      [{ step: 'delivered', lines: sentLines(2), courier: '', awb: undefined, trackingLink: undefined }],
    )
    assert.equal(await count('from audit where subject = $1', [`order ${id}`]), 1)
    assert.deepEqual(await jobsOf({ orderId: id }), ['delivered'])
    assert.equal((await findOrder(db, id))?.status, 'delivered')
  })
})

describe('dispatching', () => {
  before(registerShop)

  test('writes parcel, first step, invoice, audit and email together', async () => {
    const id = await place(meera, [lineFor(await addProduct(db), { quantity: 3 })])
    const { shipmentId, issued } = await dispatch(id, { awb: 'AB-1/2' })
    assert.ok(issued.invoice)
    const { scans, time: _, stepAt: __, ...shipment } = await getShipment(shipmentId)
    assert.deepEqual(shipment, {
      id: shipmentId,
      kind: 'sale',
      orderId: id,
      courier: 'Delhivery',
      pickUp: false,
      awb: 'AB-1/2',
      trackingLink: 'https://www.delhivery.com/track/package/AB-1%2F2',
      step: 'packed',
      status: undefined,
      cash: 3 * 495,
      fee: 0,
      booking: undefined,
      bookingProblem: undefined,
      missingForInvoice: [],
      labelLink: undefined,
      lines: sentLines(3),
      returned: [],
    })
    assert.deepEqual(
      scans.map(({ step, source }) => [step, source]),
      [['packed', 'desk']],
    )
    assert.equal(await dispatchedOf(id), 'whole')
    assert.deepEqual(await invoicesOf(id), [{ series: 'bill', rupees: 3 * 495, shipment: shipmentId }])
    assert.deepEqual(await jobsOf({ shipmentId }), ['dispatched'])
    const [audit] = await sql<{ action: string; after: { shipment: number } }>(
      'select action, after from audit where subject = $1',
      [`order ${id}`],
    )
    assert.deepEqual([audit?.action, audit?.after.shipment], ['dispatch order', shipmentId])
  })

  test('sends an order in parts, never more than was ordered, each with its own invoice', async () => {
    const id = await place(meera, [
      lineFor(await addProduct(db), { quantity: 3 }),
      lineFor(await addProduct(db), { quantity: 1 }),
    ])
    const first = await dispatch(id, { lines: quantities(2, 0) })
    assert.equal(await dispatchedOf(id), 'part')
    assert.deepEqual(await try_(id, { lines: quantities(2) }), { ok: false, reason: 'too-many' })
    assert.deepEqual(await try_(id, { lines: quantities(0, 0) }), { ok: false, reason: 'nothing' })
    const second = await dispatch(id)
    assert.deepEqual((await getShipment(second.shipmentId)).lines, sentLines(1, 1))
    assert.equal(await dispatchedOf(id), 'whole')
    assert.deepEqual(await try_(id), { ok: false, reason: 'nothing' })
    assert.deepEqual(await invoicesOf(id), [
      { series: 'bill', rupees: 990, shipment: first.shipmentId },
      { series: 'bill', rupees: 990, shipment: second.shipmentId },
    ])
  })

  test('once for each form, however often it is sent', async () => {
    const id = await place(meera, [lineFor(await addProduct(db), { quantity: 2 })])
    const request = requestFor(id, { lines: quantities(1), awb: `ONCE${id}` })
    const all = await Promise.all(Array.from({ length: 8 }, () => dispatchOrder(desk, admin, request)))
    assert.equal(new Set(all.map((sent) => JSON.stringify(sent))).size <= 2, true)
    assert.equal(new Set(all.map((sent) => sent.ok && sent.shipmentId)).size, 1)
    assert.equal(new Set(all.map((sent) => sent.ok && sent.issued.invoice?.number)).size, 1)
    assert.equal((await invoicesOf(id)).length, 1)
    const other = await place(meera, [lineFor(await addProduct(db))])
    assert.deepEqual(await try_(other, { key: request.key }), { ok: false, reason: 'not-allowed' })
  })

  test('refuses an AWB that another parcel of this courier has', async () => {
    const [one, two] = [await placeCounted(1), await placeCounted(1)]
    await dispatch(one.id, { awb: `x${one.id}` })
    assert.deepEqual(await try_(two.id, { awb: `X${one.id}` }), { ok: false, reason: 'awb-taken' })
    assert.equal(await dispatchedOf(two.id), 'none')
    await dispatch(two.id, { awb: `X${one.id}`, courier: 'DTDC' })
  })

  test('refuses unknown, cancelled and delivered orders, not those with a requested cancellation', async () => {
    const { id } = await placeCounted(1)
    assert.deepEqual(await try_(2 ** 40), { ok: false, reason: 'not-found' })
    await requestCancel(desk, meera, id)
    await dispatch(id)
    assert.equal((await findOrder(db, id))?.cancel, 'requested')
    const cancelled = await placeCounted(1)
    await cancelOrder(desk, admin, meera, cancelled.id)
    assert.deepEqual(await try_(cancelled.id), { ok: false, reason: 'not-allowed' })
    assert.deepEqual(await invoicesOf(cancelled.id), [])
    const delivered = await placeCounted(1)
    await deliver(delivered.id)
    assert.deepEqual(await try_(delivered.id), { ok: false, reason: 'not-allowed' })
  })

  test('asks for the State where the pincode does not tell it, before anything is written', async () => {
    const { id } = await placeCounted(1)
    await sql(`update orders set pincode = '605007' where id = $1`, [id])
    const refused = { ok: false, reason: 'state-needed' }
    assert.deepEqual(await try_(id), refused)
    assert.deepEqual(await deliverOrder(desk, admin, id), refused)
    assert.equal(await dispatchedOf(id), 'none')
    assert.equal(await count('from shipments where order_id = $1', [id]), 0)
    await sql(`update orders set state_code = '34' where id = $1`, [id])
    assert.deepEqual(await deliver(id), { ok: true })
    assert.equal((await invoicesOf(id)).length, 1)
  })

  test('refuses an order whose State contradicts its pincode, until the desk has decided', async () => {
    const { id } = await placeCounted(1)
    await sql(`update orders set city = 'Pune', pincode = '600002', state_code = '27' where id = $1`, [id])
    assert.deepEqual(await listWrongStates(db), [
      { id, problem: '600002 is in Tamil Nadu. Check the pincode or the State.' },
    ])
    const refused = { ok: false, reason: 'state-contradicts' }
    assert.deepEqual(await try_(id), refused)
    assert.deepEqual(await deliverOrder(desk, admin, id), refused)
    const [chosen] = await dispatchMany(desk, admin, { key: randomUUID(), ids: [id] })
    assert.deepEqual(chosen, { id, dispatched: refused })
    assert.equal(await count('from shipments where order_id = $1', [id]), 0)
    assert.deepEqual(await chooseState(desk, admin, id, '27'), { ok: false, reason: 'contradicts' })
    assert.deepEqual(await chooseState(desk, admin, id, '33'), { ok: true })
    assert.deepEqual(await listWrongStates(db), [])
    await dispatch(id)
    assert.deepEqual(await sql('select place_of_supply from bills where order_id = $1', [id]), [
      { place_of_supply: '33' },
    ])
  })

  test('asks once where a GSTIN of another State is billed; the next parcel follows, another address asks anew', async () => {
    const { id } = await placeCounted(2)
    const gstin = '27AAPFU0939F1ZV'
    await sql(`update orders set gstin = $2 where id = $1`, [id, gstin])
    const refused = { ok: false, reason: 'bill-to-needed' }
    assert.deepEqual(await try_(id), refused)
    assert.deepEqual(await deliverOrder(desk, admin, id), refused)
    const seen = 'Bill to Maharashtra, ship to Karnataka: IGST'
    const confirm = (changes = {}) =>
      confirmBillTo(desk, admin, id, { seen, registeredAddress: '4 Paud Road\nPune 411038', ...changes })
    assert.deepEqual(await confirm({ registeredAddress: '' }), { ok: false, reason: 'address-needed' })
    assert.deepEqual(await confirm({ seen: 'Bill to Goa' }), { ok: false, reason: 'changed' })
    assert.deepEqual(await confirm(), { ok: true })
    const address = (await findOrder(db, id))?.addressInfo
    assert.equal(address?.registeredAddress, '4 Paud Road\nPune 411038')
    assert.ok(address)
    assert.deepEqual(await changeAddress(desk, admin, id, { ...address, firm: 'Kaveri Gardens' }), { ok: true })
    assert.deepEqual(await try_(id), refused)
    assert.deepEqual(await confirm({ registeredAddress: '' }), { ok: true })
    await dispatch(id, { lines: quantities(1) })
    await dispatch(id)
    const invoices = await sql(
      `select place_of_supply, buyer_gstin, (document #>> '{totals,igst}')::integer as igst,
         document #>> '{buyer,deliverTo,pincode}' as delivered from bills where order_id = $1`,
      [id],
    )
    const billed = { place_of_supply: '27', buyer_gstin: gstin, igst: 7551, delivered: '560038' }
    assert.deepEqual(invoices, [billed, billed])
  })

  test('delivering what is confirmed to be billed elsewhere makes its invoice, too', async () => {
    const { id } = await placeCounted(1)
    await sql(`update orders set gstin = '27AAPFU0939F1ZV', registered_address = 'Pune 411038' where id = $1`, [id])
    const seen = 'Bill to Maharashtra, ship to Karnataka: IGST'
    await confirmBillTo(desk, admin, id, { seen, registeredAddress: '' })
    assert.deepEqual(await deliverOrder(desk, admin, id), { ok: true })
    await finishDelivery(desk, id, { early: true })
    assert.equal(await count(`from bills where order_id = $1 and place_of_supply = '27'`, [id]), 1)
  })

  test('from two tabs sends everything once', async () => {
    const { id } = await placeCounted(2, 3)
    const all = await Promise.all([try_(id), try_(id), try_(id, { lines: quantities(2) })])
    assert.ok(all.some(({ ok }) => ok))
    const sent = (await listShipmentsOf(db, id)).flatMap(({ lines }) => lines)
    const total = (position: number) =>
      sent.reduce((sum, line) => sum + (line.position === position ? line.quantity : 0), 0)
    assert.ok(total(0) === 2 && total(1) <= 3)
  })

  test('while the order is delivered, cancelled, deleted and sent elsewhere leaves nothing twice and nothing unbilled', async () => {
    // An unconfirmed buyer may have fewer orders that wait.
    await sql('update "user" set email_verified = true where id = $1', [meera.userId])
    const work = Array.from({ length: 24 }, async (_, index) => {
      const { id } = await placeCounted(2)
      if (index % 4 === 1) await requestCancel(desk, meera, id)
      const key = randomUUID()
      const rivals = [
        () => deliverOrder(desk, admin, id),
        () => approveCancellation(desk, admin, id),
        () => deleteOrder(desk, admin, id),
        () => try_(id, { lines: quantities(1) }),
      ]
      await Promise.all([try_(id, { key }), rivals[index % 4]?.(), try_(id, { key })])
      await finishDelivery(desk, id, { early: true })
      return id
    })
    const ids = await Promise.all(work)
    const wrong = await sql(
      `select s.order_id from shipments as s left join order_lines as l on l.order_id = s.order_id
       where s.order_id = any ($1) group by s.order_id, l.quantity
       having (select sum(quantity) from shipment_lines where shipment_id in (select id from shipments where order_id = s.order_id)) > 2`,
      [ids],
    )
    assert.deepEqual(wrong, [])
    assert.equal(
      await count(
        `from shipments as s where order_id = any ($1) and
         not exists (select from bills where shipment_id = s.id and series = 'bill')`,
        [ids],
      ),
      0,
    )
    const serials = await sql<{ serial: number }>(`select serial from bills where series = 'bill' order by serial`)
    assert.deepEqual(
      serials.map(({ serial }) => serial),
      serials.map((_, index) => index + 1),
    )
    // What was sent and deleted before it arrived is credited, and nothing else.
    const uncredited = await count(
      `from shipments as s where order_id = any ($1) and step <> 'delivered'
       and not exists (select from orders where id = s.order_id)
       and not exists (select from bills where shipment_id = s.id and series = 'credit-note')`,
      [ids],
    )
    assert.equal(uncredited, 0)
    await assertStockAddsUp(sql)
  })
})

describe('delivering a sent order', () => {
  before(registerShop)

  test('delivers its parcels, and invoices only what was not sent', async () => {
    const { id } = await placeCounted(3)
    const { shipmentId } = await dispatch(id, { lines: quantities(1) })
    assert.deepEqual(await deliver(id), { ok: true })
    assert.deepEqual(
      (await listShipmentsOf(db, id)).map(({ step, lines }) => [step, lines]),
      [
        ['delivered', sentLines(1)],
        ['delivered', sentLines(2)],
      ],
    )
    assert.deepEqual(
      (await getShipment(shipmentId)).scans.map(({ step }) => step),
      ['packed', 'delivered'],
    )
    assert.deepEqual(
      (await invoicesOf(id)).map(({ rupees }) => rupees),
      [495, 990],
    )
  })

  test('of before there were shipments, sends nothing more', async () => {
    const { id } = await placeCounted(1)
    await sql(`update orders set status = 'delivered', delivered_at = now() where id = $1`, [id])
    assert.deepEqual(await deliver(id), { ok: true })
    assert.deepEqual(await try_(id), { ok: false, reason: 'not-allowed' })
    assert.deepEqual(await deleteOrder(desk, admin, id), { ok: true })
    assert.deepEqual(await invoicesOf(id), [])
    await assertStockAddsUp(sql)
  })
})
