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

test('pages may call the shop itself and the form service, and nobody else', () => {
  assert.match(contentSecurityPolicy(''), /connect-src 'self';/)
  const policy = contentSecurityPolicy('', { enquiries: 'https://api.web3forms.com/submit' })
  assert.match(policy, /connect-src 'self' https:\/\/api\.web3forms\.com;/)
})

test('https is made to stay only where there is https', () => {
  assert.ok(headersFor({ https: true })['strict-transport-security'])
  assert.equal(headersFor({ https: false })['strict-transport-security'], undefined)
})

test('the payment provider is allowed what its widget needs, and nobody else', () => {
  const policy = contentSecurityPolicy('', { checkout: 'https://checkout.razorpay.com/v1/checkout.js' })
  for (const directive of ['script-src', 'frame-src', 'connect-src', 'img-src']) {
    assert.match(policy, new RegExp(`${directive} [^;]*https://\\*\\.razorpay\\.com`), directive)
  }
  assert.doesNotMatch(contentSecurityPolicy(''), /razorpay/)
  assert.match(
    contentSecurityPolicy('', { checkout: 'http://pay.example/a.js' }),
    /script-src 'self' http:\/\/pay.example;/,
  )
})

test('pictures may come from their store', () => {
  assert.match(
    contentSecurityPolicy('', { pictures: 'https://s3.example/pots' }),
    /img-src 'self' data: blob: https:\/\/s3.example;/,
  )
})
