import { Readable } from 'node:stream'
import { MEDIA, MEDIA_NAMES } from '#domain/catalog/media.ts'
import { plain } from '#server/http/plain-response.ts'
import type { Shop } from '#server/shop.ts'
import { mediaFiles, renditionNames } from './renditions.ts'

const ADDRESS = new RegExp(`^/(productImages/[\\w-]+/(?:${renditionNames().join('|').replaceAll('.', '\\.')}))$`)

const MEDIA_ADDRESS = new RegExp(`^/(productImages/[\\w-]+/(${mediaFiles.join('|').replaceAll('.', '\\.')}))$`)

/** Is this the address of a video or a 3D model? Those are sent in parts. */
export function isMedia(path: string): boolean {
  return MEDIA_ADDRESS.test(path)
}

/** Serves `/productImages/…` from the S3 store, or redirects to the store's public URL. */
export async function serveImage(
  shop: Pick<Shop, 'images' | 'log'>,
  path: string,
  range?: string | null,
): Promise<Response> {
  const [, media, file] = MEDIA_ADDRESS.exec(path) ?? []
  // Programs that fetch a model from another address than the page's would need the bucket's permission.
  if (media && !(shop.images.publicUrl && file === MEDIA.video.file)) return sendMedia(shop, media, range)
  const key = media ?? ADDRESS.exec(path)?.[1]
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

/** Sends a video or a model, or the part of it that a player asks for. */
async function sendMedia({ images, log }: Pick<Shop, 'images' | 'log'>, key: string, asked: string | null | undefined) {
  try {
    const size = await images.size(key)
    if (size === undefined) return plain(404, 'File not found.')
    const part = asked ? rangeIn(asked, size) : { start: 0, end: size - 1 }
    if (!part) return plain(416, 'This part is not in the file.', { 'content-range': `bytes */${size}` })
    const stream = await images.read(key, part)
    if (!stream) return plain(404, 'File not found.')
    const { start, end } = part
    const type = MEDIA_NAMES.find((name) => key.endsWith(`/${MEDIA[name].file}`)) ?? 'video'
    const headers = {
      'content-type': MEDIA[type].type,
      'content-length': String(end - start + 1),
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      ...(asked && { 'content-range': `bytes ${start}-${end}/${size}` }),
    }
    return new Response(Readable.toWeb(stream) as ReadableStream, { status: asked ? 206 : 200, headers })
  } catch (error) {
    log.error('File could not be read from the store', error)
    return plain(503, 'This file is unavailable. Try again later.')
  }
}

/** `bytes=0-99`, `bytes=100-` or `bytes=-100`; undefined: nothing of it is in the file. */
function rangeIn(asked: string, size: number): { start: number; end: number } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(asked) ?? []
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last))
  return start <= end && first + last !== '' ? { start, end } : undefined
}
