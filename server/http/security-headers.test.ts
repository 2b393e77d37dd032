import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import {
  contentSecurityPolicy,
  createSecretCheck,
  listTrustedScripts,
  protect,
  RENDER_NONCE,
  stripNonce,
} from './security-headers.ts'

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

test('our own inline scripts are allowed by their hashes and by nothing else', () => {
  const script = 'console.log("hello")'
  const policy = contentSecurityPolicy(
    `<script src="/a.js"></script><script nonce="${RENDER_NONCE}">${script}</script><p>hi</p>`,
  )
  assert.ok(policy.includes(`script-src 'self' ${hashOf(script)};`), policy)
  assert.ok(!policy.includes(RENDER_NONCE))
  assert.doesNotMatch(policy, /script-src[^;]*unsafe/)
})

test('a script that somebody has smuggled into the page is not allowed', () => {
  const policy = contentSecurityPolicy(`<script>evil()</script><script nonce="${RENDER_NONCE}">own()</script>`)
  assert.ok(policy.includes(`script-src 'self' ${hashOf('own()')};`), policy)
  assert.ok(!policy.includes(hashOf('evil()')))
})

test('a page without inline scripts allows none', () => {
  assert.match(contentSecurityPolicy('<p>hi</p>'), /script-src 'self';/)
})

test('pages may call the shop itself and the form service, and nobody else', () => {
  assert.match(contentSecurityPolicy(''), /connect-src 'self';/)
  const policy = contentSecurityPolicy('', { contactForms: 'https://api.web3forms.com/submit' })
  assert.match(policy, /connect-src 'self' https:\/\/api\.web3forms\.com;/)
})

test('https is made to stay, and cookies with it, only where there is https', () => {
  const cookies = [
    ['set-cookie', 'a=1; Path=/'],
    ['set-cookie', 'b=2; Secure'],
  ] as [string, string][]
  const [plain, secure] = [new Headers(cookies), new Headers(cookies)]
  protect(plain, { https: false })
  protect(secure, { https: true })
  assert.equal(plain.get('strict-transport-security'), null)
  assert.deepEqual(plain.getSetCookie(), ['a=1; Path=/', 'b=2; Secure'])
  assert.match(secure.get('strict-transport-security') ?? '', /^max-age=[1-9]\d{7}/)
  assert.deepEqual(secure.getSetCookie(), ['a=1; Path=/; Secure', 'b=2; Secure'])
})

test('what is no page may do nothing, and a page keeps its own policy', () => {
  const [file, page] = [new Headers(), new Headers({ 'content-security-policy': "default-src 'self'" })]
  for (const headers of [file, page]) protect(headers, { https: false })
  assert.match(file.get('content-security-policy') ?? '', /^default-src 'none'.*frame-ancestors 'none'/)
  assert.equal(page.get('content-security-policy'), "default-src 'self'")
})

test('the payment provider is allowed what its widget needs, and nobody else', () => {
  const policy = contentSecurityPolicy('', { checkout: 'https://checkout.razorpay.com/v1/checkout.js' })
  for (const directive of ['script-src', 'frame-src', 'connect-src', 'img-src', 'form-action']) {
    assert.match(policy, new RegExp(`${directive} [^;]*https://\\*\\.razorpay\\.com`), directive)
  }
  assert.doesNotMatch(contentSecurityPolicy(''), /razorpay/)
  assert.match(
    contentSecurityPolicy('', { checkout: 'http://pay.example/a.js' }),
    /script-src 'self' http:\/\/pay.example;/,
  )
})

test('an address with a token is told to no other page, whatever else it is', () => {
  const holdsSecret = createSecretCheck(['track/:id/:token', 'orders/:id/confirm/:token', 'orders/:id', undefined, '*'])
  const policyOf = (address: string) => {
    const headers = new Headers()
    protect(headers, { https: false, hasSecret: holdsSecret(new URL(address, 'http://gamla.test')) })
    return headers.get('referrer-policy')
  }
  for (const secret of [
    '/track/1/abc',
    '/TRACK/1/abc/',
    '/orders/7/confirm/x%20y',
    '/reset-password?token=',
    '/x?a=1&token=b',
  ])
    assert.equal(policyOf(secret), 'no-referrer', secret)
  for (const other of ['/track/1', '/orders/7', '/', '/faq?next=/track/1/abc'])
    assert.equal(policyOf(other), 'strict-origin-when-cross-origin', other)
})

test('images may come from their store', () => {
  assert.match(
    contentSecurityPolicy('', { images: 'https://s3.example/pots' }),
    /img-src 'self' data: blob: https:\/\/s3.example;/,
  )
})

test('what pages have none of is closed, and what is not named falls back to the shop itself', () => {
  for (const policy of [
    contentSecurityPolicy(''),
    contentSecurityPolicy('', {
      checkout: 'https://checkout.razorpay.com/v1/checkout.js',
      images: 'https://s3.example',
    }),
  ]) {
    const directives = new Map(policy.split('; ').map((text) => [text.split(' ')[0], text.split(' ').slice(1)]))
    assert.equal(directives.size, policy.split('; ').length, 'no directive twice: browsers read only the first')
    assert.deepEqual(directives.get('base-uri'), ["'none'"])
    assert.deepEqual(directives.get('object-src'), ["'none'"])
    assert.deepEqual(directives.get('frame-ancestors'), ["'none'"])
    assert.deepEqual(directives.get('default-src'), ["'self'"])
    assert.equal(directives.get('form-action')?.[0], "'self'")
    for (const [name, sources = []] of directives) {
      assert.ok(!sources.includes("'unsafe-eval'") && !sources.includes('*') && !sources.includes('https:'), name)
      if (name !== 'style-src') assert.ok(!sources.includes("'unsafe-inline'"), name)
    }
  }
  assert.match(contentSecurityPolicy(''), /form-action 'self';/)
})

test('a script is ours when it carries the mark, wherever that stands', () => {
  const html = `<script nonce="${RENDER_NONCE}">one()</script><script type="module" nonce="${RENDER_NONCE}" async="">two()</script>`
  assert.deepEqual(listTrustedScripts(html), ['one()', 'two()'])
})

test('a script that somebody else has put into the page is not', () => {
  for (const foreign of [
    '<script>evil()</script>',
    '<script nonce="">evil()</script>',
    `<script nonce="${'A'.repeat(RENDER_NONCE.length)}">evil()</script>`,
    // A browser reads this as one script of the attacker.
    `<script>evil()//<script nonce="${RENDER_NONCE}">one()</script>`,
  ])
    assert.deepEqual(listTrustedScripts(`${foreign}<script nonce="${RENDER_NONCE}">own()</script>`), ['own()'], foreign)
})

test('the mark leaves with no page', () => {
  const html = `<link rel="modulepreload" href="/a.js" nonce="${RENDER_NONCE}"/><script nonce="${RENDER_NONCE}" async="">one()</script>`
  assert.equal(stripNonce(html), '<link rel="modulepreload" href="/a.js"/><script async="">one()</script>')
})
