import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { homeAfterLogin, loginRefusal, parseLogin, parseSignup, signupAdvice } from './account.ts'
import { dashboardOf, parseStoredUser, toStoredUser } from './user.ts'

test('after login a user, a seller and anybody else land on their own dashboards', () => {
  assert.equal(homeAfterLogin('user'), '/userDashboard')
  assert.equal(homeAfterLogin('seller'), '/sellerDashboard')
  for (const role of ['admin', '', 'owner', 'USER', '__proto__']) assert.equal(homeAfterLogin(role), '/adminDashboard')
})

test("the name in the navigation bar leads to the user's, the admin's, or else the seller's dashboard", () => {
  assert.equal(dashboardOf('user'), '/userDashboard')
  assert.equal(dashboardOf('admin'), '/adminDashboard')
  for (const role of ['seller', '', 'owner', 'ADMIN', '__proto__']) assert.equal(dashboardOf(role), '/sellerDashboard')
})

const required = 'All Fields are required'
const shortName = 'Name required minimum 3 char'
const badEmail = 'enter valid email or use @gmail.com'
const shortPassword = 'Password required minimum 6 char'

test('signup shows every message that applies, in every combination, and none for a good form', () => {
  const names = { Meera: [], Me: [shortName], '': [required, shortName] }
  const emails = { 'meera24@gmail.com': [], 'meera@example.in': [badEmail], '': [required, badEmail] }
  const passwords = { stone6: [], stone: [shortPassword], '': [required, shortPassword] }
  for (const [name, ofName] of Object.entries(names)) {
    for (const [email, ofEmail] of Object.entries(emails)) {
      for (const [password, ofPassword] of Object.entries(passwords)) {
        const expected = [...new Set([...ofName, ...ofEmail, ...ofPassword])]
        const advice = signupAdvice({ name, email, password })
        // Emptiness is said once and first, whichever field is empty.
        assert.deepEqual(
          advice,
          expected.includes(required) ? [required, ...expected.filter((m) => m !== required)] : expected,
        )
      }
    }
  }
})

test('a name of 3, an e-mail of 14 and a password of 6 characters are long enough', () => {
  assert.deepEqual(signupAdvice({ name: 'Ana', email: 'abc1@gmail.com', password: '123456' }), [])
  assert.deepEqual(signupAdvice({ name: 'An', email: 'ab1@gmail.com', password: '12345' }), [
    shortName,
    badEmail,
    shortPassword,
  ])
})

test('the e-mail that signup advises is letters, then digits, then gmail', () => {
  const adviceFor = (email: string) => signupAdvice({ name: 'Meera', email, password: 'stoneware' })
  for (const email of ['meera24@gmail.com', 'MEERA24@Gmail.Com', 'abcdefghijk1@gmail.com', 'm123456@gmail.com']) {
    assert.deepEqual(adviceFor(email), [], email)
  }
  const narrow = [
    'meeranair@gmail.com',
    '1234567@gmail.com',
    '24meera@gmail.com',
    'meera24a@gmail.com',
    'meera.n24@gmail.com',
  ]
  const wrong = [
    'meera24@gmail.co',
    'meera24@gmail.com.in',
    'meera24@gmailxcom',
    'meera24@googlemail.com',
    'meera24',
    'x@meera24@gmail.com',
  ]
  const odd = [
    'मीरा24@gmail.com',
    'meera٣@gmail.com',
    'meera 24@gmail.com',
    'meera24@gmail.com\nx',
    '🪴🪴🪴24@gmail.com',
  ]
  for (const email of [...narrow, ...wrong, ...odd]) assert.deepEqual(adviceFor(email), [badEmail], email)
})

