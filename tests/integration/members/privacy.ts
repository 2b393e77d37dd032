// The buttons of privacy: a copy of one's data, deleting one's account, and how long the shop keeps what.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { createCode } from '#server/accounts/codes/codes.ts'
import { jobKey } from '#server/db/enqueue.ts'
import { lineFor } from '#tests/support/fixtures/factories.ts'
import { mainOf, type Storefront, sharedStorefront } from '#tests/support/storefront.ts'

async function signUp(shop: Storefront) {
  const person = await shop.signUp('=Devika Menon')
  const [session] = await shop.sql<{ id: string }>('select id from session where user_id = $1', [person.userId])
  return { ...person, askedBy: session?.id ?? '' }
}

async function order(shop: Storefront, cookie: string, title: string) {
  const { status } = await shop.order(cookie, [lineFor(await shop.makeProduct({ title }))], { address: '9 Fort Road' })
  assert.equal(status, 200)
}

test('Download my data: a zip of JSON and CSV from every table, for one day and one person', async () => {
  const shop = await sharedStorefront()
  const [owner, other] = [await signUp(shop), await signUp(shop)]
  await order(shop, owner.cookie, 'Exported pot')
  const asked = await shop.press('/account/privacy', 'Download my data', owner)
  assert.equal(asked.status, 200)
  assert.match(asked.text, /Your data is ready.*only while you are logged in/)
  const [link = ''] = asked.html.match(/\/account\/privacy\/download\/[\w-]{43}/) ?? []

  const response = await shop.get(link, { cookie: owner.cookie })
  assert.equal(response.headers.get('content-type'), 'application/zip')
  assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="gamla-data-[\d-]{10}\.zip"$/)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const json = JSON.parse(strFromU8(files['data.json'] ?? new Uint8Array()))
  assert.equal(json.tables.user.rows[0].email, owner.email)
  assert.equal(json.tables.orders.rows[0].address, '9 Fort Road')
  assert.equal(json.tables.order_lines.rows[0].title, 'Exported pot')
  assert.deepEqual(
    json.tables.consents.rows.map(({ purpose }: { purpose: string }) => purpose),
    ['signup', 'checkout'],
  )
  const csv = parse(strFromU8(files['csv/user.csv'] ?? new Uint8Array()), { bom: true, columns: true })
  // A spreadsheet reads a name that begins with = as a formula.
  assert.equal((csv as { name: string }[])[0]?.name, "'=Devika Menon")
  const all = Object.values(files)
    .map((file) => strFromU8(file))
    .join()
  for (const secret of ['scrypt', link.slice(-43), owner.cookie.split('=')[1]?.slice(0, 20) ?? '-'])
    assert.ok(!all.includes(secret), secret)

  const stranger = await shop.ask(link, { cookie: other.cookie })
  assert.deepEqual([stranger.status, stranger.headers.get('location')], [302, '/account/privacy?link=expired'])
  assert.match(
    (await shop.ask('/account/privacy?link=expired', { cookie: other.cookie })).text,
    /This link has expired/,
  )
  assert.match((await shop.ask(link)).headers.get('location') ?? '', /^\/login\?next=/)
  await shop.sql(`update data_exports set expires_at = now() - interval '1 second' where user_id = $1`, [owner.userId])
  assert.equal((await shop.ask(link, { cookie: owner.cookie })).status, 302)
  const audit = await shop.sql('select action from audit where actor_id = $1 order by id', [owner.userId])
  assert.deepEqual(audit, [{ action: 'ask for own data' }, { action: 'download own data' }])
})

