import { createHmac, hash, timingSafeEqual } from 'node:crypto'

/** Equal for equal parts, and not reversible without the secret, however few values the parts can have. */
export function keyedHash(secret: string, parts: readonly string[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
}

/** In constant time, so that a secret cannot be guessed from response times. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))
}
