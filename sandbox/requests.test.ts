import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openRazorpay } from './razorpay.ts'
import { openSandbox } from './sandbox.ts'
import { openStore } from './store.ts'
import { openWeb3forms } from './web3forms.ts'

const KEY = { keyId: 'id', keySecret: 'secret', webhookSecrets: ['hook'] }
const AUTHORIZED = { authorization: `Basic ${btoa('id:secret')}` }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

test('trouble is told in one line of JSON without what somebody has sent', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gamla-trouble-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  const told = t.mock.method(console, 'error', () => {})
  const { app: sandbox } = openSandbox({ dataDir, shopUrl: 'http://localhost:1', web3forms: { accessKey: 'key' } })
  // The store breaks under it, as a full disk would break it.
  const database = new DatabaseSync(join(dataDir, 'sandbox.sqlite'))
  database.exec('drop table things')
  database.close()
  const broken = {
    ...openStore(),
    find: () => {
      throw new TypeError('Unexpected token in Asha\n    at 12 Lake Road')
    },
  }
  const payments = openRazorpay(KEY, { store: broken, webhookUrl: 'http://localhost:1', refundMs: 1 })
  t.after(() => payments.close())
  const answers = [
    await sandbox.request('/sandbox/web3forms/submit', {
      method: 'POST',
      headers: FORM,
      body: 'access_key=key&name=Asha',
    }),
    await payments.app.request('/v1/payments/pay_1', { headers: AUTHORIZED }),
  ]
  for (const answer of answers) {
    assert.equal(answer.status, 500)
    assert.doesNotMatch(await answer.text(), /Lake|Asha/)
  }
  const lines = told.mock.calls.map(({ arguments: said }) => said.join(' '))
  assert.equal(lines.length, answers.length)
  for (const line of lines) {
    assert.doesNotMatch(line, /\n|Asha|Lake/)
    assert.match(JSON.parse(line).error, /^\w+ at .*\d/)
  }
})

test('bodies that are no form or no JSON are refused, and are no trouble', async (t) => {
  const told = t.mock.method(console, 'error', () => {})
  const payments = openRazorpay(KEY, { webhookUrl: 'http://localhost:1', refundMs: 1 })
  t.after(() => payments.close())
  const bodies = ['', 'null', '1', '[]', '"a"', '{', '\0', 'Asha\n    at 12 Lake Road']
  const paths = ['/v1/orders', '/v1/payments/pay_1/refund', '/widget/pay', '/widget/fail']
  for (const body of bodies)
    for (const path of paths) {
      const answer = await payments.app.request(path, { method: 'POST', headers: AUTHORIZED, body })
      assert.ok(answer.status < 500, `${path} with ${body}: ${answer.status}`)
    }
  const { app } = openWeb3forms({ accessKey: 'key' })
  for (const type of [
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'x',
  ])
    for (const body of bodies) {
      const answer = await app.request('/submit', { method: 'POST', headers: { 'content-type': type }, body })
      assert.equal(answer.status, 400, `${type} with ${body}`)
    }
  assert.equal(told.mock.callCount(), 0)
})
