import * as build from 'virtual:react-router/server-build'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { findUser } from './accounts.ts'
import { shopContext, type User, userContext } from './contexts.ts'
import { servePicture } from './images/serve.ts'
import { bodyLimitOf, createBudget } from './large-bodies.ts'
import { liveStream } from './live-stream.ts'
import { type Copy, PageCache } from './page-cache.ts'
import { hearMessage } from './payment-news.ts'
import { findPublicPage, type KnownPage } from './public-pages.ts'
import { contentSecurityPolicy, headersFor } from './security-headers.ts'
import type { Shop } from './shop.ts'

/** Theirs are a few thousand. */
const WEBHOOK_BYTES = 256 * 1024
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Who is asking is looked up once for a request. */
type Env = { Variables: { user: User | undefined } }

/** The front door: headers, then file, live stream, kept page, page. */
export function createApp(shop: Shop): Hono<Env> {
  const pages = new PageCache(shop.live)
  const renderPage = createRequestHandler(build, import.meta.env.MODE)
  const origin = shop.config.publicUrl ?? `http://localhost:${shop.config.port}`
  const headers = headersFor({ https: origin.startsWith('https:') })
  const inMemory = createBudget()
  const app = new Hono<Env>()

  app.use(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
  })

  app.use('/assets/*', serveStatic({ root: 'build/client', precompressed: true, onFound: immutable }))
  app.use(
    '/pots/*',
    serveStatic({
      root: 'photography/pictures',
      rewriteRequestPath: (path) => path.slice('/pots'.length),
      onFound: forAWeek,
    }),
  )
  app.use('/pictures/*', serveStatic({ root: 'web', onFound: forAWeek }))
  if (!shop.config.s3) {
    app.use('/productImages/*', serveStatic({ root: `${shop.config.dataDir}/images`, onFound: immutable }))
  }
  app.get('/productImages/*', (c) => servePicture(shop, c.req.path))
  app.post('/webhooks/razorpay', bodyLimit({ maxSize: WEBHOOK_BYTES, onError: tooLarge }), async (c) => {
    const body = new Uint8Array(await c.req.arrayBuffer())
    const signature = c.req.header('x-razorpay-signature') ?? ''
    const isGenuine = await hearMessage(shop, body, { signature, eventId: c.req.header('x-razorpay-event-id') })
    return isGenuine ? plain(200, 'OK') : plain(400, 'This message is not signed as it should be.')
  })
  app.get('/live', async (c) => liveStream(shop.live, await findUser(shop, c.req.raw)))
  app.use(serveStatic({ root: 'build/client', precompressed: true }))

  app.get('*', async (c, next) => {
    const page = findPublicPage(new URL(c.req.url))
    if (!page) return next()
    return answerWith(await pages.get(page, () => renderForEveryone(page)), page, c.req.raw)
  })

  app.all('*', async (c, next) => {
    const user = await findUser(shop, c.req.raw)
    const { bytes, isRead } = bodyLimitOf(c.req.path, user)
    c.set('user', user)
    const limited = bodyLimit({ maxSize: bytes, onError: tooLarge })
    if (!isRead || !c.req.raw.body) return limited(c, next)
    const length = Number(c.req.header('content-length'))
    return inMemory(length > 0 ? Math.min(length, bytes) : bytes, async () => limited(c, next))
  })

  app.all('*', async (c) => {
    const response = await render(c.req.raw, c.get('user'))
    response.headers.set('cache-control', 'no-store')
    return response
  })

  app.onError((error) => {
    shop.log.error('A request failed', error)
    return plain(500, 'Something went wrong on our side. Please try again.')
  })

  return app

  /** Rendered without cookies or any other trace of who asked, so that the copy fits everyone. */
  function renderForEveryone(page: KnownPage): Promise<Response> {
    return render(new Request(new URL(page.path, origin)), undefined)
  }

  async function render(request: Request, user: User | undefined): Promise<Response> {
    const context = new RouterContextProvider()
    context.set(shopContext, shop)
    context.set(userContext, user)
    const response = await renderPage(request, context)
    if (!response.headers.get('content-type')?.startsWith('text/html')) return response

    const html = await response.text()
    const answer = new Response(html, response)
    answer.headers.set('content-security-policy', contentSecurityPolicy(html, shop.config.s3?.publicUrl))
    return answer
  }
}

/** A kept page in the encoding that the browser likes best, or 304 when it has that very copy already. */
function answerWith(copy: Copy, page: KnownPage, request: Request): Response {
  const accepted = request.headers.get('accept-encoding') ?? ''
  const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity'
  const etag = `"${copy.etag}-${encoding}"`
  const headers = new Headers({
    ...copy.headers,
    etag,
    vary: 'accept-encoding',
    ...cachingOf(copy, page),
  })
  if (request.headers.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers })
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  return new Response(new Uint8Array(copy.bodies[encoding]), { status: copy.status, headers })
}

/**
 * A proxy may keep a page for a second, and longer while it fetches a new one. A browser always asks: told to serve
 * stale copies itself, it would answer a page that heard of a change with what it had before. So does a proxy for data.
 */
function cachingOf(copy: Copy, page: KnownPage): Record<string, string> {
  if (copy.status >= 500) return { 'cache-control': 'no-store' }
  if (page.isData) return { 'cache-control': 'no-cache' }
  return {
    'cache-control': 'public, max-age=0, s-maxage=1',
    'cdn-cache-control': 'max-age=1, stale-while-revalidate=60, stale-if-error=600',
  }
}

function immutable(_path: string, c: { header(name: string, value: string): void }) {
  c.header('cache-control', IMMUTABLE)
}

function forAWeek(_path: string, c: { header(name: string, value: string): void }) {
  c.header('cache-control', 'public, max-age=604800')
}

function tooLarge(): Response {
  return plain(413, 'This is more than the shop can take at once.')
}

function plain(status: number, text: string): Response {
  return new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}

// What server/main.ts needs besides: the build is one file, and there is no other copy of the shop.
export { migrate } from './db/migrate.ts'
export { seedIfEmpty } from './db/seed.ts'
export { runJobs } from './jobs.ts'
export { openShop } from './shop.ts'
