import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { describe, test } from 'node:test'
import { unseal } from '#server/db/seal.ts'
import { addAccount, db, logInAs, page, pool, secret, shop, somebody } from '#tests/support/fixtures/account-fixture.ts'
import { CHEAP_HASH, replaceScrypt } from '#tests/support/fixtures/scrypt-fixture.ts'
import { createAuth } from './auth.ts'
import { findCredential } from './queries.ts'
import { makeAdmin } from './roles.ts'
import { findUser, logIn } from './sessions.ts'
import { createAccount, signUp } from './signup.ts'

describe('signing up', () => {
  test('makes an account that can log in', async () => {
    const form = somebody()
    const made = await signUp(shop, form)
    const { user } = await logInAs(form)
    assert.deepEqual(made, { ok: true, userId: user.userId })
    assert.deepEqual(user, { userId: user.userId, name: 'Meera', email: form.email, role: 'user' })
  })

  test('is always as user, whatever else the form holds', async () => {
    const form = { ...somebody(), role: 'admin', emailVerified: true, id: 'chosen' }
    await signUp(shop, form)
    const { rows } = await pool.query('select role, email_verified, id from "user" where email = $1', [form.email])
    assert.equal(rows[0].role, 'user')
    assert.equal(rows[0].email_verified, false)
    assert.notEqual(rows[0].id, 'chosen')
  })

  test('with an address that somebody has says so, in capitals or not, and changes nothing', async () => {
    const form = somebody()
    await signUp(shop, form)
    for (const email of [form.email, form.email.toUpperCase()]) {
      const answer = await signUp(shop, { name: 'Thief', email, password: 'stolen1' })
      assert.deepEqual(answer, { ok: false, reason: 'email-taken' })
    }
    assert.equal((await logInAs(form)).user.name, 'Meera')
  })

  test('many times at once makes one account', async () => {
    const form = somebody()
    const answers = await Promise.all(Array.from({ length: 5 }, () => signUp(shop, form)))
    assert.equal(answers.filter(({ ok }) => ok).length, 1)
    const { rows } = await pool.query(
      'select count(*)::integer as count from account join "user" on "user".id = user_id where email = $1',
      [form.email],
    )
    assert.equal(rows[0].count, 1)
  })

  test('keeps a hash, never the password', async () => {
    const form = { ...somebody(), password: 'readable-password' }
    await signUp(shop, form)
    const { rows } = await pool.query(
      'select account.* from account join "user" on "user".id = user_id where email = $1',
      [form.email],
    )
    assert.equal(rows.length, 1)
    assert.ok(rows[0].password.length > 60)
    assert.ok(!JSON.stringify(rows).includes('readable-password'))
  })
})

