import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { ProviderRejectedError, ProviderUnavailableError } from '#server/errors.ts'
import { openStandIn } from '#tests/support/courier/courier-harness.ts'
import { fetchFrom } from '#tests/support/fetch-from.ts'
import type { Parcel } from './courier.ts'
import { openShiprocket, UNCONFIGURED_SHIPROCKET } from './shiprocket.ts'

const URL = 'http://sandbox.invalid/v1/external'
const keys = { email: 'api@gamla.example', password: 'the password', pickupLocation: 'Primary' }
const config = { ...UNCONFIGURED_SHIPROCKET, ...keys, url: URL, trackingUrl: 'https://shiprocket.co/tracking' }
const provider = openStandIn(keys)
const sent: { name: string; body: string | undefined }[] = []
const httpFetch: typeof fetch = async (input, init) => {
  const path = String(input).replace('http://sandbox.invalid', '')
  sent.push({ name: `${init?.method} ${path}`, body: init?.body?.toString() })
  return fetchFrom(provider.app, path, init)
}
const courier = openShiprocket(config, { httpFetch, timeoutMs: 200 })

const parcel: Parcel = {
  reference: '1001-12',
  orderedAt: new Date('2026-11-21T03:45:00Z'),
  to: {
    name: 'Meera S Nair',
    address: '12 Lake View Road\nUlsoor',
    city: 'Bengaluru',
    state: 'Karnataka',
    pincode: '560038',
    mobile: '9845000012',
    email: 'meera@gamla.example',
  },
  lines: [{ name: 'CUBEE', sku: '7-C01', quantity: 2, price: 495 }],
  value: 990,
  cash: 0,
}

beforeEach(() => {
  provider.reset()
  provider.faults.clear()
  sent.length = 0
})

test('a parcel is created, found by our reference, and gets an AWB, a label and a pickup', async () => {
  const { orderId, shipmentId } = await courier.createParcel(parcel)
  assert.deepEqual(await courier.findParcel('1001-12'), { orderId, shipmentId, assigned: undefined })
  const assigned = await courier.assignAwb(shipmentId)
  assert.match(assigned.awb, /^\d{14}$/)
  assert.equal(assigned.trackingLink, `https://shiprocket.co/tracking/${assigned.awb}`)
  assert.deepEqual(await courier.findParcel('1001-12'), { orderId, shipmentId, assigned })
  assert.deepEqual(await courier.assignAwb(shipmentId), assigned, 'asked twice it is the first')
  assert.match(await courier.createLabels([shipmentId]), /^http/)
  await courier.requestPickup(shipmentId)
  await courier.requestPickup(shipmentId)
})

test('the provider gets its own fields, and cash is what it collects', async () => {
  await courier.createParcel({ ...parcel, cash: 849 })
  const body = JSON.parse(sent.at(-1)?.body ?? '')
  assert.deepEqual(body, {
    order_id: '1001-12',
    order_date: '2026-11-21 09:15',
    pickup_location: 'Primary',
    billing_customer_name: 'Meera',
    billing_last_name: 'S Nair',
    billing_address: '12 Lake View Road, Ulsoor',
    billing_city: 'Bengaluru',
    billing_pincode: '560038',
    billing_state: 'Karnataka',
    billing_country: 'India',
    billing_email: 'meera@gamla.example',
    billing_phone: '9845000012',
    shipping_is_billing: true,
    order_items: [{ name: 'CUBEE', sku: '7-C01', units: 2, selling_price: 495 }],
    payment_method: 'COD',
    sub_total: 849,
    length: 30,
    breadth: 30,
    height: 30,
    weight: 2,
  })
})

test('the provider gets the box of the items, and the HSN', async () => {
  const lines = parcel.lines.map((line) => ({ ...line, hsn: '6914' }))
  await courier.createParcel({ ...parcel, lines, items: [{ quantity: 2, cm: [28, 12, 20], kg: 1.25 }] })
  const { order_items: items, length, breadth, height, weight } = JSON.parse(sent.at(-1)?.body ?? '')
  assert.deepEqual([items[0].hsn, length, breadth, height, weight], [6914, 28, 20, 24, 2.5])
})

test('a longer reference is another parcel', async () => {
  await courier.createParcel({ ...parcel, reference: '1001-123' })
  assert.equal(await courier.findParcel('1001-12'), undefined)
})

test('of two orders with one reference the one with an AWB counts, else the older', async () => {
  const first = await courier.createParcel(parcel)
  const second = await courier.createParcel(parcel)
  const older = Number(first.orderId) < Number(second.orderId) ? first : second
  assert.equal((await courier.findParcel('1001-12'))?.orderId, older.orderId)
  const newer = older === first ? second : first
  await courier.assignAwb(newer.shipmentId)
  assert.equal((await courier.findParcel('1001-12'))?.orderId, newer.orderId)
})

