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

const otherPayment = {
  checkout_id: '00000000-0000-4000-8000-0000000000bb',
  amount: 277000,
  currency: 'INR',
  time,
}
const otherEmail = { params: { email: 'meera@gamla.example' }, problem: null, mailbox: null, allowed_at: null, time }

/** Rows of every table that the shop has ever had, in today's names, each table after those that it refers to. */
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
      lines: [
        {
          id: 1,
          title: 'Tubo',
          price: 1385,
          quantity: 2,
          sizeCode: 'T01',
          sizeLabel: 'TUBO T01',
          selectedColor: 'Grey Stone',
        },
      ],
      amount: 277000,
      provider_order_id: 'order_1',
      state: 'closed',
      checked_at: time,
      time,
    },
  ],
  payments: [
    {
      id: 'pay_1',
      checkout_id: '00000000-0000-4000-8000-0000000000bb',
      amount: 277000,
      currency: 'INR',
      status: 'captured',
      allocation: 'order',
      time,
    },
    { ...otherPayment, id: 'pay_2', status: 'expired', allocation: null },
    { ...otherPayment, id: 'pay_3', status: 'captured', allocation: 'refund' },
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
      checked_at: time,
      time,
    },
    {
      payment_id: 'pay_3',
      order_id: null,
      user_id: 'u1',
      reason: 'external',
      state: 'requested',
      attempt: 1,
      provider_refund_id: null,
      problem: null,
      checked_at: null,
      time,
    },
  ],
  used_checkout_keys: [{ user_id: 'u1', checkout_key: '00000000-0000-4000-8000-0000000000cc', order_id: 1000, time }],
  payment_events: [{ id: 'evt_1', event: 'payment.captured', time }],
  emails: [
    {
      id: 1,
      template: 'order-placed',
      subject: 'order 1001',
      params: { email: 'meera@gamla.example' },
      state: 'failed',
      tries: 3,
      problem: 'no such template',
      mailbox: 'meera@gamla.example',
      allowed_at: time,
      time,
    },
    { ...otherEmail, id: 2, template: 'refund-requested', subject: 'payment pay_3', state: 'queued', tries: 0 },
    { ...otherEmail, id: 3, template: 'authorization-expired', subject: 'payment pay_2', state: 'sent', tries: 1 },
  ],
  rate_limits: [{ key: 'login hash', used: 3, ends_at: time }],
  login_failures: [{ account: 'login hash', failures: null, ends_at: time }],
}

/** Names that migration 0017 changed, by today's name. */
const OLD_TABLES: Record<string, string> = { emails: 'letters' }
const OLD_COLUMNS: Record<string, string> = {
  'emails.template': 'occasion',
  'payments.status': 'stage',
  'payments.allocation': 'use',
  'checkouts.checked_at': 'asked_at',
  'refunds.checked_at': 'asked_at',
}
const OLD_VALUES: Record<string, Record<string, string>> = {
  'emails.state': { queued: 'promised' },
  'emails.template': { 'refund-requested': 'refund-promised', 'authorization-expired': 'payment-lapsed' },
  'payments.status': { expired: 'lapsed' },
  'checkouts.state': { closed: 'over' },
  'refunds.state': { requested: 'promised' },
  'refunds.reason': { external: 'elsewhere' },
}

/**
 * Fills every table that this database has, by the columns that it has, with the names and values of its version.
 *
 * @returns those tables and columns, by their names of today
 */
export async function fillTables(client: pg.Client): Promise<Record<string, string[]>> {
  const present = await columnsOf(client)
  const isOld = !('emails' in present)
  const columns: Record<string, string[]> = isOld ? {} : present
  for (const [table, list] of Object.entries(rows)) {
    const stored = (isOld && OLD_TABLES[table]) || table
    const nameOf = (name: string) => (isOld && OLD_COLUMNS[`${table}.${name}`]) || name
    const storedValueOf = (name: string, value: unknown) =>
      (isOld && OLD_VALUES[`${table}.${name}`]?.[String(value)]) || value
    const given = [...new Set(list.flatMap(Object.keys))].filter((name) => present[stored]?.includes(nameOf(name)))
    if (given.length === 0) continue
    columns[table] = given
    const names = given.map((name) => `"${nameOf(name)}"`).join(', ')
    const values = list.map((row) =>
      Object.fromEntries(
        given.filter((name) => name in row).map((name) => [nameOf(name), storedValueOf(name, row[name])]),
      ),
    )
    await client.query(
      `insert into "${stored}" (${names}) select ${names} from json_populate_recordset(null::"${stored}", $1)`,
      [JSON.stringify(values)],
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
