import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { acceptsEncoding } from '#server/http/negotiation.ts'
import type { Live } from '#server/live/change-feed.ts'
import type { KnownPage } from './public-pages.ts'

const ENCODINGS = ['br', 'gzip', 'identity'] as const
type Encoding = (typeof ENCODINGS)[number]

/** A rendered answer, ready to be sent in every encoding that browsers ask for. */
export type CacheEntry = { status: number; answers: Record<Encoding, EncodedResponse> }
export type EncodedResponse = { etag: string; headers: [name: string, value: string][]; body: Buffer }

type Entry = { page: KnownPage; copy?: CacheEntry; stale: boolean; rendering?: Promise<CacheEntry> }

const MAX_BYTES = 64 * 1024 * 1024
/** How long a reader waits for a new copy before the previous one is good enough. */
const TIMEOUT_MS = 150
/** Scripts ask because they heard of a change; the previous copy would leave them with it until the next one. */
const DATA_PATIENCE_MS = 5000

/**
 * Copies of rendered public pages, bounded in bytes.
 *
 * However many ask for a missing or stale page, it is rendered once. Who asks while it is rendered again waits a
 * moment for the new copy, and gets the previous one when that takes long or fails: never an error for a page that
 * was once there.
 */
export class PageCache {
  readonly #entries: LRUCache<string, Entry>

  constructor(live: Pick<Live, 'onChange'>, maxBytes = MAX_BYTES) {
    this.#entries = new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOfEntry })
    live.onChange((change) => {
      for (const entry of this.#entries.values()) {
        if (!entry.page.isStaleAfter(change)) continue
        entry.stale = true
        // A render that began before the change may have read the old rows.
        entry.rendering = undefined
      }
    })
  }

  /** The fresh copy of the page that is kept under exactly this path, if there is one. */
  peek(path: string): CacheEntry | undefined {
    const entry = this.#entries.get(path)
    return entry?.stale ? undefined : entry?.copy
  }

  async get(page: KnownPage, render: () => Promise<Response>): Promise<CacheEntry> {
    const entry = this.#entries.get(page.key) ?? { page, stale: false }
    if (entry.copy && !entry.stale) return entry.copy
    if (!entry.copy && !this.#entries.has(page.key)) this.#entries.set(page.key, entry)

    entry.rendering ??= this.#renderInto(entry, render)
    if (!entry.copy) return entry.rendering
    const previous = entry.copy
    return Promise.race([
      entry.rendering.catch(() => previous),
      later(page.isData ? DATA_PATIENCE_MS : TIMEOUT_MS, previous),
    ])
  }

  #renderInto(entry: Entry, render: () => Promise<Response>): Promise<CacheEntry> {
    entry.stale = false
    const rendering = render()
      .then((response) => encode(response, entry.page))
      .then((copy) => {
        // A change that came meanwhile has taken this render's place.
        if (entry.rendering !== rendering) return copy
        entry.rendering = undefined
        if (copy.status >= 500) {
          entry.stale = true
          if (!entry.copy) this.#entries.delete(entry.page.key)
          return entry.copy ?? copy
        }
        entry.copy = copy
        // Taken out and put back, so that its new size counts.
        this.#entries.delete(entry.page.key)
        this.#entries.set(entry.page.key, entry)
        return copy
      })
      .catch((error) => {
        if (entry.rendering === rendering) entry.rendering = undefined
        entry.stale = true
        // Only if it is still there: somebody may have begun anew under this key.
        if (!entry.copy && this.#entries.peek(entry.page.key) === entry) this.#entries.delete(entry.page.key)
        throw error
      })
    return rendering
  }
}

/** The answer of a copy in the encoding that the browser likes best. */
export function negotiateEncoding({ answers }: CacheEntry, acceptEncoding: string | null | undefined): EncodedResponse {
  return answers[ENCODINGS.find((encoding) => acceptsEncoding(acceptEncoding, encoding)) ?? 'identity']
}

/** A rendered page in every encoding. */
export async function encode(response: Response, page: Pick<KnownPage, 'isData'>): Promise<CacheEntry> {
  const { status } = response
  const identity = Buffer.from(await response.arrayBuffer())
  const [br, gzip] = await Promise.all([brotli(identity), gzipped(identity)])
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  const shared = { ...Object.fromEntries(response.headers), ...cachingOf(status, page), vary: 'accept-encoding' }
  const answer = (encoding: Encoding, body: Buffer): EncodedResponse => {
    const etag = `"${hash}-${encoding}"`
    const encoded = encoding === 'identity' ? undefined : { 'content-encoding': encoding }
    const length = { 'content-length': String(body.byteLength) }
    return { etag, headers: Object.entries({ ...shared, etag, ...encoded, ...length }), body }
  }
  return {
    status,
    answers: { br: answer('br', br), gzip: answer('gzip', gzip), identity: answer('identity', identity) },
  }
}

/**
 * A proxy may keep a page for a second, and longer while it fetches a new one. A browser always asks: told to serve
 * stale copies itself, it would answer a page that heard of a change with what it had before. So does a proxy for data.
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

/** An address may be longer than its page, and is in memory several times. */
function sizeOfEntry({ page, copy }: Entry): number {
  const bodies = copy ? ENCODINGS.reduce((sum, encoding) => sum + copy.answers[encoding].body.byteLength, 0) : 0
  return 1024 + 4 * page.key.length + bodies
}

function later<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, ms, value).unref())
}
