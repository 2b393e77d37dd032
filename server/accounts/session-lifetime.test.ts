import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import type { Role } from '#domain/accounts/user.ts'
import { addAccount, db, logInAs, page, pool, shop, somebody } from '#tests/support/fixtures/account-fixture.ts'
import { openSessionCache } from './session-cache.ts'
import { removeEndedSessions } from './session-queries.ts'
import { findSession, findUser } from './sessions.ts'

async function logInWithRole(role: Role) {
  const form = somebody()
  await addAccount(form)
  await pool.query('update "user" set role = $2 where email = $1', [form.email, role])
  const { user, cookie } = await logInAs(form)
  /** Moves a time of this person's sessions into the past. */
  const age = (column: 'expires_at' | 'last_used_at', interval: string) =>
    pool.query(`update session set ${column} = ${column} - $2::interval where user_id = $1`, [user.userId, interval])
  const rows = async () =>
    (await pool.query<{ last_used_at: Date }>('select last_used_at from session where user_id = $1', [user.userId]))
      .rows
  return { user, cookie, age, rows }
}

test('a session ends after 30 days, whoever uses it', async () => {
  for (const role of ['user', 'seller', 'admin'] as const) {
    const { cookie, age, rows } = await logInWithRole(role)
    await age('expires_at', '29 days 23 hours')
    assert.ok(await findUser(shop, page(cookie)), role)
    await age('expires_at', '2 hours')
    assert.equal(await findUser(shop, page(cookie)), undefined, role)
    assert.deepEqual(await rows(), [], 'its row is gone, which ends its live streams')
  }
})

test('an admin’s session ends after twelve idle hours, a seller’s and a shopper’s does not', async () => {
  for (const role of ['user', 'seller', 'admin'] as const) {
    const { cookie, age, rows } = await logInWithRole(role)
    await age('last_used_at', '11 hours 50 minutes')
    assert.ok(await findUser(shop, page(cookie)), role)
    await age('last_used_at', '12 hours 1 minute')
    assert.equal(Boolean(await findUser(shop, page(cookie))), role !== 'admin', role)
    assert.equal((await rows()).length, role === 'admin' ? 0 : 1)
  }
})

test('a cached admin’s session ends on time too', async (t) => {
  const { cookie, age } = await logInWithRole('admin')
  await age('last_used_at', '4 minutes')
  const sessions = openSessionCache({ onChange: () => () => {}, isConnected: () => true })
  const cached = { ...shop, sessions }
  assert.ok(await findSession(cached, page(cookie)))
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 12 * 60 * 60 * 1000 - 3 * 60 * 1000 })
  assert.equal(await findSession(cached, page(cookie)), undefined)
})

test('pages of a known session read and write nothing, and the last use is written every five minutes', async () => {
  const { cookie, age, rows } = await logInWithRole('user')
  const sessions = openSessionCache({ onChange: () => () => {}, isConnected: () => true })
  const query = mock.method(pool, 'query')
  const queriesOf = async (cached: boolean) => {
    const before = query.mock.callCount()
    assert.ok(await findSession({ ...shop, ...(cached && { sessions }) }, page(cookie)))
    return query.mock.callCount() - before
  }
  const [first] = await rows()
  assert.deepEqual([await queriesOf(true), await queriesOf(true), await queriesOf(true)], [1, 0, 0])
  assert.deepEqual(await rows(), [first])
  await age('last_used_at', '6 minutes')
  assert.deepEqual([await queriesOf(false), await queriesOf(false)], [2, 1], 'one write for all processes')
  query.mock.restore()
  const [later] = await rows()
  assert.ok(later && first && later.last_used_at > first.last_used_at)
})

test('ended sessions are removed, which is announced, and others stay', async () => {
  const [old, idle, lively] = [await logInWithRole('user'), await logInWithRole('admin'), await logInWithRole('admin')]
  await old.age('expires_at', '31 days')
  await idle.age('last_used_at', '13 hours')
  await pool.query('delete from outbox')
  await removeEndedSessions(db)
  assert.deepEqual(
    (await Promise.all([old, idle, lively].map(({ rows }) => rows()))).map((rows) => rows.length),
    [0, 0, 1],
  )
  const { rows } = await pool.query<{ change: string }>("select change from outbox where change like 'session %'")
  assert.deepEqual(
    rows.map(({ change }) => change).sort(),
    [`session ${old.user.userId}`, `session ${idle.user.userId}`].sort(),
  )
})

test('a login is announced to the back office and drops nothing', async () => {
  await pool.query('delete from outbox')
  const { user } = await logInWithRole('user')
  const { rows } = await pool.query<{ change: string }>("select change from outbox where change not like 'user %'")
  assert.deepEqual(rows, [{ change: `login ${user.userId}` }])
})
