import { Readable } from 'node:stream'
import { plain } from '#server/http/plain-response.ts'
import type { Shop } from '#server/shop.ts'
import { variantNames } from './variants.ts'

const ADDRESS = new RegExp(`^/(productImages/[\\w-]+/(?:${variantNames().join('|').replaceAll('.', '\\.')}))$`)

/** Serves `/productImages/…` from the S3 store, or redirects to the store's public URL. */
export async function serveImage(shop: Pick<Shop, 'images' | 'log'>, path: string): Promise<Response> {
  const key = ADDRESS.exec(path)?.[1]
  const { publicUrl } = shop.images
  if (!key || !publicUrl) return sendImage(shop, key, 'public, max-age=31536000, immutable')
  const headers = { location: `${publicUrl}/${key}`, 'cache-control': 'public, max-age=86400' }
  return new Response(null, { status: 302, headers })
}

/** @param key undefined: there is no such image */
export async function sendImage(
  { images, log }: Pick<Shop, 'images' | 'log'>,
  key: string | undefined,
  cacheControl: string,
): Promise<Response> {
  try {
    const stream = key && (await images.read(key))
    if (!stream) return plain(404, 'Image not found.')
    const headers = { 'content-type': `image/${key.split('.').at(-1)}`, 'cache-control': cacheControl }
    return new Response(Readable.toWeb(stream) as ReadableStream, { headers })
  } catch (error) {
    log.error('Image could not be read from the store', error)
    return plain(503, 'This image is unavailable. Try again later.')
  }
}
