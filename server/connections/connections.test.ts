import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { readConfig } from '#server/config.ts'
import { silentLog as silent } from '#server/observability/log.ts'
import { saveSettings } from '#server/settings/settings.ts'
import { openShop, type Shop } from '#server/shop.ts'
import { openSmtpService, SMTP_LOGIN } from '#tests/support/emails/smtp-service.ts'
import { openDatabase } from '#tests/support/postgres.ts'
import { until } from '#tests/support/process.ts'
import { listConnections } from './queries.ts'
import { removeKeys, saveKeys } from './save.ts'
import { tryConnection } from './try.ts'

const KEYS = { RAZORPAY_KEY_ID: 'rzp_live_1', RAZORPAY_KEY_SECRET: 'key-secret', RAZORPAY_WEBHOOK_SECRET: 'hook' }
const owner = { userId: 'boss', name: 'Boss', email: 'boss@example.com', role: 'admin' as const }
const database = await openDatabase()
/** Answers as Razorpay does, to the right key only. */
const provider = createServer(({ headers }, response) => {
  const isRight = headers.authorization === `Basic ${btoa('rzp_live_1:key-secret')}`
  const error = { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' }
  response.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' })
  response.end(JSON.stringify(isRight ? { items: [] } : { error }))
})
let env: Record<string, string>
let shop: Shop
let other: Shop

before(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const { port } = provider.address() as AddressInfo
  env = { SHOP_SECRET: 'x'.repeat(40), RAZORPAY_URL: `http://127.0.0.1:${port}` }
  shop = await openShop(readConfig(env), database.url, silent)
  other = await openShop(readConfig(env), database.url, silent)
})
after(async () => {
  await Promise.all([shop.close(), other.close()])
  provider.close()
  await database.close()
})

const versionOf = async (wanted = 'razorpay') =>
  (await listConnections(shop.db, shop.auth.secret)).find(({ service }) => service === wanted)?.version ?? ''
const save = async (form: Record<string, string>, seen?: string) =>
  saveKeys(shop, owner, { service: 'razorpay', form, seen: seen ?? (await versionOf()) })

test('saved keys work on every instance at once, and a test shows what the provider answers', async () => {
  assert.deepEqual([shop.services.states.razorpay, shop.payments.isAvailable], ['off', false])
  assert.deepEqual(await save({ ...KEYS, RAZORPAY_KEY_SECRET: 'wrong' }), { ok: true })
  assert.equal(shop.services.states.razorpay, 'saved')
  assert.equal(shop.payments.isAvailable, true)
  const refused = await tryConnection(shop, owner, 'razorpay')
  assert.equal(refused.ok, false)
  assert.match(refused.answer, /Authentication failed/)
  assert.deepEqual(await save({ RAZORPAY_KEY_ID: 'rzp_live_1', RAZORPAY_KEY_SECRET: 'key-secret' }), { ok: true })
  const works = async () => (await tryConnection(other, owner, 'razorpay')).ok
  await until('the other instance uses the keys', works)
})

test('a secret is in no column in the clear, nor in the audit', async () => {
  const { rows } = await database.pool.query(
    'select sealed as text from connections union all select row_to_json(audit)::text from audit',
  )
  assert.ok(rows.length > 1)
  for (const { text } of rows) for (const secret of ['key-secret', 'hook"']) assert.ok(!text.includes(secret), text)
})

test('webhooks that were signed with the former secret are taken until the next change', async () => {
  await save({ ...KEYS, RAZORPAY_WEBHOOK_SECRET: 'hook-2' })
  assert.deepEqual(shop.services.razorpay?.webhookSecrets, ['hook-2', 'hook'])
})

test('of two who opened the same form the second is told, and nothing is written', async () => {
  const seen = await versionOf()
  const all = await Promise.all(['a', 'b'].map((id) => save({ ...KEYS, RAZORPAY_KEY_ID: `rzp_live_${id}` }, seen)))
  assert.deepEqual(all.map(({ ok }) => ok).sort(), [false, true])
  assert.deepEqual(
    all.find(({ ok }) => !ok),
    { ok: false, reason: 'conflict' },
  )
})

test('keys of the environment win, and are not replaced', async () => {
  const locked = await openShop(
    readConfig({ ...env, RAZORPAY_KEY_ID: 'rzp_live_env', RAZORPAY_KEY_SECRET: 'a', RAZORPAY_WEBHOOK_SECRET: 'b' }),
    database.url,
    silent,
  )
  try {
    assert.deepEqual([locked.services.states.razorpay, locked.payments.keyId], ['locked', 'rzp_live_env'])
    const answer = await saveKeys(locked, owner, { service: 'razorpay', form: KEYS, seen: await versionOf() })
    assert.deepEqual(answer, { ok: false, reason: 'locked' })
  } finally {
    await locked.close()
  }
})

