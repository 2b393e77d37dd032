import { execFile } from 'node:child_process'
import { readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/**
 * Prepares this cluster folder for a new server: shuts down a server left over from a killed shop, and neutralises the
 * pid file of a killed server. The caller must hold the data folder's lock.
 */
export async function stopOrphanedServer(folder: string): Promise<void> {
  const pid = await readPid(folder)
  if (pid === undefined) return rm(join(folder, 'postmaster.pid'), { force: true })
  if (await isPostmaster(pid, folder)) return stopPostmaster(pid, folder)
  await disownPidFile(folder)
}

/**
 * Signals in sequence, with the seconds to wait for each. SIGINT is PostgreSQL's fast shutdown, which rolls back open
 * transactions and flushes, usually within a second.
 */
export const SHUTDOWN = [
  ['SIGINT', 30],
  ['SIGQUIT', 5],
  ['SIGKILL', 5],
] as const

/** @returns the pid of the server that uses this cluster folder */
export async function findPostmaster(folder: string): Promise<number | undefined> {
  const pid = await readPid(folder)
  return pid !== undefined && (await isPostmaster(pid, folder)) ? pid : undefined
}

/** @returns undefined when there is no pid file, or a crash left it unreadable */
async function readPid(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  return Number.isInteger(pid) && pid > 0 ? pid : undefined
}

/** The system reuses pids, in containers immediately, so a process with this pid need not be the server. */
async function isPostmaster(pid: number, folder: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const [command, cwd] = await Promise.all([
      readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
      readlink(`/proc/${pid}/cwd`).catch(() => undefined),
    ])
    // The working directory is right even if the folder was renamed; the arguments are readable even to other users.
    return command.includes('postgres') && (cwd === folder || command.includes(`-D\0${folder}\0`))
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return stdout.includes(`postgres -D ${folder} `)
}

async function stopPostmaster(pid: number, folder: string): Promise<void> {
  for (const [signal, seconds] of SHUTDOWN) {
    sendSignal(pid, signal)
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(20)) {
      if (!(await isPostmaster(pid, folder))) return
    }
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has just exited.
  }
}

/**
 * Writes our own pid into the pid file. PostgreSQL does not start while the process with the pid in the file is alive,
 * be it a stranger or a zombie, unless it is its parent. The rest of the file stays, because it tells PostgreSQL
 * whether old backends still use the shared memory.
 */
async function disownPidFile(folder: string): Promise<void> {
  const file = join(folder, 'postmaster.pid')
  const [, ...rest] = (await readFile(file, 'utf8')).split('\n')
  await writeFile(file, [process.pid, ...rest].join('\n'))
}
