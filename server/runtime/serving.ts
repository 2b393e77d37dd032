import type { RequestListener } from 'node:http'
import type { Config } from '#server/config.ts'
import { isAlwaysHttps } from '#server/http/csrf.ts'
import type { Log } from '#server/observability/log.ts'
import type { Shop } from '#server/shop.ts'
import type { Door } from './http-server.ts'
import { correspond } from './ipc.ts'
import type { SandboxDoor } from './sandbox-proxy.ts'

/** What a process has to know to serve the shop. */
export type Orders = {
  config: Config
  databaseUrl: string
  sandbox: SandboxDoor | undefined
  /** May an empty database be filled with the demo shop? */
  isDemo: boolean
  /** The first process of a start brings the database up to date before it serves. */
  isFirst: boolean
}

/** What the first process tells about the start; `isNew`: it has just filled a demo shop. */
export type Opened = { isNew: boolean; hasAdmin: boolean }

/** A shop that this process has opened and can serve. */
export type Served = Opened & {
  listener: RequestListener
  /** Browsers reach it over https. */
  https: boolean
  /** Begins what nobody waits for. */
  startJobs(): void
  /** Stops serving: lets what is in flight on this door finish for as long as `patienceMs`. */
  close(door: Door, patienceMs: number): Promise<void>
}

type Code = typeof import('#server/app.ts')
type Options = {
  log: Log
  /** One of several processes, whose figures the primary adds up. */
  isWorker?: boolean
  makeListener?: (shop: Shop, sandbox: SandboxDoor | undefined) => RequestListener
}

/** Opens the shop in this process: what a worker and `--dev` have in common. */
export async function openServed(
  { createListener, freeAllJobs, hasAdmin, migrate, openShop, runJobs, seedIfEmpty }: Code,
  { config, databaseUrl, sandbox, isDemo, isFirst }: Orders,
  { log, isWorker = false, makeListener = createListener }: Options,
): Promise<Served> {
  // Nobody else uses the shop's own database, so what is in it is ours to fill and to take over.
  const isOwnDatabase = config.databaseUrl === undefined
  if (isFirst) await log.step('Bringing the tables up to date', () => migrate(databaseUrl))
  const primary = isWorker ? correspond(process, { metrics: () => shop.metrics.read() }) : undefined
  const shop: Shop = await openShop(config, databaseUrl, log, primary)
  let isNew = false
  if (isFirst && isDemo) isNew = await log.step('Filling the shelves of a demo shop', () => seedIfEmpty(shop))
  if (isFirst && isOwnDatabase) await freeAllJobs(shop)
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
    close: (door, patienceMs) => (closing ??= close(door, patienceMs)),
  }

  async function close(door: Door, patienceMs: number): Promise<void> {
    const drained = door.close(patienceMs)
    // Whoever asks whether we are ready is told at once that we are leaving.
    const stopped = jobs?.close()
    // Live streams never end by themselves.
    await shop.live.close()
    await Promise.all([drained, stopped])
    await shop.close()
  }
}
