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
  /^\/(?:|allproduct|category\/[^/]+|pages\/[^/]+|productinfo\/[^/]+|cart|contactus|refund-policy|termsandconditions|privacy|warranty|faq)$/i
const PRODUCT = /^\/productinfo\//i
/** Videos and 3D models are too large to keep. */
const PICTURE = /^\/(?:pots|pictures|productImages)\/(?!.*\.(?:mp4|glb|usdz)$)/

export function strategyOf({ method, url, mode, hasRange, origin }: Asked): Strategy | undefined {
  if (method !== 'GET' || url.origin !== origin || hasRange) return undefined
  const { pathname } = url
  if (mode === 'navigate') return PUBLIC_PAGE.test(pathname) ? 'page' : 'visit'
  if (pathname.startsWith('/assets/')) return 'asset'
  if (PICTURE.test(pathname)) return 'picture'
  return pathname.endsWith('.data') && PUBLIC_PAGE.test(pageOf(pathname)) ? 'data' : undefined
}

/** The page of a `.data` URL. */
function pageOf(pathname: string): string {
  return pathname.replace(/(?:\/_|\/_root)?\.data$/, '') || '/'
}

/** The address under which a copy is stored: one for all choices of a product, because its script selects them. */
export function storedAs(address: string): string {
  const url = new URL(address)
  if (PRODUCT.test(url.pathname)) for (const choice of ['size', 'finish', 'option']) url.searchParams.delete(choice)
  return url.href
}

/** A product that was opened by a link has loaded only its data; to open it offline, its document is needed as well. */
export function pageToFetch({ pathname }: URL): string | undefined {
  return pathname.endsWith('.data') && PRODUCT.test(pathname) ? pageOf(pathname) : undefined
}

export const OFFLINE_PAGE = '/offline'

/** The addresses of copies that give way, so that at most `max` remain beside the offline page; the oldest is first. */
export function surplus(stored: readonly string[], max: number): string[] {
  const others = stored.filter((address) => new URL(address).pathname !== OFFLINE_PAGE)
  return others.slice(0, Math.max(0, others.length - max))
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
