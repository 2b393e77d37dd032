import type { IncomingMessage, RequestListener } from 'node:http'
import * as build from 'virtual:react-router/server-build'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, type Handler, Hono } from 'hono'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { isVersioned, withoutVersion } from '#domain/catalog/own-pictures.ts'
import { isGrantedTo, type Permission } from '#domain/permissions.ts'
import type { Session } from './accounts/session-cache.ts'
import { findSession, findUser } from './accounts/sessions.ts'
import { createOverloadResponse } from './cache/overload-page.ts'
import { PageCache } from './cache/page-cache.ts'
import { findPublicPage, type KnownPage, missingPage } from './cache/public-pages.ts'
import { respondWith, tryServeFromCache } from './cache/serve-cached.ts'
import { isMedia, serveImage } from './catalog/images/serve.ts'
import { createReadinessCheck } from './health.ts'
import { clientAddress } from './http/client-ip.ts'
import { isCrossSiteRequest, isOverHttps } from './http/csrf.ts'
import { createConcurrencyLimiter, OverloadedError, openConcurrencyLimiter } from './http/load-shedding.ts'
import { rejectNonOperator, writeMetrics } from './http/metrics-endpoint.ts'
import { isUsableRange } from './http/negotiation.ts'
import { oneAtATime } from './http/pipelining.ts'
import { bodyErrorResponse, plain } from './http/plain-response.ts'
import { tooManyRequests } from './http/rate-limit.ts'
import { withRequestMetrics } from './http/request-metrics.ts'
import { rejectInvalidTarget } from './http/request-target.ts'
import { createSecretCheck, HSTS, protect } from './http/security-headers.ts'
import { SECURITY_TXT_PATH, writeSecurityTxt } from './http/security-txt.ts'
import { findLargeBody, MAX_BODY } from './http/uploads/body-limits.ts'
import { readBody } from './http/uploads/receive-body.ts'
import { createUploadSpool, type Upload } from './http/uploads/uploads.ts'
import { createInstallEndpoints } from './install/endpoints.ts'
import { createSseEndpoint, LIVE_PATH } from './live/sse-endpoint.ts'
import { requestId } from './observability/log.ts'
import { requirePermissions } from './pages/permissions.ts'
import { createRenderer } from './pages/render.ts'
import { createUnknownCheck } from './pages/unknown-address.ts'
import { createCourierWebhook } from './parcels/courier-webhook.ts'
import { createWebhook } from './payments/webhook.ts'
import { sendReviewPicture } from './reviews/send-picture.ts'
import { createSandboxProxy, type SandboxTarget } from './runtime/sandbox-proxy.ts'
import { createSeoEndpoints } from './seo/endpoints.ts'
import { findRedirect } from './seo/redirects.ts'
import type { Shop } from './shop.ts'
import { answerChallenge, createWhatsappWebhook } from './whatsapp/webhook.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'

type Env = { Bindings: Partial<HttpBindings>; Variables: { session: Session | undefined; upload: Upload | undefined } }

/** The server's request listener: cached pages and live streams directly, everything else through the app. */
export function createListener(shop: Shop, sandbox?: SandboxTarget): RequestListener {
  const pages = new PageCache(shop.changeFeed)
  const listener = withRequestMetrics(
    shop,
    getRequestListener(createApp(shop, pages, sandbox).fetch, { hostname: 'localhost' }),
  )
  const serveLive = createSseEndpoint(shop)
  const { publicUrl, trustProxy } = shop.config
  const mayBeHttps = trustProxy || publicUrl !== undefined
  const hstsFor = ({ headers }: IncomingMessage) =>
    mayBeHttps && isOverHttps({ header: (name) => headers[name]?.toString() }, shop.config) ? HSTS : undefined
  return oneAtATime((request, response) => {
    if (rejectInvalidTarget(request, response, shop.config)) return
    shop.missedSearches.countSearch(request, response)
    if (tryServeFromCache(pages, request, response, hstsFor(request))) shop.metrics.countCacheHit()
    else if (!serveLive(request, response)) listener(request, response)
  })
}

