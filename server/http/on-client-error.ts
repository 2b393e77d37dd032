import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { protectedHeaders, protectionLines } from '#server/http/security-headers.ts'

const ANSWERS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/**
 * Answers what is no request, or came too slowly. Nothing that follows on this connection is believed.
 *
 * @param isTalking half of another answer is on its way already; then nothing can be said that would be understood
 * @param https how browsers reach the shop
 */
export function onClientError(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  { isTalking, https }: { isTalking: boolean; https: boolean },
): void {
  if (!socket.writable || error.code === 'ECONNRESET' || isTalking) {
    socket.destroy()
    return
  }
  rejectConnection(socket, ANSWERS[error.code ?? ''] ?? '400 Bad Request', { https })
}

/** Answers by hand on a connection that is no use any more, with the words of the status. */
export function rejectConnection(
  socket: Duplex,
  status: string,
  { https, more = '' }: { https: boolean; more?: string },
): void {
  const text = `${status.slice(4)}.`
  const own = `content-type: text/plain; charset=utf-8\r\ncontent-length: ${text.length}\r\nconnection: close\r\n`
  socket.end(`HTTP/1.1 ${status}\r\n${protectionLines({ https })}${more}${own}\r\n${text}`)
}

/** Refuses a request that could be read. What follows on its connection may be anything, so that ends with it. */
export function rejectRequest(
  response: ServerResponse,
  status: number,
  text: string,
  { https, more = {} }: { https: boolean; more?: OutgoingHttpHeaders },
): void {
  const own = {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    connection: 'close',
  }
  response.writeHead(status, protectedHeaders({ ...more, ...own }, { https })).end(text)
}

/** Ends an answer that an exception has left to nobody: with an error or, when some of it has been sent, by hanging up. */
export function abortResponse(answer: ServerResponse, { https }: { https: boolean }): void {
  if (answer.writableEnded) return
  if (answer.headersSent) {
    answer.destroy()
    return
  }
  const id = answer.getHeader('x-request-id')
  // What the answer would have been says nothing about this one.
  for (const name of answer.getHeaderNames()) if (name !== 'x-request-id') answer.removeHeader(name)
  const own = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', connection: 'close' }
  answer.writeHead(500, protectedHeaders(own, { https }))
  answer.end(`Something went wrong on our side. Please try again.${id ? ` (Request ${id})` : ''}`)
}
