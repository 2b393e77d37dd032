import type { Db } from './connection.ts'

/** The part of the change feed that a cache uses. */
export type CacheFeed = { onChange(listener: (change: { kind: string }) => void): void; isConnected(): boolean }

/**
 * Reads once and caches the result in this process until a change of settings is announced, but not while the change feed is
 * down. Texts, the catalogue, collections, own pages and redirects are announced as settings too.
 */
export function readUntilChanged<Value>(feed: CacheFeed, read: () => Promise<Value>): () => Promise<Value> {
  let cached: Promise<Value> | undefined
  feed.onChange(({ kind }) => {
    if (kind === 'settings' || kind === 'everything') cached = undefined
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

/** A part of the shop that only reads. */
export function openCached<Value>(db: Db, feed: CacheFeed, read: (db: Db) => Promise<Value>) {
  return { read: readUntilChanged(feed, () => read(db)) }
}
