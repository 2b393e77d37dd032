import { LRUCache } from 'lru-cache'
import type { ShareCard } from '#domain/catalog/share-card.ts'
import { parseId } from '#domain/text.ts'
import { type ConcurrencyLimiter, createConcurrencyLimiter } from '#server/http/load-shedding.ts'
import { isNotModified } from '#server/http/negotiation.ts'
import { plain } from '#server/http/plain-response.ts'
import type { Shop } from '#server/shop.ts'
import { findProductCard, readShopCard, versionOf } from './cards.ts'

/** Enough for about a hundred cards. */
const MAX_BYTES = 32 * 1024 * 1024
/** A crawler may request every card of the shop: it gets one core at most, and is rejected when many requests wait. */
const DRAWING = { concurrency: 1, queueSize: 32, timeoutMs: 8000 }
const IMMUTABLE = 'public, max-age=31536000, immutable'

/**
 * Serves `/share/17.jpg` and `/share/shop.jpg`. Each response shows the current state. A card is drawn on its first
 * request, and cached by its contents while there is room.
 */
export function createShareEndpoint(
  shop: Pick<Shop, 'db' | 'settings' | 'catalogue' | 'texts' | 'images'>,
  limitConcurrency: ConcurrencyLimiter,
) {
  const draw = createConcurrencyLimiter(DRAWING)
  const drawn = new LRUCache<string, Buffer, ShareCard>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ byteLength }) => byteLength,
    // Concurrent requests share one drawing. The fonts are loaded with the first card, so that the shop starts without them.
    fetchMethod: async (_version, _stale, { context }) => {
      const { drawCard } = await import('./draw-card.ts')
      return draw(() => drawCard(shop.images, context))
    },
  })

  async function find(file: string, variant: string | null): Promise<ShareCard | undefined> {
    if (file === 'shop.jpg') return readShopCard(shop)
    const id = file.endsWith('.jpg') ? parseId(file.slice(0, -'.jpg'.length)) : undefined
    return id === undefined ? undefined : findProductCard(shop, id, parseId(variant))
  }

  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const card = await limitConcurrency(() => find(pathname.slice('/share/'.length), searchParams.get('variant')))
    if (!card) return plain(404, 'Card not found.')
    const version = versionOf(card)
    const etag = `"${version}"`
    const isNamed = searchParams.get('v') === version
    // Only the address with the card's current version may be cached for good; at others the card may change.
    const headers = { etag, 'cache-control': isNamed ? IMMUTABLE : 'no-cache' }
    if (isNotModified(request.headers.get('if-none-match'), { status: 200, etag })) {
      return new Response(null, { status: 304, headers })
    }
    const body = (await drawn.fetch(version, { context: card })) as Buffer
    return new Response(new Uint8Array(body), {
      headers: { ...headers, 'content-type': 'image/jpeg', 'content-length': String(body.byteLength) },
    })
  }
}
