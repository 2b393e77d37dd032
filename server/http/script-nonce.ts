import { randomBytes } from 'node:crypto'

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g

/**
 * What the scripts that we render carry as their nonce. Whoever smuggles one into a page cannot know it: it is new with
 * each process, and taken off before a page leaves.
 */
export const RENDER_NONCE = randomBytes(18).toString('base64url')
const ATTRIBUTE = ` nonce="${RENDER_NONCE}"`

/** What our own inline scripts say. */
export function listTrustedScripts(html: string): string[] {
  return Array.from(html.matchAll(INLINE_SCRIPT))
    .filter(([, attributes = '']) => attributes.includes(ATTRIBUTE))
    .map(([, , script = '']) => script)
}

/** The page as browsers get it, so that it is the same in every process. */
export function stripNonce(html: string): string {
  return html.replaceAll(ATTRIBUTE, '')
}
