import type { IncomingMessage, ServerResponse } from 'node:http'
import { isNotModified } from '#server/http/negotiation.ts'
import { type CacheEntry, negotiateEncoding, type PageCache } from './page-cache.ts'

/**
 * Sends a cached page without first building a web Request, Response and context, which would cost more than the page.
 *
 * @param extraHeader a header that depends on the client, such as HSTS
 * @returns false when the cache has no fresh page for exactly this URL
 */
export function tryServeFromCache(
  pages: PageCache,
  request: IncomingMessage,
  response: ServerResponse,
  extraHeader: readonly [name: string, value: string] | undefined,
): boolean {
  if (request.method !== 'GET') return false
  const entry = pages.peek(request.url ?? '')
  if (!entry) return false
  const { etag, headers: cached, body } = negotiateEncoding(entry, request.headers['accept-encoding'])
  const headers = extraHeader ? [...cached, extraHeader as [string, string]] : cached
  const isUnchanged = isNotModified(request.headers['if-none-match'], { status: entry.status, etag })
  // As a flat list, because Node rejects pairs once another header is set, as Vite's server does.
  response.writeHead(isUnchanged ? 304 : entry.status, headers.flat()).end(isUnchanged ? undefined : body)
  return true
}

/** A cached page, or 304 when the browser already has it. */
export function respondWith(entry: CacheEntry, request: Request): Response {
  const { etag, headers, body } = negotiateEncoding(entry, request.headers.get('accept-encoding'))
  const { status } = entry
  if (isNotModified(request.headers.get('if-none-match'), { status, etag }))
    return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(body), { status, headers })
}
