import { fileNameOf } from '#domain/file-name.ts'
import { toRupees } from '#domain/money.ts'
import { returnNumberOf } from '#domain/returns/return-request.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { calendarDay } from '#domain/time.ts'
import { listOwed } from '#server/parcels/pay-back-queries.ts'
import { readPayout } from '#server/returns/payout.ts'
import type { Shop } from '#server/shop.ts'
import { download } from './export.ts'

const COLUMNS = ['Beneficiary name', 'Account number', 'IFSC', 'UPI ID', 'Amount', 'Reference']

/** Refunds to be paid by hand, as a bank takes transfers in bulk, of the buyers who have given their bank details. */
export function exportRefunds(shop: Pick<Shop, 'db' | 'now' | 'auth'>, settings: Settings): Response {
  async function* read() {
    for (const owed of await listOwed(shop.db)) {
      const payout = owed.requestId === null ? undefined : await readPayout(shop, owed.requestId)
      if (owed.requestId !== null && payout) yield [{ ...owed, requestId: owed.requestId, payout }]
    }
  }
  const file = fileNameOf(settings, `refunds-${calendarDay(shop.now())}.csv`)
  return download(file, COLUMNS, read(), ({ amount, requestId, payout }) => [
    {
      'Beneficiary name': payout.name,
      ...(payout.kind === 'upi' ? { 'UPI ID': payout.upi } : { 'Account number': payout.account, IFSC: payout.ifsc }),
      Amount: toRupees(amount).toFixed(2),
      Reference: returnNumberOf(requestId),
    },
  ])
}
