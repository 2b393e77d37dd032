import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { readConfig } from '#server/config.ts'
import { silentLog } from '#server/observability/log.ts'
import { database } from '#tests/support/fixtures/database-fixture.ts'
import { openMeta } from '#tests/support/whatsapp/whatsapp-harness.ts'
import { listStoredTemplates } from './queries.ts'
import { refreshTemplates, submitTemplates } from './templates.ts'
import { answerChallenge, createWhatsappWebhook } from './webhook.ts'

const meta = openMeta()
const outcomes: string[] = []
const shop = {
  db: database.db,
  log: silentLog,
  now: () => new Date(),
  config: readConfig({}),
  whatsapp: meta.whatsapp,
  payments: { isAvailable: true },
  metrics: { countWhatsappWebhook: (outcome: string) => void outcomes.push(outcome) },
}
const receive = createWhatsappWebhook(shop)
const post = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
  receive({
    address: '192.0.2.1',
    request: new Request('http://shop/webhooks/whatsapp', { method: 'POST', body, headers }),
  })
const deliver = async () => {
  for (const webhook of meta.takeWebhooks()) assert.equal((await post(webhook)).status, 200)
}
const find = async (name: string) => (await listStoredTemplates(shop.db)).find((one) => one.name === name)

before(async () => submitTemplates(shop))

test('the templates that Meta does not know are sent to it once', async () => {
  assert.deepEqual(await refreshTemplates(shop), [])
  assert.deepEqual(
    [(await find('confirm_cash'))?.state, (await find('login_code'))?.category],
    ['approved', 'AUTHENTICATION'],
  )
})

test('characters that cannot be stored are left out', async () => {
  meta.judge('confirm_cash', 'PAUSED', 'Low\u0000 quality \ud83d')
  await deliver()
  assert.equal((await find('confirm_cash'))?.reason, 'Low quality \ufffd')
})

test('Meta’s decisions about a template are kept, the latest one whatever comes last', async () => {
  meta.judge('dispatched', 'PAUSED', 'Low quality')
  const [paused] = meta.takeWebhooks()
  assert.ok(paused)
  await post(paused)
  assert.deepEqual([(await find('dispatched'))?.state, (await find('dispatched'))?.reason], ['paused', 'Low quality'])
  meta.recategorise('dispatched', 'MARKETING')
  await deliver()
  assert.equal((await find('dispatched'))?.formerCategory, 'UTILITY')
  meta.judge('dispatched', 'APPROVED')
  await refreshTemplates({ ...shop, now: () => new Date(Date.now() + 60_000) })
  await post(paused)
  assert.deepEqual([(await find('dispatched'))?.state, (await find('dispatched'))?.reason], ['approved', ''])
})

test('a webhook in which Meta tells of many messages at once is taken', async () => {
  meta.write('919876543210', 'x'.repeat(600_000))
  await deliver()
})

test('a forged webhook is 401 and changes nothing', async () => {
  meta.judge('delivered', 'DISABLED')
  const [webhook] = meta.takeWebhooks()
  assert.ok(webhook)
  for (const signature of [
    '',
    'sha256=',
    `sha256=${'a'.repeat(64)}`,
    webhook.headers['x-hub-signature-256'].toUpperCase(),
  ])
    assert.equal((await post({ ...webhook, headers: { 'x-hub-signature-256': signature } })).status, 401)
  assert.equal((await post({ ...webhook, body: `${webhook.body}\n` })).status, 401)
  assert.equal((await find('delivered'))?.state, 'approved')
  assert.ok(outcomes.includes('unsigned') && outcomes.includes('invalid-signature'))
})

test('the challenge comes back to whoever has the verify token', async () => {
  const ask = (search: string) => answerChallenge(shop, `http://shop/webhooks/whatsapp${search}`)
  const right = ask('?hub.mode=subscribe&hub.verify_token=verify&hub.challenge=1158201444')
  assert.deepEqual([right.status, await right.text()], [200, '1158201444'])
  for (const search of [
    '',
    '?hub.mode=subscribe&hub.verify_token=wrong&hub.challenge=1',
    '?hub.verify_token=verify&hub.challenge=1',
  ])
    assert.equal(ask(search).status, 403)
  assert.equal(ask('?hub.mode=subscribe&hub.verify_token=verify&hub.challenge=<b>').status, 400)
})
