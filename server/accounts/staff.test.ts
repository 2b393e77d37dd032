import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { User } from '#domain/accounts/user.ts'
import type { Right } from '#domain/permissions.ts'
import { insertAccount } from '#server/accounts/queries.ts'
import { openSession } from '#server/accounts/sessions.ts'
import { READABLE_JOBS } from '#server/db/enqueue.ts'
import { sendStaffInvite } from '#server/messages/account-emails.ts'
import { db, page, pool } from '#tests/support/fixtures/account-fixture.ts'
import { clock, dump, openShop, sent, shop } from '#tests/support/fixtures/code-fixture.ts'
import { getUserById } from './queries.ts'
import { setRole } from './roles.ts'
import { findSession } from './sessions.ts'
import {
  acceptInvite,
  changeMember,
  deleteOwnRole,
  inviteStaff,
  readInvite,
  requireFactorOf,
  saveOwnRole,
  versionOfRole,
  withdrawInvite,
} from './staff.ts'
import { listInvites, listMembers, listStaffRoles } from './staff-queries.ts'

let people = 0

/** Somebody with an account, and with this role of staff. */
async function makePerson({ staff, ...more }: { staff?: string; role?: 'admin' | 'seller'; email?: string } = {}) {
  people += 1
  const person = { name: `Asha ${people}`, email: `asha${people}@gamla.example`, role: 'user', ...more } as const
  const userId = await insertAccount(db, { ...person, passwordHash: undefined, isEmailConfirmed: true })
  assert.ok(userId)
  await pool.query('update "user" set staff_role = $2 where id = $1', [userId, staff ?? null])
  return getUserById(db, userId)
}

async function sessionOf(user: Pick<User, 'userId'>) {
  const headers = await openSession(shop, user.userId, page())
  const cookie = headers.getSetCookie().map((text) => text.split(';')[0])
  const session = await findSession(shop, page(cookie.join('; ')))
  assert.ok(session)
  return session
}

async function invite(actor: User, email: string, role: string, at = shop) {
  return inviteStaff(at, actor, { email, role, address: '192.0.2.1' })
}

/** Sends the email of the invite of this address. @returns the token of its link */
async function sendInvite(email: string): Promise<string> {
  const [row] = (await listInvites(db)).filter((one) => one.email === email)
  assert.ok(row)
  await sendStaffInvite(shop, row.id)
  const [, token] = /staff\/join\?token=([\w-]{43})/.exec(sent.at(-1)?.status ?? '') ?? []
  assert.ok(token)
  return token
}

async function inviteTo(actor: User, email: string, role: string): Promise<string> {
  assert.deepEqual(await invite(actor, email, role), { ok: true })
  return sendInvite(email)
}

const roleNow = async ({ userId }: { userId: string }) => {
  const { role, staff } = await getUserById(db, userId)
  return role === 'admin' ? 'Owner' : (staff?.role ?? role)
}

const owner = await makePerson({ role: 'admin' })
const manager = await makePerson({ staff: 'Manager' })

