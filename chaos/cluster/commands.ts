import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** What a program says. @throws with its own words when it fails */
export async function run(command: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<string> {
  try {
    const { stdout } = await execute(command, args, { env, maxBuffer: 32 * 1024 * 1024, timeout: 300_000 })
    return stdout
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    throw new Error(`${command} ${args.join(' ')} failed: ${stderr?.trim() || message}`)
  }
}

/** Waits for a condition, for a while. @throws when it does not come true in `seconds`, or the run is over */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  { seconds, signal }: { seconds: number; signal?: AbortSignal },
): Promise<T> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(200)) {
    signal?.throwIfAborted()
    const found = await look()
    if (found !== undefined && found !== false) return found
  }
  throw new Error(`Waited ${seconds} s in vain until ${what}`)
}

/** What a server answers to a GET, or undefined when it does not in a second. */
export async function ask(url: string): Promise<{ status: number; body: string } | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(1000) })
    return { status: answer.status, body: await answer.text() }
  } catch {
    return undefined
  }
}

/** The same numbers from the same seed: mulberry32. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function shuffle<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
