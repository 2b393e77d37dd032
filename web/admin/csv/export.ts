import { data } from 'react-router'
import { parseIds } from '#domain/admin-lists.ts'
import { parsePeriod } from '#domain/billing/sales-period.ts'
import { mayOpen } from '#domain/permissions.ts'
import { exportAreas } from '#server/admin/csv/delivery-areas.ts'
import { exportOrders, exportProducts, exportSearches, exportUsers } from '#server/admin/csv/export.ts'
import { exportRefunds } from '#server/admin/csv/refunds.ts'
import { exportCash } from '#server/admin/csv/remittances.ts'
import { exportSales } from '#server/admin/csv/sales.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import type { Route } from './+types/export'
import { recordExport } from './record-export.ts'

/** Each with the page that shows it, which those who export it must be able to open. */
const tables = {
  products: { page: '/adminDashboard', write: exportProducts },
  orders: { page: '/adminDashboard/orders', write: exportOrders },
  users: { page: '/adminDashboard/users', write: exportUsers },
  pincodes: { page: '/adminDashboard/settings', write: exportAreas },
  cash: { page: '/adminDashboard/cash', write: exportCash },
  refunds: { page: '/adminDashboard/cash', write: exportRefunds },
  searches: { page: '/adminDashboard/searches', write: exportSearches },
  sales: { page: '/adminDashboard/sales', write: exportSales },
}

/** Exports a table as CSV: of the orders, those that are chosen by `orders`, if any are; of sales, a period. */
export async function loader({ context, params: { table }, request }: Route.LoaderArgs) {
  const admin = getUser(context)
  if (!Object.hasOwn(tables, table)) throw new Response('Table not found.', { status: 404 })
  const { page, write } = tables[table as keyof typeof tables]
  if (!mayOpen(admin, page)) throw data(null, { status: 403 })
  await recordExport(context, table)
  const shop = context.get(shopContext)
  const settings = await shop.settings.read()
  const params = new URL(request.url).searchParams
  const chosen = parseIds(params, 'orders')
  const period = parsePeriod(params, shop.now())
  return write(shop, settings, { visitor: admin, chosen: chosen.length > 0 ? chosen : undefined, period })
}