describe('an invite', () => {
  test('that is sent again at the moment when it is taken works, or is replaced', async () => {
    const invited = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const person = await makePerson()
        return { person, token: await inviteTo(owner, person.email, 'Packer'), session: await sessionOf(person) }
      }),
    )
    for (const { person, token, session } of invited) {
      const [taken, again] = await Promise.all([
        acceptInvite(shop, session, token),
        invite(owner, person.email, 'Packer'),
      ])
      assert.ok(taken.ok ? !again.ok || (await roleNow(person)) === 'Packer' : taken.reason === 'unknown')
    }
  })

  test('makes the owner of the address staff, once, and is written down by name', async () => {
    const person = await makePerson()
    const token = await inviteTo(owner, person.email, 'Packer')
    assert.match(sent.at(-1)?.status ?? '', /Asha invites you to work in the back office of .*, as Packer\./)
    assert.equal(sent.at(-1)?.email, person.email)
    assert.deepEqual(await readInvite(shop, token, undefined), {
      problem: undefined,
      email: person.email,
      role: 'Packer',
      hasAccount: true,
    })
    const session = await sessionOf(person)
    // A double click.
    const answers = await Promise.all([acceptInvite(shop, session, token), acceptInvite(shop, session, token)])
    assert.deepEqual(answers.map(({ ok }) => ok).sort(), [false, true])
    assert.deepEqual(await acceptInvite(shop, session, token), { ok: false, reason: 'used' })
    const { staff } = await getUserById(db, person.userId)
    assert.deepEqual(staff, {
      role: 'Packer',
      rights: ['see orders', 'dispatch orders', 'print labels'],
      needsSecondFactor: false,
    })
    const { rows } = await pool.query('select actor_email, before, after from audit where subject = $1', [
      `user ${person.userId}`,
    ])
    assert.deepEqual(rows, [{ actor_email: person.email, before: { role: 'user' }, after: { role: 'Packer' } }])
  })

  test('is stored as a hash only, and an email that is sent again has another link', async () => {
    const token = await inviteTo(owner, 'hash@gamla.example', 'Packer')
    assert.ok(!(await dump()).includes(token))
    const again = await sendInvite('hash@gamla.example')
    assert.notEqual(again, token)
    assert.deepEqual(await readInvite(shop, token, undefined), { problem: 'unknown' })
  })

  test('is queued in the transaction that stores it, without its link', async () => {
    assert.deepEqual(await invite(owner, 'job@gamla.example', 'Support'), { ok: true })
    const [row] = (await listInvites(db)).filter(({ email }) => email === 'job@gamla.example')
    const { rows } = await pool.query(
      `select count(*)::int as jobs from ${READABLE_JOBS} as job where payload->>'inviteId' = $1`,
      [row?.id],
    )
    const { rows: waiting } = await pool.query(
      `select count(*)::int as jobs from outbox where job::text like '%' || $1 || '%'`,
      [row?.id],
    )
    assert.equal(rows[0].jobs + waiting[0].jobs, 1)
  })

  test('works for seven days', async (t) => {
    t.after(() => {
      clock.ahead = 0
    })
    const person = await makePerson()
    const token = await inviteTo(owner, person.email, 'Packer')
    const session = await sessionOf(person)
    const DAY_MS = 24 * 60 * 60 * 1000
    clock.ahead = 7 * DAY_MS
    assert.deepEqual(await acceptInvite(shop, session, token), { ok: false, reason: 'expired' })
    assert.deepEqual(await readInvite(shop, token, undefined), { problem: 'expired' })
    clock.ahead = 7 * DAY_MS - 60_000
    assert.equal((await acceptInvite(shop, session, token)).ok, true)
  })

  test('works for no other mailbox, and nothing that can be guessed is one', async () => {
    const person = await makePerson()
    const other = await makePerson()
    const token = await inviteTo(owner, person.email, 'Manager')
    assert.deepEqual(await acceptInvite(shop, await sessionOf(other), token), { ok: false, reason: 'other-address' })
    assert.deepEqual(await readInvite(shop, token, other), { problem: 'other-address' })
    for (const guess of ['', 'x', '%', '0'.repeat(43)])
      assert.deepEqual(await acceptInvite(shop, await sessionOf(other), guess), { ok: false, reason: 'unknown' })
    assert.equal(await roleNow(other), 'user')
  })

  test('is replaced by a newer one, and can be withdrawn', async () => {
    const person = await makePerson()
    const first = await inviteTo(owner, person.email, 'Manager')
    const second = await inviteTo(owner, person.email, 'Packer')
    const session = await sessionOf(person)
    assert.deepEqual(await acceptInvite(shop, session, first), { ok: false, reason: 'unknown' })
    const [row] = (await listInvites(db)).filter(({ email }) => email === person.email)
    assert.ok(row)
    assert.equal(await withdrawInvite(shop, owner, row.id), true)
    assert.equal(await withdrawInvite(shop, owner, row.id), false)
    assert.deepEqual(await acceptInvite(shop, session, second), { ok: false, reason: 'unknown' })
  })

  test('of somebody who has lost the right to give the role opens nothing', async () => {
    const helper = await makePerson({ staff: 'Manager' })
    const person = await makePerson()
    const token = await inviteTo(helper, person.email, 'Packer')
    const lost = await changeMember(shop, owner, { userId: helper.userId, seen: 'Manager', next: 'Support' })
    assert.ok(lost.ok)
    assert.deepEqual(await acceptInvite(shop, await sessionOf(person), token), { ok: false, reason: 'withdrawn' })
    assert.equal(await roleNow(person), 'user')
  })

  test('ends the other sessions of an account whose address nobody had proved', async () => {
    const person = await makePerson()
    await pool.query('update "user" set email_verified = false, two_factor_enabled = true where id = $1', [
      person.userId,
    ])
    const stranger = await sessionOf(person)
    const session = await sessionOf(person)
    assert.ok((await acceptInvite(shop, session, await inviteTo(owner, person.email, 'Packer'))).ok)
    const { rows } = await pool.query('select id from session where user_id = $1', [person.userId])
    assert.deepEqual(rows, [{ id: session.id }])
    assert.notEqual(stranger.id, session.id)
    const { rows: accounts } = await pool.query('select email_verified, two_factor_enabled from "user" where id = $1', [
      person.userId,
    ])
    assert.deepEqual(accounts, [{ email_verified: true, two_factor_enabled: false }])
  })

  test('goes neither to staff nor to sellers, and only with a role that exists', async () => {
    const seller = await makePerson({ role: 'seller' })
    assert.deepEqual(await invite(owner, manager.email, 'Packer'), { ok: false, reason: 'is-staff' })
    assert.deepEqual(await invite(owner, owner.email, 'Packer'), { ok: false, reason: 'is-staff' })
    assert.deepEqual(await invite(owner, seller.email, 'Packer'), { ok: false, reason: 'is-seller' })
    assert.deepEqual(await invite(owner, 'new@gamla.example', 'Emperor'), { ok: false, reason: 'no-role' })
    const person = await makePerson()
    const token = await inviteTo(owner, person.email, 'Packer')
    await pool.query(`update "user" set role = 'seller' where id = $1`, [person.userId])
    assert.deepEqual(await acceptInvite(shop, await sessionOf(person), token), { ok: false, reason: 'is-seller' })
  })

  test('is limited as other emails are', async () => {
    const strict = openShop({ factor: 1 })
    const answers = []
    for (let n = 0; n < 6; n += 1) answers.push(await invite(owner, 'often@gamla.example', 'Packer', strict))
    assert.deepEqual(
      answers.map((answer) => answer.ok || answer.reason),
      [true, true, true, true, true, 'too-many'],
    )
  })
})

