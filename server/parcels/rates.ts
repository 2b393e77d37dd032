import { cashOf } from '#domain/orders/cash.ts'
import type { Rate } from '#domain/orders/couriers.ts'
import { type BoxChoice, sumAt } from '#domain/orders/dispatch.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { LineQuantity } from '#domain/orders/shipment.ts'
import { ProviderRejectedError, ProviderUnavailableError } from '#server/errors.ts'
import { findOrder } from '#server/orders/queries.ts'
import type { Shop } from '#server/shop.ts'
import { chooseBox, readItems } from './boxes.ts'
import { listSent } from './queries.ts'

/** Cheapest first. */
export type RatesRead = { ok: true; rates: Rate[] } | { ok: false; message: string }

/** The couriers' prices for these units of an order, in the box that the desk has chosen. Reads only. */
export async function readRates(
  { db, courier, log }: Pick<Shop, 'db' | 'courier' | 'log'>,
  orderId: OrderId,
  { lines: wanted, choice }: { lines: 'rest' | readonly LineQuantity[]; choice?: BoxChoice },
): Promise<RatesRead | undefined> {
  const order = await findOrder(db, orderId)
  if (!order) return undefined
  const sent = wanted === 'rest' ? await listSent(db, orderId) : []
  const lines =
    wanted === 'rest'
      ? order.cartItems.map(({ quantity }, position) => ({ position, quantity: quantity - sumAt(sent, position) }))
      : wanted
  const { items } = await readItems(db, orderId, lines)
  const chosen = await chooseBox(db, orderId, lines, choice)
  const value = lines.reduce(
    (sum, { position, quantity }) => sum + quantity * (order.cartItems[position]?.price ?? 0),
    0,
  )
  const { pincode } = order.addressInfo
  try {
    const box = chosen.ok ? chosen.box : undefined
    const rates = await courier.listRates({ items, ...(box && { box }), value, pincode, isCash: cashOf(order) > 0 })
    if (rates.length === 0) return { ok: false, message: `No courier delivers this to ${pincode}.` }
    return { ok: true, rates: rates.sort((one, other) => one.price - other.price) }
  } catch (error) {
    if (!(error instanceof ProviderRejectedError || error instanceof ProviderUnavailableError)) throw error
    log.error(`The couriers’ prices for order ${orderId} could not be read`, error)
    const reason = error instanceof ProviderRejectedError && error.reason
    return { ok: false, message: reason ? `${courier.name}: ${reason}` : `${courier.name} did not answer. Try again.` }
  }
}
