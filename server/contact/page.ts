import type { User } from '#domain/accounts/user.ts'
import { grantOf } from '#domain/permissions.ts'
import { findAccount } from '#server/accounts/queries.ts'
import type { Db } from '#server/db/connection.ts'
import { listOrdersOf } from '#server/orders/queries.ts'
import { findMessage, listReplies } from './queries.ts'

/** A message with its replies, and the account with its email address with its newest orders. */
export async function readMessagePage(db: Db, staff: User, id: number) {
  const message = await findMessage(db, id)
  if (!message) return undefined
  const [replies, account] = await Promise.all([listReplies(db, id), findAccount(db, message.email.toLowerCase())])
  const readsOrders = grantOf('GET /adminDashboard/orders/:id', staff) === 'all'
  const orders = account && readsOrders ? await listOrdersOf(db, account.userId) : undefined
  return { message, replies, account, orders }
}
