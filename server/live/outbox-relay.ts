import type { ClientBase } from 'pg'
import type { Log } from '#server/observability/log.ts'
import { BATCH, relayBatch } from './outbox-queries.ts'

/** Interval for finding rows that another process wrote: a command, a person, a process that died. */
const POLL_MS = 100
/** Commits that follow each other this closely are published in one batch. */
const GATHER_MS = 50

/** Jobs are handed over at this interval only: each time wakes all runners, which look through all waiting emails. */
const JOBS_MS = 500

/** Publishes the rows of the outbox. Every process has a relay that takes any row, so others go on when one dies. */
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
    /** Relays over this connection from now on; undefined: there is none. */
    use(next: ClientBase | undefined) {
      client = next
      clearTimeout(timer)
      dueAt = Number.POSITIVE_INFINITY
      runAt(performance.now())
    },
    /** Publishes soon, because this process has just committed something. */
    poke() {
      runAt(ranAt + GATHER_MS)
    },
  }
}
