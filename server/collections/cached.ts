import { type CacheFeed, cacheUntil } from '#server/db/cached-read.ts'
import type { Db } from '#server/db/connection.ts'
import { listCollections } from './queries.ts'

/** All collections, cached in this process until one of them changes. */
export function openCollections(db: Db, feed: CacheFeed) {
  return { read: cacheUntil(feed, 'settings', () => listCollections(db)) }
}
