import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canReadMetrics, createReadinessCheck, failedReadinessChecks } from './health.ts'
import { assignRequestId } from './observability/request-id.ts'
import type { Shop } from './shop.ts'

const from = (socketAddress: string | undefined, headers: Record<string, string> = {}) => ({
  socketAddress,
  header: (name: string) => headers[name],
})

test('without a token only this machine sees the metrics, and never through a proxy on it', () => {
  for (const here of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) assert.equal(canReadMetrics(from(here), {}), true)
  for (const elsewhere of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1', undefined])
    assert.equal(canReadMetrics(from(elsewhere), {}), false)
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
    assert.equal(canReadMetrics(from('127.0.0.1', { [header]: '127.0.0.1' }), {}), false)
})

test('with PUBLIC_URL a proxy on this machine may have asked for anybody, so only the token counts', () => {
  const publicUrl = 'https://gamla.example'
  const metricsToken = 'a-token-of-letters'
  assert.equal(canReadMetrics(from('127.0.0.1'), { publicUrl }), false)
  const known = from('127.0.0.1', { authorization: `Bearer ${metricsToken}` })
  assert.equal(canReadMetrics(known, { publicUrl }), false)
  assert.equal(canReadMetrics(known, { publicUrl, metricsToken }), true)
})

test('with a token whoever knows it does, and nobody else', () => {
  const token = 'a-token-of-letters'
  assert.equal(canReadMetrics(from('203.0.113.9', { authorization: `Bearer ${token}` }), { metricsToken: token }), true)
  assert.equal(canReadMetrics(from('203.0.113.9', { authorization: 'Bearer guessed' }), { metricsToken: token }), false)
  assert.equal(canReadMetrics(from('127.0.0.1'), { metricsToken: token }), false)
})

test('a request has a name of its own; only a trusted proxy may have given it one', () => {
  assert.match(assignRequestId('from-outside', false), /^[0-9a-f]{12}$/)
  assert.equal(assignRequestId('from-the-proxy', true), 'from-the-proxy')
  for (const odd of ['a b', '{"x":1}', 'short', 'x'.repeat(65), undefined])
    assert.match(assignRequestId(odd, true), /^[0-9a-f]{12}$/)
})

test('what does not answer is named, each by itself', async () => {
  const answers = async () => true
  const fails = () => Promise.reject(new Error('away'))
  const shopWhere = (database: unknown, store: unknown) =>
    ({ db: { execute: database }, images: { has: store } }) as unknown as Shop
  assert.deepEqual(await failedReadinessChecks(shopWhere(answers, answers), () => true), [])
  assert.deepEqual(await failedReadinessChecks(shopWhere(answers, fails), () => true), ['store'])
  assert.deepEqual(await failedReadinessChecks(shopWhere(fails, answers)), ['database', 'jobs'])
})

test('the log names what is away once for each change, and however many ask at once, it is asked once', async () => {
  const told: string[] = []
  let asked = 0
  let isAway = false
  const shop = {
    db: { execute: async () => true },
    images: {
      async has() {
        asked += 1
        if (isAway) throw new Error('away')
      },
    },
    log: { info: (line: string) => told.push(line), error: (line: string) => told.push(line) },
  } as unknown as Shop
  const listMissing = createReadinessCheck(shop, () => true)

  assert.deepEqual(await listMissing(), [])
  assert.deepEqual(told, [])
  asked = 0
  isAway = true
  for (const missing of await Promise.all(Array.from({ length: 50 }, listMissing))) assert.deepEqual(missing, ['store'])
  assert.equal(asked, 1)
  assert.deepEqual(await listMissing(), ['store'])
  assert.equal(asked, 2)
  assert.deepEqual(told, ['Not ready: store'])
  isAway = false
  assert.deepEqual(await listMissing(), [])
  assert.deepEqual(await listMissing(), [])
  assert.deepEqual(told, ['Not ready: store', 'Ready again'])
})
