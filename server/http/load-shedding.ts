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

type Waiting = (hasSlot: boolean) => void

/**
 * Load shedding: bounds the requests that run at once and those that wait, and rejects the others immediately. Slots go
 * to the networks of the clients in turn, so that one with many connections makes itself wait and not the others.
 */
export function createConcurrencyLimiter({
  concurrency,
  queueSize,
  timeoutMs,
  isLate = () => false,
}: Limits = DEFAULTS) {
  /** The network whose turn it is comes first. */
  const queues = new Map<string, Set<Waiting>>()
  let waiting = 0
  let running = 0

  function leave(network: string, one: Waiting): void {
    const queue = queues.get(network)
    if (!queue?.delete(one)) return
    waiting -= 1
    if (queue.size === 0) queues.delete(network)
  }

  /** Hands the slot to the next network in turn. */
  function release(): void {
    const [first] = queues
    const [next] = first?.[1] ?? []
    if (!first || !next) {
      running -= 1
      return
    }
    const [network, queue] = first
    leave(network, next)
    queues.delete(network)
    if (queue.size > 0) queues.set(network, queue)
    next(true)
  }

  /** Makes room in a full queue at the expense of the network that has the most requests in it. */
  function makeRoomFor(network: string): boolean {
    const [largest] = [...queues].sort(([, one], [, other]) => other.size - one.size)
    const own = queues.get(network)?.size ?? 0
    if (!largest || largest[1].size <= own + 1) return false
    const last = [...largest[1]].at(-1)
    if (!last) return false
    leave(largest[0], last)
    last(false)
    return true
  }

  async function waitForSlot(network: string): Promise<void> {
    if (isLate() || (waiting >= queueSize && !makeRoomFor(network)))
      throw new OverloadedError('Too many requests are waiting')
    const slot = Promise.withResolvers<boolean>()
    const queue = queues.get(network) ?? new Set()
    queues.set(network, queue.add(slot.resolve))
    waiting += 1
    const timer = setTimeout(() => {
      leave(network, slot.resolve)
      slot.resolve(false)
    }, timeoutMs)
    const hasSlot = await slot.promise
    clearTimeout(timer)
    if (!hasSlot) throw new OverloadedError('Waited in vain for a slot')
  }

  /**
   * @param network of the client; requests without one count as one network
   * @throws OverloadedError when the work was not started
   */
  return async <T>(work: () => Promise<T>, network = ''): Promise<T> => {
    if (running < concurrency) running += 1
    else await waitForSlot(network)
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
