import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { organizationOf, writeStructuredData } from '#domain/seo/structured-data.ts'
import { type ShopInfo, shownInfoOf } from '#domain/shop/shop-info.ts'
import { listPageDescriptions, renderSlotContext, shopContext } from '#server/contexts.ts'
import { RENDER_NONCE } from '#server/http/security-headers.ts'
import { logoUrlOf, PageDescription, ScriptNonce } from './page-meta.ts'
import { ShopFallback } from './ui/shop-info.ts'

/** Pages are not streamed: no loader defers, and a complete page can be hashed, compressed and cached. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const fallback = await findFallback(routerContext, loadContext)
  const html = await loadContext.get(renderSlotContext)(() =>
    renderComplete(
      <ScriptNonce value={RENDER_NONCE}>
        <PageDescription value={describe(routerContext, loadContext)}>
          <ShopFallback value={fallback}>
            <ServerRouter context={routerContext} url={request.url} nonce={RENDER_NONCE} />
          </ShopFallback>
        </PageDescription>
      </ScriptNonce>,
    ),
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(html, { status, headers })
}

/** Structured data for search engines: about the page, and about the shop beside it. */
function describe(
  { staticHandlerContext: { loaderData, matches } }: EntryContext,
  context: RouterContextProvider,
): string[] {
  const { shop, origin } = (loaderData.root ?? {}) as { shop?: ShopInfo; origin?: string }
  if (!shop || !origin || matches.some(({ route }) => route.handle?.isListed === false)) return []
  const seller = organizationOf(shop, { origin, logo: logoUrlOf(shop, origin) })
  return [...listPageDescriptions(context), seller].map(writeStructuredData)
}

/** The shop's details for an error page, whose request may have been refused before the root's loader ran. */
async function findFallback(
  { staticHandlerContext: { loaderData } }: EntryContext,
  context: RouterContextProvider,
): Promise<ShopInfo | undefined> {
  if (loaderData.root) return undefined
  const { now, settings } = context.get(shopContext)
  return shownInfoOf(await settings.readOrLast(), now())
}

function renderComplete(element: React.ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(element, {
      nonce: RENDER_NONCE,
      // Otherwise React moves large parts to the end and needs a script to put them in place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onShellError: reject,
      onError: reject,
    })
  })
}

/** Logs errors for the operator, except aborted requests and expected statuses such as 404. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) context.get(shopContext).log.error('Page failed', error)
}
