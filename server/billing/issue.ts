import type { BillKind } from '#domain/billing/bill.ts'
import { missingForBill } from '#domain/billing/bill-needs.ts'
import { composeBill } from '#domain/billing/compose-bill.ts'
import { deliveryStateOf } from '#domain/delivery/pincode-states.ts'
import type { Order } from '#domain/orders/order.ts'
import type { LineQuantity, ShipmentId } from '#domain/orders/shipment.ts'
import type { Transaction } from '#server/db/connection.ts'
import { findSettings } from '#server/settings/queries.ts'
import { nextNumber } from './number.ts'
import { insertBill, listLinesToBill, updateMissingForBill } from './queries.ts'

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
  const series = { supplierGstin: bill.supplier.gstin, series: 'bill' } as const
  const number = await nextNumber(tx, series, { prefix: settings.invoicePrefix, now })
  const id = await insertBill(tx, bill, number, { userId: order.userid })
  return { bill: { id, number: number.number, kind: bill.kind } }
}
