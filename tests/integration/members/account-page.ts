// The account page as a browser without scripts uses it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { READABLE_JOBS } from '#server/db/enqueue.ts'
import { lineFor } from '#tests/support/fixtures/factories.ts'
import { decodeEntities, fillForm, mainOf, sharedStorefront, textOf } from '#tests/support/storefront.ts'

const ADDRESS = {
  'Full name': 'Kavya Rao',
  Address: '14 Temple Street',
  City: 'Mysuru',
  Pincode: '570001',
  'Mobile number': '9845012345',
}

async function member() {
  const shop = await sharedStorefront()
  const { cookie, ...person } = await shop.signUp()
  const open = async (path = '/account') => (await shop.ask(path, { cookie })).html

  /** Presses a button of a page; a redirect is followed. */
  async function press(html: string, button: string, typed: Record<string, string> = {}) {
    const answer = await shop.press({ path: '/account', html }, button, { cookie, typed })
    const location = answer.headers.get('location')
    return location?.startsWith('/account') ? { ...answer, ...(await shop.ask(location, { cookie })) } : answer
  }
  return { shop, person, cookie, open, press }
}

const alertsOf = (html: string) =>
  (html.match(/<p[^>]*role="alert"[\s\S]*?<\/p>/g) ?? []).map(textOf).map((it) => it.trim())
/** The label of the first field that is marked as wrong, and what it says. */
function firstProblem(html: string): string {
  const [, id] = /<(?:input|textarea)[^>]*\bid="([^"]+)"[^>]*aria-invalid="true"/.exec(html) ?? []
  return textOf(new RegExp(`id="${id}-error">([\\s\\S]*?)</p>`).exec(html)?.[1] ?? '').trim()
}

test('every role has the page, with the links that its tasks need', async () => {
  const shop = await sharedStorefront()
  for (const role of ['user', 'seller', 'admin'] as const) {
    const cookie = await shop.sessionOf(role)
    const { status, html } = await shop.ask('/account', { cookie })
    assert.equal(status, 200)
    assert.match(html, /href="\/account\/security"/)
    assert.match(html, /href="\/account\/privacy"/)
    assert.match(html, /content="noindex"/)
    const home = { user: '/userDashboard', seller: '/sellerDashboard', admin: '/adminDashboard' }[role]
    const { html: dashboard } = await shop.ask(home, { cookie })
    // Staff have it in the menu of the frame.
    assert.match(role === 'user' ? mainOf(dashboard) : dashboard, /href="\/account"/)
  }
  assert.equal((await shop.ask('/account')).headers.get('location'), '/login?next=%2Faccount')
  assert.equal((await shop.ask('/account/addresses')).status, 401)
})

test('a name is changed, and a wrong one stays in its field', async () => {
  const { open, press } = await member()
  const wrong = await press(await open(), 'Save name', { Name: ' ' })
  assert.deepEqual([wrong.status, firstProblem(wrong.html)], [400, 'Enter your name.'])
  const long = await press(await open(), 'Save name', { Name: 'x'.repeat(101) })
  assert.match(mainOf(long.html), /value="x{101}"/)
  const done = await press(await open(), 'Save name', { Name: 'Kavya R.' })
  assert.deepEqual(alertsOf(done.html), ['Your name was changed.'])
  assert.match(mainOf(done.html), /value="Kavya R\."/)
})

test('the password changes with the current one and ends the other sessions', async () => {
  const { shop, person, open, press } = await member()
  const elsewhere = await shop.logIn(person)
  const form = (current: string, next: string) => ({ 'Current password': current, 'New password': next })
  const wrong = await press(await open(), 'Change password', form('not this one', 'terracotta 8'))
  assert.deepEqual([wrong.status, firstProblem(wrong.html)], [403, 'This is not your current password.'])
  assert.doesNotMatch(wrong.html, /not this one|terracotta 8/)
  const short = await press(await open(), 'Change password', form(person.password, '12345'))
  assert.deepEqual([short.status, firstProblem(short.html)], [400, 'Use at least 6 characters.'])
  assert.equal((await shop.ask('/account', { cookie: elsewhere })).status, 200)

  const done = await press(await open(), 'Change password', form(person.password, 'terracotta 8'))
  assert.deepEqual(alertsOf(done.html), ['Your password was changed. All other devices are logged out.'])
  assert.equal((await shop.ask('/account', { cookie: elsewhere })).status, 302)
  assert.match(await shop.logIn({ ...person, password: 'terracotta 8' }), /session_token/)
})

