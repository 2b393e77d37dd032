import { once } from 'node:events'
import net from 'node:net'

/** A TCP proxy to a test's database that can be closed, like a failover or a pulled cable. */
export type Gate = {
  url: string
  /** Breaks all connections and rejects new ones. */
  shut(): void
  /** Keeps connections open but drops all data, including their end. */
  silence(): void
  /** Accepts new connections but then drops their data. Resolves when this has happened to one. */
  silenceNext(): Promise<void>
  /** Accepts connections again; stalled ones stay stalled. */
  open(): void
  close(): Promise<void>
}

/** PostgreSQL's message that a new connection is ready for queries. */
const READY = 'Z\0\0\0\x05I'

/** @param url of a database behind a Unix socket, as testDatabase() has it */
export async function openGate(url: string): Promise<Gate> {
  const socketFolder = new URL(url).searchParams.get('host') ?? ''
  const sockets = new Set<net.Socket>()
  let state: 'open' | 'shut' | 'silent' = 'open'
  let silenced: (() => void) | undefined

  function silence(outside: net.Socket) {
    outside.unpipe()
    silenced?.()
  }

  const server = net.createServer((outside) => {
    sockets.add(outside.on('error', () => {}).on('close', () => sockets.delete(outside)))
    if (state === 'shut') return void outside.destroy()
    if (state === 'silent') return
    const inside = net.connect(`${socketFolder}/.s.PGSQL.5432`)
    sockets.add(inside.on('error', () => {}).on('close', () => sockets.delete(inside)))
    outside.pipe(inside).pipe(outside)
    if (silenced) inside.on('data', (words) => words.includes(READY) && silence(outside))
    outside.on('close', () => inside.destroy())
    inside.on('close', () => outside.destroy())
  })
  // After a test that failed before it closed its gate, the other files of its process still end.
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  const { username, pathname } = new URL(url)
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy()
  }

  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    shut() {
      state = 'shut'
      destroyAll()
    },
    silence() {
      state = 'silent'
      for (const socket of sockets) socket.unpipe()
    },
    silenceNext() {
      state = 'open'
      return new Promise((resolve) => {
        silenced = resolve
      })
    },
    open() {
      state = 'open'
      silenced = undefined
    },
    async close() {
      destroyAll()
      server.close()
      await once(server, 'close')
    },
  }
}
