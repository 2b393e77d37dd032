import type { RequestListener } from 'node:http'
import type { Config } from '#server/config.ts'
import { isAlwaysHttps } from '#server/http/csrf.ts'
import type { Log } from '#server/observability/log.ts'
import type { Shop } from '#server/shop.ts'
import type { HttpServer } from './http-server.ts'
import { createRpc } from './ipc.ts'
import type { SandboxTarget } from './sandbox-proxy.ts'

/** What a process has to know to serve the shop. */
export type WorkerConfig = {
  config: Config
  databaseUrl: string
  sandbox: SandboxTarget | undefined
  /** May an empty database be filled with the demo shop? */
  isDemo: boolean
  /** The first process of a start brings the database up to date before it serves. */
  isFirst: boolean
}

/** What the first process tells about the start; `isNew`: it has just filled a demo shop. */
export type Opened = { isNew: boolean; hasAdmin: boolean }

/** A shop that this process has opened and can serve. */
export type ShopServer = Opened & {
  listener: RequestListener
  /** Browsers reach it over https. */
  https: boolean
  /** Begins what nobody waits for. */
  startJobs(): void
  /** Stops serving: lets what is in flight on this door finish for as long as `patienceMs`. */
  close(door: HttpServer, timeoutMs: number): Promise<void>
}

type Code = typeof import('#server/app.ts')
type Options = {
  log: Log
  /** One of several processes, whose figures the primary adds up. */
  isWorker?: boolean
  makeListener?: (shop: Shop, sandbox: SandboxTarget | undefined) => RequestListener
}

/** Opens the shop in this process: what a worker and `--dev` have in common. */
export async function openShopServer(
  { createListener, unlockAllJobs, hasAdmin, migrate, openShop, runJobs, seedIfEmpty }: Code,
  { config, databaseUrl, sandbox, isDemo, isFirst }: WorkerConfig,
  { log, isWorker = false, makeListener = createListener }: Options,
): Promise<ShopServer> {
  // Nobody else uses the shop's own database, so what is in it is ours to fill and to take over.
  const isOwnDatabase = config.databaseUrl === undefined
  if (isFirst) await log.step('Bringing the tables up to date', () => migrate(databaseUrl))
  const primary = isWorker ? createRpc(process, { metrics: () => shop.metrics.read() }) : undefined
  const shop: Shop = await openShop(config, databaseUrl, log, primary)
  let isNew = false
  if (isFirst && isDemo) isNew = await log.step('Filling the shelves of a demo shop', () => seedIfEmpty(shop))
  if (isFirst && isOwnDatabase) await unlockAllJobs(shop)
  let jobs: ReturnType<typeof runJobs> | undefined
  let closing: Promise<void> | undefined

  return {
    isNew,
    // If it cannot be read now, that is no reason to advise anything.
    hasAdmin: !isFirst || (await hasAdmin(shop.db).catch(() => true)),
    listener: makeListener(shop, sandbox),
    https: isAlwaysHttps(config),
    startJobs() {
      jobs = runJobs(shop)
    },
    close: (door, timeoutMs) => (closing ??= close(door, timeoutMs)),
  }

  async function close(door: HttpServer, timeoutMs: number): Promise<void> {
    const drained = door.close(timeoutMs)
    // Whoever asks whether we are ready is told at once that we are leaving.
    const stopped = jobs?.close()
    // Live streams never end by themselves.
    await shop.live.close()
    await Promise.all([drained, stopped])
    await shop.close()
  }
}
