import pg from 'pg'
import { testDatabase } from './postgres.ts'

type Row = Record<string, unknown>

const time = '2026-03-01T10:20:30.123456+00:00'
const pot = {
  price: 1385,
  product_image_url: ['/productImages/1-tall-abc123', '/pots/tubo-room'],
  category: 'Indoor POT',
  size_code: 'T01',
  size_label: 'TUBO T01',
  time,
}
const address = {
  name: 'Meera Nair',
  address: '12 Lake View Road',
  city: 'Bengaluru',
  pincode: '560038',
  mobile_number: '9845000012',
}

/** Rows of every table that the shop ever had; a table comes after those that it refers to. */
export const rows: Record<string, Row[]> = {
  user: [
    {
      id: 'u1',
      name: 'Meera Nair',
      email: 'meera@gamla.example',
      email_verified: false,
      role: 'user',
      created_at: time,
      updated_at: time,
    },
    {
      id: 's1',
      name: 'रवि',
      email: 'ravi@gamla.example',
      email_verified: true,
      image: '/a',
      role: 'seller',
      created_at: time,
      updated_at: time,
    },
    {
      id: 'a1',
      name: 'Asha',
      email: 'asha@gamla.example',
      email_verified: false,
      role: 'admin',
      created_at: time,
      updated_at: time,
    },
  ],
  account: [
    {
      id: 'c1',
      account_id: 'u1',
      provider_id: 'credential',
      user_id: 'u1',
      password: 'salt:hash',
      created_at: time,
      updated_at: time,
    },
  ],
  session: [
    {
      id: 'e1',
      token: 'token',
      user_id: 'u1',
      expires_at: '2099-01-01T00:00:00+00:00',
      created_at: time,
      updated_at: time,
    },
  ],
  verification: [{ id: 'v1', identifier: 'i', value: 'v', expires_at: time, created_at: time, updated_at: time }],
  products: [
    {
      id: 1,
      title: 'Tubo "Tall" <b>Pot</b>',
      description: 'Lines\nand\ttabs',
      quantity: 1,
      user_id: 's1',
      username: 'रवि',
      email: 'ravi@gamla.example',
      approved: true,
      featured: true,
      discount: 15,
      rating: 4.5,
      review_count: 12,
      restocked_at: time,
      version: 3,
      ...pot,
    },
    {
      id: 2,
      title: 'Waiting',
      description: 'गमला 🪴',
      quantity: 0,
      user_id: null,
      username: 'Asha',
      email: 'asha@gamla.example',
      approved: false,
      featured: false,
      version: 1,
      ...pot,
    },
    {
      id: 3,
      title: 'Tubo Short',
      description: 'x',
      quantity: 5,
      user_id: 'a1',
      username: 'Asha',
      email: 'asha@gamla.example',
      approved: true,
      featured: false,
      discount: 0,
      version: 2,
      ...pot,
      category: 'plant',
      price: 0,
    },
  ],
  orders: ['confirmed none', 'delivered none', 'confirmed cancelled', 'pending none', 'confirmed requested'].map(
    (state, index) => {
      const [status, cancel] = state.split(' ')
      return {
        id: 1001 + index,
        user_id: 'u1',
        email: 'meera@gamla.example',
        ...address,
        total_amount: 2770,
        status,
        cancel,
        delivered_at: status === 'delivered' ? time : null,
        checkout_key: `00000000-0000-4000-8000-00000000000${index}`,
        payment_id: index === 1 ? 'pay_1' : null,
        product_size: index === 1 ? 'T01' : null,
        warranty_amount: index === 1 ? 99 : null,
        time,
      }
    },
  ),
  order_lines: [0, 1, 2, 3, 4].flatMap((index) =>
    [1, 3].map((product_id, position) => ({
      order_id: 1001 + index,
      position,
      product_id,
      title: 'As it was',
      price: 1385,
      quantity: 1 + position,
      product_image_url: pot.product_image_url,
      category: 'Indoor POT',
      size_code: 'T01',
      size_label: 'TUBO T01',
      selected_color: 'Grey Stone',
      seller_id: position === 0 ? 's1' : null,
      delivered_at: index === 1 ? time : null,
    })),
  ),
  product_raise: [
    { id: 1, product_id: 1, user_id: 'u1', name: 'Meera', email: 'meera@gamla.example', note: 'Two, please', time },
  ],
  audit: [
    {
      id: 1,
      actor_id: 'a1',
      actor_email: 'asha@gamla.example',
      action: 'deliver order',
      subject: 'order 1002',
      before: { status: 'confirmed' },
      after: null,
      time,
    },
  ],
  uploads: [{ folder: 'productImages/7-half-abc123', time }],
  contact_messages: [
    {
      id: 1,
      key: '00000000-0000-4000-8000-0000000000aa',
      name: 'Meera',
      email: 'meera@gamla.example',
      phone: '9845000012',
      message: 'Hello?',
      time,
    },
  ],
  checkouts: [
    {
      id: '00000000-0000-4000-8000-0000000000bb',
      user_id: 'u1',
      email: 'meera@gamla.example',
      checkout_key: '00000000-0000-4000-8000-000000000001',
      ...address,
      lines: [{ id: 1, quantity: 2 }],
      amount: 277000,
      provider_order_id: 'order_1',
      state: 'over',
      asked_at: time,
      time,
    },
  ],
  payments: [
    {
      id: 'pay_1',
      checkout_id: '00000000-0000-4000-8000-0000000000bb',
      amount: 277000,
      currency: 'INR',
      stage: 'captured',
      use: 'order',
      time,
    },
  ],
  refunds: [
    {
      payment_id: 'pay_1',
      order_id: 1002,
      user_id: 'u1',
      reason: 'cancelled',
      state: 'pending',
      attempt: 2,
      provider_refund_id: 'rfnd_1',
      problem: null,
      asked_at: time,
      time,
    },
  ],
  used_checkout_keys: [{ user_id: 'u1', checkout_key: '00000000-0000-4000-8000-0000000000cc', order_id: 1000, time }],
  payment_events: [{ id: 'evt_1', event: 'payment.captured', time }],
  letters: [
    {
      id: 1,
      occasion: 'order-placed',
      subject: 'order 1001',
      params: { email: 'meera@gamla.example' },
      state: 'failed',
      tries: 3,
      problem: 'no such template',
      mailbox: 'meera@gamla.example',
      allowed_at: time,
      time,
    },
  ],
  rate_limits: [{ key: 'login hash', used: 3, ends_at: time }],
  login_failures: [{ account: 'login hash', failures: null, ends_at: time }],
}

