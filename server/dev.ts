import { getRequestListener } from '@hono/node-server'
import { createServer } from 'vite'
import type { Door } from './listen.ts'
import type { Shop } from './shop.ts'

/** Serves the sources through Vite, which makes the app anew whenever one of them changes. */
export async function openForDevelopment(shop: Shop, door: Door): Promise<() => Promise<void>> {
  const vite = await createServer({ server: { middlewareMode: true } })
  let made: { from: unknown; serve: ReturnType<typeof getRequestListener> } | undefined

  door.open((request, response) => {
    vite.middlewares(request, response, async (error: unknown) => {
      try {
        if (error) throw error
        const source = await vite.ssrLoadModule('./server/app.ts')
        if (made?.from !== source) made = { from: source, serve: getRequestListener(source.createApp(shop).fetch) }
        await made.serve(request, response)
      } catch (problem) {
        vite.ssrFixStacktrace(problem as Error)
        shop.log.error('The page failed', problem)
        response.writeHead(500).end(String((problem as Error).stack))
      }
    })
  })
  return () => vite.close()
}
