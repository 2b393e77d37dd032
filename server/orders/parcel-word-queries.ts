import { type SQL, sql } from 'drizzle-orm'
import type { OrderId } from '#domain/orders/order-state.ts'
import { PARCEL_WORDS, type ParcelState, type ParcelWord, STEPS_OF_WORD } from '#domain/orders/parcel-word.ts'
import type { Step } from '#domain/orders/shipment.ts'
import type { Db } from '#server/db/connection.ts'
import { TO_DISPATCH } from '#server/db/schema/shop.ts'

/** Not everything in a shipment was taken back. */
export const UNCOUNTED = sql`(select sum(l.quantity) from shipment_lines as l where l.shipment_id = shipments.id) > (
  select coalesce(sum(l.good + l.damaged), 0) from return_lines as l join returns as r on r.id = l.return_id
  where r.shipment_id = shipments.id)`

/** The parcels of these orders, for their words. */
export async function listParcelStatesOf(db: Db, ids: readonly OrderId[]): Promise<Map<OrderId, ParcelState[]>> {
  const { rows } = await db.execute<{ orderId: string; step: Step; isTakenBack: boolean }>(sql`
    select order_id as "orderId", step, (step = 'returned' and not ${UNCOUNTED}) as "isTakenBack"
    from shipments where order_id = any(${sql.param(ids)}) and step <> 'cancelled' and kind <> 'return'`)
  return Map.groupBy(rows, ({ orderId }) => Number(orderId))
}

/** The orders with this word, or with one of several that follow each other: `wordOfOrder` in SQL. */
export function whereWord(...words: [ParcelWord, ...ParcelWord[]]): SQL {
  const earlier = PARCEL_WORDS.slice(0, PARCEL_WORDS.indexOf(words[0]))
  return sql.join([needs(...words), ...earlier.map((word) => sql`not ${needs(word)}`)], sql` and `)
}

/** The orders of which something has one of these words, whatever else they hold. */
export function needs(...words: ParcelWord[]): SQL {
  const [word] = words
  if (word === 'To pack') return sql`(${TO_DISPATCH})`
  if (word === 'Delivered') return sql`(status = 'delivered')`
  // Both conditions are those of the indexes.
  if (word === 'Coming back')
    return sql`(id in (select order_id from shipments where step = 'returned' and ${UNCOUNTED}))`
  const steps = words.flatMap((each) => STEPS_OF_WORD[each])
  return sql`(id in (select order_id from shipments
    where kind <> 'return' and step not in ('delivered', 'returned', 'cancelled') and step = any(${sql.param(steps)}::text[])))`
}
