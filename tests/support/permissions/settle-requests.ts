import { randomUUID } from 'node:crypto'
import { makeReturnRequest } from './customer-requests.ts'
import { ownerFor } from './order-requests.ts'
import type { Sample, World } from './permissions-harness.ts'

/** What has to be true before each press. $1: the request. */
const DELIVERED = `update orders set status = 'delivered', delivered_at = now()
  where id = (select order_id from return_requests where id = $1)`
const PARCEL = `with parcel as (insert into shipments (order_id, user_id, key, cash)
    select order_id, user_id, gen_random_uuid(), 0 from return_requests where id = $1 returning id)
  insert into shipment_lines (shipment_id, position, quantity, amount) select id, 0, 1, 49500 from parcel`
const before: Record<string, readonly string[]> = {
  'cancel-pickup': [
    `update return_requests set state = 'pickup-booked' where id = $1`,
    `insert into shipments (order_id, user_id, key, cash, kind, return_request_id)
     select order_id, user_id, gen_random_uuid(), 0, 'return', id from return_requests where id = $1`,
  ],
  keep: [
    `insert into settings (name, value) select 'keepItBelow', '100000' where $1::bigint > 0
     on conflict (name) do update set value = excluded.value`,
  ],
  receive: [PARCEL],
  'pay-back': [DELIVERED],
  'give-voucher': [DELIVERED, `update return_requests set wanted = 'voucher' where id = $1`],
  replace: [
    `update return_requests set wanted = 'replacement' where id = $1`,
    `update products set stock = 'made-to-order' where id = (select product_id from return_requests where id = $1)`,
  ],
  'cancel-replacement': [
    PARCEL,
    `update return_requests set state = 'settled', settled_at = now(), settled_as = 'replacement' where id = $1`,
    `insert into shipments (order_id, user_id, key, cash, kind, return_request_id)
     select order_id, user_id, gen_random_uuid(), 0, 'replacement', id from return_requests where id = $1`,
  ],
  'mark-paid': [
    DELIVERED,
    `update return_requests set state = 'settled', settled_at = now(), settled_as = 'money', amount = 100 where id = $1`,
    `with refund as (insert into order_refunds (key, order_id, amount, reason, return_request_id)
       select gen_random_uuid(), order_id, 100, 'returned', id from return_requests where id = $1 returning id, order_id)
     insert into counter_refunds (order_id, order_refund_id, amount, reason) select order_id, id, 100, 'returned' from refund`,
  ],
}

/** A request about a line of an order, whose page a member of staff opens to press this. */
async function requestAtDesk({ makeOrder, sql }: World, intent: string): Promise<string> {
  const id = await makeReturnRequest(sql, await makeOrder('user'))
  for (const text of before[intent] ?? []) await sql(text, [id])
  return `/adminDashboard/returns/RET-${id}`
}

const deskForms: Record<string, () => Record<string, string>> = {
  'book-pickup': () => ({
    key: randomUUID(),
    courier: 'Delhivery',
    awb: `A${randomUUID().slice(0, 12)}`,
    trackingLink: '',
  }),
  'cancel-pickup': () => ({}),
  'cancel-replacement': () => ({}),
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
      async (world) => ({ path: await requestAtDesk(world, intent), form: { intent, ...fields() } }),
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
