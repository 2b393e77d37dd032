import type { RequestListener } from 'node:http'
import { createServer } from 'vite'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/observability/log.ts'
import type { Shop } from '#server/shop.ts'
import { listen } from './http-server.ts'
import type { ServingProcess } from './primary.ts'
import type { SandboxTarget } from './sandbox-proxy.ts'
import { openShopServer, type ShopServer } from './shop-server.ts'

type Code = typeof import('#server/app.ts')

/**
 * Serves in this very process.
 * @throws ConfigError naming PORT or HOST
 */
export async function serveHere({ host, port }: Config, log: Log): Promise<ServingProcess> {
  const door = await listen(host, port)
  const vite = await startViteDevServer()
  let served: ShopServer | undefined

  return {
    port: door.port,
    url: door.url,
    async open(orders) {
      served = await openShopServer(
        await vite.readCode(),
        { ...orders, isFirst: true },
        { log, makeListener: vite.serve },
      )
      door.open(served.listener, served.https)
      served.startJobs()
      return served
    },
    async close(timeoutMs) {
      await (served ? served.close(door, timeoutMs) : door.close(0))
      await vite.close()
    },
  }
}

/** Reads the sources through Vite, and makes the app anew whenever one of them changes. The shop itself stays. */
async function startViteDevServer() {
  const vite = await createServer({ server: { middlewareMode: true } })
  const readCode = async () => (await vite.ssrLoadModule('./server/app.ts')) as Code

  function serve(shop: Shop, sandbox: SandboxTarget | undefined): RequestListener {
    let made: { from: Code; listener: RequestListener } | undefined

    return (request, response) => {
      // Vite would look for the sandbox's script among the sources.
      if (request.url?.startsWith('/sandbox/')) return answer()
      vite.middlewares(request, response, answer)

      async function answer(): Promise<void> {
        try {
          const code = await readCode()
          if (made?.from !== code) made = { from: code, listener: code.createListener(shop, sandbox) }
          await made.listener(request, response)
        } catch (error) {
          vite.ssrFixStacktrace(error as Error)
          shop.log.error('The page failed', error)
          response.writeHead(500).end(String((error as Error).stack))
        }
      }
    }
  }

  return { readCode, serve, close: () => vite.close() }
}