test('Delete my account: open orders first, then a code and the password, then nothing of the person is left', async () => {
  const shop = await sharedStorefront()
  const owner = await signUp(shop)
  await order(shop, owner.cookie, 'Last pot')
  const path = '/account/privacy/delete'
  const blocked = await shop.ask(path, { cookie: owner.cookie })
  assert.match(blocked.text, /Order \d+ is not delivered yet\. Cancel it under Your orders/)
  assert.doesNotMatch(mainOf(blocked.html), /<form/)
  const forced = await shop.ask(path, { cookie: owner.cookie, form: { intent: 'delete', code: '1', password: 'x' } })
  assert.equal(forced.status, 409)
  await shop.sql(`update orders set cancel = 'cancelled' where user_id = $1`, [owner.userId])

  const sent = await shop.press(path, 'Email me a code', owner)
  assert.match(sent.text, /The code works for 10 minutes and 5 tries/)
  const jobs = await shop.sql('select from graphile_worker.jobs where key = $1', [
    jobKey('send-account-code', codeOf(owner)),
  ])
  assert.equal(jobs.length, 1)

  const code = await createCode(shop.shop, codeOf(owner))
  const { cookie } = owner
  const tried = (typed: Record<string, string>) => shop.press(sent, 'Delete my account', { cookie, typed })
  for (const [typed, field, problem] of [
    [{ Code: code, Password: 'wrong one' }, 'password', /This is not your password/],
    [
      { Code: code === '000000' ? '000001' : '000000', Password: owner.password },
      'code',
      /This code is wrong or has expired/,
    ],
  ] as const) {
    const { status, html, text } = await tried(typed)
    assert.equal(status, 409)
    assert.match(text, problem)
    assert.match(html, new RegExp(`aria-invalid="true"[^>]*name="${field}"`))
  }
  const done = await tried({ Code: code, Password: owner.password })
  assert.deepEqual([done.status, done.headers.get('location')], [302, '/account/deleted'])
  const cookies = done.headers.getSetCookie().join()
  for (const name of ['session_token', 'device']) assert.match(cookies, new RegExp(`gamla\\.${name}=;[^,]*Max-Age=0`))
  assert.match((await shop.ask('/account/deleted')).text, /Your account is deleted/)
  assert.match((await shop.ask('/userDashboard', { cookie: owner.cookie })).headers.get('location') ?? '', /^\/login/)
  assert.equal((await shop.ask('/login', { form: owner })).status, 401)
  const admin = await shop.sessionOf('admin')
  for (const table of ['users', 'orders']) {
    const exported = await shop.ask(`/adminDashboard/export/${table}`, { cookie: admin })
    assert.ok(!exported.html.includes(owner.email), table)
    assert.equal(exported.html.includes('deleted-user'), table === 'orders')
  }
  assert.doesNotMatch((await shop.ask('/adminDashboard/users', { cookie: admin })).text, /deleted user/)
})

const codeOf = ({ userId, email, askedBy }: { userId: string; email: string; askedBy: string }) =>
  ({ purpose: 'delete-account', userId, email, askedBy }) as const

test('a code is good for five tries, and the sixth is refused even if it is right', async () => {
  const shop = await sharedStorefront()
  const owner = await signUp(shop)
  const code = await createCode(shop.shop, codeOf(owner))
  const wrong = code === '123456' ? '654321' : '123456'
  const ask = (typed: string) =>
    shop.ask('/account/privacy/delete', {
      cookie: owner.cookie,
      form: { intent: 'delete', code: typed, password: owner.password },
    })
  for (let tries = 0; tries < 5; tries += 1) assert.equal((await ask(wrong)).status, 409)
  assert.equal((await ask(code)).status, 409)
  const fresh = await createCode(shop.shop, codeOf(owner))
  await shop.sql('update verification set expires_at = now()')
  assert.equal((await ask(fresh)).status, 409)
  assert.equal((await shop.sql('select from "user" where id = $1', [owner.userId])).length, 1)
})

test('the privacy page says only what is so', async () => {
  const shop = await sharedStorefront()
  const { text } = await shop.ask('/privacy')
  assert.match(text, /No network address/)
  assert.doesNotMatch(text, /IP address/)
  assert.doesNotMatch((await shop.ask('/termsAndConditions')).text, /is a list price/)
  for (const path of ['/signup']) {
    const { html } = await shop.ask(path)
    assert.match(mainOf(html), /All about your data/)
    assert.doesNotMatch(mainOf(html), /checkbox/)
  }
})
