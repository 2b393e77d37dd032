import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { ConfigError } from '#server/config.ts'
import { openClient } from '#server/db/client.ts'
import { binary, type Cluster, postgresEnv } from './cluster.ts'
import { asOwner } from './os-user.ts'
import { SHUTDOWN } from './postmaster.ts'

/**
 * Settings for two cores shared with the shop. Given on the command line, so that an update of the shop changes them
 * for existing folders too.
 */
const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  cluster_name: 'gamla',
  fsync: 'on',
  // After a crash, syncs the file system once instead of a thousand files: 0.3 s instead of 4 s.
  recovery_init_sync_method: process.platform === 'linux' ? 'syncfs' : 'fsync',
  max_connections: '150',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  checkpoint_timeout: '15min',
  jit: 'off',
  // One query must not occupy both cores, and containers have little /dev/shm for parallel workers.
  max_parallel_workers_per_gather: '0',
  idle_in_transaction_session_timeout: '60s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Without ERROR: the shop logs failed queries itself, and their details may contain personal data.
  log_min_messages: 'log',
}

export type Settings = Partial<typeof settings>

/** Resolves when the server accepts queries; after a crash, when recovery is done. */
export async function launchServer(cluster: Cluster, own: Settings): Promise<ChildProcess> {
  for (const end = Date.now() + 20_000; ; await sleep(100)) {
    const before = await openLog(cluster.logFile)
    const server = await run(cluster, { ...settings, ...own })
    try {
      await waitUntilReady(server, cluster)
      return server
    } catch (error) {
      await endServer(server)
      const output = (await readFile(cluster.logFile, 'utf8')).slice(before)
      // After a `kill -9` of the server alone, its children need a moment to notice.
      if (!output.includes('shared memory block') || Date.now() > end)
        throw await explainFailure(cluster, output, error)
    }
  }
}

/** Rotates a long log. @returns the current end of the log */
async function openLog(file: string): Promise<number> {
  const size = await stat(file).then(
    ({ size }) => size,
    () => 0,
  )
  if (size < 5_000_000) return size
  await rename(file, `${file}.1`)
  return 0
}

async function run(cluster: Cluster, all: Settings): Promise<ChildProcess> {
  // A stale lock file whose pid is in use again would prevent the start.
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
  const { command, args: serverArgs, ...owner } = await asOwner(cluster.owner, binary('postgres'), args, cluster.folder)
  const log = await open(cluster.logFile, 'a', 0o600)
  // Detached, because Ctrl-C must reach only the shop, which stops the server after its last query. Logs to a file, because
  // a server that outlives a killed shop would keep our output open.
  const server = spawn(command, serverArgs, {
    ...owner,
    cwd: '/',
    env: postgresEnv(),
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  server.on('error', () => {})
  // Stops the server however this process ends, except by `kill -9`.
  const stop = () => server.kill('SIGINT')
  process.once('exit', stop)
  server.once('exit', () => process.off('exit', stop))
  await log.close()
  return server
}

/** @throws when the server exits, or on an error that waiting cannot fix */
async function waitUntilReady(server: ChildProcess, cluster: Cluster): Promise<void> {
  for (;;) {
    const code = await tryConnection(cluster.url)
    if (code === 'connected') return
    if (hasEnded(server)) throw new Error('PostgreSQL ended')
    if (code === 'no such role' || code === 'no such database') await createDatabase(cluster.adminUrl)
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

/**
 * The shop's role is not a superuser, so that an SQL injection could read this database but not the machine's files.
 */
async function createDatabase(adminUrl: string): Promise<void> {
  const client = await openClient({ connectionString: adminUrl })
  try {
    const role = await client.query(`select from pg_roles where rolname = 'gamla'`)
    if (role.rowCount === 0) await client.query('create role gamla login')
    const database = await client.query(`select from pg_database where datname = 'gamla'`)
    if (database.rowCount === 0) await client.query('create database gamla owner gamla')
  } finally {
    await client.end()
  }
}

export async function endServer(server: ChildProcess): Promise<void> {
  for (const [signal, seconds] of SHUTDOWN) {
    if (hasEnded(server)) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await Promise.race([ended, sleep(seconds * 1000, undefined, { ref: false })])
  }
}

function hasEnded(server: ChildProcess): boolean {
  return server.pid === undefined || server.exitCode !== null || server.signalCode !== null
}

async function explainFailure(cluster: Cluster, output: string, error: unknown): Promise<Error> {
  const existing = (await readFile(join(cluster.folder, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  const { stdout } = await promisify(execFile)(binary('postgres'), ['--version']).catch(() => ({ stdout: '' }))
  const ours = /\d+/.exec(stdout)?.[0]
  if (existing && ours && existing !== ours) {
    return new ConfigError(
      `DATA_DIR holds a database of PostgreSQL ${existing}, but this shop includes PostgreSQL ${ours}`,
    )
  }
  const reasons = output.match(/(?<=FATAL: {2}|PANIC: {2}|DETAIL: {2}|HINT: {2}).*/g)?.join(' ') ?? String(error)
  return new ConfigError(`DATA_DIR: PostgreSQL does not start (${cluster.logFile}): ${reasons}`)
}