test('a service whose keys are removed is off again, everywhere', async () => {
  assert.deepEqual(await removeKeys(shop, owner, { service: 'razorpay', seen: await versionOf() }), { ok: true })
  assert.equal(shop.services.states.razorpay, 'off')
  await until('the other instance has none', () => !other.payments.isAvailable)
})

test('a host that does not answer is named in the words of the network', async () => {
  const lost = await openShop(readConfig({ ...env, RAZORPAY_URL: 'http://127.0.0.1:9999' }), database.url, silent)
  try {
    await saveKeys(lost, owner, { service: 'razorpay', form: KEYS, seen: '' })
    const { ok, answer } = await tryConnection(lost, owner, 'razorpay')
    assert.equal(ok, false)
    assert.match(answer, /was not answered.*ECONNREFUSED/)
  } finally {
    await lost.close()
  }
})

test('emails go the way that the settings choose, from the sender that they name, on every instance', async () => {
  const service = await openSmtpService()
  const choose = (emailThrough: 'smtp' | 'emailjs', sendFrom = '') =>
    shop.db.transaction((tx) => saveSettings(tx, owner, { emailThrough, sendFrom }))
  const form = {
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(service.port),
    SMTP_USER: SMTP_LOGIN.user,
    SMTP_PASSWORD: 'wrong',
  }
  try {
    assert.deepEqual(await saveKeys(shop, owner, { service: 'smtp', form, seen: '' }), { ok: true })
    const refused = await tryConnection(shop, owner, 'smtp')
    assert.equal(refused.ok, false)
    assert.match(refused.answer, /535 5\.7\.8 Username and password not accepted/)
    const seen = await versionOf('smtp')
    const right = { ...form, SMTP_PASSWORD: SMTP_LOGIN.password }
    assert.deepEqual(await saveKeys(shop, owner, { service: 'smtp', form: right, seen }), { ok: true })
    assert.equal(shop.emails, shop.connections.current().emailjs)
    await choose('smtp', 'Pots <orders@gamla.example>')
    await until('the other instance sends through SMTP', () => other.emails === other.connections.current().smtp)
    const taken = await tryConnection(other, owner, 'smtp')
    assert.match(taken.answer, /boss@example\.com was taken: 250 2\.0\.0 Ok: queued/)
    assert.deepEqual(
      service.emails().map(({ from, to }) => [from, to]),
      [['Pots ‹orders@gamla.example›', 'boss@example.com']],
    )
  } finally {
    await choose('emailjs')
    await service.close()
  }
})

test('a shop on the internet refuses a host of its own network, and says why', async () => {
  const inner = { SMTP_HOST: '127.0.0.1', SMTP_PORT: '', SMTP_USER: '', SMTP_PASSWORD: '' }
  const real = await openShop(readConfig({ ...env, PUBLIC_URL: 'https://shop.example' }), database.url, silent)
  try {
    const saved = await saveKeys(real, owner, { service: 'smtp', form: inner, seen: await versionOf('smtp') })
    assert.deepEqual(saved, { ok: true })
    const { ok, answer } = await tryConnection(real, owner, 'smtp')
    assert.equal(ok, false)
    assert.match(answer, /127\.0\.0\.1 is inside the network of this shop/)
  } finally {
    await removeKeys(real, owner, { service: 'smtp', seen: await versionOf('smtp') })
    await real.close()
  }
})

test('an address of SMTP in .env wins', async () => {
  const locked = await openShop(readConfig({ ...env, SMTP_URL: 'smtps://a:b@mail.example' }), database.url, silent)
  try {
    assert.deepEqual([locked.services.states.smtp, locked.services.smtp?.host], ['locked', 'mail.example'])
    const answer = await saveKeys(locked, owner, { service: 'smtp', form: { SMTP_HOST: 'x' }, seen: await versionOf() })
    assert.deepEqual(answer, { ok: false, reason: 'locked' })
  } finally {
    await locked.close()
  }
})

test('who runs jobs is told when a service is connected or off, and not when its keys change', async () => {
  let told = 0
  const forget = shop.connections.onAvailable(() => {
    told += 1
  })
  await save(KEYS)
  await save({ ...KEYS, RAZORPAY_KEY_ID: 'rzp_live_other' })
  assert.equal(told, 0)
  await removeKeys(shop, owner, { service: 'razorpay', seen: await versionOf() })
  await save(KEYS)
  assert.equal(told, 2)
  forget()
})
