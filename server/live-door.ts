import type { IncomingMessage, ServerResponse } from 'node:http'
import { findUser } from './accounts.ts'
import { openLiveStreams } from './live-streams.ts'
import { isOverHttps } from './origin.ts'
import { nameRequest } from './request-context.ts'
import { protect } from './security-headers.ts'
import type { Shop } from './shop.ts'

/**
 * Answers a browser's EventSource, and nothing else, before the framework would: that keeps a request, a response and a
 * stream for each of thousands of lines.
 *
 * @returns whether it was one
 */
export function createLiveDoor(shop: Shop) {
  const { metrics } = shop
  const streams = openLiveStreams(shop.live)

  async function open({ headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    metrics.openLive()
    const user = headers.cookie ? await findUser(shop, { headers: new Headers({ cookie: headers.cookie }) }) : undefined
    const safe = new Headers({
      'x-request-id': nameRequest(headers['x-request-id']?.toString(), shop.config.trustProxy),
    })
    protect(safe, { https: isOverHttps({ header: (name) => headers[name]?.toString() }, shop.config) })
    await streams.add(response, { user, headers: Object.fromEntries(safe), onEnd: () => metrics.closeLive() })
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET' || !/^\/live(\?|$)/.test(request.url ?? '')) return false
    open(request, response).catch((error) => {
      metrics.closeLive()
      shop.log.error('A live line could not be opened', error)
      response.writeHead(503, { 'cache-control': 'no-store' }).end()
    })
    return true
  }
}
