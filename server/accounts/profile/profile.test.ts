import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { CODE_TRIES } from '#domain/accounts/email-code.ts'
import type { Role } from '#domain/accounts/user.ts'
import { listDevices } from '#server/accounts/notification-queries.ts'
import { lockAccountById } from '#server/accounts/queries.ts'
import { findResetToken, insertResetToken } from '#server/accounts/recovery/queries.ts'
import { openSessionCache, type Session } from '#server/accounts/session-cache.ts'
import { findSession, logIn } from '#server/accounts/sessions.ts'
import { READABLE_JOBS } from '#server/db/enqueue.ts'
import { sendAccountCode, sendAccountNotice } from '#server/messages/account-emails.ts'
import type { Shop } from '#server/shop.ts'
import { addAccount, shop as base, db, logInAs, page, pool, somebody } from '#tests/support/fixtures/account-fixture.ts'
import { REMOVE_JOBS } from '#tests/support/jobs.ts'
import { until } from '#tests/support/process.ts'
import { confirmEmailChange, requestEmailChange } from './email.ts'
import { addDevice, logOutHere } from './notifications.ts'
import { changePassword } from './password.ts'
import { changeName, confirmSession, findProof, sendOwnCode, takeName } from './profile.ts'
import { endAnySession, endOtherSessions, endOwnSession, listOwnSessions } from './sessions.ts'

const sessions = openSessionCache({ onChange: () => () => {}, isConnected: () => false })
let sent: { email: string; status: string }[] = []
const emails = {
  isAvailable: true,
  paceMs: 0,
  send: async ({ message }: { message: (typeof sent)[number] }) => void sent.push(message),
}
const config = { rateLimitFactor: 0 }
const shop = { ...base, sessions, emails, config, log: console, now: () => new Date() } as unknown as Shop

beforeEach(async () => {
  sent = []
  // Jobs that the previous test has enqueued and that never ran.
  await pool.query(REMOVE_JOBS)
})

async function open(form: { email: string; password: string }): Promise<Session> {
  const { cookie } = await logInAs(form)
  const session = await findSession(shop, page(cookie))
  assert.ok(session)
  return session
}

async function member(): Promise<{ form: ReturnType<typeof somebody>; session: Session }> {
  const form = somebody()
  await addAccount(form)
  return { form, session: await open(form) }
}

/** An account that was made by a code. */
async function withoutPassword() {
  const { form, session } = await member()
  await pool.query('delete from account where user_id = $1', [session.user.userId])
  return { form, session }
}

/** The same, in a session that was not confirmed lately. */
async function unproven() {
  const { form, session } = await withoutPassword()
  await pool.query("update session set confirmed_at = now() - interval '16 minutes' where id = $1", [session.id])
  return { form, session }
}

/** Runs the queued jobs of this kind, each once. */
async function work(name: string): Promise<void> {
  type Queued = { id: string; payload: never }
  const { rows } = await pool.query<Queued>(
    `select id, payload from ${READABLE_JOBS} as job where task_identifier = $1`,
    [name],
  )
  for (const { id, payload } of rows) {
    await (name === 'send-account-code' ? sendAccountCode : sendAccountNotice)(shop, payload)
    await pool.query('select graphile_worker.complete_jobs(array[$1::bigint])', [id])
  }
}

async function receiveCode(): Promise<string> {
  await work('send-account-code')
  const code = /\b\d{6}\b/.exec(sent.at(-1)?.status ?? '')?.[0]
  assert.ok(code)
  return code
}

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const audited = async (userId: string) =>
  (await pool.query('select action, before, after from audit where subject = $1 order by id', [`user ${userId}`])).rows

test('a new name is the account’s at once', async () => {
  const { session } = await member()
  await changeName(shop, session, 'Meera Nair')
  const { rows } = await pool.query('select name from "user" where id = $1', [session.user.userId])
  assert.deepEqual(rows, [{ name: 'Meera Nair' }])
})

test('the password changes for who knows the current one; other sessions end, and an email says so', async () => {
  const { form, session } = await member()
  const other = await open(form)
  const token = await insertResetToken(db, { userId: session.user.userId, email: form.email })
  const refused = await changePassword(shop, session, { currentPassword: 'not this', newPassword: 'terracotta' })
  assert.deepEqual(refused, { ok: false, reason: 'wrong-password' })
  assert.equal((await listOwnSessions(shop, session)).length, 2)

  const changed = await changePassword(shop, session, { currentPassword: form.password, newPassword: 'terracotta' })
  assert.equal(changed.ok, true)
  const left = await listOwnSessions(shop, session)
  assert.deepEqual(
    left.map(({ id }) => id),
    [session.id],
    `not ${other.id}`,
  )
  assert.equal((await logIn(shop, form, page())).ok, false)
  assert.equal((await logIn(shop, { ...form, password: 'terracotta' }, page())).ok, true)
  assert.equal(await findResetToken(db, token), undefined, 'no link to another password works any more')
  const [entry] = await audited(session.user.userId)
  assert.deepEqual(entry, {
    action: 'change password',
    before: { password: 'as before' },
    after: { password: 'new', endedSessions: 1 },
  })
  await work('send-account-notice')
  assert.equal(sent[0]?.email, form.email)
  assert.match(sent[0]?.status ?? '', /Your password was changed/)
})

