import { priceField } from '#domain/orders/change-form.ts'
import { addField, fingerprintOf, newQuantityField } from '#domain/orders/change-lines.ts'
import { quantityField } from '#domain/orders/dispatch.ts'
import { goodField } from '#domain/orders/take-back.ts'
import { someAddress } from '#tests/support/fixtures/factories.ts'
import { makeReturnRequest, makeReview } from './customer-requests.ts'
import { addCashParcel } from './delivery-requests.ts'
import { formFor, type Person, type Sample, type World } from './permissions-harness.ts'

/** A request for each row of the pages of one order, of its shopper and of the desk. */
export const orderRequests: Record<string, Sample> = {
  'POST /userDashboard': ({ ids }, who) => ({
    path: '/userDashboard',
    form: { orderId: String(ids.orders[who === 'seller' || who === 'admin' ? who : 'user']) },
  }),
  'GET /orders/:id': ({ ids }, who) => ({ path: `/orders/${ids.orders[ownerFor(who)]}` }),
  'POST /orders/:id cancel': async (world, who) => ({
    path: `/orders/${await world.makeOrder(ownerFor(who))}`,
    form: { intent: 'cancel' },
  }),
  'POST /orders/:id keep': async ({ makeOrder, sql }, who) => {
    const id = await makeOrder(ownerFor(who))
    await sql("update orders set cancel = 'requested', cancel_reason = 'Too small' where id = $1", [id])
    return { path: `/orders/${id}`, form: { intent: 'keep' } }
  },
  'POST /orders/:id change-address': async (world, who) => ({
    path: `/orders/${await world.makeOrder(ownerFor(who))}`,
    form: { intent: 'change-address', ...someAddress, city: 'Mysuru' },
  }),
  'POST /orders/:id review': async ({ makeOrder, sql }, who) => {
    const id = await makeOrder(ownerFor(who))
    await sql("update orders set status = 'delivered', delivered_at = now() where id = $1", [id])
    return {
      path: `/orders/${id}`,
      form: { intent: 'review', position: '0', seen: '0', stars: '5', text: 'Good.', shown: 'hidden' },
    }
  },
  'POST /orders/:id withdraw-review': async ({ makeOrder, sql }, who) => {
    const id = await makeOrder(ownerFor(who))
    await makeReview(sql, id)
    return { path: `/orders/${id}`, form: { intent: 'withdraw-review', position: '0' } }
  },
  'POST /orders/:id withdraw-return': async ({ makeOrder, sql }, who) => {
    const id = await makeOrder(ownerFor(who))
    const request = await makeReturnRequest(sql, id)
    return { path: `/orders/${id}`, form: { intent: 'withdraw-return', return: String(request) } }
  },
  'GET /orders/:id/return': async (world, who) => ({ path: `/orders/${await world.makeOrder(ownerFor(who))}/return` }),
  'POST /orders/:id/return': async ({ makeOrder, sql }, who) => {
    const id = await makeOrder(ownerFor(who))
    await sql("update orders set status = 'delivered', delivered_at = now() where id = $1", [id])
    const asked = { item: '0', quantity: '1', reason: 'damaged', words: 'It has a crack.', wanted: 'money' }
    return { path: `/orders/${id}/return`, form: { key: crypto.randomUUID(), ...asked } }
  },
  'GET /returnPictures/:picture/:file': async ({ makeOrder, images, sql }, who) => {
    const id = await makeOrder(ownerFor(who))
    const request = await makeReturnRequest(sql, id)
    const picture = crypto.randomUUID()
    await sql('insert into return_request_pictures (folder, request_id, place) values ($1, $2, 0)', [
      `buyerPictures/${picture}`,
      request,
    ])
    await images.put(`buyerPictures/${picture}/320.webp`, Buffer.from('RIFF'))
    return { path: `/returnPictures/${picture}/320.webp` }
  },
  ...formFor('/track', ({ ids }) => ({ order: String(ids.orders.user), contact: someAddress.mobileNumber })),
  'GET /track/:id/:token': ({ ids }) => ({ path: `/track/${ids.orders.user}/${'x'.repeat(22)}` }),

  'GET /adminDashboard/orders/:id': ({ ids }) => ({
    path: `/adminDashboard/orders/${ids.orders.user}`,
    secret: someAddress.mobileNumber,
  }),
  'GET /adminDashboard/dispatch': ({ ids, users }) => ({
    path: `/adminDashboard/dispatch?orders=${ids.orders.user}&key=${crypto.randomUUID()}`,
    secret: users.user.name,
  }),
  'POST /adminDashboard/dispatch dispatch': dispatchSeveral('dispatch'),
  'POST /adminDashboard/dispatch book': dispatchSeveral('book'),
  'POST /adminDashboard/dispatch step': async (world) => {
    const id = await world.makeOrder('otherUser')
    const shipments = await makeShipment(world.sql, id)
    return {
      path: `/adminDashboard/dispatch?orders=${id}&key=${crypto.randomUUID()}`,
      form: { intent: 'step', step: 'picked-up', shipments },
    }
  },
  ...atDesk('deliver', async () => ({})),
  ...atDesk('undo-delivery', async ({ sql }, id) => {
    await deliver(sql, id)
    return {}
  }),
  ...atDesk('approve-cancellation', async ({ sql }, id) => {
    await sql("update orders set cancel = 'requested' where id = $1", [id])
    return {}
  }),
  ...atDesk('dispatch', async () => ({ key: crypto.randomUUID(), [quantityField(0)]: '1' })),
  ...atDesk('step', async ({ sql }, id) => ({ shipment: await makeShipment(sql, id), step: 'on-the-way' })),
  ...atDesk('hand-over', async ({ sql, pickUpCode }, id) => {
    const shipment = await makeShipment(sql, id)
    await sql('update shipments set pick_up = true where id = $1', [shipment])
    return { shipment, code: pickUpCode(Number(shipment)) }
  }),
  ...atDesk('take-back', async ({ sql }, id) => ({
    key: crypto.randomUUID(),
    shipment: await makeShipment(sql, id),
    reason: 'returned',
    [goodField(0)]: '1',
  })),
  ...atDesk('refund-return', async ({ sql }, id) => {
    const shipment = await makeShipment(sql, id)
    const { rows } = await sql(
      `with held as (insert into returns (key, shipment_id, order_id, reason) values ($1, $2, $3, 'returned') returning id)
       insert into return_lines (return_id, position, good, damaged) select id, 0, 0, 1 from held returning return_id`,
      [crypto.randomUUID(), shipment, id],
    )
    return { return: String(rows[0].return_id), amount: '' }
  }),
  ...atDesk('refund', async (world, id) => {
    await addCashParcel(world, id)
    return { key: crypto.randomUUID(), amount: '100', reason: 'goodwill', confirmed: 'yes' }
  }),
  ...atDesk('change-quantity', async ({ sql }, id) => ({
    ...{ line: '0', key: crypto.randomUUID(), seen: await seenLines(sql, id) },
    quantity: '2',
  })),
  ...atDesk('remove-line', async ({ sql }, id) => {
    await sql(
      `insert into order_lines select (jsonb_populate_record(line, '{"position": 1, "size_code": "X"}')).*
       from order_lines as line where order_id = $1`,
      [id],
    )
    return { line: '1', key: crypto.randomUUID(), seen: await seenLines(sql, id), confirmed: 'yes' }
  }),
  ...atDesk('book', async ({ sql }, id) => {
    const shipment = await makeShipment(sql, id)
    await sql(`update shipments set booking = 'failed', booking_problem = 'No courier.' where id = $1`, [shipment])
    return { shipment }
  }),
  ...atDesk('change-courier', async ({ sql }, id) => ({
    shipment: await makeShipment(sql, id),
    seen: ' / ',
    courier: 'DTDC',
    awb: `D${id}`,
  })),
  ...atDesk('cancel-parcel', async ({ sql }, id) => ({ shipment: await makeShipment(sql, id) })),
  ...atDesk('change-address', async () => ({ ...someAddress, city: 'Mysuru' })),
  ...atDesk('confirm-cash', async ({ sql }, id) => {
    await sql('update orders set confirmation_asked_at = now() where id = $1', [id])
    return {}
  }),
  ...atDesk('receive-cash', async (world, id) => ({
    ...{ shipment: await addCashParcel(world, id), key: crypto.randomUUID(), seen: '49500' },
    ...{ amount: '495', paidOn: '2026-01-02' },
  })),
  ...atDesk('write-off-cash', async (world, id) => ({
    ...{ shipment: await addCashParcel(world, id), key: crypto.randomUUID(), seen: '49500' },
    reason: 'Lost',
  })),
  ...atDesk('remove-cash', async (world, id) => {
    const { rows } = await world.sql(
      `insert into remittances (awb, reference, amount, paid_on, shipment_id, key)
       values ('', '', 100, '2026-01-02', $1, $2) returning id`,
      [await addCashParcel(world, id), crypto.randomUUID()],
    )
    return { receipt: String(rows[0].id) }
  }),
  'GET /orders/:id/pay/:token': ({ ids }) => ({ path: `/orders/${ids.orders.user}/pay/${'x'.repeat(22)}` }),
  'POST /orders/:id/pay/:token/open': ({ ids }) => ({
    path: `/orders/${ids.orders.user}/pay/${'x'.repeat(22)}/open`,
    form: {},
  }),
  'POST /orders/:id/pay/:token/paid': ({ ids }) => ({
    path: `/orders/${ids.orders.user}/pay/${'x'.repeat(22)}/paid`,
    form: {},
  }),
  'GET /adminDashboard/orders/new': () => ({ path: '/adminDashboard/orders/new', secret: 'Find a customer' }),
  ...formFor('/adminDashboard/orders/new draft', () => ({ customer: 'user' })),
  'POST /adminDashboard/orders/new save': async ({ sql }) => {
    const { rows } = await sql(
      `select v.id, v.price from sellable_variants as v join products as p on p.id = v.product_id
       where p.approved and p.on_sale and v.is_available order by v.id limit 1`,
    )
    const fields = { [addField(Number(rows[0].id))]: '1', [priceField(Number(rows[0].id))]: String(rows[0].price) }
    const order = { intent: 'save', key: crypto.randomUUID(), payment: 'counter', ...someAddress, ...fields }
    return { path: '/adminDashboard/orders/new', form: order }
  },
  'GET /adminDashboard/orders/:id/change': ({ ids }) => ({
    path: `/adminDashboard/orders/${ids.orders.user}/change`,
    secret: 'New quantity',
  }),
  'POST /adminDashboard/orders/:id/change draft': ({ ids }) => ({
    path: `/adminDashboard/orders/${ids.orders.user}/change`,
    form: { intent: 'draft', find: 'pot' },
  }),
  'POST /adminDashboard/orders/:id/change save': async ({ makeOrder, sql }) => {
    const id = await makeOrder('otherUser')
    const form = {
      intent: 'save',
      key: crypto.randomUUID(),
      seen: await seenLines(sql, id),
      [newQuantityField(0)]: '2',
    }
    return { path: `/adminDashboard/orders/${id}/change`, form }
  },
  ...atDesk('note', async () => ({ seen: '', note: `Call first ${crypto.randomUUID()}` })),
}

