import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import net from 'node:net'
import { join } from 'node:path'
import { backoffMs } from '#domain/backoff.ts'
import { type Config, ConfigError } from '#server/config.ts'
import type { Log } from '#server/observability/log.ts'
import { createMetrics } from '#server/observability/metrics.ts'
import { bindPort } from './bind-port.ts'
import { createRpc, type Rpc } from './ipc.ts'
import type { Opened, WorkerConfig } from './shop-server.ts'
import type { FromWorker, ToWorker } from './worker-lifecycle.ts'

/** The process or processes that serve the shop: workers, or this process with `--dev`. */
export type ServingProcess = {
  port: number
  /** The URL for a browser on this machine. */
  url: string
  /**
   * Resolves when the shop is served.
   * @throws when it could not start
   */
  open(config: Omit<WorkerConfig, 'isFirst'>): Promise<Opened>
  /** Lets requests in flight finish within `timeoutMs`, and accepts no new ones. */
  close(timeoutMs: number): Promise<void>
}

type Options = Pick<Config, 'workers' | 'host' | 'port'> & { log: Log; script?: string }

/** A worker process. Its replacement has the same number. */
type Member = Pick<Rpc, 'call'> & {
  number: number
  worker: Worker
  startedAt: number
  isReady: boolean
  isLeaving: boolean
  /** The configuration error that kept it from starting. */
  configError: string | undefined
}

/** Pauses between starts of a worker that dies while starting. */
const BACKOFF = { firstMs: 250, maxMs: 10_000 }
/**
 * A worker that dies is replaced at once, or after the first pause if it has served for less than this. A worker that
 * is replaced after an exception serves at least this long, so that many exceptions do not cause as many starts.
 */
const MIN_LIFETIME_MS = 5000
/** How long requests in flight may take to finish in a process that closes. */
export const DRAIN_MS = 5000
/** Additional time before a closing process is killed. */
const CLOSING_MS = 2000

/**
 * Starts workers on a shared port and replaces those that end. The primary handles no requests, because a failing
 * request must not end the process that holds the database.
 * Workers accept connections themselves. In Node's default round robin, a connection that is being passed to a worker
 * is lost if that worker is killed, and its browser waits forever.
 *
 * @param script that a worker runs
 * @throws ConfigError naming PORT or HOST
 */
