import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
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
  /** Changes of what the page shows since the slot was made, and how many of them the entry shows. */
  changes: number
  shown: number
  /** It has begun after all known changes. */
  rendering?: Promise<CacheEntry> | undefined
}

const MAX_BYTES = 64 * 1024 * 1024
/** Limit for searches, filtered lists, chosen sizes and missing products: what is endless must not push other pages out of memory. */
const MAX_VARIANT_BYTES = 8 * 1024 * 1024
/** A silent database is noticed only after some seconds, and each try to reach it takes as long. */
const SLOW_RENDER_MS = 4000

/**
 * Cache of rendered public pages, bounded in bytes. Concurrent requests for a missing or stale page share one render. Only
 * if that fails, or takes too long, do they get the copy from before the change.
 */
export class PageCache {
  readonly #slots: LRUCache<string, Slot>
  readonly #variants = new LRUCache<string, Slot>({ maxSize: MAX_VARIANT_BYTES, sizeCalculation: sizeOf })

  constructor(changeFeed: Pick<ChangeFeed, 'onChange'>, maxBytes = MAX_BYTES) {
    this.#slots = new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf })
    changeFeed.onChange((change) => {
      for (const slot of [...this.#slots.values(), ...this.#variants.values()]) {
        if (!slot.page.isStaleAfter(change)) continue
        slot.changes += 1
        // A render that began before the change may have read the old rows.
        slot.rendering = undefined
      }
    })
  }

  /** The copy that may be sent at once for exactly this path. */
  peek(path: string): CacheEntry | undefined {
    const slot = this.#slots.get(path)
    return slot && isFresh(slot) ? slot.entry : undefined
  }

  /** @param render is told whether it replaces a copy */
  async get(page: KnownPage, render: (isRefresh: boolean) => Promise<Response>): Promise<CacheEntry> {
    const slot = this.#find(page.path) ?? this.#keep({ page, changes: 0, shown: -1 })
    if (slot.entry && isFresh(slot)) return slot.entry
    slot.rendering ??= orFormer(slot, this.#renderInto(slot, render))
    return slot.rendering
  }

  async #renderInto(slot: Slot, render: (isRefresh: boolean) => Promise<Response>): Promise<CacheEntry> {
    const seen = slot.changes
    try {
      const entry = await encode(await render(slot.entry !== undefined), slot.page)
      if (entry.status >= 500) return this.#fallBack(slot) ?? entry
      // A slot that was pushed out of memory has heard of no later change.
      if (seen >= slot.shown && this.#find(slot.page.path) === slot)
        this.#keep(Object.assign(slot, { entry, shown: seen }))
      return entry
    } catch (error) {
      const previous = this.#fallBack(slot)
      if (previous) return previous
      throw error
    } finally {
      if (slot.changes === seen) slot.rendering = undefined
    }
  }

  /** The copy from before a change, for a page that failed to render. A slot that never had one is removed. */
  #fallBack(slot: Slot): CacheEntry | undefined {
    if (slot.entry) return withoutProxies(slot.entry)
    if (this.#find(slot.page.path) === slot) this.#remove(slot)
    return undefined
  }

  #find(path: string): Slot | undefined {
    return this.#slots.get(path) ?? this.#variants.get(path)
  }

  /** The cache only measures a slot when it is inserted. */
  #keep(slot: Slot): Slot {
    this.#remove(slot)
    const slots = slot.page.isVariant || slot.entry?.status === 404 ? this.#variants : this.#slots
    slots.set(slot.page.path, slot)
    return slot
  }

  #remove({ page }: Slot): void {
    for (const slots of [this.#slots, this.#variants]) slots.delete(page.path)
  }
}

function isFresh({ changes, shown }: Slot): boolean {
  return shown === changes
}

/** The copy from before the change for those who would wait too long, while the new one is still being rendered. */
async function orFormer(slot: Slot, rendering: Promise<CacheEntry>): Promise<CacheEntry> {
  const { entry } = slot
  if (!entry) return rendering
  const former = sleep(SLOW_RENDER_MS, undefined, { ref: false }).then(() => withoutProxies(slot.entry ?? entry))
  return Promise.race([rendering, former])
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
