import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { carrierKey } from '#domain/orders/dispatch.ts'
import { READABLE_JOBS } from '#server/db/enqueue.ts'
import { readDeskOrder } from '#server/order-page/page.ts'
import { changeAddress, changeOwnAddress } from '#server/orders/change.ts'
import { someAddress } from '#tests/support/fixtures/factories.ts'
import { admin, db, meera } from '#tests/support/fixtures/order-fixture.ts'
import {
  desk,
  dispatch,
  getShipment,
  move,
  placeCounted,
  registerShop,
  sql,
} from '#tests/support/fixtures/shipment-fixture.ts'
import { requestBooking } from './book.ts'
import { changeCourier } from './change-courier.ts'

before(registerShop)

const change = (shipmentId: number, changes: Partial<Parameters<typeof changeCourier>[2]>) =>
  changeCourier(desk, admin, {
    shipmentId,
    seen: 'Delhivery / ',
    courier: 'DTDC',
    awb: '',
    trackingLink: '',
    cancelBooking: false,
    ...changes,
  })

test('a wrong AWB is corrected until delivery, and the timeline keeps what it was and who did it', async () => {
  const { id } = await placeCounted(1)
  const { shipmentId } = await dispatch(id, { awb: `W${id}` })
  const seen = carrierKey(await getShipment(shipmentId))
  assert.deepEqual(await change(shipmentId, { seen, awb: `R${id}` }), { ok: true })
  const { courier, awb, trackingLink } = await getShipment(shipmentId)
  assert.deepEqual([courier, awb], ['DTDC', `R${id}`])
  assert.match(trackingLink ?? '', /dtdc\.in.*R\d+$/)
  const page = await readDeskOrder({ db }, id)
  const entry = page?.timeline.find(({ text }) => text === 'Change courier')
  assert.deepEqual([entry?.who, entry?.detail], [admin.email, `AWB: W${id} → R${id}; Courier: Delhivery → DTDC`])
  await move(shipmentId, 'out-for-delivery')
  assert.deepEqual(await change(shipmentId, { seen: `DTDC / R${id}`, awb: `S${id}` }), { ok: true })
  await move(shipmentId, 'delivered')
  assert.deepEqual(await change(shipmentId, { seen: `DTDC / S${id}`, awb: 'LATE' }), { ok: false, reason: 'too-late' })
  assert.deepEqual(await change(2 ** 40, {}), { ok: false, reason: 'not-found' })
})

test('two people who change one parcel: the second sees what the first has saved, and saving the same is no conflict', async () => {
  const { id } = await placeCounted(1)
  const { shipmentId } = await dispatch(id)
  const all = await Promise.all(['A', 'B', 'A'].map((awb) => change(shipmentId, { awb: `${awb}${id}` })))
  const { awb } = await getShipment(shipmentId)
  const lost = all.filter((each) => !each.ok)
  assert.equal(lost.length, awb === `A${id}` ? 1 : 2)
  assert.deepEqual(lost[0], { ok: false, reason: 'changed', present: `DTDC / ${awb}` })
})

test('an AWB of another parcel of this courier is refused, and nothing changes', async () => {
  const [one, other] = [await placeCounted(1), await placeCounted(1)]
  await dispatch(one.id, { courier: 'DTDC', awb: `D${one.id}` })
  const { shipmentId } = await dispatch(other.id)
  assert.deepEqual(await change(shipmentId, { awb: `d${one.id}` }), { ok: false, reason: 'awb-taken' })
  assert.equal((await getShipment(shipmentId)).awb, undefined)
})

test('a booking is cancelled with the courier if the desk says so, and never while it is being made', async () => {
  const { id } = await placeCounted(1)
  const { shipmentId } = await dispatch(id)
  const set = (changes: string) => sql(`update shipments set ${changes} where id = $1`, [shipmentId])
  const cancellations = async () =>
    (
      await sql(
        `select from ${READABLE_JOBS} as job where (payload ->> 'shipmentId')::bigint = $1 and key like 'cancel-booking%'`,
        [shipmentId],
      )
    ).length
  await set(`booking = 'requested'`)
  assert.deepEqual(await change(shipmentId, { awb: `X${id}` }), { ok: false, reason: 'booking' })
  await set(`booking = 'booked', provider_order_id = '7', provider_shipment_id = '8'`)
  assert.deepEqual(await change(shipmentId, { awb: `X${id}` }), { ok: true })
  assert.deepEqual([(await getShipment(shipmentId)).booking, await cancellations()], ['booked', 0])
  assert.deepEqual(await change(shipmentId, { seen: `DTDC / X${id}`, awb: `Y${id}`, cancelBooking: true }), {
    ok: true,
  })
  assert.deepEqual([(await getShipment(shipmentId)).booking, await cancellations()], ['cancelling', 1])
  // The courier has refused it, and the desk presses again.
  await set(`booking = 'failed', booking_problem = 'Not now'`)
  assert.deepEqual(await requestBooking(desk, admin, shipmentId), { ok: true })
  assert.deepEqual([(await getShipment(shipmentId)).booking, await cancellations()], ['cancelling', 1])
})

test('the desk corrects the address until a courier has it, but not what the invoice names', async () => {
  const { id } = await placeCounted(1)
  const { shipmentId } = await dispatch(id)
  const corrected = { ...someAddress, address: '14 Lake View Road', city: 'Lakeside' }
  assert.deepEqual(await changeOwnAddress(desk, meera, id, corrected), { ok: false, reason: 'too-late' })
  assert.deepEqual(await changeAddress(desk, admin, id, corrected), { ok: true })
  assert.deepEqual(await changeAddress(desk, admin, id, { ...corrected, city: 'Chennai', pincode: '600002' }), {
    ok: false,
    reason: 'invoiced',
  })
  await sql(`update shipments set booking = 'booked' where id = $1`, [shipmentId])
  assert.deepEqual(await changeAddress(desk, admin, id, someAddress), { ok: false, reason: 'too-late' })
  await sql('update shipments set booking = null where id = $1', [shipmentId])
  await move(shipmentId, 'picked-up')
  assert.deepEqual(await changeAddress(desk, admin, id, someAddress), { ok: false, reason: 'too-late' })
})
