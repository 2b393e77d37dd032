// Only the operator may read metrics and the names of unavailable services.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { silentLog } from '#server/observability/log.ts'
import { patient } from '#tests/security/default-timeouts-harness.ts'
import { assertProtected } from '#tests/security/expected-headers.ts'
import { type Attacked, openAttacked } from '#tests/security/harness.ts'

const token = 'a-token-for-the-figures'
let shop: Attacked
let named: Attacked
/** Log lines of the shop with a PUBLIC_URL. */
const told: string[] = []

before(async () => {
  const log = { ...silentLog, error: (line: string) => told.push(line), info: (line: string) => told.push(line) }
  ;[shop, named] = await Promise.all([
    patient(),
    openAttacked(
      {
        PUBLIC_URL: 'https://gamla.example',
        TRUST_PROXY: 'true',
        METRICS_TOKEN: token,
        SECURITY_CONTACT: 'holes@gamla.example',
      },
      log,
      true,
    ),
  ])
})

after(() => named?.close())

async function ask(of: Attacked, path: string, headers: Record<string, string> = {}) {
  const lines = Object.entries({ host: `127.0.0.1:${of.port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const said = await of.send(`GET ${path} HTTP/1.1\r\n${lines.join('')}connection: close\r\n\r\n`)
  return { status: Number(said.slice(9, 12)), body: said.slice(said.indexOf('\r\n\r\n') + 4) }
}

test('/metrics does not answer under a name that a stranger has pointed at this machine', async () => {
  for (const host of [
    'evil.example',
    `evil.example:${shop.port}`,
    '127.0.0.1.evil.example',
    '[2001:db8::1]',
    '10.0.0.1',
  ]) {
    const { status, body } = await ask(shop, '/metrics', { host })
    assert.equal(status, 421, host)
    assert.doesNotMatch(body, /gamla_/)
  }
  for (const host of ['localhost', `localhost:${shop.port}`, '127.0.0.1', `[::1]:${shop.port}`]) {
    const { status, body } = await ask(shop, '/metrics', { host })
    assert.equal(status, 200, host)
    assert.match(body, /^gamla_http_requests_total/m)
  }
})

test('the token opens /metrics under any name, for no page of a stranger knows it, and nothing else does', async () => {
  for (const host of ['gamla.example', 'shop-1.internal:3000', `127.0.0.1:${named.port}`]) {
    assert.equal((await ask(named, '/metrics', { host, authorization: `Bearer ${token}` })).status, 200, host)
    assert.equal((await ask(named, '/metrics', { host })).status, 403, host)
    assert.equal((await ask(named, '/metrics', { host, authorization: 'Bearer guessed' })).status, 403, host)
  }
})

test('no method, address, name or status that a stranger thinks of becomes a label', async () => {
  const before = await countSeries()
  const asks = Array.from({ length: 20 }, (_, index) => [
    `X${index} /label-${index} HTTP/1.1\r\nhost: label-${index}.example`,
    `GET /label-${index} HTTP/1.1\r\nhost: label-${index}.example`,
    `GET /productinfo/${index}?label-${index} HTTP/1.1\r\nhost: a\r\nx-request-id: label-${index}`,
    `GET /metrics/label-${index} HTTP/1.1\r\nhost: a\r\nuser-agent: label-${index}`,
    `PURGE /label-${index} HTTP/1.1\r\nhost: a`,
    `POST /webhooks/label-${index} HTTP/1.1\r\nhost: a\r\ncontent-length: 0`,
  ]).flat()
  await Promise.all(asks.map((head) => shop.send(`${head}\r\nconnection: close\r\n\r\n`)))
  const { body } = await ask(shop, '/metrics')
  assert.doesNotMatch(body, /label|productinfo|PURGE|X\d/)
  for (const [, labels = ''] of body.matchAll(/^gamla_http_requests_total\{(.*)\} /gm))
    assert.match(
      labels,
      /^kind="(page|data|form|file|webhook|health|sandbox)",method="(GET|HEAD|POST|OPTIONS|other)",status="[2-5]\d\d"$/,
    )
  const more = (await countSeries()) - before
  assert.ok(more < 40, `${more} more series for ${asks.length} requests`)
})

async function countSeries(): Promise<number> {
  const { body } = await ask(shop, '/metrics')
  return body.split('\n').filter((line) => line && !line.startsWith('#')).length
}

test('/readyz tells strangers that the shop is not ready, and its operator what is away', async () => {
  // Neither of the two shops runs background jobs.
  const passedOn = { 'x-forwarded-for': '203.0.113.9' }
  assert.deepEqual(await ask(shop, '/readyz', passedOn), { status: 503, body: 'not ready' })
  assert.deepEqual(await ask(shop, '/readyz', { host: 'evil.example' }), { status: 503, body: 'not ready' })
  assert.deepEqual(await ask(shop, '/readyz'), { status: 503, body: 'not ready: jobs' })
  assert.deepEqual(await ask(named, '/readyz'), { status: 503, body: 'not ready' })
  assert.deepEqual(await ask(named, '/readyz', { authorization: `Bearer ${token}` }), {
    status: 503,
    body: 'not ready: jobs',
  })
})

test('/.well-known/security.txt tells whom to tell', async () => {
  const answer = await shop.fetch('/.well-known/security.txt')
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8')
  assert.match(answer.headers.get('cache-control') ?? '', /^public/)
  assertProtected('security.txt', answer.headers)
  const text = await answer.text()
  const contact = /^Contact: (\S+)$/m.exec(text)?.[1] ?? ''
  assert.equal((await shop.fetch(new URL(contact).pathname)).status, 200, 'its contact page is there')
  assert.ok(new Date(/^Expires: (\S+)$/m.exec(text)?.[1] ?? '') > new Date())
  const far = await (await named.fetch('/.well-known/security.txt')).text()
  assert.match(far, /^Canonical: https:\/\/gamla\.example\/\.well-known\/security\.txt$/m)
  assert.match(far, /^Contact: mailto:holes@gamla\.example$/m)
})

test('the list of packages is no page', async () => {
  for (const path of [
    '/sbom.cdx.json',
    '/build/sbom.cdx.json',
    '/assets/../sbom.cdx.json',
    '/assets/..%2f..%2fsbom.cdx.json',
    '/.built',
  ])
    assert.equal((await ask(shop, path)).status, 404, path)
})

test('no page, redirect or cookie names the Host that somebody has made up', async () => {
  for (const path of [
    '/',
    '/faq',
    '/login',
    '/login?x',
    '/no-such-page',
    '/userDashboard',
    '/logout',
    '/productinfo/1',
    '/cart.data',
  ]) {
    const said = await shop.send(
      `GET ${path} HTTP/1.1\r\nhost: made-up.example\r\nx-forwarded-host: made-up.example\r\nconnection: close\r\n\r\n`,
    )
    assert.match(said, /^HTTP\/1\.1 [2-4]/)
    assert.doesNotMatch(said, /made-up/, path)
  }
})
