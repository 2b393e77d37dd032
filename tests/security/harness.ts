import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log } from '#server/observability/log.ts'
import { listen } from '#server/runtime/http-server.ts'
import { openWorld, type Person } from '#tests/support/permissions-harness.ts'

/** Short, so that a test does not wait for a slow sender as long as the shop would. */
const TIMEOUTS = { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 }

export type Attacked = Awaited<ReturnType<typeof openAttacked>>

let one: Promise<Attacked> | undefined

/** The same for all attacks, which leave it as they found it, or at least whole. */
export function shared(): Promise<Attacked> {
  one ??= openAttacked()
  return one
}

export async function closeShared(): Promise<void> {
  await (await one)?.close()
}

/**
 * A whole shop with people in it, behind a real door on this machine.
 * @param isPatient waits for slow senders as long as the shop would
 */
export async function openAttacked(env: NodeJS.ProcessEnv = {}, log?: Log, hasDefaultTimeouts = false) {
  const folder = await mkdtemp(join(tmpdir(), 'gamla-attacks-'))
  const world = await openWorld(folder, env, log)
  const door = await listen('127.0.0.1', 0, hasDefaultTimeouts ? undefined : TIMEOUTS)
  door.open(world.listener(), env.PUBLIC_URL?.startsWith('https:'))

  return {
    ...world,
    url: door.url,
    port: door.port,

    /** As somebody's browser, or without one's cookies. */
    fetch(path: string, { who = 'guest', headers, ...init }: RequestInit & { who?: Person } = {}): Promise<Response> {
      const all = new Headers(headers)
      const cookie = world.cookieOf(who)
      if (cookie) all.set('cookie', cookie)
      return fetch(door.url + path, { ...init, headers: all, redirect: 'manual' })
    },

    /** Sends these very bytes, chunk by chunk, and resolves with all that comes back until the other side closes. */
    send(...chunks: string[]): Promise<string> {
      return new Promise((resolve) => {
        let said = ''
        const socket = net.connect(door.port, '127.0.0.1', () => {
          for (const chunk of chunks) socket.write(chunk, 'latin1')
        })
        socket.setEncoding('latin1').on('data', (text) => {
          said += text
        })
        // A line that is cut while we still write is an answer, too.
        socket.on('error', () => {})
        socket.on('close', () => resolve(said))
      })
    },

    async close() {
      await door.close(0)
      await world.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
