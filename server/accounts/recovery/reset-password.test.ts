import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findUser, logIn } from '#server/accounts/sessions.ts'
import { READABLE_JOBS } from '#server/db/enqueue.ts'
import { sendAccountNotice } from '#server/messages/account-emails.ts'
import { addAccount, logInAs, page, pool, somebody } from '#tests/support/fixtures/account-fixture.ts'
import {
  age,
  dump,
  rowOf,
  sendCode,
  sendEmail,
  sendResetToken,
  sent,
  shop,
} from '#tests/support/fixtures/code-fixture.ts'
import { resetPassword, setPassword } from './reset-password.ts'

const NEW = 'a kettle in the monsoon'

async function confirmed() {
  const form = somebody()
  await addAccount(form)
  await pool.query('update "user" set email_verified = true where email = $1', [form.email])
  return form
}

const reset = (token: string, password = NEW) => resetPassword(shop, { token, password })

describe('a link to reset a password', () => {
  test('sets the new one, ends all sessions, and an email says so', async () => {
    const form = await confirmed()
    const { cookie, user } = await logInAs(form)
    assert.deepEqual(await reset(await sendResetToken(form.email)), { ok: true, userId: user.userId })
    assert.equal(await findUser(shop, page(cookie)), undefined)
    assert.equal((await logIn(shop, form, page())).ok, false)
    assert.ok((await logIn(shop, { ...form, password: NEW }, page())).ok)
    const { rows } = await pool.query(`select payload from ${READABLE_JOBS} as job where payload->>'userId' = $1`, [
      user.userId,
    ])
    assert.equal(rows.length, 1)
    await sendAccountNotice(shop, rows[0].payload)
    assert.match(sent.at(-1)?.status ?? '', /^Your password was changed on .* Everything .* is logged out\./)
    const { rows: audit } = await pool.query('select action, after from audit where subject = $1', [
      `user ${user.userId}`,
    ])
    assert.deepEqual(audit, [{ action: 'reset password', after: { password: 'new', endedSessions: 1 } }])
  })

  test('works once, also when it is used twice at the same moment', async () => {
    const form = await confirmed()
    const token = await sendResetToken(form.email)
    const answers = await Promise.all(
      ['first password', 'second password', 'third password'].map((it) => reset(token, it)),
    )
    assert.equal(answers.filter(({ ok }) => ok).length, 1)
    assert.deepEqual(await reset(token), { ok: false, reason: 'expired' })
  })

  test('works for sixty minutes', async () => {
    const form = await confirmed()
    const late = await sendResetToken(form.email)
    await age(60)
    assert.deepEqual(await reset(late), { ok: false, reason: 'expired' })
    const inTime = await sendResetToken(form.email)
    await age(59)
    assert.equal((await reset(inTime)).ok, true)
  })

  test('ends the other links of this account, and not those of others', async () => {
    const [mine, theirs] = [await confirmed(), await confirmed()]
    const [old, used, other] = [
      await sendResetToken(mine.email),
      await sendResetToken(mine.email),
      await sendResetToken(theirs.email),
    ]
    assert.equal((await reset(used)).ok, true)
    assert.equal((await reset(old)).ok, false)
    assert.equal((await reset(other)).ok, true)
    assert.equal((await logIn(shop, { ...mine, password: NEW }, page())).ok, true)
  })

  test('is stored as a hash only', async () => {
    const form = await confirmed()
    const token = await sendResetToken(form.email)
    assert.ok(!(await dump()).includes(token))
    assert.match(sent.at(-1)?.status ?? '', /https:\/\/gamla\.example\/reset-password\?token=[\w-]{43} It works once/)
  })

  test('is nothing that can be guessed or made up', async () => {
    for (const token of ['', 'x', '%', 'reset-password:', 'null', '0'.repeat(43)])
      assert.deepEqual(await reset(token), { ok: false, reason: 'expired' })
  })

  test('is void once the address has moved on', async () => {
    const form = await confirmed()
    const token = await sendResetToken(form.email)
    await pool.query('update "user" set email = $2 where email = $1', [form.email, `moved.${form.email}`])
    assert.deepEqual(await reset(token), { ok: false, reason: 'expired' })
  })

  test('a commonly used password is refused for sellers and admins, with the link still good, and not for shoppers', async () => {
    for (const role of ['seller', 'admin', 'user']) {
      const form = await confirmed()
      await pool.query('update "user" set role = $2 where email = $1', [form.email, role])
      const token = await sendResetToken(form.email)
      const { ok } = await reset(token, 'Password123')
      assert.equal(ok, role === 'user')
      assert.equal((await reset(token)).ok, role !== 'user')
    }
  })

  test('an account without a password gets its first one', async () => {
    const form = await confirmed()
    await pool.query('delete from account where user_id = (select id from "user" where email = $1)', [form.email])
    assert.equal((await reset(await sendResetToken(form.email))).ok, true)
    assert.ok((await logIn(shop, { ...form, password: NEW }, page())).ok)
  })

  test('a login with the old password at the same moment has no session afterwards', async () => {
    const form = await confirmed()
    const token = await sendResetToken(form.email)
    await Promise.all([reset(token), ...Array.from({ length: 4 }, () => logIn(shop, form, page()))])
    assert.equal((await rowOf(form.email)).sessions, 0)
  })
})

test('an unconfirmed address gets a code instead of a link, an unknown one nothing', async () => {
  const form = somebody()
  await addAccount(form)
  const text = await sendEmail('reset-link', form.email)
  assert.doesNotMatch(text ?? '', /token=/)
  assert.match(text ?? '', /confirmed your email address yet.*Log in with the code \d{6} instead/)
  assert.equal(await sendEmail('reset-link', 'nobody@gamla.example'), undefined)
  assert.equal(await sendEmail('confirm-code', 'nobody@gamla.example'), undefined)
})

test('a link does nothing for an account that was never confirmed', async () => {
  const form = await confirmed()
  const token = await sendResetToken(form.email)
  await pool.query('update "user" set email_verified = false where email = $1', [form.email])
  assert.deepEqual(await reset(token), { ok: false, reason: 'expired' })
})

test('the command line sets a password and ends the sessions', async () => {
  const form = somebody()
  await addAccount(form)
  const { cookie, user } = await logInAs(form)
  await sendCode(form.email)
  assert.deepEqual(await setPassword(shop, { email: form.email, password: NEW }), {
    userId: user.userId,
    endedSessions: 1,
  })
  assert.equal(await findUser(shop, page(cookie)), undefined)
  assert.ok((await logIn(shop, { ...form, password: NEW }, page())).ok)
  const { rows } = await pool.query('select actor_id, action from audit where subject = $1', [`user ${user.userId}`])
  assert.deepEqual(rows, [{ actor_id: 'command line', action: 'set password' }])
  assert.equal(await setPassword(shop, { email: 'nobody@gamla.example', password: NEW }), undefined)
})
