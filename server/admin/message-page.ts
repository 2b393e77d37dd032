import type { User } from '#domain/accounts/user.ts'
import { findAccount } from '#server/accounts/queries.ts'
import { findMessage, listReplies } from '#server/contact/queries.ts'
import type { Db } from '#server/db/connection.ts'
import { listCustomerOrders } from './customer-orders.ts'

/** A message with its replies, and the account with its email address with its newest orders. */
export async function readMessagePage(db: Db, staff: User, id: number) {
  const message = await findMessage(db, id)
  if (!message) return undefined
  const [replies, found] = await Promise.all([listReplies(db, id), findAccount(db, message.email.toLowerCase())])
  const account = found && { userId: found.userId, name: found.name, isEmailConfirmed: found.isEmailConfirmed }
  const orders = account && (await listCustomerOrders(db, staff, account.userId))
  return { message, replies, account, orders }
}
