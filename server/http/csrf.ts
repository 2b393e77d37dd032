import type { Config } from '#server/config.ts'

type RequestHead = { method: string; header(name: string): string | undefined }
type Settings = Pick<Config, 'publicUrl' | 'trustProxy'>

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Does this client reach us over https, according to PUBLIC_URL or a trusted proxy? */
export function isOverHttps({ header }: Pick<RequestHead, 'header'>, { publicUrl, trustProxy }: Settings): boolean {
  if (publicUrl) return isAlwaysHttps({ publicUrl })
  // Our own proxy appended the last one.
  return trustProxy && header('x-forwarded-proto')?.split(',').at(-1)?.trim().toLowerCase() === 'https'
}

/** Does every client reach us over https, as far as the configuration tells? */
export function isAlwaysHttps({ publicUrl }: Pick<Settings, 'publicUrl'>): boolean {
  return publicUrl?.startsWith('https:') === true
}

/**
 * Was this form sent from a page of another site? Browsers send the page's origin with every form. A client that sends
 * no origin has no shopper's cookies either, because they are SameSite.
 */
export function isCrossSiteRequest({ method, header }: RequestHead, settings: Settings): boolean {
  if (SAFE.has(method)) return false
  const site = header('sec-fetch-site')
  if (site === 'cross-site' || site === 'same-site') return true
  const origin = header('origin')
  // A page with `no-referrer` hides its origin in its own forms, too; only a browser says where they come from.
  if (origin === 'null' && site === 'same-origin') return false
  return origin !== undefined && !isOurs(origin, { header }, settings)
}

function isOurs(origin: string, request: Pick<RequestHead, 'header'>, settings: Settings): boolean {
  if (origin === settings.publicUrl) return true
  const url = URL.parse(origin)
  if (!url || (isOverHttps(request, settings) && url.protocol !== 'https:')) return false
  const hosts = [request.header('host'), settings.trustProxy ? request.header('x-forwarded-host') : undefined]
  return hosts.some((host) => host?.toLowerCase() === url.host)
}
