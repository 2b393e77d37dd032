import { LRUCache } from 'lru-cache'
import { isVersioned, withoutVersion } from '#domain/catalog/own-pictures.ts'
import { readJpeg } from '#server/catalog/images/read-picture.ts'
import { createConcurrencyLimiter } from '#server/http/load-shedding.ts'
import { plain } from '#server/http/plain-response.ts'
import type { Shop } from '#server/shop.ts'

const ADDRESS = /^\/feed\/pictures(\/(?:pots|productImages)(?:\/[\w-]+){1,2})\.jpg$/
/** Enough for about a hundred pictures. */
const MAX_BYTES = 16 * 1024 * 1024
/**
 * A crawler may request every picture of the shop: it gets one core at most, and is rejected when many requests wait.
 */
const CONVERTING = { concurrency: 1, queueSize: 32, timeoutMs: 8000 }

/** Serves pictures as JPEG, such as `/feed/pictures/pots/cubee-room.jpg`, created on their first request. */
export function createJpegEndpoint({ images }: Pick<Shop, 'images'>) {
  const convert = createConcurrencyLimiter(CONVERTING)
  const made = new LRUCache<string, Buffer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ byteLength }) => byteLength,
    // Concurrent requests share one conversion.
    fetchMethod: (address) => convert(() => readJpeg(images, address, 1280)),
  })

  return async (request: Request): Promise<Response> => {
    const address = ADDRESS.exec(new URL(request.url).pathname)?.[1] ?? ''
    const jpeg = address && (await made.fetch(withoutVersion(address)))
    if (!jpeg) return plain(404, 'Picture not found.')
    return new Response(new Uint8Array(jpeg), {
      headers: {
        'content-type': 'image/jpeg',
        'content-length': String(jpeg.byteLength),
        'cache-control': isVersioned(address) ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
      },
    })
  }
}