test('sellers and admins cannot choose a commonly used password', async () => {
  const { form, session } = await member()
  const change = (role: Role) =>
    changePassword(
      shop,
      { ...session, user: { ...session.user, role } },
      { currentPassword: form.password, newPassword: 'gamla123' },
    )
  for (const role of ['seller', 'admin'] as const) assert.deepEqual(await change(role), { ok: false, reason: 'common' })
  assert.equal((await change('user')).ok, true)
})

test('of two changes at the same time one wins, and the other is told', async () => {
  const { form, session } = await member()
  const change = (newPassword: string) => changePassword(shop, session, { currentPassword: form.password, newPassword })
  // Until both have seen the old password, nobody can write.
  const changing = await db.transaction(async (tx) => {
    await lockAccountById(tx, session.user.userId)
    const both = ['terracotta 1', 'terracotta 2'].map(change)
    await until('both wait for the account', async () => {
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
      return (await pool.query(waiting)).rowCount === 2
    })
    return { both }
  })
  const changes = await Promise.all(changing.both)
  assert.deepEqual(changes.map((change) => (change.ok ? 'ok' : change.reason)).sort(), ['conflict', 'ok'])
})

test('an account without a password sets one in a session that was just confirmed, or after a code', async () => {
  const { form, session } = await unproven()
  const set = (newPassword: string) => changePassword(shop, session, { currentPassword: '', newPassword })
  assert.equal(await findProof(shop, { ...session, hasSecondFactor: true }), 'factor')
  assert.equal(await findProof(shop, session), 'code')
  assert.deepEqual(await set('terracotta'), { ok: false, reason: 'unproven' })
  const email = { email: `new.${form.email}`, password: '' }
  assert.deepEqual(await requestEmailChange(shop, session, email), { ok: false, reason: 'unproven' })

  await sendOwnCode(shop, session)
  const code = await receiveCode()
  assert.equal(sent[0]?.email, form.email)
  assert.equal(await confirmSession(shop, session, wrong(code)), false)
  assert.equal(await confirmSession(shop, session, code), true)
  assert.equal(await confirmSession(shop, session, code), false, 'a code works once')
  assert.equal(await findProof(shop, session), 'done')
  assert.equal((await set('terracotta')).ok, true)
  assert.equal(await findProof(shop, session), 'password')
  assert.equal((await logIn(shop, { ...form, password: 'terracotta' }, page())).ok, true)
})

test('the email changes by the code at the new address, and the old one is told', async () => {
  const { form, session } = await member()
  const email = `moved.${form.email}`
  const request = (password: string, to = email) => requestEmailChange(shop, session, { email: to, password })
  assert.deepEqual(await request('not this'), { ok: false, reason: 'wrong-password' })
  assert.deepEqual(await request(form.password, form.email), { ok: false, reason: 'same' })
  assert.deepEqual(await request(form.password), { ok: true })
  const code = await receiveCode()
  assert.equal(sent[0]?.email, email)
  const { rows: stored } = await pool.query('select identifier, value from verification')
  assert.equal(JSON.stringify(stored).includes(code), false, 'only a hash is stored')

  const confirm = (typed: string, to = email) => confirmEmailChange(shop, session, { email: to, code: typed })
  assert.deepEqual(await confirm(wrong(code)), { ok: false, reason: 'wrong-code' })
  assert.deepEqual(await confirm(code, 'another@gmail.com'), { ok: false, reason: 'wrong-code' })
  const { session: stranger } = await member()
  assert.deepEqual(await confirmEmailChange(shop, stranger, { email, code }), { ok: false, reason: 'wrong-code' })
  assert.deepEqual(await confirm(code), { ok: true })
  assert.equal((await logIn(shop, { email, password: form.password }, page())).ok, true)
  assert.equal((await logIn(shop, form, page())).ok, false)
  const { rows } = await pool.query('select email, email_verified from "user" where id = $1', [session.user.userId])
  assert.deepEqual(rows, [{ email, email_verified: true }])
  await work('send-account-notice')
  assert.equal(sent.at(-1)?.email, form.email)
  assert.equal(sent.at(-1)?.status.includes(email), false)
  // Another session had asked for the same address.
  assert.deepEqual(await requestEmailChange(shop, session, { email, password: form.password }), { ok: true })
  assert.deepEqual(await confirm(await receiveCode()), { ok: false, reason: 'taken' })
  assert.deepEqual(
    (await audited(session.user.userId)).map(({ action }) => action),
    ['change email'],
  )
})

test('an account with a password, or with a second factor, does not prove itself by a code alone', async () => {
  const [{ session: known }, { session }] = [await member(), await unproven()]
  assert.equal(await sendOwnCode(shop, known), false)
  assert.equal(await sendOwnCode(shop, session), true)
  const code = await receiveCode()
  assert.equal(await confirmSession(shop, { ...session, hasSecondFactor: true }, code), false)
  assert.equal(await confirmSession(shop, session, code), true)
})

