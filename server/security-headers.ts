import { createHash } from 'node:crypto'

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/**
 * The content security policy of one rendered page. Inline scripts are allowed by their hashes, not by a nonce,
 * so that a kept copy of the page stays valid for everyone.
 *
 * @param pictures where pictures come from besides the shop itself
 */
export function contentSecurityPolicy(html: string, pictures?: string): string {
  const hashes = Array.from(html.matchAll(INLINE_SCRIPT), ([, script]) => {
    return `'sha256-${createHash('sha256')
      .update(script ?? '')
      .digest('base64')}'`
  })
  return [
    "default-src 'self'",
    `script-src 'self' ${[...new Set(hashes)].join(' ')}`.trim(),
    // Toasts and sliders set inline styles.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${pictures ? new URL(pictures).origin : ''}`.trim(),
    // The map of the contact page, which is loaded only when asked for.
    'frame-src https://www.openstreetmap.org',
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** What every answer carries, page or not. */
const everyAnswer: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
}

/** @param https whether shoppers reach the shop over https (`PUBLIC_URL`) */
export function headersFor({ https }: { https: boolean }): Readonly<Record<string, string>> {
  return https ? { ...everyAnswer, 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : everyAnswer
}
