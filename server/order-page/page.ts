import type { User } from '#domain/accounts/user.ts'
import type { Order } from '#domain/orders/order.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import {
  type OrderTimes,
  type ProgressStep,
  progressOf,
  type ShownParcel,
  toShownParcel,
} from '#domain/orders/progress.ts'
import type { Shipment } from '#domain/orders/shipment.ts'
import { type TimelineEntry, timelineOf } from '#domain/orders/timeline.ts'
import { type BillSummary, listBillsOf } from '#server/billing/queries.ts'
import type { Db } from '#server/db/connection.ts'
import { findOrder } from '#server/orders/queries.ts'
import { findUndoSeconds, type HeldReturn, listHeldReturns, listShipmentsOf } from '#server/parcels/queries.ts'
import type { Shop } from '#server/shop.ts'
import {
  findCancelTime,
  findOrderDetails,
  findPaymentTime,
  listAuditOf,
  listBillTimesOf,
  listEmailsOf,
  listPaymentsBy,
  listRefundsOf,
  listReturnsOf,
  type OrderDetails,
} from './queries.ts'

type OrderPage = {
  order: Order
  dispatched: OrderDetails['dispatched']
  progress: ProgressStep[]
  parcels: ShownParcel[]
  bills: BillSummary[]
}

/** A shopper's own order; undefined: it does not exist, or is another shopper's. */
export async function readOwnOrder(
  { db }: Pick<Shop, 'db'>,
  { uid }: User,
  id: OrderId,
): Promise<OrderPage | undefined> {
  const order = await findOrder(db, id)
  if (order?.userid !== uid) return undefined
  const read = await readParts(db, order)
  return read && toPage(order, read)
}

export type DeskOrder = OrderPage & {
  note: string
  isBillToConfirmed: boolean
  shipments: Shipment[]
  timeline: TimelineEntry[]
  /** Returns whose refund is not decided yet. */
  held: HeldReturn[]
  /** For how long the press of `Deliver` can be undone; 0: it cannot. */
  undoSeconds: number
}

/** Any order with everything that the desk may see. */
export async function readDeskOrder({ db }: Pick<Shop, 'db'>, id: OrderId): Promise<DeskOrder | undefined> {
  const order = await findOrder(db, id)
  const read = order && (await readParts(db, order))
  if (!read) return undefined
  const [timeline, undoSeconds] = [await readTimeline(db, order, read), await findUndoSeconds(db, id)]
  const { note, isBillToConfirmed } = read.details
  const held = await listHeldReturns(db, id)
  return { ...toPage(order, read), note, isBillToConfirmed, shipments: read.shipments, timeline, held, undoSeconds }
}

export type TrackedOrder = {
  id: OrderId
  city: string
  /** The first three digits of the pincode, which tell the district but not the street. */
  area: string
  lines: Pick<
    Order['cartItems'][number],
    'title' | 'quantity' | 'sizeCode' | 'sizeLabel' | 'selectedColor' | 'productImageUrl'
  >[]
  progress: ProgressStep[]
  parcels: ShownParcel[]
}

/** The tracking page, which needs no login: the progress of the order, but no address and no amounts. */
export async function readTrackedOrder({ db }: Pick<Shop, 'db'>, id: OrderId): Promise<TrackedOrder | undefined> {
  const order = await findOrder(db, id)
  const read = order && (await readParts(db, order))
  if (!read) return undefined
  const { progress, parcels } = toPage(order, read)
  return {
    id,
    city: order.addressInfo.city,
    area: order.addressInfo.pincode.slice(0, 3),
    lines: order.cartItems.map(({ title, quantity, sizeCode, sizeLabel, selectedColor, productImageUrl }) => ({
      title,
      quantity,
      sizeCode,
      sizeLabel,
      selectedColor,
      productImageUrl,
    })),
    progress,
    parcels,
  }
}

type Parts = { details: OrderDetails; shipments: Shipment[]; bills: BillSummary[]; times: OrderTimes }

/** Undefined: the order was deleted meanwhile. */
async function readParts(db: Db, { id, paymentId, cancel }: Order): Promise<Parts | undefined> {
  const [details, shipments, bills, paidAt, cancelledAt] = await Promise.all([
    findOrderDetails(db, id),
    listShipmentsOf(db, id),
    listBillsOf(db, id),
    paymentId === undefined ? undefined : findPaymentTime(db, paymentId),
    cancel === 'cancelled' ? findCancelTime(db, id) : undefined,
  ])
  if (!details) return undefined
  const { cashConfirmedAt, deliveredAt } = details
  return { details, shipments, bills, times: { paidAt, cancelledAt, cashConfirmedAt, deliveredAt } }
}

function toPage(order: Order, { details, shipments, bills, times }: Parts): OrderPage {
  return {
    order,
    dispatched: details.dispatched,
    progress: progressOf(order, times),
    parcels: shipments.map(toShownParcel),
    bills,
  }
}

/** What is left of an order that was deleted. */
export type DeletedOrder = { bills: BillSummary[]; timeline: TimelineEntry[] }

/** Undefined: there was no such order, or nothing is left of it. */
export async function readDeletedOrder({ db }: Pick<Shop, 'db'>, id: OrderId): Promise<DeletedOrder | undefined> {
  const [shipments, bills] = [await listShipmentsOf(db, id), await listBillsOf(db, id)]
  const timeline = await readTimeline(db, { id }, { shipments })
  return timeline.length > 0 ? { bills, timeline } : undefined
}

async function readTimeline(
  db: Db,
  order: Pick<Order, 'id'> & Partial<Order>,
  { details, shipments }: Pick<Parts, 'shipments'> & Partial<Parts>,
): Promise<TimelineEntry[]> {
  const { id, totalAmount, paymentId, time } = order
  const shipmentIds = shipments.map((shipment) => shipment.id)
  const refunds = await listRefundsOf(db, id)
  const paymentIds = [...new Set([...(paymentId ? [paymentId] : []), ...refunds.map((refund) => refund.paymentId)])]
  const returns = await listReturnsOf(db, id)
  const returnIds = returns.map((entry) => entry.id)
  const [audit, emails, payments, bills] = await Promise.all([
    listAuditOf(db, id, shipmentIds),
    listEmailsOf(db, id, { paymentIds, refundIds: refunds.map((refund) => refund.id), shipmentIds, returnIds }),
    listPaymentsBy(db, paymentIds),
    listBillTimesOf(db, id),
  ])
  const isThere = time !== undefined && totalAmount !== undefined
  return timelineOf({
    placed: isThere
      ? { time, totalAmount, isPaidOnline: paymentId !== undefined, cashConfirmedAt: details?.cashConfirmedAt }
      : undefined,
    audit,
    emails,
    payments,
    refunds,
    shipments,
    bills,
    returns,
  })
}
