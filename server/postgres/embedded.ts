import { rm } from 'node:fs/promises'
import type { Log } from '#server/observability/log.ts'
import { getCluster, openCluster } from './cluster.ts'
import { findPostmaster, stopOrphanedServer } from './postmaster.ts'
import { endServer, launchServer, type Settings } from './server-process.ts'

export type Embedded = {
  /** The shop's database, as the shop's role. */
  url: string
  /** The maintenance database, as superuser. */
  adminUrl: string
  stop(): Promise<void>
}

/**
 * Starts the shop's own server in `dataDir`, and again whenever it dies. Only for the holder of that data folder.
 * @throws ConfigError when it cannot start
 */
export async function startEmbedded(dataDir: string, log: Log, settings: Settings = {}): Promise<Embedded> {
  const cluster = await openCluster(dataDir, log)
  await log.step('Stopping the database that was left running', () => stopOrphanedServer(cluster.folder))
  let server = await log.step('Starting the database', () => launchServer(cluster, settings))
  let stopping = false
  let revival = Promise.resolve()
  watch()

  function watch(): void {
    server.once('exit', () => {
      if (!stopping) revival = revive()
    })
    // It may have died before we began to watch.
    if (server.exitCode !== null || server.signalCode !== null) revival = revive()
  }

  async function revive(): Promise<void> {
    log.error('PostgreSQL has stopped by itself; starting it again')
    for (let pause = 250; !stopping; pause = Math.min(pause * 2, 5000)) {
      try {
        await stopOrphanedServer(cluster.folder)
        server = await launchServer(cluster, settings)
        log.info('PostgreSQL is back')
        return watch()
      } catch (error) {
        log.error('PostgreSQL does not start', error)
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
  }

  return {
    url: cluster.url,
    adminUrl: cluster.adminUrl,
    async stop() {
      stopping = true
      await revival
      await endServer(server)
      await rm(cluster.socketFolder, { recursive: true, force: true })
    },
  }
}

/** @returns the URL of the server that runs in this data folder, if one does */
export async function findRunning(dataDir: string): Promise<string | undefined> {
  const cluster = await getCluster(dataDir).catch(() => undefined)
  return cluster && (await findPostmaster(cluster.folder)) ? cluster.url : undefined
}
