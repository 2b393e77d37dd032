// When live streams close, and that their abuse leaks nothing.
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import net from 'node:net'
import { before, test } from 'node:test'
import { updateRoleOf } from '#server/accounts/queries.ts'
import { removeEndedSessions } from '#server/accounts/session-queries.ts'
import { createAccount } from '#server/accounts/signup.ts'
import { listWorkers, until } from '#tests/support/process.ts'
import { type Instances, sharedInstances } from './instances-harness.ts'

const PASSWORD = 'a-long-password'
const onLinux = { skip: process.platform !== 'linux' && 'it counts in /proc' }

let db: Instances['db']
let pool: Instances['pool']
let limited: Instances['limited']
let worker: number
let url: string

before(async () => {
  const { shop, ...instances } = await sharedInstances()
  ;({ db, pool, limited, url } = instances)
  worker = (await listWorkers(shop.process.pid))[0] ?? 0
})

async function makeAccount(email: string): Promise<string> {
  const made = await createAccount({ db }, { name: 'Asha', email, password: PASSWORD, role: 'user' })
  assert.ok(made.ok)
  return made.userId
}

async function logIn(email: string, cookie = ''): Promise<string> {
  const answer = await post('/login', cookie, { email, password: PASSWORD })
  return answer.headers.getSetCookie().map((header) => header.split(';')[0])[0] ?? ''
}

function post(path: string, cookie: string, form: Record<string, string> = {}): Promise<Response> {
  return fetch(url + path, { method: 'POST', body: new URLSearchParams(form), headers: { cookie }, redirect: 'manual' })
}

async function openStream(address: string, cookie: string) {
  const leaving = new AbortController()
  const answer = await fetch(`${address}/live`, { headers: { cookie }, signal: leaving.signal })
  assert.equal(answer.status, 200)
  const stream = { said: '', hasEnded: false, leave: () => leaving.abort() }
  const reading = async () => {
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) stream.said += part
  }
  reading()
    .catch(() => {})
    .finally(() => (stream.hasEnded = true))
  await until('it is open', () => stream.said.includes('retry:'))
  return stream
}

const endings: [name: string, end: (person: { userId: string; email: string; cookie: string }) => Promise<unknown>][] =
  [
    ['a logout', ({ cookie }) => post('/logout', cookie)],
    ['a logout everywhere', ({ cookie }) => post('/logout/everywhere', cookie)],
    ['a login as somebody else in the same browser', ({ email, cookie }) => logIn(email, cookie)],
    ['another role', ({ userId }) => db.transaction((tx) => updateRoleOf(tx, userId, 'seller'))],
    ['an end on the account page', ({ cookie, email }) => endOnAccountPage(cookie, email)],
    ['the end of its 30 days', ({ userId }) => expire(userId)],
    ['the removal of the account', ({ userId }) => pool.query('delete from "user" where id = $1', [userId])],
  ]

/** From another browser. */
async function endOnAccountPage(cookie: string, email: string): Promise<void> {
  const token = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0]
  const { rows } = await pool.query<{ id: string }>('select id from session where token = $1', [token])
  const answer = await post('/account', await logIn(email), { intent: 'end-session', id: rows[0]?.id ?? '' })
  assert.match(answer.headers.get('location') ?? '', /done=end-session/)
}

/** As the job does it every minute. */
async function expire(userId: string): Promise<void> {
  await pool.query('update session set expires_at = now() where user_id = $1', [userId])
  await removeEndedSessions(db)
}

for (const [name, end] of endings) {
  test(`${name} ends the streams of that person on every instance, and nobody else's`, async () => {
    const email = `asha.${endings.findIndex(([one]) => one === name)}@gamla.example`
    const userId = await makeAccount(email)
    const cookie = await logIn(email)
    const streams = await Promise.all([url, limited.url].map((address) => openStream(address, cookie)))
    const guest = await openStream(url, '')
    await end({ userId, email, cookie })
    for (const stream of streams) await until('the stream has ended', () => stream.hasEnded)
    assert.equal(guest.hasEnded, false)
    guest.leave()
  })
}

async function countDescriptors(): Promise<number> {
  return (await readdir(`/proc/${worker}/fd`)).length
}

async function readMemory(): Promise<number> {
  const status = await readFile(`/proc/${worker}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

async function countStreams(address: string): Promise<number> {
  const metrics = await fetch(`${address}/metrics`).then((answer) => answer.text())
  return Number(/^gamla_sse_connections\{worker="1"\} (\d+)/m.exec(metrics)?.[1])
}

function connectTo(address: string): net.Socket {
  const { port, hostname } = new URL(address)
  return net.connect(Number(port), hostname).on('error', () => {})
}

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

test('what is pipelined behind a stream ends its connection and leaves nothing behind', onLinux, async () => {
  await until('earlier streams are gone', async () => (await countStreams(url)) === 0)
  const [descriptors, memory] = [await countDescriptors(), await readMemory()]
  const behind = [
    request('/pots/cubee-room/1280.avif').repeat(200),
    request('/pots/cubee-room/320.avif'),
    request('/faq'),
    request('/live').repeat(50),
    `POST /contactUs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n${'a'.repeat(1000)}`,
    'NONSENSE\r\n\r\n',
  ]
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(
      behind.map(async (text) => {
        const socket = connectTo(url)
        const closed = new Promise((resolve) => socket.on('close', resolve))
        socket.resume().write(request('/live') + text)
        await closed
      }),
    )
  }
  assert.equal((await fetch(`${url}/healthz`)).status, 200)
  await until('the gauge is back', async () => (await countStreams(url)) === 0)
  await until('all descriptors are free again', async () => (await countDescriptors()) <= descriptors + 2)
  assert.ok((await readMemory()) < memory + 150)
})

test('a stream that is left in any way is gone', onLinux, async () => {
  const descriptors = await countDescriptors()
  for (const leave of ['end', 'destroy', 'resetAndDestroy'] as const) {
    const readers = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const socket = connectTo(url)
        const head = request('/live')
        // With an announced body that is never sent, and without one.
        socket.write(n % 2 ? head : head.replace('\r\n\r\n', '\r\nContent-Length: 100\r\n\r\n'))
        await new Promise((resolve) => socket.once('data', resolve))
        return socket.resume()
      }),
    )
    assert.equal(await countStreams(url), readers.length)
    for (const socket of readers) socket[leave]()
    await until(`the gauge is back after ${leave}`, async () => (await countStreams(url)) === 0)
  }
  await until('all descriptors are free again', async () => (await countDescriptors()) <= descriptors + 2)
})

test('an address has so many streams at most', async () => {
  const open = () => fetch(`${limited.url}/live`)
  const streams = [await open(), await open()]
  for (const { status } of streams) assert.equal(status, 200)
  for (const answer of await Promise.all(Array.from({ length: 5 }, open))) {
    assert.equal(answer.status, 429)
    assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
    assert.match(await answer.text(), /Too many/)
  }
  assert.equal(limited.said().match(/Live stream rejected/g)?.length, 1)
  await streams[0]?.body?.cancel()
  await until('there is room for another', async () => {
    const answer = await open()
    await answer.body?.cancel()
    return answer.status === 200
  })
  await streams[1]?.body?.cancel()
})
