import type { IncomingMessage, ServerResponse } from 'node:http'
import { isNotModified } from '#server/http/negotiation.ts'
import { negotiateEncoding, type PageCache } from './page-cache.ts'

/**
 * Sends a kept page without building a request, a response and a context first: that would take longer than the page.
 *
 * @param more a header that this reader's line needs besides
 * @returns false when there is no fresh copy under this very address
 */
export function tryServeFromCache(
  pages: PageCache,
  request: IncomingMessage,
  response: ServerResponse,
  more: readonly [name: string, value: string] | undefined,
): boolean {
  if (request.method !== 'GET') return false
  const copy = pages.peek(request.url ?? '')
  if (!copy) return false
  const { etag, headers: kept, body } = negotiateEncoding(copy, request.headers['accept-encoding'])
  const headers = more ? [...kept, more as [string, string]] : kept
  const isKnown = isNotModified(request.headers['if-none-match'], { status: copy.status, etag })
  // Flat: the only form that Node also takes after somebody has set a header, as Vite's server does.
  response.writeHead(isKnown ? 304 : copy.status, headers.flat()).end(isKnown ? undefined : body)
  return true
}
