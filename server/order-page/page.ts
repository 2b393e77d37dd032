import type { User } from '#domain/accounts/user.ts'
import { INVOICE_TITLES } from '#domain/billing/invoice.ts'
import { progressOf as progressOfMessage } from '#domain/messages/sent-message.ts'
import { MESSAGE_NAMES } from '#domain/messages/templates.ts'
import type { Paise } from '#domain/money.ts'
import { paymentWord } from '#domain/orders/cash.ts'
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
import { orderFor, timelineFor } from '#domain/orders/without-money.ts'
import { hasRight, type Visitor } from '#domain/permissions.ts'
import { RETURN_STATE_LABELS, returnNumberOf } from '#domain/returns/return-request.ts'
import { type InvoiceSummary, listInvoicesOf } from '#server/billing/queries.ts'
import type { Db } from '#server/db/connection.ts'
import { listMessagesAbout } from '#server/messages/sent-queries.ts'
import { findOrder, findOrderRow, listChangesOf, type OrderChange, type OrderRow } from '#server/orders/queries.ts'
import { type AnswerRow, listAnswersOf } from '#server/parcels/answer-queries.ts'
import { findUndoSeconds, type HeldReturn, listHeldReturns, listShipmentsOf } from '#server/parcels/queries.ts'
import {
  listReceipts,
  listWriteOffs,
  type Receipt,
  readParcelCash,
  type ShipmentCash,
  type WriteOff,
} from '#server/parcels/remittance-queries.ts'
import { type DisputeRow, listDisputesOf } from '#server/payments/dispute-queries.ts'
import { findLeftToPayBack } from '#server/payments/pay-back.ts'
import { listAskedSteps, listReturnsOfOrder, type OwnReturn } from '#server/returns/queries.ts'
import { listReviewsOfOrder, type ReviewedLine } from '#server/reviews/queries.ts'
import type { Shop } from '#server/shop.ts'
import { type LinesToChange, readLinesToChange } from './change-lines.ts'
import {
  findCancelTime,
  findPaymentTime,
  listAuditOf,
  listPaymentsBy,
  listRefundsOf,
  listRestPayments,
  listReturnsOf,
} from './queries.ts'

type OrderPage = {
  order: Order
  dispatched: OrderRow['dispatched']
  progress: ProgressStep[]
  parcels: ShownParcel[]
  invoices: InvoiceSummary[]
  /** The changes that the shop has made to it, oldest first. */
  changes: ShownChange[]
}

export type ShownChange = Pick<OrderChange, 'id' | 'lines' | 'totalAfter' | 'refund' | 'due'> & { time: string }

/** A shopper's own order; undefined: it does not exist, or is another shopper's. */
export async function readOwnOrder(
  { db }: Pick<Shop, 'db'>,
  { userId }: User,
  id: OrderId,
): Promise<(OrderPage & { reviewed: ReviewedLine[]; returns: OwnReturn[] }) | undefined> {
  const order = await findOrder(db, id)
  if (order?.userId !== userId) return undefined
  const read = await readParts(db, order)
  const reviewed = !order.dispatched && order.status !== 'delivered' ? [] : await listReviewsOfOrder(db, id)
  return read && { ...toShopperPage(order, read), reviewed, returns: await listReturnsOfOrder(db, id) }
}

export type DeskOrder = OrderPage & {
  note: string
  /** Why the shopper wants to cancel, or wanted to. */
  cancelReason: string
  isBillToConfirmed: boolean
  shipments: Shipment[]
  timeline: TimelineEntry[]
  disputes: DisputeRow[]
  cash: OrderCash
  /** Returns whose refund is not decided yet. */
  held: HeldReturn[]
  /** Paise that can still go back of its payments. */
  leftToPayBack: Paise
  /** Undefined: nothing in it can be changed. */
  change: LinesToChange | undefined
  /** For how long the press of `Deliver` can be undone; 0: it cannot. */
  undoSeconds: number
  /** The buyer's wishes for parcels that were not delivered. */
  answers: AnswerRow[]
}