/** What a form that changes this order was opened with. */
async function seenLines(sql: World['sql'], orderId: number): Promise<string> {
  const { rows } = await sql(
    `select position, product_id::integer as id, title, price, quantity, size_code as "sizeCode",
       size_label as "sizeLabel", selected_color as "selectedColor", 0 as sent from order_lines where order_id = $1`,
    [orderId],
  )
  return fingerprintOf(rows)
}

/** Two buttons of the page that dispatches several orders. */
function dispatchSeveral(intent: 'dispatch' | 'book'): Sample {
  return async (world) => {
    const id = String(await world.makeOrder('otherUser'))
    return { path: `/adminDashboard/dispatch?orders=${id}&key=${crypto.randomUUID()}`, form: { intent, orders: id } }
  }
}

/** A form of the page of a new order. */
function atDesk(
  intent: string,
  fields: (world: World, id: number) => Promise<Record<string, string>>,
): Record<string, Sample> {
  return {
    [`POST /adminDashboard/orders/:id ${intent}`]: async (world) => {
      const id = await world.makeOrder('otherUser')
      return { path: `/adminDashboard/orders/${id}`, form: { intent, ...(await fields(world, id)) } }
    },
  }
}

/** An order that was delivered just now. */
export async function deliver(sql: World['sql'], orderId: number): Promise<void> {
  await sql(
    `with delivered as (update orders set status = 'delivered', delivered_at = now() where id = $1 returning id)
     insert into open_deliveries (order_id, arrived, cancel, dispatched, undo_until)
     select id, '{}', 'none', 'none', now() + interval '30 seconds' from delivered`,
    [orderId],
  )
}

/** All of an order in one parcel. */
async function makeShipment(sql: World['sql'], orderId: number): Promise<string> {
  const { rows } = await sql(
    `with sent as (update orders set dispatched = 'whole' where id = $1 returning id, user_id),
      parcel as (insert into shipments (order_id, user_id, key, cash) select id, user_id, $2, 0 from sent returning id)
     insert into shipment_lines (shipment_id, position, quantity, amount)
     select parcel.id, position, quantity, 100 * price * quantity from parcel, order_lines where order_id = $1 returning shipment_id`,
    [orderId, crypto.randomUUID()],
  )
  return String(rows[0].shipment_id)
}

/** Whose order this person asks for: guests and the others of a role ask for somebody else's. */
export function ownerFor(who: Person): 'user' | 'seller' | 'admin' {
  return who === 'seller' || who === 'admin' ? who : 'user'
}
