// Invalid request lines and Host headers: each gets a readable 4xx with security headers, never a 5xx.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { patient } from '#tests/security/default-timeouts-harness.ts'
import { assertProtected, headersOf } from '#tests/security/expected-headers.ts'
import type { Attacked } from '#tests/security/harness.ts'

let shop: Attacked

before(async () => {
  shop = await patient()
})

type Asked = { method?: string; version?: string; host?: string | null; more?: string }

/** Sends a raw request line and reads the response. */
async function ask(target: string, { method = 'GET', version = 'HTTP/1.1', host, more = '' }: Asked = {}) {
  const hostLine = host === null ? '' : `host: ${host ?? own()}\r\n`
  const said = await shop.send(`${method} ${target} ${version}\r\n${hostLine}${more}connection: close\r\n\r\n`)
  const [head = '', ...body] = said.split('\r\n\r\n')
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]), said, head, body: body.join('\r\n\r\n') }
}

function own(): string {
  return `127.0.0.1:${shop.port}`
}

async function assertRefused(status: number, name: string, answer: Awaited<ReturnType<typeof ask>>): Promise<void> {
  assert.equal(answer.status, status, `${name}: ${answer.head.slice(0, 80)}`)
  assertProtected(name, headersOf(answer.said))
  assert.match(answer.head, /^content-type: text\/plain; charset=utf-8$/im, name)
  assert.match(answer.head, /^connection: close$/im, name)
  // The message must not echo the request.
  assert.match(answer.body, /^[A-Z][\w ,.'’/-]+\.$/, name)
}

/** HOST stands for the shop's own. */
const refused = [
  'http://u:p@HOST/no-such-page',
  'http://u:p@HOST/login',
  'http://u@HOST/faq',
  'http://@HOST/faq',
  'http://HOST@evil.example/faq',
  'https://HOST/faq',
  'ftp://HOST/faq',
  'ws://HOST/faq',
  'http:///faq',
  'http://',
  'http:faq',
  'http:/faq',
  'http:\\\\HOST\\faq',
  'http://HOST\\faq',
  'http://HOST#faq',
  'http://HOST:99999/faq',
  'http://127.0.0.1:0/faq',
  'http://127.0.0.1:x/faq',
  'http://[::1/faq',
  'http://%6cocalhost/faq',
  'http://localhost%00/faq',
  'javascript:alert(1)',
  'HOST',
  'localhost:80',
  '*',
  'faq',
  '\\faq',
  '/\\faq',
  '/faq\\..\\x',
  '/%',
  '/%zz',
  '/%ff',
  '/%c0%ae',
  '/\xe9\xff',
  '/category/\xff',
  '/\x7f',
  '/\x01',
]

for (const target of refused) {
  test(`${JSON.stringify(target)} is refused`, async () => {
    await assertRefused(400, target, await ask(target.replaceAll('HOST', own())))
  })
}

test('a target at another host is misdirected: the shop passes nothing on', async () => {
  for (const host of ['evil.example', 'evil.example:80', '169.254.169.254'])
    await assertRefused(421, host, await ask(`http://${host}/faq`, { host }))
  // With two Host headers, a cache and the shop could disagree about which one counts.
  await assertRefused(400, 'two names', await ask('http://evil.example/faq'))
  await assertRefused(400, 'two names', await ask(`http://${own()}/faq`, { host: 'evil.example' }))
})

test('the whole address of the shop itself is as good as its path, also for what has a door of its own', async () => {
  const page = await ask('/faq')
  for (const target of [`http://${own()}/faq`, `HTTP://${own()}/faq`, `http://${own()}/faq?x`]) {
    const answer = await ask(target)
    assert.equal(answer.status, 200, target)
    assert.equal(answer.body, page.body, target)
  }
  assert.equal((await ask(`http://${own()}`)).status, 200)
  assert.equal((await ask(`http://${own()}/no-such-page`)).status, 404)
  assert.equal((await ask(`http://${own()}/healthz`)).body, 'alive')
  assert.equal(
    (await ask(`http://${own()}/live`, { method: 'HEAD' })).status,
    (await ask('/live', { method: 'HEAD' })).status,
  )
})

const odd = [
  '//',
  '//faq',
  '///evil.example',
  '//evil.example/login',
  '/%00',
  '/%2f%2f',
  '/%5c',
  '/..',
  '/../..',
  '/faq#x',
  '/faq?#',
  '/faq?%00',
  '/faq?\\',
  '/search?q=%ff%fe',
  '/search?q=%00',
  '/category/%00',
  '/productinfo/%00',
  '/productinfo/%F0%9F%AA%B4',
  '/:80',
  '/@evil.example',
  '/.data',
  '/_root.data?_routes=%00',
  '/login?next=%00',
  '/http://u:p@x/',
  '/[::1]',
  '/live/',
  '/%6c%69ve',
  '//healthz',
  `/${'a'.repeat(8000)}`,
  `/faq?${'a'.repeat(8000)}`,
  `/${'%F0%9F%AA%B4'.repeat(600)}`,
  `/${'x/'.repeat(4000)}`,
]

for (const target of odd) {
  test(`${JSON.stringify(target.slice(0, 40))} is a page or none`, async () => {
    for (const method of ['GET', 'HEAD', 'POST']) {
      const { status, said } = await ask(target, { method, more: method === 'POST' ? 'content-length: 0\r\n' : '' })
      assert.ok(status >= 200 && status < 500, `${method}: ${status}`)
      assertProtected(target, headersOf(said))
    }
  })
}

test('whatever else stands there is never a fault of ours', async () => {
  const piece = fc.oneof(
    fc.constantFrom('/', '//', '\\', '..', '%00', '%', '%2e', '@', ':', '?', '#', ';', '*', 'http://', 'HOST', '.data'),
    fc.constantFrom('faq', 'search?q=', 'productinfo', 'login', 'live', 'metrics', 'assets', 'productImages', 'cart'),
    fc.string({ unit: 'binary-ascii', maxLength: 6 }).map((text) => text.replace(/[\s\0]/g, '')),
    fc.integer({ min: 0x80, max: 0xff }).map((code) => String.fromCharCode(code)),
  )
  const target = fc
    .array(piece, { minLength: 1, maxLength: 6 })
    .map((parts) => parts.join('').replaceAll('HOST', own()))
  const method = fc.constantFrom('HEAD', 'HEAD', 'POST', 'OPTIONS', 'DELETE', 'TRACE')
  await fc.assert(
    fc.asyncProperty(target, method, async (text, verb) => {
      const { status, said } = await ask(text || '/', { method: verb, more: 'content-length: 0\r\n' })
      assert.ok(status >= 200 && status < 500, `${verb} ${text}: ${status}`)
      assertProtected(text, headersOf(said))
    }),
    { numRuns: 200, seed: 7 },
  )
})

test('a Host that is none is refused, for a kept page as for any other', async () => {
  const hosts = [
    '',
    'a b',
    'u:p@localhost',
    'localhost/x',
    'localhost?x',
    'localhost#x',
    'localhost\\x',
    'localhost:99999',
    'localhost:x',
    '[::1',
    '\xff\xfe',
    '%6c',
    '..',
    '-',
    '<script>',
    '999.1.1.1',
    '1.2.3.4.5',
    'a'.repeat(5000),
    'localhost, evil.example',
    'localhost\r\nhost: evil.example',
    'localhost\r\nhost: localhost',
  ]
  assert.equal((await ask('/faq')).status, 200)
  for (const host of hosts)
    for (const path of ['/faq', '/no-such-page', '/metrics', '/live'])
      await assertRefused(400, `${path} of ${host.slice(0, 40)}`, await ask(path, { host }))
  await assertRefused(400, 'none', await ask('/faq', { host: null }))
})

test('HTTP/1.0 is answered without a Host, and its connection ends', async () => {
  for (const path of ['/faq', '/healthz', '/no-such-page']) {
    const answer = await ask(path, { version: 'HTTP/1.0', host: null })
    assert.equal(answer.status, path.startsWith('/no') ? 404 : 200, path)
    assert.doesNotMatch(answer.head, /^transfer-encoding:/im, path)
    assertProtected(path, headersOf(answer.said))
  }
  const said = await shop.send('GET /healthz HTTP/1.0\r\n\r\n')
  assert.match(said, /^connection: close$/im)
})

test('other versions are refused', async () => {
  for (const version of ['HTTP/0.9', 'HTTP/2.0']) await assertRefused(400, version, await ask('/faq', { version }))
  await assertRefused(400, 'HTTP/1.2', await ask('/faq', { version: 'HTTP/1.2' }))
  // Without a version it is HTTP/0.9, which has no headers.
  assert.match(await shop.send('GET /faq\r\n\r\n'), /^HTTP\/1\.1 400 /)
})

test('methods that nothing here has are refused in words, everywhere alike', async () => {
  const methods = ['TRACE', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'PURGE', 'QUERY', 'M-SEARCH']
  const paths = ['/faq', '/cart', '/no-such-page', '/metrics', '/live', '/assets/x', '/pots/cubee-room/320.avif']
  for (const method of methods) {
    for (const path of [...paths, '/webhooks/razorpay', '/sandbox/inbox']) {
      const answer = await ask(path, { method, more: 'cookie: secret=1\r\n' })
      await assertRefused(405, `${method} ${path}`, answer)
      assert.match(answer.head, /^allow: GET, HEAD, POST, OPTIONS$/im)
      assert.doesNotMatch(answer.said, /secret=1/)
    }
  }
  for (const path of [own(), '/faq']) await assertRefused(405, 'CONNECT', await ask(path, { method: 'CONNECT' }))
  for (const method of ['get', 'FOO', 'GET\x01']) await assertRefused(400, method, await ask('/faq', { method }))
})

test('OPTIONS says what there is, and allows nothing to other origins', async () => {
  for (const path of ['/faq', '/cart', '/metrics']) {
    const answer = await ask(path, { method: 'OPTIONS', more: 'origin: https://evil.example\r\n' })
    assert.equal(answer.status, 204)
    assert.match(answer.head, /^allow: GET, HEAD, POST, OPTIONS$/im)
    assertProtected(path, headersOf(answer.said))
  }
  await assertRefused(400, 'OPTIONS *', await ask('*', { method: 'OPTIONS' }))
})

test('HEAD is GET without its body', async () => {
  for (const path of [
    '/',
    '/faq',
    '/no-such-page',
    '/login',
    '/cart',
    '/userDashboard',
    '/robots.txt',
    '/sitemap.xml',
    '/feed/google.xml',
    '/healthz',
    '/metrics',
  ])
    for (const more of ['', 'accept-encoding: br\r\n']) {
      const [head, get] = [await ask(path, { method: 'HEAD', more }), await ask(path, { more })]
      assert.equal(head.status, get.status, path)
      assert.equal(head.body, '', path)
      for (const name of ['content-type', 'content-encoding', 'etag', 'location', 'cache-control'])
        assert.equal(headersOf(head.said).get(name), headersOf(get.said).get(name), `${name} of ${path}`)
    }
})

test('what is expected of us that we do not do is refused; an upgrade is not taken', async () => {
  await assertRefused(417, 'Expect', await ask('/faq', { more: 'expect: nonsense\r\n' }))
  for (const more of ['upgrade: websocket\r\n', 'upgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__\r\n'])
    assert.equal((await ask('/faq', { more })).status, 200, more)
})
