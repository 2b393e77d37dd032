import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listWorkers, until } from '#tests/support/process.ts'

const root = join(import.meta.dirname, '../..')
/** As a service manager waits, so that a shop that cannot open does not keep the machine busy. */
const PAUSE_MS = 300

/** Runs a shop and starts it again whenever it ends, as a service manager does. */
export type Supervisor = ReturnType<typeof supervise>

export function supervise(env: NodeJS.ProcessEnv, logFile: string) {
  let shop: ChildProcess
  let isOver = false
  /** Ends that nobody here has caused. */
  const falls: string[] = []
  let isMeant = false
  let isReplacing = false
  let ended: Promise<void>
  let starts = 0
  start()

  function start(): void {
    const log = openSync(logFile, 'a')
    const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, ...inherited } = process.env
    shop = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      env: { ...inherited, NODE_ENV: 'production', ...env },
      // The line between us: should this process die, the shop closes by itself.
      stdio: ['ignore', log, log, 'ipc'],
    })
    closeSync(log)
    starts += 1
    isMeant = false
    ended = new Promise((resolve) => {
      shop.once('exit', (code, signal) => {
        // One that finds no database when it opens says so and ends; it is started again until there is one.
        if (!isMeant && (signal || /[Uu]nexpected error|could not start/.test(tailOf(logFile)))) {
          falls.push(`${signal ?? `exit ${code}`}`)
        }
        if (!isOver) setTimeout(start, PAUSE_MS)
        resolve()
      })
    })
  }

  return {
    falls,
    starts: () => starts,
    /** It is being killed, or dead. */
    isEnding: () => isMeant || isReplacing || shop.exitCode !== null || shop.signalCode !== null,
    pid: () => shop.pid,
    kill(signal: NodeJS.Signals): Promise<void> {
      isMeant = true
      shop.kill(signal)
      return ended
    },
    /** Kills the process that serves; what it had in memory is gone, as after a start. */
    async killWorker(isServed: () => Promise<boolean>): Promise<void> {
      const [pid] = await listWorkers(shop.pid)
      if (!pid) return
      isReplacing = true
      process.kill(pid, 'SIGKILL')
      await until('the shop is served again', isServed)
      starts += 1
      isReplacing = false
    },
    async stop(): Promise<void> {
      isOver = true
      await this.kill('SIGTERM')
    },
  }
}

/** What its last life has said. */
function tailOf(logFile: string): string {
  return readFileSync(logFile, 'utf8').split('\n').slice(-40).join('\n')
}
