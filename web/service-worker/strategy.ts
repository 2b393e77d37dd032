/** A request as a service worker sees it. */
export type Asked = {
  method: string
  url: URL
  /** `navigate` for a page that is opened. */
  mode: string
  hasRange: boolean
  origin: string
}

/**
 * The way in which the worker answers a request.
 * - `asset`: hashed, so the stored copy is as good as a new one
 * - `picture`, `page`, `data`: from the shop; the stored copy only without a line
 * - `visit`: a page that is never stored; without a line the offline page
 * - undefined: left to the browser
 */
export type Strategy = 'asset' | 'picture' | 'page' | 'data' | 'visit'

/**
 * The same for everyone and worth reading without a line. What somebody searched for is nobody else's business; pages to
 * sign in, accounts, orders and the back office are not listed, so they are never stored.
 */
const PUBLIC_PAGE =
  /^\/(?:|allproduct|category\/[^/]+|productinfo\/[^/]+|cart|contactus|refund-policy|termsandconditions|privacy|warranty|faq)$/
const PICTURE = /^\/(?:pots|pictures|productImages)\//

export function strategyOf({ method, url, mode, hasRange, origin }: Asked): Strategy | undefined {
  if (method !== 'GET' || url.origin !== origin || hasRange) return undefined
  const { pathname } = url
  if (mode === 'navigate') return isPublic(pathname) ? 'page' : 'visit'
  if (pathname.startsWith('/assets/')) return 'asset'
  if (PICTURE.test(pathname)) return 'picture'
  return pathname.endsWith('.data') && isPublic(pageOf(pathname)) ? 'data' : undefined
}

/** The page of a `.data` URL. */
export function pageOf(pathname: string): string {
  return pathname.replace(/(?:\/_|\/_root)?\.data$/, '') || '/'
}

function isPublic(pathname: string): boolean {
  return PUBLIC_PAGE.test(pathname.toLowerCase())
}

/** The address under which a copy is stored: one for all sizes and finishes of a product, since its script chooses what the address names. */
export function storedAs(address: string): string {
  const url = new URL(address)
  if (!/^\/productinfo\//i.test(url.pathname)) return address
  for (const choice of ['size', 'finish']) url.searchParams.delete(choice)
  return url.href
}

/** A product that was reached by a link has only sent its data; to be opened again it needs its page. */
export function pageToFetch({ pathname }: URL): string | undefined {
  const page = pageOf(pathname)
  return pathname.endsWith('.data') && /^\/productinfo\//i.test(page) ? page : undefined
}

/** A page of ours that does not hydrate, and has no address of its own. */
export function withoutScripts(html: string): string {
  const still = ['script', 'template'].reduce(without, html)
  return still
    .split('<link')
    .map((part, index) => {
      const end = part.indexOf('>') + 1
      const goes = /rel="(?:modulepreload|canonical)"/.test(part.slice(0, end))
      return index === 0 ? part : goes ? part.slice(end) : `<link${part}`
    })
    .join('')
}

function without(html: string, element: string): string {
  const [start = '', ...parts] = html.split(`<${element}`)
  const end = `</${element}>`
  return start + parts.map((part) => part.slice(part.indexOf(end) + end.length)).join('')
}

/** Pages say that they are public, their data that they may be kept; `no-store` and `private` are for one person. */
export function mayStore(
  strategy: Strategy,
  { ok, redirected, type, headers }: Pick<Response, 'ok' | 'redirected' | 'type' | 'headers'>,
): boolean {
  const caching = headers.get('cache-control') ?? ''
  if (!ok || redirected || type !== 'basic' || /no-store|private/.test(caching)) return false
  return strategy !== 'visit' && (strategy !== 'page' || caching.includes('public'))
}

/**
 * Chooses the stored copies to delete, so that at most `max` remain; the oldest is first.
 *
 * @returns `isWritten`: the copy is stored again as the youngest, unless it is young enough to save the writing
 */
export function makeRoom(
  stored: readonly string[],
  key: string,
  { max, isFresh }: { max: number; isFresh: boolean },
): { isWritten: boolean; removed: string[] } {
  const index = stored.indexOf(key)
  const isWritten = isFresh || index < stored.length / 2
  const others = stored.filter((other) => other !== key)
  return { isWritten, removed: others.slice(0, Math.max(0, others.length + 1 - max)) }
}
