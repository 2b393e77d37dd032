import { someAddress } from '#tests/support/fixtures/factories.ts'
import { formFor, type Sample, type World } from './permissions-harness.ts'

/** Requests about pincodes, cash and its confirmation. */
export const deliverySamples: Record<string, Sample> = {
  'GET /pincode': () => ({ path: '/pincode?pincode=411001' }),
  'GET /pincode/:pincode': () => ({ path: '/pincode/411001' }),
  'POST /cart/terms': () => ({ path: '/cart/terms', form: { ...someAddress, total: '495' } }),
  'POST /cart/voucher': () => ({ path: '/cart/voucher', form: { voucher: 'no code' } }),
  // A wrong token is answered like an order that does not exist.
  'GET /orders/:id/confirm/:token': ({ ids }) => ({ path: `/orders/${ids.orders.user}/confirm/${'x'.repeat(22)}` }),
  'POST /orders/:id/confirm/:token': ({ ids }) => ({
    path: `/orders/${ids.orders.user}/confirm/${'x'.repeat(22)}`,
    form: {},
  }),
  'GET /orders/:id/redeliver/:token': ({ ids }) => ({ path: `/orders/${ids.orders.user}/redeliver/${'x'.repeat(22)}` }),
  'POST /orders/:id/redeliver/:token': ({ ids }) => ({
    path: `/orders/${ids.orders.user}/redeliver/${'x'.repeat(22)}`,
    form: { answer: 'cancel' },
  }),
  // Cannot be paid, so that nobody asks the provider.
  'POST /orders/:id/pay': async ({ ids, sql }, who) => {
    const id = ids.orders[who === 'seller' || who === 'admin' ? who : 'user']
    await sql(`update orders set cancel = 'requested' where id = $1`, [id])
    return { path: `/orders/${id}/pay`, form: {} }
  },
  ...formFor('/adminDashboard/cash import', () => ({ file: remittanceOf(crypto.randomUUID()) })),
  'POST /adminDashboard/cash accept': async ({ sql }) => {
    const awb = crypto.randomUUID()
    await addRemittance(sql, awb)
    return { path: '/adminDashboard/cash', form: { intent: 'accept', awb, seen: '-49500', key: crypto.randomUUID() } }
  },
  ...formFor('/adminDashboard/cash write-off', async (world) => ({
    ...{ shipment: await addCashParcel(world), seen: '49500' },
    ...{ key: crypto.randomUUID(), reason: 'Lost' },
  })),
  'POST /adminDashboard/cash assign': async (world) => {
    const awb = crypto.randomUUID()
    await addRemittance(world.sql, awb)
    const shipment = await addCashParcel(world)
    const { rows } = await world.sql('select order_id from shipments where id = $1', [shipment])
    const order = String(rows[0].order_id)
    return { path: '/adminDashboard/cash', form: { intent: 'assign', awb, seen: '-49500', order } }
  },
  ...formFor('/adminDashboard/cash remove-import', async ({ sql }) => ({
    import: await addRemittance(sql, crypto.randomUUID()),
    confirmed: 'yes',
  })),
  'POST /adminDashboard/cash paid-back': async (world) => {
    const { rows } = await world.sql(
      `insert into counter_refunds (order_id, reason, amount)
       select order_id, 'returned', 100 from shipments where id = $1 returning id`,
      [await addCashParcel(world)],
    )
    return {
      path: '/adminDashboard/cash',
      form: { intent: 'paid-back', 'counter-refund': String(rows[0].id), paidOn: '2026-01-02', reference: 'UTR1' },
    }
  },
  // Only the headings: the shop delivers everywhere.
  ...formFor('/adminDashboard/settings save-areas', () => ({
    areas: new File(['pincode,days,cash,largest\n'], 'pincodes.csv'),
  })),
}

const remittanceOf = (reference: string) =>
  new File([`AWB,Amount,Date,UTR\nPERMIT1,495,2026-11-26,${reference}\n`], 'remittance.csv')

/** Money for an AWB that no parcel has. @returns its import */
async function addRemittance(sql: World['sql'], awb: string): Promise<string> {
  const { rows } = await sql(
    `with file as (insert into remittance_imports default values returning id)
     insert into remittances (awb, reference, amount, paid_on, import_id)
     select $1, 'U1', 49500, '2026-01-02', id from file returning import_id`,
    [awb],
  )
  return String(rows[0].import_id)
}

/** A delivered parcel of a cash order. */
export async function addCashParcel({ sql, makeOrder }: World, orderId?: number): Promise<string> {
  const id = orderId ?? (await makeOrder('otherUser'))
  const { rows } = await sql(
    `insert into shipments (order_id, user_id, key, cash, step, delivered_at)
     select id, user_id, $2, 495, 'delivered', now() from orders where id = $1 returning id`,
    [id, crypto.randomUUID()],
  )
  return String(rows[0].id)
}
