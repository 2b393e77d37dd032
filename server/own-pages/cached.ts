import { type CacheFeed, cacheUntil } from '#server/db/cached-read.ts'
import type { Db } from '#server/db/connection.ts'
import { listNamedPages } from './queries.ts'

/** The titles of all pages, cached in this process until one of them changes. */
export function openOwnPages(db: Db, feed: CacheFeed) {
  return { read: cacheUntil(feed, 'settings', () => listNamedPages(db)) }
}
