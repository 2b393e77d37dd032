import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import net from 'node:net'
import { ConfigError } from './config.ts'

export type Door = {
  port: number
  /** Where a browser on this machine finds the shop. */
  url: string
  /** From now on `serve` answers; who knocked earlier has waited. */
  open(serve: RequestListener): void
  /** Lets requests in flight finish, for as long as `patienceMs`, and takes no new ones. */
  close(patienceMs: number): Promise<void>
}

/**
 * Takes the port, so that a busy one is found out before anything else is started.
 * @throws ConfigError naming PORT or HOST
 */
export async function listen(host: string, wantedPort: number): Promise<Door> {
  const sockets = new Set<net.Socket>()
  const answers = new Set<ServerResponse>()
  let closing = false
  let serve: RequestListener | undefined
  let opened: () => void
  const opening = new Promise<void>((resolve) => (opened = resolve))

  // This is on the way of every page, so it makes no functions and promises of its own.
  const http = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    answers.add(response)
    if (closing) response.shouldKeepAlive = false
    response.on('close', forget)
    if (serve) serve(request, response)
    else opening.then(() => serve?.(request, response))
  })
  function forget(this: ServerResponse) {
    answers.delete(this)
    if (closing) this.req.socket.destroySoon()
  }
  http.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  const [first, second] = host === 'localhost' ? ['127.0.0.1', '::1'] : [host]
  const servers: net.Server[] = [http]
  const port = await take(http, first, wantedPort, host)
  if (second) {
    // `localhost` is either address; a machine without IPv6 has only the first.
    const twin = net.createServer({ noDelay: true }, (socket) => http.emit('connection', socket))
    await take(twin, second, port, host).then(
      () => servers.push(twin),
      (error) => {
        if (!isAddressMissing(error.cause)) throw error
      },
    )
  }

  return {
    port,
    url: `http://${nameOf(host)}:${port}`,
    open(listener) {
      serve = listener
      opened()
    },
    async close(patienceMs) {
      closing = true
      const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)))
      const busy = new Set([...answers].map((answer) => answer.socket))
      for (const answer of answers) answer.shouldKeepAlive = false
      // Browsers open connections that they may need later; nobody waits for an answer on those.
      for (const socket of sockets) if (!busy.has(socket)) socket.destroy()
      const impatience = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, patienceMs)
      await Promise.all(closed)
      clearTimeout(impatience)
    },
  }
}

async function take(server: net.Server, address: string, port: number, host: string): Promise<number> {
  try {
    server.listen({ host: address, port })
    await once(server, 'listening')
    return (server.address() as net.AddressInfo).port
  } catch (error) {
    throw new ConfigError(refusal(host, port, (error as NodeJS.ErrnoException).code), { cause: error })
  }
}

function refusal(host: string, port: number, code: string | undefined): string {
  if (code === 'EADDRINUSE') return `PORT ${port} is in use by another program; set PORT to a free one, or to 0 for any`
  if (code === 'EACCES') return `PORT ${port} may not be used by this user; set PORT to one above 1023`
  return `HOST ${host} is no address of this machine (${code}); leave it out, or set it to localhost or 0.0.0.0`
}

function isAddressMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT'
}

function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return net.isIPv6(host) ? `[${host}]` : host
}
