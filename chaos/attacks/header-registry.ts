// Sends every header registered at IANA, and those of proxies, browsers and this shop, to every kind of URL and with
// four values each, four in a request, pipelined on a few connections.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { each, exchange, statusesOf } from './connection.ts'
import { attack, type RealShop } from './real-shop-harness.ts'

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
/** Headers of one request, each with another kind of value. */
const TOGETHER = 4
/** Connections with many more pipelined requests are closed. */
const PIPELINED = 12
/** For the live stream, which never ends: its header is enough. */
const HEAD_IS_HERE = /\r\n\r\n/

/** Each with the status of a request whose header is ignored. */
type Target = [line: string, status: number, body?: string]
const targets: Target[] = [
  ['GET / HTTP/1.1', 200],
  ['GET /cart HTTP/1.1', 200],
  ['GET /no-such-page.data HTTP/1.1', 404],
  ['GET /pots/cubee-room/320.avif HTTP/1.1', 200],
  ['GET /metrics HTTP/1.1', 200],
  ['POST /webhooks/razorpay HTTP/1.1', 400, '{}'],
  ['POST /webhooks/courier HTTP/1.1', 401, '{}'],
  ['POST /webhooks/whatsapp HTTP/1.1', 401, '{}'],
  ['GET /sandbox/inbox HTTP/1.1', 200],
  ['GET /sandbox/razorpay/checkout.js HTTP/1.1', 200],
  ['POST /sandbox/razorpay/v1/orders HTTP/1.1', 401, '{}'],
]
const MIN_SHARE = 0.9

function write(shop: RealShop, line: string, headers: readonly string[], body = ''): string {
  const isGiven = (name: string) => headers.some((header) => header.toLowerCase().startsWith(`${name}:`))
  return [
    line,
    ...(isGiven('host') ? [] : [`Host: ${shop.host}`]),
    ...(body && !isGiven('content-length') ? [`Content-Length: ${body.length}`] : []),
    ...headers,
    '',
    body,
  ].join('\r\n')
}

/**
 * Sends as many on one connection as the shop answers, and the rest on the next.
 * @param requests the headers of each
 * @returns the status of each
 */
async function sendAll(shop: RealShop, line: string, requests: readonly string[][], body?: string): Promise<number[]> {
  const all: number[] = []
  for (let sent = 0; sent < requests.length; ) {
    const batch = requests.slice(sent, sent + PIPELINED)
    const texts = batch.map((headers) => write(shop, line, headers, body))
    const last = `GET /healthz HTTP/1.1\r\nHost: ${shop.host}\r\nConnection: close\r\n\r\n`
    const said = await exchange(shop.port, [texts.join('') + last])
    const statuses = statusesOf(said)
    const wrong = statuses.findIndex((status) => status >= 500)
    assert.equal(wrong, -1, `${line} with ${batch[wrong]?.map(shorten)}: ${statuses[wrong]}`)
    assert.ok(statuses.length > 0, `${line} with ${batch[0]?.map(shorten)}: no answer`)
    // The last response belongs to the request that closed the connection, or to the final one.
    all.push(...statuses.slice(0, batch.length))
    sent += Math.min(statuses.length, batch.length)
  }
  return all
}

const shorten = (header: string) => header.slice(0, 60)

/**
 * Several headers in one request, and each alone where one of them has changed the answer.
 * @returns a status for each header
 */
async function sendHeaders(shop: RealShop, [line, status, body]: Target, headers: readonly string[]) {
  const groups = group(headers, TOGETHER)
  const answers = await sendAll(shop, line, groups, body)
  assert.equal(answers.length, groups.length)
  const [usual, unusual] = [answers.filter((one) => one === status), groups.filter((_, n) => answers[n] !== status)]
  const alone = unusual.flat().map((header) => [header])
  return [
    ...usual.flatMap((one) => Array.from({ length: TOGETHER }, () => one)),
    ...(await sendAll(shop, line, alone, body)),
  ]
}

function group<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size))
}

/** Values rotate over the targets: every header is sent to every target, and every value to at least two. */
function headersAt(target: number): string[] {
  return NAMES.map((name, index) => {
    const values = VALUES(name)
    return `${name}: ${values[(index + target) % values.length]}`
  })
}

for (const [number, target] of targets.entries()) {
  const [line, status] = target
  attack(`every header at ${line.replace(' HTTP/1.1', '')}`, async (shop) => {
    const headers = headersAt(number)
    const shares = group(headers, Math.ceil(headers.length / AT_ONCE))
    const all = (await Promise.all(shares.map((share) => sendHeaders(shop, target, share)))).flat()
    assert.ok(all.length >= headers.length)
    const usual = all.filter((one) => one === status).length
    assert.ok(usual > MIN_SHARE * all.length, `${usual} of ${all.length} answers were ${status}`)
  })
}

attack('every header at GET /live', async (shop) => {
  const headers = headersAt(targets.length)
  let usual = 0
  await each(headers, 16, async (header) => {
    const said = await exchange(shop.port, [write(shop, 'GET /live HTTP/1.1', [header])], {
      isDone: (text) => HEAD_IS_HERE.test(text),
    })
    // The server may close the connection without a response to a contradictory header.
    const [status = 400] = statusesOf(said)
    assert.ok(status < 500, `${header.slice(0, 60)}: ${status}`)
    if (status === 200) usual += 1
  })
  assert.ok(usual > MIN_SHARE * headers.length, `${usual} of ${headers.length} answers were 200`)
})
