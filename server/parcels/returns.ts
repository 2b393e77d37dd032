import { randomUUID } from 'node:crypto'
import type { User } from '#domain/accounts/user.ts'
import { type Paise, toPaise, toRupees } from '#domain/money.ts'
import { priceOf } from '#domain/orders/amounts.ts'
import { isPaid } from '#domain/orders/cash.ts'
import { sumAt } from '#domain/orders/dispatch.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { LineQuantity, ReturnReason, ShipmentId } from '#domain/orders/shipment.ts'
import { isFinished } from '#domain/orders/shipment-steps.ts'
import {
  decideReturnAmount,
  decideTakeBack,
  quantitiesOf,
  type ReturnedLine,
  type ReturnRefund,
  restOf,
} from '#domain/orders/take-back.ts'
import { issueCreditNote } from '#server/billing/issue.ts'
import { giveBackUnits } from '#server/catalog/stock/stock.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { lockOrder, type OrderRow } from '#server/orders/queries.ts'
import { insertCounterRefund } from '#server/payments/by-hand-queries.ts'
import { findLeftToPayBack, refundPart } from '#server/payments/pay-back.ts'
import type { Shop } from '#server/shop.ts'
import { finishDelivery } from './deliver.ts'
import {
  addToVoucher,
  findFeeBack,
  findOrderIdOf,
  findRequestOfReturn,
  findReturn,
  findReturnByKey,
  findReturnValue,
  hasOpenDelivery,
  insertDeskStep,
  insertReturn,
  listOrderedVariants,
  listParcelPrices,
  listStepsOf,
  lockShipment,
  type ParcelPrice,
  readContents,
  type ShipmentRow,
  sumPrepaidBack,
  updateReturnAmount,
} from './queries.ts'
import { deliverIfArrived } from './steps.ts'

export type TakeBackRequest = {
  /** Made by the form, so that a repeated request is one return. */
  key: string
  shipmentId: ShipmentId
  lines: readonly ReturnedLine[]
  reason: Exclude<ReturnReason, 'deleted'>
  refund: ReturnRefund
  /** The request for which it came back. */
  returnRequestId?: number
}

export type TakenBack =
  | { ok: true; returnId: number; creditNote: { id: number; number: string } | undefined }
  | { ok: false; reason: 'not-found' | 'not-allowed' | 'too-many' | 'nothing' }
  | { ok: false; reason: 'too-much'; price: Paise }

/**
 * Takes units of a shipment back: counted ones in good state are for sale again. Their price or a part of it is refunded
 * and credited, now or when that is decided. A shipment that came back completely is marked returned.
 */
export async function takeBack(
  shop: Pick<Shop, 'db' | 'now'>,
  admin: User,
  request: TakeBackRequest,
): Promise<TakenBack> {
  const orderId = await findOrderIdOf(shop.db, request.shipmentId)
  if (orderId === undefined) return { ok: false, reason: 'not-found' }
  await finishDelivery(shop, orderId, { early: true })
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    return order ? takeBackOf(tx, order, { ...request, admin, now: shop.now() }) : { ok: false, reason: 'not-found' }
  })
}

/** Does it in a transaction that has locked the order; its delivery is finished. */
export async function takeBackOf(
  tx: Transaction,
  order: OrderRow,
  { shipmentId, lines: wanted, refund, admin, now, ...request }: TakeBackRequest & { admin: User; now: Date },
): Promise<TakenBack> {
  const orderId = order.id
  const { reason } = request
  const shipment = await lockShipment(tx, shipmentId)
  if (shipment?.orderId !== orderId) return { ok: false, reason: 'not-found' }
  const known = await findReturnByKey(tx, request.key)
  if (known?.shipmentId === shipmentId) return { ok: true, returnId: known.id, creditNote: undefined }
  // It never left, or it was delivered in this moment and is not billed yet.
  if (shipment.kind === 'return' || shipment.step === 'cancelled' || (await hasOpenDelivery(tx, orderId)))
    return { ok: false, reason: 'not-allowed' }
  const { lines: sent, returned } = await readContents(tx, shipmentId)
  const decision = decideTakeBack(sent, returned, wanted)
  if (!decision.ok) return decision
  const { lines, isAll } = decision
  const quantities = quantitiesOf(lines)
  const value = await findReturnValue(tx, orderId, { lines: quantities, from: shipmentId })
  const withFee = isAll && shipment.fee > 0
  const decided = decideReturnAmount(value + (withFee ? toPaise(shipment.fee) : 0), refund, order)
  if (!decided.ok) return decided
  const credited = decided.amount
  const amount = credited === null ? null : Math.min(credited, await findMost(tx, order, shipment))
  const returnId = await insertReturn(tx, { ...request, shipmentId, orderId, amount, actorId: admin.userId, lines })
  if (returnId === undefined) return { ok: false, reason: 'not-allowed' }

  if (isAll && !isFinished(shipment.step)) {
    await insertDeskStep(tx, shipmentId, 'returned')
    await deliverIfArrived(tx, order)
  }
  await returnToStock(tx, { orderId, returnId, actorId: admin.userId }, lines)
  await insertAudit(tx, admin, {
    action: 'take back',
    subject: `order ${orderId}`,
    after: { return: returnId, shipment: shipmentId, reason, amount, lines },
  })
  const taken = { id: returnId, shipmentId, reason, lines: quantities }
  if (amount === null || credited === null) return { ok: true, returnId, creditNote: undefined }
  return { ok: true, returnId, creditNote: await settleReturn(tx, order, { ...taken, amount, credited, withFee, now }) }
}

