import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { getPriority, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'
import type { Log } from '#server/observability/log.ts'
import type { Answer, Result, Task } from './decoder-process.ts'
import { findFileProblem } from './limits.ts'
import type { Rendition } from './renditions.ts'

export type Decoder = ReturnType<typeof createImageDecoder>

type DecoderLimits = {
  /** Resident memory, in bytes. The most expensive allowed images take up to 0.6 GB. */
  memory: number
  /** Per image. The most expensive take 3 s. */
  cpuMs: number
  /** Per image; generous, because the low-priority decoder hardly runs on a busy machine. */
  wallMs: number
  startMs: number
  /** The process ends after being idle for so long. */
  idleMs: number
}

const DEFAULT_LIMITS: DecoderLimits = {
  memory: 768 * 1024 * 1024,
  cpuMs: 20_000,
  wallMs: 120_000,
  startMs: 60_000,
  idleMs: 30_000,
}
/** Added to the shop's nice value, so that requests come first. */
const NICE_INCREMENT = 5
/** Through package.json's imports, which lead to the same file from the sources and from the build. */
const SCRIPT = fileURLToPath(import.meta.resolve('#server/catalog/images/decoder-process.ts'))

const DAMAGED = 'This image is damaged. Try another file.'
const TOO_EXPENSIVE = 'This image takes too long to process. Make it smaller, or use a JPEG.'

/**
 * Decodes images in a child process, one at a time; a file is read into memory only while it is processed. The process
 * starts with the first image; calls throw when it cannot start.
 */
export function createImageDecoder(log: Pick<Log, 'error'>, limits: Partial<DecoderLimits> = {}) {
  const { memory, cpuMs, wallMs, startMs, idleMs } = { ...DEFAULT_LIMITS, ...limits }
  let child: ChildProcess | undefined
  let last: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined
  let isClosing = false

  /** @returns undefined when the process died */
  function enqueueTask(task: Task['task'], file: UploadedFile): Promise<Result | undefined> {
    const result = last.then(async () => {
      clearTimeout(idle)
      const bytes = new Uint8Array(await file.arrayBuffer())
      child ??= await start()
      const answer = await runTask(child, { task, bytes }, wallMs)
      if (!answer && !isClosing) log.error(`Image decoder died (${task}, ${file.size} bytes); the upload was rejected`)
      // Node does not return all memory, so after some large images the next one would exceed the limit.
      if (answer && answer.memory > memory / 4) endProcess()
      idle = setTimeout(endProcess, idleMs).unref()
      return answer?.result
    })
    last = result.catch(() => {})
    return result
  }

  async function start(): Promise<ChildProcess> {
    if (isClosing) throw new Error('The shop is closing')
    const started = fork(SCRIPT, [String(memory), String(cpuMs)], {
      // No secrets for an attacker who exploits a decoder.
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    started.on('error', (error) => log.error('Image decoder failed', error))
    started.once('exit', () => {
      if (child === started) child = undefined
    })
    lowerPriority(started)
    // An idle decoder must not keep the shop from exiting.
    started.unref()
    started.channel?.unref()
    if ((await nextMessage(started, startMs)) !== 'ready') throw new Error('The image decoder could not start')
    return started
  }

  /** Disconnecting ends the process; the next image starts a new one. */
  function endProcess(): void {
    if (child?.connected) child.disconnect()
    child = undefined
  }

  return {
    /** The problem of a file as an image, as a message; undefined: none. */
    async findProblem(file: UploadedFile): Promise<string | undefined> {
      const problem = findFileProblem(file.size)
      if (problem) return problem
      const result = await enqueueTask('check', file)
      return result && 'problem' in result ? result.problem : TOO_EXPENSIVE
    },
    async makeRenditions(
      file: UploadedFile,
    ): Promise<{ ok: true; renditions: Rendition[] } | { ok: false; problem: string }> {
      const result = await enqueueTask('make-renditions', file)
      if (!result || !('renditions' in result)) return { ok: false, problem: TOO_EXPENSIVE }
      return result.renditions ? { ok: true, renditions: result.renditions } : { ok: false, problem: DAMAGED }
    },
    /** Of the child process; undefined when none is running. */
    pid: () => child?.pid,
    async close(): Promise<void> {
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

/** The next message; undefined when the process dies first. It is killed after `timeoutMs`. */
function nextMessage(child: ChildProcess, timeoutMs: number): Promise<unknown> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    const settle = (message?: unknown) => {
      clearTimeout(timer)
      child.off('message', settle)
      child.off('exit', ended)
      child.off('error', ended)
      resolve(message)
    }
    const ended = () => settle()
    child.once('message', settle)
    child.once('exit', ended)
    child.once('error', ended)
  })
}

/** Called before the process starts threads, which inherit the priority. */
function lowerPriority(child: ChildProcess): void {
  try {
    if (child.pid) setPriority(child.pid, Math.min(19, getPriority() + NICE_INCREMENT))
  } catch {
    // The process is dead already, or the system does not allow it.
  }
}
