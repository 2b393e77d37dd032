import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSandbox } from './sandbox.ts'

test('trouble is told in one line of JSON without what somebody has sent', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gamla-trouble-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  const told = t.mock.method(console, 'error', () => {})
  const sandbox = openSandbox({
    dataDir,
    shopUrl: 'http://localhost:1',
    razorpay: { keyId: 'id', keySecret: 'secret', webhookSecrets: ['hook'] },
    web3forms: { accessKey: 'key' },
  })
  const asked: [path: string, headers: Record<string, string>][] = [
    ['/sandbox/razorpay/v1/orders', { authorization: `Basic ${btoa('id:secret')}` }],
    ['/sandbox/web3forms/submit', { 'content-type': 'multipart/form-data; boundary=x' }],
  ]
  for (const [path, headers] of asked) {
    const answer = await sandbox.request(path, { method: 'POST', headers, body: 'Asha\n    at 12 Lake Road' })
    assert.equal(answer.status, 500, path)
    assert.doesNotMatch(await answer.text(), /Lake/)
  }
  const lines = told.mock.calls.map(({ arguments: said }) => said.join(' '))
  assert.equal(lines.length, asked.length)
  for (const line of lines) {
    assert.doesNotMatch(line, /\n|Asha|Lake/)
    assert.match(JSON.parse(line).error, /^\w+ at .*\d/)
  }
})
