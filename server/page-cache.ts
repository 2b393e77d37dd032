import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Live } from './live.ts'
import type { KnownPage } from './public-pages.ts'

/** A rendered answer with its body in every encoding that browsers ask for. */
export type Copy = {
  status: number
  headers: Record<string, string>
  etag: string
  bodies: { identity: Buffer; gzip: Buffer; br: Buffer }
}

type Entry = { page: KnownPage; copy?: Copy; stale: boolean; rendering?: Promise<Copy> }

const MAX_BYTES = 64 * 1024 * 1024
/** How long a reader waits for a new copy before the previous one is good enough. */
const PATIENCE_MS = 150
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
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ copy }) => 1024 + (copy ? sizeOf(copy) : 0),
  })

  constructor(live: Pick<Live, 'onChange'>) {
    live.onChange((change) => {
      for (const entry of this.#entries.values()) {
        if (!entry.page.isStaleAfter(change)) continue
        entry.stale = true
        // A render that began before the change may have read the old rows.
        entry.rendering = undefined
      }
    })
  }

  async get(page: KnownPage, render: () => Promise<Response>): Promise<Copy> {
    const entry = this.#entries.get(page.key) ?? { page, stale: false }
    if (entry.copy && !entry.stale) return entry.copy
    if (!entry.copy && !this.#entries.has(page.key)) this.#entries.set(page.key, entry)

    entry.rendering ??= this.#renderInto(entry, render)
    if (!entry.copy) return entry.rendering
    const previous = entry.copy
    return Promise.race([
      entry.rendering.catch(() => previous),
      later(page.isData ? DATA_PATIENCE_MS : PATIENCE_MS, previous),
    ])
  }

  #renderInto(entry: Entry, render: () => Promise<Response>): Promise<Copy> {
    entry.stale = false
    const rendering = render()
      .then(copyOf)
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
        throw error
      })
    return rendering
  }
}

async function copyOf(response: Response): Promise<Copy> {
  const identity = Buffer.from(await response.arrayBuffer())
  const [br, gz] = await Promise.all([brotli(identity), gzipped(identity)])
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    etag: hash,
    bodies: { identity, gzip: gz, br },
  }
}

const gzipped = promisify(gzip)

function brotli(body: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}

function sizeOf({ bodies }: Copy): number {
  return bodies.identity.byteLength + bodies.gzip.byteLength + bodies.br.byteLength
}

function later<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, ms, value).unref())
}
