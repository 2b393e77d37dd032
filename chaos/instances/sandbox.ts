// Attacks of strangers on the sandbox, through the listener that `npm start` opens.
import assert from 'node:assert/strict'
import { readdir, readFile, readlink } from 'node:fs/promises'
import net from 'node:net'
import { before, test } from 'node:test'
import { assertProtected } from '#tests/security/expected-headers.ts'
import { findSandbox, listWorkers, type ShopProcess, until } from '#tests/support/process.ts'
import { type Instances, sharedInstances } from './instances-harness.ts'

const SUBMIT = '/sandbox/web3forms/submit'

let limited: Instances['limited']
let shop: ShopProcess
let worker: number
let url: string
let host: string

before(async () => {
  ;({ shop, url, limited } = await sharedInstances())
  worker = (await listWorkers(shop.process.pid))[0] ?? 0
  host = new URL(url).host
  assert.equal((await fetch(`${url}/sandbox/razorpay/checkout.js`)).status, 200)
})

/** Sends these bytes and resolves with the response once the server closes or `isDone` returns true. */
function send(
  text: string,
  isDone: (said: string) => boolean = () => false,
  port = Number(new URL(url).port),
): Promise<string> {
  return new Promise((resolve) => {
    let said = ''
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text, 'latin1'))
    socket.setEncoding('latin1').on('data', (part) => {
      said += part
      if (isDone(said)) socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(said))
  })
}

/** Beside HTTP it speaks SMTP, at a port of its own. */
async function httpPortOf(pid: number): Promise<number> {
  const links = await Promise.all(
    (await readdir(`/proc/${pid}/fd`)).map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')),
  )
  const rows = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((line) => line.trim().split(/\s+/))
  const listening = rows.filter(
    ([, , , state, , , , , , inode]) => state === '0A' && links.includes(`socket:[${inode}]`),
  )
  for (const [, address = ''] of listening) {
    const port = Number.parseInt(address.split(':')[1] ?? '', 16)
    const said = await send('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', undefined, port)
    if (said.startsWith('HTTP/')) return port
  }
  throw new Error('The sandbox listens to no HTTP')
}

async function countDescriptors(): Promise<number> {
  return (await readdir(`/proc/${worker}/fd`)).length
}

async function assertAlive(what: string): Promise<void> {
  assert.equal(shop.process.exitCode, null, `the shop has ended after ${what}`)
  const answer = await fetch(`${url}/sandbox/razorpay/checkout.js`)
  assert.equal(answer.status, 200, what)
  await answer.body?.cancel()
}

// Before the others, because both instances count together.
test('who asks too often waits', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 16; n += 1) {
    const answer = await fetch(`${limited.url}/sandbox/nothing`)
    statuses.push(answer.status)
    if (answer.status === 429) assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
    await answer.body?.cancel()
  }
  assert.equal(statuses.at(0), 404)
  assert.equal(statuses.at(-1), 429, statuses.join())
})

const hostile: Record<string, string> = {
  Trailer: 'x',
  'Trailer twice': 'Trailer: x\r\nTrailer: host',
  TE: 'trailers, chunked',
  Upgrade: 'websocket',
  'Connection to everything':
    'Connection: host, content-type, upgrade, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk',
  'Keep-Alive': 'timeout=999999',
  'Proxy-Connection': 'keep-alive',
  'Proxy-Authorization': 'Basic eDp4',
  Via: '1.1 nowhere',
  'Max-Forwards': '0',
  Range: 'bytes=0-1,5-6',
  'If-None-Match': '*',
  'Accept-Encoding': 'gzip;q=9, \x01',
  Cookie: 'a=\xff\xfe',
  Authorization: 'Basic \xff',
  'Content-Length of a GET': 'Content-Length: 0',
  Date: 'never',
  'X-Request-Id': 'x'.repeat(5000),
}

