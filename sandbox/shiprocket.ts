import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { FaultInjector } from './fault-injector.ts'
import { isSame, logError, RequestRejected, readJson } from './requests.ts'
import { createParcels, type Parcel, STATUS_CODES } from './shiprocket-state.ts'
import { openStore, type Store } from './store.ts'
import { openWebhooks } from './webhooks.ts'

export type ShiprocketOptions = { email: string; password: string; pickupLocation: string }
type Options = {
  store?: Store
  /** The address of the shop, for links to labels. */
  publicUrl?: string
  /** Receives a webhook for each scan; without it tests deliver them. */
  webhook?: { url: string; key: string }
}

/** Ten days. */
const TOKEN_MS = 240 * 3600 * 1000

/** The part of Shiprocket's API that the shop uses, and its webhook. */
export function openShiprocket(
  { email, password, pickupLocation }: ShiprocketOptions,
  { store = openStore(), publicUrl = 'http://localhost', webhook }: Options = {},
) {
  const webhooks = openWebhooks(store, {
    url: webhook?.url,
    kind: 'courier-webhook',
    sign: () => ({ 'x-api-key': webhook?.key ?? '' }),
  })
  const parcels = createParcels(store, { pickupLocation }, (parcel) => {
    if (webhook) webhooks.add({ id: randomUUID(), event: 'scan' }, webhookOf(parcel))
  })
  const faults = new FaultInjector((c, status, description) => reject(c, description, status))
  const app = new Hono()
  /** The expiry time of each token. */
  const tokens = new Map<string, number>()
  let now = () => Date.now()

  app.onError((error, c) => {
    if (error instanceof RequestRejected) return reject(c, error.message, error.status, error.errors)
    logError(error)
    return reject(c, 'Internal server error.', 500)
  })

  app.use('/v1/external/*', faults.middleware)
  app.post('/v1/external/auth/login', async (c) => {
    const body = await readJson(c)
    if (!isSame(String(body.email), email) || !isSame(String(body.password), password))
      return reject(c, 'Invalid email and password combination', 400)
    const token = randomUUID()
    tokens.set(token, now() + TOKEN_MS)
    return c.json({ id: 1, first_name: 'API', last_name: 'USER', email, company_id: 1, token })
  })
  app.use('/v1/external/*', async (c, next) => {
    const token = c.req.header('authorization')?.replace(/^Bearer /, '') ?? ''
    if ((tokens.get(token) ?? 0) <= now()) return reject(c, 'Unauthenticated.', 401)
    return next()
  })
  app.post('/v1/external/orders/create/adhoc', async (c) => {
    const { id, shipmentId } = parcels.create(await readJson(c))
    const assigned = { awb_code: null, courier_company_id: null, courier_name: null }
    return c.json({ order_id: id, shipment_id: shipmentId, status: 'NEW', status_code: 1, ...assigned })
  })
  app.post('/v1/external/orders/create/return', async (c) => {
    const { id, shipmentId } = parcels.createReturn(await readJson(c))
    return c.json({
      order_id: id,
      shipment_id: shipmentId,
      status: 'RETURN PENDING',
      status_code: 21,
      company_name: 'Gamla',
    })
  })
  const list = (isReturn: boolean) => (c: Context) => {
    const found = parcels
      .search(c.req.query('search') ?? '', { isReturn })
      .slice(0, Number(c.req.query('per_page') ?? 15))
    return c.json({ data: found.map(orderOf), meta: { pagination: { total: found.length, current_page: 1 } } })
  }
  app.get('/v1/external/orders', list(false))
  app.get('/v1/external/orders/processing/return', list(true))
  app.get('/v1/external/settings/company/pickup', (c) => {
    const address = {
      address: '12 Kumbhar Lane',
      city: 'Pune',
      state: 'Maharashtra',
      country: 'India',
      pin_code: '411038',
    }
    const place = { id: 1, pickup_location: pickupLocation, name: 'Gamla', phone: '9822000000', email, ...address }
    return c.json({ data: { shipping_address: [place], company_name: 'Gamla' } })
  })
  app.post('/v1/external/courier/assign/awb', async (c) => {
    const { shipment_id: wanted, is_return: isReturn, courier_id: courierId } = await readJson(c)
    if (!wanted) {
      const errors = { shipment_id: ['The shipment id field is required.'] }
      throw new RequestRejected('Required field missing', 422, errors)
    }
    const { id, shipmentId, awb, courier } = parcels.assign(wanted, { isReturn: isReturn === 1, courierId })
    const data = { courier_company_id: 10, awb_code: awb, courier_name: courier, order_id: id, shipment_id: shipmentId }
    return c.json({ awb_assign_status: 1, response: { data } })
  })
  app.get('/v1/external/courier/serviceability/', (c) => {
    const rated = parcels.rate(c.req.query())
    return c.json({
      status: 200,
      currency: 'INR',
      data: {
        available_courier_companies: rated.map(({ id, name, rate, days }) => ({
          courier_company_id: id,
          courier_name: name,
          rate,
          estimated_delivery_days: String(days),
        })),
        recommended_courier_company_id: rated[0]?.id,
      },
    })
  })
  app.post('/v1/external/courier/generate/label', async (c) => {
    const labelled = parcels.labels((await readJson(c)).shipment_id)
    const label_url = `${publicUrl}/sandbox/parcels/labels/${labelled.map(({ awb }) => awb).join(',')}`
    return c.json({
      label_created: 1,
      label_url,
      response: 'Label has been created and uploaded successfully!',
      not_created: [],
    })
  })
  app.post('/v1/external/courier/generate/pickup', async (c) => {
    const { pickup } = parcels.pickup((await readJson(c)).shipment_id)
    const response = { pickup_token_number: pickup, status: 3, data: 'Pickup is confirmed' }
    return c.json({ pickup_status: 1, response })
  })
  app.post('/v1/external/orders/cancel', async (c) => {
    const { ids } = await readJson(c)
    if (!Array.isArray(ids) || ids.length === 0)
      throw new RequestRejected('Required field missing', 422, { ids: ['The ids field is required.'] })
    for (const wanted of ids) parcels.cancel(wanted)
    return c.json({ message: 'Order cancelled successfully.', status_code: 200 })
  })
  app.post('/v1/external/ndr/:awb/action', async (c) => {
    parcels.answer(c.req.param('awb'), await readJson(c))
    return c.json({ success: true, message: 'NDR action has been saved successfully' })
  })
  app.get('/v1/external/courier/track/awb/:awb', (c) => {
    const parcel = parcels.findByAwb(c.req.param('awb'))
    if (!parcel?.scans.length)
      return c.json({ tracking_data: { track_status: 0, error: 'There is no activities found in our DB.' } })
    const last = parcel.scans.at(-1)?.label ?? ''
    return c.json({
      tracking_data: {
        track_status: 1,
        shipment_status: STATUS_CODES[last] ?? 0,
        shipment_track: [{ awb_code: parcel.awb, courier_name: parcel.courier, current_status: last }],
        shipment_track_activities: parcel.scans.map(scanOf).reverse(),
        track_url: `https://shiprocket.co/tracking/${parcel.awb}`,
      },
    })
  })

  return {
    app,
    parcels,
    faults,
    webhookOf,
    /** The provider ends all tokens, as when the password is changed. */
    endTokens: () => tokens.clear(),
    /** For tests of tokens that end. */
    setClock: (clock: () => number) => {
      now = clock
    },
    reset: store.clear,
  }
}

