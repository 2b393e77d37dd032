import { setTimeout as sleep } from 'node:timers/promises'
import type { ChangeFeed } from '#server/live/change-feed.ts'

/** Without a change, an overview counts as new for this long. */
const MAX_AGE_MS = 1000
/** Changes that follow each other closely take at most a fifth of a connection's time. */
const REST_FACTOR = 4

/** How long after a computation of this length the next one may start, in milliseconds. */
export function restAfter(durationMs: number): number {
  return Math.min(MAX_AGE_MS, durationMs * REST_FACTOR)
}

/**
 * Figures of the back office, held for a second in each process, and computed once however many admins ask. A request after a
 * change waits for the next computation, so that it includes the change; on a small shop that is a moment, on a large one at
 * most a second.
 */
export function openOverview<Overview>(
  compute: () => Promise<Overview>,
  changeFeed: Pick<ChangeFeed, 'onChange'>,
): { read(): Promise<Overview> } {
  let held: { overview: Promise<Overview>; readAt: number; mayRenewAt: number; isStale: boolean } | undefined
  let next: Promise<Overview> | undefined

  changeFeed.onChange(() => {
    if (held) held.isStale = true
  })

  function readNow(): Promise<Overview> {
    const overview = compute()
    const readAt = performance.now()
    const reading = { overview, readAt, mayRenewAt: readAt + MAX_AGE_MS, isStale: false }
    held = reading
    overview.then(
      () => {
        reading.mayRenewAt = readAt + restAfter(performance.now() - readAt)
      },
      // A failure is reported to the waiting requests and not cached.
      () => {
        if (held === reading) held = undefined
      },
    )
    return overview
  }

  async function readAfter(reading: NonNullable<typeof held>): Promise<Overview> {
    await reading.overview.catch(() => {})
    await sleep(Math.max(0, reading.mayRenewAt - performance.now()))
    next = undefined
    return readNow()
  }

  return {
    read() {
      if (!held || performance.now() - held.readAt >= MAX_AGE_MS) return next ?? readNow()
      if (!held.isStale) return held.overview
      next ??= readAfter(held)
      return next
    },
  }
}
