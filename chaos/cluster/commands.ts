import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** @returns what the program prints  @throws with its error output when it fails */
export async function run(command: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<string> {
  try {
    const { stdout } = await execute(command, args, { env, maxBuffer: 32 * 1024 * 1024, timeout: 300_000 })
    return stdout
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    throw new Error(`${command} ${args.join(' ')} failed: ${stderr?.trim() || message}`)
  }
}

/** Polls until `look` returns something. @throws after `seconds`, or when the run is aborted */
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
  throw new Error(`Timed out after ${seconds} s: ${what}`)
}

/** @returns undefined without a response within a second */
export async function httpGet(url: string): Promise<{ status: number; body: string } | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(1000) })
    return { status: answer.status, body: await answer.text() }
  } catch {
    return undefined
  }
}
