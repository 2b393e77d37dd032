import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { acceptsEncoding } from '#server/http/negotiation.ts'
import type { ChangeFeed } from '#server/live/change-feed.ts'
import type { KnownPage } from './public-pages.ts'

const ENCODINGS = ['br', 'gzip', 'identity'] as const
type Encoding = (typeof ENCODINGS)[number]

/** A rendered response in every encoding that we serve. */
export type CacheEntry = { status: number; responses: Record<Encoding, EncodedResponse> }
export type EncodedResponse = { etag: string; headers: [name: string, value: string][]; body: Buffer }

type Slot = {
  page: KnownPage
  entry?: CacheEntry
  /** Number of the render that made the entry; a later render has a higher one. */
  renderNumber: number
  /** When the first change came that the entry does not show, by `performance.now()`; undefined: it shows all of them. */
  staleSince: number | undefined
  /** It has begun after all known changes. */
  rendering?: Render | undefined
}

type Render = { entry: Promise<CacheEntry>; staleSince: number | undefined }

const MAX_BYTES = 64 * 1024 * 1024
/** Limit for filtered lists, chosen sizes and missing products: what is endless must not push other pages out of memory. */
const MAX_VARIANT_BYTES = 8 * 1024 * 1024
/** A request waits this long for the new render, then gets the previous copy, while that is not too old. */
const TIMEOUT_MS = 150
/** After this time no visitor gets the copy from before a change. */
const MAX_STALE_MS = 1000

/**
 * Cache of rendered public pages, bounded in bytes.
 *
 * Concurrent requests for a missing or stale page share one render. In the second after a change, a request waits a
 * moment for it and gets the previous copy if it is slow; from then on, only if it fails. Scripts ask for data because
 * of a change, so they always wait.
 */
export class PageCache {
  readonly #slots: LRUCache<string, Slot>
  readonly #variants = new LRUCache<string, Slot>({ maxSize: MAX_VARIANT_BYTES, sizeCalculation: sizeOf })
  #renders = 0

  constructor(changeFeed: Pick<ChangeFeed, 'onChange'>, maxBytes = MAX_BYTES) {
    this.#slots = new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf })
    changeFeed.onChange((change) => {
      for (const slot of [...this.#slots.values(), ...this.#variants.values()]) {
        if (!slot.page.isStaleAfter(change)) continue
        const now = performance.now()
        slot.staleSince ??= now
        // A render that began before the change may have read the old rows.
        if (slot.rendering) slot.rendering.staleSince = now
        slot.rendering = undefined
      }
    })
  }

  /** What may be sent at once for exactly this path. */
  peek(path: string): CacheEntry | undefined {
    const slot = this.#slots.get(path)
    if (!slot?.entry) return undefined
    if (slot.staleSince === undefined) return slot.entry
    return slot.rendering && msLeftOf(slot) > 0 ? withoutProxies(slot.entry) : undefined
  }

  /** @param render is told whether it replaces a copy */
  async get(page: KnownPage, render: (isRefresh: boolean) => Promise<Response>): Promise<CacheEntry> {
    const slots = this.#slotsFor(page)
    const slot = slots.get(page.path) ??
      this.#variants.get(page.path) ?? { page, renderNumber: 0, staleSince: undefined }
    if (slot.entry && slot.staleSince === undefined) return slot.entry
    if (!slot.entry && !slots.has(page.path)) slots.set(page.path, slot)

    slot.rendering ??= this.#renderInto(slot, render)
    const { entry } = slot.rendering
    if (!slot.entry) return entry
    const previous = withoutProxies(slot.entry)
    const rendered = entry.catch(() => previous)
    const msLeft = msLeftOf(slot)
    return msLeft > 0 ? Promise.race([rendered, resolveAfter(Math.min(msLeft, TIMEOUT_MS), previous)]) : rendered
  }

  #slotsFor({ isVariant }: KnownPage): LRUCache<string, Slot> {
    return isVariant ? this.#variants : this.#slots
  }

