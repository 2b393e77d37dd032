import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Change } from '#server/live/change-feed.ts'
import { until } from '#tests/support/process.ts'
import { type CacheEntry, PageCache } from './page-cache.ts'
import { findPublicPage, type KnownPage } from './public-pages.ts'

const home = findPublicPage(new URL('http://gamla.test/')) as KnownPage
const productChanged: Change = { kind: 'product', id: 17 }

function openCache(maxBytes?: number) {
  const listeners: ((change: Change) => void)[] = []
  const cache = new PageCache(
    {
      onChange(listener) {
        listeners.push(listener)
        return () => {}
      },
    },
    maxBytes,
  )
  function change(news: Change) {
    for (const listener of listeners) listener(news)
  }
  return { cache, change }
}

/** A page that counts how often it is rendered and can be held back. */
function page(status = 200) {
  const made = { times: 0, open: () => {}, wait: Promise.resolve() }
  return {
    made,
    hold() {
      made.wait = new Promise((resolve) => (made.open = resolve))
    },
    async render() {
      made.times++
      const text = `copy ${made.times}`
      await made.wait
      return new Response(text, { status })
    },
  }
}

function textOf({ responses }: CacheEntry) {
  return responses.identity.body.toString()
}

test('a page that is missing is rendered once, however many ask', async () => {
  const { cache } = openCache()
  const { made, hold, render } = page()
  hold()
  const readers = Array.from({ length: 200 }, () => cache.get(home, render))
  made.open()
  assert.deepEqual(new Set((await Promise.all(readers)).map(textOf)), new Set(['copy 1']))
  assert.equal(made.times, 1)
})

test('a cached copy is the same in every encoding', async () => {
  const { cache } = openCache()
  const { responses } = await cache.get(home, page().render)
  assert.equal(brotliDecompressSync(responses.br.body).toString(), 'copy 1')
  assert.equal(gunzipSync(responses.gzip.body).toString(), 'copy 1')
})

test('after a change the page is rendered anew', async () => {
  const { cache, change } = openCache()
  const { made, render } = page()
  await cache.get(home, render)
  change(productChanged)
  assert.equal(cache.peek(home.path), undefined)
  assert.equal(textOf(await cache.get(home, render)), 'copy 2')
  assert.equal(textOf(cache.peek(home.path) as CacheEntry), 'copy 2')
  assert.equal(made.times, 2)
})

test('a stale page under two hundred readers is rendered once, and none of them gets the previous copy', async () => {
  const { cache, change } = openCache()
  const { made, hold, render } = page()
  await cache.get(home, render)
  change(productChanged)
  hold()
  const readers = Array.from({ length: 200 }, () => cache.get(home, render))
  assert.equal(cache.peek(home.path), undefined)
  made.open()
  assert.deepEqual(new Set((await Promise.all(readers)).map(textOf)), new Set(['copy 2']))
  assert.equal(made.times, 2, 'once before the change, once after it')
})

test('the previous copy of a page that fails is for its reader, not for proxies', async () => {
  const { cache, change } = openCache()
  const { render } = page()
  const cachingOf = ({ responses }: CacheEntry) =>
    responses.br.headers.filter(([name]) => name.endsWith('cache-control')).map(([, value]) => value)
  const fresh = ['public, max-age=0, s-maxage=1', 'max-age=1, stale-if-error=600']
  assert.deepEqual(cachingOf(await cache.get(home, render)), fresh)
  change(productChanged)
  assert.deepEqual(cachingOf(await cache.get(home, () => Promise.reject(new Error('database away')))), ['no-cache'])
  assert.deepEqual(cachingOf(await cache.get(home, render)), fresh)
})

test('a render that began before a change is not cached', async () => {
  const { cache, change } = openCache()
  const { made, hold, render } = page()
  hold()
  const early = cache.get(home, render)
  change(productChanged)
  made.open()
  await early
  assert.equal(textOf(await cache.get(home, render)), 'copy 2')
})

test('no reader gets an older copy than the one before', async () => {
  const { cache, change } = openCache()
  const { made, hold, render } = page()
  await cache.get(home, render)
  change(productChanged)
  hold()
  const asked = cache.get(home, render)
  // Outdates the second copy, which is newer than the first all the same.
  change(productChanged)
  made.open()
  assert.equal(textOf(await asked), 'copy 2')
  assert.equal(textOf(await cache.get(home, () => Promise.reject(new Error('overloaded')))), 'copy 2')
  assert.equal(textOf(await cache.get(home, render)), 'copy 3')
})

test('a slow render that ends after a later one is not cached', async () => {
  const { cache, change } = openCache()
  const answers: ((response: Response) => void)[] = []
  const render = () => new Promise<Response>((resolve) => answers.push(resolve))
  const first = cache.get(home, render)
  change(productChanged)
  const second = cache.get(home, render)
  answers[1]?.(new Response('later'))
  assert.equal(textOf(await second), 'later')
  answers[0]?.(new Response('earlier'))
  await first
  assert.equal(textOf(await cache.get(home, render)), 'later')
})