/** Puts the units of a return that can be sold again back on sale. */
export async function returnToStock(
  tx: Transaction,
  entry: { orderId: number; returnId: number; actorId: string },
  lines: readonly ReturnedLine[],
): Promise<void> {
  const good = lines.map(({ position, good }) => ({ position, quantity: good }))
  const units = (await listOrderedVariants(tx, entry.orderId)).flatMap(({ position, id }) => {
    const quantity = sumAt(good, position)
    return id !== null && quantity > 0 ? [{ id, quantity }] : []
  })
  await giveBackUnits(tx, { ...entry, reason: 'returned' }, units)
}

/** The units of an order that were sent and have neither arrived nor come back. */
export async function listOnTheWay(tx: Transaction, orderId: number): Promise<OnTheWay[]> {
  const shipments = (await listStepsOf(tx, orderId)).filter(({ step }) => step !== 'delivered' && step !== 'cancelled')
  const parcels = []
  for (const { id, fee } of shipments) {
    const contents = await readContents(tx, id)
    const lines = restOf(contents)
    const withFee = contents.returned.length === 0
    parcels.push({ shipmentId: id, lines, withFee, amount: priceOf({ lines, fee: withFee ? fee : 0 }) })
  }
  return parcels.filter(({ lines }) => lines.length > 0)
}

type OnTheWay = { shipmentId: ShipmentId; lines: LineQuantity[]; withFee: boolean; amount: Paise }

/** Credits what was on the way when its order was deleted. Call it last in a transaction. */
export async function creditDeleted(
  tx: Transaction,
  { orderId, actorId, now }: { orderId: number; actorId: string; now: Date },
  parcels: readonly OnTheWay[],
): Promise<void> {
  for (const { shipmentId, lines, withFee, amount } of parcels) {
    // Without lines, because nothing has come back.
    const entry = { key: randomUUID(), shipmentId, orderId, reason: 'deleted', amount, actorId, lines: [] } as const
    const returnId = await insertReturn(tx, entry)
    if (returnId === undefined) throw new Error(`Shipment ${shipmentId} was not credited`)
    await issueCreditNote(tx, { returnId, shipmentId, lines, withFee, reason: CREDIT_REASONS.deleted, now })
  }
}

/** Reasons as credit notes print them. */
export const CREDIT_REASONS: Record<ReturnReason, string> = {
  returned: 'Goods returned',
  'not-delivered': 'Not delivered',
  deleted: 'Order cancelled before delivery',
}

type DecidedReturn = {
  id: number
  shipmentId: ShipmentId
  reason: ReturnReason
  lines: readonly LineQuantity[]
  amount: Paise
  /** By how much the price is lower; without it by the amount. */
  credited?: Paise
  /** The delivery fee goes back with it. */
  withFee?: boolean
  /** Of the amount, first for the voucher that paid; without it what it has paid of the parcel. */
  toVoucher?: Paise
  now: Date
}

/**
 * Refunds and credits a return whose amount is decided. Call it last, and once for each return: it locks the counter of the
 * numbers.
 */
export async function settleReturn(
  tx: Transaction,
  order: OrderRow,
  { reason, lines, credited, withFee = false, now, ...paid }: DecidedReturn,
): Promise<{ id: number; number: string } | undefined> {
  const { id: returnId, shipmentId, amount } = paid
  const isByHand = await payReturnBack(tx, order, paid)
  // A refund online has an email of its own.
  if (order.paymentId === null || (order.restInCash > 0 && isByHand))
    await enqueueJob(tx, { job: 'send-return-email', returnId })
  const note = { returnId, shipmentId, lines, amount: credited ?? amount, withFee, reason: CREDIT_REASONS[reason], now }
  return issueCreditNote(tx, note)
}

