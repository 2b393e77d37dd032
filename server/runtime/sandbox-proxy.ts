import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { User } from '#domain/account.ts'
import { isKnownHost } from '#server/http/known-host.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import type { Upload } from '#server/http/uploads/uploads.ts'
import type { Shop } from '#server/shop.ts'
import { canReadInbox } from './sandbox-inbox-access.ts'

/** Where the processes of the shop reach the sandbox, and whether its inbox may hold emails of real people. */
export type SandboxTarget = { port: number; isGuarded: boolean }

/** The longest request of a browser is a contact form. */
const BODY_BYTES = 64 * 1024
const TIMEOUT_MS = 20_000

const METHODS = new Set(['GET', 'HEAD', 'POST'])
const REQUEST_HEADERS = ['accept', 'authorization', 'content-type', 'x-refund-idempotency']
const RESPONSE_HEADERS = ['cache-control', 'content-security-policy', 'content-type']

type Asked = Context<{
  Bindings: Partial<HttpBindings>
  Variables: { user: User | undefined; upload: Upload | undefined }
}>

/**
 * Passes requests for `/sandbox/…` on to the sandbox's process. Both bodies are read whole and only the headers that its
 * protocols need are copied, so whatever goes wrong is a rejected promise and costs one request.
 */
export function createSandboxProxy(
  shop: Pick<Shop, 'auth' | 'config' | 'limits'>,
  { port, isGuarded }: SandboxTarget,
): (c: Asked, address: string) => Promise<Response> {
  const limited = bodyLimit({
    maxSize: BODY_BYTES,
    onError: () => say(413, 'This is more than the sandbox can take.', { connection: 'close' }),
  })

  return async (c, address) => {
    const { socket } = c.env?.incoming ?? {}
    const header = (name: string) => c.req.header(name)
    if (!isKnownHost({ header, localAddress: socket?.localAddress }, shop.config))
      return say(421, 'This is no address of this shop. PUBLIC_URL names the address that shoppers use.')
    if (!METHODS.has(c.req.method))
      return say(405, 'The sandbox does not know this method.', { allow: 'GET, HEAD, POST' })
    const tooMany = await shop.limits.take('sandbox', { address })
    if (tooMany) return say(429, tooMany.message, tooManyRequests(tooMany).headers)
    if (isGuarded && isInbox(c.req.path)) {
      const may = await canReadInbox(shop, { header, socketAddress: socket?.remoteAddress }).catch(() => undefined)
      if (may === undefined) return say(503, 'It cannot be said just now who you are.')
      if (!may) return say(403, 'Letters are for admins only.')
    }
    try {
      let answer: Response | undefined
      const refused = await limited(c, async () => {
        answer = await passOn(port, c.req.raw)
      })
      return refused ?? answer ?? c.res
    } catch {
      return say(400, 'This did not arrive to its end.')
    }
  }
}

/** @throws when the request's body ends early */
async function passOn(port: number, request: Request): Promise<Response> {
  const { method, url, signal } = request
  const { pathname, search } = new URL(url)
  const body = request.body && (await request.arrayBuffer())
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
      method,
      headers: pick(request.headers, REQUEST_HEADERS),
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      redirect: 'manual',
    })
    const given = await answer.arrayBuffer()
    const { status } = answer
    return new Response(given.byteLength > 0 ? given : null, {
      status,
      headers: pick(answer.headers, RESPONSE_HEADERS),
    })
  } catch {
    return say(502, 'The sandbox does not answer.')
  }
}

function pick(headers: Headers, names: string[]): Headers {
  const picked = new Headers()
  for (const name of names) {
    const value = headers.get(name)
    if (value !== null) picked.set(name, value)
  }
  return picked
}

/** However its address is written: what the sandbox would take for it, and more. */
function isInbox(path: string): boolean {
  try {
    return /inbox/i.test(decodeURIComponent(path))
  } catch {
    return true
  }
}

function say(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
