// Attacks on the second factor, and on what asks for the password again.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createLog, type Log } from '#server/observability/log.ts'
import { cookiesOf } from '#tests/support/cookies.ts'
import { ALL_JOBS } from '#tests/support/jobs.ts'
import { until } from '#tests/support/process.ts'
import { codeNow, recoveryCodesIn, secretIn } from '#tests/support/second-factor.ts'
import { openStorefront, type Storefront } from '#tests/support/storefront.ts'

type Person = { email: string; password: string; userId: string; cookie: string; secret: string; codes: string[] }

let shop: Storefront
let meera: Person
let people = 0
const logged: string[] = []
const write = (line: string) => void logged.push(line)
const log: Log = { ...createLog({ write }), error: (line, error) => write(`error ${line} ${error}`) }

before(async () => {
  shop = await openStorefront(log)
})
after(() => shop?.close())
beforeEach(async () => {
  meera = await makePerson()
})

test('a code of the app works once, also for log-ins at the same time', async () => {
  await forgetUsed(meera)
  const challenges = await Promise.all([1, 2, 3].map(() => challenge(meera)))
  const code = codeNow(meera.secret)
  const answers = await Promise.all(challenges.map((waiting) => enter(waiting, code)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [302, 401, 401])
  assert.equal((await enter(await challenge(meera), code)).status, 401)
})

test('the code that has set the app up logs nobody in', async () => {
  assert.equal((await enter(await challenge(meera), codeNow(meera.secret))).status, 401)
})

test('a recovery code works once, also for log-ins at the same time', async () => {
  const challenges = await Promise.all([1, 2, 3, 4].map(() => challenge(meera)))
  const answers = await Promise.all(challenges.map((waiting) => enter(waiting, meera.codes[0] ?? '')))
  assert.equal(answers.filter(({ status }) => status === 302).length, 1)
})

test('five wrong codes end the log-in, and the right one does not open it any more', async () => {
  await forgetUsed(meera)
  const waiting = await challenge(meera)
  for (let tries = 0; tries < 5; tries += 1) assert.equal((await enter(waiting, '000000')).status, 401)
  assert.match((await enter(waiting, codeNow(meera.secret))).text, /has ended/)
  assert.equal((await enter(waiting, codeNow(meera.secret))).status, 401)
})

test('ten wrong codes lock the second factor, whatever the number of log-ins and networks', async () => {
  await forgetUsed(meera)
  for (let round = 0; round < 3; round += 1) {
    const waiting = await challenge(meera)
    for (let tries = 0; tries < 4; tries += 1) await enter(waiting, '000000')
  }
  const answer = await enter(await challenge(meera), codeNow(meera.secret))
  assert.deepEqual([answer.status, /15 minutes/.test(answer.text)], [401, true])
  const [row] = await shop.sql<{ locked: boolean }>(
    'select locked_until > now() as locked from two_factor where user_id = $1',
    [meera.userId],
  )
  assert.equal(row?.locked, true)
})

test('the challenge of one person does not take the code of another', async () => {
  const other = await makePerson()
  await forgetUsed(other)
  const waiting = await challenge(meera)
  assert.equal((await enter(waiting, codeNow(other.secret))).status, 401)
  assert.equal((await enter(waiting, other.codes[0] ?? '')).status, 401)
  // A session of one's own in the same browser does not help either, and ends when another person logs in.
  assert.equal((await enter(`${waiting}; ${other.cookie}`, codeNow(other.secret))).status, 401)
  const done = await enter(`${waiting}; ${other.cookie}`, meera.codes[1] ?? '')
  assert.match(await whoIs(cookiesOf(done.headers)), new RegExp(meera.email))
  await until('the session before has ended', async () => (await whoIs(other.cookie)) === 'null')
})

test('a challenge cookie is signed, and is no session', async () => {
  const waiting = await challenge(meera)
  assert.equal(await whoIs(waiting), 'null')
  assert.equal(await whoIs(waiting.replaceAll('two_factor', 'session_token')), 'null')
  const forged = waiting.replace(/(two_factor=)(.)/, (_all, name, first) => name + (first === 'x' ? 'y' : 'x'))
  assert.equal((await enter(forged, meera.codes[0] ?? '')).status, 401)
  assert.equal((await enter(waiting, meera.codes[0] ?? '')).status, 302)
})

test('a log-in that waits ends when the person logs out everywhere', async () => {
  const waiting = await challenge(meera)
  await shop.get('/logout/everywhere', { form: {}, cookie: meera.cookie })
  assert.match((await enter(waiting, meera.codes[0] ?? '')).text, /has ended/)
})

test('codes and secrets stand in no log, audit, email or job', async () => {
  await enter(await challenge(meera), meera.codes[0] ?? '')
  const rows = await shop.sql<{ line: string }>(`
    select audit::text as line from audit union all select sent_messages::text from sent_messages union all
    select job::text from ${ALL_JOBS} as job union all
    select two_factor::text from two_factor union all select verification::text from verification`)
  const said = [...logged, ...rows.map(({ line }) => line)].join('\n')
  assert.match(said, /second-factor-asked/)
  for (const secret of [meera.secret, ...meera.codes, ...meera.codes.map((code) => code.replaceAll('-', ''))])
    assert.equal(said.includes(secret), false)
})

test('nobody goes around being asked for the password again', async () => {
  const admin = await shop.logIn(shop.accountOf('admin'))
  await shop.sql("update session set confirmed_at = now() - interval '16 minutes'")
  const id = await shop.makeProduct()
  const form = { intent: 'delete', id: String(id), confirmed: 'yes' }
  const extras: Record<string, string>[] = [{}, { confirmed: '1' }, { password: 'x' }]
  const isAsked = ({ status, headers }: Response) =>
    status === 202 || headers.get('location')?.startsWith('/confirm') === true
  await until('the session is looked up again', async () =>
    isAsked(await shop.get('/adminDashboard/export/users', { cookie: admin })),
  )
  for (const path of [
    '/adminDashboard',
    '/adminDashboard/',
    '/adminDashboard.data',
    '/admindashboard',
    '/adminDashboard?index',
  ])
    for (const more of extras) await shop.get(path, { form: { ...form, ...more }, cookie: admin })
  for (const path of ['/adminDashboard/export/users', '/adminDashboard/export/users.data?_routes=routes'])
    assert.doesNotMatch(await (await shop.get(path, { cookie: admin })).text(), /@gamla/)
  const isThere = async () => (await shop.sql('select from products where id = $1', [id])).length === 1
  assert.equal(await isThere(), true)
  assert.equal((await shop.get('/confirm', { form: { password: 'wrong word' }, cookie: admin })).status, 401)
  // Somebody else's password is not this person's.
  assert.equal((await shop.get('/confirm', { form: { password: meera.password }, cookie: admin })).status, 401)
  assert.equal((await shop.get('/adminDashboard/export/users', { cookie: admin })).status, 302)
  await shop.get('/confirm', { form: { password: shop.accountOf('admin').password }, cookie: admin })
  assert.equal((await shop.get('/adminDashboard', { form, cookie: admin })).status, 200)
  assert.equal(await isThere(), false, 'the request itself was right')
})

test('codes cannot be guessed where the password is asked for again', async () => {
  await forgetUsed(meera)
  const tell = (code: string) => shop.get('/confirm', { form: { code }, cookie: meera.cookie })
  for (let tries = 0; tries < 10; tries += 1) assert.equal((await tell('000000')).status, 401)
  assert.match(await (await tell(codeNow(meera.secret))).text(), /15 minutes/)
})

test('the next page after a confirmation is one of this shop', async () => {
  const { password, cookie } = meera
  for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    const answer = await shop.get(`/confirm?next=${encodeURIComponent(next)}`, { form: { password }, cookie })
    assert.equal(answer.headers.get('location'), '/userDashboard', next)
  }
})

