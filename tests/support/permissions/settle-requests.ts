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

/** A request about a delivered line, whose page a member of staff opens. */
async function requestAtDesk({ makeOrder, sql }: World): Promise<string> {
  const id = await makeOrder('user')
  return `/adminDashboard/returns/RET-${await makeReturnRequest(sql, id)}`
}

const deskForms: Record<string, () => Record<string, string>> = {
  'book-pickup': () => ({
    key: randomUUID(),
    courier: 'Delhivery',
    awb: `A${randomUUID().slice(0, 12)}`,
    trackingLink: '',
  }),
  'cancel-pickup': () => ({}),
  'drop-off': () => ({}),
  keep: () => ({}),
  receive: () => ({ key: randomUUID(), good: '1', damaged: '' }),
  'pay-back': () => ({ key: randomUUID(), amount: '1' }),
  'mark-paid': () => ({ reference: 'UTR 42', paidOn: '2026-01-05' }),
  replace: () => ({ key: randomUUID(), courier: '', awb: '', trackingLink: '' }),
  'give-voucher': () => ({ key: randomUUID(), amount: '1' }),
}

/** Requests for the buyer's page of a return, and for what settles it. */
export const settleSamples: Record<string, Sample> = {
  ...Object.fromEntries(
    Object.entries(deskForms).map(([intent, fields]): [string, Sample] => [
      `POST /adminDashboard/returns/:number ${intent}`,
      async (world) => ({ path: await requestAtDesk(world), form: { intent, ...fields() } }),
    ]),
  ),
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
