// The limit: the rows that an order leaves behind (order, two lines, the job of an email), inserted directly into the same
// tables by one Node process over ten connections, without checking the session, the price or the stock.
// `isBare`: only the order and its lines, in tables with the same columns and indexes but without triggers.
import { randomUUID } from 'node:crypto'
import pg from 'pg'

process.once('message', async ({ databaseUrl, users, products, ms, isBare }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: users.length + 1 })
  const clients = await Promise.all(users.map(() => pool.connect()))
  const schema = isBare ? 'bare' : 'public'
  if (isBare) {
    await pool.query(`create schema if not exists bare;
      create table if not exists bare.orders (like orders including all);
      create table if not exists bare.order_lines (like order_lines including all)`)
  }
  let written = 0
  const began = performance.now()
  const end = began + ms
  await Promise.all(
    clients.map(async (client, n) => {
      for (; performance.now() < end; written += 1) await insert(client, users[n])
    }),
  )
  const perSecond = written / ((performance.now() - began) / 1000)
  for (const client of clients) client.release()
  await pool.end()
  process.send({ perSecond })
  process.disconnect()

  async function insert(client, { id, email }) {
    const [one, two] = [0, 1].map(() => products[Math.floor(Math.random() * products.length)])
    await client.query('begin')
    const { rows } = await client.query({
      name: 'order',
      text: `insert into ${schema}.orders (user_id, email, name, address, city, pincode, mobile_number, total_amount, checkout_key)
        values ($1, $2, 'Raw Row', '12 Lake Road', 'Pune', '411001', '9876543210', $3, $4) returning id`,
      values: [id, email, one.price + two.price, randomUUID()],
    })
    const orderId = rows[0].id
    await client.query({
      name: 'lines',
      text: `insert into ${schema}.order_lines (order_id, position, product_id, title, price, quantity, product_image_url, category,
          size_code, size_label, selected_color)
        values ($1, 0, $2, $3, $4, 1, $5, $6, $7, $8, 'Sandstone'), ($1, 1, $9, $10, $11, 1, $12, $13, $14, $15, 'Sandstone')`,
      values: [
        orderId,
        ...[one, two].flatMap((it) => [it.id, it.title, it.price, it.images, it.category, it.size, it.label]),
      ],
    })
    if (!isBare)
      await client.query({
        name: 'email',
        text: 'insert into outbox (job) values ($1)',
        values: [
          JSON.stringify({
            task: 'send-order-email',
            payload: { orderId },
            queue: 'emails',
            key: `send-order-email {"orderId":${orderId}}`,
          }),
        ],
      })
    await client.query('commit')
  }
})
