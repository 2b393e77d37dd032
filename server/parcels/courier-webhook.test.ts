import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { createMetrics, writeProcessMetrics } from '#server/observability/metrics.ts'
import { openShiprocket, UNCONFIGURED_SHIPROCKET } from '#server/providers/shiprocket.ts'
import type { Shop } from '#server/shop.ts'
import { openCourierWorld, WEBHOOK_KEY } from '#tests/support/courier/courier-harness.ts'
import { anyCharacter } from '#tests/support/fixtures/any-character.ts'
import { createCourierWebhook } from './courier-webhook.ts'

let world: Awaited<ReturnType<typeof openCourierWorld>>
let metrics: ReturnType<typeof createMetrics>
let orderId: number

before(async () => {
  world = await openCourierWorld()
})
beforeEach(async () => {
  world.said.length = 0
  metrics = createMetrics()
  await world.sql('delete from shipments')
  orderId = await world.addOrder()
})
after(() => world.close())

function open(rateLimitFactor = 1, changes: Partial<Shop> = {}) {
  return createCourierWebhook({
    ...world.openInstance(),
    ...changes,
    metrics,
    config: { rateLimitFactor },
  })
}

type Sent = { key?: string | null; type?: string; address?: string }

function sent(body: unknown, { key = WEBHOOK_KEY, type = 'application/json', address = '192.0.2.7' }: Sent = {}) {
  const request = new Request('http://localhost/webhooks/courier', {
    method: 'POST',
    headers: { 'content-type': type, ...(key !== null && { 'x-api-key': key }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { address, request }
}

const status = async (answer: Promise<Response>) => (await answer).status
const report = (awb: string, label: string, time: string) => ({
  awb,
  courier_name: 'Delhivery Surface',
  current_status: label,
  current_timestamp: time,
})

async function stateOf(id: number) {
  const { step, status } = await world.find(id)
  const scans = await world.sql<{ status: string; time: Date }>(
    `select status, time from shipment_scans where shipment_id = $1 and source = 'courier' order by time, id`,
    [id],
  )
  return { step, status, scans: scans.map((scan) => `${scan.time.toISOString()} ${scan.status}`) }
}

test('a scan moves the shipment whose AWB was typed by hand, in capitals or not', async () => {
  const id = await world.addShipment(orderId, { courier: 'Delhivery', awb: 'dl-42x' })
  assert.equal(await status(open()(sent(report('DL-42X', 'OUT FOR DELIVERY', '21 11 2026 09:15:00')))), 200)
  assert.deepEqual(await stateOf(id), {
    step: 'out-for-delivery',
    status: '',
    scans: ['2026-11-21T03:45:00.000Z OUT FOR DELIVERY'],
  })
})

test('doubled, late and reordered scans never move a step back', async () => {
  const id = await world.addShipment(orderId, { courier: 'Delhivery', awb: '42' })
  const hear = open()
  const labels = ['PICKED UP', 'IN TRANSIT', 'OUT FOR DELIVERY', 'DELIVERED']
  const webhooks = labels.map((label, hour) => report('42', label, `21 11 2026 0${hour}:15:00`))
  for (const webhook of [webhooks[3], webhooks[0], webhooks[3], webhooks[2], webhooks[1], webhooks[0]])
    assert.equal(await status(hear(sent(webhook))), 200)
  const { step, scans } = await stateOf(id)
  assert.equal(step, 'delivered')
  assert.equal(scans.length, 4, 'each is kept once')
  const [order] = await world.sql<{ status: string }>('select status from orders where id = $1', [orderId])
  assert.equal(order?.status, 'confirmed', 'one of several parcels does not deliver what was not dispatched')
})

test('the same scans at once are kept once', async () => {
  const id = await world.addShipment(orderId, { courier: 'Delhivery', awb: '42' })
  const hear = open()
  const answers = Array.from({ length: 8 }, () => status(hear(sent(report('42', 'PICKED UP', '21 11 2026 09:15:00')))))
  assert.deepEqual(new Set(await Promise.all(answers)), new Set([200]))
  assert.equal((await stateOf(id)).scans.length, 1)
})

test('an AWB that a cancelled parcel had belongs to the parcel that has it now', async () => {
  const cancelled = await world.addShipment(orderId, { courier: 'Delhivery', awb: '42' })
  await world.sql(`update shipments set step = 'cancelled' where id = $1`, [cancelled])
  const hear = open()
  await hear(sent(report('42', 'PICKED UP', '21 11 2026 08:15:00')))
  assert.deepEqual([(await stateOf(cancelled)).step, (await stateOf(cancelled)).status], ['cancelled', 'PICKED UP'])
  const id = await world.addShipment(orderId, { courier: 'Delhivery', awb: '42' })
  await hear(sent(report('42', 'IN TRANSIT', '21 11 2026 09:15:00')))
  assert.deepEqual([(await stateOf(cancelled)).step, (await stateOf(id)).step], ['cancelled', 'on-the-way'])
})

test('an unknown status is kept and shown, and moves nothing', async () => {
  const id = await world.addShipment(orderId, { courier: 'Delhivery', awb: '42' })
  const hear = open()
  await hear(sent(report('42', 'PICKED UP', '21 11 2026 09:15:00')))
  await hear(sent(report('42', 'HELD AT CUSTOMS', '21 11 2026 10:15:00')))
  assert.deepEqual(await stateOf(id), {
    step: 'picked-up',
    status: 'HELD AT CUSTOMS',
    scans: ['2026-11-21T03:45:00.000Z PICKED UP', '2026-11-21T04:45:00.000Z HELD AT CUSTOMS'],
  })
})

test('the webhook of a parcel from the sandbox tells its whole way', async () => {
  const { parcels, webhookOf } = world.provider
  const { shipmentId } = parcels.create({
    ...Object.fromEntries(
      'order_id order_date billing_customer_name billing_address billing_city billing_pincode billing_state billing_country billing_email billing_phone shipping_is_billing order_items payment_method sub_total length breadth height weight'
        .split(' ')
        .map((name) => [name, 'x']),
    ),
    pickup_location: 'Primary',
  })
  const { awb } = parcels.assign(shipmentId)
  const id = await world.addShipment(orderId, { courier: 'Other', awb })
  for (let scan = 0; scan < 5; scan++) parcels.scan(awb)
  const parcel = parcels.findByAwb(awb)
  assert.ok(parcel)
  await open()(sent(webhookOf(parcel)))
  const { step, scans } = await stateOf(id)
  assert.equal(step, 'out-for-delivery')
  assert.equal(scans.length, 5)
})

test('where two couriers use one AWB its name decides, and where it does not nothing moves', async () => {
  const delhivery = await world.addShipment(orderId, { courier: 'Delhivery', awb: '42' })
  const dtdc = await world.addShipment(orderId, { courier: 'DTDC', awb: '42' })
  const hear = open()
  await hear(sent(report('42', 'PICKED UP', '21 11 2026 09:15:00')))
  assert.equal(await status(hear(sent({ ...report('42', 'DELIVERED', '21 11 2026 10:15:00'), courier_name: '' }))), 200)
  assert.equal((await world.find(delhivery)).step, 'picked-up')
  assert.equal((await world.find(dtdc)).step, 'packed')
})

test('a wrong or missing key is refused unread, and without a key everybody is', async () => {
  const id = await world.addShipment(orderId, { awb: '42' })
  const body = report('42', 'DELIVERED', '21 11 2026 09:15:00')
  const hear = open()
  for (const key of [null, '', 'wrong', `${WEBHOOK_KEY}x`, WEBHOOK_KEY.toUpperCase()]) {
    const webhook = sent(body, { key })
    const answer = await hear(webhook)
    assert.equal(answer.status, 401)
    assert.equal(answer.headers.get('connection'), 'close')
    assert.equal(webhook.request.bodyUsed, false)
  }
  const closed = open(1, { courier: openShiprocket(UNCONFIGURED_SHIPROCKET) })
  for (const key of [null, '', 'undefined', WEBHOOK_KEY]) assert.equal(await status(closed(sent(body, { key }))), 401)
  assert.equal((await world.find(id)).step, 'packed')
  assert.equal(world.said.length, 2, 'one line for each instance')
})

test('after thirty wrong keys a minute an address is limited, unless the courier has sent from there', async () => {
  const hear = open()
  const body = report('42', 'PICKED UP', '21 11 2026 09:15:00')
  for (let count = 0; count < 30; count++) assert.equal(await status(hear(sent(body, { key: 'x' }))), 401)
  assert.equal(await status(hear(sent(body))), 429)
  assert.equal(await status(hear(sent(body, { address: '192.0.2.8' }))), 200)
  for (let count = 0; count < 40; count++) await hear(sent(body, { key: 'x', address: '192.0.2.8' }))
  assert.equal(await status(hear(sent(body, { address: '192.0.2.8' }))), 200)
})

test('scans of parcels that nobody knows are answered with 200, and so are odd ones', async () => {
  const hear = open()
  const odd = [
    report('no-such', 'DELIVERED', '21 11 2026 09:15:00'),
    {},
    [],
    null,
    7,
    { awb: '' },
    { awb: 'x'.repeat(99) },
  ]
  for (const body of odd) assert.equal(await status(hear(sent(JSON.stringify(body)))), 200)
  const written = await writeProcessMetrics([{ value: await metrics.read() }])
  assert.match(written, /gamla_courier_webhooks_total\{outcome="unknown"\} 1/)
  assert.match(written, /gamla_courier_webhooks_total\{outcome="unreadable"\} 6/)
})

test('only JSON is read, and not too much of it', async () => {
  const hear = open()
  assert.equal(await status(hear(sent('awb=42', { type: 'application/x-www-form-urlencoded' }))), 415)
  assert.equal(await status(hear(sent('{}', { type: 'text/plain' }))), 415)
  assert.equal(await status(hear(sent('{"awb":', {}))), 400)
  assert.equal(await status(hear(sent('{}', { type: 'application/json; charset=utf-8' }))), 200)
  assert.equal(await status(hear(sent(JSON.stringify({ awb: 'x'.repeat(300 * 1024) })))), 413)
})

test('no body with the right key is an error', async () => {
  await world.addShipment(orderId, { courier: 'Delhivery', awb: '42' })
  const hear = open()
  const scan = fc.record(
    {
      date: fc.oneof(fc.constant('21 11 2026 09:15:00'), fc.jsonValue()),
      'sr-status-label': fc.jsonValue(),
      location: fc.string({ unit: anyCharacter }),
    },
    { requiredKeys: [] },
  )
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record({
      awb: fc.constant('42'),
      current_status: fc.oneof(fc.string({ unit: anyCharacter }), fc.jsonValue()),
      scans: fc.oneof(fc.array(scan, { maxLength: 5 }), fc.jsonValue()),
    }),
  )
  await fc.assert(
    fc.asyncProperty(body, async (value) => {
      assert.equal(await status(hear(sent(JSON.stringify(value)))), 200)
    }),
    { numRuns: 150 },
  )
})
