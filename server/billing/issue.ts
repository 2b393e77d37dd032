import type { Bill, BillKind } from '#domain/billing/bill.ts'
import { missingForBill } from '#domain/billing/bill-needs.ts'
import { type BillNumber, billDay, numbersFor, prefixFrom, prefixOf } from '#domain/billing/bill-number.ts'
import {
  composeBill,
  composeReceiptVoucher,
  supplierGstinOf,
  type UnnumberedBill,
} from '#domain/billing/compose-bill.ts'
import { composeCreditNote, composeRefundVoucher } from '#domain/billing/compose-credit-note.ts'
import { financialYearOf } from '#domain/billing/financial-year.ts'
import { deliveryStateOf } from '#domain/delivery/pincode-states.ts'
import type { Paise } from '#domain/money.ts'
import type { Order } from '#domain/orders/order.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { LineQuantity, ShipmentId } from '#domain/orders/shipment.ts'
import { calendarDay } from '#domain/time.ts'
import type { Transaction } from '#server/db/connection.ts'
import { findSettings } from '#server/settings/queries.ts'
import {
  findLastNumberOf,
  findReceiptVoucher,
  insertBill,
  listCredited,
  listLinesToBill,
  listNumbersNear,
  listUnsent,
  lockBillOf,
  type NewBill,
  type SeriesOfSeller,
  takeSerial,
  updateMissingForBill,
} from './queries.ts'

/** `missing`: labels of the settings without which no bill can be made. */
export type Issued = { bill: { id: number; number: string; kind: BillKind } } | { bill: undefined; missing: string[] }

export type IssueRequest = {
  order: Order
  shipmentId: ShipmentId
  lines: readonly LineQuantity[]
  now: Date
}

/**
 * Issues the bill of a shipment in the transaction that creates it. Call it last: it locks the counter of the numbers.
 *
 * @throws when the tax depends on the State of delivery, which is not known; check `billProblem` first
 */
export async function issueBill(tx: Transaction, { order, shipmentId, lines, now }: IssueRequest): Promise<Issued> {
  const settings = await findSettings(tx)
  const missing = missingForBill(settings)
  if (missing.length > 0) {
    await updateMissingForBill(tx, shipmentId, missing)
    return { bill: undefined, missing }
  }
  const bill = composeBill(settings, {
    order,
    shipmentId,
    lines: await listLinesToBill(tx, order.id, lines),
    deliveryState: deliveryStateOf(order.addressInfo),
  })
  const numbered = await insertNumbered(
    tx,
    bill,
    { series: 'bill', prefix: settings.invoicePrefix, now },
    { userId: order.userId },
  )
  return { bill: { ...numbered, kind: bill.kind } }
}

export type CreditRequest = {
  returnId: number
  shipmentId: ShipmentId
  lines: readonly LineQuantity[]
  /** Paise, whole rupees; undefined: the full price of the lines. */
  amount?: Paise
  /** As printed on the credit note. */
  reason: string
  now: Date
}

/**
 * Issues the credit note for a return, in the same transaction. Call it last: it locks the counter of the numbers.
 *
 * @returns undefined: the shipment has no bill, or nothing is credited
 * @throws when more comes back than was billed
 */
export async function issueCreditNote(
  tx: Transaction,
  { returnId, shipmentId, lines, amount, reason, now }: CreditRequest,
): Promise<{ id: number; number: string } | undefined> {
  const bill = await lockBillOf(tx, shipmentId)
  if (!bill) return undefined
  const credited = await listCredited(tx, bill.id)
  const note = composeCreditNote(bill.document, { credited, lines, reason, amount })
  if (!note) return undefined
  const prefix = await creditNotePrefixFor(tx, bill.document)
  const links = { userId: bill.userId, billId: bill.id, returnId }
  return insertNumbered(tx, note, { series: 'credit-note', prefix, now }, links)
}

