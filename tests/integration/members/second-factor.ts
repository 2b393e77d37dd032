// The second factor as a browser without scripts uses it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { READABLE_JOBS } from '#server/db/enqueue.ts'
import { cookiesOf } from '#tests/support/cookies.ts'
import { codeNow, recoveryCodesIn, secretIn } from '#tests/support/second-factor.ts'
import { type Answer, fillForm, sharedStorefront } from '#tests/support/storefront.ts'

async function enter() {
  const shop = await sharedStorefront()
  const { cookie, userId, ...person } = await shop.signUp()
  const press = (page: string | Answer, button: string, typed: Record<string, string> = {}, as = cookie) =>
    shop.press(page, button, { cookie: as, typed })
  const logIn = (path = '/login') => shop.ask(path, { form: person })

  async function setUpApp() {
    const setUp = await press('/account/security', 'Set up authenticator app')
    const secret = secretIn(setUp.html)
    const on = await press(setUp, 'Turn on', { 'First code': codeNow(secret) })
    return { secret, codes: recoveryCodesIn(on.html) }
  }

  /** The cookies of an admin who gave the password too long ago. */
  async function logInLongAgo(): Promise<string> {
    const admin = await shop.logIn(shop.accountOf('admin'))
    await shop.sql(
      `update session set confirmed_at = now() - interval '16 minutes'
       where id = (select id from session order by created_at desc limit 1)`,
    )
    return admin
  }

  /** Where the password is asked for. */
  function assertAsked({ headers }: { headers: Headers }): URL {
    const location = headers.get('location') ?? ''
    assert.match(location, /^\/confirm/)
    return new URL(location, shop.url)
  }
  const password = { Password: shop.accountOf('admin').password }
  return { shop, cookie, userId, press, logIn, setUpApp, logInLongAgo, assertAsked, password }
}

test('an authenticator app is set up with its first code, and ten recovery codes are shown once', async () => {
  const { shop, cookie, userId, press } = await enter()
  const setUp = await press('/account/security', 'Set up authenticator app')
  assert.match(setUp.html, /<svg[^>]*aria-label="QR code for your authenticator app"/)
  const wrong = await press(setUp, 'Turn on', { 'First code': '000000' })
  assert.equal(wrong.status, 409)
  assert.equal(secretIn(wrong.html), secretIn(setUp.html), 'the same QR code is shown again')
  const turnedOn = await press(wrong, 'Turn on', { 'First code': codeNow(secretIn(wrong.html)) })
  const codes = recoveryCodesIn(turnedOn.html)
  assert.equal(codes.length, 10)
  assert.equal(new Set(codes).size, 10)

  const later = await shop.ask('/account/security', { cookie })
  assert.equal(recoveryCodesIn(later.html).length, 0)
  assert.match(later.text, /10 of 10 left/)
  assert.doesNotMatch((await press(turnedOn, 'I have saved them')).text, /You have not said/)
  const stored = await shop.sql<{ line: string }>(
    'select two_factor::text as line from two_factor where user_id = $1',
    [userId],
  )
  for (const one of codes) assert.equal(stored[0]?.line.includes(one.replaceAll('-', '')), false)
})

test('logging in asks for the code after the password, and keeps where the person was going', async () => {
  const { shop, userId, press, logIn, setUpApp } = await enter()
  const { secret } = await setUpApp()
  const asked = await logIn('/login?next=/cart')
  assert.deepEqual([asked.status, asked.headers.get('location')], [302, '/login/second-factor?next=/cart'])
  const waiting = cookiesOf(asked.headers)
  assert.doesNotMatch(waiting, /session_token=[^;]/)
  assert.equal(await (await shop.get('/session', { cookie: waiting })).text(), 'null')

  const page = await shop.ask('/login/second-factor?next=/cart', { cookie: waiting })
  const wrong = await press(page, 'Log in', { '6-digit code': '000000' }, waiting)
  assert.equal(wrong.status, 401)
  // A code works once; without this the test would have to wait for the next one.
  await shop.sql('update two_factor set last_used_period = 0 where user_id = $1', [userId])
  const done = await press(page, 'Log in', { '6-digit code': codeNow(secret) }, waiting)
  assert.deepEqual([done.status, done.headers.get('location')], [302, '/cart'])
  assert.match(cookiesOf(done.headers), /gamla\.device=/)
  assert.match(await (await shop.get('/session', { cookie: cookiesOf(done.headers) })).text(), /Kavya Rao/)
})

test('a recovery code logs in once, and its owner is told', async () => {
  const { shop, cookie, userId, press, logIn, setUpApp } = await enter()
  const { codes } = await setUpApp()
  const [first = ''] = codes
  for (const expected of [302, 401]) {
    const waiting = cookiesOf((await logIn()).headers)
    const page = await shop.ask('/login/second-factor', { cookie: waiting })
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ')}`
    assert.equal((await press(page, 'Log in with recovery code', { 'Recovery code': typed }, waiting)).status, expected)
  }
  assert.match((await shop.ask('/account/security', { cookie })).text, /9 of 10 left/)
  const jobs = await shop.sql<{ notice: string }>(
    `select payload ->> 'template' as notice from ${READABLE_JOBS} as job where payload ->> 'userId' = $1`,
    [userId],
  )
  assert.deepEqual(jobs.map(({ notice }) => notice).sort(), ['recovery-code-used', 'second-factor-on'])
})

