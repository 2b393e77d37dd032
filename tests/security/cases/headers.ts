// Every kind of response of a whole shop has the security headers.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { requestId, silentLog } from '#server/observability/log.ts'
import { assertProtected, headersOf } from '#tests/security/expected-headers.ts'
import { type Attacked, openAttacked, shared } from '#tests/security/harness.ts'
import { samples } from '#tests/support/permissions/route-requests.ts'
import { listRoutes } from '#tests/support/permissions/routes.ts'

let shop: Attacked
let secure: Attacked
/** Log lines, each with its request. */
const told: string[] = []

before(async () => {
  ;[shop, secure] = await Promise.all([
    shared(),
    openAttacked(
      { PUBLIC_URL: 'https://gamla.example', TRUST_PROXY: 'true' },
      { ...silentLog, error: (line) => told.push(`${requestId()} ${line}`) },
    ),
  ])
})

after(() => secure?.close())

test('every route and every button, and the data of every page; the scripts of every page, and their mark, are ours', async () => {
  const paths = new Set<string>()
  const pages = new Set<string>()
  for (const [name, sample] of Object.entries(samples)) {
    const path = name.startsWith('GET ') ? (await sample(shop as never, 'admin')).path : undefined
    // An action without its fields gets a response as well.
    const asked = path ?? (name.split(' ')[1] ?? '').replace(':id', String(shop.ids.pot))
    // Logging out is tested below.
    const who = asked.startsWith('/logout') ? 'guest' : 'admin'
    const headers = { accept: 'text/html' }
    const answer = await shop.fetch(asked, path ? { who, headers } : { method: 'POST', body: new URLSearchParams() })
    assertProtected(name, answer.headers, isSecret(asked))
    if (path) paths.add(path)
    if (!path || !isPage(answer)) await answer.body?.cancel()
    else {
      await assertOwnScripts(path, answer)
      pages.add(path)
    }
  }
  const read = listRoutes().filter(({ isRead, path }) => isRead && !/request/.test(path))
  assert.ok(paths.size > 20 && paths.size >= read.length - 8, `${paths.size} of ${read.length}`)
  assert.ok(pages.size > 20, String(pages.size))
  for (const path of paths) {
    const answer = await shop.fetch(`${path.split('?')[0]}.data`)
    assertProtected(`${path}.data`, answer.headers, isSecret(path.split('?')[0] ?? ''))
    await answer.body?.cancel()
  }
})

/** Addresses with a token. */
function isSecret(path: string): boolean {
  return /\/(track|download|confirm|pay|wishlist|redeliver)\/|[?&]token=/.test(path)
}

test('the scripts of pages that others than an admin see are ours as well', async () => {
  for (const [who, paths] of [
    ['guest', ['/', '/cart', '/login', '/signup', `/productinfo/${shop.ids.pot}`]],
    ['user', ['/', '/cart', '/userDashboard', '/account', `/orders/${shop.ids.orders.user}`]],
    ['seller', ['/', '/sellerDashboard', '/sellerDashboard/orders', '/sellerDashboard/addproduct', '/account']],
  ] as const) {
    for (const path of paths) {
      const answer = await shop.fetch(path, { who, headers: { accept: 'text/html' } })
      assert.ok(answer.status === 200 && isPage(answer), `${who} ${path}: ${answer.status}`)
      await assertOwnScripts(path, answer)
    }
  }
})

const isPage = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/html') === true

async function assertOwnScripts(path: string, answer: Response): Promise<void> {
  const [html, policy] = [await answer.text(), answer.headers.get('content-security-policy') ?? '']
  assert.ok(!html.includes('nonce'), path)
  // Data for search engines is not run, so it needs no hash.
  const scripts = Array.from(html.matchAll(/<script(?![^>]*(?:\ssrc=|ld\+json))[^>]*>([\s\S]*?)<\/script>/g))
  // The page that is stored for the time without a connection has none.
  assert.ok(scripts.length >= (path === '/offline' ? 0 : 4), `${path}: ${scripts.length}`)
  for (const [, script = ''] of scripts)
    assert.ok(policy.includes(createHash('sha256').update(script).digest('base64')), `${path}: ${script.slice(0, 60)}`)
}

