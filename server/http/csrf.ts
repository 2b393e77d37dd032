import type { Config } from '#server/config.ts'

type RequestHead = { method: string; header(name: string): string | undefined }
type Known = Pick<Config, 'publicUrl' | 'trustProxy'>

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Does this shopper's browser reach us over https: by what PUBLIC_URL says, or by what a trusted proxy has told us? */
export function isOverHttps({ header }: Pick<RequestHead, 'header'>, { publicUrl, trustProxy }: Known): boolean {
  if (publicUrl) return isAlwaysHttps({ publicUrl })
  // The last one is what our own proxy has added.
  return trustProxy && header('x-forwarded-proto')?.split(',').at(-1)?.trim().toLowerCase() === 'https'
}

/** The same as far as it can be told without a request. */
export function isAlwaysHttps({ publicUrl }: Pick<Known, 'publicUrl'>): boolean {
  return publicUrl?.startsWith('https:') === true
}

/**
 * Is this a form that a page of somebody else has sent? Every browser names the page's origin with it; a program that
 * names none has no cookies of a shopper either, as they are SameSite.
 */
export function isCrossSiteRequest({ method, header }: RequestHead, known: Known): boolean {
  if (SAFE.has(method)) return false
  const site = header('sec-fetch-site')
  if (site === 'cross-site' || site === 'same-site') return true
  const origin = header('origin')
  return origin !== undefined && !isOurs(origin, { header }, known)
}

function isOurs(origin: string, request: Pick<RequestHead, 'header'>, known: Known): boolean {
  if (origin === known.publicUrl) return true
  const url = URL.parse(origin)
  if (!url || (isOverHttps(request, known) && url.protocol !== 'https:')) return false
  const hosts = [request.header('host'), known.trustProxy ? request.header('x-forwarded-host') : undefined]
  return hosts.some((host) => host?.toLowerCase() === url.host)
}
