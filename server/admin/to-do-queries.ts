import { sql } from 'drizzle-orm'
import type { OrderShow } from '#domain/admin-lists.ts'
import type { Db } from '#server/db/connection.ts'
import { findOldest, type Waits } from '#server/db/oldest.ts'
import { sentMessages } from '#server/db/schema/messages.ts'
import { contactMessages, productRaise, products } from '#server/db/schema/shop.ts'
import { UNSENT } from '#server/messages/queries.ts'
import { findOldestOrder, listWrongStates } from '#server/orders/admin-queries.ts'

const SHOWS = [
  'to-pack',
  'not-confirmed',
  'cancellations',
  'not-delivered',
  'coming-back',
] as const satisfies readonly OrderShow[]

export type ToDoFacts = Record<
  (typeof SHOWS)[number] | 'messages' | 'approvals' | 'requests' | 'emails' | 'wrongStates',
  Waits
>

/** What waits for somebody at the desk. Each is counted by the index of its list. */
export async function readToDo(db: Db): Promise<ToDoFacts> {
  const [orders, messages, approvals, requests, unsent, wrongStates] = await Promise.all([
    Promise.all(SHOWS.map(async (show) => [show, await findOldestOrder(db, show)] as const)),
    findOldest(db, sql`${contactMessages}`, sql`state = 'new'`),
    findOldest(db, sql`${products}`, sql`not approved`),
    findOldest(db, sql`${productRaise}`, sql`true`),
    findOldest(db, sql`${sentMessages}`, UNSENT),
    listWrongStates(db),
  ])
  const byShow = Object.fromEntries(orders) as Record<(typeof SHOWS)[number], Waits>
  return {
    ...byShow,
    messages,
    approvals,
    requests,
    emails: unsent,
    wrongStates: { count: wrongStates.length, oldest: null },
  }
}
