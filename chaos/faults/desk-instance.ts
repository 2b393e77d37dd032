import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { FAST_DRIZZLE } from '#tests/support/fast-drizzle.ts'
import type { DeskAnswer, DeskMessage } from './desk-process.ts'

export type Answer = Exclude<DeskAnswer, { isReady: true }>

/**
 * One instance of a shop that is killed and started again; a client's call fails when it dies meanwhile.
 *
 * @param cache a folder for compiled code: starting is most of the work
 */
export function openDeskInstance(url: string, adminId: string, cache: string) {
  const waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>()
  let calls = 0
  let deaths = 0
  let isClosed = false
  let ready: Promise<ChildProcess>
  start()

  function start(): void {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const child = fork(join(import.meta.dirname, 'desk-process.ts'), [url, adminId], {
      execArgv: [FAST_DRIZZLE],
      env: { ...env, NODE_COMPILE_CACHE: cache },
    })
    ready = new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('message', (message: DeskAnswer) => {
        if ('isReady' in message) resolve(child)
        else {
          waiting.get(message.call)?.resolve(message)
          waiting.delete(message.call)
        }
      })
    })
    child.on('exit', () => {
      if (isClosed) return
      deaths += 1
      const lost = [...waiting.values()]
      waiting.clear()
      start()
      for (const { reject } of lost) reject(new Error('The shop has died'))
    })
  }

  async function send(message: DeskMessage): Promise<void> {
    const child = await ready
    // One that has died meanwhile takes no message; its calls fail when its end is noticed.
    child.send(message, () => {})
  }

  return {
    deaths: () => deaths,
    dieAt: (at: number) => send({ do: 'die', at }),

    /** @throws when the instance dies before it has answered */
    async dispatch(key: string, orderId: number): Promise<Answer> {
      await ready
      const call = calls++
      const answered = new Promise<Answer>((resolve, reject) => waiting.set(call, { resolve, reject }))
      answered.catch(() => {})
      await send({ do: 'dispatch', call, key, orderId })
      return answered
    },

    async close(): Promise<void> {
      isClosed = true
      const child = await ready
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

export type DeskInstance = ReturnType<typeof openDeskInstance>
