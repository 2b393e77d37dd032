import {
  composeCreditNote,
  composeReduction,
  composeRefundVoucher,
  limitAdvance,
  reductionWithin,
} from '#domain/billing/compose-credit-note.ts'
import {
  composeDeliveryChallan,
  composeInvoice,
  composeReceiptVoucher,
  supplierGstinOf,
  type UnnumberedInvoice,
} from '#domain/billing/compose-invoice.ts'
import { financialYearOf } from '#domain/billing/financial-year.ts'
import type { Invoice, InvoiceKind } from '#domain/billing/invoice.ts'
import { missingForInvoice } from '#domain/billing/invoice-needs.ts'
import { type InvoiceNumber, invoiceDay, numbersFor, prefixFrom, prefixOf } from '#domain/billing/invoice-number.ts'
import { deliveryStateOf } from '#domain/delivery/pincode-states.ts'
import { type Paise, toPaise } from '#domain/money.ts'
import { priceOf } from '#domain/orders/amounts.ts'
import type { Order } from '#domain/orders/order.ts'
import { type OrderRefundReason, withoutCredited } from '#domain/orders/order-refund.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { LineQuantity, ShipmentId } from '#domain/orders/shipment.ts'
import { calendarDay } from '#domain/time.ts'
import type { Transaction } from '#server/db/connection.ts'
import { findSettings } from '#server/settings/queries.ts'
import {
  findLastNumberOf,
  insertInvoice,
  listCredited,
  listLinesToInvoice,
  listNumbersNear,
  listReceiptVouchers,
  listReductions,
  lockInvoiceOf,
  lockInvoicesOf,
  type NewInvoice,
  readBilled,
  readUnsent,
  type SeriesOfSeller,
  takeSerial,
  type Unsent,
  updateMissingForInvoice,
} from './queries.ts'

/** `missing`: labels of the settings without which no invoice can be made. */
export type Issued =
  | { invoice: { id: number; number: string; kind: InvoiceKind } }
  | { invoice: undefined; missing: string[] }

export type IssueRequest = {
  order: Order
  shipmentId: ShipmentId
  now: Date
}

/**
 * Issues the invoice of a shipment in the transaction that creates it. Call it last: it locks the counter of the numbers.
 *
 * @throws when the tax depends on the State of delivery, which is not known; check `invoiceProblem` first
 */
export async function issueInvoice(tx: Transaction, { order, shipmentId, now }: IssueRequest): Promise<Issued> {
  const settings = await findSettings(tx)
  const missing = missingForInvoice(settings)
  if (missing.length > 0) {
    await updateMissingForInvoice(tx, shipmentId, missing)
    return { invoice: undefined, missing }
  }
  const { lines, fee } = await readBilled(tx, shipmentId)
  const invoice = composeInvoice(settings, {
    order,
    shipmentId,
    lines: await listLinesToInvoice(tx, order.id, lines),
    fee: toPaise(fee),
    deliveryState: deliveryStateOf(order.addressInfo),
  })
  const numbered = await insertNumbered(
    tx,
    invoice,
    { series: 'bill', prefix: settings.invoicePrefix, now },
    { userId: order.userId },
  )
  await creditReductions(tx, order.id, now)
  return { invoice: { ...numbered, kind: invoice.kind } }
}

/**
 * Issues the delivery challan of a replacement (CGST Rules 2017, rule 55) in the transaction that sends it. Call it last: it
 * locks the counter of the numbers.
 */
export async function issueDeliveryChallan(
  tx: Transaction,
  { order, shipmentId, reason, now }: IssueRequest & { reason: string },
): Promise<void> {
  const settings = await findSettings(tx)
  const missing = missingForInvoice(settings)
  if (missing.length > 0) return updateMissingForInvoice(tx, shipmentId, missing)
  const challan = composeDeliveryChallan(settings, {
    order,
    shipmentId,
    reason,
    lines: await listLinesToInvoice(tx, order.id, (await readBilled(tx, shipmentId)).lines),
    deliveryState: deliveryStateOf(order.addressInfo),
  })
  const prefix = prefixFrom(settings.invoicePrefix, 'delivery-challan')
  await insertNumbered(tx, challan, { series: 'delivery-challan', prefix, now }, { userId: order.userId })
}

