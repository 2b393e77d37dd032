import type { ProductGroup } from '#domain/catalog/filters/counts.ts'
import type { Catalogue } from '#domain/catalog/sizes.ts'
import type { CacheFeed } from '#server/db/cached-read.ts'
import type { Db } from '#server/db/connection.ts'
import { listGroups } from './group-queries.ts'

/** Reading the groups of more products takes longer than a page may. */
const MANY_PRODUCTS = 50_000
/** Then reads are this many times their own length apart, so that they take a fiftieth of one processor at most. */
const PAUSE = 50

/** The groups of products that lists count, kept in this process. */
export function openGroups(db: Db, feed: CacheFeed, readCatalogue: () => Promise<Catalogue>) {
  return holdGroups(feed, async () => listGroups(db, await readCatalogue()))
}

/**
 * Read again after every change of a product. In a large shop that happens in the background and not after each one;
 * meanwhile the numbers are those of a moment ago.
 */
export function holdGroups(
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
    // A read in progress may miss a change that came meanwhile; where reading is slow that is accepted, so that two never run at once.
    if (reading && (reading.version === version || held?.isLarge)) return reading.done
    const [began, current] = [now(), version]
    const done = read().then((groups) => {
      const took = now() - began
      const isLarge = groups.reduce((sum, { count }) => sum + count, 0) > manyProducts
      held = { groups, version: current, isLarge, until: now() + PAUSE * took }
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
      // The next one who asks tries again.
      if (now() >= held.until) start().catch(() => {})
      return held.groups
    },
  }
}
