import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { connect, type Database, openHandle, openPool } from '#server/db/connection.ts'
import { migrate } from '#server/db/migrate.ts'
import { silentLog } from '#server/observability/log.ts'
import { getCluster } from '#server/postgres/cluster.ts'
import { type Embedded, startEmbedded } from '#server/postgres/embedded.ts'
import { stopOrphanedServer } from '#server/postgres/postmaster.ts'
import type { DemoAccount } from '#server/seed/demo-accounts.ts'
import { seedIfEmpty } from '#server/seed/seed.ts'
import { TEMPLATE, VARIABLE } from './data-folder.ts'
import { type Emptier, openEmptier } from './empty-database.ts'
import './fast-scrypt.ts'

const PREFIX = 'gamla-suite-'

export type TestDatabase = {
  url: string
  /** The demo shop's users; undefined in an empty one. */
  accounts: DemoAccount[]
  drop(): Promise<void>
}

export type TestServer = {
  /** Environment variables for the test processes. */
  env: Record<string, string>
  stop(): Promise<void>
}

type Kind = {
  /** With the demo shop's data. */
  seeded?: boolean
  /** Without any tables, as before the first start of a shop. */
  blank?: boolean
  /** A copy of this database, which must have no connections meanwhile. */
  copyOf?: TestDatabase
}

/** A new database, migrated by default. Drop it when the tests are done. */
export async function testDatabase({ seeded = false, blank = false, copyOf }: Kind = {}): Promise<TestDatabase> {
  const { folder, release } = await borrowServer()
  const { url, adminUrl } = await getCluster(folder)
  const name = `test_${process.pid}_${++made}`
  const template = copyOf ? nameOf(copyOf.url) : blank ? 'template0' : seeded ? 'seeded' : 'empty'
  await ask(adminUrl, `create database ${name} template ${template} strategy file_copy owner gamla`)
  return {
    url: atDatabase(url, name),
    accounts: seeded ? JSON.parse(await readFile(join(folder, 'demo-accounts.json'), 'utf8')) : [],
    async drop() {
      await dropDatabase(adminUrl, name)
      await release()
    },
  }
}

export type OpenDatabase = Pick<TestDatabase, 'url' | 'accounts'> & {
  pool: pg.Pool
  db: Database
  close(): Promise<void>
}

/**
 * A migrated database and connections to it, both of which the next test file of this process gets again, emptied: a new
 * database and new connections cost far more work than most tests do in them.
 */
export async function openDatabase({ seeded = false }: Pick<Kind, 'seeded'> = {}): Promise<OpenDatabase> {
  const index = free.findIndex((kept) => kept.seeded === seeded)
  const kept = free.splice(index, index < 0 ? 0 : 1)[0] ?? (await makeKept(seeded))
  const { database, pool } = kept
  const { url, accounts } = database
  return { url, accounts, pool, db: openHandle(pool), close: () => giveBack(kept) }
}

/** As many as a worker on two cores has; each more takes time to start, and tests rarely use it. */
const CONNECTIONS = 5

type Kept = { seeded: boolean; database: TestDatabase; pool: pg.Pool; emptier: Emptier }
const free: Kept[] = []

async function makeKept(seeded: boolean): Promise<Kept> {
  const database = await testDatabase({ seeded })
  const pool = openPool(database.url, CONNECTIONS, silentLog)
  // Nobody ends it at the end of the process, and many tests at once wait for a connection on a busy machine.
  Object.assign(pool.options, { idleTimeoutMillis: 0, allowExitOnIdle: true, connectionTimeoutMillis: 60_000 })
  return { seeded, database, pool, emptier: await openEmptier(database.url) }
}

async function giveBack(kept: Kept): Promise<void> {
  const { database, pool, emptier } = kept
  // Somebody who has not returned a connection may have left anything in it.
  const isShared = process.env[VARIABLE] !== undefined && pool.totalCount === pool.idleCount
  if (isShared && (await emptier.empty())) {
    free.push(kept)
    return
  }
  await pool.end()
  await emptier.close()
  await database.drop()
}

let made = 0
/** The server of a test file that runs alone, and the number of its databases in use. */
let own: { server: Promise<TestServer>; users: number } | undefined

async function borrowServer(): Promise<{ folder: string; release(): Promise<void> }> {
  const shared = process.env[VARIABLE]
  if (shared) return { folder: shared, release: async () => {} }

  own ??= { server: startTestServer(), users: 0 }
  const { server } = own
  own.users += 1
  return {
    folder: (await server).env[VARIABLE] ?? '',
    async release() {
      if (own?.server !== server) return
      own.users -= 1
      if (own.users > 0) return
      own = undefined
      await (await server).stop()
    },
  }
}

/** One PostgreSQL for a whole run of tests, with a template for each kind of database and one for a shop's data folder. */
export async function startTestServer(): Promise<TestServer> {
  await removeAbandoned()
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  let server: Embedded | undefined
  const stop = async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    server = await startEmbedded(folder, silentLog, SETTINGS)
    await makeDatabases(server, folder)
    // Only the files of a stopped server can be copied.
    await server.stop()
    await makeDataFolder(folder)
    server = await startEmbedded(folder, silentLog, SETTINGS)
    await ask(server.adminUrl, 'alter database gamla rename to seeded')
    return { env: { [VARIABLE]: folder }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Durability is not needed here, nor workers beside the connections: with many databases one is started each second. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  io_method: 'sync',
  autovacuum: 'off',
  max_parallel_workers_per_gather: '0',
  shared_buffers: '64MB',
}

async function makeDatabases({ url, adminUrl }: Embedded, folder: string): Promise<void> {
  await migrate(url)
  await ask(adminUrl, 'create database empty template gamla owner gamla')
  const { db, pool } = connect(url, silentLog)
  await seedIfEmpty({ db, config: { dataDir: folder } }).finally(() => pool.end())
}

async function makeDataFolder(folder: string): Promise<void> {
  const shop = join(folder, TEMPLATE)
  await mkdir(shop)
  await promisify(execFile)('cp', ['-a', join(folder, 'postgres'), join(folder, 'demo-accounts.json'), shop])
}

/** Removes what a killed run left in the folder for temporary files. */
async function removeAbandoned(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => {
    const pid = /^gamla-suite-(\d+)-/.exec(name)?.[1]
    return pid && !isAlive(Number(pid))
  })
  for (const name of names) {
    const folder = join(tmpdir(), name)
    await stopOrphanedServer(join(folder, 'postgres')).catch(() => {})
    await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function atDatabase(url: string, name: string): string {
  return url.replace('/gamla?', `/${name}?`)
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1)
}

/** Gives closing connections time to end; terminating them would log errors. */
async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  const inUse = await ask(adminUrl, `drop database ${name}`).then(
    () => false,
    (error: { code?: string }) => error.code === '55006' || Promise.reject(error),
  )
  if (inUse) await ask(adminUrl, `drop database ${name} with (force)`)
}

async function ask(url: string, query: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(query).finally(() => client.end())
}
