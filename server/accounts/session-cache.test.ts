import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { User } from '#domain/accounts/user.ts'
import type { Change } from '#server/live/change-feed.ts'
import { openSessionCache, type Session } from './session-cache.ts'

const COOKIE = 'theme=dark; gamla.session_token=token.signature'
const asha = { userId: 'asha', name: 'Asha', email: 'asha@gamla.example', role: 'user' } as const

function sessionOf(user: User, inSeconds: number): Session {
  const expiresAt = new Date(Date.now() + inSeconds * 1000)
  return { id: 's1', user, expiresAt, confirmedAt: new Date(), isEmailConfirmed: false, hasSecondFactor: false }
}

function openCache() {
  let tell: (change: Change) => void = () => {}
  let isConnected = true
  let lookups = 0
  const sessions = openSessionCache({
    onChange(listener) {
      tell = listener
      return () => {}
    },
    isConnected: () => isConnected,
  })
  const lookUp = async (inSeconds = 3600) => {
    lookups += 1
    return sessionOf(asha, inSeconds)
  }
  return {
    sessions,
    tell: (change: Change) => tell(change),
    setConnected: (is: boolean) => (isConnected = is),
    find: async (cookies = COOKIE, seconds?: number) => (await sessions.find(cookies, () => lookUp(seconds)))?.user,
    lookups: () => lookups,
  }
}

test('a session is looked up once, whatever other cookies come with it', async () => {
  const { find, lookups } = openCache()
  assert.deepEqual(await find(), asha)
  assert.deepEqual(await find('gamla.session_token=token.signature; theme=light'), asha)
  assert.equal(lookups(), 1)
  await find('gamla.session_token=token.forged')
  await find('__Secure-gamla.session_token=token.signature')
  await find('gamla.session_token=other; gamla.session_token=token.signature')
  assert.equal(lookups(), 4)
})

const changes: [why: string, change: Change, lookups: number][] = [
  ['their role changed', { kind: 'user', id: 'asha' }, 2],
  ['many users changed', { kind: 'user', id: '*' }, 2],
  ['one of their sessions ended', { kind: 'session', userId: 'asha' }, 2],
  ['many sessions ended', { kind: 'session', userId: '*' }, 2],
  ['news may have been missed', { kind: 'everything' }, 2],
  ['somebody else changed', { kind: 'user', id: 'ravi' }, 1],
  ['a product changed', { kind: 'product', id: 1 }, 1],
]
for (const [why, change, expected] of changes) {
  test(`when ${why}, a session is looked up ${expected === 2 ? 'again' : 'no more'}`, async () => {
    const { find, tell, lookups } = openCache()
    await find()
    tell(change)
    await find()
    assert.equal(lookups(), expected)
  })
}

test('while the change feed is down, every request queries the database', async () => {
  const { find, setConnected, lookups } = openCache()
  await find()
  setConnected(false)
  await find()
  await find()
  assert.equal(lookups(), 3)
})

test('a lookup that began before a change is not cached', async () => {
  const { sessions, tell, find, lookups } = openCache()
  const answer = Promise.withResolvers<Session>()
  const found = sessions.find(COOKIE, () => answer.promise)
  tell({ kind: 'user', id: 'asha' })
  answer.resolve(sessionOf(asha, 1))
  assert.deepEqual((await found)?.user, asha)
  await find()
  assert.equal(lookups(), 1)
})

test('a session that has run out, or was ended here, is looked up; nobody’s is not remembered', async () => {
  const { sessions, find, lookups } = openCache()
  await find(COOKIE, -1)
  await find(COOKIE, -1)
  assert.equal(lookups(), 2)
  await find()
  sessions.forgetCookies(COOKIE)
  await find()
  assert.equal(lookups(), 4)
  const nobody = async () => undefined
  assert.equal(await sessions.find('gamla.session_token=unknown', nobody), undefined)
  assert.equal(await sessions.find(null, nobody), undefined)
})

test('after a minute a session is looked up again whatever was heard', async (t) => {
  let passedMs = 0
  const now = performance.now.bind(performance)
  t.mock.method(performance, 'now', () => now() + passedMs)
  const { find, lookups } = openCache()
  await find()
  for (const [afterMs, expected] of [
    [50_000, 1],
    [61_000, 2],
  ] as const) {
    passedMs = afterMs
    // The cache remembers for a millisecond what time it is.
    await setTimeout(5)
    await find()
    assert.equal(lookups(), expected)
  }
})
