import { createHmac, timingSafeEqual } from 'node:crypto'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { ShipmentId } from '#domain/orders/shipment.ts'

/**
 * The page that a link opens without login: the tracking page, the confirmation of a cash order, its payment, or what
 * becomes of a parcel that was not delivered.
 */
export type OrderLinkPurpose = 'tracking' | 'confirm' | 'pay' | 'redeliver'
/** Stops the emails about prices of an account. */
type Purpose = OrderLinkPurpose | 'stop-prices'

const TOKEN_BYTES = 16
const TOKEN = /^[\w-]{22}$/

/**
 * Links to orders that work without login, and the codes by which parcels are handed over at the counter. Nothing is stored:
 * the token is the shop's signature of purpose and number, so a link for one purpose does not work for the other.
 *
 * @param secret of the shop; a new one invalidates all links
 */
export function createTrackingLinks(secret: string) {
  /** 128 bits as 22 characters of base64url. */
  function tokenOf(purpose: Purpose, id: OrderId | string): string {
    const signature = createHmac('sha256', secret).update(`${purpose} order ${id}`).digest()
    return signature.subarray(0, TOKEN_BYTES).toString('base64url')
  }

  /** In constant time, so that a token cannot be found out character by character. */
  function isToken(purpose: Purpose, id: OrderId | string, token: string): boolean {
    return TOKEN.test(token) && timingSafeEqual(Buffer.from(token), Buffer.from(tokenOf(purpose, id)))
  }

  /** Six digits. */
  function pickUpCode(id: ShipmentId): string {
    const signature = createHmac('sha256', secret).update(`pick up parcel ${id}`).digest()
    return String(signature.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
  }

  return {
    /** `/track/1001/<22 characters>` */
    trackingPath: (id: OrderId) => `/track/${id}/${tokenOf('tracking', id)}`,
    /** `/orders/1001/pay/<22 characters>` */
    payPath: (id: OrderId) => `/orders/${id}/pay/${tokenOf('pay', id)}`,
    /** `/orders/1001/redeliver/<22 characters>` */
    redeliverPath: (id: OrderId) => `/orders/${id}/redeliver/${tokenOf('redeliver', id)}`,
    /** `/wishlist/stop/<account>/<22 characters>` */
    stopPricesPath: (userId: string) => `/wishlist/stop/${userId}/${tokenOf('stop-prices', userId)}`,
    mayStopPrices: (userId: string, token: string) => isToken('stop-prices', userId, token),
    pickUpCode,
    isPickUpCode: (id: ShipmentId, code: string) =>
      /^\d{6}$/.test(code) && timingSafeEqual(Buffer.from(code), Buffer.from(pickUpCode(id))),
    tokenOf: (purpose: OrderLinkPurpose, id: OrderId) => tokenOf(purpose, id),
    isToken: (purpose: OrderLinkPurpose, id: OrderId, token: string) => isToken(purpose, id, token),
  }
}
