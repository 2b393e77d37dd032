import type { RequestListener, Server } from 'node:http'
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
 * Serves in this process.
 * @throws ConfigError naming PORT or HOST
 */
export async function serveHere({ host, port }: Config, log: Log): Promise<ServingProcess> {
  const httpServer = await listen(host, port)
  const vite = await startViteDevServer(httpServer.node)
  let shopServer: ShopServer | undefined

  return {
    port: httpServer.port,
    url: httpServer.url,
    async open(config) {
      shopServer = await openShopServer(
        await vite.loadCode(),
        { ...config, isFirst: true },
        { log, makeListener: vite.serve },
      )
      httpServer.open(shopServer.listener, shopServer.https)
      shopServer.startJobs()
      return shopServer
    },
    async close(timeoutMs) {
      await (shopServer ? shopServer.close(httpServer, timeoutMs) : httpServer.close(0))
      await vite.close()
    },
  }
}

/** Loads the sources through Vite and recreates the app when one of them changes. The shop itself stays open. */
async function startViteDevServer(server: Server) {
  // The web socket for changes shares the shop's port, because the content security policy would refuse another one.
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } } })
  const loadCode = async () => (await vite.ssrLoadModule('./server/app.ts')) as Code

  function serve(shop: Shop, sandbox: SandboxTarget | undefined): RequestListener {
    let current: { from: Code; listener: RequestListener } | undefined

    return (request, response) => {
      // Vite would treat the sandbox's script as a source file.
      if (request.url?.startsWith('/sandbox/')) return respond()
      vite.middlewares(request, response, respond)

      async function respond(): Promise<void> {
        try {
          const code = await loadCode()
          if (current?.from !== code) current = { from: code, listener: code.createListener(shop, sandbox) }
          await current.listener(request, response)
        } catch (error) {
          vite.ssrFixStacktrace(error as Error)
          shop.log.error('Request failed', error)
          response.writeHead(500).end(String((error as Error).stack))
        }
      }
    }
  }

  return { loadCode, serve, close: () => vite.close() }
}
