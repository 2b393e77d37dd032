import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mayStore, pageToFetch, type Strategy, storedAs, strategyOf, surplus } from './strategy.ts'

const origin = 'https://shop.example'

function strategyAt(path: string, { method = 'GET', mode = 'cors', hasRange = false } = {}) {
  return strategyOf({ method, mode, hasRange, origin, url: new URL(path, origin) })
}

describe('the strategy for a request', () => {
  const opened = { mode: 'navigate' }
  const cases: [path: string, expected: Strategy | undefined, how?: Parameters<typeof strategyAt>[1]][] = [
    ['/', 'page', opened],
    ['/allproduct?page=2&sort=lowToHigh', 'page', opened],
    ['/Category/BOXA', 'page', opened],
    ['/productinfo/3', 'page', opened],
    ['/cart', 'page', opened],
    ['/faq', 'page', opened],
    ['/_root.data', 'data'],
    ['/productinfo/3.data?_routes=storefront%2Fproduct', 'data'],
    ['/assets/root-B2.js', 'asset'],
    ['/pots/cubee-room/640.avif', 'picture'],
    ['/productImages/1-pot/640.webp', 'picture'],
    ['/pots/cubee-room/640.avif', undefined, { hasRange: true }],
    ['https://images.example/pots/1.webp', undefined],
    ['/cart', undefined, { method: 'POST', mode: 'navigate' }],
    ['/cart/quote.data', undefined, { method: 'POST' }],
    ['/live', undefined],
    ['/session', undefined],
    ['/models/C02-grey-stone.glb', undefined],
    ['/webhooks/razorpay', undefined, { method: 'POST' }],
    ...[
      '/login',
      '/signup',
      '/login/code',
      '/forgot-password',
      '/reset-password?token=1',
      '/account',
      '/userDashboard',
    ].flatMap(personalCases),
    ...[
      '/orders/7',
      '/track/7/token',
      '/bills/7',
      '/adminDashboard',
      '/sellerDashboard/orders',
      '/search?q=bowl',
    ].flatMap(personalCases),
  ]

  function personalCases(path: string): typeof cases {
    const { pathname, search } = new URL(path, origin)
    return [
      [path, 'visit', opened],
      [`${pathname}.data${search}`, undefined],
    ]
  }

  for (const [path, expected, how] of cases) {
    test(`${how?.method ?? 'GET'} ${path}${how?.mode ? ', opened' : ''}: ${expected}`, () =>
      assert.equal(strategyAt(path, how), expected))
  }
})

test('a product that is reached by a link is stored as a page too', () => {
  assert.equal(pageToFetch(new URL('/productinfo/3.data?_routes=a', origin)), '/productinfo/3')
  assert.equal(pageToFetch(new URL('/productinfo/3', origin)), undefined)
  assert.equal(pageToFetch(new URL('/allproduct.data', origin)), undefined)
})

test('only what the shop sends for everyone is stored', () => {
  const answer = (caching: string, more = {}) => ({
    ok: true,
    redirected: false,
    type: 'basic' as const,
    headers: new Headers({ 'cache-control': caching }),
    ...more,
  })
  assert.ok(mayStore('page', answer('public, max-age=0, s-maxage=1')))
  assert.ok(mayStore('data', answer('no-cache')))
  assert.ok(!mayStore('page', answer('no-cache')), 'a page that does not say that it is public')
  for (const strategy of ['page', 'data', 'asset', 'picture'] as const) {
    for (const caching of ['no-store', 'private, max-age=60', 'public, no-store'])
      assert.ok(!mayStore(strategy, answer(caching)), `${strategy}: ${caching}`)
    for (const more of [{ ok: false }, { redirected: true }, { type: 'opaqueredirect' as const }])
      assert.ok(!mayStore(strategy, answer('public', more)), `${strategy}: ${JSON.stringify(more)}`)
  }
  assert.ok(!mayStore('visit', answer('public')))
})

test('the stores are bounded, and the offline page stays', () => {
  const at = (...paths: string[]) => paths.map((path) => `${origin}${path}`)
  assert.deepEqual(surplus(at('/offline', '/a', '/b'), 2), [])
  assert.deepEqual(surplus(at('/offline', '/a', '/b', '/c'), 2), at('/a'))
  assert.deepEqual(surplus([], 2), [])
})

test('a product is stored once, whichever size and finish its address chooses', () => {
  const as = (path: string) => storedAs(`${origin}${path}`).slice(origin.length)
  assert.equal(as('/productinfo/3?size=C02&finish=Grey+Stone'), '/productinfo/3')
  assert.equal(as('/productinfo/3.data?finish=Sandstone&_routes=x'), '/productinfo/3.data?_routes=x')
  assert.equal(as('/allproduct?size=C02&page=2'), '/allproduct?size=C02&page=2')
})
