import { returnPeriodOf } from '#domain/billing/return-period.ts'
import { exportGstr1 } from '#server/billing/export-month.ts'
import { listReturns } from '#server/billing/queries.ts'
import { shopContext } from '#server/contexts.ts'
import { recordExport } from '#web/admin/csv/record-export.ts'
import type { Route } from './+types/gstr1'
import { monthOf, noGstr1, refusal } from './asked-documents.ts'

/** GSTR-1 of `?month=2026-11` as a zip of CSV files. `file`: of the quarter or IFF; `gstin`: of the seller, if there are two. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const month = monthOf(request)
  const params = new URL(request.url).searchParams
  const period = returnPeriodOf(month, params.get('file') ?? 'month')
  if (!period) throw refusal('Choose a file. An IFF is of the first or second month of a quarter.')
  const shop = context.get(shopContext)
  const settings = await shop.settings.read()
  const gstins = [...new Set((await listReturns(shop.db, period)).map(({ gstin }) => gstin))]
  const reason = noGstr1(settings.taxRegime)
  if (reason && gstins.length === 0) return new Response(reason, { status: 409 })

  const known = gstins.length === 0 ? [settings.gstin] : gstins
  const gstin = params.get('gstin') ?? (known.length === 1 ? known[0] : undefined)
  if (gstin === undefined) throw refusal(`Choose a GSTIN: there are documents of ${known.join(' and ')}.`)
  if (!known.includes(gstin) && gstin !== settings.gstin) throw refusal('There are no documents of this GSTIN.')
  await recordExport(context, 'gstr1', `${period.name} ${gstin}`)
  return exportGstr1(shop, settings, { period, gstin })
}