export type CreditRequest = {
  /** Undefined: nothing came back, because the parcel never left. */
  returnId?: number | undefined
  shipmentId: ShipmentId
  lines: readonly LineQuantity[]
  /** Undefined: the full price of the lines. */
  amount?: Paise
  /** The delivery fee goes back too. */
  withFee?: boolean
  /** As printed on the credit note. */
  reason: string
  now: Date
}

/**
 * Issues the credit note for a return or a cancelled parcel, in the same transaction. Call it last: it locks the counter of the numbers.
 *
 * @returns undefined: the shipment has no invoice, or nothing is credited
 * @throws when more comes back than was billed
 */
export async function issueCreditNote(
  tx: Transaction,
  { returnId, shipmentId, lines, amount, withFee = false, reason, now }: CreditRequest,
): Promise<{ id: number; number: string } | undefined> {
  const invoice = await lockInvoiceOf(tx, shipmentId)
  if (!invoice) return undefined
  const credited = await listCredited(tx, invoice.id)
  const note = composeCreditNote(invoice.document, { credited, lines, reason, amount, withFee })
  if (!note) return undefined
  const prefix = await creditNotePrefixFor(tx, invoice.document)
  const links = { userId: invoice.userId, invoiceId: invoice.id, ...(returnId !== undefined && { returnId }) }
  return insertNumbered(tx, note, { series: 'credit-note', prefix, now }, links)
}

/**
 * Issues the credit notes for the reduced prices of an order, as far as their lines are on invoices. What is dispatched later is
 * credited then, because its invoice has the order's prices. Call it last: it locks the counter of the numbers.
 *
 * @returns numbers of the notes
 */
export async function creditReductions(tx: Transaction, orderId: OrderId, now: Date): Promise<string[]> {
  const reductions = await listReductions(tx, orderId)
  if (reductions.length === 0) return []
  const numbers: string[] = []
  for (const invoice of await lockInvoicesOf(tx, orderId)) {
    for (const reduction of reductions) {
      const credited = await listCredited(tx, invoice.id)
      const lines = reductionWithin(invoice.document, credited, reduction.lines)
      const reason = REDUCTION_REASONS[reduction.reason]
      const note = composeReduction(invoice.document, { credited, lines, reason })
      if (!note) continue
      const prefix = await creditNotePrefixFor(tx, invoice.document)
      const links = { userId: invoice.userId, invoiceId: invoice.id, orderRefundId: reduction.id }
      const { number } = await insertNumbered(tx, note, { series: 'credit-note', prefix, now }, links)
      numbers.push(number)
      reduction.lines = withoutCredited(reduction.lines, lines)
    }
  }
  return numbers
}

/** Reasons as credit notes print them. */
const REDUCTION_REASONS: Record<OrderRefundReason, string> = {
  'price-reduced': 'Price reduced',
  'item-missing': 'Item missing',
  goodwill: 'Goodwill',
  returned: 'Price reduced after a complaint',
}

/** A note belongs to the registration of its invoice, which the shop may no longer have. Then its series keeps its own prefix. */
async function creditNotePrefixFor(tx: Transaction, invoice: Invoice): Promise<string> {
  const settings = await findSettings(tx)
  if (supplierGstinOf(settings) === invoice.supplier.gstin) return settings.creditNotePrefix
  const last = await findLastNumberOf(tx, { supplierGstin: invoice.supplier.gstin, series: 'credit-note' })
  return last === undefined ? prefixFrom(prefixOf(invoice.number), 'credit-note') : prefixOf(last)
}

/**
 * Issues the receipt voucher of an order's captured payment for what is not sent yet (CGST Rules 2017, rule 50). Only
 * registered sellers make one. Call it last: it locks the counter of the numbers.
 */
export async function issueReceiptVoucher(
  tx: Transaction,
  order: Order,
  { payment, now }: { payment: { id: string; amount: Paise }; now: Date },
): Promise<void> {
  const vouchers = await listReceiptVouchers(tx, order.id)
  if (vouchers.some(({ document }) => document.paymentId === payment.id)) return
  await insertReceiptVoucher(tx, { ...order, paymentId: payment.id }, { amount: payment.amount, now })
}