/**
 * Inserts the rows into the tables and columns that this database has.
 * @returns those columns, by table
 */
export async function fillTables(client: pg.Client): Promise<Record<string, string[]>> {
  const columns = await columnsOf(client)
  for (const [table, list] of Object.entries(rows)) {
    const names = columns[table]?.filter((name) => list.some((row) => name in row))
    if (!names) continue
    const all = names.map((name) => `"${name}"`).join(', ')
    await client.query(
      `insert into "${table}" (${all}) select ${all} from json_populate_recordset(null::"${table}", $1)`,
      [JSON.stringify(list)],
    )
  }
  return columns
}

export async function columnsOf(client: pg.Client): Promise<Record<string, string[]>> {
  const { rows: found } = await client.query<{ table: string; names: string[] }>(
    `select table_name as table, array_agg(column_name::text order by ordinal_position) as names
     from information_schema.columns where table_schema = 'public' group by 1`,
  )
  return Object.fromEntries(found.map(({ table, names }) => [table, names]))
}

/** A current database that contains all of these rows. */
export async function openFilledDatabase(): Promise<{ client: pg.Client; close(): Promise<void> }> {
  const database = await testDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await fillTables(client)
  return {
    client,
    async close() {
      await client.end()
      await database.drop()
    },
  }
}
