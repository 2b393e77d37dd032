import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '#domain/messages/message.ts'
import { shownCode } from '#domain/orders/pick-up.ts'
import { ProviderUnavailableError } from '#server/errors.ts'
import { tasks } from '#server/jobs.ts'
import { deleteOrder } from '#server/order-page/cancel.ts'
import { cancelParcel } from '#server/parcels/cancel.ts'
import { changeCourier } from '#server/parcels/change-courier.ts'
import { deliverOrder, finishDelivery } from '#server/parcels/deliver.ts'
import { moveShipment } from '#server/parcels/steps.ts'
import { upsertSettings } from '#server/settings/queries.ts'
import { admin, order, stateOf, world } from '#tests/support/emails/order-email-fixture.ts'
import { registered } from '#tests/support/fixtures/factories.ts'
import { sendParcel } from '#tests/support/fixtures/order-steps.ts'
import { withoutTokens } from './links.ts'
import { sendShipmentEmail } from './send-order.ts'

const desk = () => ({ ...world.shop, now: () => new Date('2026-11-22T10:00:00Z') })

async function dispatch(orderId: number): Promise<number> {
  await world.db.transaction((tx) => upsertSettings(tx, registered))
  return sendParcel(desk(), admin, orderId, { courier: 'DTDC', awb: `D${orderId}` })
}

const emailsAbout = (shipmentId: number) =>
  world.sql<{ template: string; state: string; status: string }>(
    `select template, state, params ->> 'status' as status from sent_messages where subject = 'shipment ${shipmentId}' order by id`,
  )