  #renderInto(slot: Slot, render: (isRefresh: boolean) => Promise<Response>): Render {
    const slots = this.#slotsFor(slot.page)
    this.#renders += 1
    const number = this.#renders
    const entry = render(slot.entry !== undefined)
      .then((response) => encode(response, slot.page))
      .then((entry) => {
        const isCurrent = slot.rendering === rendering
        // A change came after it had begun, so this response is stale: it is kept only if it is newer than the one before.
        const isOutdone =
          number < slot.renderNumber || entry.status >= 500 || (!slot.entry && slots.peek(slot.page.path) !== slot)
        if (!isCurrent && isOutdone) return entry
        if (isCurrent) slot.rendering = undefined
        if (entry.status >= 500) {
          if (!slot.entry) slots.delete(slot.page.path)
          return slot.entry ? withoutProxies(slot.entry) : entry
        }
        slot.entry = entry
        slot.renderNumber = number
        slot.staleSince = rendering.staleSince
        // The cache only measures a slot when it is inserted.
        for (const either of [this.#slots, this.#variants]) either.delete(slot.page.path)
        const kept = entry.status === 404 ? this.#variants : slots
        kept.set(slot.page.path, slot)
        return entry
      })
      .catch((error) => {
        if (slot.rendering === rendering) slot.rendering = undefined
        // Another request may have inserted a new slot under this key.
        if (!slot.entry && slots.peek(slot.page.path) === slot) slots.delete(slot.page.path)
        throw error
      })
    const rendering: Render = { entry, staleSince: undefined }
    return rendering
  }
}

/** How long the copy from before a change may still be sent; never to a script that asks for the page's data. */
function msLeftOf({ page, staleSince = 0 }: Slot): number {
  return page.isData ? 0 : staleSince + MAX_STALE_MS - performance.now()
}

/** A copy that proxies must not keep, because it is from before a change. */
function withoutProxies({ status, responses }: CacheEntry): CacheEntry {
  const uncached = (response: EncodedResponse): EncodedResponse => ({
    ...response,
    headers: response.headers
      .filter(([name]) => name !== 'cdn-cache-control')
      .map(([name, value]) => [name, name === 'cache-control' ? 'no-cache' : value]),
  })
  return {
    status,
    responses: { br: uncached(responses.br), gzip: uncached(responses.gzip), identity: uncached(responses.identity) },
  }
}

/** The response in the best encoding that the browser accepts. */
export function negotiateEncoding(
  { responses }: CacheEntry,
  acceptEncoding: string | null | undefined,
): EncodedResponse {
  return responses[ENCODINGS.find((encoding) => acceptsEncoding(acceptEncoding, encoding)) ?? 'identity']
}

export async function encode(response: Response, page: Pick<KnownPage, 'isData'>): Promise<CacheEntry> {
  const { status } = response
  const identity = Buffer.from(await response.arrayBuffer())
  const [br, gzip] = await Promise.all([brotli(identity), gzipped(identity)])
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  const shared = { ...Object.fromEntries(response.headers), ...cachingOf(status, page), vary: 'accept-encoding' }
  const responseIn = (encoding: Encoding, body: Buffer): EncodedResponse => {
    const etag = `"${hash}-${encoding}"`
    const encoded = encoding === 'identity' ? undefined : { 'content-encoding': encoding }
    const length = { 'content-length': String(body.byteLength) }
    return { etag, headers: Object.entries({ ...shared, etag, ...encoded, ...length }), body }
  }
  return {
    status,
    responses: { br: responseIn('br', br), gzip: responseIn('gzip', gzip), identity: responseIn('identity', identity) },
  }
}

/**
 * Proxies may cache a page for a second, and serve it longer only while the shop is away. Browsers revalidate every time:
 * a stale copy would undo the change that a live event has just announced. Data is revalidated by proxies as well.
 */
function cachingOf(status: number, page: Pick<KnownPage, 'isData'>): Record<string, string> {
  if (status >= 500) return { 'cache-control': 'no-store' }
  if (page.isData) return { 'cache-control': 'no-cache' }
  return {
    'cache-control': 'public, max-age=0, s-maxage=1',
    'cdn-cache-control': 'max-age=1, stale-if-error=600',
  }
}

const gzipped = promisify(gzip)

function brotli(body: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}

/** The key counts several times: a URL may be longer than its page, and is held by the slot, the map and the page. */
function sizeOf({ page, entry }: Slot): number {
  const bodies = entry ? ENCODINGS.reduce((sum, encoding) => sum + entry.responses[encoding].body.byteLength, 0) : 0
  return 1024 + 4 * page.path.length + bodies
}

function resolveAfter<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, ms, value).unref())
}
