import * as v from 'valibot'
import { boxOf } from '#domain/orders/pack.ts'
import { isSameSecret } from '#server/config/secrets.ts'
import type { ShiprocketConfig } from '#server/config.ts'
import { ProviderRejectedError, ProviderUnavailableError } from '#server/errors.ts'
import type { AssignedAwb, BookedParcel, Courier, Parcel, Way } from './courier.ts'
import { createHttpClient, failureOf, type ProviderAnswer, type ProviderRequest, parseAnswer } from './http-client.ts'
import { readTracking, readWebhook, trackingSchema } from './shiprocket-scans.ts'

/** Shiprocket writes numbers as numbers or as text. */
const word = v.pipe(v.union([v.string(), v.number()]), v.transform(String))
const number = v.pipe(word, v.transform(Number), v.minValue(0))
const id = v.pipe(word, v.minLength(1))
const text = v.fallback(v.optional(v.string(), ''), '')
const created = v.object({ order_id: id, shipment_id: id })
const listed = v.object({
  id,
  status: text,
  channel_order_id: v.fallback(word, ''),
  shipments: v.array(
    v.object({ id, awb: v.fallback(v.nullish(v.string()), ''), courier: v.fallback(v.nullish(v.string()), '') }),
  ),
})
const assigned = v.object({
  awb_assign_status: v.optional(v.number()),
  response: v.object({ data: v.object({ awb_code: id, courier_name: text }) }),
})

const serviceable = v.object({
  data: v.object({
    available_courier_companies: v.array(
      v.object({
        courier_company_id: id,
        courier_name: text,
        rate: number,
        estimated_delivery_days: v.fallback(v.optional(v.pipe(number, v.integer())), undefined),
      }),
    ),
  }),
})

/** The address that parcels leave from, and come back to, under the name that the config has. */
const pickupAddress = v.object({
  pickup_location: text,
  name: text,
  address: text,
  city: text,
  state: text,
  pin_code: v.fallback(word, ''),
  phone: v.fallback(word, ''),
})
type PickupAddress = v.InferOutput<typeof pickupAddress>

type Options = {
  httpFetch?: typeof fetch
  timeoutMs?: number
  webhookKey?: string | undefined
  now?: () => Date
}

const TIMEOUT_MS = 15_000
/** A token is valid for ten days. */
const TOKEN_MS = 9 * 24 * 3600 * 1000
/** Pause after a wrong password, because repeated attempts would lock the account. */
const LOGIN_PAUSE_MS = 60_000
const MAX_REASON = 300

/** Used when Shiprocket is not configured; nothing listens at this URL. */
export const UNCONFIGURED_SHIPROCKET: ShiprocketConfig = {
  url: 'http://localhost:1',
  trackingUrl: '',
  email: '',
  password: '',
  pickupLocation: '',
  parcelCm: [30, 30, 30],
  potKg: 1,
}

/**
 * Shiprocket's REST API and webhook.
 * @see https://apidocs.shiprocket.in/
 */
