import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { findUser } from './accounts.ts'
import { openLiveStreams } from './live-streams.ts'
import { isOverHttps } from './origin.ts'
import { nameRequest, withRequestId } from './request-context.ts'
import { protectedHeaders } from './security-headers.ts'
import type { Shop } from './shop.ts'

type Caller = { id: string; cookie: string | undefined; headers: OutgoingHttpHeaders }

/**
 * Answers a browser's EventSource, and nothing else, before the framework would: that keeps a request, a response and a
 * stream for each of thousands of lines.
 *
 * @returns whether it was one
 */
export function createLiveDoor(shop: Shop) {
  const { metrics } = shop
  const streams = openLiveStreams(shop.live)

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET' || !/^\/live(\?|$)/.test(request.url ?? '')) return false
    const header = (name: string) => request.headers[name]?.toString()
    const id = nameRequest(header('x-request-id'), shop.config.trustProxy)
    const headers = protectedHeaders({ 'x-request-id': id }, { https: isOverHttps({ header }, shop.config) })
    metrics.openLive()
    open(response, { id, cookie: header('cookie'), headers }).catch((error) => {
      metrics.closeLive()
      withRequestId(id, () => shop.log.error('A live line could not be opened', error))
      response.writeHead(503, { ...headers, 'cache-control': 'no-store' }).end()
    })
    return true
  }

  async function open(response: ServerResponse, { id, cookie, headers }: Caller): Promise<void> {
    // The line itself, which may stay for days, does not hold on to the request's name.
    const since = performance.now()
    const user = cookie
      ? await withRequestId(id, () => findUser(shop, { headers: new Headers({ cookie }) }))
      : undefined
    await streams.add(response, { user, since, headers, onEnd: () => metrics.closeLive() })
  }
}
