import { addressContext, getUser, shopContext } from '#server/contexts.ts'
import { exportGstr1 } from '#server/orders/billing/export-month.ts'
import { hasTaxInvoices } from '#server/orders/billing/list-queries.ts'
import type { Route } from './+types/gstr1'
import { auditExport, monthOf } from './exported-month.ts'
import { noGstr1 } from './no-gstr1.ts'

/** GSTR-1 of `?month=2026-11` as a zip of CSV files. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const month = monthOf(request)
  const shop = context.get(shopContext)
  const settings = await shop.settings.read()
  const reason = noGstr1(settings.taxRegime)
  if (reason && !(await hasTaxInvoices(shop.db, month))) return new Response(reason, { status: 409 })
  await auditExport(shop, getUser(context), { table: 'gstr1', month, address: context.get(addressContext) })
  return exportGstr1(shop, settings, month)
}
