import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientAddress } from './client-address.ts'

const of = (socketAddress: string | undefined, forwardedFor?: string, trustProxy = false) =>
  clientAddress({ socketAddress, forwardedFor }, trustProxy)

test('without a trusted proxy only the connection counts, whatever is claimed', () => {
  assert.equal(of('203.0.113.9', '198.51.100.1'), '203.0.113.9')
  assert.equal(of(undefined, '198.51.100.1'), 'unknown')
})

test('a trusted proxy says whom it serves in the last place; what stands before was claimed', () => {
  assert.equal(of('127.0.0.1', '198.51.100.1, 203.0.113.9', true), '203.0.113.9')
  assert.equal(of('127.0.0.1', undefined, true), '127.0.0.1')
})

test('an IPv6 address counts as the network that is given out with it', () => {
  const network = of('2001:db8:1:2::1')
  assert.equal(network, '2001:db8:1:2::/64')
  assert.equal(of('2001:0DB8:1:2:ffff:ffff:ffff:ffff'), network)
  assert.notEqual(of('2001:db8:1:3::1'), network)
  assert.equal(of('::1'), '0:0:0:0::/64')
  assert.equal(of('::ffff:203.0.113.9'), '203.0.113.9')
})
