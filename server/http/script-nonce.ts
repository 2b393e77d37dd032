import { randomBytes } from 'node:crypto'

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
