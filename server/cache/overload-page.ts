import { type CacheEntry, encode } from '#server/cache/page-cache.ts'

/** Seconds; not the same for everybody, or all would come back at once. */
const SOONEST = 3
const LATEST = 9

/**
 * Answers who has to be sent away: a browser with a page that tries again by itself, a script in a sentence. It is
 * rendered once, so that saying no costs nothing.
 */
export function createOverloadResponse(render: () => Promise<Response>) {
  let kept: Promise<CacheEntry> | undefined

  return async (request: Request, send: (copy: CacheEntry, request: Request) => Response): Promise<Response> => {
    const seconds = String(SOONEST + Math.floor(Math.random() * (LATEST - SOONEST + 1)))
    if (!request.headers.get('accept')?.includes('text/html')) return inASentence(seconds)
    kept ??= render().then(async (page) => encode(await withoutScripts(page), { isData: false }))
    const answer = send(await kept, request)
    answer.headers.set('retry-after', seconds)
    // What was being sent must not be sent again by itself.
    if (request.method === 'GET') answer.headers.set('refresh', seconds)
    return answer
  }
}

function inASentence(seconds: string): Response {
  return new Response('Many people are in the shop at this moment. Please try again in a few seconds.', {
    status: 503,
    headers: { 'retry-after': seconds, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}

/** It stands at other addresses than its own, which scripts would take for a mistake. */
async function withoutScripts(page: Response): Promise<Response> {
  const html = (await page.text())
    .replace(/<script\b[^>]*>.*?<\/script>/gs, '')
    .replace(/<link[^>]*rel="(modulepreload|canonical)"[^>]*>/g, '')
  return new Response(html, { status: 503, headers: page.headers })
}