test('a new email is asked for with the password, and confirmed by a code', async () => {
  const { shop, person, open, press } = await member()
  const email = `moved.${person.email}`
  const html = await open()
  assert.match(textOf(html), /Not confirmed/)
  assert.match(html, /href="\/account\/confirm-email"/)
  const same = await press(html, 'Change email', { 'Your password': person.password })
  assert.equal(firstProblem(same.html), 'This is the email of your account already.')
  const wrong = await press(html, 'Change email', { Email: email, 'Your password': 'not this one' })
  assert.equal(firstProblem(wrong.html), 'This is not your current password.')
  assert.match(mainOf(wrong.html), new RegExp(`value="${email}"`))
  assert.deepEqual(await jobsFor(person.email), [])

  const asked = await press(html, 'Change email', { Email: email, 'Your password': person.password })
  assert.match(textOf(mainOf(asked.html)), new RegExp(`We’ve sent a code to ${email}`))
  assert.deepEqual(await jobsFor(person.email), [{ purpose: 'change-email', email }], 'and no code is stored')
  const guess = await press(asked.html, 'Confirm new email', { Code: '000 000' })
  assert.match(firstProblem(guess.html), /^This code is wrong or too old/)
  const nothing = await press(guess.html, 'Confirm new email', { Code: 'abc' })
  assert.match(firstProblem(nothing.html), /6 digits/)
  assert.match(nothing.html, new RegExp(`name="email" value="${email}"`))

  async function jobsFor(address: string) {
    return shop.sql(
      `select j.payload ->> 'purpose' as purpose, j.payload ->> 'email' as email
       from ${READABLE_JOBS} as j join "user" as u on u.id = j.payload ->> 'userId'
       where u.email = $1`,
      [address],
    )
  }
})

test('addresses are added, edited, made the default and deleted', async () => {
  const { shop, cookie, open, press } = await member()
  assert.match(textOf(await open()), /Saved addresses are offered at checkout/)
  assert.match(await open(), /href="\/account\?address=new"[^>]*>Add address</)
  const form = await open('/account?address=new')
  const wrong = await press(form, 'Save address', { ...ADDRESS, Pincode: '57' })
  assert.deepEqual([wrong.status, firstProblem(wrong.html)], [400, 'Your pincode must have at least 6 characters.'])
  assert.match(mainOf(wrong.html), /14 Temple Street/)
  const added = await press(wrong.html, 'Save address', ADDRESS)
  assert.deepEqual(alertsOf(added.html), ['The address was added.'])
  await press(form, 'Save address', { ...ADDRESS, City: 'Hampi' })

  const cities = async () => {
    const answer = await shop.get('/account/addresses', { cookie })
    const { saved } = (await answer.json()) as { saved: { city: string; isDefault: boolean }[] }
    return saved.map(({ city, isDefault }) => `${city}${isDefault ? ', default' : ''}`)
  }
  assert.deepEqual(await cities(), ['Hampi', 'Mysuru'])
  const page = await open()
  const [hampi] = idsOf(page)
  const chosen = await press(rowOf(page, 'Mysuru'), 'Make default')
  assert.deepEqual(alertsOf(chosen.html), ['The default address was changed.'])
  assert.deepEqual(await cities(), ['Hampi', 'Mysuru, default'])

  const [first, second] = [await open(`/account?address=${hampi}`), await open(`/account?address=${hampi}`)]
  const edited = await press(first, 'Save address', { ...ADDRESS, City: 'Goa' })
  assert.deepEqual(alertsOf(edited.html), ['The address was changed.'])
  const conflict = await press(second, 'Save address', { ...ADDRESS, City: 'Pune' })
  assert.equal(conflict.status, 409)
  assert.match(alertsOf(conflict.html).join(), /changed in another window\. Save again/)
  assert.deepEqual(await cities(), ['Goa', 'Mysuru, default'])
  await press(conflict.html, 'Save address', { ...ADDRESS, City: 'Pune' })
  assert.deepEqual(await cities(), ['Pune', 'Mysuru, default'])

  const stale = await open()
  const gone = await press(rowOf(stale, 'Pune'), 'Delete')
  assert.deepEqual(alertsOf(gone.html), ['The address was deleted.'])
  const again = await press(rowOf(stale, 'Pune'), 'Delete')
  assert.deepEqual([again.status, alertsOf(again.html)], [404, ['This address has already been deleted.']])
  const late = await press(second, 'Save address', { ...ADDRESS, City: 'Pune' })
  assert.equal(late.status, 404)
  assert.match(alertsOf(late.html).join(), /deleted since you opened it\. Save it again/)
  await press(late.html, 'Save address', { ...ADDRESS, City: 'Pune' })
  assert.deepEqual(await cities(), ['Pune', 'Mysuru, default'])
})

const idsOf = (html: string) => [...html.matchAll(/\/account\?address=(\d+)/g)].map(([, id]) => id)

function rowOf(html: string, city: string): string {
  const row = html.match(/<li class="cluster[^"]*">[\s\S]*?<\/li>/g)?.find((one) => decodeEntities(one).includes(city))
  assert.ok(row, city)
  return row
}

