// The rows that ask for the password again, and an admin without the second factor that the shop requires.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { grantsOf, type Permission, permissions } from '#domain/permissions.ts'
import { type Ask, openWorld, type World } from '#tests/support/permissions/permissions-harness.ts'
import { samples } from '#tests/support/permissions/route-requests.ts'
import { asksAgain, isFor } from '#tests/support/permissions/rows.ts'
import { until } from '#tests/support/process.ts'

const rows = (Object.keys(permissions) as Permission[]).filter((name) => !name.startsWith('LIVE '))
let world: World

before(async () => {
  world = await openWorld()
})

after(() => world?.close())

test('money that goes back, prices of many products, keys, imports and labels ask for the password again', () => {
  for (const name of [
    'POST /adminDashboard/import write',
    'POST /adminDashboard/import/move/:id import',
    'POST /adminDashboard/sizes save-size',
    'POST /adminDashboard/settings/connections save',
    'POST /adminDashboard/settings/connections remove',
    'POST /adminDashboard/orders approve-cancellation',
    'POST /adminDashboard/orders/:id approve-cancellation',
    'POST /adminDashboard/orders/:id take-back',
    'GET /adminDashboard/labels',
  ] as const)
    assert.equal(asksAgain(name), true, name)
})

test('an admin without the required second factor may do what a shopper may', async (t) => {
  const hear = (kind: string, touch: () => Promise<unknown>) => world.listen(kind, touch)
  const touchOrder = () => world.touch('orders', world.ids.orders.user)
  assert.deepEqual(await hear('order', touchOrder), ['user', 'admin'])
  await requireSecondFactor()

  for (const name of rows) {
    if (isFor(name, 'guest') || !isFor(name, 'admin')) continue
    const isClosed = !isSame(name)
    await t.test(name, async () => {
      const sample = isClosed ? anyRequest(name) : await samples[name]?.(world, 'admin')
      assert.ok(sample, 'there is no sample request')
      // It would end the session, or begin another one.
      if (sample.endsSession) return
      if (!isClosed) await requireSecondFactor()
      const { location } = await world.ask('admin', sample)
      assert.equal(location === '/account/security', isClosed, location)
      if (!isClosed) await requireSecondFactor()
    })
  }
  assert.deepEqual(await hear('order', touchOrder), ['user'])
  const write = `insert into contact_messages (name, email, phone, message)
    values ('Meera', 'meera@gamla.example', '9845000012', 'Hello')`
  assert.deepEqual(await hear('message', () => world.sql(write)), [])
  assert.deepEqual(await hear('user', () => world.touch('"user"', world.users.user.userId)), ['user'])
})

/** An admin sees what a shopper sees: one's own, or the same as everybody. */
function isSame(name: Permission): boolean {
  const grants = grantsOf(name)
  return grants.includes('user') ? grants.includes('admin') : isFor(name, 'user') && grants.includes('admin: own')
}

/** Some sample requests give the admin a second factor, or reset the settings. */
async function requireSecondFactor(): Promise<void> {
  await world.sql(`insert into settings (name, value) values ('requireSecondFactor', 'true') on conflict do nothing`)
  await world.sql('update "user" set two_factor_enabled = false where two_factor_enabled')
  await until('the requirement is known', async () => {
    const { location } = await world.ask('admin', { path: '/adminDashboard/orders' })
    return location === '/account/security'
  })
}

/** Its address with any id, because the door is closed before anything is looked up. */
function anyRequest(name: Permission): Ask {
  const [method = '', path = '', intent] = name.split(' ')
  const form: Record<string, string> = intent ? { intent } : {}
  return { path: path.replace(/:\w+|\*/g, '1'), ...(method !== 'GET' && { form }) }
}