describe('logging in', () => {
  test('answers the same for a wrong password, an unknown address and nonsense', async () => {
    const form = somebody()
    await addAccount(form)
    for (const wrong of [
      { ...form, password: 'wrong password' },
      { ...form, password: '' },
      { ...form, email: 'nobody77@gmail.com' },
      { ...form, email: 'no address' },
      { ...form, email: '' },
      { ...form, password: 'x'.repeat(10_000) },
    ]) {
      assert.deepEqual(await logIn(shop, wrong, page()), { ok: false })
    }
  })

  test('asks for the password of an address that nobody has for as long as for any other', async () => {
    const form = somebody()
    await addAccount(form)
    const timeOf = async (email: string) => {
      const start = performance.now()
      await logIn(shop, { email, password: 'wrong password' }, page())
      return performance.now() - start
    }
    // The fastest of several, because other processes slow some of them down.
    async function fastest(email: string): Promise<number> {
      let least = Number.POSITIVE_INFINITY
      for (let tried = 0; tried < 8; tried += 1) least = Math.min(least, await timeOf(email))
      return least
    }
    const [known, unknown] = [await fastest(form.email), await fastest('nobody88@gmail.com')]
    // Without the pretence it is a hundredth.
    assert.ok(unknown > known / 5, `${unknown} ms for an unknown address, ${known} ms for a known one`)
  })

  test('sets a cookie that scripts and other sites cannot use, secure where the shop is', async () => {
    const form = somebody()
    await addAccount(form)
    const { setCookie } = await logInAs(form)
    assert.equal(setCookie.length, 1)
    assert.match(setCookie[0] ?? '', /^gamla\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)

    const secure = await logInAs(form, createAuth({ secret, publicUrl: 'https://gamla.example' }))
    const cookie = secure.setCookie[0] ?? ''
    assert.match(
      cookie,
      /^__Host-gamla\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    assert.equal(await findUser(shop, page(secure.cookie)), undefined)
  })
})

test('the seed and the command line make accounts in any role', async () => {
  const form = { ...somebody(), role: 'admin' as const }
  const made = await createAccount({ db }, form)
  assert.ok(made.ok)
  assert.deepEqual((await logInAs(form)).user, {
    userId: made.userId,
    name: form.name,
    email: form.email,
    role: 'admin',
  })
  assert.deepEqual(await createAccount({ db }, form), { ok: false, reason: 'email-taken' })
})

describe('a password', () => {
  test('that was hashed with other parameters opens, and is hashed anew at the login', async () => {
    const form = somebody()
    await addAccount(form, CHEAP_HASH)
    assert.deepEqual(await logIn(shop, { ...form, password: 'guess it' }, page()), { ok: false })
    assert.equal((await findCredential(db, form.email))?.passwordHash, CHEAP_HASH)

    // Two at once: one hashes, and both are in.
    await Promise.all([logInAs(form), logInAs(form)])
    const now = await findCredential(db, form.email)
    assert.match(now?.passwordHash ?? '', /^\$scrypt\$ln=17,r=8,p=1\$/)
    await logInAs(form)
    assert.deepEqual(await findCredential(db, form.email), now)
  })

  test('that no account can have is not hashed', async (t) => {
    const form = somebody()
    await addAccount(form)
    const spy = replaceScrypt(t, crypto.scrypt)
    for (const nonsense of ['', 'short', 'x'.repeat(129)])
      assert.deepEqual(await logIn(shop, { ...form, password: nonsense }, page()), { ok: false })
    assert.equal(spy.mock.callCount(), 0)
  })

  test('that is changed while somebody logs in with the one before lets them in no more', async (t) => {
    const form = somebody()
    await addAccount(form)
    const { scrypt } = crypto
    let isFirst = true
    // The old password is found right, and a moment later it is not the account's any more.
    replaceScrypt(t, (...[password, salt, length, options, done]: Parameters<typeof scrypt>) => {
      const isHooked = isFirst
      isFirst = false
      scrypt(password, salt, length, options, async (error, key) => {
        if (isHooked) await makeAdmin({ db }, { ...form, password: 'the new admin’s' })
        done(error, key)
      })
    })
    assert.deepEqual(await logIn(shop, form, page()), { ok: false })
    const { rows } = await pool.query('select from session join "user" on "user".id = user_id where email = $1', [
      form.email,
    ])
    assert.deepEqual(rows, [])
    assert.equal((await logInAs({ ...form, password: 'the new admin’s' })).user.role, 'admin')
  })
})

describe('an address that nobody has', () => {
  test('costs the work of a password, and is answered like a wrong one', async (t) => {
    const form = somebody()
    await addAccount(form)
    const spy = replaceScrypt(t, crypto.scrypt)
    const unknown = await logIn(shop, { email: 'nobody@gmail.com', password: 'a guess' }, page())
    assert.equal(spy.mock.callCount(), 1)
    const wrong = await logIn(shop, { email: form.email, password: 'a guess' }, page())
    assert.equal(spy.mock.callCount(), 2)
    const [first, second] = spy.mock.calls.map((call) => call.arguments[3])
    assert.deepEqual(first, second)
    assert.deepEqual(unknown, wrong)
  })
})

test('cookies and secrets of earlier versions are read', () => {
  const cookie = 'gamla.two_factor=a-token.WTFB66ygzXDxm%2FDzYdISPXq9vw8TAhBlQZ%2FTnwXnoqA%3D'
  assert.equal(shop.auth.challengeCookie.read(new Headers({ cookie })), 'a-token')
  const stored =
    '45122ac33c3e96220743998172fe7f7c970d55646c93563783a85505873d1a3a79f5cc993cc2d070c126eaa7fadeee33ec4f5a3a1efceae7171e43cf59ccf564'
  assert.equal(unseal(shop.auth.secret, stored), 'JBSWY3DPEHPK3PXPJBSWY3DP')
})
