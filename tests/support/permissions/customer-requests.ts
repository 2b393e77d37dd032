import type { Sample, World } from './permissions-harness.ts'

/** A request for each row of the pages about customers: messages and their replies. */
export const customerRequests: Record<string, Sample> = {
  'GET /adminDashboard/messages': () => ({ path: '/adminDashboard/messages' }),
  'POST /adminDashboard/messages close': async ({ sql }) => ({
    path: '/adminDashboard/messages',
    form: { intent: 'close', id: await makeMessage(sql) },
  }),
  'POST /adminDashboard/messages reopen': async ({ sql }) => ({
    path: '/adminDashboard/messages',
    form: { intent: 'reopen', id: await makeMessage(sql) },
  }),
  'GET /adminDashboard/messages/:id': async ({ sql }) => ({
    path: `/adminDashboard/messages/${await makeMessage(sql)}`,
    secret: 'Do you sell urns?',
  }),
  'POST /adminDashboard/messages/:id reply': async ({ sql }) => ({
    path: `/adminDashboard/messages/${await makeMessage(sql)}`,
    form: { intent: 'reply', key: crypto.randomUUID(), seen: '0', reply: 'We do.' },
  }),
}

async function makeMessage(sql: World['sql']): Promise<string> {
  const { rows } = await sql(
    `insert into contact_messages (name, email, phone, message)
     values ('Priya', 'priya@gamla.example', '9845000013', 'Do you sell urns?') returning id`,
  )
  return String(rows[0]?.id)
}
