import type { User } from '#domain/accounts/user.ts'
import { parseMessageNumber } from '#domain/contact.ts'
import type { Order } from '#domain/orders/order.ts'
import { parseOrderSearch } from '#domain/orders/order-search.ts'
import { grantOf } from '#domain/permissions.ts'
import { listAllProducts, listProductsOfSeller, type ProductRow } from '#server/catalog/admin-queries.ts'
import { findMessage, type MessageRow } from '#server/contact/queries.ts'
import type { Db } from '#server/db/connection.ts'
import { hasTrigram, type Page } from '#server/db/keyset-pagination.ts'
import { listAllOrders } from '#server/orders/admin-queries.ts'
import { listUsers, listUsersByIds, type UserRow } from './people-queries.ts'

/** Records of one kind that a search shows; a link leads to the others. */
const HITS_A_GROUP = 6

/** The records that a search has found; a list is absent where the role may not read it. */
export type FoundRecords = {
  orders?: Found<Order>
  customers?: Found<UserRow>
  products?: Found<ProductRow>
  messages?: Found<MessageRow>
}
/** `isWhole`: there are no others. */
export type Found<Row> = { rows: readonly Row[]; isWhole: boolean }

type Search = { db: Db; user: User; q: string; isQuick: boolean }

/**
 * Finds orders, customers and products by what a caller, a courier or a label says, each kind as its own list finds it. A
 * text that the indexes do not know, such as a name in an Indian script, is looked for among the newest only.
 */
export async function searchBackOffice(db: Db, user: User, q: string): Promise<FoundRecords> {
  const readsOrders = grantOf('GET /adminDashboard/orders/:id', user) === 'all'
  const readsCustomers = grantOf('GET /adminDashboard/users', user) === 'all'
  const search = { db, user, q, isQuick: !hasTrigram(parseOrderSearch(q).digits ?? q) }
  const orders = readsOrders ? findOrders(search) : undefined
  const [found, customers, products, messages] = await Promise.all([
    orders,
    readsCustomers ? findCustomers(search, orders) : undefined,
    findProducts(search),
    findMessages(search),
  ])
  return {
    ...(found && { orders: found }),
    ...(customers && { customers }),
    ...(products && { products }),
    ...(messages && { messages }),
  }
}

async function findOrders({ db, q, ...search }: Search): Promise<Found<Order>> {
  return foundIn(search, await listAllOrders(db, { q, sort: 'newest' }, {}, optionsOf(search)))
}

/** By name or email; accounts have no phones, so a number finds the buyers of the orders that it finds. */
async function findCustomers({ db, q, ...search }: Search, orders?: Promise<Found<Order>>): Promise<Found<UserRow>> {
  const { digits, isNumberOnly } = parseOrderSearch(q)
  if (!digits && !isNumberOnly)
    return foundIn(search, await listUsers(db, { q, sort: 'newest' }, {}, optionsOf(search)))
  const buyers = (await orders)?.rows.map(({ userId }) => userId) ?? []
  return { rows: await listUsersByIds(db, [...new Set(buyers)]), isWhole: true }
}

async function findProducts({ db, user, q, ...search }: Search): Promise<Found<ProductRow> | undefined> {
  const filter = { q, sort: 'newest' } as const
  if (grantOf('GET /adminDashboard', user) === 'all')
    return foundIn(search, await listAllProducts(db, filter, {}, optionsOf(search)))
  if (grantOf('GET /sellerDashboard/updateproduct/:id', user) === 'own')
    return foundIn(search, await listProductsOfSeller(db, user.userId, filter, {}, optionsOf(search)))
  return undefined
}

/** By its number only. */
async function findMessages({ db, user, q }: Search): Promise<Found<MessageRow> | undefined> {
  const id = parseMessageNumber(q)
  if (id === undefined || grantOf('GET /adminDashboard/messages/:id', user) !== 'all') return undefined
  const message = await findMessage(db, id)
  return { rows: message ? [message] : [], isWhole: true }
}

function optionsOf({ isQuick }: Pick<Search, 'isQuick'>) {
  return { rowsAPage: HITS_A_GROUP, isQuick }
}

function foundIn<Row>({ isQuick }: Pick<Search, 'isQuick'>, { rows, next }: Page<Row>): Found<Row> {
  return { rows, isWhole: next === undefined && !isQuick }
}
