import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findSession, logIn } from '#server/accounts/sessions.ts'
import { addAccount, logInAs, page, somebody } from '#tests/support/fixtures/account-fixture.ts'
import { browser, enterCode, otherCode, rowOf, sendCode, shop } from '#tests/support/fixtures/code-fixture.ts'
import { confirmEmail } from './confirm.ts'

test('confirming inside one’s own session keeps password and sessions', async () => {
  const form = somebody()
  await addAccount(form)
  const [here, elsewhere] = [await logInAs(form), await logInAs(form)]
  const code = await sendCode(form.email, 'confirm-code')
  const confirm = (typed: string) =>
    confirmEmail(shop, { id: browser.askedBy, user: here.user }, { code: typed, address: '192.0.2.1' })
  assert.equal((await confirm(otherCode(code))).ok, false)
  assert.equal((await rowOf(form.email)).confirmed, false)
  assert.equal((await confirm(code)).ok, true)
  assert.equal((await confirm(code)).ok, false)
  for (const { cookie } of [here, elsewhere])
    assert.equal((await findSession(shop, page(cookie)))?.isEmailConfirmed, true)
  assert.ok((await logIn(shop, form, page())).ok)
})

test('a code to confirm logs nobody in, and one to log in confirms no session', async () => {
  const form = somebody()
  await addAccount(form)
  const { user } = await logInAs(form)
  const toConfirm = await sendCode(form.email, 'confirm-code')
  assert.equal((await enterCode(form.email, toConfirm)).ok, false)
  const toLogIn = await sendCode(form.email)
  if (toLogIn === toConfirm) return
  assert.equal(
    (await confirmEmail(shop, { id: browser.askedBy, user }, { code: toLogIn, address: '192.0.2.1' })).ok,
    false,
  )
})
