import type { ChildProcess } from 'node:child_process'

/** What two processes that share a line can ask each other. The answer is undefined when none comes. */
export type Rpc = { ask(question: string): Promise<unknown> }

type Email = { question: string; id: number } | { answerTo: number; value: unknown }

const TIMEOUT_MS = 1000

/** @param answers what to say to each question of the other side */
export function createRpc(line: ChildProcess | NodeJS.Process, answers: Record<string, () => unknown>): Rpc {
  const waiting = new Map<number, (value: unknown) => void>()
  let last = 0

  line.on('message', async (letter: Email | string) => {
    if (typeof letter === 'string') return
    if ('answerTo' in letter) waiting.get(letter.answerTo)?.(letter.value)
    else if ('question' in letter) send({ answerTo: letter.id, value: await answers[letter.question]?.() })
  })

  function send(letter: Email): void {
    // Who has gone does not answer, and that is answer enough.
    if (line.connected) line.send?.(letter, undefined, {}, () => {})
  }

  return {
    async ask(question) {
      const id = ++last
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
