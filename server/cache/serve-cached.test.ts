import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { PageCache } from './page-cache.ts'
import { findPublicPage, type KnownPage } from './public-pages.ts'
import { tryServeFromCache } from './serve-cached.ts'

test('a cached page is sent, or answered with 304, whatever header is set already', async (t) => {
  const pages = new PageCache({ onChange: () => () => {} })
  await pages.get(findPublicPage(new URL('http://gamla.test/')) as KnownPage, async () => new Response('home'))
  for (const early of [undefined, 'vary'] as const) {
    const server = createServer((request, response) => {
      if (early) response.setHeader(early, 'origin')
      if (!tryServeFromCache(pages, request, response, ['alt-svc', 'clear'])) response.writeHead(404).end()
    }).listen(0)
    t.after(() => server.close())
    await once(server, 'listening')
    const ask = (headers: Record<string, string> = {}, path = '/') =>
      fetch(`http://localhost:${(server.address() as AddressInfo).port}${path}`, { headers })

    const answer = await ask()
    assert.equal(answer.status, 200)
    assert.equal(await answer.text(), 'home')
    assert.equal(answer.headers.get('vary'), 'accept-encoding')
    assert.equal(answer.headers.get('alt-svc'), 'clear')
    const etag = answer.headers.get('etag') ?? ''
    assert.equal((await ask({ 'if-none-match': etag })).status, 304)
    assert.equal((await ask({}, '/allproduct')).status, 404)
  }
})
