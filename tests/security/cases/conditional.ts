// Conditional requests and accepted encodings.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { patient } from '#tests/security/default-timeouts-harness.ts'
import { assertProtected } from '#tests/security/expected-headers.ts'
import type { Attacked } from '#tests/security/harness.ts'
import { lineFor } from '#tests/support/fixtures/factories.ts'

let shop: Attacked

before(async () => {
  shop = await patient()
})

/** The same page rendered by the app and from the page cache, which is keyed by the exact URL. */
const ways = [
  ['by way of the app', '/refund-policy?utm=a'],
  ['from memory', '/refund-policy'],
] as const

for (const [way, path] of ways) {
  test(`304 for what the browser has, ${way}`, async () => {
    const ask = (field: string, method = 'GET') =>
      shop.fetch(path, { method, headers: { 'if-none-match': field, 'accept-encoding': 'br' } })
    const first = await ask('"none"')
    const etag = first.headers.get('etag') ?? ''
    assert.match(etag, /^"[\w-]+-br"$/)
    assert.equal(first.status, 200)
    for (const method of ['GET', 'HEAD']) {
      for (const field of [etag, `W/${etag}`, `"a", ${etag}, "b"`, '*']) {
        const answer = await ask(field, method)
        assert.equal(answer.status, 304, `${method} ${field}`)
        assert.equal(answer.headers.get('etag'), etag)
        assert.equal(answer.headers.get('vary'), 'accept-encoding')
        assert.ok(answer.headers.get('cache-control'))
        assert.equal(await answer.text(), '')
        assertProtected('304', answer.headers)
      }
      for (const field of [etag.replace('-br', '-gzip'), etag.slice(1, -1), `"x${etag.slice(1)}`, `${etag}x`, '"*"']) {
        const answer = await ask(field, method)
        assert.equal(answer.status, 200, `${method} ${field}`)
        await answer.body?.cancel()
      }
    }
  })

  test(`an encoding that is refused is not used, ${way}`, async () => {
    const plain = await readRaw(path, 'identity')
    assert.equal(plain.encoding, undefined)
    for (const [field, encoding] of [
      ['br;q=0, gzip', 'gzip'],
      ['br;q=0.0, gzip;q=0.1', 'gzip'],
      ['brotli, gzipped', undefined],
      ['br;q=0, gzip;q=0', undefined],
      ['identity;q=0', undefined],
      ['*;q=0', undefined],
      ['identity;q=0, br', 'br'],
      ['*', undefined],
      [',;=;q=,', undefined],
    ] as const) {
      const answer = await readRaw(path, field)
      assert.equal(answer.encoding, encoding, field)
      assert.deepEqual(decode(answer), plain.body, field)
    }
  })
}

test('a page that is not there is never "not modified"', async () => {
  for (const path of ['/productinfo/999999?utm=a', '/productinfo/999999', '/productinfo/999999', '/no-such-page']) {
    const first = await shop.fetch(path)
    const etag = first.headers.get('etag') ?? '"none"'
    for (const field of ['*', etag])
      assert.equal((await shop.fetch(path, { headers: { 'if-none-match': field } })).status, 404, `${path} ${field}`)
  }
})

test('a form is not held up by what a browser has', async () => {
  const body = new URLSearchParams({ lines: JSON.stringify([lineFor(shop.ids.pot)]) })
  const answer = await shop.fetch('/cart/quote', { method: 'POST', body, headers: { 'if-none-match': '*' } })
  assert.equal(answer.status, 200)
})

type Raw = { encoding: string | undefined; body: Buffer }

/** With node:http, because fetch decodes responses and adds headers. */
async function readRaw(path: string, acceptEncoding: string): Promise<Raw> {
  const said = await shop.send(`GET ${path} HTTP/1.0\r\nhost: localhost\r\naccept-encoding: ${acceptEncoding}\r\n\r\n`)
  assert.match(said, /^HTTP\/1\.1 200 /, acceptEncoding)
  const end = said.indexOf('\r\n\r\n')
  const encoding = /^content-encoding: (\S+)/im.exec(said.slice(0, end))?.[1]
  return { encoding, body: Buffer.from(said.slice(end + 4), 'latin1') }
}

function decode({ encoding, body }: Raw): Buffer {
  if (encoding === 'br') return brotliDecompressSync(body)
  return encoding === 'gzip' ? gunzipSync(body) : body
}