export async function startWorkers(options: Options): Promise<ServingProcess> {
  const { workers: count, host, port: wanted, log, script = join(import.meta.dirname, 'worker.ts') } = options
  const metrics = createMetrics()
  const members = new Map<number, Member>()
  const scheduled = new Map<number, NodeJS.Timeout>()
  const firstReady = Promise.withResolvers<Opened>()
  firstReady.promise.catch(() => {})
  let workerConfig: Omit<WorkerConfig, 'isFirst'> | undefined
  let isOpen = false
  let closing: Promise<void> | undefined

  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: script, args: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const makeServer = () => net.createServer((socket) => socket.destroy())
  const port = await bindPort(host, wanted, makeServer(), makeServer)
  const first = start(1)
  await Promise.race([once(first.worker, 'online'), firstReady.promise])
  // From here on the workers hold the port.
  await port.close()
  send(first, { listen: { host, port: port.number } })

  function start(number: number, failures = 0): Member {
    const worker = cluster.fork()
    const { call } = createRpc(worker.process, { metrics: collectMetrics })
    const member = {
      number,
      worker,
      call,
      startedAt: performance.now(),
      isReady: false,
      isLeaving: false,
      configError: undefined,
    }
    members.set(worker.id, member)
    worker.on('message', (message: FromWorker | Record<string, unknown>) => onMessage(member, message))
    worker.on('error', (error) => log.error(`Worker ${number} reported an error`, error))
    worker.once('exit', (code, signal) => onExit(member, signal ?? code, failures))
    if (isOpen && workerConfig) {
      keepPortOpen()
      send(member, { open: { ...workerConfig, isFirst: false } })
    }
    return member
  }

  function onMessage(member: Member, message: FromWorker | Record<string, unknown>): void {
    if (message === 'replace') {
      scheduleStart(member.number, Math.max(0, member.startedAt + MIN_LIFETIME_MS - performance.now()))
    } else if (typeof message === 'object' && 'failed' in message) {
      member.configError = String(message.failed)
    } else if (typeof message === 'object' && 'ready' in message) {
      member.isReady = true
      for (const other of sameNumber(member)) retire(other)
      if (isOpen) return
      isOpen = true
      firstReady.resolve(message.ready as Opened)
      for (let number = 2; number <= count; number += 1) start(number)
    }
  }

  function onExit(member: Member, how: string | number, failures: number): void {
    const { number, isReady, isLeaving, configError, worker, startedAt } = member
    members.delete(worker.id)
    if (closing || isLeaving) return
    if (!isOpen) {
      firstReady.reject(
        configError ? new ConfigError(configError) : new Error(`Worker ${number} could not start (${how})`),
      )
      return
    }
    log.error(`Worker ${number} exited (${configError || how}); starting a replacement`)
    // Its replacement is already starting.
    if (isReady && sameNumber(member).length > 0) keepPortOpen()
    else if (isReady) scheduleStart(number, performance.now() - startedAt < MIN_LIFETIME_MS ? BACKOFF.firstMs : 0)
    else scheduleStart(number, backoffMs(failures, BACKOFF), failures + 1)
  }

  /** Schedules a start; a later schedule for the same number replaces it. */
  function scheduleStart(number: number, delayMs: number, failures = 0): void {
    clearTimeout(scheduled.get(number))
    scheduled.set(
      number,
      setTimeout(() => {
        scheduled.delete(number)
        if (!closing) start(number, failures)
      }, delayMs),
    )
  }

  /** A starting worker binds the port when it is ready, or immediately if no other worker holds it. */
  function keepPortOpen(): void {
    const isServed = [...members.values()].some(({ isReady, isLeaving }) => isReady && !isLeaving)
    if (!isServed) for (const member of members.values()) send(member, { listen: { host, port: port.number } })
  }

  function sameNumber({ number, worker }: Member): Member[] {
    return [...members.values()].filter(
      (other) => other.number === number && other.worker !== worker && !other.isLeaving,
    )
  }

  function retire(member: Member): void {
    member.isLeaving = true
    void close(member, DRAIN_MS)
  }

  async function close({ worker }: Member, timeoutMs: number): Promise<void> {
    const ended = once(worker.process, 'exit')
    send({ worker }, { close: timeoutMs })
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), timeoutMs + CLOSING_MS)
    await ended
    clearTimeout(timer)
  }

  /** Worker 0 is this process; a worker that does not respond is left out. */
  async function collectMetrics() {
    const ready = [...members.values()].filter(({ isReady, isLeaving }) => isReady && !isLeaving)
    const ofWorkers = await Promise.all(
      ready.map(async ({ number, call }) => ({ worker: number, value: await call('metrics') })),
    )
    return [{ worker: 0, value: await metrics.read() }, ...ofWorkers.filter(({ value }) => value !== undefined)]
  }

  return {
    port: port.number,
    url: port.url,
    open(config) {
      workerConfig = config
      send(first, { open: { ...workerConfig, isFirst: true } })
      return firstReady.promise
    },
    close(timeoutMs) {
      for (const timer of scheduled.values()) clearTimeout(timer)
      closing ??= Promise.all(Array.from(members.values(), (member) => close(member, timeoutMs))).then(() => {})
      return closing
    },
  }
}

function send({ worker }: Pick<Member, 'worker'>, message: ToWorker): void {
  // If the worker is gone, its 'exit' event tells.
  if (worker.isConnected()) worker.send(message, undefined, {}, () => {})
}
