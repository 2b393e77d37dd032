import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { silentLog } from '#server/observability/log.ts'
import { getCluster } from '#server/postgres/cluster.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { findPostmaster } from '#server/postgres/postmaster.ts'
import { type Gate, openGate } from '#tests/support/gate.ts'
import { type Disk, openDisk } from './disk.ts'
import { type Supervisor, supervise } from './supervisor.ts'

/**
 * A shop as `npm start` opens it, and all that can be done to it. `own`: it runs its own PostgreSQL. `rented`: a
 * PostgreSQL of somebody else's, on a small disk, at the other end of a line.
 */
export type HouseKind = 'own' | 'rented'

export type House = {
  kind: HouseKind
  url: string
  folder: string
  dataDir: string
  /** Skewing the shop's clock; undefined: this machine cannot. */
  clock: { file: string } | undefined
  shop: Supervisor
  line: Gate | undefined
  postgresDisk: Disk | undefined
  pictureDisk: Disk | undefined
  /** The pid of the PostgreSQL server that is running now, if one is. */
  findPostgres(): Promise<number | undefined>
  /** For whoever looks on from outside, past the line. */
  onlooker: pg.Pool
  /** The shop's own database, past the line. */
  databaseUrl: string
  superuserUrl: string
  sql<Row>(text: string, values?: unknown[]): Promise<Row[]>
  /** @param isForgotten false: its folder stays, to be looked into */
  close(isForgotten: boolean): Promise<void>
}

export async function openHouse(kind: HouseKind, faketime: string | undefined): Promise<House> {
  const folder = await mkdtemp(join(tmpdir(), `gamla-torture-${kind}-`))
  const dataDir = join(folder, 'data')
  await mkdir(join(dataDir, 'images'), { recursive: true })
  const pictureDisk = await openDisk(join(dataDir, 'images'), 24)
  const rented = kind === 'rented' ? await rentPostgres(join(folder, 'rented')) : undefined
  const port = await findFreePort()
  const clock = faketime ? { file: join(folder, 'clock') } : undefined
  if (clock) await writeFile(clock.file, '+0\n')
  const shop = supervise(
    {
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMIT_FACTOR: '0',
      ...(rented && { DATABASE_URL: rented.line.url }),
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
  const dataOf = rented?.folder ?? dataDir
  // The folder is there from the start, though there may be no cluster in it yet.
  const cluster = await getCluster(dataOf)
  const onlooker = new pg.Pool({ connectionString: cluster.url, max: 3, application_name: 'onlooker' })
  onlooker.on('error', () => {})
  onlooker.on('connect', (client) => client.on('error', () => {}))

  return {
    kind,
    url: `http://127.0.0.1:${port}`,
    folder,
    dataDir,
    clock,
    shop,
    line: rented?.line,
    postgresDisk: rented?.disk,
    pictureDisk,
    findPostgres: () => findPostmaster(cluster.folder),
    onlooker,
    databaseUrl: cluster.url,
    superuserUrl: cluster.adminUrl.replace('/postgres?', '/gamla?'),
    sql: async (text, values = []) => (await onlooker.query(text, values)).rows,
    async close(isForgotten) {
      await shop.stop()
      await onlooker.end()
      await rented?.close()
      pictureDisk?.remove()
      if (isForgotten) await rm(folder, { recursive: true, force: true })
      else console.log(`  What it has left is in ${folder}`)
    },
  }
}

async function rentPostgres(folder: string) {
  const disk = await openDisk(folder, 360)
  const server = await startEmbedded(folder, silentLog, { shared_buffers: '64MB' })
  const line = await openGate(server.url)
  return {
    folder,
    line,
    disk,
    async close() {
      await line.close()
      await server.stop()
      disk?.remove()
    },
  }
}

/** The shop keeps it through all its lives, as behind a proxy. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
