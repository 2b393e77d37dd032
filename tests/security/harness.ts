import net from 'node:net'
import type { Log } from '#server/observability/log.ts'
import { listen } from '#server/runtime/http-server.ts'
import { openWorld, type Person } from '#tests/support/permissions/permissions-harness.ts'

/** Shorter than the shop's own timeouts, so that tests of slow clients are fast. */
const TIMEOUTS = { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 }

export type Attacked = Awaited<ReturnType<typeof openAttacked>>

let one: Promise<Attacked> | undefined

/** Shared by all attacks, which must leave it intact. */
export function shared(): Promise<Attacked> {
  one ??= openAttacked()
  return one
}

export async function closeShared(): Promise<void> {
  const open = one
  one = undefined
  await (await open)?.close()
}

/**
 * A whole shop with users and data, behind a real HTTP server on this machine.
 * @param isPatient uses the shop's own timeouts
 */
export async function openAttacked(env: NodeJS.ProcessEnv = {}, log?: Log, hasDefaultTimeouts = false) {
  const world = await openWorld(env, log)
  const door = await listen('127.0.0.1', 0, hasDefaultTimeouts ? undefined : TIMEOUTS)
  door.open(world.listener(), env.PUBLIC_URL?.startsWith('https:'))

  return {
    ...world,
    url: door.url,
    port: door.port,

    /** Requests as a logged-in user, or as a guest. */
    fetch(path: string, { who = 'guest', headers, ...init }: RequestInit & { who?: Person } = {}): Promise<Response> {
      const all = new Headers(headers)
      const cookie = world.cookieOf(who)
      if (cookie) all.set('cookie', cookie)
      return fetch(door.url + path, { ...init, headers: all, redirect: 'manual' })
    },

    /** Sends these bytes in chunks, and resolves with the response once the server closes. */
    send(...chunks: string[]): Promise<string> {
      return new Promise((resolve) => {
        let said = ''
        const socket = net.connect(door.port, '127.0.0.1', () => {
          for (const chunk of chunks) socket.write(chunk, 'latin1')
        })
        socket.setEncoding('latin1').on('data', (text) => {
          said += text
        })
        // A reset while writing counts as a response.
        socket.on('error', () => {})
        socket.on('close', () => resolve(said))
      })
    },

    async close() {
      await door.close(0)
      await world.close()
    },
  }
}
