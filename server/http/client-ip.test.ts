import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { clientAddress } from './client-ip.ts'

const of = (socketAddress: string | undefined, forwardedFor?: string, trustProxy = false) =>
  clientAddress({ socketAddress, forwardedFor }, trustProxy)
const told = (forwardedFor: string) => of('192.0.2.1', forwardedFor, true)

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

test('a port is no part of an address: a new connection is not a new person', () => {
  for (const port of ['', ':1', ':5678', ':65535']) {
    assert.equal(told(`203.0.113.9${port}`), '203.0.113.9')
    assert.equal(told(`[2001:db8:1:2::1]${port}`), '2001:db8:1:2::/64')
    assert.equal(told(`[::ffff:203.0.113.9]${port}`), '203.0.113.9')
  }
  assert.equal(told('2001:db8:1:2::1'), '2001:db8:1:2::/64')
})

test('a zone says on which cable of ours, not who', () => {
  for (const zone of ['%eth0', '%1', '%25eth0', '%a:b'])
    for (const address of [`fe80::1${zone}`, `[fe80::1${zone}]`, `[fe80::1${zone}]:443`])
      assert.equal(told(address), 'fe80:0:0:0::/64', address)
  assert.equal(of('fe80::1%eth0'), 'fe80:0:0:0::/64')
})

test('an IPv4 address in the clothes of IPv6 is that IPv4 address', () => {
  for (const address of ['::ffff:203.0.113.9', '::FFFF:203.0.113.9', '::ffff:cb00:7109', '0:0:0:0:0:ffff:203.0.113.9'])
    assert.equal(told(address), '203.0.113.9', address)
})

test('what is no address counts for the connection that it came over', () => {
  for (const junk of [
    'unknown',
    '_hidden',
    'for=203.0.113.9',
    'for="[2001:db8::1]:443"',
    '"203.0.113.9"',
    '203.0.113.9:port',
    '203.0.113.9:99999999',
    '203.0.113.9 5678',
    '203.0.113.999',
    '1.2.3',
    '0x7f.1',
    '01.2.3.4',
    '[203.0.113.9',
    '[2001:db8::1',
    '2001:db8::1]',
    '2001:db8:::1',
    ':::',
    '[]:443',
    '%eth0',
    'localhost',
    '<script>',
    '',
    ' ',
    '203.0.113.9,',
    'a'.repeat(10_000),
  ])
    assert.equal(told(junk), '192.0.2.1', junk.slice(0, 40))
  assert.equal(of(undefined, 'junk', true), 'unknown')
})

test('whatever a proxy passes on, there is one name for one address and none for anything else', () => {
  const port = fc.option(fc.integer({ min: 1, max: 65535 }), { nil: undefined })
  const shape = /^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f]{1,4}(:[0-9a-f]{1,4}){3}::\/64)$/
  fc.assert(
    fc.property(fc.ipV4(), port, (address, number) => {
      assert.equal(told(number ? `${address}:${number}` : address), address)
    }),
  )
  fc.assert(
    fc.property(fc.ipV6(), port, (address, number) => {
      assert.match(told(address), shape)
      assert.equal(told(`[${address}]${number ? `:${number}` : ''}`), told(address))
    }),
  )
  fc.assert(fc.property(fc.string(), (text) => assert.match(told(text), shape)))
})