test('an admin can neither lock themselves out, nor be kept from the shop by a requirement that they meet', async () => {
  const { email, password } = shop.accountOf('admin')
  const cookie = await shop.logIn({ email, password })
  const require = () =>
    shop.ask('/adminDashboard/settings', { form: { intent: 'security', requireSecondFactor: 'on' }, cookie })
  assert.equal((await require()).status, 400, 'without a second factor')
  await makeFactor(cookie)
  assert.equal((await require()).status, 400, 'before the recovery codes are saved')
  await shop.ask('/account/security', { form: { intent: 'codes-saved' }, cookie })
  assert.equal((await require()).status, 200)
  const removal = await shop.ask('/account/security', { form: { intent: 'turn-off-app' }, cookie })
  assert.equal(removal.status, 409)
  assert.match(removal.text, /requires admins to use two-step login/)
  assert.equal((await shop.get('/adminDashboard', { cookie })).status, 200)

  // Another admin, without one, gets to the page that sets it up and no further.
  const other = await makePerson({ hasApp: false })
  await shop.sql('update "user" set role = \'admin\' where id = $1', [other.userId])
  for (const path of ['/adminDashboard', '/adminDashboard/export/users', '/addproduct']) {
    const led = await until('the role has changed', async () => {
      const answer = await shop.get(path, { cookie: other.cookie })
      return answer.headers.get('location') === '/account/security' ? answer : undefined
    })
    assert.equal(led.status, 302)
  }
  assert.match(
    (await shop.ask('/account/security', { cookie: other.cookie })).text,
    /requires admins to use two-step login/,
  )
  await makeFactor(other.cookie)
  assert.equal((await shop.get('/adminDashboard', { cookie: other.cookie })).status, 200)
  await shop.ask('/adminDashboard/settings', { form: { intent: 'security' }, cookie })
})

