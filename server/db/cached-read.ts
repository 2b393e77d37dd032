/** The part of the change feed that a cache uses. */
export type CacheFeed = { onChange(listener: (change: { kind: string }) => void): void; isConnected(): boolean }

/**
 * Reads once and caches the result in this process until a change of this kind, but not while the change feed is down.
 */
export function cacheUntil<Value>(feed: CacheFeed, kind: string, read: () => Promise<Value>): () => Promise<Value> {
  let cached: Promise<Value> | undefined
  feed.onChange((change) => {
    if (change.kind === kind || change.kind === 'everything') cached = undefined
  })
  return () => {
    if (!feed.isConnected()) return read()
    const reading = cached ?? read()
    cached = reading
    return reading.catch((error) => {
      if (cached === reading) cached = undefined
      throw error
    })
  }
}
