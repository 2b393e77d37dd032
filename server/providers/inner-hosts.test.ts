import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findOuterAddress, isInner } from './inner-hosts.ts'

test('addresses of this machine and of private networks are inner ones, in every way to write them', async () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
  ])
    assert.ok(isInner(address) && isInner(`::ffff:${address}`), address)
  for (const address of ['::1', '::', 'fd00::1', 'fe80::1', '64:ff9b::7f00:1', '2002:7f00:1::'])
    assert.ok(isInner(address), address)
  for (const address of ['93.184.216.34', '172.32.0.1', '2606:2800:220:1::1', '::ffff:93.184.216.34'])
    assert.ok(!isInner(address), address)
})

test('a name that leads inside is refused with the way to allow it, an outer address stays', async () => {
  for (const host of ['localhost', '127.1', '10.0.0.5'])
    await assert.rejects(findOuterAddress(host), ({ reason }: { reason?: string }) =>
      /inside the network.*\.env/.test(reason ?? ''),
    )
  assert.equal(await findOuterAddress('93.184.216.34'), '93.184.216.34')
})
