// A shop with an https address, as a whole process: its own answers, and those behind deploy/Caddyfile, with Caddy's
// internal certificate authority, on loopback addresses.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { assertProtected, headersOf } from '#tests/security/expected-headers.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { until } from '#tests/support/process.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { type Caddy, findMissingCaddy, openCaddy, read } from './caddy-harness.ts'

const MEGABYTE = 1_000_000
/** A tenth of it on an idle machine; a proxy that held the stream back would keep it for much longer. */
const SOON_MS = 5000

let shop: TestShop
let origin: string
let httpsPort: number

before(async () => {
  httpsPort = await findFreePort()
  origin = `https://localhost:${httpsPort}`
  // A fifth of every limit, so that six messages are the most of an hour.
  shop = await openTestShop({ env: { PUBLIC_URL: origin, TRUST_PROXY: 'true', RATE_LIMIT_FACTOR: '0.2' } })
})
after(() => shop?.close())

function assertHttps(name: string, headers: Headers): void {
  assert.match(headers.get('strict-transport-security') ?? '', /^max-age=[1-9]/, name)
}

test('what the sandbox says is protected, and stays with https', async () => {
  for (const [path, status] of [
    ['/sandbox/razorpay/checkout.js', 200],
    ['/sandbox/razorpay/v1/orders', 401],
    ['/sandbox/inbox', 403],
    ['/sandbox/nothing', 404],
  ] as const) {
    const answer = await fetch(shop.url + path)
    assert.equal(answer.status, status, path)
    assertProtected(path, answer.headers)
    assertHttps(path, answer.headers)
    await answer.body?.cancel()
  }
})

