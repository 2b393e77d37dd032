import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FAST_SCRYPT } from './fast-scrypt.ts'

const root = join(import.meta.dirname, '../..')

/** A real shop in a process of its own. */
export type ShopProcess = {
  process: ChildProcess
  /** Its stdout and stderr so far. */
  said(): string
  /** Resolves with its URL. */
  opened(): Promise<string>
  /** Resolves with its exit code or signal. */
  ended(): Promise<number | string>
}

/** @param script `server/main.ts`, or `scripts/start.mjs`, which is what npm runs */
export function startShop(env: NodeJS.ProcessEnv, script = 'server/main.ts'): ShopProcess {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const shop = spawn(process.execPath, [script], {
    cwd: root,
    env: {
      ...inherited,
      NODE_OPTIONS: FAST_SCRYPT,
      NODE_ENV: 'production',
      PORT: '0',
      RATE_LIMIT_FACTOR: '100',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [shop.stdout, shop.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  const end = once(shop, 'close').then(([code, signal]) => (code ?? signal) as number | string)

  return {
    process: shop,
    said: () => text,
    opened: () =>
      until('the shop is open', () => {
        if (shop.exitCode !== null || shop.signalCode !== null) throw new Error(`The shop has ended: ${text}`)
        return / is open at (\S+)/.exec(text)?.[1]
      }),
    ended: () => end,
  }
}

/**
 * Waits for a condition, never for a time: at most 90 s, because a job of a killed process runs again after a minute.
 * Looks less and less often, because a look can cost as much as what it waits for.
 */
export async function until<T>(what: string, look: () => T | Promise<T>): Promise<NonNullable<Awaited<T>>> {
  let pauseMs = 20
  for (const end = Date.now() + 90_000; Date.now() < end; await sleep(pauseMs)) {
    const found = await look()
    if (found) return found as NonNullable<Awaited<T>>
    pauseMs = Math.min(pauseMs * 1.1, 100)
  }
  throw new Error(`Waited in vain until ${what}`)
}

/** The pids of a primary's workers. Linux only: reads /proc. */
export function listWorkers(primary: number | undefined): Promise<number[]> {
  return listRunning(primary, /worker\.ts/)
}

/** The pid of the sandbox's process. Linux only. */
export async function findSandbox(parent: number | undefined): Promise<number | undefined> {
  return (await listRunning(parent, /sandbox\/main\.ts/))[0]
}

async function listRunning(parent: number | undefined, script: RegExp): Promise<number[]> {
  const children = await Promise.all(
    (await listChildren(parent)).map(async (pid) => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      return script.test(command) ? [pid] : []
    }),
  )
  return children.flat()
}

/** The pids of a Node process's children. Linux only. Reading the parent of every process would take many times longer. */
export async function listChildren(pid: number | undefined): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return text.split(' ').filter(Boolean).map(Number)
}
