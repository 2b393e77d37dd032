import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { contentSecurityPolicy, headersFor } from './security-headers.ts'

test('inline scripts are allowed by their hashes and by nothing else', () => {
  const script = 'console.log("hello")'
  const hash = createHash('sha256').update(script).digest('base64')
  const policy = contentSecurityPolicy(`<script src="/a.js"></script><script>${script}</script><p>hi</p>`)
  assert.match(policy, new RegExp(`script-src 'self' 'sha256-${hash.replaceAll(/[+/]/g, '\\$&')}';`))
  assert.doesNotMatch(policy, /script-src[^;]*unsafe/)
})

test('a page without inline scripts allows none', () => {
  assert.match(contentSecurityPolicy('<p>hi</p>'), /script-src 'self';/)
})

test('https is made to stay only where there is https', () => {
  assert.ok(headersFor({ https: true })['strict-transport-security'])
  assert.equal(headersFor({ https: false })['strict-transport-security'], undefined)
})
