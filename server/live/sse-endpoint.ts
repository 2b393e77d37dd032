import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { findUser } from '#server/accounts/auth.ts'
import { clientAddress } from '#server/http/client-ip.ts'
import { isOverHttps } from '#server/http/csrf.ts'
import { takeForever } from '#server/http/pipelining.ts'
import { protectedHeaders } from '#server/http/security-headers.ts'
import { assignRequestId, withRequestId } from '#server/observability/request-id.ts'
import type { Shop } from '#server/shop.ts'
import { createSseHub } from './sse-hub.ts'

export const LIVE_PATH = '/live'

/** Each costs a connection and some memory for as long as it is open. */
const STREAMS_PER_ADDRESS = 100
const RETRY_SECONDS = 60
/** An address that asks again and again is told of once in so long. */
const LOG_PAUSE_MS = 60_000

type Caller = { id: string; headers: OutgoingHttpHeaders }

/**
 * Answers a browser's EventSource, and nothing else, before the framework would: that keeps a request, a response and a
 * stream for each of thousands of them.
 *
 * @returns whether it was one
 */
export function createSseEndpoint(shop: Shop) {
  const { config, log, metrics } = shop
  const streams = createSseHub(shop.live)
  const most = Math.ceil(STREAMS_PER_ADDRESS * config.rateLimitFactor) || Number.POSITIVE_INFINITY
  const openOf = new Map<string, number>()
  let toldAt = Number.NEGATIVE_INFINITY

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
    const open = openOf.get(address) ?? 0
    // Nothing of a body is wanted, and one that is left unread would hide that the client has gone.
    request.resume()
    if (open >= most) {
      tellOfRefusal(id, address)
      response.writeHead(429, { ...headers, 'retry-after': String(RETRY_SECONDS), 'content-type': 'text/plain' })
      response.end('Too many live streams are open from this address.')
      return true
    }
    openOf.set(address, open + 1)
    metrics.openLive()
    response.once('close', () => {
      metrics.closeLive()
      const left = (openOf.get(address) ?? 1) - 1
      if (left > 0) openOf.set(address, left)
      else openOf.delete(address)
    })
    openStream(request, response, { id, headers }).catch((error) => {
      withRequestId(id, () => log.error('A live line could not be opened', error))
      if (response.headersSent) request.socket.destroy()
      else response.writeHead(503, headers).end()
    })
    return true
  }

  async function openStream(request: IncomingMessage, response: ServerResponse, { id, headers }: Caller) {
    const since = performance.now()
    const { cookie } = request.headers
    const user = cookie
      ? await withRequestId(id, () => findUser(shop, { headers: new Headers({ cookie }) }))
      : undefined
    if (response.closed) return
    // Who has sent more behind this request would wait for ever.
    if (takeForever(request.socket)) streams.add(response, { user, since, headers })
    else request.socket.destroy()
  }

  function tellOfRefusal(id: string, address: string): void {
    if (performance.now() - toldAt < LOG_PAUSE_MS) return
    toldAt = performance.now()
    withRequestId(id, () => log.error(`A live stream was refused: ${address} has ${most} of them open already`))
  }
}
