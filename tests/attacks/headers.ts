// Every kind of answer of a whole shop carries what protects the browser that reads it.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { listRoutes } from '#tests/routes.ts'
import { samples } from '#tests/samples.ts'
import { type Attacked, openAttacked, shared } from './door.ts'

let shop: Attacked
let secure: Attacked

before(async () => {
  ;[shop, secure] = await Promise.all([
    shared(),
    openAttacked({ PUBLIC_URL: 'https://gamla.example', TRUST_PROXY: 'true' }),
  ])
})

after(() => secure?.close())

function assertProtected(name: string, headers: Headers): void {
  const policy = headers.get('content-security-policy') ?? ''
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? /default-src ([^;]*)/.exec(policy)?.[1] ?? 'none at all'
  assert.doesNotMatch(scripts, /unsafe|\*|none at all/, `${name}: ${policy}`)
  assert.match(policy, /frame-ancestors 'none'/, name)
  assert.match(policy, /base-uri '(self|none)'/, name)
  assert.equal(headers.get('x-content-type-options'), 'nosniff', name)
  assert.equal(headers.get('referrer-policy'), 'strict-origin-when-cross-origin', name)
  assert.match(headers.get('permissions-policy') ?? '', /camera=\(\), microphone=\(\), geolocation=\(\)/, name)
  assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin-allow-popups', name)
  assert.equal(headers.get('access-control-allow-origin'), null, name)
  assert.equal(headers.get('x-powered-by'), null, name)
}

test('every route and every button, and the data of every page', async () => {
  const paths = new Set<string>()
  for (const [name, sample] of Object.entries(samples)) {
    const path = name.startsWith('GET ') ? (await sample(shop as never, 'admin')).path : undefined
    // A button without the fields that it needs is answered, too.
    const asked = path ?? (name.split(' ')[1] ?? '').replace(':id', String(shop.ids.pot))
    if (/log|sign/.test(asked)) continue
    const answer = await shop.fetch(asked, path ? { who: 'admin' } : { method: 'POST', body: new URLSearchParams() })
    assertProtected(name, answer.headers)
    await answer.body?.cancel()
    if (path) paths.add(path)
  }
  const read = listRoutes().filter(({ isRead, path }) => isRead && !/log|sign|request/.test(path))
  assert.ok(paths.size > 20 && paths.size >= read.length - 8, `${paths.size} of ${read.length}`)
  for (const path of paths) {
    const answer = await shop.fetch(`${path.split('?')[0]}.data`)
    assertProtected(`${path}.data`, answer.headers)
    await answer.body?.cancel()
  }
})

const others: [name: string, path: string, init?: RequestInit][] = [
  ['a photograph', '/pots/cubee-room/320.avif'],
  ['a picture', '/pictures/logo.svg'],
  ['a picture that is not there', '/pots/none/320.avif'],
  ['a file that is not there', '/assets/none.js'],
  ['robots.txt', '/robots.txt'],
  ['a product’s picture', '/productImages/1-none/640.webp'],
  ['no page', '/no-such-page'],
  ['no product', '/productinfo/999999'],
  ['a redirect', '/userDashboard'],
  ['a live stream', '/live'],
  ['the webhook', '/webhooks/razorpay', { method: 'POST', body: '{}' }],
  ['alive', '/healthz'],
  ['ready', '/readyz'],
  ['figures', '/metrics'],
  ['a method of no use', '/faq', { method: 'DELETE' }],
  ['from elsewhere', '/login', { method: 'POST', body: 'a=b', headers: { origin: 'https://evil.example' } }],
  ['a kept page', '/faq'],
  ['a kept page, from memory', '/faq'],
  ['a head', '/faq', { method: 'HEAD' }],
]

for (const [name, path, init] of others) {
  test(name, async () => {
    const answer = await shop.fetch(path, init)
    assertProtected(name, answer.headers)
    await answer.body?.cancel()
  })
}

test('a page that has not changed', async () => {
  const etag = (await shop.fetch('/warranty')).headers.get('etag') ?? ''
  for (const _ of ['by way of the app', 'from memory']) {
    const answer = await shop.fetch('/warranty', { headers: { 'if-none-match': etag } })
    assert.equal(answer.status, 304)
    assertProtected('304', answer.headers)
  }
})

test('what is no request at all, and what is too large', async () => {
  const nonsense = await shop.send('NONSENSE\r\n\r\n')
  assert.match(nonsense, /^HTTP\/1\.1 400 /)
  assertProtected('400', headersOf(nonsense))
  const large = await shop.send(
    'POST /contactUs HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 300000\r\n\r\n',
  )
  assert.match(large, /^HTTP\/1\.1 413 /)
  assertProtected('413', headersOf(large))
})

