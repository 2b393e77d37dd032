import { createHash, randomBytes } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'

/** Addresses of other services that pages load from; absent where the shop serves it itself. */
type ExternalSources = {
  images?: string | undefined
  /** The script of the payment provider's widget. */
  checkout?: string | undefined
  /** The form service that browsers post messages to. */
  contactForms?: string | undefined
}

/**
 * The content security policy of one rendered page. Inline scripts are allowed by their hashes, not by a nonce,
 * so that a cached page stays valid for everyone; and only ours, so that injected scripts do not run.
 *
 * @param html with the nonces of our own scripts
 */
export function contentSecurityPolicy(html: string, { images, checkout, contactForms }: ExternalSources = {}): string {
  const provider = checkout ? [providerOf(checkout)] : []
  const hashes = listTrustedScripts(html).map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return [
    "default-src 'self'",
    ["script-src 'self'", ...new Set(hashes), ...provider].join(' '),
    // Toasts and sliders set inline styles.
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...(images ? [new URL(images).origin] : []), ...provider].join(' '),
    ...(images ? [`media-src 'self' ${new URL(images).origin}`] : []),
    // The style sheet embeds a font for the rupee sign.
    "font-src 'self' data:",
    // The map on the contact page, which visitors load on request.
    ['frame-src https://www.openstreetmap.org', ...provider].join(' '),
    ["connect-src 'self'", ...provider, ...(contactForms ? [new URL(contactForms).origin] : [])].join(' '),
    "object-src 'none'",
    // No page has a <base>; an injected one would redirect every relative link and form.
    "base-uri 'none'",
    // The payment widget submits a form to the provider where it cannot open a window.
    ["form-action 'self'", ...provider].join(' '),
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The widget loads from several hosts of the provider; its address names only one of them. */
function providerOf(address: string): string {
  const { origin, hostname } = new URL(address)
  return hostname.endsWith('.razorpay.com') ? 'https://*.razorpay.com' : origin
}

/** For responses that are not pages: if a browser opens one, it may load and run nothing. */
export const NO_PAGE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const everyResponse: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  // The bank's page, opened by the payment widget, reports back to it.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
}

/** Two years, as the browsers' preload lists require. */
export const HSTS = ['strict-transport-security', 'max-age=63072000; includeSubDomains'] as const

/** @returns whether an address holds a secret, because its route has a `:token` or its query one */
export function createSecretCheck(paths: readonly (string | undefined)[]): (address: URL) => boolean {
  const patterns = paths.flatMap((path) =>
    path?.includes(':token') ? [new RegExp(`^/${path.replace(/:\w+/g, '[^/]+')}/*$`, 'i')] : [],
  )
  return ({ pathname, searchParams }) => searchParams.has('token') || patterns.some((pattern) => pattern.test(pathname))
}

/**
 * Adds the security headers to a response, and `Secure` to its cookies.
 *
 * @param hasSecret its address holds a secret, which must reach no other address as the referrer
 */
export function protect(headers: Headers, { https, hasSecret = false }: { https: boolean; hasSecret?: boolean }): void {
  for (const [name, value] of Object.entries(everyResponse)) headers.set(name, value)
  if (hasSecret) headers.set('referrer-policy', 'no-referrer')
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', NO_PAGE)
  if (!https) return
  headers.set(...HSTS)
  const cookies = headers.getSetCookie()
  if (cookies.every((cookie) => /; ?secure/i.test(cookie))) return
  headers.delete('set-cookie')
  for (const cookie of cookies) headers.append('set-cookie', /; ?secure/i.test(cookie) ? cookie : `${cookie}; Secure`)
}

/** The same for a Node response; `own` headers take precedence. */
export function protectedHeaders(own: OutgoingHttpHeaders, { https }: { https: boolean }): OutgoingHttpHeaders {
  return { ...everyResponse, 'content-security-policy': NO_PAGE, ...(https && Object.fromEntries([HSTS])), ...own }
}

/** The same as header lines, for a response written to the socket. */
export function protectionLines(options: { https: boolean }): string {
  return Object.entries(protectedHeaders({}, options))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g

/**
 * Marks the inline scripts that we render. An injected script cannot guess the nonce: it is random per process and
 * stripped before the page is sent.
 */
export const RENDER_NONCE = randomBytes(18).toString('base64url')
const ATTRIBUTE = ` nonce="${RENDER_NONCE}"`

/** The source of our own inline scripts. */
export function listTrustedScripts(html: string): string[] {
  return Array.from(html.matchAll(INLINE_SCRIPT))
    .filter(([, attributes = '']) => attributes.includes(ATTRIBUTE))
    .map(([, , script = '']) => script)
}

/** The page without nonces: the same from every process. */
export function stripNonce(html: string): string {
  return html.replaceAll(ATTRIBUTE, '')
}
