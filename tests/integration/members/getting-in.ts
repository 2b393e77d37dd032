// Logging in without scripts, and what a shop shows that cannot send emails. With emails: tests/security/account-emails.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mainOf, sharedStorefront, textOf } from '#tests/support/storefront.ts'

test('without scripts a login lands on its page, whatever the browser accepts', async () => {
  const shop = await sharedStorefront()
  const { email, password } = shop.accountOf('user')
  for (const accept of ['text/html', '*/*', 'application/xhtml+xml']) {
    for (const [query, lands] of [
      ['', '/userDashboard'],
      ['?next=%2Fcart', '/cart'],
    ]) {
      const answer = await fetch(`${shop.url}/login${query}`, {
        method: 'POST',
        headers: { accept },
        body: new URLSearchParams({ email, password }),
        redirect: 'manual',
      })
      assert.deepEqual([answer.status, answer.headers.get('location')], [302, lands], `${accept} ${query}`)
      assert.match(answer.headers.get('set-cookie') ?? '', /gamla\.session_token=/)
    }
  }
})

test('a shop that cannot send emails offers none', async () => {
  const shop = await sharedStorefront()
  assert.doesNotMatch((await shop.ask('/login')).text, /Email me a code|Forgot password/)
  for (const path of ['/login/code', '/forgot-password']) {
    const page = mainOf((await shop.ask(path)).html)
    assert.match(textOf(page), /can’t send emails/)
    assert.doesNotMatch(page, /<form/)
    assert.equal((await shop.ask(path, { form: { email: 'meera24@gmail.com' } })).status, 503)
  }
  assert.deepEqual(await shop.sql("select from graphile_worker.jobs where task_identifier = 'send-account-email'"), [])
})

test('a commonly used password is advised against while it is typed, and stops no shopper', async () => {
  const shop = await sharedStorefront()
  const advise = async (password: string) => (await shop.ask('/signup/password', { form: { password } })).html
  assert.match(await advise('Password123'), /"isCommon":true/)
  assert.match(await advise('terracotta 7'), /"isCommon":false/)
  const form = { name: 'Kavya', email: 'kavya.common@gmail.com', password: 'password123' }
  assert.equal((await shop.ask('/signup', { form })).status, 302)
})