test('an error on our side', async () => {
  await shop.sql('alter table "user" rename to away')
  const answer = await shop.fetch('/signup', {
    method: 'POST',
    body: new URLSearchParams({ name: 'Meera', email: 'meera.error@gamla.example', password: 'secret-word' }),
  })
  await shop.sql('alter table away rename to "user"')
  assert.equal(answer.status, 500)
  assertProtected('500', answer.headers)
  assert.doesNotMatch(await answer.text(), /relation|\.ts:|\.js:|insert into/)
})

test('a page’s own scripts are allowed by their hashes, and the hashes are kept with it', async () => {
  for (const _ of ['made', 'kept']) {
    const answer = await shop.fetch('/faq')
    const policy = answer.headers.get('content-security-policy') ?? ''
    const scripts = Array.from((await answer.text()).matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g))
    assert.ok(scripts.length >= 2)
    for (const [, , script = ''] of scripts)
      assert.ok(policy.includes(createHash('sha256').update(script).digest('base64')), script.slice(0, 60))
  }
})

test('every page’s own scripts are allowed, and their mark stays with us', async () => {
  const seen = new Set<string>()
  for (const [name, sample] of Object.entries(samples)) {
    if (!name.startsWith('GET ') || name.startsWith('GET /logout')) continue
    for (const who of ['guest', 'user', 'seller', 'admin'] as const) {
      const { path } = await sample(shop as never, who)
      const answer = await shop.fetch(path, { who, headers: { accept: 'text/html' } })
      if (!answer.headers.get('content-type')?.startsWith('text/html')) continue
      const [html, policy] = [await answer.text(), answer.headers.get('content-security-policy') ?? '']
      assert.ok(!html.includes('nonce'), path)
      const scripts = Array.from(html.matchAll(/<script(?![^>]*(?:\ssrc=|ld\+json))[^>]*>([\s\S]*?)<\/script>/g))
      assert.ok(scripts.length >= 4, `${path}: ${scripts.length}`)
      for (const [, script = ''] of scripts)
        assert.ok(
          policy.includes(createHash('sha256').update(script).digest('base64')),
          `${path}: ${script.slice(0, 60)}`,
        )
      seen.add(path)
    }
  }
  assert.ok(seen.size > 20, String(seen.size))
})

test('behind https it stays https: pages made and kept, files, data, errors, cookies', async () => {
  for (const path of ['/faq', '/faq', '/faq.data', '/no-such-page', '/pots/cubee-room/320.avif', '/healthz']) {
    assert.match((await secure.fetch(path)).headers.get('strict-transport-security') ?? '', /^max-age=[1-9]/, path)
    assert.equal((await shop.fetch(path)).headers.get('strict-transport-security'), null, path)
  }
})

test('forms work behind a proxy that speaks https to browsers, and cookies are for https only', async () => {
  const { email } = secure.users.user
  const answer = await secure.fetch('/login', {
    method: 'POST',
    body: new URLSearchParams({ email, password: secure.password }),
    headers: { origin: 'https://gamla.example', accept: 'text/html' },
  })
  assert.equal(answer.status, 302)
  assert.match(answer.headers.getSetCookie()[0] ?? '', /^__Secure-gamla.*; HttpOnly; Secure; SameSite=Lax$/)
})

test('a form of another site changes nothing, whoever’s cookies come with it', async () => {
  const state = await shop.digest()
  const signs: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]
  for (const headers of signs) {
    for (const [name, path] of [
      ['user', '/cart'],
      ['user', '/userDashboard'],
      ['admin', '/adminDashboard/orders'],
      ['admin', '/adminDashboard/orders.data'],
      ['admin', '/adminDashboard/import'],
      ['guest', '/cart/quote'],
      ['guest', '/contactUs'],
    ] as const) {
      const body = new URLSearchParams({ intent: 'delete', id: String(shop.ids.orders.user) })
      const answer = await shop.fetch(path, { who: name, method: 'POST', body, headers })
      assert.equal(answer.status, 403, `${path} with ${JSON.stringify(headers)}`)
    }
  }
  assert.equal(await shop.digest(), state)
})

function headersOf(said: string): Headers {
  const [, ...lines] = (said.split('\r\n\r\n')[0] ?? '').split('\r\n')
  return new Headers(lines.map((line) => line.split(': ') as [string, string]))
}
