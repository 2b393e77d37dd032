import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Session } from '#server/accounts/session-cache.ts'
import { findUser } from '#server/accounts/sessions.ts'
import { isKnownHost } from '#server/http/known-host.ts'
import { isLocalRequest } from '#server/http/metrics-endpoint.ts'
import { plain } from '#server/http/plain-response.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import type { Upload } from '#server/http/uploads/uploads.ts'
import type { Shop } from '#server/shop.ts'

/** `isGuarded`: the sandbox's inbox and parcels may be those of real people. */
export type SandboxTarget = { port: number; isGuarded: boolean }

/** The longest request from a browser is a contact form. */
const BODY_BYTES = 64 * 1024
const TIMEOUT_MS = 20_000

const METHODS = new Set(['GET', 'HEAD', 'POST'])
const REQUEST_HEADERS = ['accept', 'authorization', 'content-type', 'x-refund-idempotency']
const RESPONSE_HEADERS = ['cache-control', 'content-security-policy', 'content-type']

type SandboxContext = Context<{
  Bindings: Partial<HttpBindings>
  Variables: { session: Session | undefined; upload: Upload | undefined }
}>

/**
 * Proxies `/sandbox/…` to the sandbox's process. Bodies are buffered and only the necessary headers copied, so that any
 * failure is a rejected promise of one request.
 */
export function createSandboxProxy(
  shop: Pick<Shop, 'auth' | 'config' | 'db' | 'limits' | 'services'>,
  { port, isGuarded }: SandboxTarget,
): (c: SandboxContext, address: string) => Promise<Response> {
  const limited = bodyLimit({
    maxSize: BODY_BYTES,
    onError: () => plain(413, 'The request is too large.', { connection: 'close' }),
  })

  return async (c, address) => {
    const { socket } = c.env?.incoming ?? {}
    const header = (name: string) => c.req.header(name)
    if (!isKnownHost({ header, localAddress: socket?.localAddress }, shop.config))
      return plain(421, 'Unknown host. PUBLIC_URL must be the address that shoppers use.')
    if (!METHODS.has(c.req.method)) return plain(405, 'Method not allowed.', { allow: 'GET, HEAD, POST' })
    const tooMany = await shop.limits.consume('sandbox', { address })
    if (tooMany) return plain(429, tooMany.message, tooManyRequests(tooMany).headers)
    if ((isGuarded || isSaved(shop)) && isForStaff(c.req.path)) {
      const isAllowed = await isStaff(shop, { header, socketAddress: socket?.remoteAddress }).catch(() => undefined)
      if (isAllowed === undefined) return plain(503, 'Your login could not be checked. Please try again.')
      if (!isAllowed) return plain(403, `${nameOf(c.req.path)} are for admins only.`)
    }
    try {
      let response: Response | undefined
      const tooLarge = await limited(c, async () => {
        response = await forward(port, c.req.raw)
      })
      return tooLarge ?? response ?? c.res
    } catch {
      return plain(400, 'The request was incomplete.')
    }
  }
}

/** With keys of its own the shop serves real people. */
function isSaved({ services }: Pick<Shop, 'services'>): boolean {
  return Object.values(services.states).includes('saved')
}

/** @throws when the request's body ends early */
async function forward(port: number, request: Request): Promise<Response> {
  const { method, url, signal } = request
  const { pathname, search } = new URL(url)
  const body = request.body && (await request.arrayBuffer())
  try {
    const response = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
      method,
      headers: pick(request.headers, REQUEST_HEADERS),
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      redirect: 'manual',
    })
    const content = await response.arrayBuffer()
    const { status } = response
    return new Response(content.byteLength > 0 ? content : null, {
      status,
      headers: pick(response.headers, RESPONSE_HEADERS),
    })
  } catch {
    return plain(502, 'The sandbox does not respond.')
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

type Client = { header(name: string): string | undefined; socketAddress: string | undefined }

/**
 * May this client read the sandbox's emails and move its parcels? In a shop with real customers only admins and
 * requests from this machine may.
 */
async function isStaff(shop: Pick<Shop, 'auth' | 'config' | 'db'>, request: Client): Promise<boolean> {
  if (isLocalRequest(request, shop.config)) return true
  const cookie = request.header('cookie')
  if (!cookie) return false
  const user = await findUser(shop, { headers: new Headers({ cookie }) })
  return user?.role === 'admin'
}

function nameOf(path: string): string {
  return /parcels/i.test(path) ? 'Parcels' : /disputes/i.test(path) ? 'Disputes' : 'Emails'
}

/** Is this path about emails, parcels or disputes? Encoded spellings count too, because the sandbox would decode them. */
function isForStaff(path: string): boolean {
  try {
    return /inbox|parcels|disputes/i.test(decodeURIComponent(path))
  } catch {
    return true
  }
}
