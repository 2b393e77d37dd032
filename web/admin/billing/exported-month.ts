import type { User } from '#domain/accounts/user.ts'
import { parseMonth } from '#domain/admin-lists.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Shop } from '#server/shop.ts'

/** @throws a 400 with a sentence when the address names no month */
export function monthOf(request: Request): string {
  const month = parseMonth(new URL(request.url).searchParams)
  if (!month) throw new Response('Choose a month, such as 2026-11.', { status: 400 })
  return month
}

/** `name` is of the period, such as `2026-11`. */
type Export = { table: 'gstr1' | 'sales-ledger'; name: string; address: string }

/** Recorded first: without an audit entry there is no export. */
export async function auditExport(shop: Shop, admin: User, { table, name, address }: Export): Promise<void> {
  const subject = `table ${table} ${name}`
  await shop.db.transaction((tx) => insertAudit(tx, admin, { action: 'export table', subject }))
  shop.securityLog.record('data-exported', { account: admin.userId, address, table })
}
