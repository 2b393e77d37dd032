import { formFor, type Sample, type World } from './permissions-harness.ts'

/** Sample requests for collections of products, and for offers. */
export const collectionRequests: Record<string, Sample> = {
  'GET /collections/:name': async ({ sql }) => ({ path: `/collections/${(await makeCollection(sql)).address}` }),
  ...formFor('/adminDashboard/collections delete', async ({ sql }) => ({
    id: (await makeCollection(sql)).id,
    confirmed: 'yes',
  })),
  'GET /adminDashboard/collections/:id': async ({ sql }) => ({
    path: `/adminDashboard/collections/${(await makeCollection(sql)).id}`,
  }),
  'POST /adminDashboard/collections/:id save': () => ({
    path: '/adminDashboard/collections/new',
    form: { intent: 'save', name: `Gifts ${crypto.randomUUID()}`, chosen: 'rule', tag: 'gift' },
  }),
  ...formFor('/adminDashboard/offers end', async ({ sql }) => ({ id: await makeOffer(sql), confirmed: 'yes' })),
  'GET /adminDashboard/offers/:id': async ({ sql }) => ({ path: `/adminDashboard/offers/${await makeOffer(sql)}` }),
  'POST /adminDashboard/offers/:id save': () => ({
    path: '/adminDashboard/offers/new',
    form: {
      intent: 'save',
      name: 'Diwali',
      kind: 'percent',
      amount: '10',
      appliesTo: 'order',
      code: `D-${crypto.randomUUID().slice(0, 8)}`,
    },
  }),
  'POST /adminDashboard/offers/:id make-codes': async ({ sql }) => ({
    path: `/adminDashboard/offers/${await makeOffer(sql)}`,
    form: { intent: 'make-codes', howMany: '2' },
  }),
  'GET /adminDashboard/offers/:id/codes': async ({ sql }) => ({
    path: `/adminDashboard/offers/${await makeOffer(sql)}/codes`,
  }),
}

/** It needs a code, so that no other test's prices and totals change. */
async function makeOffer(sql: World['sql']): Promise<string> {
  const { rows } = await sql(
    `insert into offers (name, kind, amount, applies_to, starts_at, code, needs_code)
     values ('Diwali', 'percent', 10, 'order', now() - interval '1 day', $1, true) returning id`,
    [crypto.randomUUID().toUpperCase()],
  )
  return String(rows[0]?.id)
}

async function makeCollection(sql: World['sql']): Promise<{ id: string; address: string }> {
  const address = crypto.randomUUID()
  const { rows } = await sql(
    `insert into collections (name, address, rule) values ('Gifts', $1, '{"tag":"gift"}') returning id`,
    [address],
  )
  return { id: String(rows[0]?.id), address }
}
