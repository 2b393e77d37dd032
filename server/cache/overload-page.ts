import { plain } from '#server/http/plain-response.ts'
import { type CacheEntry, encode } from './page-cache.ts'

/** A random delay, because clients that all retry at the same moment would overload the shop again. */
const MIN_RETRY_SECONDS = 3
const MAX_RETRY_SECONDS = 9
const BUSY = 'We’re very busy right now. Please try again in a few seconds.'

/** The part of the change feed that is used here. */
type ChangeFeed = { onChange(listener: (change: { kind: string }) => void): void }

/**
 * The 503 response to a request that was not admitted: a page that reloads itself for browsers, one sentence for
 * scripts. The page is rendered once, because rejecting a request must be cheap, and again when the shop is renamed.
 */
export function createOverloadResponse(changes: ChangeFeed, render: () => Promise<Response>) {
  let cached: Promise<CacheEntry> | undefined
  changes.onChange(({ kind }) => {
    if (kind === 'settings' || kind === 'everything') cached = undefined
  })

  return async (request: Request, send: (entry: CacheEntry, request: Request) => Response): Promise<Response> => {
    const seconds = String(MIN_RETRY_SECONDS + Math.floor(Math.random() * (MAX_RETRY_SECONDS - MIN_RETRY_SECONDS + 1)))
    if (!request.headers.get('accept')?.includes('text/html')) return plain(503, BUSY, { 'retry-after': seconds })
    cached ??= render().then(async (page) => encode(await withoutScripts(page), { isData: false }))
    const response = send(await cached, request)
    response.headers.set('retry-after', seconds)
    // A form must not be submitted again automatically.
    if (request.method === 'GET') response.headers.set('refresh', seconds)
    return response
  }
}

/** The page is served at any address; hydration would report that the address does not match. */
async function withoutScripts(page: Response): Promise<Response> {
  const html = (await page.text())
    .replace(/<script\b[^>]*>.*?<\/script>/gs, '')
    .replace(/<link[^>]*rel="(modulepreload|canonical)"[^>]*>/g, '')
  return new Response(html, { status: 503, headers: page.headers })
}