test('an order saves its address if that was asked for, and notes its use', async () => {
  const { shop, cookie } = await member()
  const id = await shop.makeProduct({ title: 'Pot for an address' })
  const order = (fields: Record<string, string>) =>
    shop.order(cookie, [lineFor(id)], { city: 'Mysuru', pincode: '570001', ...fields })
  type Offered = { saved: { city: string }[]; last?: { orderId: number; address: { city: string } } }
  const offered = async () => (await (await shop.get('/account/addresses', { cookie })).json()) as Offered
  const saved = async () => (await offered()).saved
  assert.deepEqual(await offered(), { saved: [] })
  assert.equal((await order({})).status, 200)
  assert.deepEqual(await saved(), [])
  assert.equal((await offered()).last?.address.city, 'Mysuru')
  assert.equal((await order({ saveAddress: 'yes' })).status, 200)
  assert.equal((await order({ saveAddress: 'yes', city: 'Hampi' })).status, 200)
  assert.equal((await order({})).status, 200)
  assert.deepEqual(
    (await saved()).map(({ city }) => city),
    ['Mysuru', 'Hampi'],
  )
})

test('sessions are listed and ended, one by one, all others, and this one', async () => {
  const { shop, person, cookie, open, press } = await member()
  const [phone, tablet] = [await shop.logIn(person), await shop.logIn(person)]
  const page = await open()
  assert.equal(page.match(/<li class="cluster/g)?.length, 3)
  assert.match(textOf(rowOf(page, 'This device')), /Unknown device|node/)
  const others = page.match(/<li class="cluster[^"]*">[\s\S]*?<\/li>/g)?.slice(1) ?? []
  const ended = await press(others[0] ?? '', 'End')
  assert.deepEqual(alertsOf(ended.html), ['That device is logged out.'])
  const alive = async () =>
    (await Promise.all([phone, tablet].map((one) => shop.ask('/account', { cookie: one })))).map(({ status }) => status)
  assert.deepEqual((await alive()).sort(), [200, 302])
  const again = await press(others[0] ?? '', 'End')
  assert.equal(again.status, 404)
  const all = await press(await open(), 'End all others')
  assert.deepEqual(alertsOf(all.html), ['All other devices are logged out.'])
  assert.deepEqual(await alive(), [302, 302])
  const own = await press(rowOf(await open(), 'This device'), 'End')
  assert.equal(own.headers.get('location'), '/login')
  assert.equal((await shop.ask('/account', { cookie })).status, 302)
})

test('an admin lists everybody’s sessions, finds a person and ends one, which is audited', async () => {
  const { shop, person, cookie } = await member()
  const admin = await shop.sessionOf('admin')
  const { html, text } = await shop.ask(`/adminDashboard/sessions?q=${person.email}`, { cookie: admin })
  assert.match(text, /1 session\b/)
  assert.match(text, new RegExp(person.email))
  const { action, fields } = fillForm(mainOf(html), 'End')
  const ended = await shop.ask(action, { cookie: admin, form: fields })
  assert.match(ended.text, /Session ended/)
  assert.equal((await shop.ask('/account', { cookie })).status, 302)
  const again = await shop.ask(action, { cookie: admin, form: fields })
  assert.deepEqual([again.status, /already ended/.test(again.text)], [409, true])
  const [entry] = await shop.sql<{ action: string }>(
    'select action from audit where subject = (select \'user \' || id from "user" where email = $1)',
    [person.email],
  )
  assert.equal(entry?.action, 'end session')
})

test('the list of sessions has pages, and its filters work together', async () => {
  const { shop, person } = await member()
  const admin = await shop.sessionOf('admin')
  await shop.sql(
    `insert into session (id, token, user_id, expires_at, created_at)
     select 'page-' || n, 'page-' || n, u.id, now() + interval '1 day', now() - n * interval '1 minute'
     from "user" as u, generate_series(1, 25) as n where u.email = $1`,
    [person.email],
  )
  const path = `/adminDashboard/sessions?q=${person.email}&role=user`
  const first = await shop.ask(path, { cookie: admin })
  const next = decodeEntities(/href="([^"]+)"[^>]*>Next page/.exec(first.html)?.[1] ?? '')
  assert.match(next, /after=20\./)
  const second = await shop.ask(next, { cookie: admin })
  assert.match(second.text, /21 to 26/)
  assert.match((await shop.ask(`${path.replace('user', 'seller')}`, { cookie: admin })).text, /No sessions found/)
})

test('staff choose what they hear of, when and how, and the page shows it', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  const open = async () => (await shop.ask('/account', { cookie })).html
  const [, kind] = /name="timing-([^"]+)"/.exec(await open()) ?? []
  assert.ok(kind)
  const isChosen = (html: string, timing: string) =>
    new RegExp(`<input(?=[^>]*name="timing-${kind}")(?=[^>]*value="${timing}")[^>]*\\schecked`).test(html)
  const { action, fields } = fillForm(await open(), 'Save notifications')
  for (const timing of ['never', 'at-once', 'digest']) {
    const form = { ...fields, [`timing-${kind}`]: timing, [`by-${kind}`]: 'email' }
    const { status, headers } = await shop.ask(action, { cookie, form })
    assert.equal(status, 302)
    const { html } = await shop.ask(headers.get('location') ?? '', { cookie })
    assert.ok(isChosen(html, timing), timing)
  }
})
