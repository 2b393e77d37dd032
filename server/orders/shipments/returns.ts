import { randomUUID } from 'node:crypto'
import type { User } from '#domain/accounts/user.ts'
import { toPaise } from '#domain/money.ts'
import { sumAt } from '#domain/orders/dispatch.ts'
import type { LineQuantity, ReturnReason, ShipmentId } from '#domain/orders/shipment.ts'
import { isFinished } from '#domain/orders/shipment-steps.ts'
import { decideTakeBack, quantitiesOf, type ReturnedLine, restOf } from '#domain/orders/take-back.ts'
import { giveBackReturned } from '#server/catalog/stock/stock.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { deliverIfArrived } from '#server/orders/arrival.ts'
import { issueCreditNote } from '#server/orders/billing/credit.ts'
import { hasOpenDelivery } from '#server/orders/delivery-queries.ts'
import { finishDelivery } from '#server/orders/finish-delivery.ts'
import { requestReturnRefund } from '#server/orders/payments/refunds.ts'
import { type LockedOrder, lockOrder } from '#server/orders/queries.ts'
import type { Shop } from '#server/shop.ts'
import { findReturnByKey, insertReturn, listChoices, readContents } from './return-queries.ts'
import { findOrderIdOf, insertDeskStep, listStepsOf, lockShipment, totalOfLines } from './shipment-queries.ts'

/** Reasons as credit notes print them. */
const REASONS: Record<ReturnReason, string> = {
  returned: 'Goods returned',
  'not-delivered': 'Not delivered',
  deleted: 'Order cancelled before delivery',
}

export type TakeBackRequest = {
  /** Made by the form, so that a repeated request is one return. */
  key: string
  shipmentId: ShipmentId
  lines: readonly ReturnedLine[]
  reason: Exclude<ReturnReason, 'deleted'>
}

export type TakenBack =
  | { ok: true; returnId: number; creditNote: { id: number; number: string } | undefined }
  | { ok: false; reason: 'not-found' | 'not-allowed' | 'too-many' | 'nothing' }

/**
 * Takes units of a shipment back: counted ones in good state are for sale again, an online payment is refunded by their
 * price, and their bill is credited. A shipment that came back completely is marked returned.
 */
export async function takeBack(
  shop: Pick<Shop, 'db' | 'now'>,
  admin: User,
  { key, shipmentId, lines: wanted, reason }: TakeBackRequest,
): Promise<TakenBack> {
  const orderId = await findOrderIdOf(shop.db, shipmentId)
  if (orderId === undefined) return { ok: false, reason: 'not-found' }
  await finishDelivery(shop, orderId)
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const shipment = await lockShipment(tx, shipmentId)
    if (!order || !shipment) return { ok: false, reason: 'not-found' }
    const known = await findReturnByKey(tx, key)
    if (known?.shipmentId === shipmentId) return { ok: true, returnId: known.id, creditNote: undefined }
    // It was delivered in this moment, and is not billed yet.
    if (await hasOpenDelivery(tx, orderId)) return { ok: false, reason: 'not-allowed' }
    const { lines: sent, returned } = await readContents(tx, shipmentId)
    const decision = decideTakeBack(sent, returned, wanted)
    if (!decision.ok) return decision
    const { lines, isAll } = decision
    const returnId = await insertReturn(tx, { key, shipmentId, orderId, reason, actorId: admin.uid, lines })
    if (returnId === undefined) return { ok: false, reason: 'not-allowed' }

    if (isAll && !isFinished(shipment.step)) {
      await insertDeskStep(tx, shipmentId, 'returned')
      await deliverIfArrived(tx, order)
    }
    await returnToStock(tx, { orderId, returnId, actorId: admin.uid }, lines)
    const quantities = quantitiesOf(lines)
    await refundReturned(tx, order, returnId, quantities)
    // An online payment is refunded, and the refund has an email of its own.
    if (order.paymentId === null) await enqueueJob(tx, { job: 'send-return-email', returnId })
    await insertAudit(tx, admin, {
      action: 'take back',
      subject: `order ${orderId}`,
      after: { return: returnId, shipment: shipmentId, reason, lines },
    })
    const note = { returnId, shipmentId, lines: quantities, reason: REASONS[reason], now: shop.now() }
    return { ok: true, returnId, creditNote: await issueCreditNote(tx, note) }
  })
}

async function returnToStock(
  tx: Transaction,
  entry: { orderId: number; returnId: number; actorId: string },
  lines: readonly ReturnedLine[],
): Promise<void> {
  const good = lines.map(({ position, good }) => ({ position, quantity: good }))
  const choices = await listChoices(tx, entry.orderId)
  const cells = choices.map(({ position, ...cell }) => ({ ...cell, quantity: sumAt(good, position) }))
  await giveBackReturned(
    tx,
    entry,
    cells.filter(({ quantity }) => quantity > 0),
  )
}

/** A cancelled order's payment was refunded as a whole already. */
async function refundReturned(
  tx: Transaction,
  order: LockedOrder,
  returnId: number,
  lines: readonly LineQuantity[],
): Promise<void> {
  if (order.cancel === 'cancelled') return
  await requestReturnRefund(tx, { order, returnId, amount: toPaise(await totalOfLines(tx, order.id, lines)) })
}

/** The units of an order that were sent and have neither arrived nor come back. */
export async function listOnTheWay(
  tx: Transaction,
  orderId: number,
): Promise<{ shipmentId: ShipmentId; lines: LineQuantity[] }[]> {
  const shipments = (await listStepsOf(tx, orderId)).filter(({ step }) => step !== 'delivered')
  const parcels = []
  for (const { id } of shipments) parcels.push({ shipmentId: id, lines: restOf(await readContents(tx, id)) })
  return parcels.filter(({ lines }) => lines.length > 0)
}

/** Credits what was on the way when its order was deleted. Call it last in a transaction. */
export async function creditDeleted(
  tx: Transaction,
  { orderId, actorId, now }: { orderId: number; actorId: string; now: Date },
  parcels: readonly { shipmentId: ShipmentId; lines: LineQuantity[] }[],
): Promise<void> {
  for (const { shipmentId, lines } of parcels) {
    // Without lines, because nothing has come back.
    const entry = { key: randomUUID(), shipmentId, orderId, reason: 'deleted', actorId, lines: [] } as const
    const returnId = await insertReturn(tx, entry)
    if (returnId === undefined) throw new Error(`Shipment ${shipmentId} was not credited`)
    await issueCreditNote(tx, { returnId, shipmentId, lines, reason: REASONS.deleted, now })
  }
}