/** A note belongs to the registration of its bill, which the shop may no longer have. Then its series keeps its own prefix. */
async function creditNotePrefixFor(tx: Transaction, bill: Bill): Promise<string> {
  const settings = await findSettings(tx)
  if (supplierGstinOf(settings) === bill.supplier.gstin) return settings.creditNotePrefix
  const last = await findLastNumberOf(tx, { supplierGstin: bill.supplier.gstin, series: 'credit-note' })
  return last === undefined ? prefixFrom(prefixOf(bill.number), 'credit-note') : prefixOf(last)
}

/**
 * Issues the receipt voucher of an order's captured payment for what is not sent yet (CGST Rules 2017, rule 50). Only
 * registered sellers make one. Call it last: it locks the counter of the numbers.
 */
export async function issueReceiptVoucher(tx: Transaction, order: Order, now: Date): Promise<void> {
  const settings = await findSettings(tx)
  const { taxRegime } = settings
  if (missingForBill(settings).length > 0 || taxRegime === 'unregistered') return
  if ((await findReceiptVoucher(tx, order.id))?.document.paymentId === order.paymentId) return
  const unsent = await listUnsent(tx, order.id)
  if (unsent.length === 0) return
  const voucher = composeReceiptVoucher(settings, {
    order,
    lines: await listLinesToBill(tx, order.id, unsent),
    deliveryState: deliveryStateOf(order.addressInfo),
  })
  const prefix = prefixFrom(settings.invoicePrefix, 'receipt-voucher')
  await insertNumbered(tx, voucher, { series: 'receipt-voucher', prefix, now }, { userId: order.userId })
}

/** What a refund voucher needs to know of an order, read before the order is deleted. */
export type PaidAdvance = { id: number; userId: string | null; document: Bill; unsent: LineQuantity[] }

/** @returns undefined: the order has no receipt voucher, or all of it was sent */
export async function findPaidAdvance(tx: Transaction, orderId: OrderId): Promise<PaidAdvance | undefined> {
  const voucher = await findReceiptVoucher(tx, orderId)
  if (!voucher || voucher.isRefunded) return undefined
  const unsent = await listUnsent(tx, orderId)
  return unsent.length === 0 ? undefined : { ...voucher, unsent }
}

/**
 * Issues the refund voucher for what was paid and will not be sent (CGST Rules 2017, rule 51). Call it last: it locks the
 * counter of the numbers.
 */
export async function issueRefundVoucher(
  tx: Transaction,
  { id: billId, userId, document, unsent }: PaidAdvance,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  const voucher = composeRefundVoucher(document, { unsent, reason })
  if (!voucher) return
  const prefix = prefixFrom(prefixOf(document.number), 'refund-voucher')
  await insertNumbered(tx, voucher, { series: 'refund-voucher', prefix, now }, { userId, billId })
}

async function insertNumbered(
  tx: Transaction,
  document: UnnumberedBill,
  { series, ...next }: { series: BillNumber['series']; prefix: string; now: Date },
  links: NewBill,
): Promise<{ id: number; number: string }> {
  const number = await nextNumber(tx, { supplierGstin: document.supplier.gstin, series }, next)
  return { id: await insertBill(tx, document, number, links), number: number.number }
}

/**
 * The next number of a seller's series. Its counter stays locked until the transaction ends, so take it last; if the transaction
 * rolls back, the next one gets the number.
 *
 * @throws when the year has more bills than there are numbers of sixteen characters
 */
async function nextNumber(
  tx: Transaction,
  { supplierGstin, series }: SeriesOfSeller,
  { prefix, now }: { prefix: string; now: Date },
): Promise<BillNumber> {
  const financialYear = financialYearOf(calendarDay(now))
  const year = { supplierGstin, series, financialYear }
  const serial = await takeSerial(tx, year)
  const numbers = numbersFor(prefix, financialYear, serial)
  const { taken, previousDay } = await listNumbersNear(tx, { ...year, serial, numbers })
  const number = numbers.find((each) => !taken.includes(each))
  if (!number) throw new Error(`No number is left for bill ${serial} of ${financialYear}: use another prefix`)
  return { ...year, serial, number, date: billDay(now, previousDay) }
}
