import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { ConfigError } from '#server/config.ts'
import { binary, type Cluster, postgresEnv } from './cluster.ts'
import { asOwner } from './os-user.ts'

/** For two cores that the shop runs on as well. Given on the command line, so that a newer shop changes an old folder's. */
const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  cluster_name: 'gamla',
  fsync: 'on',
  // After a crash, one sync of the disk instead of a thousand files in turn: 0.3 s, not 4.
  recovery_init_sync_method: process.platform === 'linux' ? 'syncfs' : 'fsync',
  max_connections: '150',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  checkpoint_timeout: '15min',
  jit: 'off',
  // One query must not take both cores, and containers have little /dev/shm for parallel workers to meet in.
  max_parallel_workers_per_gather: '0',
  idle_in_transaction_session_timeout: '60s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Without ERROR: the shop reports failed queries itself, and their details can hold somebody's address.
  log_min_messages: 'log',
}

export type Settings = Partial<typeof settings>

/** Resolves when the server answers queries; after a crash that is when its recovery is done. */
export async function launchServer(cluster: Cluster, own: Settings): Promise<ChildProcess> {
  for (const end = Date.now() + 20_000; ; await sleep(100)) {
    const before = await openLog(cluster.logFile)
    const server = await run(cluster, { ...settings, ...own })
    try {
      await answering(server, cluster)
      return server
    } catch (error) {
      await endServer(server)
      const said = (await readFile(cluster.logFile, 'utf8')).slice(before)
      // After a `kill -9` of the server alone, its children need a moment to notice.
      if (!said.includes('shared memory block') || Date.now() > end) throw await whyNot(cluster, said, error)
    }
  }
}

/** @returns where the log ends now; a long one is put aside first */
async function openLog(file: string): Promise<number> {
  const size = await stat(file).then(
    (it) => it.size,
    () => 0,
  )
  if (size < 5_000_000) return size
  await rename(file, `${file}.1`)
  return 0
}

async function run(cluster: Cluster, all: Settings): Promise<ChildProcess> {
  // Nobody listens on these any more, but a number in the lock file that is in use again would stop the start.
  await rm(join(cluster.socketFolder, '.s.PGSQL.5432'), { force: true })
  await rm(join(cluster.socketFolder, '.s.PGSQL.5432.lock'), { force: true })

  const options = { ...all, unix_socket_directories: `"${cluster.socketFolder.replaceAll('"', '""')}"` }
  const args = [
    '-D',
    cluster.folder,
    '-p',
    '5432',
    ...Object.entries(options).map(([name, value]) => `--${name}=${value}`),
  ]
  const { command, args: words, ...owner } = await asOwner(cluster.owner, binary('postgres'), args, cluster.folder)
  const log = await open(cluster.logFile, 'a', 0o600)
  // A session of its own: Ctrl-C reaches only the shop, which stops the server after its last query. And a file for
  // its words: our own output would stay open as long as a server that outlives a killed shop.
  const server = spawn(command, words, {
    ...owner,
    cwd: '/',
    env: postgresEnv(),
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  server.on('error', () => {})
  // However this process ends, short of `kill -9`, its server does not stay behind.
  const stop = () => server.kill('SIGINT')
  process.once('exit', stop)
  server.once('exit', () => process.off('exit', stop))
  await log.close()
  return server
}

/** @throws when the server ends, or answers with something that waiting does not mend */
async function answering(server: ChildProcess, cluster: Cluster): Promise<void> {
  for (;;) {
    const code = await tryConnection(cluster.url)
    if (code === 'connected') return
    if (hasEnded(server)) throw new Error('PostgreSQL ended')
    if (code === 'no such role' || code === 'no such database') await makeDatabase(cluster.adminUrl)
    await sleep(10)
  }
}

async function tryConnection(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return 'connected'
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === '28000') return 'no such role'
    if (code === '3D000') return 'no such database'
    return 'not yet'
  } finally {
    await client.end().catch(() => {})
  }
}

/** The shop's role is no superuser: an injected query could read this database, not the machine's files. */
async function makeDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const role = await client.query(`select from pg_roles where rolname = 'gamla'`)
    if (role.rowCount === 0) await client.query('create role gamla login')
    const database = await client.query(`select from pg_database where datname = 'gamla'`)
    if (database.rowCount === 0) await client.query('create database gamla owner gamla')
  } finally {
    await client.end()
  }
}

/** Fast shutdown: open transactions are rolled back, everything is written, a second at most. */
export async function endServer(server: ChildProcess): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGINT', 30],
    ['SIGQUIT', 5],
    ['SIGKILL', 5],
  ] as const) {
    if (hasEnded(server)) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await Promise.race([ended, sleep(seconds * 1000, undefined, { ref: false })])
  }
}

function hasEnded(server: ChildProcess): boolean {
  return server.pid === undefined || server.exitCode !== null || server.signalCode !== null
}

async function whyNot(cluster: Cluster, said: string, error: unknown): Promise<Error> {
  const made = (await readFile(join(cluster.folder, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  const { stdout } = await promisify(execFile)(binary('postgres'), ['--version']).catch(() => ({ stdout: '' }))
  const ours = /\d+/.exec(stdout)?.[0]
  if (made && ours && made !== ours) {
    return new ConfigError(`DATA_DIR holds a database of PostgreSQL ${made}, and this shop brings PostgreSQL ${ours}`)
  }
  const reasons = said.match(/(?<=FATAL: {2}|PANIC: {2}|DETAIL: {2}|HINT: {2}).*/g)?.join(' ') ?? String(error)
  return new ConfigError(`DATA_DIR: PostgreSQL does not start (${cluster.logFile}): ${reasons}`)
}