test('signing up, logging in and logging out', async () => {
  const person = { name: 'Meera', email: 'meera.headers@gamla.example', password: 'secret-word' }
  const post = (path: string, form: Record<string, string>, cookie = '') =>
    shop.fetch(path, { method: 'POST', body: new URLSearchParams(form), headers: { accept: 'text/html', cookie } })
  const expect = async (status: number, name: string, answer: Response) => {
    assert.equal(answer.status, status, name)
    assertProtected(name, answer.headers)
    await answer.body?.cancel()
    return answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])[0]
  }
  await expect(302, 'signed up', await post('/signup', person))
  await expect(409, 'signed up twice', await post('/signup', person))
  await expect(401, 'no such login', await post('/login', { ...person, password: 'another-word' }))
  for (const path of ['/logout', '/logout/everywhere']) {
    const cookie = await expect(302, 'logged in', await post('/login', person))
    assert.ok(cookie)
    await expect(200, 'who is it', await shop.fetch('/session', { headers: { cookie } }))
    await expect(302, path, await post(path, {}, cookie))
  }
  const cookie = (await expect(302, 'logged in', await post('/login', person))) ?? ''
  await expect(302, 'by a link', await shop.fetch('/logout', { headers: { cookie } }))
})

const others: [name: string, path: string, init?: RequestInit][] = [
  ['a photograph', '/pots/cubee-room/320.avif'],
  ['an image', '/pictures/logo.svg'],
  ['an image that is not there', '/pots/none/320.avif'],
  ['a file that is not there', '/assets/none.js'],
  ['robots.txt', '/robots.txt'],
  ['a sitemap', '/sitemap.xml'],
  ['a sitemap that is not there', '/sitemap/products-9.xml'],
  ['a feed', '/feed/google.xml'],
  ['a catalogue', '/feed/catalogue.csv'],
  ['a web manifest', '/manifest.webmanifest'],
  ['an icon', '/icons/192.png'],
  ['the service worker', '/service-worker.js'],
  ['a product’s image', '/productImages/1-none/640.webp'],
  ['no page', '/no-such-page'],
  ['no product', '/productinfo/999999'],
  ['a redirect', '/userDashboard'],
  ['a live stream', '/live'],
  ['the webhook', '/webhooks/razorpay', { method: 'POST', body: '{}' }],
  ['the webhook of couriers', '/webhooks/courier', { method: 'POST', body: '{}' }],
  ['the webhook of WhatsApp', '/webhooks/whatsapp', { method: 'POST', body: '{}' }],
  ['the webhook of WhatsApp, asked', '/webhooks/whatsapp'],
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

test('a live stream that cannot be opened is named, in the answer and in the log', async () => {
  const cookie = secure.cookieOf('user') ?? ''
  await secure.sql('alter table session rename to away')
  const answer = await secure.fetch('/live', { headers: { cookie, 'x-request-id': 'from-the-proxy' } })
  await secure.sql('alter table away rename to session')
  assert.equal(answer.status, 503)
  assertProtected('503', answer.headers)
  assert.match(answer.headers.get('strict-transport-security') ?? '', /^max-age=[1-9]/)
  assert.equal(answer.headers.get('x-request-id'), 'from-the-proxy')
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.ok(told.includes('from-the-proxy Live stream could not be opened'), told.join('\n'))
})

test('the hashes of a page’s own scripts are kept with it', async () => {
  for (const _ of ['made', 'kept']) await assertOwnScripts('/faq', await shop.fetch('/faq'))
})

test('behind https it stays https: pages made and kept, files, data, errors, cookies', async () => {
  const ages = /^max-age=[1-9]/
  for (const path of ['/faq', '/faq', '/faq.data', '/no-such-page', '/pots/cubee-room/320.avif', '/healthz', '/live']) {
    for (const [one, expected] of [
      [secure, ages],
      [shop, /^none$/],
    ] as const) {
      const answer = await one.fetch(path)
      assert.match(answer.headers.get('strict-transport-security') ?? 'none', expected, path)
      await answer.body?.cancel()
    }
  }
  const etag = (await secure.fetch('/faq')).headers.get('etag') ?? ''
  for (const path of ['/faq?utm=a', '/faq']) {
    const answer = await secure.fetch(path, { headers: { 'if-none-match': etag } })
    assert.equal(answer.status, 304)
    assert.match(answer.headers.get('strict-transport-security') ?? '', ages, path)
  }
  const nonsense = headersOf(await secure.send('NONSENSE\r\n\r\n'))
  assertProtected('400', nonsense)
  assert.match(nonsense.get('strict-transport-security') ?? '', ages)
  assert.equal(headersOf(await shop.send('NONSENSE\r\n\r\n')).get('strict-transport-security'), null)
})

test('forms work behind a proxy that speaks https to browsers, and cookies are for https only', async () => {
  const { email } = secure.users.user
  const answer = await secure.fetch('/login', {
    method: 'POST',
    body: new URLSearchParams({ email, password: secure.password }),
    headers: { origin: 'https://gamla.example', accept: 'text/html' },
  })
  assert.equal(answer.status, 302)
  assert.match(
    answer.headers.getSetCookie()[0] ?? '',
    /^__Host-gamla[^;]*; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
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
