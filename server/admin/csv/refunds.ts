import { fileNameOf } from '#domain/file-name.ts'
import { toRupees } from '#domain/money.ts'
import { returnNumberOf } from '#domain/returns/return-request.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { calendarDay } from '#domain/time.ts'
import { listOwed } from '#server/payments/by-hand-queries.ts'
import { readPayouts } from '#server/returns/payout.ts'
import type { Shop } from '#server/shop.ts'
import { download } from './export.ts'

const COLUMNS = ['Beneficiary name', 'Account number', 'IFSC', 'UPI ID', 'Amount', 'Reference']

/**
 * Refunds to be paid by hand, as a bank takes transfers in bulk, of the buyers who have given their bank details. A request
 * has one row, also when several parcels of it are owed; one whose details cannot be read is left out.
 */
export function exportRefunds(shop: Pick<Shop, 'db' | 'now' | 'auth'>, settings: Settings): Response {
  async function* read() {
    const byRequest = Map.groupBy(await listOwed(shop.db), ({ requestId }) => requestId)
    const payouts = await readPayouts(
      shop,
      [...byRequest.keys()].filter((id) => id !== null),
    )
    for (const [id, payout] of payouts) {
      const amount = (byRequest.get(id) ?? []).reduce((sum, owed) => sum + owed.amount, 0)
      if (payout !== 'unreadable') yield [{ id, payout, amount }]
    }
  }
  const file = fileNameOf(settings, `refunds-${calendarDay(shop.now())}.csv`)
  return download(file, COLUMNS, read(), ({ id, payout, amount }) => [
    {
      'Beneficiary name': payout.name,
      ...(payout.kind === 'upi' ? { 'UPI ID': payout.upi } : { 'Account number': payout.account, IFSC: payout.ifsc }),
      Amount: toRupees(amount).toFixed(2),
      Reference: returnNumberOf(id),
    },
  ])
}
