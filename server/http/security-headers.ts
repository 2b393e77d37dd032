import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { listTrustedScripts } from './script-nonce.ts'

/** Addresses of others that pages need, each absent where the shop serves it itself. */
type Others = {
  /** Where pictures come from. */
  pictures?: string | undefined
  /** The script of the payment provider's widget. */
  checkout?: string | undefined
  /** The form service that browsers post enquiries to. */
  contactForms?: string | undefined
}

/**
 * The content security policy of one rendered page. Inline scripts are allowed by their hashes, not by a nonce,
 * so that a kept copy of the page stays valid for everyone; and only our own, whatever else has got into the page.
 *
 * @param html with the marks of our own scripts
 */
export function contentSecurityPolicy(html: string, { pictures, checkout, contactForms }: Others = {}): string {
  const provider = checkout ? [providerOf(checkout)] : []
  const hashes = listTrustedScripts(html).map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return [
    "default-src 'self'",
    ["script-src 'self'", ...new Set(hashes), ...provider].join(' '),
    // Toasts and sliders set inline styles.
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...(pictures ? [new URL(pictures).origin] : []), ...provider].join(' '),
    // The rupee sign is in the style sheet.
    "font-src 'self' data:",
    // The map of the contact page, which is loaded only when asked for.
    ['frame-src https://www.openstreetmap.org', ...provider].join(' '),
    ["connect-src 'self'", ...provider, ...(contactForms ? [new URL(contactForms).origin] : [])].join(' '),
    "object-src 'none'",
    // No page has a <base>; one that got in would lead every relative link and form astray.
    "base-uri 'none'",
    // Where no window can be opened beside the page, the payment widget leaves it with a form.
    ["form-action 'self'", ...provider].join(' '),
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The widget's script, frames, pictures and calls are spread over the provider's hosts; its address names one of them. */
function providerOf(address: string): string {
  const { origin, hostname } = new URL(address)
  return hostname.endsWith('.razorpay.com') ? 'https://*.razorpay.com' : origin
}

/** For what is no page: a file or a sentence that a browser is made to open as one may load and do nothing. */
const NO_PAGE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** What every answer carries, page or not. */
const everyAnswer: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  // A bank's page, opened by the payment widget, tells the widget how it went.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
}

/** Two years, as the lists that browsers are shipped with ask for. */
export const HSTS = ['strict-transport-security', 'max-age=63072000; includeSubDomains'] as const

/** Adds what is missing to an answer that is about to leave. */
export function protect(headers: Headers, { https }: { https: boolean }): void {
  for (const [name, value] of Object.entries(everyAnswer)) headers.set(name, value)
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', NO_PAGE)
  if (!https) return
  headers.set(...HSTS)
  const cookies = headers.getSetCookie()
  if (cookies.every((cookie) => /; ?secure/i.test(cookie))) return
  headers.delete('set-cookie')
  for (const cookie of cookies) headers.append('set-cookie', /; ?secure/i.test(cookie) ? cookie : `${cookie}; Secure`)
}

/** The same for an answer of Node's own, whose own headers stand. */
export function protectedHeaders(own: OutgoingHttpHeaders, { https }: { https: boolean }): OutgoingHttpHeaders {
  return { ...everyAnswer, 'content-security-policy': NO_PAGE, ...(https && Object.fromEntries([HSTS])), ...own }
}

/** The same for an answer that is written by hand, as lines. */
export function protectionLines(line: { https: boolean }): string {
  return Object.entries(protectedHeaders({}, line))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}
