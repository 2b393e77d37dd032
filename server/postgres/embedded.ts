import { rm } from 'node:fs/promises'
import { backoffMs } from '#domain/backoff.ts'
import type { Log } from '#server/observability/log.ts'
import { getCluster, openCluster } from './cluster.ts'
import { findPostmaster, stopOrphanedServer } from './postmaster.ts'
import { endServer, launchServer, type Settings } from './server-process.ts'

/** Pauses between failed starts of PostgreSQL. */
const BACKOFF = { firstMs: 250, maxMs: 5000 }

export type Embedded = {
  /** The shop's database, as the shop's role. */
  url: string
  /** The maintenance database, as superuser. */
  adminUrl: string
  stop(): Promise<void>
}

/**
 * Starts the shop's own server in `dataDir` and restarts it whenever it dies. The caller must hold the data folder's lock.
 * @throws ConfigError when it cannot start
 */
export async function startEmbedded(dataDir: string, log: Log, settings: Settings = {}): Promise<Embedded> {
  const cluster = await openCluster(dataDir, log)
  await log.step('Stopping a database left running', () => stopOrphanedServer(cluster.folder))
  let server = await log.step('Starting the database', () => launchServer(cluster, settings))
  let stopping = false
  let restarting = Promise.resolve()
  watch()

  function watch(): void {
    server.once('exit', () => {
      if (!stopping) restarting = restart()
    })
    // The server may have died before the listener was added.
    if (server.exitCode !== null || server.signalCode !== null) restarting = restart()
  }

  async function restart(): Promise<void> {
    log.error('PostgreSQL stopped unexpectedly; restarting it')
    for (let failures = 0; !stopping; failures += 1) {
      try {
        await stopOrphanedServer(cluster.folder)
        server = await launchServer(cluster, settings)
        log.info('PostgreSQL restarted')
        return watch()
      } catch (error) {
        log.error('PostgreSQL failed to start; it will be retried', error)
        await new Promise((resolve) => setTimeout(resolve, backoffMs(failures, BACKOFF)))
      }
    }
  }

  return {
    url: cluster.url,
    adminUrl: cluster.adminUrl,
    async stop() {
      stopping = true
      await restarting
      await endServer(server)
      await rm(cluster.socketFolder, { recursive: true, force: true })
    },
  }
}

/** @returns the URL of the server running in this data folder */
export async function findRunning(dataDir: string): Promise<string | undefined> {
  const cluster = await getCluster(dataDir).catch(() => undefined)
  return cluster && (await findPostmaster(cluster.folder)) ? cluster.url : undefined
}
