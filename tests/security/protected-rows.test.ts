// Sends a request for every row of domain/permissions.ts with a session that gave its password too long ago, and as an
// admin without the second factor that the shop requires.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { grantsOf, isBackOffice, type Permission, permissions } from '#domain/permissions.ts'
import { type Answer, openWorld, type Person, type World } from '#tests/support/permissions/permissions-harness.ts'
import { samples } from '#tests/support/permissions/route-requests.ts'
import { until } from '#tests/support/process.ts'

const rows = (Object.keys(permissions) as Permission[]).filter((name) => !name.startsWith('LIVE '))
let world: World
let folder: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gamla-protected-'))
  world = await openWorld(folder)
  // Others may have only a few cash orders that wait.
  await world.sql('update "user" set email_verified = true')
  // Before the first request, because the shop keeps sessions in memory.
  await world.sql("update session set confirmed_at = now() - interval '16 minutes'")
})

after(async () => {
  await world?.close()
  await rm(folder, { recursive: true, force: true })
})

test('money that goes back, prices of many products, imports and labels ask for the password again', () => {
  for (const name of [
    'POST /adminDashboard/import write',
    'POST /adminDashboard/import/move/:id import',
    'POST /adminDashboard/sizes save-size',
    'POST /adminDashboard/orders approve-cancellation',
    'POST /adminDashboard/orders/:id approve-cancellation',
    'POST /adminDashboard/orders/:id take-back',
    'GET /adminDashboard/labels',
  ] as const)
    assert.equal(asksAgain(name), true, name)
})

for (const name of rows) {
  const who = (['user', 'seller', 'admin'] as const).find((role) => isFor(name, role))
  if (!who || isFor(name, 'guest')) continue
  test(`${name}, long after the password`, async () => {
    const answer = await ask(name, who)
    if (!answer) return
    assert.equal(answer.location?.startsWith('/confirm?next=') ?? false, asksAgain(name), answer.location)
    if (name.startsWith('GET ') && isBackOffice(name) && !asksAgain(name))
      assert.match(answer.type, /^text\/html/, 'what is downloaded from the back office asks for the password again')
  })
}

test('an admin without the required second factor may do what a shopper may', async (t) => {
  const hear = (kind: string, touch: () => Promise<unknown>) => world.listen(kind, touch)
  const touchOrder = () => world.touch('orders', world.ids.orders.user)
  assert.deepEqual(await hear('order', touchOrder), ['user', 'admin'])
  await requireSecondFactor()

  for (const name of rows) {
    if (isFor(name, 'guest') || !isFor(name, 'admin')) continue
    const isClosed = !isSame(name)
    await t.test(name, async () => {
      const answer = await ask(name, 'admin', requireSecondFactor)
      if (answer) assert.equal(answer.location === '/account/security', isClosed, answer.location)
    })
  }
  assert.deepEqual(await hear('order', touchOrder), ['user'])
  const write = `insert into contact_messages (name, email, phone, message)
    values ('Meera', 'meera@gamla.example', '9845000012', 'Hello')`
  assert.deepEqual(await hear('message', () => world.sql(write)), [])
  assert.deepEqual(await hear('user', () => world.touch('"user"', world.users.user.userId)), ['user'])
})

/** A list alone follows the rule: forms of the back office ask. */
function asksAgain(name: Permission): boolean {
  const row: unknown = permissions[name]
  if (Array.isArray(row)) return isBackOffice(name) && name.startsWith('POST ')
  return (row as { asksAgain: boolean }).asksAgain
}

function isFor(name: Permission, role: 'guest' | 'user' | 'seller' | 'admin'): boolean {
  return grantsOf(name).some((grant) => grant === role || grant === `${role}: own`)
}

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

/** Undefined: the request would end the session, or begin another one. */
async function ask(
  name: Permission,
  who: Exclude<Person, 'guest'>,
  before?: () => Promise<unknown>,
): Promise<Answer | undefined> {
  const sample = await samples[name]?.(world, who)
  await before?.()
  assert.ok(sample, 'there is no sample request')
  return sample.endsSession ? undefined : world.ask(who, sample)
}