test('one login serves for ten days, and a token that has ended is replaced', async () => {
  let time = Date.now()
  const shop = openShiprocket(config, { httpFetch, now: () => new Date(time) })
  provider.setClock(() => time)
  const logins = () => sent.filter(({ name }) => name.endsWith('/auth/login')).length
  await shop.findParcel('1')
  await shop.findParcel('1')
  assert.equal(logins(), 1)
  time += 239 * 3600 * 1000
  await shop.findParcel('1')
  assert.equal(logins(), 2, 'it is renewed before it ends')
  provider.endTokens()
  await shop.findParcel('1')
  assert.equal(logins(), 3)
  provider.setClock(() => Date.now())
})

test('a wrong password is a refusal that names the settings and is not repeated at once', async () => {
  let logins = 0
  const unauthorized: typeof fetch = async () => {
    logins += 1
    return Response.json({ message: 'Invalid email and password combination' }, { status: 401 })
  }
  for (const fetchAnswer of [httpFetch, unauthorized]) {
    const wrong = openShiprocket({ ...config, password: 'not the password' }, { httpFetch: fetchAnswer })
    for (const _ of [1, 2])
      await assert.rejects(wrong.findParcel('1'), (error: ProviderRejectedError) => {
        assert.match(error.reason ?? '', /SHIPROCKET_PASSWORD/)
        assert.doesNotMatch(`${error} ${error.reason}`, /not the password/)
        return true
      })
  }
  assert.deepEqual([sent.length, logins], [1, 1])
})

test('a refusal brings the provider’s words, whatever its status', async () => {
  const reasonOf = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (error) => error,
    )
    assert.ok(error instanceof ProviderRejectedError, String(error))
    return error.reason
  }
  const noState = courier.createParcel({ ...parcel, to: { ...parcel.to, state: '' } })
  assert.equal(await reasonOf(noState), 'Oops! Invalid Data. The billing state field is required.')
  const elsewhere = openShiprocket({ ...config, pickupLocation: 'Attic' }, { httpFetch })
  assert.match((await reasonOf(elsewhere.createParcel(parcel))) ?? '', /Wrong Pickup location/)
  const far = await courier.createParcel({ ...parcel, to: { ...parcel.to, pincode: '999999' } })
  assert.equal(await reasonOf(courier.assignAwb(far.shipmentId)), 'Delivery postcode is not serviceable')
})

test('rate limits, errors of the server and lost answers are tried again later', async () => {
  await courier.findParcel('1')
  const bad = [
    { status: 429 },
    { status: 500 },
    { status: 503 },
    'no-response',
    'broken-response',
    'withheld-response',
  ] as const
  for (const fault of bad) {
    provider.faults.expect(/create/, fault)
    await assert.rejects(courier.createParcel(parcel), ProviderUnavailableError)
  }
  assert.equal(provider.parcels.list().length, 2, 'two answers were lost after the order was made')
})

test('an answer without an end, or in no known format, is none', async () => {
  const answers = ['<html>', '[]', 'null', '{"data":{}}', `{"data":[],"x":"${'x'.repeat(2_000_000)}"}`]
  for (const content of answers) {
    const odd = openShiprocket(config, {
      httpFetch: async (input) => new Response(String(input).endsWith('/login') ? '{"token":"t"}' : content),
    })
    await assert.rejects(odd.findParcel('1'), ProviderUnavailableError, content.slice(0, 20))
  }
})

test('a parcel is tracked: every scan, oldest first', async () => {
  const { shipmentId } = await courier.createParcel(parcel)
  const { awb, courier: name } = await courier.assignAwb(shipmentId)
  assert.equal(await courier.track(awb), undefined)
  provider.parcels.scan(awb)
  provider.parcels.scan(awb, { label: 'DELAYED' })
  const report = await courier.track(awb)
  assert.equal(report?.courier, name)
  assert.deepEqual(
    report?.scans.map(({ step, status }) => [step, status]),
    [
      ['picked-up', 'PICKED UP'],
      [undefined, 'DELAYED'],
    ],
  )
  const parcelNow = provider.parcels.findByAwb(awb)
  assert.ok(parcelNow)
  assert.deepEqual(courier.readWebhook(provider.webhookOf(parcelNow))?.scans, report?.scans)
})

test('only the key opens the webhook, and without one nothing does', () => {
  const open = openShiprocket(config, { webhookKey: 'the key' })
  const withKey = (key: string) => new Headers({ 'x-api-key': key })
  assert.equal(open.isWebhookGenuine(withKey('the key')), true)
  assert.equal(open.isWebhookGenuine(new Headers()), false)
  for (const key of ['', 'the ke', 'the key.', 'THE KEY']) assert.equal(open.isWebhookGenuine(withKey(key)), false)
  for (const key of ['', 'undefined', 'the key']) assert.equal(courier.isWebhookGenuine(withKey(key)), false)
})
