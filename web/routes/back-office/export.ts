import { requireAdmin, shopContext } from '#server/contexts.ts'
import { exportOrders, exportProducts, exportUsers } from '#server/csv-export.ts'
import type { Route } from './+types/export'

const tables = { products: exportProducts, orders: exportOrders, users: exportUsers }

/** A table as a file for a spreadsheet. */
export function loader({ context, params: { table }, request }: Route.LoaderArgs) {
  requireAdmin(context, request)
  if (!Object.hasOwn(tables, table)) throw new Response('There is no such table.', { status: 404 })
  return tables[table as keyof typeof tables](context.get(shopContext))
}