describe('nobody gives more than they have', () => {
  test('a manager makes nobody an owner, also not themselves', async () => {
    const packer = await makePerson({ staff: 'Packer' })
    const refused = { ok: false, reason: 'not-allowed' }
    assert.deepEqual(await invite(manager, 'boss@gamla.example', 'Owner'), refused)
    const own = { userId: manager.userId, seen: 'Manager', next: 'Owner' }
    assert.deepEqual(await changeMember(shop, manager, own), refused)
    const others = { userId: packer.userId, seen: 'Packer', next: 'Owner' }
    assert.deepEqual(await changeMember(shop, manager, others), refused)
    const boss = { userId: owner.userId, seen: 'Owner' }
    assert.deepEqual(await changeMember(shop, manager, { ...boss, next: 'Packer' }), refused)
    assert.deepEqual(await changeMember(shop, manager, { ...boss, next: undefined }), refused)
    assert.deepEqual(await setRole(shop, manager, owner.userId, 'user'), refused)
    assert.equal(await roleNow(owner), 'Owner')
  })

  test('a role with a right that they lack is neither given, changed nor taken', async () => {
    const rights: Right[] = ['see orders', 'end sessions']
    assert.ok((await saveOwnRole(shop, owner, { name: 'Guard', rights, needsSecondFactor: false, seen: '' })).ok)
    const guard = await makePerson({ staff: 'Guard' })
    assert.deepEqual(await invite(manager, 'guard@gamla.example', 'Guard'), { ok: false, reason: 'not-allowed' })
    const taken = await changeMember(shop, manager, { userId: guard.userId, seen: 'Guard', next: undefined })
    assert.deepEqual(taken, { ok: false, reason: 'not-allowed' })
  })

  test('the rights that count are those of this moment, not those of the session', async () => {
    const former = await makePerson({ staff: 'Manager' })
    await pool.query(`update "user" set staff_role = 'Packer' where id = $1`, [former.userId])
    assert.deepEqual(await invite(former, 'late@gamla.example', 'Packer'), { ok: false, reason: 'not-allowed' })
  })
})