test('a passkey that no device has signed opens nothing', async () => {
  for (const credential of ['{}', '[]', 'null', '"x"', '{"id":"x","response":{}}', '{"id":{"$ne":1}}', '7']) {
    const options = await shop.get('/login/passkey', { form: { intent: 'options' } })
    const cookie = cookiesOf(options.headers)
    const answer = await shop.get('/login/passkey', { form: { intent: 'log-in', credential }, cookie })
    assert.ok(answer.status >= 400 && answer.status < 500, `${credential}: ${answer.status}`)
    assert.doesNotMatch(cookiesOf(answer.headers), /session_token=[^;]/)
    const form = { credential }
    assert.equal((await shop.get('/confirm', { form, cookie: `${cookie}; ${meera.cookie}` })).status, 401, credential)
  }
})

async function makePerson({ hasApp = true } = {}): Promise<Person> {
  people += 1
  const form = { name: 'Meera', email: `meera.factor${people}@gmail.com`, password: `terracotta ${people}` }
  await shop.ask('/signup', { form })
  const cookie = await shop.logIn(form)
  const [row] = await shop.sql<{ id: string }>('select id from "user" where email = $1', [form.email])
  const factor = hasApp ? await makeFactor(cookie) : { secret: '', codes: [] }
  return { ...form, userId: row?.id ?? '', cookie, ...factor }
}

/** Sets up an authenticator app as its owner does. */
async function makeFactor(cookie: string): Promise<Pick<Person, 'secret' | 'codes'>> {
  const setUp = await shop.ask('/account/security', { form: { intent: 'start-app' }, cookie })
  const secret = secretIn(setUp.html)
  const form = { intent: 'activate-app', code: codeNow(secret) }
  const codes = recoveryCodesIn((await shop.ask('/account/security', { form, cookie })).html)
  assert.equal(codes.length, 10)
  return { secret, codes }
}

async function challenge({ email, password }: Person): Promise<string> {
  const answer = await shop.get('/login', { form: { email, password } })
  assert.equal(answer.headers.get('location'), '/login/second-factor')
  return answer.headers
    .getSetCookie()
    .filter((text) => text.startsWith('gamla.two_factor='))
    .map((text) => text.split(';')[0])
    .join('; ')
}

function enter(cookie: string, code: string) {
  return shop.ask('/login/second-factor', { form: { code }, cookie })
}

async function whoIs(cookie: string): Promise<string> {
  return (await shop.get('/session', { cookie })).text()
}

function forgetUsed({ userId }: Person) {
  return shop.sql('update two_factor set last_used_period = 0 where user_id = $1', [userId])
}
