import { monitorEventLoopDelay } from 'node:perf_hooks'

/** The process has more work than it can do; the client should retry in a moment. */
export class OverloadedError extends Error {
  override name = 'OverloadedError'
}

type Limits = {
  /** Requests running at once: more than database connections, because some wait for other services. */
  concurrency: number
  /** Requests that may wait for a slot, each for at most `timeoutMs`. */
  queueSize: number
  timeoutMs: number
  /** While the event loop is late, no request may queue. */
  isLate?: () => boolean
}

export type ConcurrencyLimiter = ReturnType<typeof createConcurrencyLimiter>

const DEFAULTS = { concurrency: 48, queueSize: 96, timeoutMs: 3000 }

/** Load shedding: bounds the requests that run at once and those that wait, and rejects the others immediately. */
export function createConcurrencyLimiter({
  concurrency,
  queueSize,
  timeoutMs,
  isLate = () => false,
}: Limits = DEFAULTS) {
  const queue = new Set<(hasSlot: boolean) => void>()
  let running = 0

  /** Hands the slot to the next request in the queue. */
  function release(): void {
    const [next] = queue
    if (!next) running -= 1
    else {
      queue.delete(next)
      next(true)
    }
  }

  async function waitForSlot(): Promise<void> {
    if (queue.size >= queueSize || isLate()) throw new OverloadedError('Too many requests are waiting')
    const slot = Promise.withResolvers<boolean>()
    queue.add(slot.resolve)
    const timer = setTimeout(() => {
      queue.delete(slot.resolve)
      slot.resolve(false)
    }, timeoutMs)
    const hasSlot = await slot.promise
    clearTimeout(timer)
    if (!hasSlot) throw new OverloadedError('Timed out waiting for a slot')
  }

  /** @throws OverloadedError when the work was not started */
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < concurrency) running += 1
    else await waitForSlot()
    try {
      return await work()
    } finally {
      release()
    }
  }
}

const MAX_DELAY_MS = 400
const CHECK_MS = 500

/** With the default limits, and no queue while the event loop is late. */
export function openConcurrencyLimiter(): ConcurrencyLimiter {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let isLate = false
  setInterval(() => {
    isLate = delay.mean / 1e6 > MAX_DELAY_MS
    delay.reset()
  }, CHECK_MS).unref()
  return createConcurrencyLimiter({ ...DEFAULTS, isLate: () => isLate })
}
