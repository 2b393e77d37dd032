import { createLog, type Log } from '#server/observability/log.ts'
import { requestId } from '#server/observability/request-id.ts'
import { type Door, listen } from './http-server.ts'
import type { Opened, Orders, Served } from './serving.ts'

/** What the primary asks of a worker. */
export type ToWorker = { listen: Address } | { open: Orders } | { close: number }
type Address = { host: string; port: number }

/** What a worker tells the primary. `replace`: an exception has left it in a state that nobody knows. */
export type FromWorker = { ready: Opened } | { refused: string } | 'replace'

/**
 * The life of one of the processes that serve. An exception that nothing has caught costs the request it happened in:
 * the worker goes on with everything else until another has taken its place.
 *
 * @param openServed opens the shop in this process
 */
export function runWorker(openServed: (orders: Orders, log: Log) => Promise<Served>): void {
  const log = createLog()
  let door: Promise<Door> | undefined
  let served: Promise<Served> | undefined
  let isReady = false
  let isLeaving = false

  // Ctrl-C reaches every process of the terminal's group; the primary says when to close.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('uncaughtException', (error) => {
    if (!isReady) return giveUp(error)
    log.error('An unexpected error costs a request, and this worker is replaced', error)
    void door?.then(({ fail }) => fail(requestId()))
    if (!isLeaving) tell('replace')
    isLeaving = true
  })
  process.on('message', (message: ToWorker | Record<string, unknown>) => {
    if ('listen' in message) openDoor(message.listen as Address).catch(giveUp)
    else if ('open' in message) open(message.open as Orders).catch(giveUp)
    else if ('close' in message) void close(Number(message.close))
  })

  async function open(orders: Orders): Promise<void> {
    if (orders.config.isProduction) log.speakJson()
    served = openServed(orders, log)
    const { listener, https, isNew, hasAdmin, startJobs } = await served
    const { open } = await openDoor(orders.config)
    open(listener, https)
    isReady = true
    tell({ ready: { isNew, hasAdmin } })
    startJobs()
  }

  /** Whoever connects before the shop is open waits. */
  function openDoor({ host, port }: Address): Promise<Door> {
    door ??= listen(host, port)
    return door
  }

  async function close(patienceMs: number): Promise<void> {
    isLeaving = true
    const [ownDoor, ownShop] = await Promise.all([door, served])
    if (ownDoor) await ownShop?.close(ownDoor, patienceMs)
    process.exit(0)
  }

  function giveUp(error: unknown): void {
    const isForOperator = error instanceof Error && error.name === 'ConfigError'
    if (!isForOperator) log.error('A worker cannot open', error)
    tell({ refused: isForOperator ? error.message : '' }, () => process.exit(1))
  }

  /** A primary that has gone takes this process along. */
  function tell(message: FromWorker, told = () => {}): void {
    process.send?.(message, undefined, {}, told)
  }
}
