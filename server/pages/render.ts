import { type createRequestHandler, RouterContextProvider } from 'react-router'
import { REQUEST_ID_PLACE } from '#domain/error-page.ts'
import type { Session } from '#server/accounts/session-cache.ts'
import type { KnownPage } from '#server/cache/public-pages.ts'
import { originOf } from '#server/config.ts'
import {
  addressContext,
  dataRequestContext,
  overloadContext,
  renderSlotContext,
  sessionContext,
  shopContext,
  uploadContext,
  userContext,
} from '#server/contexts.ts'
import { createConcurrencyLimiter } from '#server/http/load-shedding.ts'
import { contentSecurityPolicy, protect, stripNonce } from '#server/http/security-headers.ts'
import type { Upload } from '#server/http/uploads/uploads.ts'
import { requestId } from '#server/observability/log.ts'
import { redirectMissing } from '#server/seo/redirects.ts'
import type { Shop } from '#server/shop.ts'

type RenderOptions = { address?: string; network?: string; upload?: Upload | undefined; isOverloaded?: boolean }

/** One page is rendered at a time, so that answers from memory never wait for more than one. */
const RENDER_LIMITS = { concurrency: 1, queueSize: Number.POSITIVE_INFINITY, timeoutMs: 10_000 }

/** React Router's own links to scripts, which compete with the first image on a slow line (docs/decisions/0017-lcp.md). */
const PRELOAD = /<link rel="modulepreload"[^>]*>/g

/** Renders pages and their data. @param renderPage React Router's handler of the built routes */
export function createRenderer(shop: Shop, renderPage: ReturnType<typeof createRequestHandler>) {
  const origin = originOf(shop.config)
  const limitRenders = createConcurrencyLimiter(RENDER_LIMITS)

  async function render(
    request: Request,
    session: Session | undefined,
    { address, network = address, upload, isOverloaded = false }: RenderOptions = {},
  ): Promise<Response> {
    await shop.connections.settled()
    const context = new RouterContextProvider()
    context.set(overloadContext, isOverloaded)
    context.set(renderSlotContext, (work) => limitRenders(work, network))
    context.set(dataRequestContext, new URL(request.url).pathname.endsWith('.data'))
    context.set(shopContext, shop)
    context.set(userContext, session?.user)
    context.set(sessionContext, session)
    context.set(uploadContext, upload)
    if (address !== undefined) context.set(addressContext, address)
    const response = await redirectMissing(shop, request, await renderPage(request, context))
    return response.headers.get('content-type')?.startsWith('text/html') ? finish(response) : response
  }

  async function finish(response: Response): Promise<Response> {
    const html = (await response.text()).replaceAll(PRELOAD, '').replace(REQUEST_ID_PLACE, requestId() ?? '')
    const page = new Response(stripNonce(html), response)
    const { checkoutUrl } = shop.payments
    const sources = {
      images: shop.config.s3?.publicUrl,
      checkout: URL.parse(checkoutUrl)?.href,
      contactForms: URL.parse(shop.services.web3forms?.url ?? '')?.href,
    }
    page.headers.set('content-security-policy', contentSecurityPolicy(html, sources))
    return page
  }

  /**
   * Rendered without cookies or any other trace of the client, because the response is cached for everyone.
   *
   * @param options.network of the client who waits for it
   */
  async function renderForEveryone(
    page: Pick<KnownPage, 'path'>,
    options: Pick<RenderOptions, 'network' | 'isOverloaded'>,
  ): Promise<Response> {
    shop.metrics.countRender()
    const response = await render(new Request(new URL(page.path, origin)), undefined, options)
    // HSTS depends on the client's connection and is added when the page is sent.
    protect(response.headers, { https: false })
    return response
  }

  return { render, renderForEveryone }
}
