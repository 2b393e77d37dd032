import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#server/db/connection.ts'
import type { ChangeFeed } from '#server/live/change-feed.ts'
import { readOverview } from './overview-queries.ts'

const MIN_AGE_MS = 1000

type Overview = Awaited<ReturnType<typeof readOverview>>

/**
 * The overview is computed at most once a second in each process, however many admins look. A request after a change
 * waits for the next computation, so that it includes the change.
 */
export function openOverview({
  db,
  changeFeed,
  now,
}: {
  db: Db
  changeFeed: Pick<ChangeFeed, 'onChange'>
  now: () => Date
}) {
  let held: { overview: Promise<Overview>; readAt: number; isStale: boolean } | undefined
  let next: Promise<Overview> | undefined

  changeFeed.onChange(() => {
    if (held) held.isStale = true
  })

  function readNow(): Promise<Overview> {
    const overview = readOverview(db, now())
    const reading = { overview, readAt: performance.now(), isStale: false }
    held = reading
    // A failure is reported to the waiting requests and not cached.
    overview.catch(() => {
      if (held === reading) held = undefined
    })
    return overview
  }

  async function readAfter(readAt: number): Promise<Overview> {
    await sleep(readAt + MIN_AGE_MS - performance.now())
    next = undefined
    return readNow()
  }

  return {
    read(): Promise<Overview> {
      if (!held || performance.now() - held.readAt >= MIN_AGE_MS) return next ?? readNow()
      if (!held.isStale) return held.overview
      next ??= readAfter(held.readAt)
      return next
    },
  }
}
