import { createLog, type Log, requestId } from '#server/observability/log.ts'
import { type HttpServer, listen } from './http-server.ts'
import type { Opened, ShopServer, WorkerConfig } from './shop-server.ts'

/** Messages from the primary to a worker. */
export type ToWorker = { listen: Address } | { open: WorkerConfig } | { close: number }
type Address = { host: string; port: number }

/** Messages from a worker to the primary. `replace`: an exception has left it in an unknown state. */
export type FromWorker = { ready: Opened } | { failed: string } | 'replace'

/**
 * Runs a worker. An uncaught exception fails only the request in which it was thrown: the worker keeps serving until its
 * replacement is ready.
 *
 * @param openShopServer opens the shop in this process
 */
export function runWorker(openShopServer: (config: WorkerConfig, log: Log) => Promise<ShopServer>): void {
  const log = createLog()
  let httpServer: Promise<HttpServer> | undefined
  let shopServer: Promise<ShopServer> | undefined
  let isReady = false
  let isLeaving = false

  // Ctrl-C reaches every process of the terminal's group; the primary says when to close.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('uncaughtException', (error) => {
    if (!isReady) return giveUp(error)
    log.error('Unexpected error; the request fails and this worker is replaced', error)
    void httpServer?.then(({ fail }) => fail(requestId()))
    if (!isLeaving) send('replace')
    isLeaving = true
  })
  process.on('message', (message: ToWorker | Record<string, unknown>) => {
    if ('listen' in message) startListening(message.listen as Address).catch(giveUp)
    else if ('open' in message) open(message.open as WorkerConfig).catch(giveUp)
    else if ('close' in message) void close(Number(message.close))
  })

  async function open(workerConfig: WorkerConfig): Promise<void> {
    log.configure(workerConfig.config)
    shopServer = openShopServer(workerConfig, log)
    const { listener, https, isNew, hasAdmin, shopName, startJobs } = await shopServer
    const { open } = await startListening(workerConfig.config)
    open(listener, https)
    isReady = true
    send({ ready: { isNew, hasAdmin, shopName } })
    startJobs()
  }

  /** Connections made before the shop is open wait. */
  function startListening({ host, port }: Address): Promise<HttpServer> {
    httpServer ??= listen(host, port)
    return httpServer
  }

  async function close(timeoutMs: number): Promise<void> {
    isLeaving = true
    const [server, shop] = await Promise.all([httpServer, shopServer])
    if (server) await shop?.close(server, timeoutMs)
    process.exit(0)
  }

  function giveUp(error: unknown): void {
    const isConfigError = error instanceof Error && error.name === 'ConfigError'
    if (!isConfigError) log.error('Worker could not start', error)
    send({ failed: isConfigError ? error.message : '' }, () => process.exit(1))
  }

  /** Without a primary, Node ends this process. */
  function send(message: FromWorker, onSent = () => {}): void {
    process.send?.(message, undefined, {}, onSent)
  }
}
