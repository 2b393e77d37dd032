// The limit: the rows that a dispatch leaves behind (shipment, its lines, audit, the job of an email, the next number and
// the invoice), inserted directly into the same tables by one Node process over ten connections, without checking whether the
// order may be sent and without computing tax.
import { randomUUID } from 'node:crypto'
import pg from 'pg'

process.once('message', async ({ databaseUrl, clients, orders, adminId, invoice }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: clients })
  const connections = await Promise.all(Array.from({ length: clients }, () => pool.connect()))
  const queue = [...orders]
  const began = performance.now()
  await Promise.all(
    connections.map(async (client) => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) await dispatch(client, id)
    }),
  )
  const ms = performance.now() - began
  for (const client of connections) client.release()
  await pool.end()
  process.send({ ms })
  process.disconnect()

  async function dispatch(client, id) {
    const ask = (name, text, values) => client.query({ name, text, values })
    await client.query('begin')
    const { rows: found } = await ask('lock', 'select user_id, total_amount from orders where id = $1 for update', [id])
    const { user_id: userId, total_amount: total } = found[0]
    const { rows: shipments } = await ask(
      'shipment',
      `insert into shipments (order_id, user_id, key, courier, awb, cash, mobile)
       values ($1, $2, $3, 'Delhivery', $4, $5, '9876543210') returning id`,
      [id, userId, randomUUID(), `ROW${id}`, total],
    )
    const shipmentId = shipments[0].id
    await ask(
      'lines',
      'insert into shipment_lines (shipment_id, position, quantity, amount) values ($1, 0, 1, 49500), ($1, 1, 1, 49500)',
      [shipmentId],
    )
    await ask('order', `update orders set dispatched = 'whole' where id = $1`, [id])
    await ask(
      'audit',
      `insert into audit (actor_id, actor_email, action, subject, before, after)
       values ($1, 'admin@gamla.example', 'dispatch order', $2, '{"dispatched":"none"}', '{"dispatched":"whole"}')`,
      [adminId, `order ${id}`],
    )
    await ask('job', `select from graphile_worker.add_job('send-shipment-email', $1::json, queue_name => 'emails')`, [
      JSON.stringify({ shipmentId: Number(shipmentId), template: 'dispatched' }),
    ])
    const { rows: counters } = await ask(
      'number',
      `insert into bill_counters (series, financial_year, last) values ('bill', $1, 1)
       on conflict (series, financial_year) do update set last = bill_counters.last + 1 returning last`,
      [invoice.financialYear],
    )
    const serial = counters[0].last
    const number = `${invoice.prefix}/${invoice.financialYear}/${String(serial).padStart(5, '0')}`
    await ask(
      'bill',
      `insert into bills (series, financial_year, serial, number, kind, date, order_id, user_id, shipment_id,
         place_of_supply, buyer_gstin, total, document)
       values ('bill', $1, $2, $3, 'tax-invoice', $4, $5, $6, $7, '27', '', $8, $9)`,
      [
        invoice.financialYear,
        serial,
        number,
        invoice.date,
        id,
        userId,
        shipmentId,
        total * 100,
        JSON.stringify(invoice.document),
      ],
    )
    await client.query('commit')
  }
})