test('a parcel that leaves and one that arrives today are one email each, whatever is repeated', async () => {
  const id = await order()
  const shipmentId = await dispatch(id)
  await moveShipment(desk(), admin, { shipmentId, step: 'out-for-delivery' })
  await moveShipment(desk(), admin, { shipmentId, step: 'on-the-way' })
  await moveShipment(desk(), admin, { shipmentId, step: 'out-for-delivery' })
  await world.doJobs()
  await tasks['send-shipment-email'](world.shop, { shipmentId, template: 'dispatched' } as never)
  const emails = await emailsAbout(shipmentId)
  assert.deepEqual(
    emails.map(({ template, state }) => [template, state]),
    [
      ['dispatched', 'sent'],
      ['out-for-delivery', 'sent'],
    ],
  )
  // Their links are derived at each sending, and stored nowhere.
  for (const { status } of emails)
    assert.match(status, /Track your parcel: \{\{tracking-link\}\} View your order: \{\{/)
  const received = world.service.emails().map(({ params }) => params.status ?? '')
  for (const status of received.filter((text) => text.includes('Track your parcel'))) {
    assert.match(status, new RegExp(`strCnno=D${id} `))
    assert.match(status, new RegExp(`/track/${id}/[\\w-]{22} `))
    assert.match(status, /Tax invoice: GM\/\d\d-\d\d\/\d{5}\./)
  }
  await deliverOrder(desk(), admin, id)
  await finishDelivery(desk(), id, { early: true })
  await world.doJobs()
  assert.deepEqual(
    (await stateOf(id)).map(({ template }) => template),
    ['order-placed', 'delivered'],
  )
  const [delivered] = await world.sql<{ status: string }>(
    `select params ->> 'status' as status from sent_messages where subject = 'order ${id}' and template = 'delivered'`,
  )
  assert.match(delivered?.status ?? '', /Tax invoice: GM\/\d\d-\d\d\/\d{5}\.$/)
})

test('nobody is told of a parcel whose order was deleted meanwhile', async () => {
  const id = await order()
  const shipmentId = await dispatch(id)
  await deleteOrder(desk(), admin, id)
  await world.doJobs()
  assert.deepEqual(await emailsAbout(shipmentId), [])
})

test('each correction of a parcel, and a dispatch that was undone, is one email; before the first email nothing is', async () => {
  const correct = async (shipmentId: number, from: string, awb: string) => {
    const change = { shipmentId, seen: `DTDC / ${from}`, courier: 'DTDC', awb, trackingLink: '', cancelBooking: false }
    assert.deepEqual(await changeCourier(desk(), admin, change), { ok: true })
  }
  const sent = () => world.service.emails().map(({ params }) => params.status ?? '')
  const id = await order()
  const shipmentId = await dispatch(id)
  await correct(shipmentId, `D${id}`, `E${id}`)
  await world.doJobs()
  assert.deepEqual(
    (await emailsAbout(shipmentId)).map(({ template }) => template),
    ['dispatched'],
  )
  await correct(shipmentId, `E${id}`, `F${id}`)
  await world.doJobs()
  await correct(shipmentId, `F${id}`, `G${id}`)
  await world.doJobs()
  await tasks['send-shipment-email'](world.shop, { shipmentId, template: 'courier-changed' } as never)
  const corrections = sent().filter((status) => status.includes('corrects our earlier email'))
  assert.deepEqual(corrections.map((status) => /AWB (\w)/.exec(status)?.[1]).toSorted(), ['F', 'G'])
  assert.ok((await cancelParcel(desk(), admin, shipmentId)).ok)
  await world.doJobs()
  const undone = sent().filter((status) => status.includes('has not left yet'))
  assert.equal(undone.length, 1)
  assert.match(undone[0] ?? '', /Credit note: /)

  const unread = await dispatch(await order())
  assert.ok((await cancelParcel(desk(), admin, unread)).ok)
  await world.doJobs()
  assert.deepEqual(await emailsAbout(unread), [])
})

test('a correction that is written while the one before it is being sent is not taken for sent', async () => {
  const id = await order()
  const shipmentId = await dispatch(id)
  await world.doJobs()
  const correct = async (from: string, awb: string) => {
    const change = { shipmentId, seen: `DTDC / ${from}`, courier: 'DTDC', awb, trackingLink: '', cancelBooking: false }
    assert.deepEqual(await changeCourier(desk(), admin, change), { ok: true })
  }
  let tries = 0
  const emails = {
    ...world.shop.emails,
    paceMs: 0,
    async send() {
      tries += 1
      if (tries > 1) throw new ProviderUnavailableError('Away')
      await correct(`E${id}`, `F${id}`)
      await assert.rejects(sendShipmentEmail(shop, 'courier-changed', shipmentId))
      return 'OK'
    },
  }
  const shop = Object.create(world.shop, { emails: { value: emails } })
  await correct(`D${id}`, `E${id}`)
  await sendShipmentEmail(shop, 'courier-changed', shipmentId)
  assert.equal(tries, 2)
  assert.equal((await emailsAbout(shipmentId)).at(-1)?.state, 'queued')
  await world.doJobs()
  const corrections = world.service
    .emails()
    .filter(({ params }) => params.status?.includes('corrects our earlier email'))
  assert.deepEqual(
    corrections.map(({ params }) => /AWB (\w)/.exec(params.status ?? '')?.[1]),
    ['F'],
  )
})

test('the code for the counter is in the email that is sent, and in nothing that is stored or shown to staff', async () => {
  const id = await order()
  const pickUp = { at: 'Our workshop', address: '12 MG Road\nPune 411001', hours: 'Mon–Sat 10 am–7 pm' }
  await world.sql(`update orders set pick_up = '${JSON.stringify(pickUp)}' where id = ${id}`)
  const shipmentId = await dispatch(id)
  await world.doJobs()
  const code = shownCode(world.shop.trackingLinks.pickUpCode(shipmentId))
  const [email] = await emailsAbout(shipmentId)
  assert.deepEqual([email?.template, email?.state], ['ready-to-pick-up', 'sent'])
  assert.match(
    email?.status ?? '',
    /Pick it up at Our workshop, 12 MG Road, Pune 411001\. .*\{\{pick-up-code\}\}.*Mon–Sat/,
  )
  const sent = world.service.emails().find(({ params }) => params.status?.includes(code))
  assert.match(sent?.params.status ?? '', new RegExp(`Your code for the counter is ${code}\\.`))
  const [stored] = await world.sql<{ params: Message }>(
    `select params from sent_messages where subject = 'shipment ${shipmentId}'`,
  )
  assert.ok(stored)
  const shown = await withoutTokens(world.shop, { subject: `shipment ${shipmentId}`, params: stored.params })
  assert.match(shown.status, /Your code for the counter is …\./)
})
