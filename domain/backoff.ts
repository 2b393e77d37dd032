export type Backoff = { firstMs: number; maxMs: number }

/**
 * The pause before the next try: doubles with each failed one, up to a maximum.
 *
 * @param random 0 to 1, for clients that would otherwise come back all at once: shortens the pause by up to a half
 */
export function backoffMs(failures: number, { firstMs, maxMs }: Backoff, random = 1): number {
  return Math.min(firstMs * 2 ** failures, maxMs) * (0.5 + random / 2)
}
