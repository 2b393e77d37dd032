import { localInvoice } from '#tests/support/fixtures/invoices.ts'
import type { Person, Sample, World } from './permissions-harness.ts'

const NAME = 'Meera of the invoice'

/** Requests for invoices and for what is printed for a parcel. A shopper, a seller and an admin each have an invoice of their own. */
export const invoiceSamples: Record<string, Sample> = {
  'GET /bills/:id': async (world, who) => ({ path: `/bills/${(await makeInvoice(world, who)).invoiceId}` }),
  'POST /bills/:id': async (world, who) => {
    const { invoiceId } = await makeInvoice(world, who)
    const { rows } = await world.sql(
      `insert into bills (series, financial_year, serial, number, kind, date, order_id, user_id, shipment_id, bill_id,
         place_of_supply, supplier_gstin, buyer_gstin, buyer_answer, total, document)
       select 'credit-note', financial_year, serial, replace(number, 'GM', 'GC'), 'credit-note', date, order_id, user_id,
         shipment_id, id, place_of_supply, supplier_gstin, '27AAPFU0939F1ZV', 'waiting', total, document
       from bills where id = $1 returning id`,
      [invoiceId],
    )
    return { path: `/bills/${rows[0].id}`, form: { answer: 'accepted' } }
  },
  'GET /bills/:id/pdf': async (world, who) => ({ path: `/bills/${(await makeInvoice(world, who)).invoiceId}/pdf` }),
  'GET /adminDashboard/invoices': async (world, who) => {
    await makeInvoice(world, who)
    return { path: '/adminDashboard/invoices', secret: NAME }
  },
  'GET /adminDashboard/gstr1': async (world, who) => {
    await makeInvoice(world, who)
    return { path: `/adminDashboard/gstr1?month=${localInvoice.date.slice(0, 7)}` }
  },
  'GET /adminDashboard/sales-ledger': async (world, who) => {
    await makeInvoice(world, who)
    return { path: `/adminDashboard/sales-ledger?month=${localInvoice.date.slice(0, 7)}`, secret: NAME }
  },
  'GET /adminDashboard/packing-slips': ({ ids }) => ({
    path: `/adminDashboard/packing-slips?orders=${ids.orders.user}`,
  }),
  'GET /adminDashboard/courier-labels': async (world, who) => ({
    path: `/adminDashboard/courier-labels?shipments=${(await makeInvoice(world, who)).shipmentId}`,
  }),
  'GET /adminDashboard/labels': async (world, who) => ({
    path: `/adminDashboard/labels?shipments=${(await makeInvoice(world, who)).shipmentId}`,
  }),
}

/** `otherUser` asks for the invoice of `user`. */
async function makeInvoice(
  { sql, users, ids }: World,
  who: Person,
): Promise<{ invoiceId: number; shipmentId: number }> {
  const owner = who.endsWith('eller') ? 'seller' : who === 'admin' ? 'admin' : 'user'
  const [orderId, userId] = [ids.orders[owner], users[owner].userId]
  const shipment = await sql(
    'insert into shipments (order_id, user_id, key, cash) values ($1, $2, gen_random_uuid(), 0) returning id',
    [orderId, userId],
  )
  const shipmentId = Number(shipment.rows[0].id)
  const document = { ...localInvoice, orderId, shipmentId, buyer: { ...localInvoice.buyer, name: NAME } }
  const invoice = await sql(
    `insert into bills (series, financial_year, serial, number, kind, date, order_id, user_id, shipment_id,
       place_of_supply, supplier_gstin, buyer_gstin, total, document)
     values ('bill', '26-27', $1, $8, 'tax-invoice', $2, $3, $4, $5, '27', $9, '', $6, $7) returning id`,
    [
      shipmentId,
      localInvoice.date,
      orderId,
      userId,
      shipmentId,
      localInvoice.totals.total,
      document,
      `GM/26-27/${shipmentId}`,
      localInvoice.supplier.gstin,
    ],
  )
  return { invoiceId: Number(invoice.rows[0].id), shipmentId }
}
