import type { User } from '#domain/accounts/user.ts'
import type { Order } from '#domain/orders/order.ts'
import { parseOrderSearch } from '#domain/orders/order-search.ts'
import { grantOf } from '#domain/permissions.ts'
import { listAllProducts, listProductsOfSeller, type ProductRow } from '#server/catalog/admin-queries.ts'
import type { Db } from '#server/db/connection.ts'
import type { Page } from '#server/db/keyset-pagination.ts'
import { listAllOrders } from '#server/orders/admin-queries.ts'
import { listUsers, listUsersByIds, type UserRow } from './people-queries.ts'

/** Records of one kind that a search shows; a link leads to the others. */
const HITS_A_GROUP = 6

/** What a search has found; a list is absent where the role may not read it. */
export type FoundRecords = {
  orders?: Found<Order>
  customers?: Found<UserRow>
  products?: Found<ProductRow>
}
export type Found<Row> = { rows: readonly Row[]; hasMore: boolean }

/** Finds orders, customers and products by what a caller, a courier or a label says, each kind as its own list finds it. */
export async function searchBackOffice(db: Db, user: User, q: string): Promise<FoundRecords> {
  const readsOrders = grantOf('GET /adminDashboard/orders/:id', user) === 'all'
  const readsCustomers = grantOf('GET /adminDashboard/users', user) === 'all'
  const orders = readsOrders || readsCustomers ? listOrders(db, q) : undefined
  const [found, customers, products] = await Promise.all([
    readsOrders ? orders : undefined,
    readsCustomers ? orders?.then((orders) => listCustomers(db, q, orders)) : undefined,
    listProducts(db, user, q),
  ])
  return { ...(found && { orders: found }), ...(customers && { customers }), ...(products && { products }) }
}

async function listOrders(db: Db, q: string): Promise<Found<Order>> {
  return foundIn(await listAllOrders(db, { q, sort: 'newest' }, {}, HITS_A_GROUP))
}

/** By name or email; accounts have no phones, so a number finds the buyers of the orders that it finds. */
async function listCustomers(db: Db, q: string, orders: Found<Order>): Promise<Found<UserRow>> {
  const { digits, isNumberOnly } = parseOrderSearch(q)
  if (!digits && !isNumberOnly) return foundIn(await listUsers(db, { q, sort: 'newest' }, {}, HITS_A_GROUP))
  const buyers = [...new Set(orders.rows.map(({ userId }) => userId))]
  return { rows: await listUsersByIds(db, buyers), hasMore: false }
}

async function listProducts(db: Db, user: User, q: string): Promise<Found<ProductRow> | undefined> {
  const filter = { q, sort: 'newest' } as const
  if (grantOf('GET /updateproduct/:id', user) === 'all')
    return foundIn(await listAllProducts(db, filter, {}, HITS_A_GROUP))
  if (grantOf('GET /sellerDashboard/updateproduct/:id', user) === 'own')
    return foundIn(await listProductsOfSeller(db, user.userId, filter, {}, HITS_A_GROUP))
  return undefined
}

function foundIn<Row>({ rows, next }: Page<Row>): Found<Row> {
  return { rows, hasMore: next !== undefined }
}
