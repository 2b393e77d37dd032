import { Readable } from 'node:stream'
import { plain } from '#server/http/plain.ts'
import type { Shop } from '#server/shop.ts'
import { variantNames } from './variants.ts'

const ADDRESS = new RegExp(`^/(productImages/[\\w-]+/(?:${variantNames().join('|').replaceAll('.', '\\.')}))$`)

/** Serves `/productImages/…` from the S3 store, or redirects to the store's public URL. */
export async function servePicture({ images, log }: Pick<Shop, 'images' | 'log'>, path: string): Promise<Response> {
  const key = ADDRESS.exec(path)?.[1]
  if (!key) return plain(404, 'Picture not found.')
  if (images.publicUrl) {
    const headers = { location: `${images.publicUrl}/${key}`, 'cache-control': 'public, max-age=86400' }
    return new Response(null, { status: 302, headers })
  }
  try {
    const stream = await images.read(key)
    if (!stream) return plain(404, 'Picture not found.')
    const headers = {
      'content-type': `image/${key.split('.').at(-1)}`,
      'cache-control': 'public, max-age=31536000, immutable',
    }
    return new Response(Readable.toWeb(stream) as ReadableStream, { headers })
  } catch (error) {
    log.error('Image could not be read from the store', error)
    return plain(503, 'This picture is unavailable. Try again later.')
  }
}
