import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import net from 'node:net'
import { join } from 'node:path'
import { type Config, ConfigError } from '#server/config.ts'
import type { Log } from '#server/observability/log.ts'
import { createMetrics, type MetricsJson, type ProcessMetrics } from '#server/observability/metrics.ts'
import { createRpc, type Rpc } from './ipc.ts'
import { bindPort } from './port.ts'
import type { Opened, WorkerConfig } from './serving.ts'
import type { FromWorker, ToWorker } from './worker-process.ts'

/** What serves the shop: workers, or with `--dev` this process itself. */
export type ServingProcess = {
  port: number
  /** Where a browser on this machine finds the shop. */
  url: string
  /**
   * Resolves when the shop is served.
   * @throws when it cannot be
   */
  open(orders: Omit<WorkerConfig, 'isFirst'>): Promise<Opened>
  /** Lets requests in flight finish, for as long as `patienceMs`, and takes no new ones. */
  close(timeoutMs: number): Promise<void>
}

type Options = Pick<Config, 'workers' | 'host' | 'port'> & { log: Log; script?: string }

/** One of the processes that serve. A successor has the same number. */
type Member = Pick<Rpc, 'ask'> & {
  number: number
  worker: Worker
  since: number
  isReady: boolean
  isLeaving: boolean
  /** What the operator must mend before it can open. */
  refusal: string | undefined
}

/** Between the ends of workers that die while they open: twice as long each time. */
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000
/**
 * One that has served and dies is replaced at once, and after the first pause when it dies so soon. One that is to be
 * replaced because of an exception serves so long at least: many exceptions must not become as many starts.
 */
const SOON_MS = 5000
/** How long requests in flight may take to finish in a process that closes. */
export const DRAIN_MS = 5000
/** What it may take besides. */
const CLOSING_MS = 2000

/**
 * Starts the processes that serve, on a port that they share, and replaces those that end. This one serves no request, so
 * that nothing in a request can take along what it holds.
 *
 * The workers accept connections by themselves (not by turns, Node's default): with turns, a connection that is on its
 * way to a worker that is killed is lost, and its browser waits for ever.
 *
 * @param script what a worker runs
 * @throws ConfigError naming PORT or HOST
 */
export async function startWorkers(options: Options): Promise<ServingProcess> {
  const { workers: count, host, port: wanted, log, script = join(import.meta.dirname, 'worker.ts') } = options
  const metrics = createMetrics()
  const members = new Map<number, Member>()
  const planned = new Map<number, NodeJS.Timeout>()
  const firstReady = Promise.withResolvers<Opened>()
  firstReady.promise.catch(() => {})
  let orders: Omit<WorkerConfig, 'isFirst'> | undefined
  let isOpen = false
  let closing: Promise<void> | undefined

  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: script, args: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const makeServer = () => net.createServer((socket) => socket.destroy())
  const port = await bindPort(host, wanted, makeServer(), makeServer)
  const first = start(1)
  await Promise.race([once(first.worker, 'online'), firstReady.promise])
  // Now it is the workers'. They keep it for as long as there is one.
  await port.close()
  tell(first, { listen: { host, port: port.number } })

  function start(number: number, failures = 0): Member {
    const worker = cluster.fork()
    const { ask } = createRpc(worker.process, { metrics: collectMetrics })
    const member = {
      number,
      worker,
      ask,
      since: performance.now(),
      isReady: false,
      isLeaving: false,
      refusal: undefined,
    }
    members.set(worker.id, member)
    worker.on('message', (message: FromWorker | Record<string, unknown>) => onMessage(member, message))
    worker.on('error', (error) => log.error(`Worker ${number} is in trouble`, error))
    worker.once('exit', (code, signal) => onExit(member, signal ?? code, failures))
    if (isOpen && orders) {
      keepPortOpen()
      tell(member, { open: { ...orders, isFirst: false } })
    }
    return member
  }

  function onMessage(member: Member, message: FromWorker | Record<string, unknown>): void {
    if (message === 'replace') {
      plan(member.number, Math.max(0, member.since + SOON_MS - performance.now()))
    } else if (typeof message === 'object' && 'refused' in message) {
      member.refusal = String(message.refused)
    } else if (typeof message === 'object' && 'ready' in message) {
      member.isReady = true
      for (const other of namesakesOf(member)) leave(other)
      if (isOpen) return
      isOpen = true
      firstReady.resolve(message.ready as Opened)
      for (let number = 2; number <= count; number += 1) start(number)
    }
  }

  function onExit(member: Member, how: string | number, failures: number): void {
    const { number, isReady, isLeaving, refusal, worker, since } = member
    members.delete(worker.id)
    if (closing || isLeaving) return
    if (!isOpen) {
      firstReady.reject(refusal ? new ConfigError(refusal) : new Error(`Worker ${number} could not open (${how})`))
      return
    }
    log.error(`Worker ${number} has ended (${refusal || how}); another takes its place`)
    // Its successor is on the way already.
    if (isReady && namesakesOf(member).length > 0) keepPortOpen()
    else if (isReady) plan(number, performance.now() - since < SOON_MS ? FIRST_PAUSE_MS : 0)
    else plan(number, Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS), failures + 1)
  }

  /** Of two plans for a number the later one counts. */
  function plan(number: number, pauseMs: number, failures = 0): void {
    clearTimeout(planned.get(number))
    planned.set(
      number,
      setTimeout(() => {
        planned.delete(number)
        if (!closing) start(number, failures)
      }, pauseMs),
    )
  }

  /** One that opens usually takes the port when it is ready; when nobody else has it, at once. */
  function keepPortOpen(): void {
    const isServed = [...members.values()].some(({ isReady, isLeaving }) => isReady && !isLeaving)
    if (!isServed) for (const member of members.values()) tell(member, { listen: { host, port: port.number } })
  }

  function namesakesOf({ number, worker }: Member): Member[] {
    return [...members.values()].filter(
      (other) => other.number === number && other.worker !== worker && !other.isLeaving,
    )
  }

  function leave(member: Member): void {
    member.isLeaving = true
    void close(member, DRAIN_MS)
  }

  async function close({ worker }: Member, timeoutMs: number): Promise<void> {
    const ended = once(worker.process, 'exit')
    tell({ worker }, { close: timeoutMs })
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), timeoutMs + CLOSING_MS)
    await ended
    clearTimeout(timer)
  }

  /** Worker 0 is this process. A worker that does not answer in time is left out. */
  async function collectMetrics(): Promise<ProcessMetrics[]> {
    const ready = [...members.values()].filter(({ isReady, isLeaving }) => isReady && !isLeaving)
    const answers = await Promise.all(
      ready.map(async ({ number, ask }) => ({
        worker: number,
        value: (await ask('metrics')) as MetricsJson | undefined,
      })),
    )
    const own = { worker: 0, value: await metrics.read() }
    return [own, ...answers.flatMap(({ worker, value }) => (value ? [{ worker, value }] : []))]
  }

  return {
    port: port.number,
    url: port.url,
    open(given) {
      orders = given
      tell(first, { open: { ...orders, isFirst: true } })
      return firstReady.promise
    },
    close(timeoutMs) {
      for (const timer of planned.values()) clearTimeout(timer)
      closing ??= Promise.all(Array.from(members.values(), (member) => close(member, timeoutMs))).then(() => {})
      return closing
    },
  }
}

function tell({ worker }: Pick<Member, 'worker'>, message: ToWorker): void {
  // One that has gone is noticed by its end.
  if (worker.isConnected()) worker.send(message, undefined, {}, () => {})
}