/** Serves a file, an endpoint, a cached page or a page. @throws when a route has no row in the permission table */
export function createApp(
  shop: Shop,
  pages = new PageCache(shop.changeFeed),
  sandbox?: SandboxTarget,
  routes: ServerBuild['routes'] = build.routes,
): Hono<Env> {
  const { render, renderForEveryone } = createRenderer(shop, createRequestHandler(build, import.meta.env.MODE))
  const isUnknown = createUnknownCheck(routes)
  const holdsSecret = createSecretCheck(Object.values(routes).map((route) => route?.path))
  const uploads = createUploadSpool(shop.config.dataDir, shop.log)
  const limitConcurrency = openConcurrencyLimiter()
  // Overload must not keep a page from being rendered again after a change, so these renders have a few slots to themselves.
  const limitRefreshes = createConcurrencyLimiter({
    concurrency: 4,
    queueSize: Number.POSITIVE_INFINITY,
    timeoutMs: 10_000,
  })
  const checkReadiness = createReadinessCheck(shop)
  const handleWebhook = createWebhook(shop)
  const handleCourierWebhook = createCourierWebhook(shop)
  const handleWhatsappWebhook = createWhatsappWebhook(shop)
  const rejectOverloaded = createOverloadResponse(shop.changeFeed, () =>
    renderForEveryone({ path: '/busy' }, { isOverloaded: true }),
  )
  const app = new Hono<Env>()

  app.use(async (c, next) => {
    const head = { method: c.req.method, header: (name: string) => c.req.header(name) }
    if (!isReadable(c.req.url)) c.res = plain(400, 'Invalid address.')
    else if (isCrossSiteRequest(head, shop.config)) c.res = plain(403, 'Cross-site request blocked.')
    else await next()
    const address = URL.parse(c.req.url)
    protect(c.res.headers, {
      https: isOverHttps(head, shop.config),
      hasSecret: address !== null && holdsSecret(address),
    })
  })

  app.use(async (c, next) => {
    const range = c.req.header('range')
    if (range && !isUsableRange(range, c.req.header('if-range'))) c.req.raw.headers.delete('range')
    await next()
  })
  app.use('/assets/*', serveStatic({ root: 'build/client', precompressed: true, onFound: cached(IMMUTABLE) }))
  app.use(
    '/pots/*',
    serveStatic({
      root: 'photography/pictures',
      rewriteRequestPath: (path) => withoutVersion(path).slice('/pots'.length),
      onFound: cachedByVersion,
    }),
  )
  app.use('/pictures/*', serveStatic({ root: 'web', rewriteRequestPath: withoutVersion, onFound: cachedByVersion }))
  if (!shop.config.s3) {
    const sendStatic = serveStatic<Env>({ root: `${shop.config.dataDir}/images`, onFound: cached(IMMUTABLE) })
    app.use('/productImages/*', (c, next) => (isMedia(c.req.path) ? next() : sendStatic(c, next)))
  }
  endpoint('GET /productImages/*', (c) => serveImage(shop, c.req.path, c.req.raw.headers.get('range')))
  endpoint('GET /reviewPictures/*', (c) =>
    limitConcurrency(() => sendReviewPicture(shop, c.req.path, () => findUser(shop, c.req.raw)), addressOf(c)),
  )
  app.use('/models/*', serveStatic({ root: 'build', precompressed: true, onFound: foundModel }))
  endpoint('POST /webhooks/razorpay', (c) => handleWebhook({ address: addressOf(c), request: c.req.raw }))
  endpoint('POST /webhooks/courier', (c) => handleCourierWebhook({ address: addressOf(c), request: c.req.raw }))
  endpoint('GET /webhooks/whatsapp', (c) => answerChallenge(shop, c.req.url))
  endpoint('POST /webhooks/whatsapp', (c) => handleWhatsappWebhook({ address: addressOf(c), request: c.req.raw }))
  if (sandbox) {
    const proxySandbox = createSandboxProxy(shop, sandbox)
    endpoint('ALL /sandbox/*', (c) => proxySandbox(c, addressOf(c)))
  }
  endpoint(`GET ${SECURITY_TXT_PATH}`, () => {
    const headers = { 'cache-control': 'public, max-age=3600' }
    return plain(200, writeSecurityTxt(shop.config, new Date()), headers)
  })
  const files = [...createSeoEndpoints(shop, limitConcurrency), ...createInstallEndpoints(shop, limitConcurrency)]
  for (const [permission, serve] of files) endpoint(permission, (c) => serve(c.req.raw, respondWith))
  endpoint('GET /healthz', () => plain(200, 'alive'))
  endpoint('GET /readyz', async (c) => {
    const failed = await checkReadiness()
    if (failed.length === 0) return plain(200, 'ready')
    return plain(503, rejectNonOperator(clientOf(c), shop.config) ? 'not ready' : `not ready: ${failed.join(', ')}`)
  })
  endpoint('GET /metrics', async () => plain(200, await writeMetrics(shop)))
  app.use(serveStatic({ root: 'build/client', precompressed: true }))

  app.get('*', async (c, next) => {
    const asked = findPublicPage(new URL(c.req.url))
    const tooMany =
      asked?.isLimited &&
      // The count waits for the database, so it needs a slot too.
      (await limitConcurrency(() => shop.limits.consume('search', { address: addressOf(c) }), addressOf(c)))
    const page = tooMany ? asked.plain : (asked ?? findMissing(c.req.url))
    if (!page) return tooMany ? plain(429, tooMany.message, tooManyRequests(tooMany).headers) : next()
    const redirect = asked ? undefined : await findRedirect(shop, c.req.url)
    if (redirect) return redirect
    const network = addressOf(c)
    const entry = await pages.get(page, (isRefresh) =>
      (isRefresh ? limitRefreshes : limitConcurrency)(() => renderForEveryone(page, { network }), network),
    )
    return respondWith(entry, c.req.raw)
  })

  // Read the body before admitting the request, so that a slow client never occupies a slot.
  app.all('*', async (c, next) => {
    // Checks the method instead of `request.body`, because reading that would create a web stream.
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return limitConcurrency(next, addressOf(c))
    if (findLargeBody(c.req.path, c.req.header('content-type'))) return next()
    const body = await readBody(c.req.raw, { maxBytes: MAX_BODY })
    if (typeof body === 'string') {
      c.res = bodyErrorResponse(body)
      return
    }
    c.req.raw = withBody(c.req.raw, body)
    c.req.bodyCache = {}
    await limitConcurrency(next, addressOf(c))
  })

  app.all('*', async (c, next) => {
    const session = await findSession(shop, c.req.raw)
    c.set('session', session)
    const large = c.req.raw.body && findLargeBody(c.req.path, c.req.header('content-type'))
    if (!large) return next()
    const error = await uploads.receive(c.req.raw, large, session?.user, async (upload) => {
      c.set('upload', upload)
      c.req.raw = withBody(c.req.raw)
      await next()
    })
    if (error) c.res = bodyErrorResponse(error)
  })

  app.all('*', async (c) => {
    const response = await render(c.req.raw, c.get('session'), { address: addressOf(c), upload: c.get('upload') })
    response.headers.set('cache-control', 'no-store')
    return response
  })

  app.onError((error, c) => {
    if (error instanceof OverloadedError) return rejectOverloaded(c.req.raw, respondWith)
    shop.log.error('Request failed', error)
    const id = requestId()
    return plain(500, `Something went wrong on our side. Please try again.${id ? ` (Request ${id})` : ''}`)
  })

  const endpoints = app.routes.filter(({ path }) => path !== '/*')
  requirePermissions(routes, [...endpoints, { method: 'GET', path: LIVE_PATH }])
  return app

  /** Serves the endpoints of the permission table; operators' endpoints check the client, the webhook its signature. */
  function endpoint(permission: Permission, handler: Handler<Env>): void {
    const [method = '', path = ''] = permission.split(' ')
    if (isGrantedTo(permission, 'operator'))
      app.on(method, path, async (c, next) => rejectNonOperator(clientOf(c), shop.config) ?? next())
    app.on(method, path, handler)
  }

  /** The page of an address that no route has. */
  function findMissing(address: string): KnownPage | undefined {
    const { pathname, searchParams } = new URL(address)
    // `_routes` is React Router's own: the loaders to run.
    if (searchParams.has('_routes')) return undefined
    const isData = pathname.endsWith('.data')
    return isUnknown(pathname.replace(/\.data$/, '')) ? missingPage(isData) : undefined
  }

  function clientOf(c: Context<Env>) {
    const { remoteAddress, localAddress } = c.env?.incoming?.socket ?? {}
    return { socketAddress: remoteAddress, localAddress, header: (name: string) => c.req.header(name) }
  }

  function addressOf(c: Context<Env>): string {
    const socketAddress = c.env?.incoming?.socket.remoteAddress
    return clientAddress({ socketAddress, forwardedFor: c.req.header('x-forwarded-for') }, shop.config.trustProxy)
  }
}

