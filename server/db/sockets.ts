import { Socket } from 'node:net'

/**
 * The sockets of database connections, so that they can be destroyed: `client.end()` waits for a database that no
 * longer answers.
 */
export class Sockets {
  readonly #open = new Set<Socket>()

  /** For the option `stream` of pg's clients and pools. */
  readonly open = (): Socket => {
    const socket = new Socket()
    this.#open.add(socket)
    return socket.on('close', () => this.#open.delete(socket))
  }

  destroy(): void {
    for (const socket of this.#open) socket.destroy()
  }
}
