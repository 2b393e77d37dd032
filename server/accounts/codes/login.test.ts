import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findUser, logIn } from '#server/accounts/sessions.ts'
import { addAccount, logInAs, page, pool, somebody } from '#tests/support/fixtures/account-fixture.ts'
import {
  age,
  browser,
  dump,
  enterCode,
  otherCode,
  rowOf,
  sendCode,
  sent,
  shop,
} from '#tests/support/fixtures/code-fixture.ts'
import { rounds } from '#tests/support/rounds.ts'

let fresh = 0
const newAddress = () => `code${++fresh}@gamla.example`

describe('a code', () => {
  test('makes a user of an address that nobody has, named by what is before the @', async () => {
    const email = newAddress()
    const entered = await enterCode(email, await sendCode(email))
    assert.ok(entered.ok)
    const { id, ...row } = await rowOf(email)
    assert.deepEqual(row, { name: `code${fresh}`, role: 'user', confirmed: true, sessions: 1, hasPassword: false })
    assert.deepEqual(entered.user, { userId: id, name: row.name, email, role: 'user' })
    const cookie = entered.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ')
    assert.deepEqual(await findUser(shop, page(cookie)), entered.user)
  })

  test('nobody is made before the code is right', async () => {
    const email = newAddress()
    await sendCode(email)
    assert.equal(await rowOf(email), undefined)
  })

  test('works once, for ten minutes, and the newest alone', async () => {
    const email = newAddress()
    const [first, second] = [await sendCode(email), await sendCode(email)]
    if (first !== second) assert.equal((await enterCode(email, first)).ok, false)
    assert.equal((await enterCode(email, second)).ok, true)
    assert.equal((await enterCode(email, second)).ok, false)
    const late = await sendCode(email)
    await age(10)
    assert.equal((await enterCode(email, late)).ok, false)
    const inTime = await sendCode(email)
    await age(9)
    assert.equal((await enterCode(email, inTime)).ok, true)
  })

  test('takes five tries', async () => {
    const email = newAddress()
    const code = await sendCode(email)
    for (let tries = 0; tries < 4; tries += 1) assert.equal((await enterCode(email, otherCode(code))).ok, false)
    assert.equal((await enterCode(email, code)).ok, true)
    const second = await sendCode(email)
    for (let tries = 0; tries < 5; tries += 1) assert.equal((await enterCode(email, otherCode(second))).ok, false)
    assert.equal((await enterCode(email, second)).ok, false)
  })

  test('is worth nothing for another address', async () => {
    const [mine, theirs] = [newAddress(), newAddress()]
    const code = await sendCode(mine)
    await sendCode(theirs)
    if (code !== (await sendCode(theirs))) assert.equal((await enterCode(theirs, code)).ok, false)
  })

  test('used twice at the same moment opens one session', async () => {
    const email = newAddress()
    const code = await sendCode(email)
    const entered = await Promise.all(Array.from({ length: 8 }, () => enterCode(email, code)))
    assert.equal(entered.filter(({ ok }) => ok).length, 1)
    assert.equal((await rowOf(email)).sessions, 1)
  })

  test('stands nowhere in the database, and neither does whom it is for', async () => {
    const email = newAddress()
    const code = await sendCode(email)
    const all = await dump()
    assert.doesNotMatch(all, new RegExp(`\\b${code}\\b`))
    assert.ok(!all.includes(email))
    assert.match(
      sent.at(-1)?.status ?? '',
      new RegExp(`is ${code}\\. It expires in 10 minutes and can be used once\\.`),
    )
  })

  test('is sent in time or not at all', async () => {
    const { sendAccountEmail } = await import('#server/messages/account-emails.ts')
    const before = sent.length
    const time = new Date(Date.now() - 11 * 60_000).toISOString()
    await sendAccountEmail(shop, { kind: 'login-code', email: newAddress(), time, askedBy: browser.askedBy })
    assert.equal(sent.length, before)
  })
})

