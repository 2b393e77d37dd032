import type { ProductGroup } from '#domain/catalog/filters/facets.ts'
import type { CacheFeed } from '#server/db/cached-read.ts'
import type { Db } from '#server/db/connection.ts'
import { listGroups } from './group-queries.ts'

/** With more products than this, reading the groups takes longer than a page may. */
const MANY_PRODUCTS = 50_000
/** In such a shop the pause between reads is this many times their duration: they take 2 % of one processor at most. */
const PAUSE_FACTOR = 50

/** The groups of products that the facets' numbers come from, cached in this process. */
export function openGroups(db: Db, feed: CacheFeed) {
  return cacheGroups(feed, () => listGroups(db))
}

/**
 * Reads the groups again after a change of any product. In a large shop this happens in the background and not after
 * each change; until then the numbers are slightly out of date.
 */
export function cacheGroups(
  feed: CacheFeed,
  read: () => Promise<ProductGroup[]>,
  { manyProducts = MANY_PRODUCTS, now = () => performance.now() } = {},
) {
  let held: { groups: ProductGroup[]; version: number; isLarge: boolean; until: number } | undefined
  let reading: { version: number; done: Promise<ProductGroup[]> } | undefined
  let version = 0
  feed.onChange(({ kind }) => {
    if (kind === 'product' || kind === 'settings' || kind === 'everything') version += 1
  })

  function start(): Promise<ProductGroup[]> {
    // A running read may miss a change that came meanwhile. A large shop accepts this, so that two never run at once.
    if (reading && (reading.version === version || held?.isLarge)) return reading.done
    const began = now()
    const current = version
    const done = read().then((groups) => {
      const took = now() - began
      const isLarge = groups.reduce((sum, { count }) => sum + count, 0) > manyProducts
      held = { groups, version: current, isLarge, until: now() + PAUSE_FACTOR * took }
      return groups
    })
    const mine = { version: current, done }
    reading = mine
    const forget = () => {
      if (reading === mine) reading = undefined
    }
    done.then(forget, forget)
    return done
  }

  return {
    async read(): Promise<ProductGroup[]> {
      if (!held) return start()
      if (held.version === version && feed.isConnected()) return held.groups
      if (!held.isLarge) return start()
      // A failed read is repeated by the next request.
      if (now() >= held.until) start().catch(() => {})
      return held.groups
    },
  }
}
