// Sends every header registered at IANA, and those of proxies, browsers and this shop, to every kind of URL and with
// four values each, pipelined on a few connections.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { attack, type RealShop } from '#tests/security/real-shop-harness.ts'
import { each, exchange, statusesOf } from './connection.ts'

const NAMES = readFileSync(join(import.meta.dirname, 'header-names.txt'), 'utf8')
  .trim()
  .split('\n')
/** A valid value for each header that the server interprets. */
const MEANINGFUL: Record<string, string> = {
  'Accept-Encoding': 'br',
  Authorization: 'Basic eDp5',
  'Content-Encoding': 'gzip',
  'Content-Length': '0',
  'Content-Type': 'multipart/form-data; boundary=x',
  Cookie: 'gamla.session_token=a.b',
  Expect: '100-continue',
  'If-Modified-Since': 'Sat, 21 Nov 2026 10:00:00 GMT',
  'If-None-Match': '*',
  Origin: 'null',
  Range: 'bytes=0-1,3-',
  TE: 'trailers',
  Trailer: 'x',
  'Transfer-Encoding': 'chunked',
  Upgrade: 'websocket',
  'X-HTTP-Method-Override': 'DELETE',
}
const VALUES = (name: string) => ['', MEANINGFUL[name] ?? 'a', 'x'.repeat(8000), '"\xff\xfe;,=\\ (\t%00']
const AT_ONCE = 4
/** Connections with many more pipelined requests are closed. */
const PIPELINED = 12
/** For the live stream, which never ends: its header is enough. */
const HEAD_IS_HERE = /\r\n\r\n/

/** Each with the status of a request whose header is ignored. */
const targets: [line: string, status: number, body?: string][] = [
  ['GET / HTTP/1.1', 200],
  ['GET /cart HTTP/1.1', 200],
  ['GET /no-such-page.data HTTP/1.1', 404],
  ['GET /pots/cubee-room/320.avif HTTP/1.1', 200],
  ['GET /metrics HTTP/1.1', 200],
  ['POST /webhooks/razorpay HTTP/1.1', 400, '{}'],
  ['POST /webhooks/courier HTTP/1.1', 401, '{}'],
  ['GET /sandbox/inbox HTTP/1.1', 200],
  ['GET /sandbox/razorpay/checkout.js HTTP/1.1', 200],
  ['POST /sandbox/razorpay/v1/orders HTTP/1.1', 401, '{}'],
]
const MIN_SHARE = 0.9

function write(shop: RealShop, line: string, header: string, body = ''): string {
  const isHost = header.toLowerCase().startsWith('host:')
  const isLength = header.toLowerCase().startsWith('content-length:')
  return [
    line,
    ...(isHost ? [] : [`Host: ${shop.host}`]),
    ...(body && !isLength ? [`Content-Length: ${body.length}`] : []),
    header,
    '',
    body,
  ].join('\r\n')
}

/**
 * Sends as many on one connection as the shop answers, and the rest on the next.
 * @returns the status of each
 */
async function sendAll(shop: RealShop, line: string, headers: readonly string[], body?: string): Promise<number[]> {
  const all: number[] = []
  for (let sent = 0; sent < headers.length; ) {
    const batch = headers.slice(sent, sent + PIPELINED)
    const requests = batch.map((header) => write(shop, line, header, body))
    const last = `GET /healthz HTTP/1.1\r\nHost: ${shop.host}\r\nConnection: close\r\n\r\n`
    const said = await exchange(shop.port, [requests.join('') + last])
    const statuses = statusesOf(said)
    const wrong = statuses.findIndex((status) => status >= 500)
    assert.equal(wrong, -1, `${line} with ${batch[wrong]?.slice(0, 60)}: ${statuses[wrong]}`)
    assert.ok(statuses.length > 0, `${line} with ${batch[0]?.slice(0, 60)}: no answer`)
    // The last response belongs to the request that closed the connection, or to the final one.
    all.push(...statuses.slice(0, batch.length))
    sent += Math.min(statuses.length, batch.length)
  }
  return all
}

/** Values rotate over the targets: every header is sent to every target, and every value to at least two. */
function headersAt(target: number): string[] {
  return NAMES.map((name, index) => {
    const values = VALUES(name)
    return `${name}: ${values[(index + target) % values.length]}`
  })
}

for (const [target, [line, status, body]] of targets.entries()) {
  attack(`every header at ${line.replace(' HTTP/1.1', '')}`, async (shop) => {
    const headers = headersAt(target)
    const size = Math.ceil(headers.length / AT_ONCE)
    const shares = Array.from({ length: AT_ONCE }, (_, index) => headers.slice(index * size, (index + 1) * size))
    const all = (await Promise.all(shares.map((share) => sendAll(shop, line, share, body)))).flat()
    assert.equal(all.length, headers.length)
    const usual = all.filter((one) => one === status).length
    assert.ok(usual > MIN_SHARE * headers.length, `${usual} of ${headers.length} answers were ${status}`)
  })
}

attack('every header at GET /live', async (shop) => {
  const headers = headersAt(targets.length)
  let usual = 0
  await each(headers, 16, async (header) => {
    const said = await exchange(shop.port, [write(shop, 'GET /live HTTP/1.1', header)], {
      isDone: (text) => HEAD_IS_HERE.test(text),
    })
    // The server may close the connection without a response to a contradictory header.
    const [status = 400] = statusesOf(said)
    assert.ok(status < 500, `${header.slice(0, 60)}: ${status}`)
    if (status === 200) usual += 1
  })
  assert.ok(usual > MIN_SHARE * headers.length, `${usual} of ${headers.length} answers were 200`)
})
