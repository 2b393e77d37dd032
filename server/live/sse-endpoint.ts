import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { User } from '#domain/accounts/user.ts'
import { lacksSecondFactor } from '#server/accounts/second-factor/requirement.ts'
import { findSession } from '#server/accounts/sessions.ts'
import { clientAddress } from '#server/http/client-ip.ts'
import { isOverHttps } from '#server/http/csrf.ts'
import { dedicateConnection } from '#server/http/pipelining.ts'
import { protectedHeaders } from '#server/http/security-headers.ts'
import { assignRequestId, withRequestId } from '#server/observability/log.ts'
import type { Shop } from '#server/shop.ts'
import { createSseHub } from './sse-hub.ts'

export const LIVE_PATH = '/live'

/** Limited, because each open stream takes a connection and some memory. */
const STREAMS_PER_ADDRESS = 100
const RETRY_SECONDS = 60
/** An address that keeps retrying is logged once per minute. */
const LOG_PAUSE_MS = 60_000

type Caller = { id: string; headers: OutgoingHttpHeaders }

/**
 * Serves EventSource requests outside the framework, which would keep a web Request, Response and stream for each of
 * thousands of open connections.
 *
 * @returns true when it has responded
 */
export function createSseEndpoint(shop: Shop) {
  const { config, log, metrics } = shop
  const hub = createSseHub(shop.changeFeed)
  const maxStreams = Math.ceil(STREAMS_PER_ADDRESS * config.rateLimitFactor) || Number.POSITIVE_INFINITY
  const openByAddress = new Map<string, number>()
  let loggedAt = Number.NEGATIVE_INFINITY

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== LIVE_PATH) return false
    const header = (name: string) => request.headers[name]?.toString()
    const id = assignRequestId(header('x-request-id'), config.trustProxy)
    const headers = protectedHeaders(
      { 'x-request-id': id, 'cache-control': 'no-store' },
      { https: isOverHttps({ header }, config) },
    )
    const socketAddress = request.socket.remoteAddress
    const address = clientAddress({ socketAddress, forwardedFor: header('x-forwarded-for') }, config.trustProxy)
    const open = openByAddress.get(address) ?? 0
    // Discards the body: an unread one would hide that the client has disconnected.
    request.resume()
    if (open >= maxStreams) {
      logRejection(id, address)
      response.writeHead(429, { ...headers, 'retry-after': String(RETRY_SECONDS), 'content-type': 'text/plain' })
      response.end('Too many live streams are open from this address.')
      return true
    }
    openByAddress.set(address, open + 1)
    metrics.openLive()
    response.once('close', () => {
      metrics.closeLive()
      const left = (openByAddress.get(address) ?? 1) - 1
      if (left > 0) openByAddress.set(address, left)
      else openByAddress.delete(address)
    })
    openStream(request, response, { id, headers }).catch((error) => {
      withRequestId(id, () => log.error('Live stream could not be opened', error))
      if (response.headersSent) request.socket.destroy()
      else response.writeHead(503, headers).end()
    })
    return true
  }

  async function openStream(request: IncomingMessage, response: ServerResponse, { id, headers }: Caller) {
    const since = performance.now()
    const { cookie } = request.headers
    const user = cookie ? await withRequestId(id, () => findSubscriber(new Headers({ cookie }))) : undefined
    if (response.closed) return
    // Requests pipelined behind a live stream would never be answered.
    if (dedicateConnection(request.socket)) hub.add(response, { user, since, headers })
    else request.socket.destroy()
  }

  /** The role decides which events a stream receives. */
  async function findSubscriber(headers: Headers): Promise<User | undefined> {
    const session = await findSession(shop, { headers })
    if (!session) return undefined
    const { staff: _, ...shopper } = session.user
    return (await lacksSecondFactor(shop, session)) ? { ...shopper, role: 'user' } : session.user
  }

  function logRejection(id: string, address: string): void {
    if (performance.now() - loggedAt < LOG_PAUSE_MS) return
    loggedAt = performance.now()
    withRequestId(id, () => log.error(`Live stream rejected: ${address} has ${maxStreams} open already`))
  }
}
