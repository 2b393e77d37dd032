// Raw bytes that no HTTP client would send: arbitrary headers, pipelined requests in one packet, random bytes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { addresses, words } from './requests.ts'

/** Everything that is sent on one connection. */
export type Burst = { requests: number; bytes: string }

const NAMES = readFileSync(join(import.meta.dirname, '../attacks/header-names.txt'), 'utf8')
  .trim()
  .split('\n')
const METHODS = ['GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']
const VALUES = [
  '',
  '*',
  'x',
  '0',
  '-1',
  'chunked',
  'close',
  'upgrade',
  '100-continue',
  'bytes=0-',
  'trailers',
  '"a"',
  'br',
]

/** @param head Host and Cookie lines of every request */
export function bursts(known: readonly string[], head: string): fc.Arbitrary<Burst> {
  const word = words(known).map((text) => text.replace(/[\r\n\0]/g, ''))
  const path = addresses(word)
    .map((text) => text.replace(/[\s\0]/g, ''))
    .filter((text) => !/logout/i.test(text))
  const value = fc.oneof(fc.constantFrom(...VALUES), word, fc.constant('y'.repeat(6000)))
  const header = fc.tuple(fc.constantFrom(...NAMES), value).map(([name, text]) => `${name}: ${text}\r\n`)
  const headers = fc.array(header, { maxLength: 4 }).map((lines) => lines.join(''))

  const plain = fc
    .tuple(fc.constantFrom(...METHODS), path, headers)
    .map(([method, address, lines]) => `${method} ${address} HTTP/1.1\r\n${head}${lines}\r\n`)
  const withBody = fc
    .tuple(path, headers, word)
    .map(
      ([address, lines, body]) =>
        `POST ${address} HTTP/1.1\r\n${head}${lines}content-length: ${Buffer.byteLength(body, 'latin1')}\r\n\r\n${body}`,
    )
  const inChunks = fc.tuple(path, headers, fc.array(word, { maxLength: 4 }), fc.boolean()).map(
    ([address, lines, parts, isWhole]) =>
      `POST ${address} HTTP/1.1\r\n${head}${lines}transfer-encoding: chunked\r\n\r\n${parts
        .filter((part) => part !== '')
        .map((part) => `${Buffer.byteLength(part, 'latin1').toString(16)}\r\n${part}\r\n`)
        .join('')}${isWhole ? '0\r\n\r\n' : ''}`,
  )
  const noise = fc.uint8Array({ maxLength: 120 }).map((bytes) => Buffer.from(bytes).toString('latin1'))
  const cut = fc.tuple(plain, fc.nat({ max: 200 })).map(([text, length]) => text.slice(0, length))

  return fc
    .array(
      fc.oneof(
        { weight: 8, arbitrary: plain },
        { weight: 2, arbitrary: withBody },
        { weight: 2, arbitrary: inChunks },
        { weight: 1, arbitrary: noise },
        { weight: 1, arbitrary: cut },
      ),
      { minLength: 1, maxLength: 12 },
    )
    .map((parts) => ({ requests: parts.length, bytes: parts.join('') }))
}
