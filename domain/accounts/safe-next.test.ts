import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { safeNext } from './account.ts'

test('login returns to the path that asked for it, query and fragment included', () => {
  for (const path of [
    '/',
    '/cart',
    '/cart?x=1',
    '/allproduct?page=2&sort=lowToHigh',
    '/faq#q2',
    '/productinfo/17',
    '/a//b',
  ]) {
    assert.equal(safeNext(path), path)
  }
  assert.equal(safeNext('/category/Grey Stone'), '/category/Grey%20Stone')
})

test('a link to login can never lead to another site', () => {
  const hosts = [
    '//evil',
    '///evil',
    '////evil',
    '/\\evil',
    '\\\\evil',
    '\\/evil',
    '/\t/evil',
    '/\tevil',
    '/\n/evil',
    '/\0/evil',
  ]
  const schemes = [
    'http://evil',
    'https://evil',
    'HTTP:evil',
    'javascript:',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:x',
  ]
  const relative = [
    '',
    ' ',
    'cart',
    './cart',
    '../cart',
    '?x',
    '#x',
    ' /x',
    '\t/x',
    '\u00a0/x',
    '@evil',
    ':80',
    '.evil',
  ]
  for (const next of [...hosts, ...schemes, ...relative, null, undefined]) {
    assert.equal(safeNext(next), undefined, JSON.stringify(next))
  }
})

test('dots that collapse do not make a path into another site', () => {
  for (const next of [
    '/.//evil',
    '/..//evil',
    '/a/..//evil',
    '/%2e//evil',
    '/%2E%2e//evil',
    '/.//evil/../../x',
    '/././/evil?x',
  ]) {
    const path = safeNext(next)
    assert.ok(path === undefined || leadsHome(path), `${next} → ${path}`)
  }
})

test('encoded slashes stay encoded, so they stay a path of this shop', () => {
  assert.equal(safeNext('/%2F%2Fevil'), '/%2F%2Fevil')
  assert.equal(safeNext('/%5Cevil'), '/%5Cevil')
  assert.ok(leadsHome('/%2F%2Fevil'))
})

test('whatever the link says, what comes back stays with this shop and is itself safe', () => {
  const dots = fc.array(fc.constantFrom('/', '.', '%2e', 'evil'), { maxLength: 8 })
  const parts = [
    '/',
    '\\',
    '%2f',
    '%5c',
    ':',
    '@',
    '?',
    '#',
    '\t',
    '\n',
    '\0',
    ' ',
    '\u2028',
    '／',
    '\ud800',
    'http:',
    'evil.com',
  ]
  const mixed = fc.array(fc.constantFrom(...parts), { maxLength: 8 })
  const link = fc.oneof(dots, mixed).map((all) => all.join(''))
  const slashed = link.map((path) => `/${path}`)
  fc.assert(
    fc.property(fc.oneof(slashed, link), (next) => {
      const path = safeNext(next)
      if (path === undefined) return
      assert.ok(leadsHome(path), path)
      assert.equal(safeNext(path), path)
      assert.doesNotMatch(path, /[\r\n\t\0\\]/)
    }),
    { numRuns: 2000 },
  )
})

/** Where a browser on our cart page would go. */
function leadsHome(path: string): boolean {
  return new URL(path, 'https://gamla.example/cart').origin === 'https://gamla.example'
}