/** Any order with everything that the desk may see. */
export async function readDeskOrder({ db }: Pick<Shop, 'db'>, id: OrderId): Promise<DeskOrder | undefined> {
  const order = await findOrder(db, id)
  const read = order && (await readParts(db, order))
  if (!read) return undefined
  const cash = await readCash(db, id)
  const { timeline, disputes } = await readTimeline(db, order, { ...read, cash })
  const { row, shipments } = read
  return {
    ...toPage(order, read),
    note: row.note,
    cancelReason: row.cancelReason,
    isBillToConfirmed: row.billToConfirmedAt !== null,
    shipments,
    timeline,
    disputes,
    cash,
    held: await listHeldReturns(db, id),
    undoSeconds: await findUndoSeconds(db, id),
    leftToPayBack: await findLeftToPayBack(db, row),
    change: await readLinesToChange(db, row),
    answers: await listAnswersOf(
      db,
      shipments.map((one) => one.id),
    ),
  }
}

/** The cash of an order's parcels: what was received and written off. */
export type OrderCash = { parcels: ShipmentCash[]; receipts: Receipt[]; writeOffs: WriteOff[] }

async function readCash(db: Db, orderId: OrderId): Promise<OrderCash> {
  const parcels = await readParcelCash(db, { orderId })
  const ids = parcels.map(({ id }) => id)
  return { parcels, receipts: await listReceipts(db, ids), writeOffs: await listWriteOffs(db, ids) }
}

/** The part of it that this member of staff may see: without money, invoices and refunds, as far as their rights go. */
export function deskOrderFor(
  visitor: Visitor,
  page: DeskOrder,
): Omit<DeskOrder, 'cash'> & { cash: OrderCash | undefined } {
  return {
    ...page,
    order: orderFor(visitor, page.order),
    invoices: hasRight(visitor, 'see invoices') ? page.invoices : [],
    timeline: timelineFor(visitor, page.timeline),
    leftToPayBack: hasRight(visitor, 'see money') ? page.leftToPayBack : 0,
    held: hasRight(visitor, 'see money') ? page.held : [],
    changes: hasRight(visitor, 'see money') ? page.changes : [],
    shipments: hasRight(visitor, 'see money') ? page.shipments : page.shipments.map(withoutAmounts),
    cash: hasRight(visitor, 'see money') || hasRight(visitor, 'close cash') ? page.cash : undefined,
  }
}

function withoutAmounts(shipment: Shipment): Shipment {
  return { ...shipment, cash: 0, fee: 0, lines: shipment.lines.map((line) => ({ ...line, amount: 0 })) }
}

export function deletedOrderFor(visitor: Visitor, { invoices, timeline }: DeletedOrder): DeletedOrder {
  return {
    invoices: hasRight(visitor, 'see invoices') ? invoices : [],
    timeline: timelineFor(visitor, timeline),
  }
}

/** The tracking page, which needs no login: the progress of the order, but no address and no amounts. */
export async function readTrackedOrder({ db }: Pick<Shop, 'db'>, id: OrderId) {
  const order = await findOrder(db, id)
  const read = order && (await readParts(db, order))
  if (!read) return undefined
  const { progress, parcels, dispatched } = toShopperPage(order, read)
  const { status, cancel, parcelWord, promise, pickUp } = order
  return {
    id,
    state: { status, cancel, parcelWord, promise, ...(pickUp && { pickUp }) },
    city: order.addressInfo.city,
    // The district, but not the street.
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
    dispatched,
    returns: (await listReturnsOfOrder(db, id)).map(({ id, title, state }) => ({ id, title, state })),
  }
}

type Parts = {
  row: OrderRow
  shipments: Shipment[]
  invoices: InvoiceSummary[]
  changes: ShownChange[]
  times: OrderTimes
  /** Only at the desk. */
  cash?: OrderCash
}

