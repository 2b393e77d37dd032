import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'

/** A stand-in on a port of its own. */
export async function serveApp({ fetch }: { fetch: Parameters<typeof serve>[0]['fetch'] }) {
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const opening = serve({ fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(opening))
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