describe('an address belongs to whoever confirmed it last', () => {
  test('a stranger who signed up with it loses password and sessions to its owner', async () => {
    const form = somebody()
    await addAccount(form)
    const stranger = await logInAs(form)
    assert.match((await sendAndShow(form.email)) ?? '', /The old password stops working/)
    const entered = await enterCode(form.email, await sendCode(form.email))
    assert.ok(entered.ok)
    assert.equal(entered.user.userId, stranger.user.userId)
    assert.equal(await findUser(shop, page(stranger.cookie)), undefined)
    assert.equal((await logIn(shop, form, page())).ok, false)
    const { confirmed, sessions, hasPassword } = await rowOf(form.email)
    assert.deepEqual({ confirmed, sessions, hasPassword }, { confirmed: true, sessions: 1, hasPassword: false })
    const { rows } = await pool.query('select action from audit where subject = $1', [`user ${stranger.user.userId}`])
    assert.deepEqual(rows, [{ action: 'confirm address' }])
  })

  test('so do their authenticator app and passkeys, which would keep the owner out', async () => {
    const form = somebody()
    await addAccount(form)
    const { id } = await rowOf(form.email)
    await pool.query('update "user" set two_factor_enabled = true where id = $1', [id])
    await pool.query(`insert into two_factor (id, secret, backup_codes, user_id) values ($1, 's', 'b', $1)`, [id])
    await pool.query(
      `insert into passkey (id, public_key, user_id, credential_id, counter)
       values ($1, 'k', $1, $1, 0)`,
      [id],
    )
    assert.ok((await enterCode(form.email, await sendCode(form.email))).ok)
    const { rows } = await pool.query(
      `select two_factor_enabled as "isOn", (select count(*)::int from two_factor where user_id = $1) as apps,
         (select count(*)::int from passkey where user_id = $1) as keys from "user" where id = $1`,
      [id],
    )
    assert.deepEqual(rows, [{ isOn: false, apps: 0, keys: 0 }])
  })

  test('a confirmed account keeps its password, sessions and second factor, which is asked for', async () => {
    const form = somebody()
    await addAccount(form)
    const elsewhere = await logInAs(form)
    await pool.query('update "user" set email_verified = true, two_factor_enabled = true where email = $1', [
      form.email,
    ])
    const entered = await enterCode(form.email, await sendCode(form.email))
    assert.ok(!entered.ok && entered.reason === 'second-factor')
    const cookies = entered.headers.getSetCookie()
    assert.ok(cookies.some((text) => /^gamla\.two_factor=[^;]/.test(text)))
    assert.ok(!cookies.some((text) => /^gamla\.session_token=[^;]/.test(text)), 'a code alone opens no session')
    assert.ok(await findUser(shop, page(elsewhere.cookie)))
    assert.equal((await rowOf(form.email)).sessions, 1)
    const { rows } = await pool.query('select two_factor_enabled as "isOn" from "user" where email = $1', [form.email])
    assert.deepEqual(rows, [{ isOn: true }])
  })

  test('logins of the stranger at the same moment end as well', async () => {
    for (let round = 0; round < rounds({ few: 3, all: 8 }); round += 1) {
      const form = somebody()
      await addAccount(form)
      const code = await sendCode(form.email)
      const logins = Array.from({ length: 4 }, () => logIn(shop, form, page()))
      const [entered, ...strangers] = await Promise.all([enterCode(form.email, code), ...logins])
      assert.ok(entered.ok)
      for (const stranger of strangers) {
        if (!stranger.ok) continue
        const cookie = stranger.headers
          .getSetCookie()
          .map((text) => text.split(';')[0])
          .join('; ')
        assert.equal(await findUser(shop, page(cookie)), undefined)
      }
      assert.equal((await rowOf(form.email)).sessions, 1)
    }
  })

  test('who logs in with a code ends the session before in the same browser', async () => {
    const [before, after] = [somebody(), newAddress()]
    await addAccount(before)
    const { cookie } = await logInAs(before)
    assert.ok((await enterCode(after, await sendCode(after), { cookie })).ok)
    assert.equal(await findUser(shop, page(cookie)), undefined)
  })

  async function sendAndShow(email: string) {
    await sendCode(email)
    return sent.at(-1)?.status
  }
})
