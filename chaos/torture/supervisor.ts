import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FAST_SCRYPT } from '#tests/support/fast-scrypt.ts'
import { listWorkers, until } from '#tests/support/process.ts'

const root = join(import.meta.dirname, '../..')
/** Pause before a restart, so that a shop that cannot start does not keep the machine busy. */
const PAUSE_MS = 300

/** Runs a shop and restarts it whenever it exits, as a service manager does. */
export type Supervisor = ReturnType<typeof supervise>

export function supervise(env: NodeJS.ProcessEnv, logFile: string) {
  let shop: ChildProcess
  let isOver = false
  /** Exits that no injected fault explains. */
  const crashes: string[] = []
  let isExpected = false
  let isReplacing = false
  let ended: Promise<void>
  let starts = 0
  start()

  function start(): void {
    const log = openSync(logFile, 'a')
    const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, ...inherited } = process.env
    shop = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      // The accounts are made with the tests' cheap hashes.
      env: { ...inherited, NODE_ENV: 'production', NODE_OPTIONS: FAST_SCRYPT, ...env },
      // The IPC channel: the shop shuts down by itself when this process dies.
      stdio: ['ignore', log, log, 'ipc'],
    })
    closeSync(log)
    starts += 1
    isExpected = false
    ended = new Promise((resolve) => {
      shop.once('exit', (code, signal) => {
        // A shop that finds no database at start-up says so and exits; that is expected, and it is restarted.
        if (!isExpected && (signal || /An unexpected error|cannot open/.test(tailOf(logFile)))) {
          crashes.push(`${signal ?? `exit ${code}`}`)
        }
        if (!isOver) setTimeout(start, PAUSE_MS)
        resolve()
      })
    })
  }

  return {
    crashes,
    starts: () => starts,
    /** The shop is being killed, restarted, or is not running. */
    isEnding: () => isExpected || isReplacing || shop.exitCode !== null || shop.signalCode !== null,
    pid: () => shop.pid,
    kill(signal: NodeJS.Signals): Promise<void> {
      isExpected = true
      shop.kill(signal)
      return ended
    },
    /** Kills a worker. Its page cache is lost, so this counts as a start. */
    async killWorker(isServed: () => Promise<boolean>): Promise<void> {
      const [pid] = await listWorkers(shop.pid)
      if (!pid) return
      isReplacing = true
      process.kill(pid, 'SIGKILL')
      await until('the shop answers again', isServed)
      starts += 1
      isReplacing = false
    },
    async stop(): Promise<void> {
      isOver = true
      await this.kill('SIGTERM')
    },
  }
}

/** The last log lines. */
function tailOf(logFile: string): string {
  return readFileSync(logFile, 'utf8').split('\n').slice(-40).join('\n')
}
