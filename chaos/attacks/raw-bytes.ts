// Invalid and truncated requests: every connection is closed, and no response is a 5xx.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { each, exchange, statusesOf } from './connection.ts'
import { attack, type RealShop } from './real-shop-harness.ts'

const AT_ONCE = 16
const PATHS = ['/', '/cart', '/live', '/sandbox/inbox', '/sandbox/web3forms/submit', '/webhooks/razorpay']

async function sendEach(shop: RealShop, list: readonly (string | Uint8Array)[]): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  await each(list, AT_ONCE, async (bytes) => {
    const said = await exchange(shop.port, [bytes], { isHalfClosed: true, mostMs: 5000 })
    for (const status of statusesOf(said)) {
      assert.ok(status < 500, `${status} for ${JSON.stringify(String(bytes).slice(0, 200))}`)
      counts.set(status, (counts.get(status) ?? 0) + 1)
    }
  })
  return counts
}

attack('random bytes, and random bytes behind the first line of a request', async (shop) => {
  const random = fc.sample(fc.uint8Array({ minLength: 1, maxLength: 300 }), { seed: 12, numRuns: 200 })
  await sendEach(shop, random)
  for (const path of PATHS) {
    const behind = random.slice(0, 60).map((bytes) => Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n`), bytes]))
    await sendEach(shop, behind)
  }
})

attack('a request that breaks off, wherever it does', async (shop) => {
  for (const path of PATHS) {
    const body = 'name=A&email=a%40b.example'
    const whole = `POST ${path} HTTP/1.1\r\nHost: ${shop.host}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    await sendEach(
      shop,
      Array.from({ length: whole.length }, (_, length) => whole.slice(0, length)),
    )
  }
})

const CLIENT_HELLO = Buffer.from(
  `16030100c5010000c10303${'42'.repeat(32)}20${'42'.repeat(32)}0008130213031301cfa90100007000`,
  'hex',
)
const HTTP_2 = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.from('000000040000000000', 'hex'),
])

attack('other protocols, and lines that are too long', async (shop) => {
  const { host } = shop
  await sendEach(shop, [
    CLIENT_HELLO,
    HTTP_2,
    'GET /\r\n',
    'GET / HTTP/1.0\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    `${'\r\n'.repeat(1000)}GET /faq HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
    `${'A'.repeat(100_000)}\r\n\r\n`,
    `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
    `GET / HTTP/1.1\r\nhost: ${'a'.repeat(100_000)}\r\n\r\n`,
    `GET / HTTP/1.1\r\n${'a'.repeat(100_000)}: b\r\n\r\n`,
    '\0'.repeat(10_000),
    '\r'.repeat(10_000),
    '\n'.repeat(10_000),
    'SSH-2.0-OpenSSH_9.6\r\n',
    'EHLO gamla.example\r\n',
    '*1\r\n$4\r\nPING\r\n',
  ])
})

attack('addresses of every form', async (shop) => {
  const addresses = [
    '*',
    '//',
    '///evil.example/',
    '/%',
    '/%00',
    '/%ff',
    '/\xff\xfe',
    '/..',
    '/../../etc/passwd',
    '/a/../live',
    '/live/',
    '/LIVE',
    '/live%00',
    '/live%3f',
    '/live?a=%',
    '/sandbox/',
    '/sandbox//',
    '/sandbox/%',
    '/sandbox/..%2f..%2fetc',
    '/sandbox/../healthz',
    '/sandbox/razorpay/v1/orders/%00',
    '/sandbox?x',
    '/SANDBOX/inbox',
    '/faq#fragment',
    '/faq?a#b',
    '/faq;a=b',
    '\\faq',
    'faq',
    `http://${shop.host}/faq`,
    `http://${shop.host}/sandbox/inbox`,
    `http://${shop.host}/live`,
    'http://u:p@localhost/faq',
    'http://u:p@localhost/sandbox/inbox',
    'http://u:p@localhost/live',
    'http://u@/faq',
    'http://[::1/faq',
    'http://[::1]:99999/faq',
    'http://localhost:abc/faq',
    'http:///faq',
    'http://',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://evil.example/faq',
    '/search?q=%ud800',
    `/search?${'q='.repeat(1000)}`,
    '/category/%e0%a4%a',
    '/productinfo/1.data.data',
    '/productinfo/1e400',
    '/.well-known/security.txt',
    '/.git/config',
    '/.env',
  ]
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND', 'CONNECT'])
    await sendEach(
      shop,
      addresses.map((address) => `${method} ${address} HTTP/1.1\r\nhost: ${shop.host}\r\nconnection: close\r\n\r\n`),
    )
})

attack('hosts of every form', async (shop) => {
  const hosts = [
    '',
    ' ',
    'a b',
    '[',
    '[::1]',
    '[::1',
    'localhost:99999',
    'localhost:-1',
    'u:p@localhost',
    'a/b',
    'a?b',
    'a#b',
    '%',
    '\xff',
    'xn--',
    'localhost, localhost',
    '0x7f.1',
    'a'.repeat(300),
    '127.0.0.1:80:80',
    '.',
    '..',
    '*',
  ]
  for (const path of ['/', '/faq', '/no-such-page.data', '/sandbox/inbox', '/live', '/metrics', '/login.data'])
    await sendEach(
      shop,
      hosts.map((host) => `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`),
    )
  await sendEach(shop, ['GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n'])
})

attack('bodies in chunks: extensions, trailers, wrong sizes, expectations and upgrades', async (shop) => {
  const chunked = [
    ['transfer-encoding: chunked', '5;a=b\r\nhello\r\n0\r\n\r\n'],
    ['transfer-encoding: chunked', `5;${'a'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`],
    ['transfer-encoding: chunked', `${'1;aaaaaaaaaaaaaaaa\r\nx\r\n'.repeat(2000)}0\r\n\r\n`],
    ['transfer-encoding: chunked\r\ntrailer: x', '1\r\na\r\n0\r\nx: y\r\n\r\n'],
    ['transfer-encoding: chunked', '1\r\na\r\n0\r\ncontent-length: 5\r\nhost: evil\r\n\r\n'],
    ['transfer-encoding: chunked', `1\r\na\r\n0\r\n${'x: y\r\n'.repeat(5000)}\r\n`],
    ['transfer-encoding: chunked', 'zz\r\n'],
    ['transfer-encoding: chunked', '-1\r\n'],
    ['transfer-encoding: chunked', '5\r\nhel'],
    ['transfer-encoding: gzip, chunked', '0\r\n\r\n'],
    ['expect: 100-continue\r\ncontent-length: 5', 'hello'],
    ['expect: 100-continue\r\ntransfer-encoding: chunked', '0\r\n\r\n'],
    ['expect: 200-ok\r\ncontent-length: 5', 'hello'],
    ['expect: 100-continue\r\ncontent-length: 999999999', ''],
    ['connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: AAAA\r\nsec-websocket-version: 13', ''],
    ['connection: upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__', ''],
    ['connection: upgrade\r\nupgrade: x\r\ncontent-length: 5', 'hello'],
    ['x:\r\n folded\r\ncontent-length: 5', 'hello'],
    [' x: y', ''],
    ['x', ''],
    [': y', ''],
    ['x\0y: z', ''],
    ['x: y\0z', ''],
    ['x: y\rz: a', ''],
    ['x: y\nz: a', ''],
  ]
  for (const method of ['GET', 'POST'])
    for (const path of PATHS)
      await sendEach(
        shop,
        chunked.map(([head, body]) => `${method} ${path} HTTP/1.1\r\nhost: ${shop.host}\r\n${head}\r\n\r\n${body}`),
      )
})
