import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from '#server/live/change-feed.ts'
import { findPublicPage } from './public-pages.ts'

function find(path: string) {
  return findPublicPage(new URL(path, 'http://gamla.test'))
}

test('every public page is known, in upper or lower case, and its data request too', () => {
  for (const path of [
    '/',
    '/productinfo/17',
    '/allproduct',
    '/AllProduct',
    '/category/Bonsai',
    '/search',
    '/cart',
    '/login',
    '/signup',
  ]) {
    assert.ok(find(path), path)
  }
  for (const path of ['/refund-policy', '/termsAndConditions', '/privacy', '/warranty', '/faq'])
    assert.ok(find(path), path)
  for (const path of ['/_root.data', '/_.data', '/productinfo/17.data', '/allproduct.data?page=2'])
    assert.ok(find(path), path)
})

test('pages of one person are not public', () => {
  for (const path of [
    '/userDashboard',
    '/userDashboard.data',
    '/session',
    '/live',
    '/adminDashboard',
    '/logout',
    '/productinfo/17/request',
  ]) {
    assert.equal(find(path), undefined, path)
  }
})

test('only what changes the page makes another copy', () => {
  assert.equal(find('/allproduct?utm_source=x&page=2')?.path, '/allproduct?page=2')
  assert.equal(find('/faq?a=1')?.path, '/faq')
  assert.notEqual(find('/allproduct?page=2')?.path, find('/allproduct?page=3')?.path)
  assert.notEqual(find('/productinfo/17')?.path, find('/productinfo/17.data')?.path)
})

test('a filtered list has one copy, whatever the sequence of its filters, and is kept apart from the others', () => {
  const page = find('/allproduct?sort=lowToHigh&stock=in&family=TUBO&utm_source=x&family=CUBEE&price=7-8&family=TUBO')
  assert.equal(page?.path, '/allproduct?sort=lowToHigh&family=CUBEE&family=TUBO&stock=in')
  assert.deepEqual([page?.isVariant, page?.isLimited], [true, true])
  for (const path of ['/search?q=a&size=C01&typed=', '/search?q=a&page=2']) assert.equal(find(path)?.isVariant, true)
  for (const path of ['/allproduct?price=7-8', '/allproduct.data?page=2', '/faq?family=CUBEE']) {
    assert.ok(!find(path)?.isVariant, path)
  }
  assert.equal(find('/faq?family=CUBEE')?.path, '/faq')
})

test('the page of a product has one copy for each size and finish, its data one for all, and the plain page stands in', () => {
  const page = find('/productinfo/17?utm_source=x&finish=Grey+Stone&size=C02')
  assert.equal(page?.path, '/productinfo/17?size=C02&finish=Grey+Stone')
  assert.deepEqual([page?.isVariant, page?.isLimited], [true, true])
  assert.equal(page?.plain?.path, '/productinfo/17')
  assert.equal(page?.isStaleAfter({ kind: 'product', id: 17 }), true)
  for (const path of ['/productinfo/17', '/productinfo/17?size=', '/productinfo/17.data?size=C02']) {
    const { isVariant, isLimited, plain } = find(path) ?? {}
    assert.deepEqual([isVariant, isLimited, plain], [false, false, undefined], path)
  }
})

test('a product makes the lists and its own page stale, and no other', () => {
  const change: Change = { kind: 'product', id: 17 }
  const stale = (path: string) => find(path)?.isStaleAfter(change)
  assert.deepEqual(
    [
      '/',
      '/allproduct?page=9',
      '/category/x',
      '/search?q=pot',
      '/productinfo/17',
      '/productinfo/17.data',
      '/productinfo/1/similar',
      '/productinfo/1/goes-with',
    ].map(stale),
    Array(8).fill(true),
  )
  assert.deepEqual(['/productinfo/1', '/productinfo/171', '/faq', '/cart'].map(stale), Array(4).fill(false))
  assert.equal(find('/productinfo/1')?.isStaleAfter({ kind: 'product', id: '*' }), true)
})

test('an order makes no public page stale; a lost connection makes all of them', () => {
  assert.equal(find('/')?.isStaleAfter({ kind: 'order', id: 1001, userId: 'u' }), false)
  assert.equal(find('/faq')?.isStaleAfter({ kind: 'everything' }), true)
})
