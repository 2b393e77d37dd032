import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { silentLog } from '#server/observability/log.ts'
import { getCluster } from '#server/postgres/cluster.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { findPostmaster } from '#server/postgres/postmaster.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { type Gate, openGate } from '#tests/support/gate.ts'
import { serveMeta } from '#tests/support/whatsapp/whatsapp-harness.ts'
import { type Disk, openDisk } from './disk.ts'
import { type Supervisor, supervise } from './supervisor.ts'

/**
 * `embedded`: the shop starts its own PostgreSQL. `external`: the shop connects through a TCP proxy to a PostgreSQL on a
 * small disk, so that the network and the disk can fail.
 */
export type EnvironmentKind = 'embedded' | 'external'

/** The shop's, so that links and codes that it sends by email are known. */
export const SECRET = 'a-secret-of-the-torture-which-nobody-else-knows'
/** Nothing listens there, and no account chooses to hear by push. */
export const PUSH_SERVICE = 'http://127.0.0.1:9'

export type TestEnvironment = {
  kind: EnvironmentKind
  url: string
  folder: string
  dataDir: string
  /** The file that sets the shop's clock; undefined where libfaketime is not installed. */
  clock: { file: string } | undefined
  shop: Supervisor
  /** Stands in for WhatsApp, and runs on while the shop is killed. */
  meta: Awaited<ReturnType<typeof serveMeta>>
  databaseNetwork: Gate | undefined
  postgresDisk: Disk | undefined
  imageDisk: Disk | undefined
  /** The pid of the running PostgreSQL server. */
  findPostgres(): Promise<number | undefined>
  /** Connects to the database directly, not through the proxy. */
  observer: pg.Pool
  /** The shop's database, not through the proxy. */
  databaseUrl: string
  superuserUrl: string
  sql<Row>(text: string, values?: unknown[]): Promise<Row[]>
  /** @param keepFolder for inspection */
  close(options: { keepFolder: boolean }): Promise<void>
}

export async function openEnvironment(kind: EnvironmentKind, faketime: string | undefined): Promise<TestEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), `gamla-torture-${kind}-`))
  const dataDir = join(folder, 'data')
  await mkdir(join(dataDir, 'images'), { recursive: true })
  const imageDisk = await openDisk(join(dataDir, 'images'), 24)
  const external = kind === 'external' ? await startExternalPostgres(join(folder, 'external')) : undefined
  // Every restart of the shop listens on the same port, as behind a proxy.
  const port = await findFreePort()
  const clock = faketime ? { file: join(folder, 'clock') } : undefined
  if (clock) await writeFile(clock.file, '+0\n')
  const meta = await serveMeta()
  const shop = supervise(
    {
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMIT_FACTOR: '0',
      SHOP_SECRET: SECRET,
      ...meta.env,
      PUSH_SERVICES: PUSH_SERVICE,
      // For all the others.
      SANDBOX: 'on',
      ...(external && { DATABASE_URL: external.network.url }),
      ...(clock && {
        LD_PRELOAD: faketime,
        FAKETIME_TIMESTAMP_FILE: clock.file,
        FAKETIME_CACHE_DURATION: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        DONT_FAKE_MONOTONIC: '1',
      }),
    },
    join(folder, 'shop.log'),
  )
  const clusterDir = external?.folder ?? dataDir
  // The data folder exists by now, even if PostgreSQL has not been initialised in it yet.
  const cluster = await getCluster(clusterDir)
  const observer = new pg.Pool({ connectionString: cluster.url, max: 10, application_name: 'observer' })
  observer.on('error', () => {})
  observer.on('connect', (client) => client.on('error', () => {}))

  return {
    kind,
    url: `http://127.0.0.1:${port}`,
    folder,
    dataDir,
    clock,
    shop,
    meta,
    databaseNetwork: external?.network,
    postgresDisk: external?.disk,
    imageDisk,
    findPostgres: () => findPostmaster(cluster.folder),
    observer,
    databaseUrl: cluster.url,
    superuserUrl: cluster.adminUrl.replace('/postgres?', '/gamla?'),
    sql: async (text, values = []) => (await observer.query(text, values)).rows,
    async close({ keepFolder }) {
      await shop.stop()
      await observer.end()
      await external?.close()
      await meta.close()
      imageDisk?.remove()
      if (keepFolder) console.log(`  Logs and ledger are kept in ${folder}`)
      else await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startExternalPostgres(folder: string) {
  const disk = await openDisk(folder, 360)
  const server = await startEmbedded(folder, silentLog, { shared_buffers: '64MB' })
  const network = await openGate(server.url)
  return {
    folder,
    network,
    disk,
    async close() {
      await network.close()
      await server.stop()
      disk?.remove()
    },
  }
}
