import { randomInt } from 'node:crypto'
import { RequestRejected } from './requests.ts'
import type { Store } from './store.ts'

export type ParcelScan = { time: number; label: string; place: string }

/** An order with its one shipment; only the fields that the shop, its tests or a person reads. */
export type Parcel = {
  id: number
  shipmentId: number
  /** The client's `order_id`, which need not be unique. */
  reference: string
  city: string
  pincode: string
  cash: number
  isCancelled: boolean
  /** Fetched from a buyer. */
  isReturn?: boolean
  awb: string
  courier: string
  pickup: string
  /** Centimetres and kilograms. */
  box: { cm: number[]; kg: number }
  /** The client's wish after a failed delivery. */
  answers?: Record<string, unknown>[]
  items: { sku?: string; hsn?: number; units?: number }[]
  /** Oldest first. */
  scans: ParcelScan[]
}

/** The provider's number for each status. */
export const STATUS_CODES: Record<string, number> = {
  'PICKED UP': 42,
  SHIPPED: 6,
  'IN TRANSIT': 18,
  'REACHED AT DESTINATION HUB': 38,
  'OUT FOR DELIVERY': 17,
  DELIVERED: 7,
  UNDELIVERED: 21,
  'RTO INITIATED': 9,
  'RTO DELIVERED': 10,
}
const RETURN_JOURNEY = ['RETURN PICKED UP', 'RETURN IN TRANSIT', 'RETURN DELIVERED']
const JOURNEY = ['PICKED UP', 'SHIPPED', 'IN TRANSIT', 'REACHED AT DESTINATION HUB', 'OUT FOR DELIVERY', 'DELIVERED']
const WAY_BACK = ['UNDELIVERED', 'RTO INITIATED', 'RTO DELIVERED']

/** The provider's number of each courier, rupees for half a kilogram, and days. */
const COURIERS = [
  { id: 10, name: 'Delhivery Surface', half: 41.5, days: 5 },
  { id: 33, name: 'Xpressbees Surface', half: 38.2, days: 6 },
  { id: 1, name: 'Blue Dart Surface', half: 67, days: 2 },
] as const
const CASH_FEE = 45

const GOODS = ['order_items', 'payment_method', 'sub_total', 'length', 'breadth', 'height', 'weight']
const PLACE = ['customer_name', 'address', 'city', 'pincode', 'state', 'country', 'phone']
const placeOf = (whose: string) => PLACE.map((name) => `${whose}_${name}`)

const NEEDED = [
  ...['order_id', 'order_date', 'pickup_location', ...placeOf('billing'), 'billing_email', 'shipping_is_billing'],
  ...GOODS,
]
/** @see https://apidocs.shiprocket.in/ (Create Return Order) */
const NEEDED_FOR_RETURN = [
  ...['order_id', 'order_date', ...placeOf('pickup'), 'pickup_email', ...placeOf('shipping')],
  ...GOODS,
]

/** A pincode that no courier serves. */
const UNSERVED = '999999'