/** Rejected early, because otherwise a malformed path would log an error for every request. */
function isReadable(url: string): boolean {
  try {
    return Boolean(decodeURI(new URL(url).pathname))
  } catch {
    return false
  }
}

/** For pictures that come with the shop. Another version's address may be asked of an instance that is upgraded next. */
function cachedByVersion(_path: string, c: Context): void {
  c.header('cache-control', isVersioned(c.req.path) ? IMMUTABLE : AN_HOUR)
}

function foundModel(path: string, c: Context): void {
  c.header('cache-control', 'public, max-age=604800')
  if (path.endsWith('.usdz')) c.header('content-type', 'model/vnd.usdz+zip')
}

/** Sets `cache-control` for `serveStatic`. */
function cached(value: string) {
  return (_path: string, c: { header(name: string, value: string): void }) => c.header('cache-control', value)
}

/** The same request with a buffered body, or without one. */
function withBody({ url, method, headers, signal }: Request, body: Uint8Array<ArrayBuffer> | null = null): Request {
  return new Request(url, { method, headers, signal, body })
}

// For server/runtime/shop-server.ts: the build is one file, and a second copy of these modules would not share its state.
export { hasAdmin } from './accounts/queries.ts'
export { unlockRunners } from './db/enqueue.ts'
export { migrate } from './db/migrate.ts'
export { runJobs } from './jobs.ts'
export { seedIfEmpty } from './seed/seed.ts'
export { openShop } from './shop.ts'
