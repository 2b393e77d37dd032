import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

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
        if (!isMeant) falls.push(`${signal ?? `exit ${code}`}`)
        if (!isOver) setTimeout(start, PAUSE_MS)
        resolve()
      })
    })
  }

  return {
    falls,
    starts: () => starts,
    /** It is being killed, or dead. */
    isEnding: () => isMeant || shop.exitCode !== null || shop.signalCode !== null,
    pid: () => shop.pid,
    kill(signal: NodeJS.Signals): Promise<void> {
      isMeant = true
      shop.kill(signal)
      return ended
    },
    async stop(): Promise<void> {
      isOver = true
      await this.kill('SIGTERM')
    },
  }
}
