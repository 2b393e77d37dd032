import { createLog, type Log } from '#server/observability/log.ts'
import { requestId } from '#server/observability/request-id.ts'
import { type HttpServer, listen } from './http-server.ts'
import type { Opened, ShopServer, WorkerConfig } from './serving.ts'

/** What the primary asks of a worker. */
export type ToWorker = { listen: Address } | { open: WorkerConfig } | { close: number }
type Address = { host: string; port: number }

/** What a worker tells the primary. `replace`: an exception has left it in a state that nobody knows. */
export type FromWorker = { ready: Opened } | { refused: string } | 'replace'

/**
 * The life of one of the processes that serve. An exception that nothing has caught costs the request it happened in:
 * the worker goes on with everything else until another has taken its place.
 *
 * @param openServed opens the shop in this process
 */
export function runWorker(openShopServer: (orders: WorkerConfig, log: Log) => Promise<ShopServer>): void {
  const log = createLog()
  let door: Promise<HttpServer> | undefined
  let served: Promise<ShopServer> | undefined
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
    else if ('open' in message) open(message.open as WorkerConfig).catch(giveUp)
    else if ('close' in message) void close(Number(message.close))
  })

  async function open(orders: WorkerConfig): Promise<void> {
    log.configure(orders.config)
    served = openShopServer(orders, log)
    const { listener, https, isNew, hasAdmin, startJobs } = await served
    const { open } = await openDoor(orders.config)
    open(listener, https)
    isReady = true
    tell({ ready: { isNew, hasAdmin } })
    startJobs()
  }

  /** Whoever connects before the shop is open waits. */
  function openDoor({ host, port }: Address): Promise<HttpServer> {
    door ??= listen(host, port)
    return door
  }

  async function close(timeoutMs: number): Promise<void> {
    isLeaving = true
    const [ownDoor, ownShop] = await Promise.all([door, served])
    if (ownDoor) await ownShop?.close(ownDoor, timeoutMs)
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
