import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { OPEN_RETURN_STATES } from '#domain/returns/return-request.ts'
import type { Db } from '#server/db/connection.ts'
import { user } from '#server/db/schema/accounts.ts'
import { checkouts, payments, refunds } from '#server/db/schema/payments.ts'
import { returnRequests } from '#server/db/schema/returns.ts'
import { returns } from '#server/db/schema/shipping.ts'
import { openDeliveries, orders } from '#server/db/schema/shop.ts'
import { findOwedTo } from '#server/payments/by-hand-queries.ts'

export async function countAdmins(db: Db): Promise<number> {
  return db.$count(user, eq(user.role, 'admin'))
}

/** Orders, refunds, money owed, returns and payments of this person that are not finished. */
export async function findUnfinished(db: Db, userId: string) {
  const { id, status, cancel } = orders
  const open = await db
    .select({ id, status, cancel })
    .from(orders)
    .where(and(eq(orders.userId, userId), isUnfinished, ne(cancel, 'cancelled')))
    .orderBy(asc(id))
  const refunding = await db.$count(
    refunds,
    and(eq(refunds.userId, userId), inArray(refunds.state, ['requested', 'pending'])),
  )
  const own = db.select({ id }).from(orders).where(eq(orders.userId, userId))
  const held = await db.$count(returns, and(isNull(returns.amount), inArray(returns.orderId, own)))
  const asked = await db
    .select({ id: returnRequests.id })
    .from(returnRequests)
    .where(and(eq(returnRequests.userId, userId), inArray(returnRequests.state, OPEN_RETURN_STATES)))
    .orderBy(asc(returnRequests.id))
  return {
    orders: open,
    refunds: refunding + held,
    owed: await findOwedTo(db, userId),
    returns: asked.map((row) => row.id),
    checkouts: await db.$count(checkouts, and(eq(checkouts.userId, userId), isBeingPaid)),
  }
}

/** Not delivered, or so recently that it is not billed yet. */
const isUnfinished = sql`(${orders.status} <> 'delivered'
  or exists (select from ${openDeliveries} where ${openDeliveries.orderId} = ${orders.id}))`

/**
 * The checkout was opened within the last hour, or its payment is authorised but not captured. If a payment arrives
 * later, it finds the checkout closed and is refunded.
 */
const isBeingPaid = sql`(
  (${checkouts.state} = 'open' and ${checkouts.providerOrderId} is not null and ${checkouts.time} > now() - interval '1 hour')
  or exists (select from ${payments} where ${payments.checkoutId} = ${checkouts.id} and ${payments.status} = 'authorized'))`
