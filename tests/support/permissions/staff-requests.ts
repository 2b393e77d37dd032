import { randomUUID } from 'node:crypto'
import { type Ask, formFor, type Sample, type World } from './permissions-harness.ts'

/** A request for each row of the pages of the staff. */
export const staffRequests: Record<string, Sample> = {
  'GET /staff/join': () => ({ path: `/staff/join?token=${'x'.repeat(43)}` }),
  'POST /staff/join': () => ({ path: `/staff/join?token=${'x'.repeat(43)}`, form: {} }),
  ...formFor('/adminDashboard/views save', () => ({
    name: 'Diwali orders',
    address: '/adminDashboard/orders?q=Diwali',
  })),
  'POST /adminDashboard/views delete': async ({ sql, users }, who) => {
    const owner = users[who === 'guest' ? 'user' : who].userId
    const { rows } = await sql(
      `insert into saved_views (user_id, list, name, search) values ($1, '/adminDashboard/requests', $2, 'q=1') returning id`,
      [owner, crypto.randomUUID()],
    )
    return { path: '/adminDashboard/views', form: { intent: 'delete', id: String(rows[0]?.id) } }
  },
  'GET /adminDashboard/staff': ({ users }) => ({ path: '/adminDashboard/staff', secret: users.admin.email }),
  'POST /adminDashboard/staff invite': () =>
    staffForm('invite', { email: `${randomUUID()}@gamla.example`, role: 'Packer' }),
  'POST /adminDashboard/staff withdraw': async ({ sql, users }) => {
    const id = randomUUID()
    await sql(
      `insert into staff_invites (id, token_hash, email, role, invited_by, expires_at)
       values ($1, $1, $1 || '@gamla.example', 'Packer', $2, now() + interval '1 day')`,
      [id, users.admin.userId],
    )
    return staffForm('withdraw', { id })
  },
  'POST /adminDashboard/staff change': async (world) =>
    staffForm('change', { userId: await makePacker(world), seen: 'Packer', role: 'Support' }),
  'POST /adminDashboard/staff remove': async (world) => ({
    ...staffForm('remove', { userId: await makePacker(world), seen: 'Packer', called: 'Meera', confirmed: 'yes' }),
  }),
  'POST /adminDashboard/staff save-role': () =>
    staffForm('save-role', { name: randomUUID(), rights: 'see orders', seen: '' }),
  'POST /adminDashboard/staff delete-role': async ({ sql }) => {
    const name = randomUUID()
    await sql(`insert into staff_roles (name, rights) values ($1, '{see orders}')`, [name])
    return staffForm('delete-role', { name })
  },
  'POST /adminDashboard/staff require-factor': async ({ sql }) => {
    const name = randomUUID()
    await sql(`insert into staff_roles (name, rights) values ($1, '{see orders}')`, [name])
    return staffForm('require-factor', { name, needsSecondFactor: 'on' })
  },
}

async function makePacker({ makeUser, sql }: World): Promise<string> {
  const userId = await makeUser()
  await sql(`update "user" set staff_role = 'Packer' where id = $1`, [userId])
  return userId
}

function staffForm(intent: string, fields: Record<string, string>): Ask {
  return { path: '/adminDashboard/staff', form: { intent, ...fields } }
}
