import { monitorEventLoopDelay } from 'node:perf_hooks'

/** There is more to do than can be done: who asks now is better off asking again in a moment. */
export class OverloadedError extends Error {
  override name = 'TooBusy'
}

type RateLimiter = {
  /** Work under way: more than there are connections to the database, as some of it waits for others. */
  atOnce: number
  /** And so many wait, not longer than that. */
  waiting: number
  timeoutMs: number
  /** Nobody is let in to wait while this process itself comes too late to everything. */
  isLate?: () => boolean
}

export type ConcurrencyLimiter = ReturnType<typeof createConcurrencyLimiter>

const USUAL = { atOnce: 48, waiting: 96, timeoutMs: 3000 }

/** Bounds what a flood of requests can make this process do: in turn, not too many, or a quick no. */
export function createConcurrencyLimiter({
  atOnce,
  waiting: most,
  timeoutMs,
  isLate = () => false,
}: RateLimiter = USUAL) {
  const waiting = new Set<(isMine: boolean) => void>()
  let underWay = 0

  /** Whoever is next takes over the place of who has ended. */
  function leave(): void {
    const [next] = waiting
    if (!next) underWay -= 1
    else {
      waiting.delete(next)
      next(true)
    }
  }

  async function wait(): Promise<void> {
    if (waiting.size >= most || isLate()) throw new OverloadedError('Too many wait already')
    const turn = Promise.withResolvers<boolean>()
    waiting.add(turn.resolve)
    const timer = setTimeout(() => {
      waiting.delete(turn.resolve)
      turn.resolve(false)
    }, timeoutMs)
    const isMine = await turn.promise
    clearTimeout(timer)
    if (!isMine) throw new OverloadedError('It took too long until it was somebody’s turn')
  }

  /** @throws TooBusy when nothing was begun, and nothing will be */
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (underWay < atOnce) underWay += 1
    else await wait()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

const LATE_MS = 400
const LOOK_MS = 500

/** Usual turns, and nobody waits while the process is late by its own clock. */
export function openConcurrencyLimiter(): ConcurrencyLimiter {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let isLate = false
  setInterval(() => {
    isLate = delay.mean / 1e6 > LATE_MS
    delay.reset()
  }, LOOK_MS).unref()
  return createConcurrencyLimiter({ ...USUAL, isLate: () => isLate })
}
