import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isKnownHost } from './known-host.ts'

const config = { publicUrl: undefined, trustProxy: false, host: 'localhost' }

function isKnown(headers: Record<string, string>, changes: Partial<typeof config | { publicUrl: string }> = {}) {
  const asked = { header: (name: string) => headers[name], localAddress: '::ffff:192.168.1.5' }
  return isKnownHost(asked, { ...config, ...changes })
}

for (const host of [
  'localhost',
  'LocalHost:3000',
  'shop.localhost:3000',
  '127.0.0.1:3000',
  '127.8.9.1',
  '[::1]:3000',
  '192.168.1.5:8080',
]) {
  test(`${host} is a name of a shop that was told none`, () => assert.equal(isKnown({ host }), true))
}

for (const host of [
  'evil.example:3000',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  'localhost@evil.example',
  'evil.example/localhost',
  'evil.example#localhost',
  '192.168.1.6:8080',
  'gamla.example',
  '[::2]',
  '',
]) {
  test(`${JSON.stringify(host)} is not`, () => assert.equal(isKnown({ host }), false))
}

test('a request that names no host is of no browser', () => assert.equal(isKnown({}), true))

test('HOST and PUBLIC_URL name the shop', () => {
  assert.equal(isKnown({ host: 'pots.lan:3000' }, { host: 'Pots.lan' }), true)
  const publicUrl = 'https://gamla.example'
  assert.equal(isKnown({ host: 'gamla.example' }, { publicUrl }), true)
  assert.equal(isKnown({ host: 'evil.example' }, { publicUrl }), false)
})

test('X-Forwarded-Host counts where a proxy sets it, and then instead of Host', () => {
  const forged = { host: 'evil.example', 'x-forwarded-host': 'localhost' }
  assert.equal(isKnown(forged), false)
  assert.equal(isKnown(forged, { trustProxy: true }), true)
  const rebound = { host: '127.0.0.1:3000', 'x-forwarded-host': 'localhost, evil.example' }
  assert.equal(isKnown(rebound, { trustProxy: true }), false)
})