/** @param amount of the money; at most the price of what is not sent yet counts */
async function insertReceiptVoucher(tx: Transaction, order: Order, { amount, now }: { amount: Paise; now: Date }) {
  const settings = await findSettings(tx)
  const { taxRegime } = settings
  if (missingForInvoice(settings).length > 0 || taxRegime === 'unregistered') return
  const { lines: unsent, fee } = await readUnsent(tx, order.id)
  if (unsent.length === 0 || amount <= 0) return
  const voucher = composeReceiptVoucher(settings, {
    order,
    lines: await listLinesToInvoice(tx, order.id, unsent),
    fee: toPaise(fee),
    deliveryState: deliveryStateOf(order.addressInfo),
  })
  const prefix = prefixFrom(settings.invoicePrefix, 'receipt-voucher')
  const limited = limitAdvance(voucher, amount)
  await insertNumbered(tx, limited, { series: 'receipt-voucher', prefix, now }, { userId: order.userId })
}

/** The facts of an order for its refund vouchers, read before the order is changed or deleted. */
export type PaidAdvance = { id: number; userId: string | null; document: Invoice; unsent: Unsent }

/** Its receipt vouchers that were not refunded; none when all of the order was sent. */
export async function listPaidAdvances(tx: Transaction, orderId: OrderId): Promise<PaidAdvance[]> {
  const open = (await listReceiptVouchers(tx, orderId)).filter(({ isRefunded }) => !isRefunded)
  if (open.length === 0) return []
  const unsent = await readUnsent(tx, orderId)
  return unsent.lines.length === 0 ? [] : open.map((voucher) => ({ ...voucher, unsent }))
}

/**
 * Issues the refund vouchers for what was paid and will not be sent (CGST Rules 2017, rule 51). Call it last: it locks the
 * counter of the numbers.
 */
export async function issueRefundVouchers(
  tx: Transaction,
  advances: readonly PaidAdvance[],
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  for (const { id: invoiceId, userId, document, unsent } of advances) {
    const voucher = composeRefundVoucher(document, { unsent: unsent.lines, withFee: unsent.fee > 0, reason })
    if (!voucher) continue
    const prefix = prefixFrom(prefixOf(document.number), 'refund-voucher')
    await insertNumbered(tx, voucher, { series: 'refund-voucher', prefix, now }, { userId, invoiceId })
  }
}

/**
 * Of an order that was changed, the vouchers of its advance name goods that it no longer holds: they are refunded, and one
 * names the goods that the money is for now. Call it last: it locks the counter of the numbers.
 *
 * @param advances read before the change
 */
export async function reissueReceiptVoucher(
  tx: Transaction,
  order: Order,
  { advances, now }: { advances: readonly PaidAdvance[]; now: Date },
): Promise<void> {
  if (advances.length === 0) return
  await issueRefundVouchers(tx, advances, { reason: 'Order changed', now })
  const unsent = await readUnsent(tx, order.id)
  const unpaid = toPaise((order.due ?? 0) + unsent.inCash)
  await insertReceiptVoucher(tx, order, { amount: priceOf(unsent) - unpaid, now })
}

async function insertNumbered(
  tx: Transaction,
  document: UnnumberedInvoice,
  { series, ...next }: { series: InvoiceNumber['series']; prefix: string; now: Date },
  links: NewInvoice,
): Promise<{ id: number; number: string }> {
  const number = await nextNumber(tx, { supplierGstin: document.supplier.gstin, series }, next)
  return { id: await insertInvoice(tx, document, number, links), number: number.number }
}

/**
 * The next number of a seller's series. Its counter stays locked until the transaction ends, so take it last; if the transaction
 * rolls back, the next one gets the number.
 *
 * @throws when the year has more invoices than there are numbers of sixteen characters
 */
async function nextNumber(
  tx: Transaction,
  { supplierGstin, series }: SeriesOfSeller,
  { prefix, now }: { prefix: string; now: Date },
): Promise<InvoiceNumber> {
  const financialYear = financialYearOf(calendarDay(now))
  const year = { supplierGstin, series, financialYear }
  const serial = await takeSerial(tx, year)
  const numbers = numbersFor(prefix, financialYear, serial)
  const { taken, previousDay } = await listNumbersNear(tx, { ...year, serial, numbers })
  const number = numbers.find((each) => !taken.includes(each))
  if (!number) throw new Error(`No number is left for invoice ${serial} of ${financialYear}: use another prefix`)
  return { ...year, serial, number, date: invoiceDay(now, previousDay) }
}
