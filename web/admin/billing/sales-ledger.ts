import { exportSalesLedger } from '#server/billing/export-month.ts'
import { shopContext } from '#server/contexts.ts'
import { recordExport } from '#web/admin/csv/record-export.ts'
import type { Route } from './+types/sales-ledger'
import { monthOf } from './asked-documents.ts'

/** The sales ledger of `?month=2026-11` as CSV. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const month = monthOf(request)
  const shop = context.get(shopContext)
  await recordExport(context, 'sales-ledger', month)
  return exportSalesLedger(shop, await shop.settings.read(), month)
}
