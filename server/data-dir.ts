import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, ConfigError } from './config.ts'

export type DataDir = Awaited<ReturnType<typeof openDataDir>>

/**
 * Locks a data folder until it is closed or the process ends.
 * @throws ConfigError when the folder cannot be used, or another shop has it open
 */
export async function openDataDir(dataDir: string) {
  const path = await makeFolder(dataDir)
  const lock = await lockFolder(path)
  const noteFile = join(path, 'open.json')
  const writeNote = (about: object) => writeFile(noteFile, JSON.stringify({ pid: process.pid, ...about }))
  await writeNote({})
  let url: string | undefined

  return {
    /** With symbolic links resolved. */
    path,
    /** Lets a second start on this folder report where the shop is open. */
    publishUrl(openAt: string): Promise<void> {
      url = openAt
      return writeNote({ url })
    },
    /** Makes a second start wait instead of failing. */
    publishClosing: () => writeNote({ url, closing: true }),
    close: () => lock.close(),
  }
}

async function makeFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true })
    const path = await realpath(dataDir)
    await closeToOthers(path, { holdsDatabase: true })
    const probe = join(path, `.probe-${process.pid}`)
    await writeFile(probe, '')
    await rm(probe)
    return path
  } catch (error) {
    throw new ConfigError(`DATA_DIR must be a folder the shop can write to; ${dataDir} is not: ${reason(error)}`)
  }
}

/**
 * Other users of the machine read neither images and uploads nor the names of files. As root, PostgreSQL runs as another
 * user, who must pass through the folder but cannot list it.
 */
export async function closeToOthers(path: string, { holdsDatabase }: { holdsDatabase: boolean }): Promise<void> {
  const isRoot = process.getuid?.() === 0
  await chmod(path, holdsDatabase && isRoot ? 0o711 : 0o700).catch((error: NodeJS.ErrnoException) => {
    // A folder that is not there is made when it is needed; one of another user can only be closed by them.
    if (error.code !== 'ENOENT' && error.code !== 'EPERM') throw error
  })
}

/**
 * Uses SQLite's exclusive lock, which is a kernel lock: it is taken without a race and released however the process
 * ends. A pid file would survive `kill -9`, and a socket's path is limited to 107 bytes.
 */
async function lockFolder(path: string): Promise<DatabaseSync> {
  const file = join(path, 'lock')
  for (const startedAt = Date.now(); ; await sleep(100)) {
    const lock = tryLock(file)
    if (lock) {
      await chmod(file, 0o600)
      return lock
    }
    // A shop that is closing, or was just killed, releases its lock in a moment.
    const holder = await readNote(path)
    const timeoutMs = holder.closing ? 15_000 : 1000
    if (Date.now() - startedAt > timeoutMs) throw new ConfigError(alreadyOpen(path, holder))
  }
}

function tryLock(file: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: 0 })
    database.exec('begin exclusive')
    return database
  } catch (error) {
    database?.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined
    throw new ConfigError(`DATA_DIR must be on a disk with file locks; locking ${file} failed: ${reason(error)}`)
  }
}

const SQLITE_BUSY = 5

type Note = { pid?: number; url?: string; closing?: boolean }

async function readNote(path: string): Promise<Note> {
  try {
    return JSON.parse(await readFile(join(path, 'open.json'), 'utf8')) as Note
  } catch {
    return {}
  }
}

function alreadyOpen(path: string, { pid, url }: Note): string {
  const owner = pid ? ` (process ${pid}${url ? `, ${url}` : ''})` : ''
  return `DATA_DIR ${path} is in use by another shop${owner}; stop it, or set DATA_DIR to another folder`
}

/**
 * The secret that signs sessions. Generated once per data folder unless configured: a new one would log everybody out.
 */
export async function getSecret({ secret: configured, dataDir }: Pick<Config, 'secret' | 'dataDir'>): Promise<string> {
  if (configured !== undefined) return configured
  const file = join(dataDir, 'secret')
  const secret = await readFile(file, 'utf8').catch(() => makeSecret(dataDir, file))
  // Copying the folder may have made the file readable by others.
  await chmod(file, 0o600).catch(() => {})
  if (secret.length >= 32) return secret
  throw new ConfigError(`DATA_DIR contains a damaged file. Remove ${file}; everyone will have to log in again`)
}

async function makeSecret(dataDir: string, file: string): Promise<string> {
  const draft = `${file}-${process.pid}`
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
    // Linking is atomic: if two shops start at once, the first one's secret is used.
    await link(draft, file).catch((error) => {
      if (error.code !== 'EEXIST') throw error
    })
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`DATA_DIR must be a folder the shop can write to; making ${file} failed: ${reason(error)}`)
  } finally {
    await rm(draft, { force: true })
  }
}

/** A new or renamed file survives a power cut only when its folder is synced too. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

function reason(error: unknown): string {
  return (error as Error).message.replace(/\s+/g, ' ')
}
