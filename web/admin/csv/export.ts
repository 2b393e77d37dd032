import { parseIds } from '#domain/admin-lists.ts'
import { exportAreas } from '#server/admin/csv/delivery-areas.ts'
import { exportOrders, exportProducts, exportSearches, exportUsers } from '#server/admin/csv/export.ts'
import { exportCash } from '#server/admin/csv/remittances.ts'
import { addressContext, getUser, shopContext } from '#server/contexts.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Route } from './+types/export'

const tables = {
  products: exportProducts,
  orders: exportOrders,
  users: exportUsers,
  pincodes: exportAreas,
  cash: exportCash,
  searches: exportSearches,
}

/** Exports a table as CSV; of the orders, those that are chosen by `orders`, if any are. */
export async function loader({ context, params: { table }, request }: Route.LoaderArgs) {
  const admin = getUser(context)
  if (!Object.hasOwn(tables, table)) throw new Response('Table not found.', { status: 404 })
  const shop = context.get(shopContext)
  // Recorded first: without an audit entry there is no export.
  await shop.db.transaction((tx) => insertAudit(tx, admin, { action: 'export table', subject: `table ${table}` }))
  shop.securityLog.record('data-exported', { account: admin.userId, address: context.get(addressContext), table })
  const settings = await shop.settings.read()
  const chosen = parseIds(new URL(request.url).searchParams, 'orders')
  if (table === 'orders' && chosen.length > 0) return exportOrders(shop, settings, chosen)
  return tables[table as keyof typeof tables](shop, settings)
}
