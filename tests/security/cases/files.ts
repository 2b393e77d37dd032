// Files over raw HTTP: path traversal, ranges and encodings.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { patient } from '#tests/security/default-timeouts-harness.ts'
import { assertProtected, headersOf } from '#tests/security/expected-headers.ts'
import type { Attacked } from '#tests/security/harness.ts'
import { rounds } from '#tests/support/rounds.ts'

const root = join(import.meta.dirname, '../../..')
const IMAGE = '/pots/cubee-room/320.avif'

let shop: Attacked
let image: Buffer
/** A script of the build, which also exists compressed. */
let script: string

before(async () => {
  shop = await patient()
  image = await readFile(join(root, 'photography/pictures/cubee-room/320.avif'))
  const files = await readdir(join(root, 'build/client/assets'))
  script = files.find((name) => name.endsWith('.js') && files.includes(`${name}.br`)) ?? ''
  assert.ok(script)
})

/** HTTP/1.0 prevents chunked responses. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const said = await shop.send(`${method} ${path} HTTP/1.0\r\nhost: localhost\r\n${lines.join('')}\r\n`)
  const end = said.indexOf('\r\n\r\n')
  return {
    status: Number(said.slice(9, 12)),
    headers: headersOf(said),
    body: Buffer.from(said.slice(end + 4), 'latin1'),
  }
}

const ways = [
  '..',
  '../..',
  '../../..',
  '..%2f..',
  '%2e%2e',
  '%2e%2e%2f%2e%2e',
  '%252e%252e',
  '..%252f..',
  '..%5c..',
  '..;',
  '....',
  '%c0%ae%c0%ae',
  '%00',
  '.%00.',
  '//',
  '/.',
  './.',
  '%2f',
  '~',
  '%7e',
  'C:',
  'file:',
]
const wanted = [
  'package.json',
  'server/config.ts',
  '.git/config',
  '.env',
  'secret',
  'etc/passwd',
  'build/sbom.cdx.json',
  '',
]

const atOnce = rounds({ few: 1, all: wanted.length })
for (const [number, folder] of ['/assets/', '/pots/', '/pictures/', '/productImages/', '/fonts/', '/'].entries()) {
  test(`no way leads out of ${folder}`, async () => {
    for (const [i, way] of ways.entries()) {
      // In turn, so that each file is asked for at every folder.
      const files = wanted.filter((_, k) => (k + i + number) % (wanted.length / atOnce) === 0)
      await Promise.all(files.map((file) => assertNoWay(`${folder}${way}/${file}`)))
    }
  })
}

async function assertNoWay(path: string): Promise<void> {
  const { status, headers, body } = await get(path, {}, path.endsWith('/') ? 'HEAD' : 'GET')
  // `/assets/../` is the home page, as browsers normalise it.
  assert.ok([200, 302, 400, 404].includes(status), `${path}: ${status}`)
  assertProtected(path, headers)
  if (status === 200) assert.match(headers.get('content-type') ?? '', /^text\/html/, path)
  assert.doesNotMatch(body.toString(), /"dependencies"|root:x:|ConfigError|\[core\]|CycloneDX/, path)
}

test('a folder, a dot file, and a compressed copy under its own name are no secrets', async () => {
  for (const path of [
    '/assets',
    '/assets/',
    '/pots/',
    '/pots/cubee-room',
    '/pictures/',
    '/.vite/manifest.json',
    '/.built',
  ])
    assert.equal((await get(path)).status, 404, path)
  // The same bytes as the encoded response.
  assert.equal((await get(`/assets/${script}.br`)).status, 200)
})

test('a part of a file is that part', async () => {
  const last = image.length - 1
  for (const [range, start, end] of [
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, last],
    ['bytes=-100', last - 99, last],
    ['bytes=-999999999', 0, last],
    ['bytes=100-999999999', 100, last],
    [`bytes=${last}-${last}`, last, last],
  ] as const) {
    const { status, headers, body } = await get(IMAGE, { range })
    assert.equal(status, 206, range)
    assert.equal(headers.get('content-range'), `bytes ${start}-${end}/${image.length}`, range)
    assert.equal(headers.get('content-length'), String(end - start + 1), range)
    assert.ok(body.equals(image.subarray(start, end + 1)), range)
    assertProtected(range, headers)
  }
})

test('a part that is not there is refused, with the size', async () => {
  for (const range of [`bytes=${image.length}-`, 'bytes=999999999999999-', 'bytes=-0']) {
    const { status, headers, body } = await get(IMAGE, { range })
    assert.equal(status, 416, range)
    assert.equal(headers.get('content-range'), `bytes */${image.length}`)
    assert.equal(body.length, 0)
    assertProtected(range, headers)
  }
})

test('a range that cannot be read, several, or one of another copy: the whole file', async () => {
  const { mtime } = await stat(join(root, 'photography/pictures/cubee-room/320.avif'))
  const all: Record<string, string>[] = [
    ...[
      'nonsense',
      '0-99',
      'bytes=',
      'bytes=-',
      'bytes=a-b',
      'bytes=0-1,5-6',
      `bytes=${'0-1,'.repeat(1000)}2-3`,
      'bytes=0x0-0x9',
      'bytes=1e3-',
      'bytes=--5',
      'bytes=0-99;x',
      `bytes=${'9'.repeat(400)}-`,
      `bytes=-${'9'.repeat(400)}`,
      'lines=0-5',
    ].map((range) => ({ range })),
    { range: 'bytes=0-99', 'if-range': '"another"' },
    { range: 'bytes=0-99', 'if-range': new Date(0).toUTCString() },
    { range: 'bytes=0-99', 'if-range': mtime.toUTCString() },
  ]
  for (const headers of all) {
    const answer = await get(IMAGE, headers)
    assert.equal(answer.status, 200, JSON.stringify(headers).slice(0, 80))
    assert.ok(answer.body.equals(image))
  }
  const head = await get(IMAGE, { range: 'bytes=0-0' }, 'HEAD')
  assert.equal(head.status, 200)
  assert.equal(head.headers.get('content-length'), String(image.length))
})

test('a file comes in an encoding that the browser names, or plain, whatever it refuses', async () => {
  const path = `/assets/${script}`
  const plain = await readFile(join(root, 'build/client/assets', script))
  const sum = (body: Buffer) => createHash('sha256').update(body).digest('hex')
  for (const [field, encoding] of [
    ['', null],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, br', 'br'],
    ['identity', null],
    ['identity;q=0', null],
    ['*;q=0', null],
    ['*', null],
    ['br;q=0', null],
    ['br;q=0, gzip', 'gzip'],
    ['zstd', null],
    ['../../package.json', null],
    [`${'x,'.repeat(3000)}`, null],
    [',;q=,', null],
  ] as const) {
    const { status, headers, body } = await get(path, { 'accept-encoding': field })
    assert.equal(status, 200, field)
    assert.equal(headers.get('content-encoding'), encoding, field)
    const read = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
    assert.equal(sum(read), sum(plain), field)
    assertProtected(field, headers)
  }
})

test('files take no forms', async () => {
  for (const path of [IMAGE, `/assets/${script}`, '/robots.txt']) {
    const { status } = await get(path, { 'content-length': '0' }, 'POST')
    assert.ok(status >= 400 && status < 500, `${path}: ${status}`)
  }
})
