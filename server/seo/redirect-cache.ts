import { followRedirects, normalizePath, redirectKey } from '#domain/seo/redirects.ts'
import { type CacheFeed, cacheUntil } from '#server/db/cached-read.ts'
import type { Db } from '#server/db/connection.ts'
import { readRedirects } from './redirect-queries.ts'

/** The shop's redirects, cached in this process until one of them changes. */
export function openRedirects(db: Db, feed: CacheFeed) {
  const read = cacheUntil(feed, 'settings', () => readRedirects(db))
  return {
    read,
    /** Where the redirects from an address without a page finally lead. @param path of a request */
    async find(path: string): Promise<string | undefined> {
      const redirects = await read()
      const from = redirects.size > 0 ? normalizePath(path, { withQuery: false }) : undefined
      const to = from && redirects.get(redirectKey(from))
      return to && followRedirects(redirects, to)
    },
  }
}
