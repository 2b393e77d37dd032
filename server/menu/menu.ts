import { type CacheFeed, cacheUntil } from '#server/db/cached-read.ts'
import type { Db } from '#server/db/connection.ts'
import { listMenu } from './queries.ts'

/** The owner's collections and pages that are in the menu, cached in this process until one of them changes. */
export function openMenu(db: Db, feed: CacheFeed) {
  return { read: cacheUntil(feed, 'settings', () => listMenu(db)) }
}
