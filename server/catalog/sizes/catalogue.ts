import { type CacheFeed, cacheUntil } from '#server/db/cached-read.ts'
import type { Db } from '#server/db/connection.ts'
import { readCatalogue } from './queries.ts'

/** Sizes and finishes, cached in this process until one of them changes. */
export function openCatalogue(db: Db, feed: CacheFeed) {
  return { read: cacheUntil(feed, 'settings', () => readCatalogue(db)) }
}
