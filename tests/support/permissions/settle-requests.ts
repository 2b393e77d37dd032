import { randomUUID } from 'node:crypto'
import { ownerFor } from './order-requests.ts'
import type { Sample, World } from './permissions-harness.ts'

type Sql = World['sql']

/** A request about the first line of an order. */
export async function makeReturnRequest(sql: Sql, orderId: number): Promise<number> {
  const { rows } = await sql(
    `insert into return_requests (key, order_id, user_id, position, product_id, title, quantity, reason, words, wanted)
     select gen_random_uuid(), o.id, o.user_id, 0, l.product_id, l.title, 1, 'damaged', 'A crack', 'money'
     from orders as o join order_lines as l on l.order_id = o.id where o.id = $1 limit 1 returning id`,
    [orderId],
  )
  return Number(rows[0]?.id)
}

/** Requests for the buyer's page of a return, and for what settles it. */
export const settleSamples: Record<string, Sample> = {
  'GET /orders/:id/return/:number': async ({ makeOrder, sql }, who) => {
    const id = await makeOrder(ownerFor(who))
    return { path: `/orders/${id}/return/RET-${await makeReturnRequest(sql, id)}` }
  },
  'POST /orders/:id/return/:number': async ({ makeOrder, sql }, who) => {
    const id = await makeOrder(ownerFor(who))
    const path = `/orders/${id}/return/RET-${await makeReturnRequest(sql, id)}`
    return { path, form: { kind: 'upi', name: 'Meera', upi: `m${randomUUID().slice(0, 8)}@ybl` } }
  },
}
