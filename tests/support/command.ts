import { AsyncLocalStorage } from 'node:async_hooks'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { runCommand } from '#server/cli/run.ts'
import { FAST_DRIZZLE } from './fast-drizzle.ts'
import { FAST_SCRYPT } from './fast-scrypt.ts'

export type CommandResult = { code: number; out: string; err: string }

const SCRIPT = join(import.meta.dirname, '../../server/cli/main.ts')

/** `npm run shop -- …` */
export function runApart(place: Record<string, string>, args: readonly string[]): Promise<CommandResult> {
  const env = { ...process.env, NODE_OPTIONS: `${FAST_SCRYPT} ${FAST_DRIZZLE}`, ...place }
  return new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, ...args], { env }, (error, out, err) => {
      resolve({ code: Number(error?.code ?? 0), out, err })
    })
  })
}

/** The output of the running command; the test runner's reports share the process and its streams. */
const written = new AsyncLocalStorage<{ out: string; err: string }>()

/** The same in this process, in a tenth of the time. One at a time. */
export async function runHere(place: Record<string, string>, args: readonly string[]): Promise<CommandResult> {
  const result = { out: '', err: '' }
  const before = { env: process.env, out: process.stdout.write, err: process.stderr.write }
  process.env = { ...process.env, ...place }
  process.stdout.write = catching(process.stdout, 'out')
  process.stderr.write = catching(process.stderr, 'err')
  try {
    const code = await written.run(result, () => runCommand([...args]))
    return { code, ...result }
  } finally {
    process.env = before.env
    process.stdout.write = before.out
    process.stderr.write = before.err
  }
}

function catching(stream: NodeJS.WriteStream, name: 'out' | 'err'): typeof stream.write {
  const { write } = stream
  return (text: string | Uint8Array, ...rest: unknown[]) => {
    const result = written.getStore()
    if (!result) return Reflect.apply(write, stream, [text, ...rest])
    result[name] += text
    return true
  }
}
