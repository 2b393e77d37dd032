import type { Permission } from '#domain/permissions.ts'
import { PAGES_SITEMAP_PATH, productsSitemapPath, sitemapFileOf, writeRobots } from '#domain/seo/sitemap.ts'
import { type CacheEntry, PageCache } from '#server/cache/page-cache.ts'
import type { KnownPage } from '#server/cache/public-pages.ts'
import { originOf } from '#server/config.ts'
import type { ConcurrencyLimiter } from '#server/http/load-shedding.ts'
import { plain } from '#server/http/plain-response.ts'
import type { Change } from '#server/live/change-feed.ts'
import { createShareEndpoint } from '#server/share/serve.ts'
import type { Shop } from '#server/shop.ts'
import { catalogueFeed, type Feed, FeedTooLargeError, googleFeed, renderFeed, streamFeed } from './feeds.ts'
import { createJpegEndpoint } from './jpegs.ts'
import { renderPagesSitemap, renderProductsSitemap, renderSitemapIndex } from './sitemap.ts'

/** Sends a cached response as this request wants it. */
type Send = (entry: CacheEntry, request: Request) => Response
type Serve = (request: Request, send: Send) => Response | Promise<Response>

/** Limit of a cache of their own, so that crawlers cannot push pages out of memory. */
const MAX_BYTES = 16 * 1024 * 1024
/** How many feeds that are too large for the cache may be sent at the same time. */
const MAX_STREAMS = 2
const RETRY_SECONDS = '60'
/** Then a feed that was too large is tried again, since it may be smaller now. */
const LARGE_MS = 60 * 60 * 1000

/** The files that search engines and merchant programs fetch, cached until a product, a size or a setting changes. */
export function createSeoEndpoints(shop: Shop, limitConcurrency: ConcurrencyLimiter): [Permission, Serve][] {
  const files = new PageCache(shop.changeFeed, MAX_BYTES)
  const running = { count: 0 }

  function serve(file: KnownPage, render: () => Promise<Response>): Serve {
    return async (request, send) => send(await files.get(file, () => limitConcurrency(render)), request)
  }

  function serveFeed(path: string, feed: Feed): Serve {
    let largeUntil = 0
    const isLarge = () => Date.now() < largeUntil
    const serveCached = serve(fileAt(path, isProduct), () =>
      renderFeed(shop, feed).catch((error) => {
        if (error instanceof FeedTooLargeError) largeUntil = Date.now() + LARGE_MS
        throw error
      }),
    )
    return async (request, send) => {
      try {
        const cached = isLarge() ? undefined : await serveCached(request, send)
        // Of a feed that has just grown too large, the cache has an old copy.
        if (cached && !isLarge()) return cached
      } catch (error) {
        if (!isLarge()) throw error
      }
      if (running.count >= MAX_STREAMS) return plain(503, 'Please try again later.', { 'retry-after': RETRY_SECONDS })
      return streamFeed(shop, feed, running)
    }
  }

  return [
    [
      'GET /robots.txt',
      () => plain(200, writeRobots(originOf(shop.config)), { 'cache-control': 'public, max-age=3600' }),
    ],
    ['GET /sitemap.xml', serve(fileAt('/sitemap.xml', isProduct), () => renderSitemapIndex(shop))],
    [
      'GET /sitemap/:file',
      (request, send) => {
        const { pathname } = new URL(request.url)
        if (pathname === PAGES_SITEMAP_PATH) {
          return serve(fileAt(pathname, isProduct), () => renderPagesSitemap(shop))(request, send)
        }
        const number = Number(/^\/sitemap\/products-(\d{1,12})\.xml$/.exec(pathname)?.[1])
        if (productsSitemapPath(number) !== pathname) return plain(404, 'Not found.')
        const isInFile = (change: Change) =>
          change.kind === 'product' && (change.id === '*' || sitemapFileOf(change.id) === number)
        return serve(fileAt(pathname, isInFile), () => renderProductsSitemap(shop, number))(request, send)
      },
    ],
    ['GET /share/:file', createShareEndpoint(shop, limitConcurrency)],
    ['GET /feed/google.xml', serveFeed('/feed/google.xml', googleFeed)],
    ['GET /feed/catalogue.csv', serveFeed('/feed/catalogue.csv', catalogueFeed)],
    ['GET /feed/pictures/*', createJpegEndpoint(shop)],
  ]
}

/** Counts as data, so that requests wait for a fresh copy: merchant programs compare its prices with the page. */
function fileAt(path: string, stale: (change: Change) => boolean): KnownPage {
  return {
    path,
    isData: true,
    isLimited: false,
    isStaleAfter: (change) => change.kind === 'everything' || change.kind === 'settings' || stale(change),
  }
}

function isProduct({ kind }: Change): boolean {
  return kind === 'product'
}
