import type { ChildProcess } from 'node:child_process'

/** Calls to the process at the other end of an IPC channel. Undefined when it does not respond. */
export type Rpc = { call(method: string): Promise<unknown> }

type Message = { method: string; id: number } | { responseTo: number; value: unknown }

const TIMEOUT_MS = 1000

/** @param handlers by the method that the other side calls */
export function createRpc(channel: ChildProcess | NodeJS.Process, handlers: Record<string, () => unknown>): Rpc {
  const pending = new Map<number, (value: unknown) => void>()
  let last = 0

  channel.on('message', async (message: Message | string) => {
    if (typeof message === 'string') return
    if ('responseTo' in message) pending.get(message.responseTo)?.(message.value)
    else if ('method' in message) send({ responseTo: message.id, value: await handlers[message.method]?.() })
  })

  function send(message: Message): void {
    // The caller times out when the other process has gone.
    if (channel.connected) channel.send?.(message, undefined, {}, () => {})
  }

  return {
    async call(method) {
      const id = ++last
      const { promise, resolve } = Promise.withResolvers()
      pending.set(id, resolve)
      const timer = setTimeout(resolve, TIMEOUT_MS)
      send({ method, id })
      const value = await promise
      clearTimeout(timer)
      pending.delete(id)
      return value
    },
  }
}
