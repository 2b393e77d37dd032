import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, ServerRouter } from 'react-router'
import { shopContext } from '#server/contexts.ts'
import { RENDER_NONCE } from '#server/http/script-nonce.ts'
import { ScriptNonce } from './script-mark.ts'

/** Pages are rendered whole: no loader defers, and a whole page can be hashed, compressed and kept. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  const html = await renderWhole(
    <ScriptNonce value={RENDER_NONCE}>
      <ServerRouter context={routerContext} url={request.url} nonce={RENDER_NONCE} />
    </ScriptNonce>,
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(html, { status, headers })
}

function renderWhole(element: React.ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(element, {
      nonce: RENDER_NONCE,
      // Otherwise React would move large parts to the end and have a script put them in their place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onShellError: reject,
      onError: reject,
    })
  })
}

/** For the operator. A browser that went away, and an answer such as 404, are nobody's fault here. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted && !isRouteErrorResponse(error))
    context.get(shopContext).log.error('A page failed', error)
}