test('the first render of a page, outdated by a change, is the previous copy of a render that fails', async () => {
  const { cache, change } = openCache()
  const { made, hold, render } = page()
  hold()
  const first = cache.get(home, render)
  change(productChanged)
  made.open()
  assert.equal(textOf(await first), 'copy 1')
  assert.equal(cache.peek(home.path), undefined)
  assert.equal(textOf(await cache.get(home, () => Promise.reject(new Error('overloaded')))), 'copy 1')
  made.wait = Promise.resolve()
  assert.equal(textOf(await cache.get(home, render)), 'copy 2')
  assert.equal(textOf(cache.peek(home.path) as CacheEntry), 'copy 2')
})

test('when rendering fails, readers keep the previous copy and the next one tries again', async () => {
  const { cache, change } = openCache()
  const { render } = page()
  await cache.get(home, render)
  change(productChanged)
  const broken = () => Promise.reject(new Error('database away'))
  assert.equal(textOf(await cache.get(home, broken)), 'copy 1')
  assert.equal(textOf(await cache.get(home, async () => new Response('sorry', { status: 503 }))), 'copy 1')
  assert.equal(textOf(await cache.get(home, render)), 'copy 2')
})

test('while rendering waits for a silent database, readers get the previous copy after four seconds', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { cache, change } = openCache()
  const { made, hold, render } = page()
  await cache.get(home, render)
  change(productChanged)
  hold()
  const early = cache.get(home, render)
  t.mock.timers.tick(4000)
  assert.equal(textOf(await early), 'copy 1')
  assert.equal(textOf(await cache.get(home, render)), 'copy 1', 'a later reader need not wait')
  assert.equal(made.times, 2)
  made.open()
  t.mock.timers.reset()
  assert.equal(textOf(await until('the new copy is there', () => cache.peek(home.path))), 'copy 2')
})

test('a failure with nothing cached is reported, and not cached', async () => {
  const { cache } = openCache()
  await assert.rejects(
    cache.get(home, () => Promise.reject(new Error('database away'))),
    /database away/,
  )
  assert.equal((await cache.get(home, page(503).render)).status, 503)
  assert.equal((await cache.get(home, page().render)).status, 200)
})

test('the page cache is bounded in bytes', async () => {
  const { cache } = openCache(1_000_000)
  const big = () => Promise.resolve(new Response(randomBytes(20_000)))
  const first = page()
  await cache.get(home, first.render)
  for (let id = 1; id <= 20; id++)
    await cache.get(findPublicPage(new URL(`http://gamla.test/productinfo/${id}`)) as KnownPage, big)
  await cache.get(home, first.render)
  assert.equal(first.made.times, 2)
})

test('the endless searches and combinations of filters push only each other out of memory', async () => {
  const { cache } = openCache()
  const { made, render } = page()
  await cache.get(home, render)
  const body = randomBytes(1024 * 1024)
  for (let number = 0; number < 2; number += 1) {
    for (const path of [
      `/allproduct?family=F${number}`,
      `/search?q=${number}`,
      `/search?q=cube&width=1&width=${number}`,
    ]) {
      const variant = findPublicPage(new URL(`http://gamla.test${path}`)) as KnownPage
      await cache.get(variant, async () => new Response(body))
    }
  }
  await cache.get(home, render)
  assert.equal(made.times, 1)
  const first = findPublicPage(new URL('http://gamla.test/allproduct?family=F0')) as KnownPage
  await cache.get(first, render)
  assert.equal(made.times, 2)
})

test('the size of the page cache includes the URLs, which anybody can make long', async () => {
  const { cache } = openCache(100_000)
  const first = page()
  await cache.get(home, first.render)
  for (let n = 0; n < 20; n++) {
    const path = `/category/${n}${'x'.repeat(10_000)}`
    await cache.get(findPublicPage(new URL(`http://gamla.test${path}`)) as KnownPage, page().render)
  }
  await cache.get(home, first.render)
  assert.equal(first.made.times, 2)
})

test('a page that failed to render does not displace cached pages', async () => {
  const { cache } = openCache(20_000)
  const first = page()
  await cache.get(home, first.render)
  const broken = () => Promise.reject(new Error('too busy'))
  for (let id = 1; id <= 200; id++)
    await assert.rejects(cache.get(findPublicPage(new URL(`http://gamla.test/productinfo/${id}`)) as KnownPage, broken))
  await cache.get(home, first.render)
  assert.equal(first.made.times, 1)
})

test('pages of missing products are kept apart, so that endless addresses push no other page out', async () => {
  const { cache } = openCache(4 * 1024 * 1024)
  const kept = page()
  await cache.get(home, kept.render)
  const missing = { times: 0 }
  const large = async () => {
    missing.times += 1
    return new Response(randomBytes(1024 * 1024), { status: 404 })
  }
  const product = (id: number) => findPublicPage(new URL(`http://gamla.test/productinfo/${id}`)) as KnownPage
  for (let id = 0; id < 8; id += 1) await cache.get(product(id), large)
  await cache.get(product(7), large)
  assert.equal(missing.times, 8, 'the last one is still there')
  await cache.get(home, kept.render)
  assert.equal(kept.made.times, 1)
})
