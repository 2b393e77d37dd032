// Load shedding: with many more requests than the shop can serve, some are answered, the rest get 503 with Retry-After,
// and the shop recovers at once.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { findRunning } from '#server/postgres/embedded.ts'
import { until } from '#tests/support/process.ts'
import type { TestShop } from '#tests/support/shop.ts'
import { sharedShop } from './shared-shop.ts'

let shop: TestShop
const agent = new Agent({ keepAlive: true, maxSockets: 600 })

before(async () => {
  shop = await sharedShop()
})
after(() => agent.destroy())

type Answer = { status: number; retryAfter: string | undefined; refresh: string | undefined; text: string }

function ask(path: string, { method = 'GET', accept = 'text/html', body = '' } = {}): Promise<Answer> {
  const headers = { accept, ...(body && { 'content-type': 'application/x-www-form-urlencoded' }) }
  return new Promise((resolve, reject) => {
    const sent = request(shop.url + path, { agent, method, headers }, async (answer: IncomingMessage) => {
      const { 'retry-after': retryAfter, refresh } = answer.headers
      resolve({ status: answer.statusCode ?? 0, retryAfter, refresh: refresh?.toString(), text: await text(answer) })
    })
    sent.on('error', reject).end(body)
  })
}

test('under several times the load some requests are served, the rest get Retry-After, and cached pages are always served', async () => {
  for (const path of ['/', '/allproduct', '/faq']) assert.equal((await ask(path)).status, 200)
  const [worker] = await shop.workers()
  const memory = async () => {
    const status = await readFile(`/proc/${worker}/status`, 'utf8').catch(() => '')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
  }
  const before = await memory()
  const client = new pg.Client({ connectionString: await findRunning(shop.dataDir) })
  await client.connect()
  // A busy machine may send too slowly to overload the shop, so searches wait until others are refused.
  await client.query('begin; lock table products in access exclusive mode')
  let refused = 0
  // A different address each, so that none is answered from the page cache.
  const flood = Array.from({ length: 300 }, (_, n) =>
    n % 3 === 0
      ? ask('/login', { method: 'POST', body: `email=nobody${n}%40gamla.example&password=` })
      : ask(`/search?q=flood${n}`, { accept: n % 3 === 1 ? 'text/html' : '*/*' }),
  )
  for (const asked of flood) void asked.then(({ status }) => (refused += status === 503 ? 1 : 0))
  const cached = await Promise.all(['/', '/allproduct', '/faq', '/healthz'].map((path) => ask(path)))
  assert.deepEqual(
    cached.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  await until('some are refused', () => refused >= 20)
  await client.end()
  const answers = await Promise.all(flood)
  const served = answers.filter(({ status }) => status < 500)
  const shed = answers.filter(({ status }) => status === 503)
  assert.equal(served.length + shed.length, answers.length)
  assert.ok(served.length >= 20, `${served.length} were served`)
  assert.ok(shed.length >= 20, `${shed.length} were shed`)
  for (const { retryAfter } of shed) assert.match(retryAfter ?? '', /^[3-9]$/)

  const page = shed.find(({ text }) => text.includes('</html>'))
  assert.match(page?.text ?? '', /<title>We’re very busy · Gamla<\/title>/)
  assert.match(page?.text ?? '', /<h1[^>]*>We’re very busy right now<\/h1>.*Your cart is saved/s)
  assert.match(page?.text ?? '', /<a [^>]*href="">Try again<\/a>/)
  assert.doesNotMatch(page?.text ?? '', /<script/)
  const pages = shed.filter(({ text }) => text.includes('</html>'))
  assert.ok(pages.some(({ refresh }) => refresh !== undefined))
  assert.ok(shed.some(({ text }) => /^We’re very busy right now\./.test(text)))

  await until('the shop has recovered', async () => (await ask('/search?q=after')).status === 200)
  const grown = (await memory()) - before
  assert.ok(grown < 400, `memory has grown by ${Math.round(grown)} MB`)
  assert.deepEqual(await shop.workers(), [worker])
})
