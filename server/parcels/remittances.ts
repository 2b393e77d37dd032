import type { User } from '#domain/accounts/user.ts'
import type { AuditAction } from '#domain/audit/sentences.ts'
import type { Paise } from '#domain/money.ts'
import {
  ACCEPTED,
  type CashConflict,
  type CashReceipt,
  chooseParcel,
  decideReceipt,
  decideWriteOff,
} from '#domain/orders/cash-received.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { ShipmentId } from '#domain/orders/shipment.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import { NOW, type Transaction } from '#server/db/connection.ts'
import { cashWriteOffs, remittances } from '#server/db/schema/shipping.ts'
import type { Shop } from '#server/shop.ts'
import {
  insertReceipt,
  insertWriteOff,
  isCashKeyKnown,
  listReceipts,
  lockCash,
  readParcelCash,
  removeReceipt,
  removeRemittances,
  removeWriteOffs,
  type ShipmentCash,
  sumUnmatched,
  updateUnmatched,
} from './remittance-queries.ts'

export type CashChanged = { ok: true } | CashConflict

/** One press of a form about the cash of a parcel. */
export type CashPress = {
  shipmentId: ShipmentId
  /** Made by the form, so that a repeated press counts once. */
  key: string
  /** The amount that was outstanding when the form was opened, so that two people do not act on the same money. */
  seen: Paise
}

/** The audit keeps rupees, as people read them. */
const inRupees = (amount: Paise) => amount / 100

/** Enters cash that was received for a delivered parcel, or a part of it. */
export async function receiveCash(
  { db }: Pick<Shop, 'db'>,
  admin: User,
  { shipmentId, key, seen, ...receipt }: CashPress & CashReceipt,
): Promise<CashChanged> {
  return db.transaction(async (tx) => {
    await lockCash(tx)
    const [parcel] = await readParcelCash(tx, { ids: [shipmentId] })
    if (!parcel) return { ok: false, reason: 'not-found' }
    if (await isCashKeyKnown(tx, remittances, { shipmentId, key })) return { ok: true }
    const decision = decideReceipt(parcel, { amount: receipt.amount, seen })
    if (!decision.ok) return decision
    const id = await insertReceipt(tx, { shipmentId, key, ...receipt })
    const after = { receipt: id, ...receipt, amount: inRupees(receipt.amount) }
    await insertAudit(tx, admin, { action: 'receive cash', subject: `order ${parcel.orderId}`, after })
    return { ok: true }
  })
}

/** Takes back an amount that was entered by hand, or that was given to the wrong order. What was written off is open again. */
export async function removeCash(
  { db }: Pick<Shop, 'db'>,
  admin: User,
  { orderId, receiptId }: { orderId: OrderId; receiptId: number },
): Promise<CashChanged> {
  return db.transaction(async (tx) => {
    await lockCash(tx)
    const parcels = await readParcelCash(tx, { orderId })
    const receipts = await listReceipts(
      tx,
      parcels.map(({ id }) => id),
    )
    const receipt = receipts.find(({ id }) => id === receiptId)
    // A row of the courier's file for this very AWB goes with its import only.
    if (!receipt || receipt.source === 'file') return { ok: false, reason: 'changed' }
    await removeReceipt(tx, receipt)
    await removeWriteOffs(tx, receipt.shipmentId)
    const { amount, paidOn, reference } = receipt
    const after = { amount: inRupees(amount), paidOn, reference }
    await insertAudit(tx, admin, { action: 'remove cash', subject: `order ${orderId}`, after })
    return { ok: true }
  })
}

/** Closes the cash of a parcel whose rest will not come. */
export async function writeOffCash(
  { db }: Pick<Shop, 'db'>,
  admin: User,
  { reason, ...press }: CashPress & { reason: string },
): Promise<CashChanged> {
  return db.transaction(async (tx) => {
    await lockCash(tx)
    return closeCash(tx, admin, { ...press, reason, action: 'write off cash' })
  })
}

async function closeCash(
  tx: Transaction,
  admin: User,
  { shipmentId, key, seen, reason, action }: CashPress & { reason: string; action: AuditAction },
): Promise<CashChanged> {
  const [parcel] = await readParcelCash(tx, { ids: [shipmentId] })
  if (!parcel) return { ok: false, reason: 'not-found' }
  if (await isCashKeyKnown(tx, cashWriteOffs, { shipmentId, key })) return { ok: true }
  const decision = decideWriteOff(parcel, { seen })
  if (!decision.ok) return decision
  const { amount } = decision
  await insertWriteOff(tx, { shipmentId, key, amount, reason })
  const after = { amount: inRupees(amount), reason }
  await insertAudit(tx, admin, { action, subject: `order ${parcel.orderId}`, after })
  return { ok: true }
}

/** A difference: of a parcel, or of an AWB that no parcel has. */
export type DifferencePress = { key: string; seen: Paise } & (
  | { shipmentId: ShipmentId; awb?: undefined }
  | { awb: string; shipmentId?: undefined }
)

/** Accepts what was paid as it is. */
export async function acceptDifference(
  { db }: Pick<Shop, 'db'>,
  admin: User,
  { shipmentId, awb, key, seen }: DifferencePress,
): Promise<CashChanged> {
  return db.transaction(async (tx) => {
    await lockCash(tx)
    if (shipmentId !== undefined)
      return closeCash(tx, admin, { shipmentId, key, seen, reason: ACCEPTED, action: 'accept difference' })
    const amount = await sumUnmatched(tx, awb)
    if (amount === 0 || -amount !== seen) return { ok: false, reason: 'changed' }
    await updateUnmatched(tx, awb, { acceptedAt: NOW })
    const after = { awb, amount: inRupees(amount) }
    await insertAudit(tx, admin, { action: 'accept difference', subject: 'shop', after })
    return { ok: true }
  })
}

/** `no-parcel`: this order has no parcel with cash. */
export type CashAssigned = CashChanged | { ok: false; reason: 'no-parcel' }

/** Gives the money of an AWB that no parcel has to an order. */
export async function assignCash(
  { db }: Pick<Shop, 'db'>,
  admin: User,
  { awb, seen, orderId }: { awb: string; seen: Paise; orderId: OrderId },
): Promise<CashAssigned> {
  return db.transaction(async (tx) => {
    await lockCash(tx)
    const amount = await sumUnmatched(tx, awb)
    if (amount === 0 || -amount !== seen) return { ok: false, reason: 'changed' }
    const parcels = (await readParcelCash(tx, { orderId })).filter(({ cash }) => cash > 0)
    const parcel: ShipmentCash | undefined = chooseParcel(parcels, amount)
    if (!parcel) return { ok: false, reason: 'no-parcel' }
    await updateUnmatched(tx, awb, { shipmentId: parcel.id })
    const after = { awb, amount: inRupees(amount) }
    await insertAudit(tx, admin, { action: 'assign cash', subject: `order ${orderId}`, after })
    return { ok: true }
  })
}

/** Removes what a file of a courier added. The same file can be imported again. */
export async function removeImport({ db }: Pick<Shop, 'db'>, admin: User, importId: number): Promise<CashChanged> {
  return db.transaction(async (tx) => {
    await lockCash(tx)
    const removed = await removeRemittances(tx, admin, importId)
    if (!removed) return { ok: false, reason: 'not-found' }
    const { fileName, rows, amount } = removed
    const before = { fileName, rows, amount: inRupees(amount) }
    await insertAudit(tx, admin, { action: 'remove remittances', subject: 'shop', before })
    return { ok: true }
  })
}
