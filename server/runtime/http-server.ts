import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { abortResponse, onClientError, rejectConnection, rejectRequest } from '#server/http/on-client-error.ts'
import { withRequestId } from '#server/observability/request-id.ts'
import { bindPort } from './bind-port.ts'

export type HttpServer = {
  port: number
  /** Where a browser on this machine finds the shop. */
  url: string
  /**
   * From now on `serve` answers; who knocked earlier has waited.
   * @param https browsers reach the shop over it, so that what is no request can be answered accordingly
   */
  open(serve: RequestListener, https?: boolean): void
  /** Ends the answer to this request with an error, or breaks it off: an exception has left nobody to finish it. */
  fail(requestId: string | undefined): void
  /** Lets requests in flight finish, for as long as `patienceMs`, and takes no new ones. */
  close(timeoutMs: number): Promise<void>
}

/** How slowly somebody may send: a head within seconds, five pictures over a telephone within minutes. */
type Timeouts = { headersTimeout: number; requestTimeout: number; connectionsCheckingInterval: number }
/** As long as a proxy beside us takes. */
const ON_THE_WAY_MS = 250
const TIMEOUTS: Timeouts = { headersTimeout: 15_000, requestTimeout: 300_000, connectionsCheckingInterval: 5000 }

function throwIt(error: unknown): never {
  throw error
}

/**
 * A door with a port of its own, which other workers may have as well.
 * @throws ConfigError naming PORT or HOST
 */
export async function listen(host: string, wantedPort: number, timeouts = TIMEOUTS): Promise<HttpServer> {
  const sockets = new Set<net.Socket>()
  const answers = new Set<ServerResponse>()
  let closing = false
  let serve: RequestListener | undefined
  let isHttps = false
  let opened: () => void
  const opening = new Promise<void>((resolve) => (opened = resolve))

  // Whether there is a Host is looked at with the rest of the address (request-target.ts), and refused in words.
  // This is on the way of every page, so it makes no functions and promises of its own.
  const http = createServer(
    { keepAliveTimeout: 65_000, requireHostHeader: false, ...timeouts },
    (request, response) => {
      answers.add(response)
      if (closing) response.shouldKeepAlive = false
      response.on('close', forget)
      if (serve) answer(request, response)
      else opening.then(() => answer(request, response))
    },
  )
  function answer(request: IncomingMessage, response: ServerResponse) {
    try {
      serve?.(request, response)
    } catch (error) {
      const id = response.getHeader('x-request-id')
      abortResponse(response, { https: isHttps })
      // Its context has been left by now; the log is to name it all the same.
      if (typeof id === 'string') withRequestId(id, () => process.nextTick(throwIt, error))
      else throw error
    }
  }
  /** How much had been read when the last answer on it was over. */
  const answered = new WeakMap<net.Socket, number>()
  const isHalfAsked = (socket: net.Socket) => socket.bytesRead > (answered.get(socket) ?? 0)
  function forget(this: ServerResponse) {
    answers.delete(this)
    answered.set(this.req.socket, this.req.socket.bytesRead)
    if (closing) this.req.socket.destroySoon()
  }
  http.on('clientError', (error, socket) => {
    const isResponding = [...answers].some((answer) => answer.socket === socket && answer.headersSent)
    onClientError(error, socket, { isResponding, https: isHttps })
  })
  http.on('connect', (_, socket) => {
    rejectConnection(socket, '405 Method Not Allowed', {
      https: isHttps,
      headerLines: 'allow: GET, HEAD, POST, OPTIONS\r\n',
    })
  })
  http.on('checkExpectation', (_, response) => {
    rejectRequest(response, 417, 'Only 100-continue can be expected.', { https: isHttps })
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
    open(listener, https = false) {
      serve = listener
      isHttps = https
      opened()
    },
    fail(requestId) {
      for (const answer of answers) {
        if (requestId && answer.getHeader('x-request-id') === requestId) abortResponse(answer, { https: isHttps })
      }
    },
    async close(timeoutMs) {
      closing = true
      const closed = port.close()
      for (const answer of answers) answer.shouldKeepAlive = false
      // A request may be on its way at this moment, on a connection that was kept for it: it is answered too.
      await sleep(Math.min(ON_THE_WAY_MS, timeoutMs))
      const busy = new Set([...answers].map((answer) => answer.req.socket))
      // Browsers open connections that they may need later; nobody waits for an answer on those.
      for (const socket of sockets) if (!busy.has(socket) && !isHalfAsked(socket)) socket.destroySoon()
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, timeoutMs)
      await closed
      await Promise.all(Array.from(sockets, (socket) => new Promise((resolve) => socket.once('close', resolve))))
      clearTimeout(timer)
    },
  }
}
