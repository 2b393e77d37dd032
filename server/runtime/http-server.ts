import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { abortResponse, onClientError, rejectConnection, rejectRequest } from '#server/http/on-client-error.ts'
import { withRequestId } from '#server/observability/log.ts'
import { bindPort } from './bind-port.ts'

export type HttpServer = Awaited<ReturnType<typeof listen>>

/** Time limits for slow clients: headers must arrive within seconds, five images from a phone within minutes. */
type Timeouts = { headersTimeout: number; requestTimeout: number; connectionsCheckingInterval: number }
/** Latency of a proxy on the same network: a request that it has sent may take this long to arrive. */
const IN_FLIGHT_MS = 250
const TIMEOUTS: Timeouts = { headersTimeout: 15_000, requestTimeout: 300_000, connectionsCheckingInterval: 5000 }

function rethrow(error: unknown): never {
  throw error
}

/**
 * An HTTP server on this port, which other workers may share.
 * @throws ConfigError naming PORT or HOST
 */
export async function listen(host: string, wantedPort: number, timeouts = TIMEOUTS) {
  const sockets = new Set<net.Socket>()
  const responses = new Set<ServerResponse>()
  let closing = false
  let serve: RequestListener | undefined
  let isHttps = false
  let opened: () => void
  const opening = new Promise<void>((resolve) => (opened = resolve))

  // request-target.ts checks the Host header and responds with a message.
  // Every request passes here, so it allocates no closures and promises.
  const http = createServer(
    { keepAliveTimeout: 65_000, requireHostHeader: false, ...timeouts },
    (request, response) => {
      responses.add(response)
      if (closing) response.shouldKeepAlive = false
      response.on('close', onResponseEnd)
      if (serve) handle(request, response)
      else opening.then(() => handle(request, response))
    },
  )
  function handle(request: IncomingMessage, response: ServerResponse) {
    try {
      serve?.(request, response)
    } catch (error) {
      const id = response.getHeader('x-request-id')
      abortResponse(response, { https: isHttps })
      // The request's async context has ended, so it is restored for the log.
      if (typeof id === 'string') withRequestId(id, () => process.nextTick(rethrow, error))
      else throw error
    }
  }
  /** Bytes read on a connection when its last response ended. */
  const bytesHandled = new WeakMap<net.Socket, number>()
  const hasPartialRequest = (socket: net.Socket) => socket.bytesRead > (bytesHandled.get(socket) ?? 0)
  function onResponseEnd(this: ServerResponse) {
    responses.delete(this)
    bytesHandled.set(this.req.socket, this.req.socket.bytesRead)
    if (closing) this.req.socket.destroySoon()
  }
  http.on('clientError', (error, socket) => {
    const isResponding = [...responses].some((other) => other.socket === socket && other.headersSent)
    onClientError(error, socket, { isResponding, https: isHttps })
  })
  http.on('connect', (_, socket) => {
    rejectConnection(socket, '405 Method Not Allowed', {
      https: isHttps,
      headerLines: 'allow: GET, HEAD, POST, OPTIONS\r\n',
    })
  })
  http.on('checkExpectation', (_, response) => {
    rejectRequest(response, 417, 'Only the expectation 100-continue is supported.', { https: isHttps })
  })
  http.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const ipv6Server = () => net.createServer({ noDelay: true }, (socket) => http.emit('connection', socket))
  const port = await bindPort(host, wantedPort, http, ipv6Server)

  return {
    port: port.number,
    url: port.url,
    /** Vite's web socket is opened on it in development. */
    node: http,
    /**
     * Starts serving requests, including those that have been waiting.
     *
     * @param https browsers reach the shop over https
     */
    open(listener: RequestListener, https = false): void {
      serve = listener
      isHttps = https
      opened()
    },
    /** Ends the response to this request with an error, because an exception has abandoned it. */
    fail(requestId: string | undefined): void {
      for (const response of responses) {
        if (requestId && response.getHeader('x-request-id') === requestId) abortResponse(response, { https: isHttps })
      }
    },
    /** Lets requests in flight finish within `timeoutMs`, and accepts no new ones. */
    async close(timeoutMs: number): Promise<void> {
      closing = true
      const closed = port.close()
      for (const response of responses) response.shouldKeepAlive = false
      // A request may be on its way over an idle connection, and is still handled.
      await sleep(Math.min(IN_FLIGHT_MS, timeoutMs))
      const busy = new Set([...responses].map((other) => other.req.socket))
      // Browsers open idle connections in advance, on which nobody waits for a response.
      for (const socket of sockets) if (!busy.has(socket) && !hasPartialRequest(socket)) socket.destroySoon()
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, timeoutMs)
      await closed
      await Promise.all(Array.from(sockets, (socket) => new Promise((resolve) => socket.once('close', resolve))))
      clearTimeout(timer)
    },
  }
}
