import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canReadMetrics } from './metrics-endpoint.ts'

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

test('with METRICS_TOKEN only its bearer may read, also on this machine', () => {
  const token = 'a-token-of-letters'
  assert.equal(canReadMetrics(from('203.0.113.9', { authorization: `Bearer ${token}` }), { metricsToken: token }), true)
  assert.equal(canReadMetrics(from('203.0.113.9', { authorization: 'Bearer guessed' }), { metricsToken: token }), false)
  assert.equal(canReadMetrics(from('127.0.0.1'), { metricsToken: token }), false)
})