/** The provider's records. @param onScan is told of every scan */
export function createParcels(store: Store, { pickupLocation }: { pickupLocation: string }, onScan: Notify) {
  const list = () => store.list<Parcel>('parcel', 1_000_000)
  const save = (parcel: Parcel): Parcel => {
    store.put('parcel', String(parcel.id), parcel, parcel.reference)
    return parcel
  }

  function getShipment(shipmentId: unknown): Parcel {
    const id = Array.isArray(shipmentId) ? shipmentId[0] : shipmentId
    const parcel = list().find((one) => String(one.shipmentId) === String(id))
    if (!parcel) throw new RequestRejected('Invalid shipment id')
    return parcel
  }

  return {
    list,

    /** A request that is sent twice makes two orders, as at the provider. */
    create(body: Record<string, unknown>): Parcel {
      requireFields(body, NEEDED)
      if (body.pickup_location !== pickupLocation) {
        // The provider sends this error with status 200.
        throw new RequestRejected('Wrong Pickup location entered. Please choose one location from the data given', 200)
      }
      const cash = body.payment_method === 'COD' ? Number(body.sub_total) : 0
      return save(newParcel(body, { city: body.billing_city, pincode: body.billing_pincode, cash }))
    },

    /** A return order, which a courier fetches from a buyer. */
    createReturn(body: Record<string, unknown>): Parcel {
      requireFields(body, NEEDED_FOR_RETURN)
      const { pickup_city: city, pickup_pincode: pincode } = body
      return save({ ...newParcel(body, { city, pincode, cash: 0 }), isReturn: true })
    },

    /** Also finds parts of references and AWBs. */
    search: (text: string, { isReturn = false } = {}) =>
      list()
        .filter((parcel) => (parcel.isReturn ?? false) === isReturn)
        .filter(({ reference, awb }) => reference.includes(text) || (awb !== '' && awb.includes(text))),

    /** A repeated request returns the AWB of the first. */
    assign(shipmentId: unknown, { isReturn = false, courierId = undefined as unknown } = {}): Parcel {
      const parcel = getShipment(shipmentId)
      if ((parcel.isReturn ?? false) !== isReturn) throw new RequestRejected('Invalid shipment type for this request')
      if (parcel.isCancelled) throw new RequestRejected('Oops! Cannot reassign courier for this shipment.')
      if (parcel.awb) return parcel
      if (parcel.pincode === UNSERVED) throw new RequestRejected('Delivery postcode is not serviceable', 404)
      const courier =
        courierId === undefined
          ? COURIERS[parcel.id % COURIERS.length]
          : COURIERS.find(({ id }) => String(id) === String(courierId))
      if (!courier) throw new RequestRejected('Courier is not serviceable for this shipment.')
      const awb = `${newNumber()}${String(randomInt(100_000)).padStart(5, '0')}`
      return save({ ...parcel, awb, courier: courier.name })
    },

    /** The price of each courier by real or volumetric weight, whichever is larger. */
    rate(query: Record<string, string | undefined>) {
      const number = (name: string) => Number(query[name])
      const missing = ['pickup_postcode', 'delivery_postcode', 'cod', 'weight'].filter((name) => !query[name])
      if (missing.length > 0) throw new RequestRejected(`The ${missing.join(', ')} field is required.`, 422)
      if (query.delivery_postcode === UNSERVED) throw new RequestRejected('Delivery postcode is not serviceable', 404)
      const volumetric = (number('length') * number('breadth') * number('height')) / 5000 || 0
      const halves = Math.ceil(Math.max(number('weight'), volumetric) * 2)
      return COURIERS.map(({ half, ...courier }) => ({
        ...courier,
        rate: Math.round((half * halves + (query.cod === '1' ? CASH_FEE : 0)) * 100) / 100,
      }))
    },

    labels(shipmentIds: unknown): Parcel[] {
      const labelled = (Array.isArray(shipmentIds) ? shipmentIds : [shipmentIds]).map(getShipment)
      if (labelled.some(({ awb }) => !awb)) throw new RequestRejected('No valid shipment ids to print label', 422)
      return labelled
    },

    pickup(shipmentId: unknown): Parcel {
      const parcel = getShipment(shipmentId)
      if (!parcel.awb) throw new RequestRejected('Please assign an AWB first')
      if (parcel.pickup) throw new RequestRejected('Already in Pickup Queue.')
      return save({ ...parcel, pickup: `PKP${newNumber()}` })
    },

    findByAwb: (awb: string) => list().find((parcel) => awb !== '' && parcel.awb === awb),

    /** The next thing that happens to a parcel; by default towards its delivery. */
    scan(awb: string, { label, time = Date.now() }: { label?: string; time?: number } = {}): Parcel {
      const parcel = this.findByAwb(awb)
      if (!parcel) throw new RequestRejected('Invalid AWB', 404)
      const next = label ?? nextOf(parcel)
      if (next === undefined) return parcel
      const scans = [...parcel.scans, { time, label: next, place: `${parcel.city} Hub` }]
      const scanned = save({ ...parcel, scans })
      onScan(scanned)
      return scanned
    },

    /** The client says what becomes of a parcel that was not delivered. */
    answer(awb: string, body: Record<string, unknown>): void {
      const parcel = this.findByAwb(awb)
      if (!parcel) throw new RequestRejected('Invalid AWB', 404)
      if (!['re-attempt', 'return', 'fake-attempt'].includes(String(body.action)))
        throw new RequestRejected('The selected action is invalid.', 422)
      if (!body.comments) throw new RequestRejected('The comments field is required.', 422)
      if (parcel.scans.at(-1)?.label !== 'UNDELIVERED') throw new RequestRejected('This shipment is not in NDR', 400)
      save({ ...parcel, answers: [...(parcel.answers ?? []), body] })
    },

    /** Also done in the provider's own pages. */
    cancel(id: unknown): void {
      const parcel = list().find((one) => String(one.id) === String(id))
      if (!parcel) throw new RequestRejected('Invalid order id', 404)
      if (parcel.isCancelled) throw new RequestRejected('Order is already cancelled.')
      if (parcel.scans.some(({ label }) => !/PICKUP/.test(label)))
        throw new RequestRejected('Cannot cancel: the parcel was picked up.')
      save({ ...parcel, isCancelled: true })
    },
  }
}

function requireFields(body: Record<string, unknown>, needed: readonly string[]): void {
  const missing = needed.filter((name) => body[name] === undefined || body[name] === '')
  if (missing.length === 0) return
  const errors = missing.map((name): [string, string[]] => [
    name,
    [`The ${name.replaceAll('_', ' ')} field is required.`],
  ])
  throw new RequestRejected('Oops! Invalid Data.', 422, Object.fromEntries(errors))
}

type Place = { city: unknown; pincode: unknown; cash: number }

function newParcel(body: Record<string, unknown>, { city, pincode, cash }: Place): Parcel {
  return {
    id: newNumber(),
    shipmentId: newNumber(),
    reference: String(body.order_id),
    city: String(city),
    pincode: String(pincode),
    cash,
    isCancelled: false,
    awb: '',
    courier: '',
    pickup: '',
    box: { cm: [body.length, body.breadth, body.height].map(Number), kg: Number(body.weight) },
    items: Array.isArray(body.order_items) ? body.order_items : [],
    scans: [],
  }
}

type Notify = (parcel: Parcel) => void
export type Parcels = ReturnType<typeof createParcels>

/** @returns the next status, or undefined at the end of the journey */
export function nextOf({ scans, isReturn }: Parcel): string | undefined {
  const last = scans.at(-1)?.label ?? ''
  if (isReturn) return RETURN_JOURNEY[RETURN_JOURNEY.indexOf(last) + 1]
  const way = WAY_BACK.includes(last) ? WAY_BACK : JOURNEY
  return way[way.indexOf(last) + 1]
}

function newNumber(): number {
  return randomInt(100_000_000, 999_999_999)
}
