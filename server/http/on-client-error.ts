import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { protectedHeaders, protectionLines } from './security-headers.ts'

const STATUS_LINES: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/**
 * Responds to an invalid or too slow request and closes the connection, because nothing after it can be trusted.
 *
 * @param isResponding another response is half sent on this connection, so that a second one would be misread
 * @param https browsers reach the shop over https
 */
export function onClientError(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  { isResponding, https }: { isResponding: boolean; https: boolean },
): void {
  if (!socket.writable || error.code === 'ECONNRESET' || isResponding) {
    socket.destroy()
    return
  }
  rejectConnection(socket, STATUS_LINES[error.code ?? ''] ?? '400 Bad Request', { https })
}

/** Writes a response to a raw connection and closes it. */
export function rejectConnection(
  socket: Duplex,
  status: string,
  { https, headerLines = '' }: { https: boolean; headerLines?: string },
): void {
  const text = `${status.slice(4)}.`
  const ownLines = `content-type: text/plain; charset=utf-8\r\ncontent-length: ${text.length}\r\nconnection: close\r\n`
  socket.end(`HTTP/1.1 ${status}\r\n${protectionLines({ https })}${headerLines}${ownLines}\r\n${text}`)
}

/** Rejects a request and closes its connection, because the rest of it cannot be trusted. */
export function rejectRequest(
  response: ServerResponse,
  status: number,
  text: string,
  { https, headers = {} }: { https: boolean; headers?: OutgoingHttpHeaders },
): void {
  const own = {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    connection: 'close',
  }
  response.writeHead(status, protectedHeaders({ ...headers, ...own }, { https })).end(text)
}

/** Ends a response that an exception has abandoned: with status 500 or, if it is partly sent, by closing the connection. */
export function abortResponse(response: ServerResponse, { https }: { https: boolean }): void {
  if (response.writableEnded) return
  if (response.headersSent) {
    response.destroy()
    return
  }
  const id = response.getHeader('x-request-id')
  // Headers set for the failed response do not apply to the error.
  for (const name of response.getHeaderNames()) if (name !== 'x-request-id') response.removeHeader(name)
  const own = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', connection: 'close' }
  response.writeHead(500, protectedHeaders(own, { https }))
  response.end(`Something went wrong on our side. Please try again.${id ? ` (Request ${id})` : ''}`)
}