/** Undefined: the order was deleted meanwhile. */
async function readParts(db: Db, { id, paymentId, cancel }: Order): Promise<Parts | undefined> {
  const [row, shipments, invoices, changes, paidAt, cancelledAt] = await Promise.all([
    findOrderRow(db, id),
    listShipmentsOf(db, id),
    listInvoicesOf(db, id),
    listChangesOf(db, id),
    paymentId === undefined ? undefined : findPaymentTime(db, paymentId),
    cancel === 'cancelled' ? findCancelTime(db, id) : undefined,
  ])
  if (!row) return undefined
  const cashConfirmedAt = row.cashConfirmedAt?.toISOString()
  const deliveredAt = row.deliveredAt?.toISOString()
  const changedAt = changes.at(-1)?.time.toISOString()
  return {
    row,
    shipments,
    invoices,
    changes: changes.map(({ lines, time, totalAfter, refund, due, ...change }) => ({
      id: change.id,
      lines,
      totalAfter,
      refund,
      due,
      time: time.toISOString(),
    })),
    times: { paidAt, changedAt, cancelledAt, cashConfirmedAt, deliveredAt },
  }
}

function toPage(order: Order, { row, shipments, invoices, changes, times }: Parts): OrderPage {
  return {
    order,
    dispatched: row.dispatched,
    progress: progressOf(order, times),
    parcels: shipments.map(toShownParcel),
    invoices,
    changes,
  }
}

/** Without parcels that never left. */
function toShopperPage(order: Order, parts: Parts): OrderPage {
  return toPage(order, { ...parts, shipments: parts.shipments.filter(({ step }) => step !== 'cancelled') })
}

/** The records that are left of a deleted order. */
export type DeletedOrder = { invoices: InvoiceSummary[]; timeline: TimelineEntry[] }

/** Undefined: there was no such order, or nothing is left of it. */
export async function readDeletedOrder({ db }: Pick<Shop, 'db'>, id: OrderId): Promise<DeletedOrder | undefined> {
  const shipments = await listShipmentsOf(db, id)
  const invoices = await listInvoicesOf(db, id)
  const { timeline } = await readTimeline(db, { id }, { shipments, invoices, cash: await readCash(db, id) })
  return timeline.length > 0 ? { invoices, timeline } : undefined
}

async function readTimeline(
  db: Db,
  order: Pick<Order, 'id'> & Partial<Order>,
  { times, shipments, invoices, cash }: Pick<Parts, 'shipments' | 'invoices'> & Partial<Parts>,
): Promise<{ timeline: TimelineEntry[]; disputes: DisputeRow[] }> {
  const { id, totalAmount, paymentId, time } = order
  const shipmentIds = shipments.map((shipment) => shipment.id)
  const refunds = await listRefundsOf(db, id)
  const ofOrder = [...(paymentId ? [paymentId] : []), ...(await listRestPayments(db, id))]
  const paymentIds = [...new Set([...ofOrder, ...refunds.map((refund) => refund.paymentId)])]
  const changes = await listChangesOf(db, id)
  const returns = await listReturnsOf(db, id)
  const [audit, messages, payments, disputes] = await Promise.all([
    listAuditOf(db, id, shipmentIds),
    listMessagesAbout(db, id),
    listPaymentsBy(db, paymentIds),
    listDisputesOf(db, paymentIds),
  ])
  const isThere = time !== undefined && totalAmount !== undefined
  const timeline = timelineOf({
    placed: isThere
      ? {
          time,
          totalAmount: changes[0]?.totalBefore ?? totalAmount,
          payment: paymentWord(order),
          cashConfirmedAt: times?.cashConfirmedAt,
        }
      : undefined,
    audit,
    messages: messages.map(({ template, time, problem, ...message }) => ({
      time,
      problem,
      text: `${progressOfMessage(message)}: ${MESSAGE_NAMES[template]}`,
    })),
    payments,
    refunds,
    shipments,
    invoices: invoices.map(({ kind, time, number, total }) => ({
      time: time.toISOString(),
      number,
      total,
      title: INVOICE_TITLES[kind],
    })),
    returns,
    asked: (await listAskedSteps(db, id)).map(({ id, state, ...step }) => ({
      ...step,
      text: `${returnNumberOf(id)}: ${RETURN_STATE_LABELS[state].toLowerCase()}`,
    })),
    receipts: cash?.receipts ?? [],
    disputes,
  })
  return { timeline, disputes }
}
