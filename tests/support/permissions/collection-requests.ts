import type { Sample, World } from './permissions-harness.ts'

/** Sample requests for collections of products. */
export const collectionRequests: Record<string, Sample> = {
  'GET /collections/:name': async ({ sql }) => ({ path: `/collections/${(await makeCollection(sql)).address}` }),
  'GET /adminDashboard/collections': () => ({ path: '/adminDashboard/collections' }),
  'POST /adminDashboard/collections delete': async ({ sql }) => ({
    path: '/adminDashboard/collections',
    form: { intent: 'delete', id: (await makeCollection(sql)).id, confirmed: 'yes' },
  }),
  'GET /adminDashboard/collections/:id': async ({ sql }) => ({
    path: `/adminDashboard/collections/${(await makeCollection(sql)).id}`,
  }),
  'POST /adminDashboard/collections/:id save': () => ({
    path: '/adminDashboard/collections/new',
    form: { intent: 'save', name: `Gifts ${crypto.randomUUID()}`, chosen: 'rule', tag: 'gift' },
  }),
}

async function makeCollection(sql: World['sql']): Promise<{ id: string; address: string }> {
  const address = crypto.randomUUID()
  const { rows } = await sql(
    `insert into collections (name, address, rule) values ('Gifts', $1, '{"tag":"gift"}') returning id`,
    [address],
  )
  return { id: String(rows[0]?.id), address }
}
