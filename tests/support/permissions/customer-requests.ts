import { formFor, type Sample, type World } from './permissions-harness.ts'

/** A request for each row of the pages about customers. */
export const customerRequests: Record<string, Sample> = {
  'GET /adminDashboard/users/:id': ({ users: { otherSeller } }) => ({
    path: `/adminDashboard/users/${otherSeller.userId}`,
    secret: otherSeller.email,
  }),
  'POST /adminDashboard/users/:id note': async ({ sql, users: { otherUser } }) => {
    await sql('delete from customer_notes')
    return {
      path: `/adminDashboard/users/${otherUser.userId}`,
      form: { intent: 'note', note: 'Calls on Sundays.', tags: 'VIP', version: '0' },
    }
  },
  ...formFor('/adminDashboard/messages close', async ({ sql }) => ({ id: await makeMessage(sql) })),
  ...formFor('/adminDashboard/messages reopen', async ({ sql }) => ({ id: await makeMessage(sql, 'closed') })),
  'GET /adminDashboard/messages/:id': async ({ sql }) => ({
    path: `/adminDashboard/messages/${await makeMessage(sql)}`,
    secret: 'Do you sell urns?',
  }),
  'POST /adminDashboard/messages/:id reply': async ({ sql }) => ({
    path: `/adminDashboard/messages/${await makeMessage(sql)}`,
    form: { intent: 'reply', key: crypto.randomUUID(), seen: '0', reply: 'We do.' },
  }),
  'GET /adminDashboard/returns': async ({ sql }) => {
    await makeReturn(sql)
    return { path: '/adminDashboard/returns', secret: 'RET-' }
  },
  'GET /adminDashboard/returns/:number': (world, who) => onReturn()(world, who),
  'POST /adminDashboard/returns/:number acknowledge': (world, who) => onReturn({ intent: 'acknowledge' })(world, who),
  'POST /adminDashboard/returns/:number decline': (world, who) =>
    onReturn({ intent: 'decline', why: 'It was dropped.' })(world, who),
  'GET /adminDashboard/reviews': async ({ sql }) => {
    await makeReview(sql)
    return { path: '/adminDashboard/reviews', secret: 'It came with a crack.' }
  },
  'POST /adminDashboard/reviews publish': decide('publish'),
  'POST /adminDashboard/reviews decline': decide('decline', { reason: 'link' }),
  'POST /adminDashboard/reviews answer': decide('answer', { answer: 'We send another one.' }),
}

/** A request about an order that was deleted. */
export async function makeReturn(sql: World['sql']): Promise<number> {
  const { rows } = await sql(
    `insert into return_requests (key, order_id, user_id, position, product_id, title, quantity, reason, words, wanted)
     select gen_random_uuid(), 1000000, (select id from "user" order by id limit 1), 0, 1, 'Cubee', 1, 'warranty',
       'Its rim broke off.', 'voucher' returning id`,
  )
  return Number(rows[0]?.id)
}

const onReturn =
  (form?: Record<string, string>): Sample =>
  async ({ sql }) => ({
    path: `/adminDashboard/returns/RET-${await makeReturn(sql)}`,
    ...(form ? { form } : { secret: 'Its rim broke off.' }),
  })

function decide(intent: string, fields: Record<string, string> = {}): Sample {
  return async ({ sql }) => ({
    path: '/adminDashboard/reviews',
    form: { intent, review: await makeReview(sql), seen: '1-waiting-0', ...fields },
  })
}

/** A review that waits, of this order or of one that was deleted. */
export async function makeReview(sql: World['sql'], orderId?: number): Promise<string> {
  const { rows } = await sql(
    `insert into reviews (product_id, order_id, position, stars, text, shown_as)
     select 1, coalesce($1, 1000000 + count(*)), 0, 2, 'It came with a crack.', '' from reviews returning id`,
    [orderId ?? null],
  )
  return String(rows[0]?.id)
}

/** A request about the first line of an order. */
export async function makeReturnRequest(sql: World['sql'], orderId: number): Promise<number> {
  const { rows } = await sql(
    `insert into return_requests (key, order_id, user_id, position, product_id, title, quantity, reason, words, wanted)
     select gen_random_uuid(), o.id, o.user_id, 0, l.product_id, l.title, 1, 'damaged', 'A crack', 'money'
     from orders as o join order_lines as l on l.order_id = o.id where o.id = $1 limit 1 returning id`,
    [orderId],
  )
  return Number(rows[0]?.id)
}

async function makeMessage(sql: World['sql'], state = 'new'): Promise<string> {
  const { rows } = await sql(
    `insert into contact_messages (name, email, phone, message, state)
     values ('Priya', 'priya@gamla.example', '9845000013', 'Do you sell urns?', $1) returning id`,
    [state],
  )
  return String(rows[0]?.id)
}
