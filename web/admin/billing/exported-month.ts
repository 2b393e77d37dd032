import type { RouterContextProvider } from 'react-router'
import { parseMonth } from '#domain/admin-lists.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { addressContext, getUser, shopContext } from '#server/contexts.ts'
import { insertAudit } from '#server/db/audit-queries.ts'

/** @throws a 400 with a sentence when the address names no month */
export function monthOf(request: Request): string {
  const month = parseMonth(new URL(request.url).searchParams)
  if (!month) throw new Response('Choose a month, such as 2026-11.', { status: 400 })
  return month
}

/** Called first: without an audit entry there is no export. `name` is of the period, such as `2026-11`. */
export async function recordExport(context: Readonly<RouterContextProvider>, table: string, name = '') {
  const [shop, admin, address] = [context.get(shopContext), getUser(context), context.get(addressContext)]
  const subject = `table ${table} ${name}`.trim()
  await shop.db.transaction((tx) => insertAudit(tx, admin, { action: 'export table', subject }))
  shop.securityLog.record('data-exported', { account: admin.userId, address, table })
}

/** Why this seller files no GSTR-1, as a sentence; undefined: it does. */
export function noGstr1(regime: Settings['taxRegime']): string | undefined {
  if (regime === 'composition')
    return 'No GSTR-1: a Composition taxpayer files CMP-08 and GSTR-4. The sales ledger has the figures for both.'
  if (regime === 'unregistered') return 'No GSTR-1: an Unregistered seller files none.'
  if (regime === '') return 'No GSTR-1 yet: choose the tax regime under Settings, Legal.'
  return undefined
}