test('an address of another account is refused only after the right code', async () => {
  const [{ form, session }, { form: taken }] = [await member(), await member()]
  assert.deepEqual(await requestEmailChange(shop, session, { email: taken.email, password: form.password }), {
    ok: true,
  })
  const code = await receiveCode()
  const confirm = (typed: string) => confirmEmailChange(shop, session, { email: taken.email, code: typed })
  assert.deepEqual(await confirm(wrong(code)), { ok: false, reason: 'wrong-code' })
  assert.deepEqual(await confirm(code), { ok: false, reason: 'taken' })
})

test('a code is worthless after five wrong tries, after ten minutes, and after a newer one', async () => {
  const { session } = await unproven()
  const newCode = async () => {
    await sendOwnCode(shop, session)
    return receiveCode()
  }
  const guessed = await newCode()
  for (let tries = 0; tries < CODE_TRIES; tries += 1) await confirmSession(shop, session, wrong(guessed))
  assert.equal(await confirmSession(shop, session, guessed), false)

  const older = await newCode()
  const newer = await newCode()
  assert.equal(older !== newer && (await confirmSession(shop, session, older)), false)
  await pool.query("update verification set expires_at = expires_at - interval '10 minutes'")
  assert.equal(await confirmSession(shop, session, newer), false)
})

test('many guesses at once are not more than five', async () => {
  const { session } = await unproven()
  await sendOwnCode(shop, session)
  const code = await receiveCode()
  const guesses = Array.from({ length: 40 }, (_, index) =>
    String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0'),
  )
  const answers = await Promise.all(guesses.map((guess) => confirmSession(shop, session, guess)))
  assert.ok(answers.every((answer) => !answer))
  assert.equal(await confirmSession(shop, session, code), false)
})

test('sessions are listed with their device, and end one by one or all but this one', async () => {
  const { form, session } = await member()
  const others = [await open(form), await open(form), await open(form)]
  await pool.query('update session set user_agent = $2 where id = $1', [
    others[0]?.id,
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36',
  ])
  const listed = await listOwnSessions(shop, session)
  assert.deepEqual([listed[0]?.id, listed[0]?.isCurrent, listed.length], [session.id, true, 4])
  assert.equal(listed.find(({ id }) => id === others[0]?.id)?.device, 'Chrome on Android')
  assert.equal(listed[0]?.device, 'Unknown device')

  const { session: stranger } = await member()
  const agents = [
    null,
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile',
  ]
  for (const [at, agent] of agents.entries())
    await addDevice(shop, session.user, { endpoint: `https://fcm.googleapis.com/${at}`, p256dh: 'B', auth: 'a' }, agent)
  const notified = async () => (await listDevices(db, [session.user.userId])).map(({ endpoint }) => endpoint.slice(-1))
  assert.equal(await endOwnSession(shop, stranger, session.id), false)
  assert.deepEqual(await notified(), ['0', '1'])
  assert.equal(await endOwnSession(shop, session, others[0]?.id ?? ''), true)
  // A lost phone is told nothing more, whatever version its browser has by now.
  assert.deepEqual(await notified(), ['0'])
  assert.equal(await endOwnSession(shop, session, others[0]?.id ?? ''), false)
  const device = { endpoint: 'https://fcm.googleapis.com/2', p256dh: 'B', auth: 'a' }
  const pushCookie = (await addDevice(shop, session.user, device, 'Mozilla')).split(';')[0]
  const removed = (await logOutHere(shop, page(pushCookie))).getSetCookie()
  assert.ok(removed.some((cookie) => cookie.startsWith('gamla.push=;')))
  assert.deepEqual(await notified(), ['0'])
  assert.equal(await endOtherSessions(shop, session), 2)
  assert.equal((await listOwnSessions(shop, session)).length, 1)

  const admin = { ...stranger.user, role: 'admin' as const }
  assert.equal(await endAnySession(shop, admin, session.id), session.user.userId)
  assert.equal(await endAnySession(shop, admin, session.id), undefined)
  assert.deepEqual(
    (await audited(session.user.userId)).map(({ action }) => action),
    ['end session'],
  )
  assert.ok(db)
})

test('who gave no name is called by that of their first checkout; a given name stays', async () => {
  const { session } = await member()
  const initial = session.user.email.split('@')[0] ?? ''
  await changeName(shop, session, initial)
  const user = { ...session.user, name: initial }
  assert.equal((await takeName(shop, user, 'Kavya Rao')).name, 'Kavya Rao')
  const nameOf = async () =>
    (await pool.query('select name from "user" where id = $1', [user.userId])).rows.map(({ name }) => name)
  assert.deepEqual(await nameOf(), ['Kavya Rao'])
  assert.equal((await takeName(shop, { ...user, name: 'Kavya Rao' }, 'Her Mother')).name, 'Kavya Rao')
  assert.deepEqual(await nameOf(), ['Kavya Rao'])
})