test('so is the answer to what is no request', async () => {
  const socket = net.connect(Number(new URL(shop.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write('NONSENSE\r\n\r\n')
  const said = await text(socket)
  assert.match(said, /^HTTP\/1\.1 400 /)
  assertProtected('400', headersOf(said))
  assertHttps('400', headersOf(said))
})

test('what counts readers is not for who comes through the proxy', async () => {
  const answer = await fetch(`${shop.url}/metrics`)
  assert.equal(answer.status, 403)
  assert.doesNotMatch(await answer.text(), /gamla_/)
})

describe('behind Caddy', { skip: findMissingCaddy() }, () => {
  let caddy: Caddy
  let httpPort: number

  before(async () => {
    httpPort = await findFreePort()
    caddy = await openCaddy({ httpPort, httpsPort, upstream: `127.0.0.1:${new URL(shop.url).port}` })
  })
  after(() => caddy?.close())

  function post(path: string, form: Record<string, string> | FormData, more: { cookie?: string; from?: string } = {}) {
    const { cookie, from } = more
    const encoded = new Response(form instanceof FormData ? form : new URLSearchParams(form))
    const type = encoded.headers.get('content-type') ?? ''
    return encoded.arrayBuffer().then((bytes) =>
      caddy.send(path, {
        method: 'POST',
        body: new Uint8Array(bytes),
        ...(from && { from }),
        headers: {
          origin,
          accept: 'text/html',
          'content-type': type,
          'x-forwarded-for': '203.0.113.9',
          ...(cookie && { cookie }),
        },
      }),
    )
  }

  async function logIn(role: 'admin' | 'user'): Promise<{ cookies: string[]; cookie: string }> {
    const { email, password } = shop.accounts[role]
    const response = await post('/login', { email, password })
    const cookies = response.headers['set-cookie'] ?? []
    response.resume()
    return { cookies, cookie: cookies.map((it) => it.split(';')[0]).join('; ') }
  }

  test('http is led to https', async () => {
    const response = await caddy.send('/faq?from=flyer', { port: httpPort })
    response.resume()
    assert.deepEqual([response.statusCode, response.headers.location], [308, 'https://localhost/faq?from=flyer'])
  })

  test('pages come with HSTS and without the name of the proxy; its admin endpoint is off', async () => {
    const response = await caddy.send('/')
    assert.match((await read(response)).text, /<h1/)
    assert.equal(response.headers['strict-transport-security'], 'max-age=63072000; includeSubDomains')
    assert.equal(response.headers.server, undefined)
    assert.match(caddy.said(), /admin endpoint disabled/)
  })

  test('a login sets cookies for https and this host only', async () => {
    const { cookies, cookie } = await logIn('user')
    assert.ok(cookies.length > 0)
    for (const set of cookies) {
      const [pair = '', ...attributes] = set.split(/; ?/)
      assert.match(pair, /^__Host-/)
      assert.ok(attributes.includes('Secure') && attributes.includes('Path=/') && !/domain/i.test(set), set)
    }
    const { status, text } = await read(await caddy.send('/userDashboard', { headers: { cookie } }))
    assert.deepEqual([status, text.includes('Meera Nair')], [200, true])
  })

  test('a change reaches a live stream at once', async () => {
    const stream = await caddy.send('/live', { headers: { accept: 'text/event-stream' } })
    assert.equal(stream.headers['content-type'], 'text/event-stream')
    let said = ''
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk
    })
    await until('the stream is open', () => said !== '')
    const changedAt = performance.now()
    await shop.sql('update products set price = price + 1 where id = (select min(id) from products)')
    await until('the event arrives', () => /event: product/.test(said))
    const ms = performance.now() - changedAt
    stream.destroy()
    await once(stream, 'close')
    assert.ok(ms < SOON_MS, `${ms} ms`)
  })

  test('rate limits and the security log know the client, whatever address it claims', async () => {
    const message = (from: string) =>
      post(
        '/contactUs',
        { name: 'Meera', email: `${from}@lamps.example`, phone: '9845000012', message: from },
        { from },
      )
    const statuses: number[] = []
    for (let number = 0; number < 7; number += 1) statuses.push((await read(await message('127.0.0.2'))).status)
    assert.equal(statuses.at(-1), 429)
    assert.ok(statuses.slice(0, 6).every((status) => status < 400))
    assert.ok((await read(await message('127.0.0.3'))).status < 400)

    await read(await post('/login', { email: 'nobody@lamps.example', password: 'monsoon' }, { from: '127.0.0.4' }))
    await until('the failed login is logged', () => /"event":"login-failed"/.test(shop.said()))
    const [logged = ''] = /\{[^\n]*"event":"login-failed"[^\n]*/.exec(shop.said()) ?? []
    assert.equal(JSON.parse(logged).address, '127.0.0.4')
  })

  test('five images of the largest size pass to the shop, which saves them', async () => {
    const { cookie } = await logIn('admin')
    const form = new FormData()
    const fields = { title: 'Brass lamp', category: 'POT', description: 'A lamp', sizeCode: 'C01' }
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    for (const background of ['#a64', '#46a', '#6a4', '#a46', '#4a6']) {
      const small = await sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer()
      // Large in bytes only: what stands behind the end of a PNG is not decoded.
      const large = Buffer.concat([small, Buffer.alloc(14.9 * MEGABYTE - small.length)])
      form.append('images', new File([large], 'lamp.png', { type: 'image/png' }))
    }
    const saved = await read(await post('/addproduct', form, { cookie }))
    assert.ok(saved.status < 400, `${saved.status} ${saved.text.slice(0, 300)}`)
    const rows = await shop.sql(
      "select cardinality(product_image_url) as images from products where title = 'Brass lamp'",
    )
    assert.deepEqual(rows, [{ images: 5 }])
  })

  test('larger bodies are refused, huge ones before they have arrived', async () => {
    const message = { name: 'Meera', email: 'meera@lamps.example', phone: '9845000012', message: 'x'.repeat(300_000) }
    const tooLarge = async () => (await read(await post('/contactUs', message, { from: '127.0.0.5' }))).status
    await untilRefused(tooLarge)
    const { cookie } = await logIn('admin')
    const huge = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(170 * MEGABYTE) }
    const headers = { ...huge, origin, cookie }
    // Only its beginning is sent: the answer does not wait for the rest.
    await untilRefused(async () => {
      const refused = await caddy.send('/addproduct', { method: 'POST', headers, body: new Uint8Array(MEGABYTE) })
      refused.destroy()
      return refused.statusCode
    })
    assert.equal((await read(await caddy.send('/faq'))).status, 200)
  })

  test('a connection cannot be upgraded', async () => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
    const response = await caddy.send('/live', {
      headers: { ...headers, 'sec-websocket-key': 'bGFtcGxhbXBsYW1wbGFtcA==' },
    })
    assert.notEqual(response.statusCode, 101)
    response.destroy()
  })
})

/**
 * Node reads the rest of a refused body for half a second and closes the connection then. A proxy that a busy machine
 * kept waiting for longer has not read the answer and says 502.
 */
async function untilRefused(ask: () => Promise<number | undefined>): Promise<void> {
  let status = await ask()
  for (let again = 0; again < 3 && status === 502; again += 1) status = await ask()
  assert.equal(status, 413)
}
