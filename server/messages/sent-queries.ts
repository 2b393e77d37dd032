import { inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Cursor, SentFilter } from '#domain/admin-lists.ts'
import { cutTokens } from '#domain/messages/email-links.ts'
import { CHANNELS, SENT_STATES } from '#domain/messages/sent-message.ts'
import { parseOrderSearch } from '#domain/orders/order-search.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { Db } from '#server/db/connection.ts'
import { byNumber, containsText, type Page, readKeysetPage } from '#server/db/keyset-pagination.ts'
import { SEARCHED_IN_MESSAGES, sentMessages, UNSENT } from '#server/db/schema/messages.ts'
import { SEARCHED_IN_ORDERS } from '#server/db/schema/shop.ts'

export async function countUnsentMessages(db: Db): Promise<number> {
  return db.$count(sentMessages, UNSENT)
}

const { id, template, subject, channel, state, params, tries, problem, time } = sentMessages
const columns = { id, template, subject, channel, state, params, tries, problem, time }

/** `time`: when it was queued first, ISO 8601. */
export type ListedMessage = Omit<Pick<typeof sentMessages.$inferSelect, keyof typeof columns>, 'time'> & {
  time: string
}

/** Messages of all channels, newest first. */
export async function listSentMessages(db: Db, filter: SentFilter, cursor: Cursor): Promise<Page<ListedMessage>> {
  const list = {
    table: sql`sent_messages`,
    order: [byNumber(sql`id`)],
    descending: true,
    branches: branchesOf(filter),
    match: filter.q === undefined ? undefined : matching(filter.q),
  }
  return readKeysetPage(db, list, cursor, (ids) => readMessages(db, ids))
}

/** One list for each channel and state, as the index has them. */
function branchesOf({ channel, state }: SentFilter): SQL[] {
  if (!channel && !state) return [sql`true`]
  if (state === 'not-sent') return [channel ? sql`(${UNSENT} and channel = ${channel})` : UNSENT]
  const states = state ? [state] : SENT_STATES
  return (channel ? [channel] : CHANNELS).flatMap((each) =>
    states.map((its) => sql`(channel = ${each} and state = ${its})`),
  )
}

async function readMessages(db: Db, ids: string[]): Promise<ReadonlyMap<string, ListedMessage>> {
  const rows = await db
    .select(columns)
    .from(sentMessages)
    .where(inArray(id, ids.map(Number)))
  return new Map(
    rows.map(({ params, ...row }) => [
      String(row.id),
      // Rows of older versions hold the links that were sent.
      { ...row, params: { ...params, status: cutTokens(params.status) }, time: row.time.toISOString() },
    ]),
  )
}

/** A phone finds the messages about so many orders, the latest. */
const MOST_ORDERS = 100

/** A phone is known of orders, whose messages it finds; a number is the one of an order, too. */
function matching(q: string): SQL {
  const { number, digits, isNumberOnly } = parseOrderSearch(q)
  const numbered = number === undefined ? [] : [sql`values (${number}::bigint)`]
  const phoned = digits
    ? [
        sql`(select id from orders where ${SEARCHED_IN_ORDERS} like ${`%${digits} %`}
        or ${SEARCHED_IN_ORDERS} like ${`%. ${digits}%`} order by id desc limit ${MOST_ORDERS})`,
      ]
    : []
  const orders = [...numbered, ...phoned]
  const named = isNumberOnly ? undefined : containsText(SEARCHED_IN_MESSAGES, digits ?? q)
  const about = orders.length > 0 ? isAboutOrders(sql.join(orders, sql` union all `)) : undefined
  return sql`(${or(named, about)})`
}

/** Is a message about these orders, or about a payment, parcel, return or change of one? */
function isAboutOrders(ids: SQL): SQL {
  // As an array, so that the index of the subjects finds them.
  return sql`subject = any(array(
    with its (id) as (${ids})
    select 'order ' || id from its
    union all select 'payment ' || payment_id from orders where id in (select id from its) and payment_id is not null
    union all select 'payment ' || payments.id from payments
      join checkouts on checkouts.id = payments.checkout_id where checkouts.order_id in (select id from its)
    union all select 'payment ' || payment_id from refunds where order_id in (select id from its)
    union all select 'refund ' || id from refunds where order_id in (select id from its)
    union all select 'counter-refund ' || id from counter_refunds where order_id in (select id from its)
    union all select 'shipment ' || id from shipments where order_id in (select id from its)
    union all select 'return ' || id from returns where order_id in (select id from its)
    union all select 'return-step ' || s.id from return_request_steps as s
      join return_requests as r on r.id = s.request_id where r.order_id in (select id from its)
    union all select 'change ' || id from order_changes where order_id in (select id from its)))`
}

/** Messages to the customer about an order, of every channel, oldest first. */
export async function listMessagesAbout(db: Db, orderId: OrderId) {
  const rows = await db
    .select({ template, channel, state, problem, time })
    .from(sentMessages)
    .where(sql`${isAboutOrders(sql`values (${orderId}::bigint)`)} and person = ''`)
    .orderBy(id)
  return rows.map((row) => ({ ...row, time: row.time.toISOString() }))
}
