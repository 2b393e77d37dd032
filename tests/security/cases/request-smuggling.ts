// Request smuggling and exhaustion: two lengths, endless headers and bodies, a hundred thousand fields.
import assert from 'node:assert/strict'
import net from 'node:net'
import { before, test } from 'node:test'
import { type Attacked, shared } from '#tests/security/harness.ts'

let shop: Attacked

before(async () => {
  shop = await shared()
})

const HIDDEN = 'GET /hidden-request HTTP/1.1\r\nhost: localhost\r\n\r\n'

/** The status lines received on a connection. */
function statusesOf(said: string): string[] {
  return Array.from(said.matchAll(/HTTP\/1\.1 (\d{3})/g), ([, status = '']) => status)
}

const smuggled: [name: string, head: string, body: string][] = [
  ['a length and chunks', 'content-length: 5\r\ntransfer-encoding: chunked', `0\r\n\r\n${HIDDEN}`],
  ['chunks and a length', 'transfer-encoding: chunked\r\ncontent-length: 5', `0\r\n\r\n${HIDDEN}`],
  ['two lengths', 'content-length: 0\r\ncontent-length: 60', HIDDEN],
  ['two equal lengths', 'content-length: 3\r\ncontent-length: 3', `a=b${HIDDEN}`],
  ['a list of lengths', 'content-length: 0, 60', HIDDEN],
  ['a length with a sign', 'content-length: +3', `a=b${HIDDEN}`],
  ['a negative length', 'content-length: -1', HIDDEN],
  ['a length in hex', 'content-length: 0x3', `a=b${HIDDEN}`],
  ['a length beyond numbers', 'content-length: 99999999999999999999', HIDDEN],
  ['a length with a space before the colon', 'content-length : 3', `a=b${HIDDEN}`],
  ['a chunk of no size', 'transfer-encoding: chunked', `\r\n${HIDDEN}`],
  ['a chunk of a wrong size', 'transfer-encoding: chunked', `2\r\nabcdef\r\n0\r\n\r\n${HIDDEN}`],
  ['a chunk of a huge size', 'transfer-encoding: chunked', `ffffffffffffffffff\r\na\r\n0\r\n\r\n${HIDDEN}`],
  ['a chunk with a bare line feed', 'transfer-encoding: chunked', `3\na=b\r\n0\r\n\r\n${HIDDEN}`],
  ['an encoding that nobody knows', 'transfer-encoding: xchunked', `0\r\n\r\n${HIDDEN}`],
  ['chunks that are not the last encoding', 'transfer-encoding: chunked, identity', `0\r\n\r\n${HIDDEN}`],
  ['two encodings', 'transfer-encoding: chunked\r\ntransfer-encoding: identity', `0\r\n\r\n${HIDDEN}`],
  ['a compressed body in chunks', 'transfer-encoding: gzip, chunked', `0\r\n\r\n${HIDDEN}`],
  ['two encodings that end in chunks', 'transfer-encoding: gzip\r\ntransfer-encoding: chunked', `0\r\n\r\n${HIDDEN}`],
  ['chunks twice', 'transfer-encoding: chunked, chunked', `0\r\n\r\n${HIDDEN}`],
  ['a folded line', 'transfer-encoding:\r\n chunked', `0\r\n\r\n${HIDDEN}`],
  ['a field with a zero byte', 'x: a\0b\r\ncontent-length: 3', `a=b${HIDDEN}`],
]

for (const [name, head, body] of smuggled) {
  test(`${name}: one refusal at most, and nothing behind it is taken for a request`, async () => {
    const state = await shop.digest()
    const said = await shop.send(`POST /contactUs HTTP/1.1\r\nhost: localhost\r\n${head}\r\n\r\n${body}`)
    const statuses = statusesOf(said)
    assert.equal(statuses.length, 1, `${name} got ${statuses}`)
    assert.match(statuses[0] ?? '', /^4/, name)
    assert.doesNotMatch(said, /hidden-request/)
    assert.equal(await shop.digest(), state)
  })
}

