import type { RouterContextProvider } from 'react-router'
import { addressContext, getUser, shopContext } from '#server/contexts.ts'
import { insertAudit } from '#server/db/audit-queries.ts'

/** Called first: without an audit entry there is no export. `name` is of the period, such as `2026-11`. */
export async function recordExport(context: Readonly<RouterContextProvider>, table: string, name = '') {
  const shop = context.get(shopContext)
  const admin = getUser(context)
  const address = context.get(addressContext)
  const subject = `table ${table} ${name}`.trim()
  await shop.db.transaction((tx) => insertAudit(tx, admin, { action: 'export table', subject }))
  shop.securityLog.record('data-exported', { account: admin.userId, address, table })
}
