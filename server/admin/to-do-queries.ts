import { sql } from 'drizzle-orm'
import { type ToDoFacts, WAITING_ORDERS } from '#domain/to-do.ts'
import type { Db } from '#server/db/connection.ts'
import { findOldest } from '#server/db/oldest.ts'
import { sentMessages, UNSENT } from '#server/db/schema/messages.ts'
import { returnRequests } from '#server/db/schema/returns.ts'
import { reviews } from '#server/db/schema/reviews.ts'
import { contactMessages, productRaise, products } from '#server/db/schema/shop.ts'
import { findOldestOrder, listWrongStates } from '#server/orders/admin-queries.ts'
import { findOpenDisputes } from '#server/payments/dispute-queries.ts'
import { IS_OPEN_RETURN } from '#server/returns/admin-queries.ts'

/** The tasks that wait for somebody at the desk. Each is counted by the index of its list. */
export async function readToDo(db: Db): Promise<ToDoFacts> {
  const [orders, disputes, messages, reviewsWaiting, returns, approvals, requests, unsent, wrongStates] =
    await Promise.all([
      Promise.all(WAITING_ORDERS.map(async (show) => [show, await findOldestOrder(db, show)] as const)),
      findOpenDisputes(db),
      findOldest(db, sql`${contactMessages}`, sql`state = 'new'`),
      findOldest(db, sql`${reviews}`, sql`state = 'waiting'`),
      findOldest(db, sql`${returnRequests}`, IS_OPEN_RETURN),
      findOldest(db, sql`${products}`, sql`not approved`),
      findOldest(db, sql`${productRaise}`, sql`true`),
      findOldest(db, sql`${sentMessages}`, UNSENT),
      listWrongStates(db),
    ])
  const byShow = Object.fromEntries(orders) as Pick<ToDoFacts, (typeof WAITING_ORDERS)[number]>
  return {
    ...byShow,
    disputes,
    messages,
    reviews: reviewsWaiting,
    returns,
    approvals,
    requests,
    emails: unsent,
    wrongStates: { count: wrongStates.length, oldest: null },
  }
}
