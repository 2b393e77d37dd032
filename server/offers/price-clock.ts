import type { Database } from '#server/db/connection.ts'
import type { ChangeFeed } from '#server/live/change-feed.ts'
import type { Log } from '#server/observability/log.ts'
import { findNextPriceChange } from './queries.ts'

/** A timer cannot wait for longer than three weeks, and the database may have been down. */
const LONGEST_MS = 60 * 60_000
const RETRY_MS = 1000

/**
 * Tells this process that prices change at the moment at which an offer on prices begins or ends, so that no cached page is older.
 * The clock is that of the database, which decides the prices.
 */
export async function openPriceClock(
  db: Database,
  changeFeed: Pick<ChangeFeed, 'onChange' | 'onClose' | 'announce'>,
  log: Log,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let told: Date | undefined
  let isClosed = false

  async function look() {
    let wait = RETRY_MS
    try {
      const { isDue, next, now } = await findNextPriceChange(db, told)
      told = now
      wait = next ? Math.min(next.getTime() - now.getTime(), LONGEST_MS) : LONGEST_MS
      if (isDue) changeFeed.announce({ kind: 'product', id: '*' })
    } catch (error) {
      if (!isClosed) log.error('The next change of prices could not be read', error)
    }
    clearTimeout(timer)
    if (isClosed) return
    timer = setTimeout(look, Math.max(1, Math.ceil(wait)))
    timer.unref()
  }

  // Offers were changed, or the connection was lost for a while.
  changeFeed.onChange((change) => {
    if (change.kind === 'everything' || (change.kind === 'product' && change.id === '*')) void look()
  })
  changeFeed.onClose(() => {
    isClosed = true
    clearTimeout(timer)
  })
  await look()
}
