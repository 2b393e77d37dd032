import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers do not pipeline; a proxy may send the next request before we have finished the previous one. */
const MAX_WAITING = 16

/** The number of waiting requests per connection. */
const waiting = new WeakMap<Socket, number>()
/** Connections that carry a live stream, which never ends by itself. */
const streaming = new WeakSet<Socket>()

/**
 * Handles pipelined requests one at a time. Handled at once, each would hold its files and memory until the client has
 * read all earlier responses. A connection is closed if too many requests wait, or any behind a live stream.
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  return (request, response) => {
    // Node assigns the socket to a response once all earlier ones are sent.
    if (response.socket) return listener(request, response)
    const { socket } = request
    const ahead = waiting.get(socket) ?? 0
    if (streaming.has(socket) || ahead >= MAX_WAITING) return void socket.destroy()
    waiting.set(socket, ahead + 1)
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
      listener(request, response)
    })
  }
}

/**
 * Reserves this connection for the current response.
 * @returns false when other requests are waiting on it
 */
export function dedicateConnection(socket: Socket): boolean {
  streaming.add(socket)
  return !waiting.get(socket)
}
