import type { Rupees } from '#domain/money.ts'
import type { Rate } from '#domain/orders/couriers.ts'
import type { Box, ParcelItem } from '#domain/orders/pack.ts'
import type { Scan } from '#domain/orders/shipment.ts'

/** A parcel as every courier's system asks for it. */
export type Parcel = {
  /** Ours, such as `1001-12` for shipment 12 of order 1001; the courier's system finds the parcel by it. */
  reference: string
  orderedAt: Date
  to: {
    name: string
    address: string
    city: string
    /** The State's name. */
    state: string
    pincode: string
    /** Ten digits. */
    mobile: string
    email: string
  }
  lines: { name: string; sku: string; hsn?: string; quantity: number; price: Rupees }[]
  /** The known measures and weights of its items. */
  items?: ParcelItem[]
  /** The box that it is in, with the weight of all; absent: as its items need. */
  box?: Box
  value: Rupees
  /** Rupees that the courier collects; 0: paid online. */
  cash: Rupees
}

export type RatedParcel = Pick<Parcel, 'items' | 'box' | 'value'> & { pincode: string; isCash: boolean }

/** The parcel at the courier's system. */
export type BookedParcel = {
  orderId: string
  shipmentId: string
  assigned: AssignedAwb | undefined
}

export type AssignedAwb = { awb: string; courier: string; trackingLink: string }

/** A courier's report about a parcel: every scan so far, oldest first. */
export type CourierReport = {
  awb: string
  courier: string
  /** The courier brings goods back from a buyer. */
  isReturn: boolean
  scans: Scan[]
}

/** From the shop to a buyer, or fetched from a buyer at the address that the parcel names. */
export type Way = 'to-buyer' | 'from-buyer'

/** A courier's system. Calls throw ProviderRejectedError or ProviderUnavailableError. */
export type Courier = {
  /** False when none is configured. */
  isAvailable: boolean
  /** As staff know it. */
  name: string

  /** Without cancelled ones. */
  findParcel(reference: string, way?: Way): Promise<BookedParcel | undefined>
  /** Not idempotent: after a ProviderUnavailableError look for the reference with `findParcel`. */
  createParcel(parcel: Parcel, way?: Way): Promise<BookedParcel>
  /** @param courierId of a rate; absent: the courier's system chooses */
  assignAwb(shipmentId: string, way?: Way, courierId?: string): Promise<AssignedAwb>
  /** The couriers that would carry such a parcel to a pincode, with their prices. Rejected where none does. */
  listRates(parcel: RatedParcel): Promise<Rate[]>
  /** @returns the address of one document with the labels of all these shipments */
  createLabels(shipmentIds: readonly string[]): Promise<string>
  /** Idempotent: the courier comes once. */
  requestPickup(shipmentId: string): Promise<void>
  /** Idempotent. Rejected once the courier has the parcel. @param orderId of the courier's system */
  cancelParcel(orderId: string): Promise<void>

  /**
   * Tells the courier what shall become of a parcel that it could not deliver; `again` undefined: it is brought back. An
   * empty phone or address stays as it is. Repeating it changes nothing.
   */
  answerNotDelivered(awb: string, again: { day: string; phone: string; address: string } | undefined): Promise<void>

  /** Undefined: the courier has no scan yet. */
  track(awb: string): Promise<CourierReport | undefined>

  /** Does a webhook come from the courier? Always false without a key. */
  isWebhookGenuine(headers: Headers): boolean
  /** Undefined: not in a known format. */
  readWebhook(body: unknown): CourierReport | undefined
}