export function openShiprocket(
  config: ShiprocketConfig,
  { httpFetch, timeoutMs = TIMEOUT_MS, webhookKey, now = () => new Date() }: Options = {},
): Courier {
  const client = createHttpClient({ url: config.url, timeoutMs, httpFetch, headers: { accept: 'application/json' } })
  let session: { token: string; until: number } | undefined
  let refused: { error: ProviderRejectedError; until: number } | undefined

  async function call<T>(schema: v.GenericSchema<unknown, T>, request: ProviderRequest): Promise<T> {
    let answer = await sendWithToken(request)
    if (answer.status === 401) {
      // The token was revoked or expired early.
      session = undefined
      answer = await sendWithToken(request)
    }
    const { name, status, isOk, json } = answer
    const reason = reasonOf(json)
    // Some rejections have status 200. A second order with the same number, or a second AWB, is rejected with a 500.
    if (reason && (isOk ? !v.is(schema, json) : /already/i.test(reason)))
      throw new ProviderRejectedError(`${name} was rejected with ${status} (${reason})`, { reason })
    if (status === 401) throw new ProviderUnavailableError(`${name} was rejected with 401`)
    return parseAnswer(schema, answer, reason)
  }

  /** @param done how a request is refused when an earlier one, whose answer was lost, was successful */
  async function callToleratingRepeat(schema: v.GenericSchema, request: ProviderRequest, done: RegExp): Promise<void> {
    try {
      await call(schema, request)
    } catch (error) {
      if (!(error instanceof ProviderRejectedError && done.test(error.reason ?? ''))) throw error
    }
  }

  async function sendWithToken(request: ProviderRequest): Promise<ProviderAnswer> {
    return client.send({ ...request, headers: { authorization: `Bearer ${await getToken()}` } })
  }

  async function getToken(): Promise<string> {
    const time = now().getTime()
    if (session && session.until > time) return session.token
    if (refused && refused.until > time) throw refused.error
    const { email, password } = config
    const answer = await client.send({ path: '/auth/login', body: { email, password } })
    const parsed = v.safeParse(v.object({ token: v.pipe(v.string(), v.minLength(1)) }), answer.json)
    if (answer.status === 200 && parsed.success) {
      session = { token: parsed.output.token, until: time + TOKEN_MS }
      return session.token
    }
    const error = failureOf(answer)
    if (error instanceof ProviderUnavailableError) throw error
    const reason = 'Shiprocket refused SHIPROCKET_EMAIL or SHIPROCKET_PASSWORD.'
    refused = { error: new ProviderRejectedError(error.message, { reason }), until: time + LOGIN_PAUSE_MS }
    throw refused.error
  }

  /** The provider's reason, without our own secrets in case it repeats them. */
  function reasonOf(content: unknown): string | undefined {
    const words = wordsOf(content)
      .replaceAll(config.password || '\0', '…')
      .replaceAll(config.email || '\0', '…')
    return words ? words.slice(0, MAX_REASON) : undefined
  }

  function toAssigned({ awb, courier }: { awb: string; courier: string }): AssignedAwb {
    return { awb, courier, trackingLink: `${config.trackingUrl}/${encodeURIComponent(awb)}` }
  }

  async function getPickupAddress(): Promise<PickupAddress> {
    const schema = v.object({ data: v.object({ shipping_address: v.array(pickupAddress) }) })
    const { data } = await call(schema, { path: '/settings/company/pickup' })
    const found = data.shipping_address.find((one) => one.pickup_location === config.pickupLocation)
    if (found) return found
    const reason = `Shiprocket has no pickup location ${config.pickupLocation}.`
    throw new ProviderRejectedError(reason, { reason })
  }

  return {
    isAvailable: config.email !== '',
    name: 'Shiprocket',

    async findParcel(reference, way = 'to-buyer') {
      // The search also finds longer references, and AWBs.
      const list = way === 'to-buyer' ? '/orders' : '/orders/processing/return'
      const path = `${list}?per_page=100&search=${encodeURIComponent(reference)}`
      const { data } = await call(v.object({ data: v.array(listed) }), { path })
      const parcels = data
        .filter((order) => order.channel_order_id === reference && !/^cancell?ed$/i.test(order.status))
        .flatMap((order) =>
          order.shipments.map(({ id: shipmentId, awb, courier }) => ({
            orderId: order.id,
            shipmentId,
            assigned: awb ? toAssigned({ awb, courier: courier ?? '' }) : undefined,
          })),
        )
        .sort((one, other) => Number(one.orderId) - Number(other.orderId))
      return parcels.find((parcel) => parcel.assigned) ?? parcels[0]
    },

    async createParcel(parcel, way = 'to-buyer'): Promise<BookedParcel> {
      const request =
        way === 'to-buyer'
          ? { path: '/orders/create/adhoc', body: orderOf(parcel, config) }
          : { path: '/orders/create/return', body: returnOf(parcel, config, await getPickupAddress()) }
      const { order_id: orderId, shipment_id: shipmentId } = await call(created, request)
      return { orderId, shipmentId, assigned: undefined }
    },

    async assignAwb(shipmentId, way: Way = 'to-buyer', courierId) {
      const path = '/courier/assign/awb'
      const body = {
        shipment_id: shipmentId,
        ...(courierId && { courier_id: Number(courierId) }),
        ...(way === 'from-buyer' && { is_return: 1 }),
      }
      const { awb_assign_status: status, response } = await call(assigned, { path, body })
      const { awb_code: awb, courier_name: courier } = response.data
      if (status === 0) throw new ProviderRejectedError(`POST ${path} assigned nothing`)
      return toAssigned({ awb, courier })
    },

    async listRates({ pincode, isCash, value, ...parcel }) {
      const { cm, kg } = parcel.box ?? boxOf(parcel.items ?? [], { cm: config.parcelCm, kg: config.potKg })
      const [length, breadth, height] = cm
      const query = new URLSearchParams({
        pickup_postcode: (await getPickupAddress()).pin_code,
        delivery_postcode: pincode,
        cod: isCash ? '1' : '0',
        weight: String(kg),
        length: String(length),
        breadth: String(breadth),
        height: String(height),
        declared_value: String(value),
      })
      const { data } = await call(serviceable, { path: `/courier/serviceability/?${query}` })
      return data.available_courier_companies.map(({ courier_company_id: rateId, courier_name, rate, ...when }) => ({
        id: rateId,
        courier: courier_name,
        price: Math.round(rate * 100),
        days: when.estimated_delivery_days,
      }))
    },

    async createLabels(shipmentIds) {
      const schema = v.object({ label_url: v.pipe(v.string(), v.regex(/^https?:\/\//), v.maxLength(1000)) })
      const body = { shipment_id: shipmentIds }
      return (await call(schema, { path: '/courier/generate/label', body })).label_url
    },

    async requestPickup(shipmentId) {
      const request = { path: '/courier/generate/pickup', body: { shipment_id: [shipmentId] } }
      await callToleratingRepeat(v.object({ pickup_status: v.number() }), request, /already/i)
    },

    async cancelParcel(orderId) {
      const request = { path: '/orders/cancel', body: { ids: [Number(orderId)] } }
      await callToleratingRepeat(v.unknown(), request, /already (?:been )?cancel/i)
    },

    async answerNotDelivered(awb, again) {
      const [address1, ...more] = (again?.address ?? '').split('\n')
      const body = again
        ? {
            action: 're-attempt',
            comments: 'The buyer asked for another delivery.',
            deferred_date: again.day,
            ...(again.phone && { phone: again.phone }),
            ...(address1 && { address1, address2: more.join(', ') }),
          }
        : { action: 'return', comments: 'The buyer does not want the parcel any more.' }
      await call(v.unknown(), { path: `/ndr/${encodeURIComponent(awb)}/action`, body })
    },

    async track(awb) {
      const tracking = await call(trackingSchema, { path: `/courier/track/awb/${encodeURIComponent(awb)}` })
      return readTracking(awb, tracking, now())
    },

    isWebhookGenuine: (headers) => webhookKey !== undefined && isSameSecret(headers.get('x-api-key') ?? '', webhookKey),
    readWebhook: (body) => readWebhook(body, now()),
  }
}

/** @see https://apidocs.shiprocket.in/ (Create Custom Order) */
function orderOf(parcel: Parcel, config: ShiprocketConfig): object {
  const { to, value, cash } = parcel
  const [first = '', ...rest] = to.name.split(' ')
  return {
    ...goodsOf(parcel, config),
    pickup_location: config.pickupLocation,
    billing_customer_name: first,
    billing_last_name: rest.join(' '),
    billing_address: inOneLine(to.address),
    billing_city: to.city.slice(0, 30),
    billing_pincode: to.pincode,
    billing_state: to.state,
    billing_country: 'India',
    billing_email: to.email,
    billing_phone: to.mobile,
    shipping_is_billing: true,
    payment_method: cash > 0 ? 'COD' : 'Prepaid',
    sub_total: cash > 0 ? cash : value,
  }
}

/** Picked up where it was delivered. @see https://apidocs.shiprocket.in/ (Create Return Order) */
function returnOf(parcel: Parcel, config: ShiprocketConfig, shop: PickupAddress): object {
  const { to, value } = parcel
  const [first = '', ...rest] = to.name.split(' ')
  return {
    ...goodsOf(parcel, config),
    pickup_customer_name: first,
    pickup_last_name: rest.join(' '),
    pickup_address: inOneLine(to.address),
    pickup_city: to.city.slice(0, 30),
    pickup_pincode: to.pincode,
    pickup_state: to.state,
    pickup_country: 'India',
    pickup_email: to.email,
    pickup_phone: to.mobile,
    shipping_customer_name: shop.name || config.pickupLocation,
    shipping_address: shop.address,
    shipping_city: shop.city,
    shipping_pincode: shop.pin_code,
    shipping_state: shop.state,
    shipping_country: 'India',
    shipping_phone: shop.phone,
    payment_method: 'Prepaid',
    sub_total: value,
  }
}

function goodsOf({ reference, orderedAt, lines, ...parcel }: Parcel, config: ShiprocketConfig) {
  const { items = lines.map(({ quantity }) => ({ quantity })) } = parcel
  const { cm, kg } = parcel.box ?? boxOf(items, { cm: config.parcelCm, kg: config.potKg })
  const [length, breadth, height] = cm
  return {
    order_id: reference,
    order_date: indianMinute(orderedAt),
    order_items: lines.map(({ name, sku, hsn, quantity, price }) => ({
      name,
      sku,
      units: quantity,
      selling_price: price,
      ...(hsn && { hsn: Number(hsn) }),
    })),
    length,
    breadth,
    height,
    weight: kg,
  }
}

function inOneLine(address: string): string {
  return address
    .split('\n')
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ')
}

/** `2026-11-21 09:15`. */
function indianMinute(time: Date): string {
  return new Date(time.getTime() + 5.5 * 3600 * 1000).toISOString().slice(0, 16).replace('T', ' ')
}

/** The reason of a rejection; that of a field says more than the general message. */
function wordsOf(content: unknown): string {
  const parsed = v.safeParse(refusalSchema, content)
  if (!parsed.success) return ''
  const { message, errors, response } = parsed.output
  const fields = Object.values(errors).flat().join(' ')
  const inner = typeof response === 'string' ? response : (response?.data?.awb_assign_error ?? '')
  return [message, fields, inner].filter(Boolean).join(' ')
}

const refusalSchema = v.object({
  message: text,
  errors: v.fallback(v.optional(v.record(v.string(), v.fallback(v.array(v.string()), [])), {}), {}),
  response: v.fallback(
    v.optional(
      v.union([
        v.string(),
        v.object({ data: v.fallback(v.optional(v.object({ awb_assign_error: text })), undefined) }),
      ]),
    ),
    undefined,
  ),
})