for (const [name, value] of Object.entries(hostile)) {
  test(`the header ${name} costs one request at most`, async () => {
    const lines = value.includes(': ') ? value : `${name}: ${value}`
    for (const path of ['/sandbox/razorpay/checkout.js', '/sandbox/inbox', '/sandbox/nothing']) {
      const said = await send(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${lines}\r\n\r\n`, (text) =>
        text.includes('\r\n\r\n'),
      )
      assert.match(said, /^HTTP\/1\.1 [234]\d\d /, path)
    }
    await assertAlive(name)
  })
}

test('a body with a trailer, one after Expect, and one with every encoding is read or refused', async () => {
  const chunked = 'Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n'
  for (const rest of [
    `Trailer: x-a\r\n${chunked}X-A: b\r\n\r\n`,
    `Trailer: content-length, host\r\n${chunked}Content-Length: 7\r\nHost: evil\r\n\r\n`,
    `Expect: 100-continue\r\n${chunked}\r\n`,
    `Expect: nonsense\r\n${chunked}\r\n`,
    `Content-Encoding: br\r\n${chunked}\r\n`,
    `Content-Type: multipart/form-data; boundary=x\r\n${chunked}\r\n`,
  ]) {
    const said = await send(`POST ${SUBMIT} HTTP/1.1\r\nHost: ${host}\r\n${rest}`, (text) =>
      /HTTP\/1\.1 [2345]\d\d /.test(text),
    )
    assert.match(said, /HTTP\/1\.1 [45]\d\d /)
    await assertAlive(rest)
  }
})

test('methods that nothing of it needs are refused', async () => {
  for (const method of ['PUT', 'DELETE', 'TRACE', 'PROPFIND']) {
    const said = await send(`${method} /sandbox/inbox HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    assert.match(said, /^HTTP\/1\.1 405 /, method)
  }
  await assertAlive('methods')
})

test('a body that is too large is refused, announced or not, and its connection closed', async () => {
  const announced = await send(
    `POST ${SUBMIT} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 70000\r\n\r\n${'a'.repeat(70_000)}`,
  )
  assert.match(announced, /^HTTP\/1\.1 413 .*\r\nconnection: close\r\n/is)
  const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`
  const hidden = await send(
    `POST ${SUBMIT} HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}${chunk}0\r\n\r\n`,
  )
  assert.match(hidden, /^HTTP\/1\.1 413 .*\r\nconnection: close\r\n/is)
  await assertAlive('large bodies')
})

test('who leaves in the middle of a request or of its answer leaves nothing behind', async () => {
  const before = await countDescriptors()
  const { port, hostname } = new URL(url)
  const begun = [
    `POST ${SUBMIT} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 5000\r\n\r\nhalf`,
    `POST ${SUBMIT} HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n`,
    `GET /sandbox/inbox HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  ]
  for (const end of ['destroy', 'resetAndDestroy'] as const) {
    await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const socket = net.connect(Number(port), hostname).on('error', () => {})
        await new Promise((resolve) => socket.write(begun[n % begun.length] ?? '', resolve))
        socket[end]()
      }),
    )
  }
  await assertAlive('leaving')
  await until('all descriptors are free again', async () => (await countDescriptors()) <= before + 2)
  assert.doesNotMatch(shop.said(), /Request failed|unexpected error/i)
})

test('a page of another site cannot post to it, and its own pages can', async () => {
  const post = (headers: Record<string, string>) =>
    fetch(`${url}${SUBMIT}`, { method: 'POST', headers, body: new URLSearchParams({ message: 'Hello' }) })
  assert.equal((await post({ origin: 'https://evil.example' })).status, 403)
  assert.equal((await post({ 'sec-fetch-site': 'cross-site' })).status, 403)
  const own = await post({ origin: url, 'sec-fetch-site': 'same-origin' })
  assert.equal(own.status, 400)
  assert.match(await own.text(), /Access Key is Required/)
})

test('a name that a stranger has pointed at this machine is refused', async () => {
  for (const [name, status] of [
    [host, 200],
    [`127.0.0.1:${new URL(url).port}`, 200],
    ['evil.example', 421],
    ['localhost.evil.example', 421],
  ] as const) {
    for (const path of ['/sandbox/inbox', '/sandbox/razorpay/checkout.js']) {
      const said = await send(`GET ${path} HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`)
      assert.match(said, new RegExp(`^HTTP/1\\.1 ${status} `), `${path} of ${name}`)
    }
  }
})

test('an address that cannot be read is refused as everywhere', async () => {
  const said = await send(`GET /sandbox/%E0%A4%A HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  assert.match(said, /^HTTP\/1\.1 400 /)
})

test('its answers are protected, named and counted, and tell nothing else of what it said', async () => {
  const answer = await fetch(`${url}/sandbox/nothing`)
  assert.equal(answer.status, 404)
  assertProtected('/sandbox/nothing', answer.headers)
  assert.match(answer.headers.get('x-request-id') ?? '', /^[\w-]{6,}$/)
  const counted = await fetch(`${url}/metrics`).then((metrics) => metrics.text())
  assert.match(counted, /gamla_http_requests_total\{worker="1",kind="sandbox",method="GET",status="404"\} [1-9]/)
})

test('the sandbox itself listens to the shop alone', async () => {
  const child = await until('it runs', () => findSandbox(shop.process.pid))
  const port = await httpPortOf(child)
  const ask = (headers: string) =>
    send(`GET /sandbox/inbox HTTP/1.1\r\nConnection: close\r\n${headers}\r\n\r\n`, undefined, port)
  assert.match(await ask(`Host: 127.0.0.1:${port}`), /^HTTP\/1\.1 200 /)
  assert.match(await ask(`Host: evil.example:${port}`), /^HTTP\/1\.1 421 /)
  assert.match(await ask(`Host: 127.0.0.1:${port}\r\nOrigin: https://evil.example`), /^HTTP\/1\.1 421 /)
  assert.match(await ask(`Host: 127.0.0.1:${port}\r\nSec-Fetch-Site: cross-site`), /^HTTP\/1\.1 421 /)
})

test('a sandbox that is killed is replaced at the same port', async () => {
  const child = await until('it runs', () => findSandbox(shop.process.pid))
  process.kill(child, 'SIGKILL')
  await until('there is another', async () => {
    const other = await findSandbox(shop.process.pid)
    return other !== undefined && other !== child
  })
  await assertAlive('the end of the sandbox')
  assert.match(shop.said(), /Sandbox exited \(SIGKILL\); restarting it/)
})
