import net from 'node:net'

type Options = {
  /** Returns true to close the connection early; without it, reads until the server closes. */
  isDone?: (said: string) => boolean
  /** Closes the connection after this time. */
  mostMs?: number
  /** Half-closes the connection after sending. */
  isHalfClosed?: boolean
}

/** Writes these bytes in chunks over a new connection, and resolves with the response bytes. */
export function exchange(
  port: number,
  chunks: readonly (string | Uint8Array)[],
  { isDone, mostMs = 30_000, isHalfClosed = false }: Options = {},
): Promise<string> {
  return new Promise((resolve) => {
    const said: string[] = []
    let last = ''
    const socket = net.connect(port, '127.0.0.1', () => {
      for (const chunk of chunks) socket.write(typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk)
      if (isHalfClosed) socket.end()
    })
    const timer = setTimeout(() => socket.destroy(), mostMs)
    socket.setEncoding('latin1').on('data', (text: string) => {
      said.push(text)
      // The text may be split across two packets.
      if (isDone?.(last + text)) socket.destroy()
      last = text
    })
    // A reset by the server counts as a response.
    socket.on('error', () => {})
    socket.once('close', () => {
      clearTimeout(timer)
      resolve(said.join(''))
    })
  })
}

/** A connection that stays open until the test closes it. */
export async function openConnection(port: number, ...chunks: string[]) {
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
  let said = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    said += text
  })
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve)
    socket.once('close', resolve)
  })
  for (const chunk of chunks) socket.write(chunk, 'latin1')
  return {
    socket,
    said: () => said,
    closed,
    write: (text: string) => socket.write(text, 'latin1'),
    /** A socket that is already shutting down cannot be reset: Node would never close it. */
    reset(): void {
      if (socket.writableEnded) socket.destroy()
      else socket.resetAndDestroy()
    },
    close(): Promise<void> {
      socket.destroy()
      return closed
    },
  }
}

/** The status codes received on a connection, without 1xx. */
export function statusesOf(said: string): number[] {
  return Array.from(said.matchAll(/HTTP\/1\.1 (\d{3})/g), ([, status]) => Number(status)).filter(
    (status) => status >= 200,
  )
}

/** A request without a body that keeps the connection open. */
export function get(path: string, host: string, ...headers: string[]): string {
  return `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`
}

/** Runs slow tasks with limited concurrency. */
export async function each<T>(list: readonly T[], atOnce: number, work: (thing: T) => Promise<unknown>): Promise<void> {
  const queue = list.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const thing of queue) await work(thing)
    }),
  )
}
