import type { ClientBase } from 'pg'
import type { Log } from '#server/observability/log.ts'
import { BATCH, relayBatch } from './outbox-queries.ts'

/** How soon rows are found that this process did not write itself: by a command, by hand, by a process that died. */
const POLL_MS = 100
/** Commits that follow each other this closely are published in one batch. */
const GATHER_MS = 50

/** Jobs are handed over this often: each time wakes all runners, and each of them looks through all waiting emails. */
const JOBS_MS = 500

/** Publishes the rows of the outbox. Every process has a relay, and any of them takes any row: when one dies, the others go on. */
export function openRelay(log: Pick<Log, 'error'>) {
  let client: ClientBase | undefined
  let timer: NodeJS.Timeout | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let ranAt = 0
  let jobsAt = 0
  let isRunning = false
  let isRunRequested = false
  let isFailing = false

  function runAt(time: number) {
    if (!client || time >= dueAt) return
    clearTimeout(timer)
    dueAt = time
    timer = setTimeout(run, Math.max(0, time - performance.now()))
  }

  async function run() {
    dueAt = Number.POSITIVE_INFINITY
    if (isRunning) isRunRequested = true
    if (isRunning || !client) return
    isRunning = true
    ranAt = performance.now()
    const taken = await take(client)
    isRunning = false
    const isMore = isRunRequested || taken === BATCH
    isRunRequested = false
    runAt(ranAt + (isMore ? GATHER_MS : POLL_MS))
  }

  async function take(present: ClientBase): Promise<number> {
    try {
      const withJobs = performance.now() - jobsAt >= JOBS_MS
      if (withJobs) jobsAt = performance.now()
      const taken = await relayBatch(present, { withJobs })
      isFailing = false
      return taken
    } catch (error) {
      // The code that opened the connection logs its loss.
      if (client === present && !isFailing)
        log.error('Change notifications could not be sent; they will be retried', error)
      isFailing = true
      return 0
    }
  }

  return {
    /** From now on over this connection; undefined: there is none. */
    use(next: ClientBase | undefined) {
      client = next
      clearTimeout(timer)
      dueAt = Number.POSITIVE_INFINITY
      runAt(performance.now())
    },
    /** This process has just committed something. */
    poke() {
      runAt(ranAt + GATHER_MS)
    },
  }
}
