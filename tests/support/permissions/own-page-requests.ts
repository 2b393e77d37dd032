import { formFor, type Sample, type World } from './permissions-harness.ts'

/** Sample requests for the owner's pages. */
export const ownPageRequests: Record<string, Sample> = {
  'GET /pages/:address': async ({ sql }) => ({ path: `/pages/${(await makePage(sql)).address}` }),
  ...formFor('/adminDashboard/pages delete', async ({ sql }) => ({ id: (await makePage(sql)).id, confirmed: 'yes' })),
  'GET /adminDashboard/pages/:id': async ({ sql }) => ({ path: `/adminDashboard/pages/${(await makePage(sql)).id}` }),
  'POST /adminDashboard/pages/:id save': () => ({
    path: '/adminDashboard/pages/new',
    form: { intent: 'save', title: 'Our workshop', address: `workshop-${crypto.randomUUID()}`, text: 'Come by.' },
  }),
}

async function makePage(sql: World['sql']): Promise<{ id: string; address: string }> {
  const address = `page-${crypto.randomUUID()}`
  const { rows } = await sql(
    `with page as (insert into own_pages (title, address) values ('Our workshop', $1) returning id),
      written as (insert into texts (name, version, markdown) select 'pages/' || id, 1, 'Come by.' from page)
      select id from page`,
    [address],
  )
  return { id: rows[0].id, address }
}