test('a head that never ends is answered, and the line cut', async () => {
  const said = await shop.send('GET / HTTP/1.1\r\nhost: localhost\r\nx: ')
  assert.match(said, /^HTTP\/1\.1 408 /)
  assert.match(said, /connection: close/)
})

test('a body that never comes is answered, and the line cut, whoever sends it', async () => {
  const all = [
    ['guest', '/contactUs'],
    ['guest', '/webhooks/razorpay'],
    ['admin', '/addproduct/save'],
    ['seller', '/addproduct/save'],
  ] as const
  const tries = all.map(async ([who, path]) => {
    const cookie = shop.cookieOf(who)
    // A webhook without a signature is rejected before its body is read.
    const signature = `x-razorpay-signature: ${'f'.repeat(64)}`
    const said = await shop.send(
      `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${signature}\r\n${cookie ? `cookie: ${cookie}\r\n` : ''}content-type: application/x-www-form-urlencoded\r\ncontent-length: 1000\r\n\r\na=`,
    )
    assert.match(said, /^HTTP\/1\.1 408 /, `${who} at ${path}: ${said.slice(0, 80)}`)
  })
  await Promise.all(tries)
})

test('a webhook that is not signed is answered without waiting for its body, and the line cut', async () => {
  for (const [path, status] of [
    ['/webhooks/razorpay', 400],
    ['/webhooks/courier', 401],
    ['/webhooks/whatsapp', 401],
  ]) {
    const said = await shop.send(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n`)
    assert.match(said, new RegExp(`^HTTP/1\\.1 ${status} `))
    assert.match(said, /connection: close/i)
  }
})

test('a product whose image breaks off half-way is no product, and no image is kept of it', async () => {
  const state = await shop.digest()
  const field = (name: string, value: string) =>
    `--part\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const fields = { title: 'Half', price: '495', sizeCode: 'C01', category: 'POT', description: 'Half of an image.' }
  const body = [
    ...Object.entries(fields).map(([name, value]) => field(name, value)),
    '--part\r\ncontent-disposition: form-data; name="images"; filename="half.png"\r\ncontent-type: image/png\r\n\r\n',
    `\x89PNG\r\n\x1a\n${'\0'.repeat(50_000)}`,
  ].join('')
  const head = [
    'POST /addproduct/save HTTP/1.1',
    'host: localhost',
    `cookie: ${shop.cookieOf('admin')}`,
    'content-type: multipart/form-data; boundary=part',
    'content-length: 900000',
  ].join('\r\n')
  // Once the connection stalls, and once it is closed.
  assert.match(await shop.send(`${head}\r\n\r\n`, body), /^HTTP\/1\.1 4/)
  const socket = net.connect(shop.port, '127.0.0.1', () =>
    socket.write(`${head}\r\n\r\n${body}`, 'latin1', () => socket.destroy()),
  )
  await new Promise((resolve) => socket.once('close', resolve))
  assert.equal((await shop.fetch('/adminDashboard', { who: 'admin' })).status, 200)
  assert.equal(await shop.digest(), state)
})

test('a body that trickles is cut at its time, and others are served meanwhile', async () => {
  const socket = net.connect(shop.port, '127.0.0.1')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => {})
  socket.resume()
  socket.write('POST /contactUs HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n')
  const drip = setInterval(() => socket.write('1\r\na\r\n'), 20)
  assert.equal((await shop.fetch('/faq')).status, 200)
  await closed
  clearInterval(drip)
})

test('a head that is too large', async () => {
  for (const head of [
    `x: ${'a'.repeat(20_000)}`,
    Array.from({ length: 3000 }, (_, index) => `x${index}: a`).join('\r\n'),
  ])
    assert.match(await shop.send(`GET / HTTP/1.1\r\nhost: localhost\r\n${head}\r\n\r\n`), /^HTTP\/1\.1 431 /)
  const query = 'a=1&'.repeat(100_000)
  assert.match(await shop.send(`GET /allproduct?${query} HTTP/1.1\r\nhost: localhost\r\n\r\n`), /^HTTP\/1\.1 431 /)
})

test('more methods and versions than there are', async () => {
  for (const line of ['CONNECT / HTTP/1.1', 'GET / HTTP/3.7', 'get / HTTP/1.1', 'GET /\0 HTTP/1.1', 'PRI * HTTP/2.0']) {
    const said = await shop.send(`${line}\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
    assert.doesNotMatch(said, /^HTTP\/1\.1 (2|5)/, line)
  }
  for (const method of ['TRACE', 'PROPFIND', 'PURGE', 'OPTIONS', 'PUT']) {
    const said = await shop.send(
      `${method} /faq HTTP/1.1\r\nhost: localhost\r\ncookie: secret=1\r\nconnection: close\r\n\r\n`,
    )
    assert.match(said, /^HTTP\/1\.1 [24]/, method)
    assert.doesNotMatch(said, /secret=1/, method)
  }
})

test('a hundred thousand fields: refused, or read as quickly as the form that they are', async () => {
  const pairs = 'a=&'.repeat(100_000)
  const parts = Array.from(
    { length: 100_000 },
    (_, index) => `--x\r\ncontent-disposition: form-data; name="a${index}"\r\n\r\n\r\n`,
  )
  const multipart = `${parts.join('')}--x--\r\n`
  for (const [who, path, type, body] of [
    ['guest', '/contactUs', 'application/x-www-form-urlencoded', pairs],
    ['guest', '/contactUs', 'multipart/form-data; boundary=x', multipart],
    ['guest', '/addproduct/save', 'multipart/form-data; boundary=x', multipart],
    ['seller', '/sellerDashboard/addproduct/save', 'multipart/form-data; boundary=x', multipart],
    ['admin', '/addproduct/save', 'application/x-www-form-urlencoded', pairs],
    ['admin', '/adminDashboard/import', 'multipart/form-data; boundary=x', multipart],
  ] as const) {
    const cookie = shop.cookieOf(who)
    const said = await shop.send(
      `POST ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${cookie ? `cookie: ${cookie}\r\n` : ''}content-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`,
      body,
    )
    assert.match(said, /^HTTP\/1\.1 4/, `${who} at ${path}`)
  }
  assert.equal((await shop.fetch('/healthz')).status, 200)
})

test('JSON that is deep, wide or no JSON', async () => {
  for (const lines of [
    '['.repeat(80_000),
    `${'['.repeat(5000)}${']'.repeat(5000)}`,
    '{"a":'.repeat(15_000),
    `[${'{},'.repeat(20_000)}{}]`,
    '1e999999',
    '"\\ud800"',
    '[1e400]',
  ]) {
    const answer = await shop.fetch('/cart/quote', { method: 'POST', body: new URLSearchParams({ lines }) })
    assert.ok([400, 413].includes(answer.status), `${lines.slice(0, 20)}: ${answer.status}`)
    await answer.body?.cancel()
  }
})

test('forms that are no forms', async () => {
  for (const [type, body] of [
    ['multipart/form-data', 'a=b'],
    ['multipart/form-data; boundary=', '--\r\n'],
    ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data\r\n\r\na\r\n--x--'],
    ['application/x-www-form-urlencoded', '%zz=%&=&&%00=%00'],
    ['application/json', '{"email": "a"}'],
    ['text/plain', 'a=b'],
    ['nonsense', 'a=b'],
    ['application/x-www-form-urlencoded; charset=utf-7', '+ADw-script+AD4-'],
  ] as const) {
    for (const path of ['/contactUs', '/login', '/signup', '/cart', '/cart/quote', '/cart.data', '/logout']) {
      const answer = await shop.fetch(path, {
        who: 'otherUser',
        method: 'POST',
        body,
        headers: { 'content-type': type },
      })
      assert.ok(answer.status < 500, `${path} with ${type}: ${answer.status}`)
      await answer.body?.cancel()
      if (path === '/logout') break
    }
  }
})
