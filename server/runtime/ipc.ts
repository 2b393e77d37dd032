import type { ChildProcess } from 'node:child_process'

/** What two connected processes can ask each other. The answer is undefined when none comes in time. */
export type Rpc = { ask(question: string): Promise<unknown> }

type Message = { question: string; id: number } | { answerTo: number; value: unknown }

const TIMEOUT_MS = 1000

/** @param answers how this side answers each question of the other */
export function createRpc(peer: ChildProcess | NodeJS.Process, answers: Record<string, () => unknown>): Rpc {
  const waiting = new Map<number, (value: unknown) => void>()
  let lastId = 0

  peer.on('message', async (message: Message | string) => {
    if (typeof message === 'string') return
    if ('answerTo' in message) waiting.get(message.answerTo)?.(message.value)
    else if ('question' in message) send({ answerTo: message.id, value: await answers[message.question]?.() })
  })

  function send(message: Message): void {
    // A peer that has just ended is noticed by the missing answer.
    if (peer.connected) peer.send?.(message, undefined, {}, () => {})
  }

  return {
    async ask(question) {
      const id = ++lastId
      const { promise, resolve } = Promise.withResolvers()
      waiting.set(id, resolve)
      const timer = setTimeout(resolve, TIMEOUT_MS)
      send({ question, id })
      const value = await promise
      clearTimeout(timer)
      waiting.delete(id)
      return value
    },
  }
}
