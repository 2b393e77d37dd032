import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { correspond } from './correspondence.ts'
import type { Door } from './listen.ts'
import type { Log } from './log.ts'
import { createMetrics } from './metrics.ts'
import { takePort } from './port.ts'
import type { SandboxDoor } from './sandbox-proxy.ts'

/** What a worker has to know to open. */
export type Orders = { config: Config; databaseUrl: string; sandbox: SandboxDoor | undefined }

/** Processes that answer on one port. This one holds the port, and everything that there must be one of. */
export type Workers = Pick<Door, 'port' | 'url' | 'close'> & {
  /**
   * Resolves when the first of them answers.
   * @param areJobsDone what to say when one is asked
   * @throws when one ends before that
   */
  open(orders: Orders, areJobsDone: () => boolean): Promise<void>
}

type Worker = {
  name: number
  process: ChildProcess
  isReady: boolean
  /** Connections that are on the way to it, each with a number: until it has taken one, that is ours as well. */
  onTheWay: Map<number, net.Socket>
  ask(question: string): Promise<unknown>
}

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000
/** Who has worked for so long did not die of what it met when it opened. */
const LONG_ENOUGH_MS = 30_000

type Said = { worker: number; value: unknown }

/**
 * Takes the port at once, and hands on each connection, unread, to the worker whose turn it is. Not by Node's `cluster`:
 * there the port belongs to the workers, is lost with the last of them, and cannot be taken before there is one.
 *
 * @throws ConfigError naming PORT or HOST
 */
export async function employ({ workers: count, host, port: wanted, log }: Config & { log: Log }): Promise<Workers> {
  const workers = new Map<number, Worker>()
  const waiting: net.Socket[] = []
  const first = Promise.withResolvers<void>()
  first.promise.catch(() => {})
  let orders: Orders | undefined
  let isOpen = false
  let isClosing = false
  let turn = 0
  const answers = { metrics: askForMetrics, jobs: () => false }

  const makeServer = () => net.createServer({ noDelay: true, pauseOnConnect: true }, handOn)
  const port = await takePort(host, wanted, makeServer(), makeServer)
  for (let name = 1; name <= count; name += 1) start(name, FIRST_PAUSE_MS)

  function start(name: number, pauseMs: number): void {
    const child = fork(join(import.meta.dirname, 'worker.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const { ask } = correspond(child, answers)
    const worker: Worker = { name, process: child, isReady: false, onTheWay: new Map(), ask }
    const since = performance.now()
    workers.set(name, worker)
    if (orders) child.send({ orders })
    child.on('message', (message: 'ready' | { taken?: number }) => {
      if (message !== 'ready') return letGo(worker, message.taken)
      worker.isReady = true
      isOpen = true
      first.resolve()
      for (const socket of waiting.splice(0)) handOn(socket)
    })
    // It has ended, and all that it had said is read.
    child.once('close', () => {
      for (const socket of worker.onTheWay.values()) handOn(socket)
    })
    child.once('error', (error) => log.error(`Worker ${name} is in trouble`, error))
    child.once('exit', (code, signal) => {
      worker.isReady = false
      workers.delete(name)
      if (isClosing) return
      if (!isOpen) return first.reject(new Error(`Worker ${name} could not open (${signal ?? code})`))
      const lived = performance.now() - since
      const pause = lived > LONG_ENOUGH_MS ? FIRST_PAUSE_MS : pauseMs
      log.error(`Worker ${name} has ended (${signal ?? code}); another takes its place`)
      setTimeout(() => isClosing || start(name, Math.min(pause * 2, LONGEST_PAUSE_MS)), pause)
    })
  }

  function handOn(socket: net.Socket): void {
    if (isClosing) return void socket.destroy()
    const ready = [...workers.values()].filter((worker) => worker.isReady && worker.process.connected)
    const worker = ready[turn++ % ready.length]
    if (!worker) return void waiting.push(socket)
    worker.onTheWay.set(turn, socket)
    worker.process.send({ connection: turn }, socket, { keepOpen: true }, () => {})
  }

  /** It has the connection now; ours is closed, and would otherwise keep it open. */
  function letGo({ onTheWay }: Worker, taken = 0): void {
    onTheWay.get(taken)?.destroy()
    onTheWay.delete(taken)
  }

  /** 0 is this process; one that does not answer is left out. */
  async function askForMetrics(): Promise<Said[]> {
    const ready = [...workers.values()].filter(({ isReady }) => isReady)
    const said = await Promise.all(
      ready.map(async ({ name, ask }): Promise<Said> => ({ worker: name, value: await ask('metrics') })),
    )
    return [{ worker: 0, value: createMetrics().read() }, ...said.filter(({ value }) => value !== undefined)]
  }

  return {
    port: port.number,
    url: port.url,
    open(given, areJobsDone) {
      orders = given
      answers.jobs = areJobsDone
      for (const { process } of workers.values()) process.send({ orders })
      return first.promise
    },
    async close(patienceMs) {
      isClosing = true
      void port.close()
      for (const socket of waiting.splice(0)) socket.destroy()
      const ended = Array.from(workers.values(), ({ process }) => {
        if (process.connected) process.send({ close: patienceMs }, () => {})
        return once(process, 'exit')
      })
      const impatience = setTimeout(() => {
        for (const { process } of workers.values()) process.kill('SIGKILL')
      }, patienceMs + 2000)
      await Promise.all(ended)
      clearTimeout(impatience)
    },
  }
}