/** Of a parcel that was paid in cash no more is owed than was paid for the order and did not go back, as after goodwill. */
async function findMost(tx: Transaction, order: OrderRow, { cash, step }: Pick<ShipmentRow, 'cash' | 'step'>) {
  return cash > 0 && step === 'delivered' ? findLeftToPayBack(tx, order) : Number.POSITIVE_INFINITY
}

/**
 * Pays back a return whose amount is decided, once. The cash of a parcel that is still on its way is owed when that has come.
 *
 * @returns whether not all of it went to a voucher or online
 */
export async function payReturnBack(
  tx: Transaction,
  order: OrderRow,
  { id: returnId, shipmentId, amount, ...first }: Pick<DecidedReturn, 'id' | 'shipmentId' | 'amount' | 'toVoucher'>,
): Promise<boolean> {
  const part = { returnId, reason: 'returned' as const }
  // Nothing is collected for a replacement.
  const parcel = (await listParcelPrices(tx, order.id)).find(({ id }) => id === shipmentId)
  const isPaidLater = parcel !== undefined && parcel.cash > 0 && parcel.step !== 'delivered'
  const prepaid = await shareOfPrepaid(tx, order, parcel, amount)
  const ways = await refundPart(tx, order, {
    ...part,
    amount: isPaidLater ? prepaid : amount,
    toVoucher: first.toVoucher ?? prepaid,
    inCash: amount - prepaid,
  })
  await addToVoucher(tx, returnId, ways.toVoucher)
  const elsewhere = ways.online.reduce((sum, one) => sum + one.amount, ways.toVoucher)
  if (isPaidLater && !isFinished(parcel.step))
    await insertCounterRefund(tx, { ...part, orderId: order.id, shipmentId, amount: amount - elsewhere - ways.byHand })
  return elsewhere < amount
}

/**
 * How much of a return's amount a voucher or a payment online has paid, which goes back first. Of a parcel for which cash is
 * collected only the rest of its price.
 */
async function shareOfPrepaid(tx: Transaction, order: OrderRow, parcel: ParcelPrice | undefined, amount: Paise) {
  // Its payments went back as a whole already.
  if (order.cancel === 'cancelled') return 0
  if (!parcel || (isPaid(order) && order.restInCash === 0)) return isPaid(order) ? amount : 0
  const share = parcel.price - toPaise(parcel.cash) - (await sumPrepaidBack(tx, parcel.id))
  return Math.max(0, Math.min(amount, share))
}

export type ReturnRefunded =
  | { ok: true }
  | { ok: false; reason: 'not-found' | 'decided' }
  | { ok: false; reason: 'too-much'; price: Paise }
  | { ok: false; reason: 'asked'; requestId: number }

/**
 * Decides the amount of a return that was taken back without one. The same press again changes nothing. `asked`: it came back
 * for a return request, which is settled on its own page.
 */
export async function refundReturn(
  shop: Pick<Shop, 'db' | 'now'>,
  admin: User,
  { orderId, returnId, refund }: { orderId: OrderId; returnId: number; refund: ReturnRefund },
): Promise<ReturnRefunded> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const held = await findReturn(tx, returnId)
    if (!order || held?.orderId !== orderId) return { ok: false, reason: 'not-found' }
    const requestId = await findRequestOfReturn(tx, returnId)
    if (requestId !== undefined) return { ok: false, reason: 'asked', requestId }
    const shipment = await lockShipment(tx, held.shipmentId)
    const value = await findReturnValue(tx, orderId, { lines: held.lines, from: held.shipmentId, apart: [returnId] })
    const fee = await findFeeBack(tx, returnId)
    const decided = decideReturnAmount(value + fee, refund, order)
    if (!decided.ok) return decided
    const credited = decided.amount
    if (credited === null || !shipment) return { ok: true }
    const amount = Math.min(credited, (await findMost(tx, order, shipment)) + (held.amount ?? 0))
    if (held.amount !== null) return held.amount === amount ? { ok: true } : { ok: false, reason: 'decided' }
    await updateReturnAmount(tx, returnId, amount)
    await insertAudit(tx, admin, {
      action: 'refund return',
      subject: `order ${orderId}`,
      after: { return: returnId, amount: toRupees(amount) },
    })
    await settleReturn(tx, order, { id: returnId, ...held, amount, credited, withFee: fee > 0, now: shop.now() })
    return { ok: true }
  })
}
