import type { Bill } from '#domain/billing/bill.ts'
import { prefixFrom, prefixOf } from '#domain/billing/bill-number.ts'
import { supplierGstinOf } from '#domain/billing/compose-bill.ts'
import { composeCreditNote } from '#domain/billing/compose-credit-note.ts'
import type { Paise } from '#domain/money.ts'
import type { LineQuantity, ShipmentId } from '#domain/orders/shipment.ts'
import type { Transaction } from '#server/db/connection.ts'
import { findSettings } from '#server/settings/queries.ts'
import { nextNumber } from './number.ts'
import { findLastNumberOf, insertBill, listCredited, lockBillOf } from './queries.ts'

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
  const number = await nextNumber(tx, seriesOf(bill.document), { prefix: await prefixFor(tx, bill.document), now })
  const id = await insertBill(tx, note, number, { userId: bill.userId, billId: bill.id, returnId })
  return { id, number: number.number }
}

function seriesOf({ supplier }: Bill) {
  return { supplierGstin: supplier.gstin, series: 'credit-note' } as const
}

/** A note belongs to the registration of its bill, which the shop may no longer have. Then its series keeps its own prefix. */
async function prefixFor(tx: Transaction, bill: Bill): Promise<string> {
  const settings = await findSettings(tx)
  if (supplierGstinOf(settings) === bill.supplier.gstin) return settings.creditNotePrefix
  const last = await findLastNumberOf(tx, seriesOf(bill))
  return last === undefined ? prefixFrom(prefixOf(bill.number), 'credit-note') : prefixOf(last)
}
