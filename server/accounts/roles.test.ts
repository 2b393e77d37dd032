import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Role, User } from '#domain/accounts/user.ts'
import { db, pool } from '#tests/support/fixtures/database-fixture.ts'
import { insertAccount } from './queries.ts'
import { setRole } from './roles.ts'

async function makePerson(role: Role, name: string): Promise<User> {
  const person = { name, email: `${name}@test.example`, role }
  const userId = await insertAccount(db, { ...person, passwordHash: undefined })
  assert.ok(userId)
  return { ...person, userId }
}

async function roles(): Promise<Record<string, string>> {
  const { rows } = await pool.query('select name, role from "user"')
  return Object.fromEntries(rows.map(({ name, role }) => [name, role]))
}

test('an admin makes a user a seller and takes it back, each written down once', async () => {
  const boss = await makePerson('admin', 'boss')
  const asha = await makePerson('user', 'asha')
  await pool.query('update "user" set email_verified = true where id = $1', [asha.userId])
  for (const role of ['seller', 'seller', 'user'] as const) {
    assert.deepEqual(await setRole({ db }, boss, asha.userId, role), { ok: true })
    assert.equal((await roles()).asha, role)
  }
  const { rows } = await pool.query(
    'select actor_id, action, before, after from audit where subject = $1 order by id',
    [`user ${asha.userId}`],
  )
  const record = { actor_id: boss.userId, action: 'change role' }
  assert.deepEqual(rows, [
    { ...record, before: { role: 'user' }, after: { role: 'seller' } },
    { ...record, before: { role: 'seller' }, after: { role: 'user' } },
  ])
  assert.deepEqual(await setRole({ db }, boss, 'nobody', 'seller'), { ok: false, reason: 'not-found' })
})

test('the sessions of an account whose address is not confirmed end when it gains a role, and only then', async () => {
  const boss = await makePerson('admin', 'chief of roles')
  for (const isConfirmed of [true, false]) {
    const { userId } = await makePerson('user', `confirmed ${isConfirmed}`)
    await pool.query('update "user" set email_verified = $2 where id = $1', [userId, isConfirmed])
    const open = () =>
      pool.query(`insert into session (id, token, user_id, expires_at) values ($1, $1, $2, now() + interval '1 day')`, [
        randomUUID(),
        userId,
      ])
    const count = async () => (await pool.query('select from session where user_id = $1', [userId])).rowCount
    await open()
    assert.deepEqual(await setRole({ db }, boss, userId, 'seller'), { ok: true })
    assert.equal(await count(), isConfirmed ? 1 : 0)
    await open()
    assert.deepEqual(await setRole({ db }, boss, userId, 'user'), { ok: true })
    assert.equal(await count(), isConfirmed ? 2 : 1)
  }
})

test('the last admin stays, also when two take the role from each other at the same moment', async () => {
  await pool.query('delete from "user"')
  const [boss, chief] = [await makePerson('admin', 'boss'), await makePerson('admin', 'chief')]
  const answers = await Promise.all([
    setRole({ db }, boss, chief.userId, 'user'),
    setRole({ db }, chief, boss.userId, 'seller'),
  ])
  assert.deepEqual(answers.map(({ ok }) => ok).sort(), [false, true])
  assert.deepEqual(
    answers.find(({ ok }) => !ok),
    { ok: false, reason: 'last-admin' },
  )
  assert.equal(Object.values(await roles()).filter((role) => role === 'admin').length, 1)
})
