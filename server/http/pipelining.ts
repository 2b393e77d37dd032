import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers send one request after the other; a proxy may send the next before ours has let go of the one before. */
const MOST_WAITING = 16

/** How many requests of a connection wait for their turn. */
const waiting = new WeakMap<Socket, number>()
/** Connections with an answer that does not end by itself. */
const endless = new WeakSet<Socket>()

/**
 * Works on pipelined requests one at a time, as their answers have to be sent: worked on at once, each would hold its
 * files and memory until everything before it is read. Who sends too many, or one behind a live stream, is cut off.
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  return (request, response) => {
    // Node gives the connection to the answer whose turn it is.
    if (response.socket) return listener(request, response)
    const { socket } = request
    const ahead = waiting.get(socket) ?? 0
    if (endless.has(socket) || ahead >= MOST_WAITING) return void socket.destroy()
    waiting.set(socket, ahead + 1)
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
      listener(request, response)
    })
  }
}

/**
 * From now on this connection is for one answer only.
 * @returns false when other requests wait on it already
 */
export function takeForever(socket: Socket): boolean {
  endless.add(socket)
  return !waiting.get(socket)
}
