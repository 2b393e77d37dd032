import { type Ask, formFor, type Sample, type World } from './permissions-harness.ts'

/** A request for each row of the pages for the owner of a new shop: sizes, and what is missing. */
export const ownerRequests: Record<string, Sample> = {
  'POST /adminDashboard/sizes save-family': () =>
    sizesForm('save-family', { name: `Shape ${crypto.randomUUID().slice(0, 8)}` }),
  'POST /adminDashboard/sizes save-size': () =>
    sizesForm('save-size', {
      family: 'CUBEE',
      code: crypto.randomUUID().slice(0, 8),
      price: '100',
      width: '10',
      depth: '10',
      height: '10',
    }),
  'POST /adminDashboard/sizes save-finish': () =>
    sizesForm('save-finish', { name: `Brass ${crypto.randomUUID().slice(0, 8)}`, swatch: '#b08d57' }),
  ...formFor('/adminDashboard/sizes retire', async ({ sql }) => ({ kind: 'size', name: await makeSize(sql) })),
  'POST /adminDashboard/sizes put-back': async ({ sql }) => {
    const name = await makeSize(sql)
    await sql('update sizes set is_retired = true where code = $1', [name])
    return { path: '/adminDashboard/sizes', form: { intent: 'put-back', kind: 'size', name } }
  },
  ...formFor('/adminDashboard/sizes delete', async ({ sql }) => ({ kind: 'size', name: await makeSize(sql) })),
  ...formFor('/adminDashboard/redirects add', () => ({ from: `/old/${crypto.randomUUID()}`, to: '/allproduct' })),
  'POST /adminDashboard/redirects delete': async ({ sql }) => {
    const from = `/old/${crypto.randomUUID()}`
    await sql(`insert into redirects ("from", "to") values ($1, '/')`, [from])
    return { path: '/adminDashboard/redirects', form: { intent: 'delete', from } }
  },
  ...formFor('/adminDashboard/searches add-synonym', () => ({
    word: `word ${crypto.randomUUID().slice(0, 8)}`,
    means: 'pot',
  })),
  'POST /adminDashboard/searches delete': async ({ sql }) => {
    const { rows } = await sql(
      'insert into missed_searches (words, times, is_similar_shown) values ($1, 1, false) returning id',
      [crypto.randomUUID()],
    )
    return { path: '/adminDashboard/searches', form: { intent: 'delete', id: String(rows[0]?.id) } }
  },
  ...formFor('/adminDashboard/searches clear', () => ({ confirmed: 'yes' })),
  'POST /adminDashboard/ready keep': () => ({ path: '/adminDashboard/ready', form: { intent: 'keep', id: 'backup' } }),
  ...formFor('/adminDashboard/ready ask-again', () => ({ id: 'backup' })),
}

function sizesForm(intent: string, fields: Record<string, string>): Ask {
  return { path: '/adminDashboard/sizes', form: { intent, ...fields } }
}

/** A size that no product has. */
async function makeSize(sql: World['sql']): Promise<string> {
  const code = crypto.randomUUID().slice(0, 8).toUpperCase()
  await sql(`insert into sizes (code, family, price, width, depth, height) values ($1, 'CUBEE', 100, 9, 9, 9)`, [code])
  return code
}
