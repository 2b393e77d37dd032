import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTrackingLinks } from './tracking-link.ts'

const links = createTrackingLinks('the secret of this shop, long enough')

test('a tracking link names the order and 128 bits that only this shop can make', () => {
  const [, path, id, token] = links.trackingPath(1001).split('/')
  assert.deepEqual([path, id], ['track', '1001'])
  assert.match(token ?? '', /^[\w-]{22}$/)
  assert.equal(Buffer.from(token ?? '', 'base64url').length, 16)
  assert.ok(links.isToken('tracking', 1001, token ?? ''))
  assert.equal(
    createTrackingLinks('another secret, also long enough').trackingPath(1001) === links.trackingPath(1001),
    false,
  )
})

test('a token is of one order and one purpose', () => {
  const token = links.tokenOf('tracking', 1001)
  assert.equal(links.isToken('tracking', 1002, token), false)
  assert.equal(links.isToken('confirm', 1001, token), false)
  for (const wrong of ['', token.slice(1), `${token}A`, `${token.slice(0, 21)}é`, token.toUpperCase().toLowerCase()])
    assert.equal(links.isToken('tracking', 1001, wrong), false, wrong)
})
