import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assignRequestId } from './request-id.ts'

test('a request id is generated, or taken from a trusted proxy', () => {
  assert.match(assignRequestId('from-outside', false), /^[0-9a-f]{12}$/)
  assert.equal(assignRequestId('from-the-proxy', true), 'from-the-proxy')
  for (const odd of ['a b', '{"x":1}', 'short', 'x'.repeat(65), undefined])
    assert.match(assignRequestId(odd, true), /^[0-9a-f]{12}$/)
})
