import type { RequestListener } from 'node:http'
import type { Config } from '#server/config.ts'
import { isAlwaysHttps } from '#server/http/csrf.ts'
import type { Log } from '#server/observability/log.ts'
import type { Shop } from '#server/shop.ts'
import type { HttpServer } from './http-server.ts'
import { createRpc } from './ipc.ts'
import type { SandboxTarget } from './sandbox-proxy.ts'

/** Start-up configuration of a worker. */
export type WorkerConfig = {
  config: Config
  databaseUrl: string
  sandbox: SandboxTarget | undefined
  /** Seed an empty database with demo data. */
  isDemo: boolean
  /** The first worker migrates the database before it serves. */
  isFirst: boolean
}

/** Reported by the first worker; `isNew`: it has just seeded a demo shop. */
export type Opened = { isNew: boolean; hasAdmin: boolean; shopName: string }

export type ShopServer = Opened & {
  listener: RequestListener
  /** Browsers reach the shop over https. */
  https: boolean
  /** Starts the background jobs. */
  startJobs(): void
  /** Stops serving; requests in flight have `timeoutMs` to finish. */
  close(httpServer: HttpServer, timeoutMs: number): Promise<void>
}

type Code = typeof import('#server/app.ts')
type Options = {
  log: Log
  /** The primary collects the metrics of its workers. */
  isWorker?: boolean
  makeListener?: (shop: Shop, sandbox: SandboxTarget | undefined) => RequestListener
}

/** Opens the shop in this process, for workers and `--dev`. */
export async function openShopServer(
  { createListener, hasAdmin, migrate, openShop, runJobs, seedIfEmpty, unlockRunners }: Code,
  { config, databaseUrl, sandbox, isDemo, isFirst }: WorkerConfig,
  { log, isWorker = false, makeListener = createListener }: Options,
): Promise<ShopServer> {
  // Only this shop uses its embedded database, so all job locks in it are left over from a previous run.
  const isOwnDatabase = config.databaseUrl === undefined
  if (isFirst) await log.step('Migrating the database', () => migrate(databaseUrl))
  const primary = isWorker ? createRpc(process, { metrics: () => shop.metrics.read() }) : undefined
  const shop: Shop = await openShop(config, databaseUrl, log, primary)
  let isNew = false
  if (isFirst && isDemo) isNew = await log.step('Seeding the demo shop', () => seedIfEmpty(shop))
  if (isFirst && isOwnDatabase) await unlockRunners(shop.db)
  let jobs: ReturnType<typeof runJobs> | undefined
  let closing: Promise<void> | undefined

  return {
    isNew,
    // If this fails, the operator is just not advised to create an admin.
    hasAdmin: !isFirst || (await hasAdmin(shop.db).catch(() => true)),
    shopName: (await shop.settings.readOrLast()).shopName,
    listener: makeListener(shop, sandbox),
    https: isAlwaysHttps(config),
    startJobs() {
      jobs = runJobs(shop)
    },
    close: (httpServer, timeoutMs) => (closing ??= close(httpServer, timeoutMs)),
  }

  async function close(httpServer: HttpServer, timeoutMs: number): Promise<void> {
    const drained = httpServer.close(timeoutMs)
    // Stopping the jobs makes the readiness check fail at once.
    const stopped = jobs?.close()
    // Live streams never end by themselves.
    await shop.changeFeed.close()
    await Promise.all([drained, stopped])
    await shop.close()
  }
}
