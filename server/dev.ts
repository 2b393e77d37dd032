import type { RequestListener } from 'node:http'
import { createServer } from 'vite'
import type { SandboxDoor } from './sandbox-proxy.ts'
import type { Shop } from './shop.ts'

type Code = typeof import('./app.ts')

/** Reads the sources through Vite, and makes the app anew whenever one of them changes. The shop itself stays. */
export async function openVite() {
  const vite = await createServer({ server: { middlewareMode: true } })
  const readCode = async () => (await vite.ssrLoadModule('./server/app.ts')) as Code

  function serve(shop: Shop, sandbox: SandboxDoor | undefined): RequestListener {
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