describe('a member of staff', () => {
  test('gets another role and loses it, and the account stays', async () => {
    const person = await makePerson({ staff: 'Packer' })
    const { userId } = person
    assert.deepEqual(await changeMember(shop, manager, { userId, seen: 'Packer', next: 'Support' }), { ok: true })
    assert.equal(await roleNow(person), 'Support')
    const stale = await changeMember(shop, owner, { userId, seen: 'Packer', next: undefined })
    assert.deepEqual(stale, { ok: false, reason: 'changed' })
    assert.deepEqual(await changeMember(shop, owner, { userId, seen: 'Support', next: undefined }), { ok: true })
    assert.equal(await roleNow(person), 'user')
    const gone = await changeMember(shop, owner, { userId, seen: '', next: 'Packer' })
    assert.deepEqual(gone, { ok: false, reason: 'not-found' })
    const { rows } = await pool.query('select actor_id, action, after from audit where subject = $1 order by id', [
      `user ${userId}`,
    ])
    assert.deepEqual(rows, [
      { actor_id: manager.userId, action: 'change staff role', after: { role: 'Support' } },
      { actor_id: owner.userId, action: 'remove staff', after: { role: 'user' } },
    ])
  })

  test('is no seller: the users’ page refuses', async () => {
    const person = await makePerson({ staff: 'Packer' })
    assert.deepEqual(await setRole(shop, owner, person.userId, 'seller'), { ok: false, reason: 'is-staff' })
    assert.equal(await roleNow(person), 'Packer')
  })

  test('the last owner stays, also when two remove each other at the same moment', async () => {
    const second = await makePerson({ role: 'admin' })
    const answers = await Promise.all([
      changeMember(shop, owner, { userId: second.userId, seen: 'Owner', next: undefined }),
      changeMember(shop, second, { userId: owner.userId, seen: 'Owner', next: 'Packer' }),
    ])
    assert.equal(answers.filter(({ ok }) => ok).length, 1)
    const [left] = (await listMembers(db)).filter(({ role }) => role === 'admin')
    assert.ok(left)
    const alone = await changeMember(shop, left, { userId: left.userId, seen: 'Owner', next: 'Manager' })
    assert.deepEqual(alone, { ok: false, reason: 'last-owner' })
    await pool.query(`update "user" set role = 'admin', staff_role = null where id = $1`, [owner.userId])
  })
})

describe('an own role', () => {
  test('is saved once, and a second person who changes it sees that', async () => {
    const role = { name: 'Weekend desk', rights: ['see orders'] as Right[], needsSecondFactor: false }
    assert.deepEqual(await saveOwnRole(shop, owner, { ...role, seen: '' }), { ok: true })
    assert.deepEqual(await saveOwnRole(shop, owner, { ...role, seen: '' }), { ok: false, reason: 'taken' })
    const seen = versionOfRole(role)
    const more = { ...role, rights: ['see orders', 'write notes'] as Right[] }
    const answers = await Promise.all([
      saveOwnRole(shop, owner, { ...more, seen }),
      saveOwnRole(shop, owner, { ...role, needsSecondFactor: true, seen }),
    ])
    assert.deepEqual(answers.map(({ ok }) => ok).sort(), [false, true])
  })

  test('counts at once for those who have it', async () => {
    const role = { name: 'Desk', rights: ['see orders'] as Right[], needsSecondFactor: false }
    await saveOwnRole(shop, owner, { ...role, seen: '' })
    const person = await makePerson({ staff: 'Desk' })
    await pool.query('delete from outbox')
    const fewer = { ...role, rights: ['see products'] as Right[], seen: versionOfRole(role) }
    assert.deepEqual(await saveOwnRole(shop, owner, fewer), { ok: true })
    assert.deepEqual((await getUserById(db, person.userId)).staff?.rights, ['see products'])
    const { rows } = await pool.query('select change from outbox where change is not null')
    assert.deepEqual(rows, [{ change: `user ${person.userId}` }])
  })

  test('is deleted when nobody has it; those that every shop has stay', async () => {
    await saveOwnRole(shop, owner, { name: 'Brief', rights: ['see orders'], needsSecondFactor: false, seen: '' })
    const person = await makePerson({ staff: 'Brief' })
    const membersOf = async (name: string) => (await listStaffRoles(db)).find((role) => role.name === name)?.members
    assert.deepEqual([await membersOf('Brief'), await membersOf('Catalogue')], [1, 0])
    assert.equal(await deleteOwnRole(shop, owner, 'Brief'), false)
    await changeMember(shop, owner, { userId: person.userId, seen: 'Brief', next: undefined })
    assert.equal(await deleteOwnRole(shop, owner, 'Brief'), true)
    for (const name of ['Brief', 'Packer', 'Owner']) assert.equal(await deleteOwnRole(shop, owner, name), false)
  })
})

test('a second factor is required of a role, and its members are told at once', async () => {
  const person = await makePerson({ staff: 'Accountant' })
  await pool.query('delete from outbox')
  assert.equal(await requireFactorOf(shop, owner, { name: 'Accountant', isRequired: true }), true)
  assert.equal((await getUserById(db, person.userId)).staff?.needsSecondFactor, true)
  const { rows } = await pool.query('select change from outbox where change is not null')
  assert.deepEqual(rows, [{ change: `user ${person.userId}` }])
  for (const name of ['Owner', 'Emperor'])
    assert.equal(await requireFactorOf(shop, owner, { name, isRequired: true }), false)
})