test('signup judges what the server will read: white space and control characters around a field are nothing', () => {
  assert.deepEqual(signupAdvice({ name: ' Meera ', email: ' meera24@gmail.com\t', password: 'stoneware' }), [])
  assert.deepEqual(signupAdvice({ name: '   ', email: 'meera24@gmail.com', password: 'stoneware' }), [
    required,
    shortName,
  ])
  assert.deepEqual(signupAdvice({ name: 'A\0\0', email: ' \n', password: 'stoneware' }), [
    required,
    shortName,
    badEmail,
  ])
})

test('a password may begin and end with spaces', () => {
  assert.deepEqual(signupAdvice({ name: 'Meera', email: 'meera24@gmail.com', password: '      ' }), [])
  const parsed = parseSignup({ name: 'Meera', email: 'meera24@gmail.com', password: ' stone ' })
  assert.ok(parsed.ok && parsed.value.password === ' stone ')
})

test('a login with an empty field or a password under 6 characters is stopped with its toast', () => {
  const short = 'check email or password or register'
  assert.equal(loginRefusal({ email: '', password: '' }), required)
  assert.equal(loginRefusal({ email: 'meera24@gmail.com', password: '' }), required)
  assert.equal(loginRefusal({ email: '', password: 'stoneware' }), required)
  assert.equal(loginRefusal({ email: '  ', password: 'stoneware' }), required)
  assert.equal(loginRefusal({ email: '', password: 'stone' }), required)
  assert.equal(loginRefusal({ email: 'meera24@gmail.com', password: 'stone' }), short)
  assert.equal(loginRefusal({ email: 'meera24@gmail.com', password: 'stone6' }), undefined)
  assert.equal(loginRefusal({ email: 'no address', password: 'stone6' }), undefined)
})

const good = { name: 'Meera Nair', email: 'meera24@gmail.com', password: 'stoneware' }

test('the server accepts a name, any well-formed e-mail and a password of 6 to 128 characters', () => {
  assert.deepEqual(parseSignup(good), { ok: true, value: good })
  for (const length of [6, 7, 127, 128])
    assert.ok(parseSignup({ ...good, password: 'x'.repeat(length) }).ok, `${length}`)
  for (const length of [0, 1, 5, 129, 1_000_000]) {
    const parsed = parseSignup({ ...good, password: 'x'.repeat(length) })
    assert.ok(!parsed.ok, `${length}`)
    assert.deepEqual(Object.keys(parsed.problems), ['password'])
  }
  for (const email of ['a@b.in', 'meera.nair+pots@mail.example.co.in', 'm_n-1@x-y.org']) {
    assert.ok(parseSignup({ ...good, email }).ok, email)
  }
})

test('the server refuses what is no e-mail address', () => {
  const strangers = [
    '',
    'meera',
    '@gmail.com',
    'meera@',
    'meera@gmail',
    'meera @gmail.com',
    'a@b@gmail.com',
    'meera@gmail..com',
  ]
  const tricks = [
    'meera@gmail.com, b@c.in',
    'Meera <m@gmail.com>',
    'm@gmail.com\r\nBcc: b@c.in',
    '🪴@gmail.com',
    'm\ud800@gmail.com',
  ]
  for (const email of [...strangers, ...tricks, `${'a'.repeat(250)}@b.in`, `a@${'b.'.repeat(500_000)}in`]) {
    const parsed = parseSignup({ ...good, email })
    assert.ok(!parsed.ok, email.slice(0, 40))
    assert.deepEqual(Object.keys(parsed.problems), ['email'])
  }
})

test('an e-mail of 254 characters is the longest', () => {
  const email = (length: number) => `${'a'.repeat(length - '@gmail.com'.length)}@gmail.com`
  assert.ok(parseSignup({ ...good, email: email(254) }).ok)
  assert.ok(!parseSignup({ ...good, email: email(255) }).ok)
})

test('signup and login read an e-mail the same way, whatever its capitals and the spaces around it', () => {
  const typed = { ...good, email: '  Meera24@GMAIL.com\n' }
  const signup = parseSignup(typed)
  const login = parseLogin(typed)
  assert.ok(signup.ok && login.ok)
  assert.equal(signup.value.email, 'meera24@gmail.com')
  assert.equal(login.value.email, 'meera24@gmail.com')
})

