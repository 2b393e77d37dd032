import { type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

/** What is needed to tell one browser something, now and then, for as long as it listens. */
export type Line = Pick<Socket, 'write' | 'end' | 'destroy' | 'writableLength' | 'once'>

/** What Node's HTTP server hangs on a socket. Not documented, so whatever is missing means: leave it as it is. */
type Parser = {
  unconsume(): void
  remove(): void
  close(): void
  onIncoming: unknown
  incoming: unknown
  socket: unknown
}
type HeldSocket = Socket & { parser?: Parser | null }

/**
 * Makes a live line of an answer. Node keeps a parser, a request and an answer for it, 17 KB in all, though nothing more
 * will be asked; a bare socket needs three. So the connection is taken out of HTTP's hands, the way Node does it itself
 * when a connection is upgraded to another protocol.
 *
 * Not to be called from within the request's own event: the parser is still at work then.
 */
export function takeLine(response: ServerResponse, headers: OutgoingHttpHeaders): Line {
  const socket = response.socket as HeldSocket
  const { parser } = socket
  if (!isAsExpected(parser)) return response.writeHead(200, headers) as unknown as Line

  response.detachSocket(socket)
  for (const event of ['close', 'error', 'drain', 'data', 'end', 'timeout', 'resume', 'pause']) {
    for (const listener of socket.listeners(event) as ((...args: unknown[]) => void)[]) {
      if (/socketOn|onSocket/.test(listener.name)) socket.off(event, listener)
    }
  }
  parser.unconsume()
  parser.remove()
  parser.onIncoming = parser.incoming = parser.socket = null
  socket.parser = null
  setImmediate(() => parser.close())
  // For whoever keeps count of answers, this one is over.
  response.emit('close')

  socket.on('error', () => {})
  socket.once('end', () => socket.destroy())
  socket.setTimeout(0)
  socket.resume()
  socket.write(headOf(headers))
  return socket
}

function isAsExpected(parser: Parser | null | undefined): parser is Parser {
  return ['unconsume', 'remove', 'close'].every((name) => typeof parser?.[name as 'close'] === 'function')
}

/** Without a length or chunks, so it ends with the connection. */
function headOf(headers: OutgoingHttpHeaders): string {
  const all = Object.entries({ ...headers, date: new Date().toUTCString(), connection: 'close' })
  return `HTTP/1.1 200 ${STATUS_CODES[200]}\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}