test('without a log-in that waits, the page says to log in', async () => {
  const shop = await sharedStorefront()
  assert.match((await shop.ask('/login/second-factor')).text, /This login has ended/)
})

test('turning it off makes the password enough again', async () => {
  const { press, logIn, setUpApp } = await enter()
  await setUpApp()
  const off = await press('/account/security', 'Turn off authenticator app')
  assert.equal(off.status, 200)
  const loggedIn = await logIn()
  assert.equal(loggedIn.headers.get('location'), '/userDashboard')
})

test('after 15 minutes the password is asked for again, and then what was pressed is carried out, once and for this session only', async () => {
  const { shop, userId, press, logInLongAgo, assertAsked, password } = await enter()
  const [admin, other] = [await logInLongAgo(), await logInLongAgo()]
  const list = `${shop.url}/adminDashboard/users?role=user`
  const sent = await fetch(`${shop.url}/adminDashboard/users`, {
    method: 'POST',
    redirect: 'manual',
    headers: { accept: 'text/html', cookie: admin, referer: list },
    body: new URLSearchParams({ intent: 'role', userId, role: 'seller', from: 'user', confirmed: 'yes' }),
  })
  const roleNow = async () =>
    (await shop.sql<{ role: string }>('select role from "user" where id = $1', [userId]))[0]?.role
  const pressed = assertAsked(sent)
  assert.equal(pressed.searchParams.get('next'), '/adminDashboard/users?role=user')

  const page = await shop.ask(pressed.pathname + pressed.search, { cookie: admin })
  assert.match(page.text, /We’ll then carry out what you pressed: Role\./)
  const wrong = await press(page, 'Confirm', { Password: 'not this one' }, admin)
  assert.equal(wrong.status, 401)
  assert.equal(await roleNow(), 'user')

  // Somebody who gets hold of the address, even the same person elsewhere, carries out nothing.
  const elsewhere = await press(
    await shop.ask(pressed.pathname + pressed.search, { cookie: other }),
    'Confirm',
    password,
    other,
  )
  assert.deepEqual([elsewhere.status, elsewhere.headers.get('location')], [302, '/adminDashboard/users?role=user'])

  const right = await press(page, 'Confirm', password, admin)
  assert.equal(right.status, 200)
  const done = await press(right, 'Continue', {}, admin)
  assert.equal(done.status, 200)
  assert.match(done.text, /Role changed successfully/)
  assert.equal(await roleNow(), 'seller')

  const again = await press(page, 'Confirm', password, admin)
  assert.deepEqual([again.status, again.headers.get('location')], [302, '/adminDashboard/users?role=user'])
})

test('a file and a page that were asked for are there after the password, and a form with files says what to do', async () => {
  const { shop, press, logInLongAgo, assertAsked, password } = await enter()
  const admin = await logInLongAgo()
  const headers = { accept: 'text/html', cookie: admin }
  const open = (path: string, more = {}) =>
    fetch(shop.url + path, { redirect: 'manual', headers: { ...headers, ...more } })
  const file = assertAsked(
    await open('/adminDashboard/export/orders?status=confirmed', { referer: `${shop.url}/adminDashboard/orders` }),
  )
  assert.equal(file.searchParams.get('next'), '/adminDashboard/orders')
  const opened = assertAsked(await open('/adminDashboard/packing-slips'))
  assert.equal(opened.search, '?next=%2FadminDashboard%2Fpacking-slips')

  const body = new FormData()
  body.set('intent', 'import')
  body.set('file', new File(['AWB\n1'], 'remitted.csv'))
  const referer = `${shop.url}/adminDashboard/cash`
  const sent = assertAsked(
    await fetch(referer, { method: 'POST', redirect: 'manual', headers: { ...headers, referer }, body }),
  )
  assert.equal(sent.search, '?next=%2FadminDashboard%2Fcash&again=yes')
  const asked = await shop.ask(sent.pathname + sent.search, { cookie: admin })
  assert.match(asked.text, /Choose your files and send it again/)

  const confirmed = await press(file.pathname + file.search, 'Confirm', password, admin)
  const { method, action, fields } = fillForm(confirmed.html, 'Continue')
  assert.deepEqual([method, fields], ['get', { status: 'confirmed' }])
  const csv = await shop.ask(`${action}?${new URLSearchParams(fields)}`, { cookie: admin })
  assert.match(csv.headers.get('content-type') ?? '', /csv/)
})

test('a file of products that was checked is imported after the password, without being chosen again', async () => {
  const { shop, press, logInLongAgo, assertAsked, password } = await enter()
  const admin = await logInLongAgo()
  const row = 'Asked Again,5,C01,POT,Round,/pots/cubee-grey-stone-front'
  const body = new FormData()
  body.set('intent', 'check')
  body.set('file', new File([`title,price,sizeCode,category,description,productImageUrl\n${row}`], 'pots.csv'))
  const headers = { accept: 'text/html', cookie: admin }
  const answer = await fetch(`${shop.url}/adminDashboard/import`, { method: 'POST', headers, body })
  const checked = fillForm(await answer.text(), 'Import 1 product')
  const asked = assertAsked(await shop.ask('/adminDashboard/import', { form: checked.fields, cookie: admin }))
  const confirmed = await press(asked.pathname + asked.search, 'Confirm', password, admin)
  const imported = await press(confirmed, 'Continue', {}, admin)
  assert.match(imported.text, /1 added/)
  assert.equal((await shop.sql("select id from products where title = 'Asked Again'")).length, 1)
})