test('a name is one line of 1 to 100 characters, in any script', () => {
  for (const [typed, stored] of [
    ['A', 'A'],
    ['x'.repeat(100), 'x'.repeat(100)],
    ['  मीरा\tनायर ', 'मीरा नायर'],
    ['Meera 🪴', 'Meera 🪴'],
    ['Mee\0ra\x07', 'Meera'],
    ['Meera \ud83e', 'Meera \ufffd'],
    ['Meera\r\nNair', 'Meera Nair'],
  ] as const) {
    assert.deepEqual(parseSignup({ ...good, name: typed }), { ok: true, value: { ...good, name: stored } })
  }
  for (const name of ['', '   ', '\0', '\r\n', 'x'.repeat(101), 'x'.repeat(1_000_000), null, 7, {}]) {
    const parsed = parseSignup({ ...good, name })
    assert.ok(!parsed.ok)
    assert.deepEqual(Object.keys(parsed.problems), ['name'])
  }
})

test('nobody can sign up as something else than a user: a role is not even read', () => {
  const parsed = parseSignup({ ...good, role: 'admin', userId: '1', isAdmin: true })
  assert.deepEqual(parsed, { ok: true, value: good })
})

test('a login reads two texts and nothing else', () => {
  assert.deepEqual(parseLogin({ ...good, role: 'admin' }), {
    ok: true,
    value: { email: good.email, password: good.password },
  })
  assert.deepEqual(parseLogin({ email: { $ne: '' }, password: ['x'] }), {
    ok: true,
    value: { email: '', password: '' },
  })
})

test('every sentence under the signup form is plain English', () => {
  const parsed = parseSignup({})
  assert.deepEqual(parsed, {
    ok: false,
    problems: {
      name: 'Enter your name.',
      email: 'Enter an email such as meera24@gmail.com.',
      password: 'Use at least 6 characters.',
    },
  })
})

test('whatever is posted, signup and login answer and never throw', () => {
  const form = fc.record({ name: fc.anything(), email: fc.anything(), password: fc.anything() }, { requiredKeys: [] })
  fc.assert(
    fc.property(fc.oneof(form, fc.anything()), (posted) => {
      const signup = parseSignup(posted)
      if (signup.ok) assert.ok(signup.value.password.length >= 6)
      parseLogin(posted)
    }),
  )
})

test('the stored user is read back as it was written', () => {
  for (const role of ['user', 'seller', 'admin'] as const) {
    const stored = { name: 'Meera', role, uid: 'u1', email: 'meera24@gmail.com' }
    const user = { name: 'Meera', role, userId: 'u1', email: 'meera24@gmail.com' }
    assert.deepEqual(toStoredUser(user), stored)
    assert.deepEqual(parseStoredUser(JSON.stringify(stored)), user)
    assert.deepEqual(parseStoredUser(JSON.stringify({ ...stored, password: 'x', __proto__: { a: 1 } })), user)
  }
})

test('a stored user that cannot be read means logged out, never a crash', () => {
  const user = { name: 'Meera', role: 'user', uid: 'u1', email: 'm@x.in' }
  const almost = [
    { ...user, role: 'owner' },
    { ...user, name: null },
    { ...user, uid: 7 },
    { name: 'Meera' },
    [user],
    { user },
  ]
  const foreign = [
    null,
    '',
    'null',
    '7',
    '"Meera"',
    '[]',
    '{}',
    'true',
    '{',
    '\0',
    '{"__proto__":{"role":"admin"}}',
    'x'.repeat(1_000_000),
  ]
  for (const text of [...foreign, '['.repeat(100_000), ...almost.map((value) => JSON.stringify(value))]) {
    assert.equal(parseStoredUser(text), undefined, text?.slice(0, 60))
  }
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void parseStoredUser(text)))
})
