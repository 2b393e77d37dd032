import { once } from 'node:events'
import net from 'node:net'
import { ConfigError } from '#server/config.ts'

/**
 * Binds the port first, so that a busy one is reported before anything else starts.
 *
 * @param createIpv6Server for the second address of `localhost`
 * @throws ConfigError naming PORT or HOST
 */
export async function bindPort(host: string, wanted: number, server: net.Server, createIpv6Server: () => net.Server) {
  const [first, second] = host === 'localhost' ? ['127.0.0.1', '::1'] : [host]
  const servers = [server]
  const number = await listen(server, first, wanted, host)
  if (second) {
    // `localhost` may mean either address, but a machine without IPv6 has only the first.
    const ipv6Server = createIpv6Server()
    await listen(ipv6Server, second, number, host).then(
      () => servers.push(ipv6Server),
      (error) => {
        if (!isAddressMissing(error.cause)) throw error
      },
    )
  }
  return {
    number,
    /** The URL for a browser on this machine. */
    url: `http://${urlHostOf(host)}:${number}`,
    /** Accepts no more connections; resolves when the open ones have ended. */
    async close(): Promise<void> {
      // Not http.Server's close(), which drops idle connections although a request may just be arriving.
      await Promise.all(servers.map((one) => new Promise((resolve) => net.Server.prototype.close.call(one, resolve))))
    },
  }
}

async function listen(server: net.Server, address: string, port: number, host: string): Promise<number> {
  try {
    server.listen({ host: address, port })
    await once(server, 'listening')
    return (server.address() as net.AddressInfo).port
  } catch (error) {
    throw new ConfigError(problemOf(host, port, (error as NodeJS.ErrnoException).code), { cause: error })
  }
}

function problemOf(host: string, port: number, code: string | undefined): string {
  if (code === 'EADDRINUSE') return `PORT ${port} is in use by another program; set PORT to a free one, or to 0 for any`
  if (code === 'EACCES') return `PORT ${port} is reserved for root; set PORT to a number above 1023`
  return `HOST ${host} is not an address of this machine (${code}); remove it, or set it to localhost or 0.0.0.0`
}

function isAddressMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT'
}

function urlHostOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return net.isIPv6(host) ? `[${host}]` : host
}
