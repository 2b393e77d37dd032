import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { getPriority, setPriority } from 'node:os'
import { join } from 'node:path'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'
import type { Log } from '#server/observability/log.ts'
import type { Answer, Result, Task } from './decoder-process.ts'
import { findFileProblem } from './limits.ts'
import type { Variant } from './variants.ts'

/** Reads pictures in a process of its own, one after the other. A file's bytes are in memory only when it is its turn. */
export type Decoder = {
  /** What is wrong with a file as a picture, as a sentence; undefined: nothing. @throws when the process cannot start */
  findProblem(file: UploadedFile): Promise<string | undefined>
  /** @throws when the process cannot start */
  makeVariants(file: UploadedFile): Promise<{ ok: true; variants: Variant[] } | { ok: false; problem: string }>
  /** Of the process that decodes, while there is one. */
  pid(): number | undefined
  close(): Promise<void>
}

type RateLimiter = {
  /** Resident memory, in bytes. The most expensive pictures that are allowed take up to 0.6 GB. */
  memory: number
  /** For one picture. The most expensive take 3 s. */
  cpuMs: number
  /** For one picture, also when the machine has much else to do and the decoder, of a lower priority, hardly runs. */
  wallMs: number
  startMs: number
  /** It ends after so long without a picture. */
  idleMs: number
}

const USUAL: RateLimiter = {
  memory: 768 * 1024 * 1024,
  cpuMs: 20_000,
  wallMs: 120_000,
  startMs: 60_000,
  idleMs: 30_000,
}
/** So much nicer than the shop, of 19 at the most: shoppers' requests come first. */
const NICER = 5
/** The source file, also for the bundle in build/server: the decoder runs in its own process. */
const ROOT = import.meta.dirname.replace(/(build\/server|server\/catalog\/images)$/, '')
const SCRIPT = join(ROOT, 'server/catalog/images/decoder-process.ts')

const DAMAGED = 'This picture is damaged: it could not be read to its end.'
const TOO_MUCH = 'This picture takes more memory or time than the shop can give to one: make it smaller, or use a JPEG.'

/** Starts nothing yet: the process is there while there are pictures to read. */
export function createImageDecoder(log: Pick<Log, 'error'>, limits: Partial<RateLimiter> = {}): Decoder {
  const { memory, cpuMs, wallMs, startMs, idleMs } = { ...USUAL, ...limits }
  let child: ChildProcess | undefined
  let last: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined
  let isClosing = false

  /** @returns undefined when the process did not survive it */
  function queryPrepared(task: Task['task'], file: UploadedFile): Promise<Result | undefined> {
    const mine = last.then(async () => {
      clearTimeout(idle)
      const bytes = new Uint8Array(await file.arrayBuffer())
      child ??= await start()
      const answer = await runTask(child, { task, bytes }, wallMs)
      if (!answer && !isClosing)
        log.error(`The picture decoder ended (${task}, ${file.size} bytes); the upload is refused`)
      // Memory that was used once is not all given back: a large picture after several others would exceed the limit.
      if (answer && answer.memory > memory / 4) letGo()
      idle = setTimeout(letGo, idleMs).unref()
      return answer?.result
    })
    last = mine.catch(() => {})
    return mine
  }

  async function start(): Promise<ChildProcess> {
    if (isClosing) throw new Error('The shop is closing')
    const started = fork(SCRIPT, [String(memory), String(cpuMs)], {
      // Whoever breaks into a decoder finds no secrets there.
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    started.on('error', (error) => log.error('The picture decoder is in trouble', error))
    started.once('exit', () => {
      if (child === started) child = undefined
    })
    lowerPriority(started)
    // Waiting for the next picture keeps nobody from ending.
    started.unref()
    started.channel?.unref()
    if ((await nextMessage(started, startMs)) !== 'ready') throw new Error('The picture decoder could not start')
    return started
  }

  /** It ends when it is disconnected; a new one starts when it is needed. */
  function letGo(): void {
    if (child?.connected) child.disconnect()
    child = undefined
  }

  return {
    async findProblem(file) {
      const problem = findFileProblem(file.size)
      if (problem) return problem
      const result = await queryPrepared('check', file)
      return result && 'problem' in result ? result.problem : TOO_MUCH
    },
    async makeVariants(file) {
      const result = await queryPrepared('make-variants', file)
      if (!result || !('variants' in result)) return { ok: false, problem: TOO_MUCH }
      return result.variants ? { ok: true, variants: result.variants } : { ok: false, problem: DAMAGED }
    },
    pid: () => child?.pid,
    async close() {
      isClosing = true
      clearTimeout(idle)
      if (!child) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function runTask(child: ChildProcess, task: Task, timeoutMs: number): Promise<Answer | undefined> {
  const answer = nextMessage(child, timeoutMs)
  child.send(task, () => {})
  return (await answer) as Answer | undefined
}

/** The next thing that it says; undefined when it ends before that, and it is ended after `patienceMs`. */
function nextMessage(child: ChildProcess, timeoutMs: number): Promise<unknown> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    const settle = (said?: unknown) => {
      clearTimeout(timer)
      child.off('message', settle)
      child.off('exit', ended)
      child.off('error', ended)
      resolve(said)
    }
    const ended = () => settle()
    child.once('message', settle)
    child.once('exit', ended)
    child.once('error', ended)
  })
}

/** Before it has threads of its own, which inherit it. */
function lowerPriority(child: ChildProcess): void {
  try {
    if (child.pid) setPriority(child.pid, Math.min(19, getPriority() + NICER))
  } catch {
    // It has ended already, or this system does not let us.
  }
}
