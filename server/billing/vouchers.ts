import type { Bill } from '#domain/billing/bill.ts'
import { missingForBill } from '#domain/billing/bill-needs.ts'
import { prefixFrom, prefixOf } from '#domain/billing/bill-number.ts'
import { composeReceiptVoucher } from '#domain/billing/compose-bill.ts'
import { composeRefundVoucher } from '#domain/billing/compose-credit-note.ts'
import { deliveryStateOf } from '#domain/delivery/pincode-states.ts'
import type { Order } from '#domain/orders/order.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { LineQuantity } from '#domain/orders/shipment.ts'
import type { Transaction } from '#server/db/connection.ts'
import { findSettings } from '#server/settings/queries.ts'
import { nextNumber } from './number.ts'
import { findReceiptVoucher, insertBill, listLinesToBill, listUnsent } from './queries.ts'

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
  const series = { supplierGstin: voucher.supplier.gstin, series: 'receipt-voucher' } as const
  const number = await nextNumber(tx, series, { prefix: prefixFrom(settings.invoicePrefix, series.series), now })
  await insertBill(tx, voucher, number, { userId: order.userid })
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
  const series = { supplierGstin: document.supplier.gstin, series: 'refund-voucher' } as const
  const prefix = prefixFrom(prefixOf(document.number), series.series)
  await insertBill(tx, voucher, await nextNumber(tx, series, { prefix, now }), { userId, billId })
}
