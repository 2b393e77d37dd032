import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, ConfigError } from './config.ts'

/** Our hold on a data folder. No other shop can open it until this one closes it, or dies. */
export type DataDir = {
  /** The folder's real path: the same whichever link it was reached by. */
  path: string
  /** Leaves word for a second start on this folder. */
  publishUrl(url: string): Promise<void>
  /** The second start then waits a moment instead of giving up. */
  publishClosing(): Promise<void>
  close(): void
}

/** @throws ConfigError when the folder cannot be used, or another shop has it open */
export async function openDataDir(dataDir: string): Promise<DataDir> {
  const path = await makeFolder(dataDir)
  const lock = await lockFolder(path)
  const note = join(path, 'open.json')
  const leaveNote = (about: object) => writeFile(note, JSON.stringify({ pid: process.pid, ...about }))
  await leaveNote({})
  let url: string | undefined

  return {
    path,
    publishUrl(openAt) {
      url = openAt
      return leaveNote({ url })
    },
    publishClosing: () => leaveNote({ url, closing: true }),
    close: () => lock.close(),
  }
}

async function makeFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true })
    const path = await realpath(dataDir)
    const probe = join(path, `.probe-${process.pid}`)
    await writeFile(probe, '')
    await rm(probe)
    return path
  } catch (error) {
    throw new ConfigError(`DATA_DIR must be a folder the shop can write to; ${dataDir} is not: ${reason(error)}`)
  }
}

/**
 * SQLite's exclusive lock is a lock of the kernel: taken without a race, and gone with the process however that ends.
 * A pid file would survive `kill -9`, and a socket's path may be 107 bytes long at most.
 */
async function lockFolder(path: string): Promise<DatabaseSync> {
  const file = join(path, 'lock')
  for (const asked = Date.now(); ; await sleep(100)) {
    const lock = tryLock(file)
    if (lock) {
      await chmod(file, 0o600)
      return lock
    }
    // A shop that is closing, or was killed this instant, lets go by itself.
    const holder = await readNote(path)
    const timeoutMs = holder.closing ? 15_000 : 1000
    if (Date.now() - asked > timeoutMs) throw new ConfigError(alreadyOpen(path, holder))
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
  const whose = pid ? ` (process ${pid}${url ? `, ${url}` : ''})` : ''
  return `DATA_DIR ${path} is in use by another shop${whose}; close that one, or set DATA_DIR to another folder`
}

/**
 * Signs the sessions. The operator's own, else made once for a data folder, so that nobody is logged out by a restart.
 */
export async function getSecret({ secret: named, dataDir }: Pick<Config, 'secret' | 'dataDir'>): Promise<string> {
  if (named !== undefined) return named
  const file = join(dataDir, 'secret')
  const secret = await readFile(file, 'utf8').catch(() => makeSecret(dataDir, file))
  // Somebody who copied the folder may have let others read it.
  await chmod(file, 0o600).catch(() => {})
  if (secret.length >= 32) return secret
  throw new ConfigError(`DATA_DIR holds a damaged file: remove ${file}, and everybody has to log in again`)
}

async function makeSecret(dataDir: string, file: string): Promise<string> {
  const draft = `${file}-${process.pid}`
  try {
    await mkdir(dataDir, { recursive: true })
    await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
    // A link is whole or not there, and of two shops that make one at once the first wins.
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

function reason(error: unknown): string {
  return (error as Error).message.replace(/\s+/g, ' ')
}
