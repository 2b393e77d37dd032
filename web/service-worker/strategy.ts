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
 * - `picture`, `page`, `data`: from the shop; offline, the stored copy
 * - `visit`: a page that is never stored; offline, the offline page
 * - undefined: left to the browser
 */
export type Strategy = 'asset' | 'picture' | 'page' | 'data' | 'visit'

/**
 * Pages that are the same for everyone and worth reading offline. Searches, logins, accounts, orders and the back office are
 * private, so they are not listed and never stored.
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

/** The address under which a copy is stored: one for all sizes and finishes of a product, because its script selects them. */
export function storedAs(address: string): string {
  const url = new URL(address)
  if (!/^\/productinfo\//i.test(url.pathname)) return address
  for (const choice of ['size', 'finish']) url.searchParams.delete(choice)
  return url.href
}

/** A product that was opened by a link has loaded only its data; to open it offline, its document is needed as well. */
export function pageToFetch({ pathname }: URL): string | undefined {
  const page = pageOf(pathname)
  return pathname.endsWith('.data') && /^\/productinfo\//i.test(page) ? page : undefined
}

/** A page is stored only if it says `public`; everything else unless it says `no-store` or `private`, which mark one person's. */
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
 * @returns `isWritten`: store the copy again as the youngest; false for one in the younger half that need not be fresh, to save a write
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
