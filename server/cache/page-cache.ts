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
  stale: boolean
  rendering?: Promise<CacheEntry>
}

const MAX_BYTES = 64 * 1024 * 1024
/** Limit for filtered lists and chosen sizes: their endless combinations must not push other pages out of memory. */
const MAX_VARIANT_BYTES = 8 * 1024 * 1024
/** A request waits this long for the new render, then gets the previous one. */
const TIMEOUT_MS = 150
/**
 * Longer, because scripts ask after a change: a previous response would leave them with old data until the next one.
 */
const DATA_TIMEOUT_MS = 5000

/**
 * Cache of rendered public pages, bounded in bytes.
 *
 * Concurrent requests for a missing or stale page share one render. While a stale page is rendered again, a request
 * waits a moment for the result and gets the previous response if that is slow or fails (stale-while-revalidate,
 * stale-if-error).
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
        slot.stale = true
        // A render that began before the change may have read the old rows.
        slot.rendering = undefined
      }
    })
  }

  /** The fresh response cached under exactly this path. */
  peek(path: string): CacheEntry | undefined {
    const slot = this.#slots.get(path)
    return slot && isFresh(slot) ? slot.entry : undefined
  }

  async get(page: KnownPage, render: () => Promise<Response>): Promise<CacheEntry> {
    const slots = this.#slotsFor(page)
    const slot = slots.get(page.path) ?? { page, renderNumber: 0, stale: false }
    if (slot.entry && isFresh(slot)) return slot.entry
    if (!slot.entry && !slots.has(page.path)) slots.set(page.path, slot)

    slot.rendering ??= this.#renderInto(slot, render)
    if (!slot.entry) return slot.rendering
    const previous = slot.entry
    return Promise.race([
      slot.rendering.catch(() => previous),
      resolveAfter(page.isData ? DATA_TIMEOUT_MS : TIMEOUT_MS, previous),
    ])
  }

  #slotsFor({ isVariant }: KnownPage): LRUCache<string, Slot> {
    return isVariant ? this.#variants : this.#slots
  }

  #renderInto(slot: Slot, render: () => Promise<Response>): Promise<CacheEntry> {
    const slots = this.#slotsFor(slot.page)
    slot.stale = false
    this.#renders += 1
    const number = this.#renders
    const rendering = render()
      .then((response) => encode(response, slot.page))
      .then((entry) => {
        const isCurrent = slot.rendering === rendering
        // A change came meanwhile, so this response is stale: it is kept only if it is newer than the one before.
        const isOutdone =
          number < slot.renderNumber || entry.status >= 500 || (!slot.entry && slots.peek(slot.page.path) !== slot)
        if (!isCurrent && isOutdone) return entry
        if (isCurrent) slot.rendering = undefined
        if (entry.status >= 500) {
          slot.stale = true
          if (!slot.entry) slots.delete(slot.page.path)
          return slot.entry ?? entry
        }
        slot.entry = entry
        slot.renderNumber = number
        slot.stale = !isCurrent
        // The cache only measures a slot when it is inserted.
        slots.delete(slot.page.path)
        slots.set(slot.page.path, slot)
        return entry
      })
      .catch((error) => {
        if (slot.rendering === rendering) slot.rendering = undefined
        slot.stale = true
        // Another request may have inserted a new slot under this key.
        if (!slot.entry && slots.peek(slot.page.path) === slot) slots.delete(slot.page.path)
        throw error
      })
    return rendering
  }
}

/** While a page is rendered again, a browser that opens it may get the previous copy, but a request for its data may not. */
function isFresh({ stale, rendering, page }: Slot): boolean {
  return !stale && !(rendering && page.isData)
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
 * Proxies may cache a page for a second, and serve it stale while they fetch a new one. Browsers revalidate every time:
 * a stale copy would undo the change that a live event has just announced. Data is revalidated by proxies as well.
 */
function cachingOf(status: number, page: Pick<KnownPage, 'isData'>): Record<string, string> {
  if (status >= 500) return { 'cache-control': 'no-store' }
  if (page.isData) return { 'cache-control': 'no-cache' }
  return {
    'cache-control': 'public, max-age=0, s-maxage=1',
    'cdn-cache-control': 'max-age=1, stale-while-revalidate=60, stale-if-error=600',
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