function orderOf({ id, shipmentId, reference, awb, courier, isCancelled, city }: Parcel) {
  return {
    id,
    channel_order_id: reference,
    customer_city: city,
    status: isCancelled ? 'CANCELED' : 'NEW',
    shipments: [{ id: shipmentId, awb, courier, pickup_token_number: null }],
  }
}

function scanOf({ label, time, place }: Parcel['scans'][number]) {
  return {
    date: indianTime(time),
    status: label.slice(0, 3),
    activity: `${label} - reported by the sandbox`,
    location: place,
    'sr-status': String(STATUS_CODES[label] ?? 'NA'),
    'sr-status-label': label,
  }
}

/** The body of a webhook, as documented: scans oldest first, the current time in a format of its own. */
function webhookOf({ awb, courier, id, reference, scans, isReturn }: Parcel) {
  const last = scans.at(-1) ?? { label: 'AWB ASSIGNED', time: Date.now() }
  const [date = '', clock] = indianTime(last.time).split(' ')
  return {
    awb,
    courier_name: courier,
    current_status: last.label,
    current_status_id: STATUS_CODES[last.label] ?? 0,
    shipment_status: last.label,
    shipment_status_id: STATUS_CODES[last.label] ?? 0,
    current_timestamp: `${date.split('-').reverse().join(' ')} ${clock}`,
    order_id: reference,
    sr_order_id: id,
    scans: scans.map(scanOf),
    is_return: isReturn ? 1 : 0,
    channel_id: 1,
  }
}

/** A time in India without its time zone, such as `2023-05-19 11:59:16`. */
function indianTime(time: number): string {
  return new Date(time + 5.5 * 3600 * 1000).toISOString().slice(0, 19).replace('T', ' ')
}

function reject(c: Context, message: string, status: number, errors?: Record<string, string[]>) {
  return c.json({ message, ...(errors && { errors }), status_code: status }, status as ContentfulStatusCode)
}
